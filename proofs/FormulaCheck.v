(** The check of outcomes at all positions of a game on tuples, and that what it accepts is true: P-positions, and what
    Left and Right win, under normal play, by formulas or by automata. crates/certify/src/formula/wins.rs. *)

From Coq Require Import Arith ZArith List Lia Bool Wellfounded.
From Ishitori Require Import Kernel Automata Joins Terms.
Import ListNotations.

(** ** Games on tuples *)

(** A move: its variables, which are named by the numbers after those of the coordinates; when there is such a move; the
    coordinates of the position that it leaves; who may move so, both if nobody is named ([true] is Left). *)
Record tuple_move := {
  m_variables : nat;
  m_condition : test;
  m_option : list term;
  m_player : option bool;
}.

(** Coordinates are named 0, 1, …; they are integers ≥ 0 for which the condition holds. *)
Record tuple_game := { g_width : nat; g_position : test; g_moves : list tuple_move }.

Definition position := list Z.
Definition names_of (l : list Z) (m : nat) : Z := nth m l 0%Z.

Definition inside (g : tuple_game) (p : position) : Prop :=
  length p = g_width g /\ (forall z, In z p -> (0 <= z)%Z) /\ true_of (names_of p) (g_position g) = true.

(** A move by a rule, with certain values of its variables. *)
Definition moves_by (g : tuple_game) (r : tuple_move) (p q : position) : Prop :=
  inside g p /\ exists vs, length vs = m_variables r /\
    true_of (names_of (p ++ vs)) (m_condition r) = true /\
    q = map (number_of (names_of (p ++ vs))) (m_option r).

Definition moves_of (g : tuple_game) (b : bool) (p q : position) : Prop :=
  exists r, In r (g_moves g) /\ (m_player r = None \/ m_player r = Some b) /\ moves_by g r p q.

(** Linear forms in the coordinates. *)
Fixpoint dot (l : list Z) (p : position) : Z :=
  match l, p with a :: l, z :: p => (a * z + dot l p)%Z | _, _ => 0%Z end.

(** ** The conditions *)

Definition coordinates (first count : nat) : list form := map track_form (seq first count).
Definition names_at (at_ : list form) : names := combine (seq 0 (length at_)) at_.

Fixpoint not_negative (l : list form) : option (list (tree atom)) :=
  match l with
  | [] => Some []
  | f :: l => bind (at_most (constant_form 0) f) (fun d => bind (not_negative l) (fun ds => Some (d :: ds)))
  end.

(** Whether a tuple of numbers is a position. *)
Definition position_at (fuel : nat) (g : tuple_game) (b : builder) (at_ : list form) : option (tree atom * builder) :=
  bind (condition_of fuel (names_at at_) b (g_position g)) (fun db =>
  bind (not_negative at_) (fun ds => Some (And (fst db) (conjunction ds), snd db))).

Fixpoint on_tracks (b : builder) (l : list form) : option (list nat * builder) :=
  match l with
  | [] => Some ([], b)
  | f :: l => bind (on_track b f) (fun tb => bind (on_tracks (snd tb) l) (fun rb => Some (fst tb :: fst rb, snd rb)))
  end.

(** Whether an automaton accepts a tuple of numbers. *)
Definition accepted_at (b : builder) (number : nat) (at_ : list form) : option (tree atom * builder) :=
  bind (on_tracks b at_) (fun tb => Some (Leaf (Auto number (fst tb)), snd tb)).

Fixpoint numbers (fuel : nat) (ns : names) (b : builder) (l : list term) : option (list form * builder) :=
  match l with
  | [] => Some ([], b)
  | t :: l =>
      bind (number fuel ns b t) (fun fb => bind (numbers fuel ns (snd fb) l) (fun gb => Some (fst fb :: fst gb, snd gb)))
  end.

(** That there is such a move, and the position that it leaves. *)
Definition begin (fuel : nat) (g : tuple_game) (r : tuple_move) : option (tree atom * list form * builder) :=
  let w := g_width g in
  let n := w + m_variables r in
  let ns := names_at (coordinates 0 n) in
  bind (position_at fuel g (new_builder n) (coordinates 0 w)) (fun pb =>
  bind (condition_of fuel ns (snd pb) (m_condition r)) (fun cb =>
  bind (numbers fuel ns (snd cb) (m_option r)) (fun ob => Some (And (fst pb) (fst cb), fst ob, snd ob)))).

Fixpoint weighted (l : list Z) (at_ : list form) : option form :=
  match l, at_ with
  | a :: l, f :: at_ => bind (weighted l at_) (fun rest => plus rest f a)
  | _, _ => Some (constant_form 0)
  end.

(** The first of the forms that changes becomes smaller. *)
Fixpoint smaller (forms : list (list Z)) (here there : list form) : option (tree atom) :=
  match forms with
  | [] => Some (Truth false)
  | l :: forms =>
      bind (weighted l here) (fun f => bind (weighted l there) (fun h =>
      bind (less h f) (fun lt => bind (equal h f) (fun eq => bind (smaller forms here there) (fun rest =>
      Some (Or lt (And eq rest)))))))
  end.

Definition yes (o : option bool) : bool := match o with Some true => true | _ => false end.

