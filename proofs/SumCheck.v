(** The check of Grundy numbers of games on tuples where a move may leave a sum of positions, and that what it accepts is true.
    crates/certify/src/formula/grundy.rs *)

From Coq Require Import Arith ZArith List Lia Bool Wellfounded.
From Ishitori Require Import Grundy Kernel Automata Joins Terms FormulaCheck GrundyCheck Conditions.
Import ListNotations.

(** A move leaves a position, and perhaps further ones, of which the option is the sum. *)
Record sum_move := { s_first : tuple_move; s_plus : list (list term) }.
Record sum_game := { s_width : nat; s_position : test; s_moves : list sum_move }.

Definition parts_of (s : sum_move) : list (list term) := m_option (s_first s) :: s_plus s.

(** The same move to one of the positions. *)
Definition part_move (s : sum_move) (P : list term) : tuple_move :=
  {| m_variables := m_variables (s_first s); m_condition := m_condition (s_first s); m_option := P;
     m_player := m_player (s_first s) |}.

(** The game in which a move leaves one of them: its plays end if those of the sums do. *)
Definition parts_game (s : sum_game) : tuple_game :=
  {| g_width := s_width s; g_position := s_position s;
     g_moves := flat_map (fun m => map (part_move m) (parts_of m)) (s_moves s) |}.

(** All coordinates of all positions that are left, one after the other. *)
Definition wide (s : sum_move) : tuple_move :=
  {| m_variables := m_variables (s_first s); m_condition := m_condition (s_first s); m_option := concat (parts_of s);
     m_player := None |}.

Definition sum_options (s : sum_game) (p : position) (Q : list position) : Prop :=
  exists m vs, In m (s_moves s) /\ inside (parts_game s) p /\ length vs = m_variables (s_first m) /\
    true_of (names_of (p ++ vs)) (m_condition (s_first m)) = true /\
    Q = map (map (number_of (names_of (p ++ vs)))) (parts_of m).

(** Every play ends, and the term is the Grundy number of every position, where options are sums. *)
Definition sum_claim_holds (s : sum_game) (t : term) : Prop :=
  well_founded (fun q p => exists Q, sum_options s p Q /\ In q Q) /\
  (forall p Q q, inside (parts_game s) p -> sum_options s p Q -> In q Q -> inside (parts_game s) q) /\
  (forall p, inside (parts_game s) p -> (0 <= number_of (names_of p) t)%Z) /\
  mex_property position (sum_options s) (inside (parts_game s)) (fun p => Z.to_nat (number_of (names_of p) t)).

(** The same where an automaton has the values. *)
Definition sum_automaton_holds (s : sum_game) (graph : automaton) : Prop :=
  well_founded (fun q p => exists Q, sum_options s p Q /\ In q Q) /\
  (forall p Q q, inside (parts_game s) p -> sum_options s p Q -> In q Q -> inside (parts_game s) q) /\
  (forall p z, length p = s_width s -> has_value graph p z -> inside (parts_game s) p) /\
  (forall p, inside (parts_game s) p ->
     exists z, has_value graph p z /\ (0 <= z)%Z /\ forall u, has_value graph p u -> u = z) /\
  forall p z, inside (parts_game s) p -> has_value graph p z ->
    is_mex (fun v => exists Q, sum_options s p Q /\ sum_has position (has_value graph) Q (Z.of_nat v)) (Z.to_nat z).

(** The nim sum of the first k names. *)
Definition xor_term (k : nat) : term := fold_right (fun i t => TBits 0 (TName i) t) (TNumber 0) (seq 0 k).

Lemma xor_term_sum v k : number_of v (xor_term k) = xor_sum (map v (seq 0 k)).
Proof.
  unfold xor_term, xor_sum. induction (seq 0 k) as [| i l IH]; [reflexivity |].
  cbn [fold_right map]. rewrite <- IH. reflexivity.
Qed.

(** A list cut into pieces of w elements. *)
Fixpoint pieces {A} (w count : nat) (l : list A) : list (list A) :=
  match count with 0 => [] | S count => firstn w l :: pieces w count (skipn w l) end.

Lemma pieces_concat {A} w (L : list (list A)) : (forall l, In l L -> length l = w) -> pieces w (length L) (concat L) = L.
Proof.
  induction L as [| l L IH]; intros H; [reflexivity |]. cbn [length concat pieces].
  assert (E : length l = w) by (apply H; left; reflexivity). subst w.
  rewrite firstn_app, Nat.sub_diag, firstn_O, app_nil_r, firstn_all, skipn_app, Nat.sub_diag, skipn_all.
  cbn [app skipn]. rewrite IH; [reflexivity |]. intros k I. apply H. right. exact I.
Qed.

Lemma concat_length {A} w (L : list (list A)) : (forall l, In l L -> length l = w) -> length (concat L) = length L * w.
Proof.
  induction L as [| l L IH]; intros H; [reflexivity |]. cbn [concat length]. rewrite app_length, IH.
  - rewrite (H l (or_introl eq_refl)). reflexivity.
  - intros k I. apply H. right. exact I.
