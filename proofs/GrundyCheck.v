(** The check of Grundy numbers at all positions of a game on tuples, given by a term, and that what it accepts is true.
    crates/certify/src/formula/grundy.rs, for moves that leave one position. *)

From Coq Require Import Arith ZArith List Lia Bool Wellfounded.
From Ishitori Require Import Grundy Kernel Automata Joins Terms FormulaCheck.
Import ListNotations.

(** Both players have the same moves; an option is one position. *)
Definition options_of (g : tuple_game) (p : position) (Q : list position) : Prop :=
  exists r q, In r (g_moves g) /\ moves_by g r p q /\ Q = [q].

(** Every play ends, and the term is the Grundy number of every position: not negative, the value of no option, and every
    smaller number is the value of some. *)
Definition grundy_claim_holds (g : tuple_game) (t : term) : Prop :=
  well_founded (fun q p => exists Q, options_of g p Q /\ In q Q) /\
  (forall p Q q, inside g p -> options_of g p Q -> In q Q -> inside g q) /\
  (forall p, inside g p -> (0 <= number_of (names_of p) t)%Z) /\
  mex_property position (options_of g) (inside g) (fun p => Z.to_nat (number_of (names_of p) t)).

(** A move, where the track after the coordinates is for a value. *)
Definition begin_with_value (fuel : nat) (g : tuple_game) (r : tuple_move) : option (tree atom * list form * builder) :=
  let w := g_width g in
  let ns := names_at (coordinates 0 w ++ coordinates (S w) (m_variables r)) in
  bind (position_at fuel g (new_builder (S w + m_variables r)) (coordinates 0 w)) (fun pb =>
  bind (condition_of fuel ns (snd pb) (m_condition r)) (fun cb =>
  bind (numbers fuel ns (snd cb) (m_option r)) (fun ob => Some (And (fst pb) (fst cb), fst ob, snd ob)))).