Section Check.
  Variable automata : list automaton.
  Variables (depth : nat) (fuel : effort) (g : tuple_game) (forms : list (list Z)).
  Let w := g_width g.

  (** A form is never negative at a position. *)
  Definition check_measure (l : list Z) : bool :=
    (length l =? w) &&
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (weighted l (coordinates 0 w)) (fun f => bind (less f (constant_form 0)) (fun negative =>
         Some (none automata fuel (snd pb) [fst pb; negative]))))).

  (** Moves lead to positions, and down. *)
  Definition check_down (r : tuple_move) : bool :=
    (length (m_option r) =? w) &&
    yes (bind (begin depth g r) (fun gob =>
         bind (position_at depth g (snd gob) (snd (fst gob))) (fun qb =>
         bind (smaller forms (coordinates 0 w) (snd (fst gob))) (fun down =>
         Some (none automata fuel (snd qb) [fst (fst gob); Not (And (fst qb) down)]))))).

  (** No move leads from outside the set of the player to outside the set of the other. *)
  Definition check_loses (mine theirs : nat) (r : tuple_move) : bool :=
    yes (bind (begin depth g r) (fun gob =>
         bind (accepted_at (snd gob) mine (coordinates 0 w)) (fun mb =>
         bind (accepted_at (snd mb) theirs (snd (fst gob))) (fun tb =>
         Some (none automata fuel (snd tb) [fst (fst gob); Not (fst mb); Not (fst tb)]))))).

  (** Witnesses are moves that lead there. *)
  Definition check_witness (theirs : nat) (r : tuple_move) (witness : nat) : bool :=
    yes (bind (begin depth g r) (fun gob =>
         bind (accepted_at (snd gob) witness (coordinates 0 (w + m_variables r))) (fun wb =>
         bind (accepted_at (snd wb) theirs (snd (fst gob))) (fun tb =>
         Some (none automata fuel (snd tb) [fst wb; Not (And (fst (fst gob)) (Not (fst tb)))]))))).

  Fixpoint check_witnesses (theirs : nat) (rules : list tuple_move) (first : nat) : bool :=
    match rules with
    | [] => true
    | r :: rules =>
        signs_repeat (the automata first) (w + m_variables r) && check_witness theirs r first &&
        check_witnesses theirs rules (S first)
    end.

  Fixpoint witness_list (rules : list tuple_move) (first : nat) : list (nat * nat) :=
    match rules with [] => [] | r :: rules => (first, m_variables r) :: witness_list rules (S first) end.

  (** And there is one everywhere in the set. *)
  Definition check_everywhere (mine : nat) (witnesses : list (nat * nat)) : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) mine (coordinates 0 w)) (fun mb =>
         Some (everywhere automata fuel (snd mb) [fst pb; fst mb] w witnesses)))).

  Definition check_player (mine theirs : nat) (rules : list tuple_move) (first : nat) : bool :=
    signs_repeat (the automata mine) w && signs_repeat (the automata theirs) w &&
    forallb (check_loses mine theirs) rules && check_witnesses theirs rules first &&
    check_everywhere mine (witness_list rules first).

  (** The set is what is claimed: a condition, or what another automaton accepts, or the opposite of it. *)
  Inductive claimed := ByTest (c : test) | ByAutomaton (number : nat).

  Definition claimed_at (c : claimed) (b : builder) : option (tree atom * builder) :=
    match c with
    | ByTest c => condition_of depth (names_at (coordinates 0 w)) b c
    | ByAutomaton k => if signs_repeat (the automata k) w then accepted_at b k (coordinates 0 w) else None
    end.

  Definition check_claim (opposite : bool) (c : claimed) (mine : nat) : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) mine (coordinates 0 w)) (fun mb =>
         bind (claimed_at c (snd mb)) (fun cb =>
         let said := if opposite then Not (fst cb) else fst cb in
         Some (none automata fuel (snd cb)
                 [fst pb; Or (And said (Not (fst mb))) (And (Not said) (fst mb))]))))).

  (** ** They are true *)

  Definition env_of (l : list Z) : env := fun t => nth t l 0%Z.
  Definition member (number : nat) (p : position) : Prop := accepted (the automata number) (length p) (env_of p).
  Definition values (at_ : list form) (x : env) : list Z := map (fun f => eval f x) at_.
  Definition forms_scoped (at_ : list form) (n : nat) : Prop := forall f, In f at_ -> scoped f n.

  Lemma look_names at_ : forall first m,
    look (first + m) (combine (seq first (length at_)) at_) = nth_error at_ m.
  Proof.
    induction at_ as [| f l IH]; intros first [| m]; simpl; try reflexivity.
    - rewrite Nat.add_0_r, Nat.eqb_refl. reflexivity.
    - destruct (Nat.eqb_spec (first + S m) first); [lia |].
      replace (first + S m) with (S first + m) by lia. apply IH.
  Qed.

  Lemma value_names at_ x m : value_of (names_at at_) x m = names_of (values at_ x) m.
  Proof.
    unfold value_of, names_at, names_of, values. change m with (0 + m) at 1. rewrite look_names.
    revert m. induction at_ as [| f l IH]; intros [| m]; simpl; auto.
  Qed.

  Lemma names_at_fine at_ n : forms_scoped at_ n -> names_fine (names_at at_) n.
  Proof.
    intros S m f H. unfold names_at in H. change m with (0 + m) in H. rewrite look_names in H.
    apply S, (nth_error_In _ m), H.
  Qed.

  Lemma coordinates_scoped first count n : first + count <= n -> forms_scoped (coordinates first count) n.
  Proof.
    intros L f I. apply in_map_iff in I. destruct I as (t & <- & I). apply in_seq in I. apply scoped_track. lia.
  Qed.

  Lemma values_coordinates first count x : values (coordinates first count) x = map x (seq first count).
  Proof. unfold values, coordinates. rewrite map_map. apply map_ext. intros t. apply eval_track. Qed.

  Lemma scoped_list_more at_ n m : forms_scoped at_ n -> n <= m -> forms_scoped at_ m.
  Proof. intros S L f I. apply (scoped_more f n); [apply S, I | exact L]. Qed.

  Lemma not_negative_ok at_ : forall ds n,
    not_negative at_ = Some ds -> forms_scoped at_ n ->
    tree_fine automata n (conjunction ds) /\
    forall x, sat automata (conjunction ds) x <-> forall z, In z (values at_ x) -> (0 <= z)%Z.
  Proof.
    induction at_ as [| f l IH]; intros ds n H S; cbn [not_negative] in H.
    - injection H as <-. split; [intros a [] |]. intros x. split; [intros _ z [] | reflexivity].
    - apply bind_some in H. destruct H as (d & P & H). apply bind_some in H. destruct H as (es & Q & H).
      injection H as <-. destruct (IH es n Q) as [F M]; [intros h I; apply S; right; exact I |].
      destruct (at_most_ok automata _ _ _ n P (scoped_constant _ _) (S f (or_introl eq_refl))) as [F' M'].
      split.
      + intros a I. simpl in I. apply in_app_iff in I. destruct I as [I | I]; [apply F', I | apply F, I].
      + intros x. unfold sat in *. cbn [conjunction fold_right means]. fold (conjunction es). rewrite (M x), (M' x).
        rewrite eval_constant. unfold values. simpl. split.
        * intros [A B] z [<- | I]; [exact A | apply B, I].
        * intros A. split; [apply A; left; reflexivity | intros z I; apply A; right; exact I].
  Qed.

  Lemma position_ok b at_ d b' :
    wf automata b -> forms_scoped at_ (tracks b) -> length at_ = w ->
    position_at depth g b at_ = Some (d, b') ->
    ext automata b b' /\ tree_fine automata (tracks b') d /\
    forall x, good automata b' x -> (sat automata d x <-> inside g (values at_ x)).
  Proof.
    intros W S LA H. unfold position_at in H. apply bind_pair in H. destruct H as (c & b1 & H1 & H).
    apply bind_some in H. destruct H as (ds & P & H). cbn [fst snd] in *. injection H as <- <-.
    destruct (builder_ok automata depth) as (_ & _ & IHc).
    destruct (IHc _ b (g_position g) c b1 W (names_at_fine _ _ S) H1) as (X & F & V).
    destruct (not_negative_ok at_ ds (tracks b1) P (scoped_list_more _ _ _ S (ext_tracks _ _ _ X))) as [F' M].
    split; [exact X |]. split.
    - intros a I. simpl in I. apply in_app_iff in I. destruct I as [I | I]; [apply F, I | apply F', I].
    - intros x G. unfold sat in *. cbn [means]. rewrite (V x G), (M x).
      rewrite (true_ext _ (names_of (values at_ x)) (value_names at_ x)). unfold inside.
      assert (L : length (values at_ x) = g_width g) by (unfold values; rewrite map_length; exact LA).
      intuition.
  Qed.

  Lemma on_tracks_ok l : forall b ts b',
    wf automata b -> forms_scoped l (tracks b) -> on_tracks b l = Some (ts, b') ->
    ext automata b b' /\ length ts = length l /\ (forall t, In t ts -> t < tracks b') /\
    forall x, good automata b' x -> map x ts = values l x.
  Proof.
    induction l as [| f l IH]; intros b ts b' W S H; cbn [on_tracks] in H.
    - injection H as <- <-. split; [apply ext_refl, W |]. split; [reflexivity |]. split; [intros t [] | reflexivity].
    - apply bind_pair in H. destruct H as (t & b1 & H1 & H). apply bind_pair in H. destruct H as (rs & b2 & H2 & H).
      cbn [fst snd] in *. injection H as <- <-.
      destruct (on_track_ok automata b f t b1 W (S f (or_introl eq_refl)) H1) as (X1 & T1 & V1).
      destruct (IH b1 rs b2 (ext_wf _ _ _ X1)) as (X2 & L2 & T2 & V2); [| exact H2 |].
      { intros h I. apply (scoped_more h (tracks b)); [apply S; right; exact I | apply (ext_tracks _ _ _ X1)]. }
      split; [apply (ext_trans automata b b1); assumption |]. split; [simpl; congruence |]. split.
      + intros u [<- | I]; [| apply T2, I]. pose proof (ext_tracks _ _ _ X2). lia.
      + intros x G. unfold values. simpl. rewrite (V1 x (ext_good _ _ _ _ X2 G)). f_equal. apply (V2 x G).
  Qed.

  Lemma accepted_at_ok b k at_ d b' :
    wf automata b -> forms_scoped at_ (tracks b) -> signs_repeat (the automata k) (length at_) = true ->
    accepted_at b k at_ = Some (d, b') ->
    ext automata b b' /\ tree_fine automata (tracks b') d /\
    forall x, good automata b' x -> (sat automata d x <-> member k (values at_ x)).
  Proof.
    intros W S R H. unfold accepted_at in H. apply bind_pair in H. destruct H as (ts & b1 & H1 & H).
    cbn [fst snd] in *. injection H as <- <-.
    destruct (on_tracks_ok at_ b ts b1 W S H1) as (X & L & T & V). split; [exact X |]. split.
    - intros a [<- | []]. simpl. rewrite L. auto.
    - intros x G. unfold sat, member. cbn [means holds]. rewrite <- (V x G), map_length.
      split; apply accepted_same; intros t Ht; unfold env_of;
        rewrite (nth_indep _ 0%Z (x 0)) by (rewrite map_length; exact Ht); rewrite map_nth; reflexivity.
  Qed.

  Lemma numbers_ok ns l : forall b fs b',
    wf automata b -> names_fine ns (tracks b) -> numbers depth ns b l = Some (fs, b') ->
    ext automata b b' /\ forms_scoped fs (tracks b') /\ length fs = length l /\
    forall x, good automata b' x -> values fs x = map (number_of (value_of ns x)) l.
  Proof.
    induction l as [| t l IH]; intros b fs b' W N H; cbn [numbers] in H.
    - injection H as <- <-. split; [apply ext_refl, W |]. split; [intros f [] |]. split; reflexivity.
    - apply bind_pair in H. destruct H as (f & b1 & H1 & H). apply bind_pair in H. destruct H as (gs & b2 & H2 & H).
      cbn [fst snd] in *. injection H as <- <-. destruct (builder_ok automata depth) as (IHn & _ & _).
      destruct (IHn ns b t f b1 W N H1) as (X1 & S1 & V1).
      destruct (IH b1 gs b2 (ext_wf _ _ _ X1) (names_more _ _ _ N (ext_tracks _ _ _ X1)) H2) as (X2 & S2 & L2 & V2).
      split; [apply (ext_trans automata b b1); assumption |]. split; [| split; [simpl; congruence |]].
      + intros h [<- | I]; [| apply S2, I]. apply (scoped_more f (tracks b1)); [exact S1 | apply (ext_tracks _ _ _ X2)].
      + intros x G. unfold values. simpl. rewrite (V1 x (ext_good _ _ _ _ X2 G)). f_equal. apply (V2 x G).
  Qed.

  Lemma firsts (x : env) n m : n <= m -> map x (seq 0 n) = firstn n (map x (seq 0 m)).
  Proof.
    intros L. rewrite firstn_map. f_equal. replace m with (n + (m - n)) by lia.
    rewrite seq_app, firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
    rewrite firstn_all2; [reflexivity | rewrite seq_length; lia].
  Qed.

  Lemma begin_ok r given option b :
    begin depth g r = Some (given, option, b) ->
    ext automata (new_builder (w + m_variables r)) b /\ tree_fine automata (tracks b) given /\
    forms_scoped option (tracks b) /\ length option = length (m_option r) /\
    forall x, good automata b x ->
      let p := map x (seq 0 w) in
      let all := map x (seq 0 (w + m_variables r)) in
      (sat automata given x <-> inside g p /\ true_of (names_of all) (m_condition r) = true) /\
      values option x = map (number_of (names_of all)) (m_option r).
  Proof.
    unfold begin. cbv zeta. fold w. set (n := w + m_variables r). intros H.
    apply bind_pair in H. destruct H as (dp & b1 & H1 & H). apply bind_pair in H. destruct H as (dc & b2 & H2 & H).
    apply bind_pair in H. destruct H as (fs & b3 & H3 & H). cbn [fst snd] in *. injection H as <- <- <-.
    destruct (position_ok (new_builder n) (coordinates 0 w) dp b1 (new_wf _ _)) as (X1 & F1 & V1);
      [apply coordinates_scoped; cbn; unfold n; lia | unfold coordinates; rewrite map_length, seq_length; reflexivity | exact H1 |].
    assert (N1 : names_fine (names_at (coordinates 0 n)) (tracks b1)).
    { apply names_at_fine, coordinates_scoped. pose proof (ext_tracks _ _ _ X1). cbn in *. lia. }
    destruct (builder_ok automata depth) as (_ & _ & IHc).
    destruct (IHc _ b1 (m_condition r) dc b2 (ext_wf _ _ _ X1) N1 H2) as (X2 & F2 & V2).
    destruct (numbers_ok _ (m_option r) b2 fs b3 (ext_wf _ _ _ X2) (names_more _ _ _ N1 (ext_tracks _ _ _ X2)) H3)
      as (X3 & S3 & L3 & V3).
    split; [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3] |].
    split; [| split; [exact S3 | split; [exact L3 |]]].
    - intros a I. simpl in I. apply in_app_iff in I. destruct I as [I | I].
      + apply (fine_more automata (tracks b1)); [apply F1, I |].
        pose proof (ext_tracks _ _ _ X2). pose proof (ext_tracks _ _ _ X3). lia.
      + apply (fine_more automata (tracks b2)); [apply F2, I | apply (ext_tracks _ _ _ X3)].
    - intros x G. pose proof (ext_good _ _ _ _ X3 G) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
      assert (E : forall m, value_of (names_at (coordinates 0 n)) x m = names_of (map x (seq 0 n)) m).
      { intros m. rewrite value_names, values_coordinates. reflexivity. }
      split.
      + unfold sat in *. cbn [means]. rewrite (V1 x G1), (V2 x G2), values_coordinates, (true_ext _ _ E). reflexivity.
      + rewrite (V3 x G). apply map_ext. intros t. apply number_ext, E.
  Qed.

  Lemma yes_some {A} (o : option A) (f : A -> option bool) : yes (bind o f) = true -> exists a, o = Some a /\ yes (f a) = true.
  Proof. destruct o; simpl; [eauto | discriminate]. Qed.

  (** Numbers of an environment that begins with a list. *)
  Lemma env_values l y : same_env (length l) (env_of l) y -> map y (seq 0 (length l)) = l.
  Proof.
    intros E. transitivity (map (env_of l) (seq 0 (length l))).
    - apply map_ext_in. intros t I. apply in_seq in I. symmetry. apply E. lia.
    - unfold env_of. clear E. symmetry. rewrite <- (map_id l) at 1. apply (map_nth_seq (fun z : Z => z) 0%Z l).
  Qed.

  Lemma move_env r p vs b :
    inside g p -> length vs = m_variables r -> ext automata (new_builder (w + m_variables r)) b ->
    exists y, good automata b y /\ map y (seq 0 w) = p /\ map y (seq 0 (w + m_variables r)) = p ++ vs.
  Proof.
    intros I L X. destruct (built automata _ b (env_of (p ++ vs)) X) as (y & E & G). exists y. split; [exact G |].
    destruct I as (LP & _). assert (LL : length (p ++ vs) = w + m_variables r) by (rewrite app_length; unfold w; lia).
    rewrite <- LL in E. apply env_values in E. rewrite LL in E. split; [| exact E].
    rewrite (firsts y w (w + m_variables r)), E by lia. rewrite firstn_app.
    replace (w - length p) with 0 by (unfold w; lia). rewrite firstn_O, app_nil_r. apply firstn_all2. unfold w. lia.
  Qed.

  Lemma check_loses_sound mine theirs r :
    signs_repeat (the automata mine) w = true -> signs_repeat (the automata theirs) w = true ->
    length (m_option r) = w -> check_loses mine theirs r = true ->
    forall p q, moves_by g r p q -> ~ member mine p -> ~ member theirs q -> False.
  Proof.
    intros R1 R2 LO H p q (I & vs & LV & C & Q) NM NT. unfold check_loses in H.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dm b2] & H2 & H). apply yes_some in H. destruct H as ([dt b3] & H3 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (begin_ok r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok b mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply coordinates_scoped; lia | unfold coordinates; rewrite map_length, seq_length; exact R1 | exact H2 |].
    destruct (accepted_at_ok b2 theirs option dt b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply (scoped_list_more _ _ _ S1 (ext_tracks _ _ _ X2)) | rewrite L1, LO; exact R2 | exact H3 |].
    destruct (move_env r p vs b3 I LV) as (y & G3 & EP & EA);
      [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3] |].
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite EP, EA in V1. destruct V1 as [V1 VO].
    destruct (none automata fuel b3 [given; Not dm; Not dt]) eqn:NO; [| discriminate].
    apply (none_sound automata fuel b3 _ (ext_wf _ _ _ X3)) with (2 := NO) (x := y) (3 := G3).
    - pose proof (ext_tracks _ _ _ X2). pose proof (ext_tracks _ _ _ X3).
      intros d [<- | [<- | [<- | []]]].
      + apply (tree_fine_more automata (tracks b)); [exact F1 | lia].
      + apply (tree_fine_more automata (tracks b2) (tracks b3) dm); [exact F2 | lia].
      + exact F3.
    - intros d [<- | [<- | [<- | []]]].
      + apply V1. auto.
      + unfold sat. cbn [means]. intros S. apply NM. apply (V2 y G2) in S. rewrite values_coordinates, EP in S. exact S.
      + unfold sat. cbn [means]. intros S. apply NT. apply (V3 y G3) in S. rewrite VO, <- Q in S. exact S.
  Qed.

  Lemma check_witness_sound theirs r k :
    signs_repeat (the automata k) (w + m_variables r) = true -> signs_repeat (the automata theirs) w = true ->
    length (m_option r) = w -> check_witness theirs r k = true ->
    forall p vs, length p = w -> length vs = m_variables r -> member k (p ++ vs) ->
    exists q, moves_by g r p q /\ ~ member theirs q.
  Proof.
    intros R1 R2 LO H p vs LP LV M. unfold check_witness in H.
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dw b2] & H2 & H). apply yes_some in H. destruct H as ([dt b3] & H3 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (begin_ok r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok b k (coordinates 0 (w + m_variables r)) dw b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply coordinates_scoped; lia | unfold coordinates; rewrite map_length, seq_length; exact R1 | exact H2 |].
    destruct (accepted_at_ok b2 theirs option dt b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply (scoped_list_more _ _ _ S1 (ext_tracks _ _ _ X2)) | rewrite L1, LO; exact R2 | exact H3 |].
    assert (X : ext automata (new_builder (w + m_variables r)) b3)
      by (eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3]).
    destruct (built automata _ b3 (env_of (p ++ vs)) X) as (y & E & G3).
    assert (LL : length (p ++ vs) = w + m_variables r) by (rewrite app_length; lia).
    rewrite <- LL in E. apply env_values in E. rewrite LL in E.
    assert (EP : map y (seq 0 w) = p).
    { rewrite (firsts y w (w + m_variables r)), E by lia. rewrite firstn_app.
      replace (w - length p) with 0 by lia. rewrite firstn_O, app_nil_r. apply firstn_all2. lia. }
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite EP, E in V1. destruct V1 as [V1 VO].
    destruct (none automata fuel b3 [dw; Not (And given (Not dt))]) eqn:NO; [| discriminate].
    assert (DN : forall d, In d [dw; Not (And given (Not dt))] -> tree_fine automata (tracks b3) d).
    { pose proof (ext_tracks _ _ _ X2). pose proof (ext_tracks _ _ _ X3).
      intros d [<- | [<- | []]].
      - apply (tree_fine_more automata (tracks b2)); [exact F2 | lia].
      - intros a I. simpl in I. apply in_app_iff in I. destruct I as [I | I].
        + apply (fine_more automata (tracks b)); [apply F1, I | lia].
        + apply F3, I. }
    pose proof (none_sound automata fuel b3 _ (ext_wf _ _ _ X3) DN NO y G3) as NS.
    assert (SW : sat automata dw y) by (apply (V2 y G2); rewrite values_coordinates, E; exact M).
    (* What the automata say can be decided. *)
    assert (DT : member theirs (values option y) \/ ~ member theirs (values option y)).
    { assert (LV' : length (values option y) = w) by (unfold values; rewrite map_length, L1; exact LO).
      unfold member. rewrite LV'. destruct (enough_exists (env_of (values option y)) w) as (l & EN).
      rewrite (accepted_any _ _ _ l R2 EN). destruct (auto_accepts _ _); auto. }
    assert (DI : (inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true) \/
                 ~ (inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true)).
    { destruct (true_of (names_of (p ++ vs)) (m_condition r)); [| right; intros [_ Q]; discriminate].
      destruct (true_of (names_of p) (g_position g)) eqn:TP; [| right; intros [(_ & _ & Q) _]; congruence].
      destruct (forallb (fun z => (0 <=? z)%Z) p) eqn:NP.
      - left. split; [| reflexivity]. split; [exact LP |]. split; [| exact TP].
        intros z I. rewrite forallb_forall in NP. apply Z.leb_le, NP, I.
      - right. intros [(_ & Q & _) _]. apply not_true_iff_false in NP. apply NP, forallb_forall.
        intros z I. apply Z.leb_le, Q, I. }
    destruct DI as [[IP C] | NI].
    - destruct DT as [T | T].
      + exfalso. apply NS. intros d [<- | [<- | []]]; [exact SW |].
        unfold sat. cbn [means]. intros [_ NT]. apply NT. apply (V3 y G3). exact T.
      + exists (values option y). split; [| exact T]. split; [exact IP |]. exists vs. auto.
    - exfalso. apply NS. intros d [<- | [<- | []]]; [exact SW |].
      unfold sat. cbn [means]. intros [S _]. apply NI, V1, S.
  Qed.

  Lemma weighted_ok l : forall at_ f n,
    weighted l at_ = Some f -> forms_scoped at_ n ->
    scoped f n /\ forall x, eval f x = dot l (values at_ x).
  Proof.
    induction l as [| a l IH]; intros [| h at_] f n H S; cbn [weighted] in H;
      try (injection H as <-; split; [apply scoped_constant | reflexivity]).
    apply bind_some in H. destruct H as (rest & Q & H).
    destruct (IH at_ rest n Q) as [S' V]; [intros k I; apply S; right; exact I |]. split.
    - apply (plus_spec _ _ _ _ (fun _ => 0%Z) n H); [exact S' | apply S; left; reflexivity].
    - intros x. destruct (plus_spec _ _ _ _ x n H) as [E _]. rewrite E, (V x). unfold values. simpl. lia.
  Qed.

  Lemma smaller_ok fs here there : forall d n,
    smaller fs here there = Some d -> forms_scoped here n -> forms_scoped there n ->
    tree_fine automata n d /\
    forall x, sat automata d x <-> first_smaller position (map dot fs) (values there x) (values here x).
  Proof.
    induction fs as [| l fs IH]; intros d n H SH ST; cbn [smaller] in H.
    - injection H as <-. split; [intros a [] |]. intros x. unfold sat. simpl. split; [discriminate | tauto].
    - apply bind_some in H. destruct H as (f & Q1 & H). apply bind_some in H. destruct H as (h & Q2 & H).
      apply bind_some in H. destruct H as (lt & Q3 & H). apply bind_some in H. destruct H as (eq & Q4 & H).
      apply bind_some in H. destruct H as (rest & Q5 & H). injection H as <-.
      destruct (weighted_ok l here f n Q1 SH) as [SF VF]. destruct (weighted_ok l there h n Q2 ST) as [SG VG].
      destruct (IH rest n Q5 SH ST) as [FR MR]. destruct (equal_ok automata _ _ _ n Q4 SG SF) as [FE ME].
      unfold less in Q3. apply bind_some in Q3. destruct Q3 as (h1 & P & Q3).
      assert (S1 : scoped h1 n).
      { apply (plus_spec _ _ _ _ (fun _ => 0%Z) n P); [exact SG | apply scoped_constant]. }
      destruct (at_most_ok automata _ _ _ n Q3 S1 SF) as [FL ML]. split.
      + intros a I. simpl in I. rewrite !in_app_iff in I. destruct I as [I | [I | I]]; auto.
      + intros x. specialize (MR x). specialize (ME x). specialize (ML x).
        destruct (plus_spec _ _ _ _ x n P) as [E1 _]. rewrite E1, eval_constant in ML.
        unfold sat in *. cbn [means map first_smaller]. rewrite ML, ME, MR, (VF x), (VG x). intuition lia.
  Qed.

  Lemma position_env p b : inside g p -> ext automata (new_builder w) b ->
    exists y, good automata b y /\ map y (seq 0 w) = p.
  Proof.
    intros (LP & _) X. destruct (built automata w b (env_of p) X) as (y & E & G). exists y. split; [exact G |].
    fold w in LP. rewrite <- LP in *. apply env_values, E.
  Qed.

  Lemma coordinates_length first count : length (coordinates first count) = count.
  Proof. unfold coordinates. rewrite map_length, seq_length. reflexivity. Qed.

  Lemma check_measure_sound l : check_measure l = true -> forall p, inside g p -> (0 <= dot l p)%Z.
  Proof.
    intros H p I. unfold check_measure in H. apply andb_true_iff in H. destruct H as [_ H].
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as (f & H2 & H).
    apply yes_some in H. destruct H as (neg & H3 & H). cbn [fst snd] in *. simpl in H.
    destruct (position_ok (new_builder w) (coordinates 0 w) d b (new_wf _ _)) as (X & F & V);
      [apply coordinates_scoped; cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (weighted_ok l (coordinates 0 w) f (tracks b) H2) as [SF VF]; [apply coordinates_scoped; lia |].
    unfold less in H3. apply bind_some in H3. destruct H3 as (h1 & P & H3).
    assert (S1 : scoped h1 (tracks b)).
    { apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b) P); [exact SF | apply scoped_constant]. }
    destruct (at_most_ok automata _ _ _ (tracks b) H3 S1 (scoped_constant _ _)) as [FL ML].
    destruct (position_env p b I X) as (y & G & E).
    destruct (none automata fuel b [d; neg]) eqn:NO; [| discriminate].
    destruct (Z_le_gt_dec 0 (dot l p)) as [| N]; [assumption | exfalso].
    apply (none_sound automata fuel b _ (ext_wf _ _ _ X)) with (2 := NO) (x := y) (3 := G).
    - intros e [<- | [<- | []]]; assumption.
    - intros e [<- | [<- | []]].
      + apply (V y G). rewrite values_coordinates, E. exact I.
      + apply ML. destruct (plus_spec _ _ _ _ y (tracks b) P) as [E1 _].
        rewrite E1, !eval_constant, (VF y), values_coordinates, E. lia.
  Qed.

  Lemma inside_decided p : inside g p \/ ~ inside g p.
  Proof.
    unfold inside. destruct (Nat.eq_dec (length p) (g_width g)); [| right; intros (Q & _); contradiction].
    destruct (true_of (names_of p) (g_position g)) eqn:TP; [| right; intros (_ & _ & Q); discriminate].
    destruct (forallb (fun z => (0 <=? z)%Z) p) eqn:NP.
    - left. split; [assumption |]. split; [| reflexivity]. intros z I. rewrite forallb_forall in NP. apply Z.leb_le, NP, I.
    - right. intros (_ & Q & _). apply not_true_iff_false in NP. apply NP, forallb_forall. intros z I. apply Z.leb_le, Q, I.
  Qed.

  Lemma first_smaller_decided (fs : list (position -> Z)) q p :
    first_smaller position fs q p \/ ~ first_smaller position fs q p.
  Proof.
    induction fs as [| f fs IH]; [right; intros [] |]. simpl.
    destruct (Z_lt_dec (f q) (f p)); [auto |]. destruct (Z.eq_dec (f q) (f p)); [destruct IH; tauto | tauto].
  Qed.

  Lemma check_down_sound r : check_down r = true ->
    length (m_option r) = w /\
    forall p q, moves_by g r p q -> inside g q /\ first_smaller position (map dot forms) q p.
  Proof.
    intros H. unfold check_down in H. apply andb_true_iff in H. destruct H as [LO H]. apply Nat.eqb_eq in LO.
    split; [exact LO |]. intros p q (I & vs & LV & C & Q).
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dq b2] & H2 & H). apply yes_some in H. destruct H as (down & H3 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (begin_ok r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (position_ok b option dq b2 (ext_wf _ _ _ X1) S1) as (X2 & F2 & V2);
      [rewrite L1; exact LO | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (smaller_ok forms (coordinates 0 w) option down (tracks b2) H3) as [FD MD];
      [apply coordinates_scoped; lia | apply (scoped_list_more _ _ _ S1 T2) |].
    destruct (move_env r p vs b2 I LV (ext_trans _ _ _ _ X1 X2)) as (y & G2 & EP & EA).
    pose proof (ext_good _ _ _ _ X2 G2) as G1. specialize (V1 y G1). cbv zeta in V1. rewrite EP, EA in V1.
    destruct V1 as [V1 VO]. rewrite <- Q in VO.
    specialize (V2 y G2). specialize (MD y). rewrite VO in V2, MD. rewrite values_coordinates, EP in MD.
    destruct (none automata fuel b2 [given; Not (And dq down)]) eqn:NO; [| discriminate].
    destruct (inside_decided q) as [IQ | IQ], (first_smaller_decided (map dot forms) q p) as [D | D]; auto; exfalso;
      (apply (none_sound automata fuel b2 _ (ext_wf _ _ _ X2)) with (2 := NO) (x := y) (3 := G2);
       [intros e [<- | [<- | []]];
          [apply (tree_fine_more automata (tracks b)); [exact F1 | exact T2] |
           intros a J; simpl in J; apply in_app_iff in J; destruct J as [J | J]; [apply F2, J | apply FD, J]] |
        intros e [<- | [<- | []]];
          [apply V1; auto | unfold sat in *; cbn [means]; rewrite V2, MD; tauto]]).
  Qed.

  Lemma check_everywhere_sound mine witnesses :
    signs_repeat (the automata mine) w = true -> check_everywhere mine witnesses = true ->
    forall p, inside g p -> member mine p ->
    exists k v vs, In (k, v) witnesses /\ length vs = v /\ member k (p ++ vs).
  Proof.
    intros R H p I M. unfold check_everywhere in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as ([dm b2] & H2 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (position_ok (new_builder w) (coordinates 0 w) d b (new_wf _ _)) as (X & F & V);
      [apply coordinates_scoped; cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (accepted_at_ok b mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X)) as (X2 & F2 & V2);
      [apply coordinates_scoped; lia | rewrite coordinates_length; exact R | exact H2 |].
    destruct (position_env p b2 I (ext_trans _ _ _ _ X X2)) as (y & G2 & E).
    pose proof (ext_good _ _ _ _ X2 G2) as G1.
    destruct (everywhere automata fuel b2 [d; dm] w witnesses) eqn:EV; [| discriminate].
    destruct (everywhere_sound automata fuel b2 [d; dm] w witnesses (ext_wf _ _ _ X2)) with (x := y) as ([k v] & IW & z & Z & A);
      [| exact EV | exact G2 | |].
    - intros e [<- | [<- | []]]; [apply (tree_fine_more automata (tracks b)); [exact F | apply (ext_tracks _ _ _ X2)] | exact F2].
    - intros e [<- | [<- | []]]; [apply (V y G1) | apply (V2 y G2)]; rewrite values_coordinates, E; assumption.
    - cbn [fst snd] in A. exists k, v, (map z (seq w v)). split; [exact IW |].
      split; [rewrite map_length, seq_length; reflexivity |].
      assert (EZ : p ++ map z (seq w v) = map z (seq 0 (w + v))).
      { rewrite seq_app, map_app. f_equal. rewrite <- E. apply map_ext_in. intros t J. apply in_seq in J.
        symmetry. apply Z. lia. }
      rewrite EZ. unfold member. rewrite map_length, seq_length. apply (accepted_same (the automata k) _ z); [| exact A].
      intros t J. unfold env_of. symmetry. rewrite (nth_map_seq z 0%Z) by exact J. reflexivity.
  Qed.

  Lemma witness_list_in rules : forall first k v, In (k, v) (witness_list rules first) ->
    check_witnesses 0 [] 0 = true -> exists i r, nth_error rules i = Some r /\ k = first + i /\ v = m_variables r.
  Proof.
    induction rules as [| r rules IH]; intros first k v I Q; [destruct I |]. destruct I as [I | I].
    - injection I as <- <-. exists 0, r. repeat split. lia.
    - destruct (IH (S first) k v I Q) as (i & r' & A & B & C). exists (S i), r'. repeat split; [exact A | lia | exact C].
  Qed.

  Lemma check_witnesses_nth theirs rules : forall first i r,
    check_witnesses theirs rules first = true -> nth_error rules i = Some r ->
    signs_repeat (the automata (first + i)) (w + m_variables r) = true /\ check_witness theirs r (first + i) = true.
  Proof.
    induction rules as [| r0 rules IH]; intros first [| i] r H E; try discriminate; cbn [check_witnesses] in H;
      rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3].
    - injection E as <-. rewrite Nat.add_0_r. auto.
    - replace (first + S i) with (S first + i) by lia. apply IH; assumption.
  Qed.

  Theorem check_player_sound mine theirs rules first :
    (forall r, In r rules -> length (m_option r) = w) ->
    check_player mine theirs rules first = true ->
    signs_repeat (the automata mine) w = true /\
    (forall r p q, In r rules -> moves_by g r p q -> ~ member mine p -> ~ member theirs q -> False) /\
    (forall p, inside g p -> member mine p -> exists r q, In r rules /\ moves_by g r p q /\ ~ member theirs q).
  Proof.
    intros LO H. unfold check_player in H. rewrite !andb_true_iff in H. destruct H as [[[[R1 R2] LS] WS] EV].
    split; [exact R1 |]. split.
    - intros r p q I. rewrite forallb_forall in LS.
      apply (check_loses_sound mine theirs r R1 R2 (LO r I) (LS r I)).
    - intros p I M. destruct (check_everywhere_sound mine _ R1 EV p I M) as (k & v & vs & IW & LV & A).
      destruct (witness_list_in rules first k v IW eq_refl) as (i & r & E & -> & ->).
      destruct (check_witnesses_nth theirs rules first i r WS E) as [R3 CW].
      pose proof (nth_error_In _ _ E) as IR. destruct I as (LP & _).
      destruct (check_witness_sound theirs r (first + i) R3 R2 (LO r IR) CW p vs LP LV A) as (q & MQ & NQ).
      exists r, q. auto.
  Qed.

  Definition claims (c : claimed) (p : position) : Prop :=
    match c with ByTest c => true_of (names_of p) c = true | ByAutomaton k => member k p end.

  Lemma member_decided k p : signs_repeat (the automata k) (length p) = true -> member k p \/ ~ member k p.
  Proof.
    intros R. unfold member. destruct (enough_exists (env_of p) (length p)) as (l & E).
    rewrite (accepted_any _ _ _ l R E). destruct (auto_accepts _ _); auto.
  Qed.

  Theorem check_claim_sound opposite c mine :
    signs_repeat (the automata mine) w = true -> check_claim opposite c mine = true ->
    forall p, inside g p -> (member mine p <-> if opposite : bool then ~ claims c p else claims c p).
  Proof.
    intros R H p I. unfold check_claim in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as ([dm b2] & H2 & H).
    apply yes_some in H. destruct H as ([dc b3] & H3 & H). cbn [fst snd] in *. cbv zeta in H. cbn [yes] in H.
    destruct (position_ok (new_builder w) (coordinates 0 w) d b (new_wf _ _)) as (X & F & V);
      [apply coordinates_scoped; cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (accepted_at_ok b mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X)) as (X2 & F2 & V2);
      [apply coordinates_scoped; lia | rewrite coordinates_length; exact R | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    assert (CL : ext automata b2 b3 /\ tree_fine automata (tracks b3) dc /\
      (forall x, good automata b3 x -> (sat automata dc x <-> claims c (map x (seq 0 w)))) /\
      (claims c p \/ ~ claims c p)).
    { destruct c as [c | k]; cbn [claimed_at claims] in *.
      - destruct (builder_ok automata depth) as (_ & _ & IHc).
        destruct (IHc (names_at (coordinates 0 w)) b2 c dc b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
          [apply names_at_fine, coordinates_scoped; lia | exact H3 |].
        split; [exact X3 |]. split; [exact F3 |]. split.
        + intros x G. rewrite (V3 x G). rewrite (true_ext _ (names_of (map x (seq 0 w)))); [reflexivity |].
          intros m. rewrite value_names, values_coordinates. reflexivity.
        + destruct (true_of (names_of p) c); auto.
      - destruct (signs_repeat (the automata k) w) eqn:RK; [| discriminate].
        destruct (accepted_at_ok b2 k (coordinates 0 w) dc b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
          [apply coordinates_scoped; lia | rewrite coordinates_length; exact RK | exact H3 |].
        split; [exact X3 |]. split; [exact F3 |]. split.
        + intros x G. rewrite (V3 x G), values_coordinates. reflexivity.
        + apply member_decided. destruct I as (LP & _). rewrite LP. exact RK. }
    destruct CL as (X3 & F3 & V3 & DC).
    assert (DM : member mine p \/ ~ member mine p) by (apply member_decided; destruct I as (LP & _); rewrite LP; exact R).
    destruct (position_env p b3 I (ext_trans _ _ _ _ X (ext_trans _ _ _ _ X2 X3))) as (y & G3 & E).
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V y G1). specialize (V2 y G2). specialize (V3 y G3). rewrite values_coordinates, E in V, V2. rewrite E in V3.
    set (said := if opposite then Not dc else dc) in *.
    assert (FS : tree_fine automata (tracks b3) said) by (unfold said; destruct opposite; exact F3).
    assert (VS : sat automata said y <-> if opposite then ~ claims c p else claims c p).
    { unfold said, sat in *. destruct opposite; cbn [means]; rewrite V3; reflexivity. }
    destruct (none automata fuel b3 [d; Or (And said (Not dm)) (And (Not said) dm)]) eqn:NO; [| discriminate].
    pose proof (ext_tracks _ _ _ X3) as T3.
    pose proof (none_sound automata fuel b3 [d; Or (And said (Not dm)) (And (Not said) dm)] (ext_wf _ _ _ X3)) as NS.
    assert (FINE : forall e, In e [d; Or (And said (Not dm)) (And (Not said) dm)] -> tree_fine automata (tracks b3) e).
    { assert (F1' : tree_fine automata (tracks b3) d) by (apply (tree_fine_more automata (tracks b)); [exact F | lia]).
      assert (F2' : tree_fine automata (tracks b3) dm) by (apply (tree_fine_more automata (tracks b2)); [exact F2 | lia]).
      intros e [<- | [<- | []]]; [exact F1' |].
      intros a J. simpl in J. rewrite !in_app_iff in J. destruct J as [[J | J] | [J | J]]; auto. }
    specialize (NS FINE NO y G3).
    assert (ND : ~ ((if opposite then ~ claims c p else claims c p) /\ ~ member mine p \/
                    ~ (if opposite then ~ claims c p else claims c p) /\ member mine p)).
    { intros Q. apply NS. intros e [<- | [<- | []]]; [apply V, I |].
      unfold sat in *. cbn [means]. rewrite VS, V2. exact Q. }
    destruct opposite; tauto.
  Qed.
End Check.

(** ** The claims *)

(** A set of positions: where a condition holds, or those that an automaton accepts. *)
Inductive set_claim := TestSet (c : test) | AutomatonSet (a : automaton).

Inductive wins_claim :=
| PPositionsAre (s : set_claim)
| OutcomesAre (ls rs : set_claim).

Definition in_set (s : set_claim) (p : position) : Prop :=
  match s with TestSet c => true_of (names_of p) c = true | AutomatonSet a => accepted a (length p) (env_of p) end.

(** Under normal play: every play ends, and at all positions whoever moves first loses, or Left and Right win moving first,
    exactly as is claimed. *)
Definition wins_claim_holds (g : tuple_game) (c : wins_claim) : Prop :=
  well_founded (followed position (moves_of g)) /\
  (forall b p q, inside g p -> moves_of g b p q -> inside g q) /\
  match c with
  | PPositionsAre s =>
      forall b p, inside g p ->
        (Loses position (moves_of g) (fun _ _ => False) b p <-> in_set s p) /\
        (Wins position (moves_of g) (fun _ _ => False) b p <-> ~ in_set s p)
  | OutcomesAre ls rs =>
      forall b p, inside g p ->
        (Wins position (moves_of g) (fun _ _ => False) b p <-> in_set (if b then ls else rs) p) /\
        (Loses position (moves_of g) (fun _ _ => False) b p <-> ~ in_set (if b then ls else rs) p)
  end.

Definition automaton_of (s : set_claim) : list automaton := match s with TestSet _ => [] | AutomatonSet a => [a] end.
Definition claimed_of (s : set_claim) (number : nat) : claimed :=
  match s with TestSet c => ByTest c | AutomatonSet _ => ByAutomaton number end.

Definition may (b : bool) (r : tuple_move) : bool :=
  match m_player r with None => true | Some c => Bool.eqb b c end.

Definition check_wins (depth : nat) (fuel : effort) (g : tuple_game) (c : wins_claim) (decreases : list (list Z))
  (wins : list automaton) (witnesses : list (list automaton)) : bool :=
  (1 <=? g_width g) &&
  match c, wins, witnesses with
  | PPositionsAre s, [a], [ws] =>
      let automata := a :: ws ++ automaton_of s in
      forallb (fun r => match m_player r with None => true | Some _ => false end) (g_moves g) &&
      (length ws =? length (g_moves g)) &&
      forallb (check_measure automata depth fuel g) decreases &&
      forallb (check_down automata depth fuel g decreases) (g_moves g) &&
      check_player automata depth fuel g 0 0 (g_moves g) 1 &&
      check_claim automata depth fuel g true (claimed_of s (1 + length ws)) 0
  | OutcomesAre ls rs, [a; b], [ws; vs] =>
      let automata := a :: b :: ws ++ vs ++ automaton_of ls ++ automaton_of rs in
      let number := 2 + (length ws + length vs) in
      (length ws =? length (filter (may true) (g_moves g))) &&
      (length vs =? length (filter (may false) (g_moves g))) &&
      forallb (check_measure automata depth fuel g) decreases &&
      forallb (check_down automata depth fuel g decreases) (g_moves g) &&
      check_player automata depth fuel g 0 1 (filter (may true) (g_moves g)) 2 &&
      check_claim automata depth fuel g false (claimed_of ls number) 0 &&
      check_player automata depth fuel g 1 0 (filter (may false) (g_moves g)) (2 + length ws) &&
      check_claim automata depth fuel g false (claimed_of rs (number + length (automaton_of ls))) 1
  | _, _, _ => false
  end.

Lemma may_spec b r : may b r = true <-> m_player r = None \/ m_player r = Some b.
Proof.
  unfold may. destruct (m_player r) as [c |]; [| intuition]. rewrite eqb_true_iff.
  split; [intros ->; auto | intros [Q | Q]; congruence].
Qed.

Lemma games_end automata depth fuel g decreases :
  forallb (check_measure automata depth fuel g) decreases = true ->
  forallb (check_down automata depth fuel g decreases) (g_moves g) = true ->
  well_founded (followed position (moves_of g)) /\
  (forall b p q, inside g p -> moves_of g b p q -> inside g q) /\
  (forall r, In r (g_moves g) -> length (m_option r) = g_width g).
Proof.
  intros M D. rewrite forallb_forall in M, D.
  assert (ST : forall r p q, In r (g_moves g) -> moves_by g r p q ->
    inside g q /\ inside g p /\ first_smaller position (map dot decreases) q p).
  { intros r p q I Q. pose proof Q as (IP & _).
    destruct (check_down_sound automata depth fuel g decreases r (D r I)) as [_ S]. destruct (S p q Q). auto. }
  split; [| split].
  - eapply wf_incl; [| apply (first_smaller_ends position (inside g) (map dot decreases))].
    + intros q p (b & r & I & _ & Q). apply (ST r); assumption.
    + intros f p I IP. apply in_map_iff in I. destruct I as (l & <- & I).
      apply (check_measure_sound automata depth fuel g l (M l I) p IP).
  - intros b p q _ (r & I & _ & Q). apply (ST r p q I Q).
  - intros r I. apply (check_down_sound automata depth fuel g decreases r (D r I)).
Qed.

Lemma claims_set automata s k p :
  (forall a, s = AutomatonSet a -> the automata k = a) -> (claims automata (claimed_of s k) p <-> in_set s p).
Proof.
  intros H. destruct s as [c | a]; simpl; [reflexivity |]. unfold member. rewrite (H a eq_refl). reflexivity.
Qed.

Theorem check_wins_sound depth fuel g c decreases wins witnesses :
  check_wins depth fuel g c decreases wins witnesses = true -> wins_claim_holds g c.
Proof.
  unfold check_wins, wins_claim_holds. intros H. apply andb_true_iff in H. destruct H as [_ H].
  destruct c as [s | ls rs].
  - destruct wins as [| a [| ? ?]]; try discriminate. destruct witnesses as [| ws [| ? ?]]; try discriminate.
    cbv zeta in H. set (automata := a :: ws ++ automaton_of s) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[[AL _] M] D] P] C].
    destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
    split; [exact E |]. split; [exact CL |].
    destruct (check_player_sound automata depth fuel g 0 0 (g_moves g) 1 W P) as (R & A1 & A2).
    pose proof (check_claim_sound automata depth fuel g true _ 0 R C) as CS.
    rewrite forallb_forall in AL.
    assert (CM : forall p, inside g p -> (member automata 0 p <-> ~ in_set s p)).
    { intros p I. rewrite (CS p I). rewrite (claims_set automata); [reflexivity |].
      intros k ->. unfold the, automata. simpl. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
    assert (DS : forall p, inside g p -> in_set s p \/ ~ in_set s p).
    { intros p I. pose proof (CS p I) as Q. destruct s as [c | k]; simpl.
      - destruct (true_of (names_of p) c); auto.
      - destruct I as (LP & _). unfold check_claim in C. rewrite LP.
        assert (RK : signs_repeat k (g_width g) = true).
        { apply yes_some in C. destruct C as (? & _ & C). apply yes_some in C. destruct C as (? & _ & C).
          apply yes_some in C. destruct C as (? & C & _). cbn [claimed_of claimed_at] in C.
          replace (the automata (1 + length ws)) with k in C.
          - destruct (signs_repeat k (g_width g)); [reflexivity | discriminate].
          - unfold the, automata. simpl. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
        destruct (enough_exists (env_of p) (g_width g)) as (l & EN). rewrite (accepted_any _ _ _ l RK EN).
        destruct (auto_accepts _ _); auto. }
    intros b p I.
    destruct (wins_exactly position (moves_of g) (fun _ _ => False) E (inside g) CL
      (fun _ p => member automata 0 p)) with (b := b) (p := p) as [W1 W2]; try assumption.
    + intros _ q Iq. apply member_decided. destruct Iq as (LP & _). rewrite LP. exact R.
    + intros _ q r Iq N (ru & Ir & _ & Q) N'. exact (A1 ru q r Ir Q N N').
    + intros _ q _ _ [].
    + intros c q Iq Mq. left. destruct (A2 q Iq Mq) as (ru & r & Ir & Q & N). exists r. split; [| exact N].
      exists ru. split; [exact Ir |]. split; [| exact Q]. left. specialize (AL ru Ir). destruct (m_player ru); [discriminate | reflexivity].
    + rewrite W1, W2, (CM p I). destruct (DS p I); tauto.
  - destruct wins as [| a [| a' [| ? ?]]]; try discriminate. destruct witnesses as [| ws [| vs [| ? ?]]]; try discriminate.
    cbv zeta in H. set (automata := a :: a' :: ws ++ vs ++ automaton_of ls ++ automaton_of rs) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[[[[_ _] M] D] P1] C1] P2] C2].
    destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
    split; [exact E |]. split; [exact CL |].
    assert (WF : forall b r, In r (filter (may b) (g_moves g)) -> length (m_option r) = g_width g).
    { intros b r I. apply filter_In in I. apply W, I. }
    destruct (check_player_sound automata depth fuel g 0 1 _ 2 (WF true) P1) as (R1 & A1 & A2).
    destruct (check_player_sound automata depth fuel g 1 0 _ _ (WF false) P2) as (R2 & B1 & B2).
    pose proof (check_claim_sound automata depth fuel g false _ 0 R1 C1) as CS1.
    pose proof (check_claim_sound automata depth fuel g false _ 1 R2 C2) as CS2.
    assert (CM : forall (b : bool) p, inside g p ->
      (member automata (if b then 0 else 1) p <-> in_set (if b then ls else rs) p)).
    { intros [|] p I.
      - rewrite (CS1 p I). apply (claims_set automata). intros k ->. unfold the, automata. simpl.
        rewrite app_nth2 by lia. rewrite app_nth2 by lia.
        replace (length ws + length vs - length ws - length vs) with 0 by lia. reflexivity.
      - rewrite (CS2 p I). apply (claims_set automata). intros k ->. unfold the, automata. simpl.
        rewrite app_nth2 by lia. rewrite app_nth2 by lia. rewrite app_nth2 by lia.
        replace (_ - _ - _ - _) with 0 by lia. reflexivity. }
    intros b p I.
    destruct (wins_exactly position (moves_of g) (fun _ _ => False) E (inside g) CL
      (fun (b : bool) p => member automata (if b then 0 else 1) p)) with (b := b) (p := p) as [W1 W2]; try assumption.
    + intros c q Iq. apply member_decided. destruct Iq as (LP & _). rewrite LP. destruct c; assumption.
    + intros c q r Iq N (ru & Ir & MP & Q) N'. apply may_spec in MP.
      destruct c; [apply (A1 ru q r) | apply (B1 ru q r)]; try assumption; apply filter_In; auto.
    + intros c q _ _ [].
    + intros c q Iq Mq. left.
      destruct c; [destruct (A2 q Iq Mq) as (ru & r & Ir & Q & N) | destruct (B2 q Iq Mq) as (ru & r & Ir & Q & N)];
        apply filter_In in Ir; destruct Ir as [Ir MP]; apply may_spec in MP; exists r; (split; [| exact N]); exists ru; auto.
    + rewrite W1, W2, (CM b p I). tauto.
Qed.
