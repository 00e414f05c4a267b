(** The check of outcomes at all positions of a game on tuples by automata that read numbers in another base than 2, all of whose places are
    alike, and that what it accepts is true ([check_wins_in_base_sound]).

    That moves lead to positions, and down, has nothing to do with automata and is verified as in [FormulaCheck]. Conditions on automata are
    decided by the searches of [BaseSearch] and [BaseWitness]. crates/certify/src/formula/wins.rs *)

From Coq Require Import Arith ZArith List Lia Bool Wellfounded.
From Ishitori Require Import Kernel Numeration Automata Bases BaseForms BaseNumbers BaseSearch BaseWitness Joins Terms FormulaCheck.
Import ListNotations.

Section Check.
  Variable b : base.
  Variable automata : list automaton.
  Variables (depth fuel : nat) (g : tuple_game).
  Let w := g_width g.

  (** ** The searches *)

  Definition linear_atom (a : atom) : bool := match a with AtMostZero _ | Zero _ => true | _ => false end.
  (** Conditions that say the same in all bases. *)
  Definition alike (d : tree atom) : bool := forallb linear_atom (leaves d).

  (** An automaton that reads numbers: zeros before them change nothing, and it accepts nothing else. *)
  Definition reads_numbers (k width : nat) : bool :=
    zeros_repeat b (the automata k) width && only_numbers b (the automata k) width fuel.

  Definition atom_fine (n : nat) (a : atom) : bool :=
    match a with
    | AtMostZero f | Zero f => forallb (fun ta => fst ta <? n) (terms f)
    | Bits _ _ _ _ => false
    | Auto k tracks => forallb (fun t => t <? n) tracks && zeros_repeat b (the automata k) (length tracks)
    end.

  Definition sat_in (d : tree atom) (x : env) : Prop := means (fun a => holds_in b automata a x) d.

  Lemma alike_sat d x : alike d = true -> (sat_in d x <-> sat [] d x).
  Proof.
    intros H. unfold alike in H. rewrite forallb_forall in H. apply means_ext. intros a I. specialize (H a I).
    destruct a; try discriminate; reflexivity.
  Qed.

  Lemma sat_in_conjunction l x : sat_in (conjunction l) x <-> forall d, In d l -> sat_in d x.
  Proof.
    induction l as [| d l IH]; [split; [intros _ d [] | reflexivity] |].
    unfold sat_in in *. simpl. rewrite IH. split; [intros [A B] e [<- | I]; auto | auto].
  Qed.

  Lemma atom_fine_spec n a : atom_fine n a = true -> fine_in b automata n a.
  Proof.
    destruct a as [f | f | |]; cbn [atom_fine fine_in]; intros H; try discriminate.
    - rewrite forallb_forall in H. intros ta I. apply Nat.ltb_lt, H, I.
    - rewrite forallb_forall in H. intros ta I. apply Nat.ltb_lt, H, I.
    - apply andb_true_iff in H. destruct H as [H R]. rewrite forallb_forall in H. split; [| exact R]. intros t I. apply Nat.ltb_lt, H, I.
  Qed.

  (** What a search is about: the conditions one after the other, and which of them the tree asks for. *)
  Definition all_atoms (bd : builder) (all : list (tree atom)) : list atom := gather (leaves (conjunction (definitions bd ++ all))) [].
  Definition all_tree (bd : builder) (all : list (tree atom)) : tree nat :=
    tree_map (fun a => index_of a (all_atoms bd all)) (conjunction (definitions bd ++ all)).

  Definition may_search (bd : builder) (all : list (tree atom)) : bool :=
    (tracks bd <=? max_tracks) && forallb alike (definitions bd) && forallb (atom_fine (tracks bd)) (all_atoms bd all).

  Definition none_there (bd : builder) (all : list (tree atom)) : bool :=
    may_search bd all && none_in_base b automata (all_atoms bd all) (all_tree bd all) (tracks bd) fuel.

  Definition everywhere_there (bd : builder) (all : list (tree atom)) (shared : nat) (witnesses : list (nat * nat)) : bool :=
    may_search bd all && forallb (fun k => shared + snd k <=? max_tracks) witnesses &&
    witnessed_in_base b automata (all_atoms bd all) (all_tree bd all) (tracks bd) shared witnesses fuel.

  Lemma search_facts bd all : may_search bd all = true ->
    (forall i, In i (leaves (all_tree bd all)) -> i < length (all_atoms bd all)) /\
    (forall i, i < length (all_atoms bd all) -> fine_in b automata (tracks bd) (atom_at (all_atoms bd all) i)) /\
    forall x, good [] bd x -> (forall d, In d all -> sat_in d x) -> means (fun i => holds_in b automata (atom_at (all_atoms bd all) i) x) (all_tree bd all).
  Proof.
    intros H. unfold may_search in H. rewrite !andb_true_iff in H. destruct H as [[_ D] A]. rewrite forallb_forall in D, A.
    assert (IN : forall a, In a (leaves (conjunction (definitions bd ++ all))) -> In a (all_atoms bd all)).
    { intros a I. apply gather_in. auto. }
    split; [| split].
    - intros i I. unfold all_tree in I. rewrite leaves_map in I. apply in_map_iff in I. destruct I as (a & <- & I).
      apply index_of_spec, IN, I.
    - intros i I. apply atom_fine_spec, A. apply nth_In, I.
    - intros x G S. unfold all_tree. apply means_map.
      assert (C : sat_in (conjunction (definitions bd ++ all)) x).
      { apply sat_in_conjunction. intros d I. apply in_app_iff in I. destruct I as [I | I]; [| apply S, I].
        apply alike_sat; [apply D, I | apply G, I]. }
      revert C. apply means_ext. intros a I. unfold atom_at. destruct (index_of_spec a _ (IN a I)) as [_ ->]. reflexivity.
  Qed.

  Theorem none_there_sound bd all : none_there bd all = true ->
    forall x, good [] bd x -> (forall d, In d all -> sat_in d x) -> False.
  Proof.
    intros H x G S. unfold none_there in H. apply andb_true_iff in H. destruct H as [M H].
    destruct (search_facts bd all M) as (N1 & N2 & N3).
    exact (none_in_base_sound b automata _ _ (tracks bd) N1 N2 fuel H x (N3 x G S)).
  Qed.

  Theorem everywhere_there_sound bd all shared witnesses : everywhere_there bd all shared witnesses = true ->
    forall x, good [] bd x -> (forall k, k < shared -> (0 <= x k)%Z) -> (forall d, In d all -> sat_in d x) ->
    exists k, In k witnesses /\ exists z, (forall t, t < shared -> z t = x t) /\
      accepted_in b (the automata (fst k)) (shared + snd k) z.
  Proof.
    intros H x G P S. unfold everywhere_there in H. rewrite !andb_true_iff in H. destruct H as [[M _] H].
    destruct (search_facts bd all M) as (N1 & N2 & N3).
    exact (witnessed_in_base_sound b automata _ _ (tracks bd) shared witnesses N1 N2 fuel H x P (N3 x G S)).
  Qed.

  (** ** The conditions *)

  Definition check_loses_in (mine theirs : nat) (r : tuple_move) : bool :=
    yes (bind (begin depth g r) (fun gob =>
         bind (accepted_at (snd gob) mine (coordinates 0 w)) (fun mb =>
         bind (accepted_at (snd mb) theirs (snd (fst gob))) (fun tb =>
         Some (alike (fst (fst gob)) && none_there (snd tb) [fst (fst gob); Not (fst mb); Not (fst tb)]))))).

  Definition check_witness_in (theirs : nat) (r : tuple_move) (witness : nat) : bool :=
    yes (bind (begin depth g r) (fun gob =>
         bind (accepted_at (snd gob) witness (coordinates 0 (w + m_variables r))) (fun wb =>
         bind (accepted_at (snd wb) theirs (snd (fst gob))) (fun tb =>
         Some (alike (fst (fst gob)) && none_there (snd tb) [fst wb; Not (And (fst (fst gob)) (Not (fst tb)))]))))).

  Fixpoint check_witnesses_in (theirs : nat) (rules : list tuple_move) (first : nat) : bool :=
    match rules with
    | [] => true
    | r :: rules =>
        reads_numbers first (w + m_variables r) && check_witness_in theirs r first && check_witnesses_in theirs rules (S first)
    end.

  Definition check_everywhere_in (mine : nat) (witnesses : list (nat * nat)) : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) mine (coordinates 0 w)) (fun mb =>
         Some (alike (fst pb) && everywhere_there (snd mb) [fst pb; fst mb] w witnesses)))).

  Definition check_player_in (mine theirs : nat) (rules : list tuple_move) (first : nat) : bool :=
    reads_numbers mine w && reads_numbers theirs w &&
    forallb (check_loses_in mine theirs) rules && check_witnesses_in theirs rules first &&
    check_everywhere_in mine (witness_list rules first).

  Definition claimed_there (c : claimed) (bd : builder) : option (tree atom * builder) :=
    match c with
    | ByTest c => bind (condition_of depth (names_at (coordinates 0 w)) bd c) (fun db => if alike (fst db) then Some db else None)
    | ByAutomaton k => if reads_numbers k w then accepted_at bd k (coordinates 0 w) else None
    end.

  Definition check_claim_in (opposite : bool) (c : claimed) (mine : nat) : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) mine (coordinates 0 w)) (fun mb =>
         bind (claimed_there c (snd mb)) (fun cb =>
         let said := if opposite then Not (fst cb) else fst cb in
         Some (alike (fst pb) && none_there (snd cb) [fst pb; Or (And said (Not (fst mb))) (And (Not said) (fst mb))]))))).

  (** ** They are true *)

  Definition member_in (number : nat) (p : position) : Prop := accepted_in b (the automata number) (length p) (env_of p).

  Lemma accepted_in_same a v x y : same_env v x y -> accepted_in b a v x -> accepted_in b a v y.
  Proof. intros E (n & z & C & A). exists n, z. split; [| exact A]. intros t T. rewrite <- (E t T). apply C, T. Qed.

  Lemma accepted_there bd k at_ d b' : wf [] bd -> forms_scoped at_ (tracks bd) -> accepted_at bd k at_ = Some (d, b') ->
    ext [] bd b' /\ forall x, good [] b' x -> (sat_in d x <-> member_in k (values at_ x)).
  Proof.
    intros W S H. unfold accepted_at in H. apply bind_pair in H. destruct H as (ts & b1 & H1 & H).
    cbn [fst snd] in *. injection H as <- <-.
    destruct (on_tracks_ok [] g at_ bd ts b1 W S H1) as (X & L & T & V). split; [exact X |].
    intros x G. unfold sat_in, member_in. cbn [means holds_in]. rewrite <- (V x G), map_length.
    split; apply accepted_in_same; intros t Ht; unfold env_of;
      rewrite (nth_indep _ 0%Z (x 0)) by (rewrite map_length; exact Ht); rewrite map_nth; reflexivity.
  Qed.

  Hypothesis fine : base_fine b = true.

  Lemma reads_zeros k v : reads_numbers k v = true -> zeros_repeat b (the automata k) v = true.
  Proof. unfold reads_numbers. intros H. apply andb_true_iff in H. apply H. Qed.

  Lemma member_in_decided k p : reads_numbers k (length p) = true -> member_in k p \/ ~ member_in k p.
  Proof. intros R. apply (accepted_in_decided b fine), reads_zeros, R. Qed.

  Lemma check_loses_in_sound mine theirs r : check_loses_in mine theirs r = true ->
    forall p q, moves_by g r p q -> ~ member_in mine p -> ~ member_in theirs q -> False.
  Proof.
    intros H p q (I & vs & LV & C & Q) NM NT. unfold check_loses_in in H.
    apply yes_some in H. destruct H as ([[given option] b1] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dm b2] & H2 & H). apply yes_some in H. destruct H as ([dt b3] & H3 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (begin_ok [] depth g r given option b1 H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_there b1 mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X1)) as (X2 & V2);
      [apply (coordinates_scoped g); fold w in T1; lia | exact H2 |].
    destruct (accepted_there b2 theirs option dt b3 (ext_wf _ _ _ X2)) as (X3 & V3);
      [apply (scoped_list_more _ _ _ S1 (ext_tracks _ _ _ X2)) | exact H3 |].
    destruct (move_env [] g r p vs b3 I LV) as (y & G3 & EP & EA);
      [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3] |].
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite EP, EA in V1. destruct V1 as [V1 VO].
    destruct (alike given && none_there b3 [given; Not dm; Not dt]) eqn:NO; [| discriminate].
    apply andb_true_iff in NO. destruct NO as [AL NO].
    apply (none_there_sound b3 _ NO y G3).
    intros d [<- | [<- | [<- | []]]].
    - apply alike_sat; [exact AL |]. apply V1. auto.
    - unfold sat_in. cbn [means]. intros S. apply NM. apply (V2 y G2) in S. rewrite values_coordinates in S. fold w in EP. rewrite EP in S. exact S.
    - unfold sat_in. cbn [means]. intros S. apply NT. apply (V3 y G3) in S. rewrite VO, <- Q in S. exact S.
  Qed.

  Lemma check_witness_in_sound theirs r k :
    reads_numbers theirs w = true -> length (m_option r) = w -> check_witness_in theirs r k = true ->
    forall p vs, length p = w -> length vs = m_variables r -> member_in k (p ++ vs) ->
    exists q, moves_by g r p q /\ ~ member_in theirs q.
  Proof.
    intros R2 LO H p vs LP LV M. unfold check_witness_in in H.
    apply yes_some in H. destruct H as ([[given option] b1] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dw b2] & H2 & H). apply yes_some in H. destruct H as ([dt b3] & H3 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (begin_ok [] depth g r given option b1 H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1. fold w in T1, V1, X1.
    destruct (accepted_there b1 k (coordinates 0 (w + m_variables r)) dw b2 (ext_wf _ _ _ X1)) as (X2 & V2);
      [apply (coordinates_scoped g); lia | exact H2 |].
    destruct (accepted_there b2 theirs option dt b3 (ext_wf _ _ _ X2)) as (X3 & V3);
      [apply (scoped_list_more _ _ _ S1 (ext_tracks _ _ _ X2)) | exact H3 |].
    assert (X : ext [] (new_builder (w + m_variables r)) b3)
      by (eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 | exact X3]).
    destruct (built [] _ b3 (env_of (p ++ vs)) X) as (y & E & G3).
    assert (LL : length (p ++ vs) = w + m_variables r) by (rewrite app_length; lia).
    rewrite <- LL in E. apply (env_values g) in E. rewrite LL in E.
    assert (EP : map y (seq 0 w) = p).
    { rewrite (firsts g y w (w + m_variables r)), E by lia. rewrite firstn_app.
      replace (w - length p) with 0 by lia. rewrite firstn_O, app_nil_r. apply firstn_all2. lia. }
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite EP, E in V1. destruct V1 as [V1 VO].
    destruct (alike given && none_there b3 [dw; Not (And given (Not dt))]) eqn:NO; [| discriminate].
    apply andb_true_iff in NO. destruct NO as [AL NO].
    pose proof (none_there_sound b3 _ NO y G3) as NS.
    assert (SW : sat_in dw y) by (apply (V2 y G2); rewrite values_coordinates, E; exact M).
    (* What the automata say can be decided. *)
    assert (DT : member_in theirs (values option y) \/ ~ member_in theirs (values option y)).
    { apply member_in_decided. unfold values. rewrite map_length, L1, LO. exact R2. }
    assert (DI : (inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true) \/
                 ~ (inside g p /\ true_of (names_of (p ++ vs)) (m_condition r) = true)).
    { destruct (true_of (names_of (p ++ vs)) (m_condition r)); [| right; intros [_ Q]; discriminate].
      destruct (inside_decided g p); [left; auto | right; intros [Q _]; contradiction]. }
    destruct DI as [[IP C] | NI].
    - destruct DT as [T | T].
      + exfalso. apply NS. intros d [<- | [<- | []]]; [exact SW |].
        unfold sat_in. cbn [means]. intros [_ NT]. apply NT. apply (V3 y G3). exact T.
      + exists (values option y). split; [| exact T]. split; [exact IP |]. exists vs. auto.
    - exfalso. apply NS. intros d [<- | [<- | []]]; [exact SW |].
      unfold sat_in. cbn [means]. intros [S _]. apply NI, V1. apply (alike_sat given y AL). exact S.
  Qed.

  Lemma check_everywhere_in_sound mine witnesses : check_everywhere_in mine witnesses = true ->
    forall p, inside g p -> member_in mine p ->
    exists k v vs, In (k, v) witnesses /\ length vs = v /\ member_in k (p ++ vs).
  Proof.
    intros H p I M. unfold check_everywhere_in in H.
    apply yes_some in H. destruct H as ([d b1] & H1 & H). apply yes_some in H. destruct H as ([dm b2] & H2 & H).
    cbn [fst snd] in *. simpl in H.
    destruct (position_ok [] depth g (new_builder w) (coordinates 0 w) d b1 (new_wf _ _)) as (X & F & V);
      [apply (coordinates_scoped g); cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (accepted_there b1 mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X)) as (X2 & V2);
      [apply (coordinates_scoped g); lia | exact H2 |].
    destruct (position_env [] g p b2 I (ext_trans _ _ _ _ X X2)) as (y & G2 & E). fold w in E.
    pose proof (ext_good _ _ _ _ X2 G2) as G1.
    destruct (alike d && everywhere_there b2 [d; dm] w witnesses) eqn:EV; [| discriminate].
    apply andb_true_iff in EV. destruct EV as [AL EV].
    destruct (everywhere_there_sound b2 [d; dm] w witnesses EV y G2) as ([k v] & IW & z & Z0 & A).
    - intros k K. destruct I as (_ & P & _). apply P. rewrite <- E. apply in_map. apply in_seq. lia.
    - intros e [<- | [<- | []]]; [apply alike_sat; [exact AL |]; apply (V y G1) | apply (V2 y G2)]; rewrite values_coordinates, E; assumption.
    - cbn [fst snd] in A. exists k, v, (map z (seq w v)). split; [exact IW |].
      split; [rewrite map_length, seq_length; reflexivity |].
      assert (EZ : p ++ map z (seq w v) = map z (seq 0 (w + v))).
      { rewrite seq_app, map_app. f_equal. rewrite <- E. apply map_ext_in. intros t J. apply in_seq in J.
        symmetry. apply Z0. lia. }
      rewrite EZ. unfold member_in. rewrite map_length, seq_length. apply (accepted_in_same (the automata k) _ z); [| exact A].
      intros t J. unfold env_of. symmetry. rewrite (nth_map_seq z 0%Z) by exact J. reflexivity.
  Qed.

  Lemma check_witnesses_in_nth theirs rules : forall first i r,
    check_witnesses_in theirs rules first = true -> nth_error rules i = Some r -> check_witness_in theirs r (first + i) = true.
  Proof.
    induction rules as [| r0 rules IH]; intros first [| i] r H E; try discriminate; cbn [check_witnesses_in] in H;
      rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3].
    - injection E as <-. rewrite Nat.add_0_r. exact H2.
    - replace (first + S i) with (S first + i) by lia. apply IH; assumption.
  Qed.

  Lemma listed rules : forall first k v, In (k, v) (witness_list rules first) -> exists i r, nth_error rules i = Some r /\ k = first + i.
  Proof.
    induction rules as [| r rules IH]; intros first k v I; [destruct I |]. destruct I as [I | I].
    - injection I as <- <-. exists 0, r. split; [reflexivity | lia].
    - destruct (IH (S first) k v I) as (i & r' & A & B). exists (S i), r'. split; [exact A | lia].
  Qed.

  Lemma listed_variables rules : forall first i r v, nth_error rules i = Some r -> In (first + i, v) (witness_list rules first) -> v = m_variables r.
  Proof.
    assert (LOW : forall rules first k v, In (k, v) (witness_list rules first) -> first <= k).
    { induction rules0 as [| r rules0 IH]; intros first k v I; [destruct I |]. destruct I as [I | I]; [injection I; lia |].
      specialize (IH _ _ _ I). lia. }
    induction rules as [| r0 rules IH]; intros first [| i] r v E I; try discriminate; cbn [witness_list] in I.
    - injection E as <-. destruct I as [I | I]; [injection I; auto |]. apply LOW in I. lia.
    - destruct I as [I | I]; [injection I; lia |]. apply (IH (S first) i r v E). replace (S first + i) with (first + S i) by lia. exact I.
  Qed.

  Theorem check_player_in_sound mine theirs rules first :
    (forall r, In r rules -> length (m_option r) = w) ->
    check_player_in mine theirs rules first = true ->
    reads_numbers mine w = true /\
    (forall r p q, In r rules -> moves_by g r p q -> ~ member_in mine p -> ~ member_in theirs q -> False) /\
    (forall p, inside g p -> member_in mine p -> exists r q, In r rules /\ moves_by g r p q /\ ~ member_in theirs q).
  Proof.
    intros LO H. unfold check_player_in in H. rewrite !andb_true_iff in H. destruct H as [[[[R1 R2] LS] WS] EV].
    split; [exact R1 |]. split.
    - intros r p q I. rewrite forallb_forall in LS. apply (check_loses_in_sound mine theirs r (LS r I)).
    - intros p I M. destruct (check_everywhere_in_sound mine _ EV p I M) as (k & v & vs & IW & LV & A).
      destruct (listed rules first k v IW) as (i & r & E & ->). rewrite (listed_variables rules first i r v E IW) in LV.
      pose proof (check_witnesses_in_nth theirs rules first i r WS E) as CW.
      pose proof (nth_error_In _ _ E) as IR. destruct I as (LP & _).
      destruct (check_witness_in_sound theirs r (first + i) R2 (LO r IR) CW p vs LP LV A) as (q & MQ & NQ).
      exists r, q. auto.
  Qed.

  Definition claims_in (c : claimed) (p : position) : Prop :=
    match c with ByTest c => true_of (names_of p) c = true | ByAutomaton k => member_in k p end.

  Theorem check_claim_in_sound opposite c mine :
    reads_numbers mine w = true -> check_claim_in opposite c mine = true ->
    forall p, inside g p -> (claims_in c p \/ ~ claims_in c p) /\ (member_in mine p <-> if opposite : bool then ~ claims_in c p else claims_in c p).
  Proof.
    intros R H p I. unfold check_claim_in in H.
    apply yes_some in H. destruct H as ([d b1] & H1 & H). apply yes_some in H. destruct H as ([dm b2] & H2 & H).
    apply yes_some in H. destruct H as ([dc b3] & H3 & H). cbn [fst snd] in *. cbv zeta in H. cbn [yes] in H.
    destruct (position_ok [] depth g (new_builder w) (coordinates 0 w) d b1 (new_wf _ _)) as (X & F & V);
      [apply (coordinates_scoped g); cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (accepted_there b1 mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X)) as (X2 & V2);
      [apply (coordinates_scoped g); lia | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    fold w in T. assert (LP : length p = w) by apply I.
    assert (CL : ext [] b2 b3 /\ (forall x, good [] b3 x -> (sat_in dc x <-> claims_in c (map x (seq 0 w)))) /\ (claims_in c p \/ ~ claims_in c p)).
    { destruct c as [c | k]; cbn [claimed_there claims_in] in *.
      - apply bind_pair in H3. destruct H3 as (dc' & b3' & H3 & AL). cbn [fst snd] in AL.
        destruct (alike dc') eqn:ALD; [| discriminate]. injection AL as <- <-.
        destruct (builder_ok [] depth) as (_ & _ & IHc).
        destruct (IHc (names_at (coordinates 0 w)) b2 c dc' b3' (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
          [apply (names_at_fine g), (coordinates_scoped g); lia | exact H3 |].
        split; [exact X3 |]. split.
        + intros x G. rewrite (alike_sat dc' x ALD), (V3 x G). rewrite (true_ext _ (names_of (map x (seq 0 w)))); [reflexivity |].
          intros m. rewrite (value_names g), values_coordinates. reflexivity.
        + destruct (true_of (names_of p) c); auto.
      - destruct (reads_numbers k w) eqn:RK; [| discriminate].
        destruct (accepted_there b2 k (coordinates 0 w) dc b3 (ext_wf _ _ _ X2)) as (X3 & V3);
          [apply (coordinates_scoped g); lia | exact H3 |].
        split; [exact X3 |]. split.
        + intros x G. rewrite (V3 x G), values_coordinates. reflexivity.
        + apply member_in_decided. rewrite LP. exact RK. }
    destruct CL as (X3 & V3 & DC). split; [exact DC |].
    assert (DM : member_in mine p \/ ~ member_in mine p) by (apply member_in_decided; rewrite LP; exact R).
    destruct (position_env [] g p b3 I (ext_trans _ _ _ _ X (ext_trans _ _ _ _ X2 X3))) as (y & G3 & E). fold w in E.
    pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V y G1). specialize (V2 y G2). specialize (V3 y G3). rewrite values_coordinates, E in V, V2. rewrite E in V3.
    set (said := if opposite then Not dc else dc) in *.
    assert (VS : sat_in said y <-> if opposite then ~ claims_in c p else claims_in c p).
    { unfold said, sat_in in *. destruct opposite; cbn [means]; rewrite V3; reflexivity. }
    destruct (alike d && none_there b3 [d; Or (And said (Not dm)) (And (Not said) dm)]) eqn:NO; [| discriminate].
    apply andb_true_iff in NO. destruct NO as [AL NO].
    pose proof (none_there_sound b3 _ NO y G3) as NS.
    assert (ND : ~ ((if opposite then ~ claims_in c p else claims_in c p) /\ ~ member_in mine p \/
                    ~ (if opposite then ~ claims_in c p else claims_in c p) /\ member_in mine p)).
    { intros Q. apply NS. intros e [<- | [<- | []]]; [apply alike_sat; [exact AL |]; apply V, I |].
      unfold sat_in in *. cbn [means]. rewrite VS, V2. exact Q. }
    destruct opposite; tauto.
  Qed.
End Check.

(** ** The claims *)

(** A set of positions: where a condition holds, or those that an automaton accepts that reads numbers in the base. *)
Definition in_set_in (b : base) (s : set_claim) (p : position) : Prop :=
  match s with TestSet c => true_of (names_of p) c = true | AutomatonSet a => accepted_in b a (length p) (env_of p) end.

(** As [wins_claim_holds], in this base. *)
Definition wins_claim_holds_in (b : base) (g : tuple_game) (c : wins_claim) : Prop :=
  well_founded (followed position (moves_of g)) /\
  (forall p q, (exists c, moves_of g c p q) -> inside g p -> inside g q) /\
  match c with
  | PPositionsAre s =>
      forall c p, inside g p ->
        (Loses position (moves_of g) (fun _ _ => False) c p <-> in_set_in b s p) /\
        (Wins position (moves_of g) (fun _ _ => False) c p <-> ~ in_set_in b s p)
  | OutcomesAre ls rs =>
      forall c p, inside g p ->
        (Wins position (moves_of g) (fun _ _ => False) c p <-> in_set_in b (if c : bool then ls else rs) p) /\
        (Loses position (moves_of g) (fun _ _ => False) c p <-> ~ in_set_in b (if c : bool then ls else rs) p)
  end.

Definition check_wins_in_base (depth : nat) (fuel : effort) (b : base) (g : tuple_game) (c : wins_claim) (decreases : list (list Z))
  (wins : list automaton) (witnesses : list (list automaton)) : bool :=
  base_fine b && (1 <=? g_width g) &&
  match c, wins, witnesses with
  | PPositionsAre s, [a], [ws] =>
      let automata := a :: ws ++ automaton_of s in
      forallb (fun r => match m_player r with None => true | Some _ => false end) (g_moves g) &&
      (length ws =? length (g_moves g)) &&
      forallb (check_measure [] depth fuel g) decreases &&
      forallb (check_down [] depth fuel g decreases) (g_moves g) &&
      check_player_in b automata depth (steps fuel) g 0 0 (g_moves g) 1 &&
      check_claim_in b automata depth (steps fuel) g true (claimed_of s (1 + length ws)) 0
  | OutcomesAre ls rs, [a; a'], [ws; vs] =>
      let automata := a :: a' :: ws ++ vs ++ automaton_of ls ++ automaton_of rs in
      let number := 2 + (length ws + length vs) in
      (length ws =? length (filter (may true) (g_moves g))) &&
      (length vs =? length (filter (may false) (g_moves g))) &&
      forallb (check_measure [] depth fuel g) decreases &&
      forallb (check_down [] depth fuel g decreases) (g_moves g) &&
      check_player_in b automata depth (steps fuel) g 0 1 (filter (may true) (g_moves g)) 2 &&
      check_claim_in b automata depth (steps fuel) g false (claimed_of ls number) 0 &&
      check_player_in b automata depth (steps fuel) g 1 0 (filter (may false) (g_moves g)) (2 + length ws) &&
      check_claim_in b automata depth (steps fuel) g false (claimed_of rs (number + length (automaton_of ls))) 1
  | _, _, _ => false
  end.

Lemma claims_set_in b automata s k p :
  (forall a, s = AutomatonSet a -> the automata k = a) -> (claims_in b automata (claimed_of s k) p <-> in_set_in b s p).
Proof.
  intros H. destruct s as [c | a]; simpl; [reflexivity |]. unfold member_in. rewrite (H a eq_refl). reflexivity.
Qed.

Theorem check_wins_in_base_sound depth fuel b g c decreases wins witnesses :
  check_wins_in_base depth fuel b g c decreases wins witnesses = true -> wins_claim_holds_in b g c.
Proof.
  unfold check_wins_in_base, wins_claim_holds_in. intros H. apply andb_true_iff in H. destruct H as [H0 H].
  apply andb_true_iff in H0. destruct H0 as [FINE _].
  destruct c as [s | ls rs].
  - destruct wins as [| a [| ? ?]]; try discriminate. destruct witnesses as [| ws [| ? ?]]; try discriminate.
    cbv zeta in H. set (automata := a :: ws ++ automaton_of s) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[[AL _] M] D] P] C].
    destruct (games_end [] depth fuel g decreases M D) as (E & CL & W).
    split; [exact E |]. split; [intros p q (c & Q) I; apply (CL c p q I Q) |].
    destruct (check_player_in_sound b automata depth (steps fuel) g FINE 0 0 (g_moves g) 1 W P) as (R & A1 & A2).
    pose proof (check_claim_in_sound b automata depth (steps fuel) g FINE true _ 0 R C) as CS.
    rewrite forallb_forall in AL.
    assert (CM : forall p, inside g p -> (in_set_in b s p \/ ~ in_set_in b s p) /\ (member_in b automata 0 p <-> ~ in_set_in b s p)).
    { intros p I. specialize (CS p I). assert (Q : claims_in b automata (claimed_of s (1 + length ws)) p <-> in_set_in b s p); [| tauto].
      apply claims_set_in. intros k ->. unfold the, automata. simpl. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
    intros c p I.
    destruct (wins_exactly position (moves_of g) (fun _ _ => False) E (inside g) CL
      (fun _ p => member_in b automata 0 p)) with (b := c) (p := p) as [W1 W2]; try assumption.
    + intros _ q Iq. apply (member_in_decided b automata (steps fuel) FINE). destruct Iq as (LP & _). rewrite LP. exact R.
    + intros _ q r Iq N (ru & Ir & _ & Q) N'. exact (A1 ru q r Ir Q N N').
    + intros _ q _ _ [].
    + intros c' q Iq Mq. left. destruct (A2 q Iq Mq) as (ru & r & Ir & Q & N). exists r. split; [| exact N].
      exists ru. split; [exact Ir |]. split; [| exact Q]. left. specialize (AL ru Ir). destruct (m_player ru); [discriminate | reflexivity].
    + rewrite W1, W2. destruct (CM p I). tauto.
  - destruct wins as [| a [| a' [| ? ?]]]; try discriminate. destruct witnesses as [| ws [| vs [| ? ?]]]; try discriminate.
    cbv zeta in H. set (automata := a :: a' :: ws ++ vs ++ automaton_of ls ++ automaton_of rs) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[[[[_ _] M] D] P1] C1] P2] C2].
    destruct (games_end [] depth fuel g decreases M D) as (E & CL & W).
    split; [exact E |]. split; [intros p q (c & Q) I; apply (CL c p q I Q) |].
    assert (WF : forall c r, In r (filter (may c) (g_moves g)) -> length (m_option r) = g_width g).
    { intros c r I. apply filter_In in I. apply W, I. }
    destruct (check_player_in_sound b automata depth (steps fuel) g FINE 0 1 _ 2 (WF true) P1) as (R1 & A1 & A2).
    destruct (check_player_in_sound b automata depth (steps fuel) g FINE 1 0 _ _ (WF false) P2) as (R2 & B1 & B2).
    pose proof (check_claim_in_sound b automata depth (steps fuel) g FINE false _ 0 R1 C1) as CS1.
    pose proof (check_claim_in_sound b automata depth (steps fuel) g FINE false _ 1 R2 C2) as CS2.
    assert (CM : forall (c : bool) p, inside g p ->
      (member_in b automata (if c then 0 else 1) p <-> in_set_in b (if c then ls else rs) p)).
    { intros [|] p I.
      - destruct (CS1 p I) as [_ ->]. apply (claims_set_in b automata). intros k ->. unfold the, automata. simpl.
        rewrite app_nth2 by lia. rewrite app_nth2 by lia.
        replace (length ws + length vs - length ws - length vs) with 0 by lia. reflexivity.
      - destruct (CS2 p I) as [_ ->]. apply (claims_set_in b automata). intros k ->. unfold the, automata. simpl.
        rewrite app_nth2 by lia. rewrite app_nth2 by lia. rewrite app_nth2 by lia.
        replace (_ - _ - _ - _) with 0 by lia. reflexivity. }
    intros c p I.
    destruct (wins_exactly position (moves_of g) (fun _ _ => False) E (inside g) CL
      (fun (c : bool) p => member_in b automata (if c then 0 else 1) p)) with (b := c) (p := p) as [W1 W2]; try assumption.
    + intros c' q Iq. apply (member_in_decided b automata (steps fuel) FINE). destruct Iq as (LP & _). rewrite LP. destruct c'; assumption.
    + intros c' q r Iq N (ru & Ir & MP & Q) N'. apply may_spec in MP.
      destruct c'; [apply (A1 ru q r) | apply (B1 ru q r)]; try assumption; apply filter_In; auto.
    + intros c' q _ _ [].
    + intros c' q Iq Mq. left.
      destruct c'; [destruct (A2 q Iq Mq) as (ru & r & Ir & Q & N) | destruct (B2 q Iq Mq) as (ru & r & Ir & Q & N)];
        apply filter_In in Ir; destruct Ir as [Ir MP]; apply may_spec in MP; exists r; (split; [| exact N]); exists ru; auto.
    + rewrite W1, W2, (CM c p I). tauto.
Qed.