Section Check.
  Variable automata : list automaton.
  Variables (depth : nat) (fuel : effort) (g : tuple_game) (t : term).
  Let w := g_width g.

  (** Automaton 0 holds for exactly the positions with their values ... *)
  Definition check_graph : bool :=
    yes (bind (position_at depth g (new_builder (S w)) (coordinates 0 w)) (fun pb =>
         bind (is_number depth (names_at (coordinates 0 w)) (snd pb) (track_form w) t) (fun rb =>
         bind (accepted_at (snd rb) 0 (coordinates 0 (S w))) (fun hb =>
         let said := And (fst pb) (fst rb) in
         Some (none automata fuel (snd hb) [Or (And said (Not (fst hb))) (And (Not said) (fst hb))]))))).

  (** ... which are not negative. *)
  Definition check_negative : bool :=
    yes (bind (accepted_at (new_builder (S w)) 0 (coordinates 0 (S w))) (fun hb =>
         bind (less (track_form w) (constant_form 0)) (fun negative =>
         Some (none automata fuel (snd hb) [fst hb; negative])))).

  (** An automaton that is claimed holds for positions only, ... *)
  Definition check_only : bool :=
    yes (bind (position_at depth g (new_builder (S w)) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) 0 (coordinates 0 (S w))) (fun hb =>
         Some (none automata fuel (snd hb) [fst hb; Not (fst pb)])))).

  (** ... for one value at most, ... *)
  Definition check_one : bool :=
    yes (bind (accepted_at (new_builder (S (S w))) 0 (coordinates 0 (S w))) (fun hb =>
         bind (accepted_at (snd hb) 0 (coordinates 0 w ++ [track_form (S w)])) (fun tb =>
         bind (less (track_form w) (track_form (S w))) (fun larger =>
         Some (none automata fuel (snd tb) [fst hb; fst tb; larger]))))).

  (** ... and for some value at every position. *)
  Definition check_some : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         Some (everywhere automata fuel (snd pb) [fst pb] w [(0, 1)]))).

  (** No option has the value of its position. *)
  Definition check_same (r : tuple_move) : bool :=
    yes (bind (begin_with_value depth g r) (fun gob =>
         bind (accepted_at (snd gob) 0 (coordinates 0 (S w))) (fun hb =>
         bind (accepted_at (snd hb) 0 (snd (fst gob) ++ [track_form w])) (fun tb =>
         Some (none automata fuel (snd tb) [fst (fst gob); fst hb; fst tb]))))).

  (** Witnesses are moves to the value. *)
  Definition check_value (r : tuple_move) (witness : nat) : bool :=
    yes (bind (begin_with_value depth g r) (fun gob =>
         bind (accepted_at (snd gob) witness (coordinates 0 (S w + m_variables r))) (fun wb =>
         bind (accepted_at (snd wb) 0 (snd (fst gob) ++ [track_form w])) (fun tb =>
         Some (none automata fuel (snd tb) [fst wb; Not (And (fst (fst gob)) (fst tb))]))))).

  Fixpoint check_values (rules : list tuple_move) (first : nat) : bool :=
    match rules with
    | [] => true
    | r :: rules =>
        signs_repeat (the automata first) (S w + m_variables r) && check_value r first && check_values rules (S first)
    end.

  (** And there is one for every smaller value: the track w has it, the next one the value of the position. *)
  Definition check_smaller (witnesses : list (nat * nat)) : bool :=
    yes (bind (at_most (constant_form 0) (track_form w)) (fun enough =>
         bind (less (track_form w) (track_form (S w))) (fun below =>
         bind (accepted_at (new_builder (S (S w))) 0 (coordinates 0 w ++ [track_form (S w)])) (fun hb =>
         Some (everywhere automata fuel (snd hb) [enough; below; fst hb] (S w) witnesses))))).

  Hypothesis graph_valid : signs_repeat (the automata 0) (S w) = true.

  Lemma length_coordinates first count : length (coordinates first count) = count.
  Proof. unfold coordinates. rewrite map_length, seq_length. reflexivity. Qed.

  Lemma values_app l k x : values (l ++ k) x = values l x ++ values k x.
  Proof. apply map_app. Qed.

  Lemma scoped_app l k n : forms_scoped l n -> forms_scoped k n -> forms_scoped (l ++ k) n.
  Proof. intros A B f I. apply in_app_iff in I. destruct I; auto. Qed.

  Lemma scoped_one u n : u < n -> forms_scoped [track_form u] n.
  Proof. intros L f [<- | []]. apply scoped_track, L. Qed.

  Lemma values_one u x : values [track_form u] x = [x u].
  Proof. unfold values. simpl. rewrite eval_track. reflexivity. Qed.

  Lemma first_values (x : env) p l :
    map x (seq 0 (length (p ++ l))) = p ++ l -> map x (seq 0 (length p)) = p.
  Proof.
    intros E. rewrite (firsts g x (length p) (length (p ++ l))), E by (rewrite app_length; lia).
    rewrite firstn_app, Nat.sub_diag, firstn_O, app_nil_r. apply firstn_all.
  Qed.

  (** An environment that has a position, a value, and variables. *)
  Lemma value_env b p z vs :
    length p = w -> ext automata (new_builder (S w + length vs)) b ->
    exists y, good automata b y /\ map y (seq 0 w) = p /\ y w = z /\ map y (seq (S w) (length vs)) = vs /\
      map y (seq 0 (S w)) = p ++ [z] /\ map y (seq 0 (S w + length vs)) = (p ++ [z]) ++ vs.
  Proof.
    intros LP X. destruct (built automata _ b (env_of ((p ++ [z]) ++ vs)) X) as (y & E & G).
    assert (LL : length ((p ++ [z]) ++ vs) = S w + length vs) by (rewrite !app_length; simpl; lia).
    rewrite <- LL in E. apply (env_values g) in E. pose proof (first_values y _ _ E) as E1.
    assert (L1 : length (p ++ [z]) = S w) by (rewrite app_length; simpl; lia).
    pose proof (first_values y _ _ E1) as E2. rewrite LL in E. rewrite L1 in E1. rewrite LP in E2.
    exists y. split; [exact G |]. split; [exact E2 |].
    rewrite seq_app, map_app in E. cbn [Nat.add] in E. rewrite E1 in E. apply app_inv_head in E.
    assert (EZ : y w = z).
    { rewrite seq_S, map_app, E2 in E1. apply app_inv_head in E1. simpl in E1. congruence. }
    split; [exact EZ |]. split; [exact E |]. split; [exact E1 |].
    rewrite seq_app, map_app, E1. cbn [Nat.add]. rewrite E. reflexivity.
  Qed.

  Lemma begin_with_value_ok r given option b :
    begin_with_value depth g r = Some (given, option, b) ->
    ext automata (new_builder (S w + m_variables r)) b /\ tree_fine automata (tracks b) given /\
    forms_scoped option (tracks b) /\ length option = length (m_option r) /\
    forall x, good automata b x ->
      let p := map x (seq 0 w) in
      let all := p ++ map x (seq (S w) (m_variables r)) in
      (sat automata given x <-> inside g p /\ true_of (names_of all) (m_condition r) = true) /\
      values option x = map (number_of (names_of all)) (m_option r).
  Proof.
    unfold begin_with_value. cbv zeta. fold w. set (n := S w + m_variables r). intros H.
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

  Lemma member_decided_at k p n : signs_repeat (the automata k) n = true -> length p = n ->
    member automata k p \/ ~ member automata k p.
  Proof. intros R L. apply member_decided. rewrite L. exact R. Qed.

  Lemma check_graph_sound : check_graph = true -> forall p z, length p = w ->
    (member automata 0 (p ++ [z]) <-> inside g p /\ z = number_of (names_of p) t).
  Proof.
    intros H p z LP. unfold check_graph in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as ([dr b2] & H2 & H).
    apply yes_some in H. destruct H as ([dh b3] & H3 & H). cbn [fst snd] in *. cbv zeta in H. cbn [yes] in H.
    destruct (position_ok automata depth g (new_builder (S w)) (coordinates 0 w) d b (new_wf _ _)) as (X1 & F1 & V1);
      [apply (coordinates_scoped g); cbn; lia | apply length_coordinates | exact H1 |].
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (builder_ok automata depth) as (_ & IHi & _).
    destruct (IHi (names_at (coordinates 0 w)) b (track_form w) t dr b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (names_at_fine g), (coordinates_scoped g); lia | apply scoped_track; lia | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (accepted_at_ok automata g b2 0 (coordinates 0 (S w)) dh b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact graph_valid | exact H3 |].
    pose proof (ext_tracks _ _ _ X3) as T3.
    assert (X : ext automata (new_builder (S w + length (@nil Z))) b3).
    { simpl length. rewrite Nat.add_0_r. eapply ext_trans; [exact X1 |]. eapply ext_trans; [exact X2 | exact X3]. }
    destruct (value_env b3 p z [] LP X) as (y & G3 & EP & EZ & _ & EA & _).
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). specialize (V2 y G2). specialize (V3 y G3).
    rewrite values_coordinates, EP in V1. rewrite values_coordinates, EA in V3. rewrite eval_track, EZ in V2.
    rewrite (number_ext _ (names_of p)) in V2.
    2: { intros m. rewrite (value_names g), values_coordinates, EP. reflexivity. }
    set (said := And d dr) in *.
    destruct (none automata fuel b3 [Or (And said (Not dh)) (And (Not said) dh)]) eqn:NO; [| discriminate].
    assert (FINE : forall e, In e [Or (And said (Not dh)) (And (Not said) dh)] -> tree_fine automata (tracks b3) e).
    { assert (A1 : tree_fine automata (tracks b3) d) by (apply (tree_fine_more automata (tracks b)); [exact F1 | lia]).
      assert (A2 : tree_fine automata (tracks b3) dr) by (apply (tree_fine_more automata (tracks b2)); [exact F2 | lia]).
      intros e [<- | []] a J. unfold said in J. simpl in J. rewrite !in_app_iff in J.
      destruct J as [[[J | J] | J] | [[J | J] | J]]; auto. }
    pose proof (none_sound automata fuel b3 _ (ext_wf _ _ _ X3) FINE NO y G3) as NS.
    assert (VS : sat automata said y <-> inside g p /\ z = number_of (names_of p) t).
    { unfold said, sat in *. cbn [means]. rewrite V1, V2. reflexivity. }
    assert (ND : ~ ((inside g p /\ z = number_of (names_of p) t) /\ ~ member automata 0 (p ++ [z]) \/
                    ~ (inside g p /\ z = number_of (names_of p) t) /\ member automata 0 (p ++ [z]))).
    { intros Q. apply NS. intros e [<- | []]. unfold sat in *. cbn [means]. rewrite VS, V3. exact Q. }
    pose proof (member_decided_at 0 (p ++ [z]) (S w) graph_valid ltac:(rewrite app_length; simpl; lia)) as DM.
    pose proof (inside_decided g p) as DI. destruct (Z.eq_dec z (number_of (names_of p) t)); tauto.
  Qed.

  Lemma check_negative_sound : check_negative = true -> forall p z, length p = w ->
    member automata 0 (p ++ [z]) -> (0 <= z)%Z.
  Proof.
    intros H p z LP M. unfold check_negative in H.
    apply yes_some in H. destruct H as ([dh b] & H1 & H). apply yes_some in H. destruct H as (neg & H2 & H).
    cbn [fst snd] in *. cbn [yes] in H.
    destruct (accepted_at_ok automata g (new_builder (S w)) 0 (coordinates 0 (S w)) dh b (new_wf _ _)) as (X & F & V);
      [apply (coordinates_scoped g); cbn; lia | rewrite length_coordinates; exact graph_valid | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    unfold less in H2. apply bind_some in H2. destruct H2 as (h1 & P & H2).
    assert (SW : scoped (track_form w) (tracks b)) by (apply scoped_track; lia).
    assert (S1 : scoped h1 (tracks b)).
    { apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b) P); [exact SW | apply scoped_constant]. }
    destruct (at_most_ok automata _ _ _ (tracks b) H2 S1 (scoped_constant _ _)) as [FL ML].
    assert (X' : ext automata (new_builder (S w + length (@nil Z))) b) by (simpl length; rewrite Nat.add_0_r; exact X).
    destruct (value_env b p z [] LP X') as (y & G & EP & EZ & _ & EA & _).
    destruct (none automata fuel b [dh; neg]) eqn:NO; [| discriminate].
    destruct (Z_le_gt_dec 0 z) as [| N]; [assumption | exfalso].
    apply (none_sound automata fuel b _ (ext_wf _ _ _ X)) with (2 := NO) (x := y) (3 := G).
    - intros e [<- | [<- | []]]; assumption.
    - intros e [<- | [<- | []]].
      + apply (V y G). rewrite values_coordinates, EA. exact M.
      + apply ML. destruct (plus_spec _ _ _ _ y (tracks b) P) as [E1 _].
        rewrite E1, !eval_constant, eval_track, EZ. lia.
  Qed.

  Lemma check_only_sound : check_only = true -> forall p z, length p = w -> member automata 0 (p ++ [z]) -> inside g p.
  Proof.
    intros H p z LP M. unfold check_only in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as ([dh b2] & H2 & H).
    cbn [fst snd] in *. cbn [yes] in H.
    destruct (position_ok automata depth g (new_builder (S w)) (coordinates 0 w) d b (new_wf _ _)) as (X1 & F1 & V1);
      [apply (coordinates_scoped g); cbn; lia | apply length_coordinates | exact H1 |].
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b 0 (coordinates 0 (S w)) dh b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact graph_valid | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    assert (X : ext automata (new_builder (S w + length (@nil Z))) b2).
    { simpl length. rewrite Nat.add_0_r. eapply ext_trans; [exact X1 | exact X2]. }
    destruct (value_env b2 p z [] LP X) as (y & G2 & EP & EZ & _ & EA & _). pose proof (ext_good _ _ _ _ X2 G2) as G1.
    destruct (none automata fuel b2 [dh; Not d]) eqn:NO; [| discriminate].
    destruct (inside_decided g p) as [I | I]; [exact I | exfalso].
    apply (none_sound automata fuel b2 _ (ext_wf _ _ _ X2)) with (2 := NO) (x := y) (3 := G2).
    - intros e [<- | [<- | []]]; [exact F2 |]. apply (tree_fine_more automata (tracks b)); [exact F1 | lia].
    - intros e [<- | [<- | []]].
      + apply (V2 y G2). rewrite values_coordinates, EA. exact M.
      + intros Q. apply (V1 y G1) in Q. rewrite values_coordinates, EP in Q. contradiction.
  Qed.

  Lemma check_one_below : check_one = true -> forall p z u, length p = w ->
    member automata 0 (p ++ [z]) -> member automata 0 (p ++ [u]) -> (u <= z)%Z.
  Proof.
    intros H p z u LP M MU. unfold check_one in H.
    apply yes_some in H. destruct H as ([dh b] & H1 & H). apply yes_some in H. destruct H as ([dt b2] & H2 & H).
    apply yes_some in H. destruct H as (la & H3 & H). cbn [fst snd] in *. cbn [yes] in H.
    destruct (accepted_at_ok automata g (new_builder (S (S w))) 0 (coordinates 0 (S w)) dh b (new_wf _ _)) as (X1 & F1 & V1);
      [apply (coordinates_scoped g); cbn; lia | rewrite length_coordinates; exact graph_valid | exact H1 |].
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    assert (LQ : length (coordinates 0 w ++ [track_form (S w)]) = S w) by (rewrite app_length, length_coordinates; simpl; lia).
    destruct (accepted_at_ok automata g b 0 (coordinates 0 w ++ [track_form (S w)]) dt b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply scoped_app; [apply (coordinates_scoped g); lia | apply scoped_one; lia] | rewrite LQ; exact graph_valid | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    assert (SU : scoped (track_form w) (tracks b2)) by (apply scoped_track; lia).
    assert (SV : scoped (track_form (S w)) (tracks b2)) by (apply scoped_track; lia).
    unfold less in H3. apply bind_some in H3. destruct H3 as (h1 & P & H3).
    assert (S1 : scoped h1 (tracks b2)).
    { apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b2) P); [exact SU | apply scoped_constant]. }
    destruct (at_most_ok automata _ _ _ (tracks b2) H3 S1 SV) as [FL ML].
    assert (X : ext automata (new_builder (S w + length [u])) b2).
    { simpl length. rewrite Nat.add_1_r. eapply ext_trans; [exact X1 | exact X2]. }
    destruct (value_env b2 p z [u] LP X) as (y & G2 & EP & EZ & EU & EA & _). pose proof (ext_good _ _ _ _ X2 G2) as G1.
    assert (EU' : y (S w) = u) by (simpl in EU; congruence).
    destruct (none automata fuel b2 [dh; dt; la]) eqn:NO; [| discriminate].
    destruct (Z_le_gt_dec u z) as [| N]; [assumption | exfalso].
    apply (none_sound automata fuel b2 _ (ext_wf _ _ _ X2)) with (2 := NO) (x := y) (3 := G2).
    - intros e [<- | [<- | [<- | []]]]; [apply (tree_fine_more automata (tracks b)); [exact F1 | lia] | exact F2 | exact FL].
    - intros e [<- | [<- | [<- | []]]].
      + apply (V1 y G1). rewrite values_coordinates, EA. exact M.
      + apply (V2 y G2). rewrite values_app, values_coordinates, values_one, EP, EU'. exact MU.
      + apply ML. destruct (plus_spec _ _ _ _ y (tracks b2) P) as [E1 _]. rewrite E1, !eval_track, eval_constant, EZ, EU'. lia.
  Qed.

  Lemma check_some_sound : check_some = true -> forall p, inside g p -> exists z, member automata 0 (p ++ [z]).
  Proof.
    intros H p I. unfold check_some in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). cbn [fst snd] in *. cbn [yes] in H.
    destruct (position_ok automata depth g (new_builder w) (coordinates 0 w) d b (new_wf _ _)) as (X & F & V);
      [apply (coordinates_scoped g); cbn; lia | apply length_coordinates | exact H1 |].
    pose proof (proj1 I) as LP. fold w in LP. rewrite <- LP in X.
    destruct (built automata _ b (env_of p) X) as (y & E & G). apply (env_values g) in E. rewrite LP in E.
    destruct (everywhere automata fuel b [d] w [(0, 1)]) eqn:EW; [| discriminate].
    destruct (everywhere_sound automata fuel b [d] w [(0, 1)] (ext_wf _ _ _ X)) with (x := y)
      as (kv & [<- | []] & x & Z & A); [| exact EW | exact G | |].
    - intros e [<- | []]. exact F.
    - intros e [<- | []]. apply (V y G). rewrite values_coordinates, E. exact I.
    - cbn [fst snd] in A. rewrite Nat.add_1_r in A. exists (x w).
      assert (EX : p ++ [x w] = map x (seq 0 (S w))).
      { rewrite seq_S, map_app. f_equal. rewrite <- E. apply map_ext_in. intros i J. apply in_seq in J. symmetry. apply Z. lia. }
      rewrite EX. unfold member. rewrite map_length, seq_length. apply (accepted_same (the automata 0) _ x); [| exact A].
      intros i J. unfold env_of. symmetry. rewrite (nth_map_seq x 0%Z) by exact J. reflexivity.
  Qed.

  Lemma check_same_sound r : length (m_option r) = w -> check_same r = true ->
    forall p q z, moves_by g r p q -> member automata 0 (p ++ [z]) -> member automata 0 (q ++ [z]) -> False.
  Proof.
    intros LO H p q z (I & vs & LV & C & Q) MP MQ. unfold check_same in H.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dh b2] & H2 & H). apply yes_some in H. destruct H as ([dt b3] & H3 & H).
    cbn [fst snd] in *. cbn [yes] in H.
    destruct (begin_with_value_ok r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b 0 (coordinates 0 (S w)) dh b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact graph_valid | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (accepted_at_ok automata g b2 0 (option ++ [track_form w]) dt b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply scoped_app; [apply (scoped_list_more _ _ _ S1 T2) | apply scoped_one; lia] |
       rewrite app_length, L1, LO; simpl length; rewrite Nat.add_1_r; exact graph_valid | exact H3 |].
    pose proof (ext_tracks _ _ _ X3) as T3. rewrite <- LV in X1.
    destruct (value_env b3 p z vs (proj1 I)) as (y & G3 & EP & EZ & EV & EA & _);
      [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3] |].
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite <- LV in V1. rewrite EP, EV in V1. destruct V1 as [V1 VO].
    rewrite <- Q in VO.
    destruct (none automata fuel b3 [given; dh; dt]) eqn:NO; [| discriminate].
    apply (none_sound automata fuel b3 _ (ext_wf _ _ _ X3)) with (2 := NO) (x := y) (3 := G3).
    - intros e [<- | [<- | [<- | []]]]; [apply (tree_fine_more automata (tracks b)); [exact F1 | lia] |
        apply (tree_fine_more automata (tracks b2)); [exact F2 | lia] | exact F3].
    - intros e [<- | [<- | [<- | []]]].
      + apply V1. auto.
      + apply (V2 y G2). rewrite values_coordinates, EA. exact MP.
      + apply (V3 y G3). rewrite values_app, VO, values_one, EZ. exact MQ.
  Qed.

  Lemma check_value_sound r k :
    signs_repeat (the automata k) (S w + m_variables r) = true -> length (m_option r) = w -> check_value r k = true ->
    forall p u vs, length p = w -> length vs = m_variables r -> member automata k ((p ++ [u]) ++ vs) ->
    exists q, moves_by g r p q /\ member automata 0 (q ++ [u]).
  Proof.
    intros R LO H p u vs LP LV M. unfold check_value in H.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dw b2] & H2 & H). apply yes_some in H. destruct H as ([dt b3] & H3 & H).
    cbn [fst snd] in *. cbn [yes] in H.
    destruct (begin_with_value_ok r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b k (coordinates 0 (S w + m_variables r)) dw b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite length_coordinates; exact R | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    assert (LQ : length (option ++ [track_form w]) = S w) by (rewrite app_length, L1, LO; simpl; lia).
    destruct (accepted_at_ok automata g b2 0 (option ++ [track_form w]) dt b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply scoped_app; [apply (scoped_list_more _ _ _ S1 T2) | apply scoped_one; lia] |
       rewrite LQ; exact graph_valid | exact H3 |].
    pose proof (ext_tracks _ _ _ X3) as T3. rewrite <- LV in X1, V1, V2.
    destruct (value_env b3 p u vs LP) as (y & G3 & EP & EZ & EV & EA & EALL);
      [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3] |].
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite EP, EV in V1. destruct V1 as [V1 VO].
    specialize (V2 y G2). rewrite values_coordinates, EALL in V2.
    specialize (V3 y G3). rewrite values_app, values_one, EZ in V3.
    destruct (none automata fuel b3 [dw; Not (And given dt)]) eqn:NO; [| discriminate].
    assert (FINE : forall e, In e [dw; Not (And given dt)] -> tree_fine automata (tracks b3) e).
    { intros e [<- | [<- | []]]; [apply (tree_fine_more automata (tracks b2)); [exact F2 | lia] |].
      intros a J. simpl in J. apply in_app_iff in J. destruct J as [J | J]; [| apply F3, J].
      apply (fine_more automata (tracks b)); [apply F1, J | lia]. }
    pose proof (none_sound automata fuel b3 _ (ext_wf _ _ _ X3) FINE NO y G3) as NS.
    assert (ND : ~ ~ ((inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true) /\
                      member automata 0 (values option y ++ [u]))).
    { intros Q. apply NS. intros e [<- | [<- | []]]; [apply V2, M |].
      unfold sat in *. cbn [means]. rewrite V1, V3. exact Q. }
    assert (LVO : length (values option y ++ [u]) = S w).
    { unfold values. rewrite app_length, map_length, L1, LO. simpl. lia. }
    pose proof (member_decided_at 0 _ (S w) graph_valid LVO) as DM. pose proof (inside_decided g p) as DI.
    assert (Q : (inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true) /\
                member automata 0 (values option y ++ [u])).
    { destruct (true_of (names_of (p ++ vs)) (m_condition r)); [tauto |].
      exfalso. apply ND. intros [[_ Q] _]. discriminate. }
    destruct Q as [[IP C] MQ]. exists (values option y). split; [| exact MQ]. split; [exact IP |]. exists vs. auto.
  Qed.

  Lemma check_smaller_sound witnesses : check_smaller witnesses = true ->
    forall p u z, length p = w -> (0 <= u < z)%Z -> member automata 0 (p ++ [z]) ->
    exists k v vs, In (k, v) witnesses /\ length vs = v /\ member automata k ((p ++ [u]) ++ vs).
  Proof.
    intros H p u z LP UZ M. unfold check_smaller in H.
    apply yes_some in H. destruct H as (en & H1 & H). apply yes_some in H. destruct H as (be & H2 & H).
    apply yes_some in H. destruct H as ([dh b] & H3 & H). cbn [fst snd] in *. cbn [yes] in H.
    assert (LQ : length (coordinates 0 w ++ [track_form (S w)]) = S w) by (rewrite app_length, length_coordinates; simpl; lia).
    destruct (accepted_at_ok automata g (new_builder (S (S w))) 0 (coordinates 0 w ++ [track_form (S w)]) dh b (new_wf _ _))
      as (X & F & V); [apply scoped_app; [apply (coordinates_scoped g); cbn; lia | apply scoped_one; cbn; lia] |
        rewrite LQ; exact graph_valid | exact H3 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    assert (SU : scoped (track_form w) (tracks b)) by (apply scoped_track; lia).
    assert (SV : scoped (track_form (S w)) (tracks b)) by (apply scoped_track; lia).
    destruct (at_most_ok automata _ _ _ (tracks b) H1 (scoped_constant _ _) SU) as [FE ME].
    unfold less in H2. apply bind_some in H2. destruct H2 as (h1 & P & H2).
    assert (S1 : scoped h1 (tracks b)).
    { apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b) P); [exact SU | apply scoped_constant]. }
    destruct (at_most_ok automata _ _ _ (tracks b) H2 S1 SV) as [FB MB].
    assert (X' : ext automata (new_builder (S w + length [z])) b) by (simpl length; rewrite Nat.add_1_r; exact X).
    destruct (value_env b p u [z] LP X') as (y & G & EP & EU & EV & EA & _).
    assert (EZ : y (S w) = z) by (simpl in EV; congruence).
    destruct (everywhere automata fuel b [en; be; dh] (S w) witnesses) eqn:EW; [| discriminate].
    destruct (everywhere_sound automata fuel b [en; be; dh] (S w) witnesses (ext_wf _ _ _ X)) with (x := y)
      as ([k v] & IW & x & Z & A); [| exact EW | exact G | |].
    - intros e [<- | [<- | [<- | []]]]; assumption.
    - intros e [<- | [<- | [<- | []]]].
      + apply ME. rewrite eval_constant, eval_track, EU. lia.
      + apply MB. destruct (plus_spec _ _ _ _ y (tracks b) P) as [E1 _]. rewrite E1, !eval_track, eval_constant, EU, EZ. lia.
      + apply (V y G). rewrite values_app, values_coordinates, values_one, EP, EZ. exact M.
    - cbn [fst snd] in A. exists k, v, (map x (seq (S w) v)). split; [exact IW |].
      split; [rewrite map_length, seq_length; reflexivity |].
      assert (EX : (p ++ [u]) ++ map x (seq (S w) v) = map x (seq 0 (S w + v))).
      { rewrite (seq_app (S w) v), map_app. f_equal. rewrite <- EA. apply map_ext_in. intros i J. apply in_seq in J.
        symmetry. apply Z. lia. }
      rewrite EX. unfold member. rewrite map_length, seq_length. apply (accepted_same (the automata k) _ x); [| exact A].
      intros i J. unfold env_of. symmetry. rewrite (nth_map_seq x 0%Z) by exact J. reflexivity.
  Qed.

  Lemma check_values_nth rules : forall first i r,
    check_values rules first = true -> nth_error rules i = Some r ->
    signs_repeat (the automata (first + i)) (S w + m_variables r) = true /\ check_value r (first + i) = true.
  Proof.
    induction rules as [| r0 rules IH]; intros first [| i] r H E; try discriminate; cbn [check_values] in H;
      rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3].
    - injection E as <-. rewrite Nat.add_0_r. auto.
    - replace (first + S i) with (S first + i) by lia. apply IH; assumption.
  Qed.
End Check.

Definition check_grundy (depth : nat) (fuel : effort) (g : tuple_game) (t : term) (decreases : list (list Z))
  (graph : automaton) (witnesses : list automaton) : bool :=
  let automata := graph :: witnesses in
  (1 <=? g_width g) && (length witnesses =? length (g_moves g)) &&
  forallb (fun r => match m_player r with None => true | Some _ => false end) (g_moves g) &&
  signs_repeat graph (S (g_width g)) &&
  forallb (check_measure automata depth fuel g) decreases &&
  forallb (check_down automata depth fuel g decreases) (g_moves g) &&
  check_graph automata depth fuel g t && check_negative automata fuel g &&
  forallb (check_same automata depth fuel g) (g_moves g) &&
  check_values automata depth fuel g (g_moves g) 1 &&
  check_smaller automata fuel g (witness_list (g_moves g) 1).

Theorem check_grundy_sound depth fuel g t decreases graph witnesses :
  check_grundy depth fuel g t decreases graph witnesses = true -> grundy_claim_holds g t.
Proof.
  unfold check_grundy. cbv zeta. set (automata := graph :: witnesses).
  rewrite !andb_true_iff. intros [[[[[[[[[[_ _] PL] GV] M] D] CG] CN] CS] CV] CW].
  destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
  rewrite forallb_forall in PL, CS.
  assert (GV' : signs_repeat (the automata 0) (S (g_width g)) = true) by exact GV.
  assert (MB : forall r p q b, In r (g_moves g) -> moves_by g r p q -> moves_of g b p q).
  { intros r p q b I Q. exists r. split; [exact I |]. split; [| exact Q]. left. specialize (PL r I).
    destruct (m_player r); [discriminate | reflexivity]. }
  assert (GR : forall p z, length p = g_width g ->
    (member automata 0 (p ++ [z]) <-> inside g p /\ z = number_of (names_of p) t)).
  { apply (check_graph_sound automata depth fuel g t GV' CG). }
  assert (NN : forall p, inside g p -> (0 <= number_of (names_of p) t)%Z).
  { intros p I. apply (check_negative_sound automata fuel g GV' CN p _ (proj1 I)). apply GR; [apply I | auto]. }
  split; [| split; [| split; [exact NN |]]].
  - eapply wf_incl; [| exact E]. intros q p (Q & (r & q' & I & MQ & ->) & [<- | []]). exists true. eapply MB; eassumption.
  - intros p Q q I (r & q' & Ir & MQ & ->) [<- | []]. apply (CL true p q' I). eapply MB; eassumption.
  - intros p I. split.
    + intros (Q & (r & q & Ir & MQ & ->) & V). simpl in V. rewrite Nat.lxor_0_r in V.
      assert (IQ : inside g q) by (apply (CL true p q I); eapply MB; eassumption).
      pose proof (NN p I). pose proof (NN q IQ).
      assert (VE : number_of (names_of p) t = number_of (names_of q) t) by lia.
      apply (check_same_sound automata depth fuel g GV' r (W r Ir) (CS r Ir) p q (number_of (names_of p) t) MQ).
      * apply GR; [apply I | auto].
      * apply GR; [apply IQ | auto].
    + intros u Hu. pose proof (NN p I).
      destruct (check_smaller_sound automata fuel g GV' _ CW p (Z.of_nat u) (number_of (names_of p) t) (proj1 I) ltac:(lia))
        as (k & v & vs & IW & LV & MK); [apply GR; [apply I | auto] |].
      destruct (witness_list_in automata depth fuel g (g_moves g) 1 k v IW eq_refl) as (i & r & Ei & -> & ->).
      destruct (check_values_nth automata depth fuel g (g_moves g) 1 i r CV Ei) as [R CK].
      pose proof (nth_error_In _ _ Ei) as Ir.
      destruct (check_value_sound automata depth fuel g GV' r (1 + i) R (W r Ir) CK p (Z.of_nat u) vs (proj1 I) LV MK)
        as (q & MQ & Mu).
      assert (IQ : inside g q) by (apply (CL true p q I); eapply MB; eassumption).
      exists [q]. split; [exists r, q; auto |]. simpl. rewrite Nat.lxor_0_r.
      apply GR in Mu; [| apply IQ]. destruct Mu as [_ Mu]. rewrite <- Mu. lia.
Qed.

(** ** Grundy numbers given by an automaton *)

(** Whether the automaton accepts the coordinates of a position with a value on the next track. *)
Definition has_value (graph : automaton) (p : position) (z : Z) : Prop :=
  accepted graph (length (p ++ [z])) (env_of (p ++ [z])).

(** Every play ends; the automaton accepts positions only, each with exactly one value, which is not negative; this value is the
    least one that is the value of no option. *)
Definition grundy_automaton_holds (g : tuple_game) (graph : automaton) : Prop :=
  well_founded (fun q p => exists Q, options_of g p Q /\ In q Q) /\
  (forall p Q q, inside g p -> options_of g p Q -> In q Q -> inside g q) /\
  (forall p z, length p = g_width g -> has_value graph p z -> inside g p) /\
  (forall p, inside g p -> exists z, has_value graph p z /\ (0 <= z)%Z /\ forall u, has_value graph p u -> u = z) /\
  forall p z, inside g p -> has_value graph p z ->
    is_mex (fun v => exists q, options_of g p [q] /\ has_value graph q (Z.of_nat v)) (Z.to_nat z).

(** So its values are those of the function with the mex property, of which there is one at most. *)
Theorem grundy_automaton_numbers g graph G : grundy_automaton_holds g graph ->
  mex_property position (options_of g) (inside g) G ->
  forall p z, inside g p -> (has_value graph p z <-> z = Z.of_nat (G p)).
Proof.
  intros (E & CL & _ & ONE & M) MG.
  assert (A : forall p, inside g p -> has_value graph p (Z.of_nat (G p))).
  { intros p. induction p as [p IH] using (well_founded_induction E). intros I.
    destruct (ONE p I) as (z & V & Z0 & _). specialize (M p z I V).
    assert (EQ : Z.to_nat z = G p).
    { eapply mex_unique; [| exact M | apply MG, I]. intros v. split.
      - intros (q & O & VQ). exists [q]. split; [exact O |]. simpl. rewrite Nat.lxor_0_r.
        assert (IQ : inside g q) by (apply (CL p [q] q I O); left; reflexivity).
        assert (VG : has_value graph q (Z.of_nat (G q))) by (apply IH; [exists [q]; simpl; auto | exact IQ]).
        destruct (ONE q IQ) as (u & _ & _ & U). rewrite <- (U _ VG) in U. specialize (U _ VQ). lia.
      - intros (Q & O & ->). pose proof O as (r & q & _ & _ & ->). exists q. split; [exact O |]. simpl. rewrite Nat.lxor_0_r.
        apply IH; [exists [q]; simpl; auto |]. apply (CL p [q] q I O). left. reflexivity. }
    rewrite <- EQ, Z2Nat.id by exact Z0. exact V. }
  intros p z I. split; [| intros ->; apply A, I].
  intros V. destruct (ONE p I) as (u & _ & _ & U). rewrite (U z V), (U _ (A p I)). reflexivity.
Qed.

Definition check_grundy_automaton (depth : nat) (fuel : effort) (g : tuple_game) (decreases : list (list Z))
  (graph : automaton) (witnesses : list automaton) : bool :=
  let automata := graph :: witnesses in
  (1 <=? g_width g) && (length witnesses =? length (g_moves g)) &&
  forallb (fun r => match m_player r with None => true | Some _ => false end) (g_moves g) &&
  signs_repeat graph (S (g_width g)) &&
  forallb (check_measure automata depth fuel g) decreases &&
  forallb (check_down automata depth fuel g decreases) (g_moves g) &&
  (check_only automata depth fuel g && check_one automata fuel g && check_some automata depth fuel g) &&
  check_negative automata fuel g &&
  forallb (check_same automata depth fuel g) (g_moves g) &&
  check_values automata depth fuel g (g_moves g) 1 &&
  check_smaller automata fuel g (witness_list (g_moves g) 1).

Theorem check_grundy_automaton_sound depth fuel g decreases graph witnesses :
  check_grundy_automaton depth fuel g decreases graph witnesses = true -> grundy_automaton_holds g graph.
Proof.
  unfold check_grundy_automaton. cbv zeta. set (automata := graph :: witnesses).
  rewrite !andb_true_iff. intros [[[[[[[[[[_ _] PL] GV] M] D] [[CO C1] CE]] CN] CS] CV] CW].
  destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
  rewrite forallb_forall in PL, CS.
  assert (GV' : signs_repeat (the automata 0) (S (g_width g)) = true) by exact GV.
  assert (MB : forall r p q b, In r (g_moves g) -> moves_by g r p q -> moves_of g b p q).
  { intros r p q b I Q. exists r. split; [exact I |]. split; [| exact Q]. left. specialize (PL r I).
    destruct (m_player r); [discriminate | reflexivity]. }
  assert (HV : forall p z, has_value graph p z <-> member automata 0 (p ++ [z])) by reflexivity.
  assert (NN : forall p z, inside g p -> has_value graph p z -> (0 <= z)%Z).
  { intros p z I V. apply (check_negative_sound automata fuel g GV' CN p z (proj1 I) V). }
  split; [| split; [| split; [| split]]].
  - eapply wf_incl; [| exact E]. intros q p (Q & (r & q' & I & MQ & ->) & [<- | []]). exists true. eapply MB; eassumption.
  - intros p Q q I (r & q' & Ir & MQ & ->) [<- | []]. apply (CL true p q' I). eapply MB; eassumption.
  - intros p z LP V. apply (check_only_sound automata depth fuel g GV' CO p z LP V).
  - intros p I. destruct (check_some_sound automata depth fuel g CE p I) as (z & V). exists z.
    split; [exact V |]. split; [apply (NN p z I V) |]. intros u U.
    pose proof (check_one_below automata fuel g GV' C1 p z u (proj1 I) V U).
    pose proof (check_one_below automata fuel g GV' C1 p u z (proj1 I) U V). lia.
  - intros p z I V. pose proof (NN p z I V) as Z0. split.
    + intros (q & (r & q' & Ir & MQ & EQ) & VQ). injection EQ as <-. rewrite Z2Nat.id in VQ by exact Z0.
      apply (check_same_sound automata depth fuel g GV' r (W r Ir) (CS r Ir) p q z MQ V VQ).
    + intros u Hu.
      destruct (check_smaller_sound automata fuel g GV' _ CW p (Z.of_nat u) z (proj1 I) ltac:(lia) V)
        as (k & v & vs & IW & LV & MK).
      destruct (witness_list_in automata depth fuel g (g_moves g) 1 k v IW eq_refl) as (i & r & Ei & -> & ->).
      destruct (check_values_nth automata depth fuel g (g_moves g) 1 i r CV Ei) as [R CK].
      pose proof (nth_error_In _ _ Ei) as Ir.
      destruct (check_value_sound automata depth fuel g GV' r (1 + i) R (W r Ir) CK p (Z.of_nat u) vs (proj1 I) LV MK)
        as (q & MQ & Mu).
      exists q. split; [exists r, q; auto | exact Mu].
Qed.