Qed.

Lemma nth_all (l : list Z) : map (fun i => nth i l 0%Z) (seq 0 (length l)) = l.
Proof.
  induction l as [| a l IH]; [reflexivity |]. cbn [length seq map nth]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma pairs_length {A B} (R : A -> B -> Prop) l k : Forall2 R l k -> length l = length k.
Proof. induction 1; simpl; congruence. Qed.

Lemma app_inj_len {A} (a b c d : list A) : length a = length c -> a ++ b = c ++ d -> a = c /\ b = d.
Proof.
  revert c. induction a as [| x a IH]; intros [| y c] L E; try discriminate; [auto |].
  cbn [app] in E. injection E as -> E. injection L as L. destruct (IH c L E) as [-> ->]. auto.
Qed.

Section Check.
  Variable automata : list automaton.
  Variables (depth : nat) (fuel : effort) (s : sum_game).
  Let g := parts_game s.
  Let w := g_width g.

  (** A move, with a track for a value, and further tracks for those of its positions. *)
  Definition begin_room (r : tuple_move) (extra : nat) : option (tree atom * list form * builder) :=
    let ns := names_at (coordinates 0 w ++ coordinates (S w) (m_variables r)) in
    bind (position_at depth g (new_builder (S w + m_variables r + extra)) (coordinates 0 w)) (fun pb =>
    bind (condition_of depth ns (snd pb) (m_condition r)) (fun cb =>
    bind (numbers depth ns (snd cb) (m_option r)) (fun ob => Some (And (fst pb) (fst cb), fst ob, snd ob)))).

  (** The positions have the values on the tracks from [first] on. *)
  Fixpoint valued (b : builder) (parts : list form) (count first : nat) : option (list (tree atom) * builder) :=
    match count with
    | 0 => Some ([], b)
    | S count =>
        bind (accepted_at b 0 (firstn w parts ++ [track_form first])) (fun hb =>
        bind (valued (snd hb) (skipn w parts) count (S first)) (fun rb => Some (fst hb :: fst rb, snd rb)))
    end.

  (** The value is the nim sum of these. *)
  Definition summed (b : builder) (count first : nat) : option (tree atom * builder) :=
    is_number depth (names_at (coordinates first count)) b (track_form w) (xor_term count).

  (** No option has the value of its position. *)
  Definition check_same_sum (m : sum_move) : bool :=
    let k := length (parts_of m) in
    let first := S w + m_variables (wide m) in
    yes (bind (begin_room (wide m) k) (fun gob =>
         bind (accepted_at (snd gob) 0 (coordinates 0 (S w))) (fun hb =>
         bind (valued (snd hb) (snd (fst gob)) k first) (fun vb =>
         bind (summed (snd vb) k first) (fun xb =>
         Some (none automata fuel (snd xb) (fst (fst gob) :: fst hb :: fst xb :: fst vb))))))).

  (** Witnesses are moves ... *)
  Definition check_moves_sum (m : sum_move) (witness : nat) : bool :=
    yes (bind (begin_room (wide m) 0) (fun gob =>
         bind (accepted_at (snd gob) witness (coordinates 0 (S w + m_variables (wide m)))) (fun wb =>
         Some (none automata fuel (snd wb) [fst wb; Not (fst (fst gob))])))).

  (** ... to the value. *)
  Definition check_value_sum (m : sum_move) (witness : nat) : bool :=
    let k := length (parts_of m) in
    let first := S w + m_variables (wide m) in
    yes (bind (begin_room (wide m) k) (fun gob =>
         bind (accepted_at (snd gob) witness (coordinates 0 (S w + m_variables (wide m)))) (fun wb =>
         bind (valued (snd wb) (snd (fst gob)) k first) (fun vb =>
         bind (summed (snd vb) k first) (fun xb =>
         Some (none automata fuel (snd xb) (fst wb :: Not (fst xb) :: fst vb))))))).

  Fixpoint check_values_sum (moves : list sum_move) (first : nat) : bool :=
    match moves with
    | [] => true
    | m :: moves =>
        signs_repeat (the automata first) (S w + m_variables (wide m)) && check_moves_sum m first &&
        check_value_sum m first && check_values_sum moves (S first)
    end.

  Hypothesis graph_valid : signs_repeat (the automata 0) (S w) = true.

  Lemma begin_room_ok r extra given option b :
    begin_room r extra = Some (given, option, b) ->
    ext automata (new_builder (S w + m_variables r + extra)) b /\ tree_fine automata (tracks b) given /\
    forms_scoped option (tracks b) /\ length option = length (m_option r) /\
    forall x, good automata b x ->
      let p := map x (seq 0 w) in
      let all := p ++ map x (seq (S w) (m_variables r)) in
      (sat automata given x <-> inside g p /\ true_of (names_of all) (m_condition r) = true) /\
      values option x = map (number_of (names_of all)) (m_option r).
  Proof.
    unfold begin_room. cbv zeta. set (n := S w + m_variables r + extra). intros H.
    set (at_ := coordinates 0 w ++ coordinates (S w) (m_variables r)) in *.
    apply bind_pair in H. destruct H as (dp & b1 & H1 & H). apply bind_pair in H. destruct H as (dc & b2 & H2 & H).
    apply bind_pair in H. destruct H as (fs & b3 & H3 & H). cbn [fst snd] in *. injection H as <- <- <-.
    destruct (position_ok automata depth g (new_builder n) (coordinates 0 w) dp b1 (new_wf _ _)) as (X1 & F1 & V1);
      [apply (coordinates_scoped g); cbn; unfold n; lia | apply length_coordinates | exact H1 |].
    assert (N1 : names_fine (names_at at_) (tracks b1)).
    { apply (names_at_fine g). pose proof (ext_tracks _ _ _ X1) as T. cbn [new_builder tracks] in T. unfold n in T.
      apply scoped_app; apply (coordinates_scoped g); lia. }
    destruct (builder_ok automata depth) as (_ & _ & IHc).
    destruct (IHc (names_at at_) b1 (m_condition r) dc b2 (ext_wf _ _ _ X1) N1 H2) as (X2 & F2 & V2).
    destruct (numbers_ok automata depth (names_at at_) (m_option r) b2 fs b3 (ext_wf _ _ _ X2)
      (names_more _ _ _ N1 (ext_tracks _ _ _ X2)) H3) as (X3 & S3 & L3 & V3).
    split; [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3] |].
    split; [| split; [exact S3 | split; [exact L3 |]]].
    - intros a I. simpl in I. apply in_app_iff in I. destruct I as [I | I].
      + apply (fine_more automata (tracks b1)); [apply F1, I |].
        pose proof (ext_tracks _ _ _ X2). pose proof (ext_tracks _ _ _ X3). lia.
      + apply (fine_more automata (tracks b2)); [apply F2, I | apply (ext_tracks _ _ _ X3)].
    - intros x G. pose proof (ext_good _ _ _ _ X3 G) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
      assert (E : forall m, value_of (names_at at_) x m = names_of (map x (seq 0 w) ++ map x (seq (S w) (m_variables r))) m).
      { intros m. unfold at_. rewrite (value_names g), values_app, !values_coordinates. reflexivity. }
      split.
      + unfold sat in *. cbn [means]. rewrite (V1 x G1), (V2 x G2), values_coordinates, (true_ext _ _ E). reflexivity.
      + rewrite (V3 x G). apply map_ext. intros u. apply number_ext, E.
  Qed.

  Definition valued_by (q : position) (u : Z) : Prop := member automata 0 (q ++ [u]).

  Lemma valued_ok count : forall b option first ds b',
    wf automata b -> forms_scoped option (tracks b) -> length option = count * w -> first + count <= tracks b ->
    valued b option count first = Some (ds, b') ->
    ext automata b b' /\ (forall d, In d ds -> tree_fine automata (tracks b') d) /\
    forall x, good automata b' x ->
      ((forall d, In d ds -> sat automata d x) <->
       Forall2 valued_by (pieces w count (values option x)) (map x (seq first count))).
  Proof.
    induction count as [| count IH]; intros b option first ds b' W SC L T H; cbn [valued] in H.
    - injection H as <- <-. split; [apply ext_refl, W |]. split; [intros d [] |]. intros x _. cbn.
      split; [constructor | intros _ d []].
    - apply bind_pair in H. destruct H as (d & b1 & H1 & H). apply bind_pair in H. destruct H as (rest & b2 & H2 & H).
      cbn [fst snd] in *. injection H as <- <-.
      assert (LF : length (firstn w option) = w) by (rewrite firstn_length, L; lia).
      destruct (accepted_at_ok automata g b 0 (firstn w option ++ [track_form first]) d b1 W) as (X1 & F1 & V1).
      { apply scoped_app; [intros f I; apply SC; rewrite <- (firstn_skipn w option); apply in_or_app; auto |
          apply scoped_one; lia]. }
      { rewrite app_length, LF. cbn [length]. rewrite Nat.add_1_r. exact graph_valid. }
      { exact H1. }
      pose proof (ext_tracks _ _ _ X1) as T1.
      destruct (IH b1 (skipn w option) (S first) rest b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2).
      { intros f I. apply (scoped_more f (tracks b)); [| exact T1]. apply SC. rewrite <- (firstn_skipn w option).
        apply in_or_app. auto. }
      { rewrite skipn_length, L. cbn [Nat.mul]. lia. }
      { lia. }
      { exact H2. }
      pose proof (ext_tracks _ _ _ X2) as T2.
      split; [eapply ext_trans; [exact X1 | exact X2] |]. split.
      + intros e [<- | I]; [apply (tree_fine_more automata (tracks b1)); [exact F1 | exact T2] | apply F2, I].
      + intros x G. pose proof (ext_good _ _ _ _ X2 G) as G1. specialize (V1 x G1). specialize (V2 x G).
        rewrite values_app, values_one in V1. cbn [pieces seq map].
        assert (EF : firstn w (values option x) = values (firstn w option) x) by (unfold values; apply firstn_map).
        assert (ES : skipn w (values option x) = values (skipn w option) x) by (unfold values; apply skipn_map).
        rewrite EF, ES. split.
        * intros A. constructor; [apply V1, A; left; reflexivity |]. apply V2. intros e I. apply A. right. exact I.
        * intros A. inversion_clear A. intros e [<- | I]; [apply V1; assumption |]. apply V2; assumption.
  Qed.

  Lemma summed_ok b count first d b' :
    wf automata b -> first + count <= tracks b -> w < tracks b -> summed b count first = Some (d, b') ->
    ext automata b b' /\ tree_fine automata (tracks b') d /\
    forall x, good automata b' x -> (sat automata d x <-> x w = xor_sum (map x (seq first count))).
  Proof.
    intros W T TW H. unfold summed in H. destruct (builder_ok automata depth) as (_ & IHi & _).
    destruct (IHi (names_at (coordinates first count)) b (track_form w) (xor_term count) d b' W) as (X & F & V);
      [apply (names_at_fine g), (coordinates_scoped g); lia | apply scoped_track; exact TW | exact H |].
    split; [exact X |]. split; [exact F |]. intros x G. rewrite (V x G), eval_track, xor_term_sum.
    assert (E : map (value_of (names_at (coordinates first count)) x) (seq 0 count) = map x (seq first count)).
    { transitivity (map (names_of (map x (seq first count))) (seq 0 count)).
      - apply map_ext. intros i. rewrite (value_names g), values_coordinates. reflexivity.
      - pose proof (nth_all (map x (seq first count))) as A. rewrite map_length, seq_length in A. exact A. }
    rewrite E. reflexivity.
  Qed.

  Lemma sum_env b p z vs us :
    length p = w -> ext automata (new_builder (S w + length vs + length us)) b ->
    exists y, good automata b y /\ map y (seq 0 w) = p /\ y w = z /\ map y (seq (S w) (length vs)) = vs /\
      map y (seq (S w + length vs) (length us)) = us /\ map y (seq 0 (S w)) = p ++ [z] /\
      map y (seq 0 (S w + length vs)) = (p ++ [z]) ++ vs.
  Proof.
    intros LP X. assert (E : S w + length vs + length us = S w + length (vs ++ us)) by (rewrite app_length; lia).
    rewrite E in X. destruct (value_env automata g b p z (vs ++ us) LP X) as (y & G & EP & EZ & EV & EA & _).
    rewrite app_length, seq_app, map_app in EV.
    assert (LV : length (map y (seq (S w) (length vs))) = length vs) by (rewrite map_length, seq_length; reflexivity).
    destruct (app_inj_len _ _ _ _ LV EV) as [E1 E2].
    exists y. repeat split; try assumption.
    fold w in EA. rewrite seq_app, map_app, EA. cbn [Nat.add]. rewrite E1. reflexivity.
  Qed.

  (** Every part of the move leaves as many coordinates as there are. *)
  Hypothesis widths : forall m P, In m (s_moves s) -> In P (parts_of m) -> length P = w.

  Lemma wide_length m : In m (s_moves s) -> length (m_option (wide m)) = length (parts_of m) * w.
  Proof. intros I. apply (concat_length w). intros P J. apply (widths m P I J). Qed.

  Lemma wide_pieces m (v : term -> Z) : In m (s_moves s) ->
    pieces w (length (parts_of m)) (map v (m_option (wide m))) = map (map v) (parts_of m).
  Proof.
    intros I. unfold wide. cbn [m_option]. rewrite concat_map, <- (map_length (map v) (parts_of m)).
    apply pieces_concat. intros l J. apply in_map_iff in J. destruct J as (P & <- & J). rewrite map_length.
    apply (widths m P I J).
  Qed.

  Lemma check_same_sum_sound m : In m (s_moves s) -> check_same_sum m = true ->
    forall p vs z us, inside g p -> length vs = m_variables (s_first m) ->
      true_of (names_of (p ++ vs)) (m_condition (s_first m)) = true -> member automata 0 (p ++ [z]) ->
      Forall2 valued_by (map (map (number_of (names_of (p ++ vs)))) (parts_of m)) us -> z = xor_sum us -> False.
  Proof.
    intros IM H p vs z us I LV C MP VU Z. unfold check_same_sum in H. cbv zeta in H.
    set (r := wide m) in *. set (k := length (parts_of m)) in *. set (first := S w + m_variables r) in *.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dh b2] & H2 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([ds b3] & H3 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dx b4] & H4 & H). cbn [fst snd] in *. cbn [yes] in H.
    destruct (begin_room_ok r k given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b 0 (coordinates 0 (S w)) dh b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact graph_valid | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (valued_ok k b2 option first ds b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply (scoped_list_more _ _ _ S1 T2) | rewrite L1; apply (wide_length m IM) | unfold first; lia | exact H3 |].
    pose proof (ext_tracks _ _ _ X3) as T3.
    destruct (summed_ok b3 k first dx b4 (ext_wf _ _ _ X3)) as (X4 & F4 & V4); [unfold first; lia | lia | exact H4 |].
    pose proof (ext_tracks _ _ _ X4) as T4.
    assert (LU : length us = k) by (apply pairs_length in VU; rewrite map_length in VU; symmetry; exact VU).
    assert (LR : m_variables r = length vs) by (symmetry; exact LV).
    destruct (sum_env b4 p z vs us (proj1 I)) as (y & G4 & EP & EZ & EV & EU & EA & _).
    { rewrite LU, <- LR. eapply ext_trans; [exact X1 |]. eapply ext_trans; [exact X2 |]. eapply ext_trans; [exact X3 | exact X4]. }
    pose proof (ext_good _ _ _ _ X4 G4) as G3. pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite LR, EP, EV in V1. destruct V1 as [V1 VO].
    assert (EF : map y (seq first k) = us) by (unfold first; rewrite LR, <- LU; exact EU).
    destruct (none automata fuel b4 (given :: dh :: dx :: ds)) eqn:NO; [| discriminate].
    apply (none_sound automata fuel b4 _ (ext_wf _ _ _ X4)) with (2 := NO) (x := y) (3 := G4).
    - intros e [<- | [<- | [<- | J]]].
      + apply (tree_fine_more automata (tracks b)); [exact F1 | lia].
      + apply (tree_fine_more automata (tracks b2)); [exact F2 | lia].
      + exact F4.
      + apply (tree_fine_more automata (tracks b3)); [apply F3, J | lia].
    - intros e [<- | [<- | [<- | J]]].
      + apply V1. split; [exact I | exact C].
      + apply (V2 y G2). rewrite values_coordinates, EA. exact MP.
      + apply (V4 y G4). rewrite EZ, EF. exact Z.
      + apply (V3 y G3); [| exact J]. rewrite VO, EF. unfold k, r. rewrite (wide_pieces m _ IM). exact VU.
  Qed.

  Lemma check_moves_sum_sound m k :
    signs_repeat (the automata k) (S w + m_variables (wide m)) = true -> check_moves_sum m k = true ->
    forall p u vs, length p = w -> length vs = m_variables (s_first m) -> member automata k ((p ++ [u]) ++ vs) ->
    inside g p /\ true_of (names_of (p ++ vs)) (m_condition (s_first m)) = true.
  Proof.
    intros R H p u vs LP LV M. unfold check_moves_sum in H. set (r := wide m) in *.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dw b2] & H2 & H). cbn [fst snd] in *. cbn [yes] in H.
    destruct (begin_room_ok r 0 given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b k (coordinates 0 (S w + m_variables r)) dw b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact R | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    assert (LR : m_variables r = length vs) by (symmetry; exact LV).
    destruct (sum_env b2 p u vs [] LP) as (y & G2 & EP & EZ & EV & _ & EA & EALL).
    { rewrite <- LR. eapply ext_trans; [exact X1 | exact X2]. }
    pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite LR, EP, EV in V1. destruct V1 as [V1 _].
    specialize (V2 y G2). rewrite values_coordinates, LR, EALL in V2.
    destruct (none automata fuel b2 [dw; Not given]) eqn:NO; [| discriminate].
    assert (FINE : forall e, In e [dw; Not given] -> tree_fine automata (tracks b2) e).
    { intros e [<- | [<- | []]]; [exact F2 |]. intros a J. simpl in J.
      apply (fine_more automata (tracks b)); [apply F1, J | lia]. }
    pose proof (none_sound automata fuel b2 _ (ext_wf _ _ _ X2) FINE NO y G2) as NS.
    assert (ND : ~ ~ (inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true)).
    { intros Q. apply NS. intros e [<- | [<- | []]]; [apply V2, M |]. unfold sat in *. cbn [means]. rewrite V1. exact Q. }
    pose proof (inside_decided g p) as DI.
    destruct (true_of (names_of (p ++ vs)) (m_condition r)) eqn:Q.
    - split; [tauto | exact Q].
    - exfalso. apply ND. intros [_ B]. discriminate.
  Qed.

  Lemma check_value_sum_sound m k : In m (s_moves s) ->
    signs_repeat (the automata k) (S w + m_variables (wide m)) = true -> check_value_sum m k = true ->
    forall p u vs us, length p = w -> length vs = m_variables (s_first m) -> member automata k ((p ++ [u]) ++ vs) ->
    Forall2 valued_by (map (map (number_of (names_of (p ++ vs)))) (parts_of m)) us -> u = xor_sum us.
  Proof.
    intros IM R H p z vs us LP LV M VU. unfold check_value_sum in H. cbv zeta in H.
    set (r := wide m) in *. set (n := length (parts_of m)) in *. set (first := S w + m_variables r) in *.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dw b2] & H2 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([ds b3] & H3 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dx b4] & H4 & H). cbn [fst snd] in *. cbn [yes] in H.
    destruct (begin_room_ok r n given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b k (coordinates 0 (S w + m_variables r)) dw b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact R | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (valued_ok n b2 option first ds b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply (scoped_list_more _ _ _ S1 T2) | rewrite L1; apply (wide_length m IM) | unfold first; lia | exact H3 |].
    pose proof (ext_tracks _ _ _ X3) as T3.
    destruct (summed_ok b3 n first dx b4 (ext_wf _ _ _ X3)) as (X4 & F4 & V4); [unfold first; lia | lia | exact H4 |].
    pose proof (ext_tracks _ _ _ X4) as T4.
    assert (LU : length us = n) by (apply pairs_length in VU; rewrite map_length in VU; symmetry; exact VU).
    assert (LR : m_variables r = length vs) by (symmetry; exact LV).
    destruct (sum_env b4 p z vs us LP) as (y & G4 & EP & EZ & EV & EU & EA & EALL).
    { rewrite LU, <- LR. eapply ext_trans; [exact X1 |]. eapply ext_trans; [exact X2 |]. eapply ext_trans; [exact X3 | exact X4]. }
    pose proof (ext_good _ _ _ _ X4 G4) as G3. pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite LR, EP, EV in V1. destruct V1 as [_ VO].
    specialize (V2 y G2). rewrite values_coordinates, LR, EALL in V2.
    assert (EF : map y (seq first n) = us) by (unfold first; rewrite LR, <- LU; exact EU).
    specialize (V4 y G4). rewrite EZ, EF in V4.
    destruct (none automata fuel b4 (dw :: Not dx :: ds)) eqn:NO; [| discriminate].
    assert (FINE : forall e, In e (dw :: Not dx :: ds) -> tree_fine automata (tracks b4) e).
    { intros e [<- | [<- | J]].
      - apply (tree_fine_more automata (tracks b2)); [exact F2 | lia].
      - intros a J. simpl in J. apply F4, J.
      - apply (tree_fine_more automata (tracks b3)); [apply F3, J | lia]. }
    pose proof (none_sound automata fuel b4 _ (ext_wf _ _ _ X4) FINE NO y G4) as NS.
    destruct (Z.eq_dec z (xor_sum us)) as [Q | Q]; [exact Q |]. exfalso. apply NS. intros e [<- | [<- | J]].
    - apply V2, M.
    - unfold sat in *. cbn [means]. rewrite V4. exact Q.
    - apply (V3 y G3); [| exact J]. rewrite VO, EF. unfold n, r. rewrite (wide_pieces m _ IM). exact VU.
  Qed.

  Lemma check_values_sum_nth moves : forall first i m,
    check_values_sum moves first = true -> nth_error moves i = Some m ->
    signs_repeat (the automata (first + i)) (S w + m_variables (wide m)) = true /\
    check_moves_sum m (first + i) = true /\ check_value_sum m (first + i) = true.
  Proof.
    induction moves as [| m0 moves IH]; intros first [| i] m H E; try discriminate; cbn [check_values_sum] in H;
      rewrite !andb_true_iff in H; destruct H as [[[H1 H2] H3] H4].
    - injection E as <-. rewrite Nat.add_0_r. auto.
    - replace (first + S i) with (S first + i) by lia. apply IH; assumption.
  Qed.
End Check.

(** What both checks have in common. *)
Definition check_sum_moves (depth : nat) (fuel : effort) (s : sum_game) (decreases : list (list Z)) (graph : automaton)
  (witnesses : list automaton) : bool :=
  let automata := graph :: witnesses in
  let g := parts_game s in
  (1 <=? g_width g) && (length witnesses =? length (s_moves s)) &&
  forallb (fun m => match m_player (s_first m) with None => true | Some _ => false end) (s_moves s) &&
  signs_repeat graph (S (g_width g)) &&
  forallb (check_measure automata depth fuel g) decreases &&
  forallb (check_down automata depth fuel g decreases) (g_moves g) &&
  check_negative automata fuel g &&
  forallb (check_same_sum automata depth fuel s) (s_moves s) &&
  check_values_sum automata depth fuel s (s_moves s) 1 &&
  check_smaller automata fuel g (witness_list (map s_first (s_moves s)) 1).

Definition check_sums (depth : nat) (fuel : effort) (s : sum_game) (t : term) (decreases : list (list Z)) (graph : automaton)
  (witnesses : list automaton) : bool :=
  check_sum_moves depth fuel s decreases graph witnesses &&
  check_graph (graph :: witnesses) depth fuel (parts_game s) t.

Definition check_sums_automaton (depth : nat) (fuel : effort) (s : sum_game) (decreases : list (list Z)) (graph : automaton)
  (witnesses : list automaton) : bool :=
  let automata := graph :: witnesses in
  let g := parts_game s in
  check_sum_moves depth fuel s decreases graph witnesses &&
  (check_only automata depth fuel g && check_one automata fuel g && check_some automata depth fuel g).

Section Sound.
  Variables (depth : nat) (fuel : effort) (s : sum_game) (decreases : list (list Z)) (graph : automaton) (witnesses : list automaton).
  Let automata := graph :: witnesses.
  Let g := parts_game s.
  Hypothesis C : check_sum_moves depth fuel s decreases graph witnesses = true.

  Lemma sum_facts :
    signs_repeat (the automata 0) (S (g_width g)) = true /\
    well_founded (fun q p => exists Q, sum_options s p Q /\ In q Q) /\
    (forall p Q q, inside g p -> sum_options s p Q -> In q Q -> inside g q) /\
    (forall m P, In m (s_moves s) -> In P (parts_of m) -> length P = g_width g) /\
    check_negative automata fuel g = true /\
    (forall m, In m (s_moves s) -> check_same_sum automata depth fuel s m = true) /\
    check_values_sum automata depth fuel s (s_moves s) 1 = true /\
    check_smaller automata fuel g (witness_list (map s_first (s_moves s)) 1) = true.
  Proof.
    unfold check_sum_moves in C. cbv zeta in C. fold automata g in C. rewrite !andb_true_iff in C.
    destruct C as [[[[[[[[[_ _] PL] GV] M] D] CN] CS] CV] CW].
    destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
    rewrite forallb_forall in PL, CS.
    assert (IP : forall m P, In m (s_moves s) -> In P (parts_of m) -> In (part_move m P) (g_moves g)).
    { intros m P I J. apply in_flat_map. exists m. split; [exact I | apply in_map, J]. }
    assert (MB : forall p Q q, sum_options s p Q -> In q Q -> moves_of g true p q).
    { intros p Q q (m & vs & I & IN & LV & TC & ->) J. apply in_map_iff in J. destruct J as (P & <- & J).
      exists (part_move m P). split; [apply IP; assumption |]. split.
      - left. specialize (PL m I). cbn [part_move m_player]. destruct (m_player (s_first m)); [discriminate | reflexivity].
      - split; [exact IN |]. exists vs. auto. }
    split; [exact GV |]. split; [| split; [| split; [| split; [exact CN | split; [exact CS | split; [exact CV | exact CW]]]]]].
    - eapply wf_incl; [| exact E]. intros q p (Q & O & J). exists true. eapply MB; eassumption.
    - intros p Q q I O J. apply (CL true p q I). eapply MB; eassumption.
    - intros m P I J. apply (W (part_move m P) (IP m P I J)).
  Qed.

  (** Every value is one that some option does not have, and smaller ones are those of options. *)
  Lemma sum_mex_holds p z :
    (forall q, inside g q -> exists u, has_value graph q u) -> inside g p -> has_value graph p z ->
    is_mex (fun v => exists Q, sum_options s p Q /\ sum_has position (has_value graph) Q (Z.of_nat v)) (Z.to_nat z).
  Proof.
    intros SOME I V. destruct sum_facts as (GV & _ & CL & W & CN & CS & CV & CW).
    pose proof (check_negative_sound automata fuel g GV CN p z (proj1 I) V) as Z0. split.
    - intros (Q & (m & vs & IM & _ & LV & TC & ->) & (us & F & E)). rewrite Z2Nat.id in E by exact Z0.
      apply (check_same_sum_sound automata depth fuel s GV W m IM (CS m IM) p vs z us I LV TC V F E).
    - intros u Hu.
      destruct (check_smaller_sound automata fuel g GV _ CW p (Z.of_nat u) z (proj1 I) ltac:(lia) V)
        as (k & v & vs & IW & LV & MK).
      destruct (witness_list_in automata depth fuel g (map s_first (s_moves s)) 1 k v IW eq_refl) as (i & r & Ei & -> & ->).
      rewrite nth_error_map in Ei. destruct (nth_error (s_moves s) i) as [m |] eqn:Em; [| discriminate].
      injection Ei as <-.
      destruct (check_values_sum_nth automata depth fuel s (s_moves s) 1 i m CV Em) as (R & CM & CK).
      pose proof (nth_error_In _ _ Em) as IM.
      destruct (check_moves_sum_sound automata depth fuel s m (1 + i) R CM p (Z.of_nat u) vs (proj1 I) LV MK) as [_ TC].
      set (Q := map (map (number_of (names_of (p ++ vs)))) (parts_of m)).
      assert (O : sum_options s p Q) by (exists m, vs; auto).
      assert (US : exists us, Forall2 (has_value graph) Q us).
      { assert (IQ : forall q, In q Q -> inside g q) by (intros q J; apply (CL p Q q I O J)).
        clear O. induction Q as [| q Q IH]; [exists []; constructor |].
        destruct (SOME q (IQ q (or_introl eq_refl))) as (x & X).
        destruct IH as (us & F); [intros r J; apply IQ; right; exact J |]. exists (x :: us). constructor; assumption. }
      destruct US as (us & F). exists Q. split; [exact O |]. exists us. split; [exact F |].
      apply (check_value_sum_sound automata depth fuel s GV W m (1 + i) IM R CK p (Z.of_nat u) vs us (proj1 I) LV MK F).
  Qed.
End Sound.

Theorem check_sums_automaton_sound depth fuel s decreases graph witnesses :
  check_sums_automaton depth fuel s decreases graph witnesses = true -> sum_automaton_holds s graph.
Proof.
  unfold check_sums_automaton. cbv zeta. rewrite !andb_true_iff. intros [C [[CO C1] CE]].
  destruct (sum_facts depth fuel s decreases graph witnesses C) as (GV & E & CL & _ & CN & _).
  set (automata := graph :: witnesses) in *. set (g := parts_game s) in *.
  assert (SOME : forall p, inside g p -> exists z, has_value graph p z)
    by (intros p I; apply (check_some_sound automata depth fuel g CE p I)).
  split; [exact E |]. split; [exact CL |]. split; [| split].
  - intros p z LP V. apply (check_only_sound automata depth fuel g GV CO p z LP V).
  - intros p I. destruct (SOME p I) as (z & V). exists z. split; [exact V |].
    split; [apply (check_negative_sound automata fuel g GV CN p z (proj1 I) V) |]. intros u U.
    pose proof (check_one_below automata fuel g GV C1 p z u (proj1 I) V U).
    pose proof (check_one_below automata fuel g GV C1 p u z (proj1 I) U V). lia.
  - intros p z. apply (sum_mex_holds depth fuel s decreases graph witnesses C p z SOME).
Qed.

Theorem check_sums_sound depth fuel s t decreases graph witnesses :
  check_sums depth fuel s t decreases graph witnesses = true -> sum_claim_holds s t.
Proof.
  unfold check_sums. rewrite andb_true_iff. intros [C CG].
  destruct (sum_facts depth fuel s decreases graph witnesses C) as (GV & E & CL & _ & CN & _).
  set (automata := graph :: witnesses) in *. set (g := parts_game s) in *.
  assert (GR : forall p z, length p = g_width g -> (has_value graph p z <-> inside g p /\ z = number_of (names_of p) t))
    by apply (check_graph_sound automata depth fuel g t GV CG).
  assert (VAL : forall p, inside g p -> has_value graph p (number_of (names_of p) t)).
  { intros p I. apply GR; [apply I | auto]. }
  assert (NN : forall p, inside g p -> (0 <= number_of (names_of p) t)%Z).
  { intros p I. apply (check_negative_sound automata fuel g GV CN p _ (proj1 I) (VAL p I)). }
  assert (SOME : forall p, inside g p -> exists z, has_value graph p z) by (intros p I; eauto).
  split; [exact E |]. split; [exact CL |]. split; [exact NN |]. intros p I.
  pose proof (sum_mex_holds depth fuel s decreases graph witnesses C p _ SOME I (VAL p I)) as M.
  eapply mex_ext; [| exact M]. intros v. cbv beta.
  assert (SUM : forall Q us, sum_options s p Q -> Forall2 (has_value graph) Q us ->
    xor_sum us = Z.of_nat (nim_sum (map (fun q => Z.to_nat (number_of (names_of q) t)) Q))).
  { intros Q us O F. assert (IQ : forall q, In q Q -> inside g q) by (intros q J; apply (CL p Q q I O J)).
    assert (EU : us = map (fun q => number_of (names_of q) t) Q).
    { clear O. induction F as [| q u Q us V F IH]; [reflexivity |]. cbn [map]. f_equal.
      - apply GR in V; [apply V | apply (IQ q), or_introl, eq_refl].
      - apply IH. intros r J. apply IQ. right. exact J. }
    rewrite EU, xor_sum_some; [rewrite map_map; reflexivity |].
    intros z J. apply in_map_iff in J. destruct J as (q & <- & J). apply NN, IQ, J. }
  split.
  - intros (Q & O & (us & F & EV)). exists Q. split; [exact O |]. rewrite (SUM Q us O F) in EV. apply Nat2Z.inj, EV.
  - intros (Q & O & ->). exists Q. split; [exact O |].
    exists (map (fun q => number_of (names_of q) t) Q).
    assert (F : Forall2 (has_value graph) Q (map (fun q => number_of (names_of q) t) Q)).
    { assert (IQ : forall q, In q Q -> inside g q) by (intros q J; apply (CL p Q q I O J)).
      clear O. induction Q as [| q Q IH]; cbn [map]; constructor; [apply VAL, IQ, or_introl, eq_refl |].
      apply IH. intros r J. apply IQ. right. exact J. }
    split; [exact F |]. symmetry. apply (SUM Q _ O F).
Qed.
