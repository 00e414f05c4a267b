(** The check of outcomes at all positions of a game on tuples with an end of its own: conditions say where Left, and where
    Right, wins if it is their turn and they have no move. crates/certify/src/formula/wins.rs. *)

From Coq Require Import Arith ZArith List Lia Bool Wellfounded.
From Ishitori Require Import Kernel Automata Joins Terms FormulaCheck.
Import ListNotations.

Section Check.
  Variable automata : list automaton.
  Variables (depth : nat) (fuel : effort) (g : tuple_game).
  Let w := g_width g.

  (** Nobody moves by the rule from a position of the set. *)
  Definition check_stuck (stuck : nat) (r : tuple_move) : bool :=
    signs_repeat (the automata stuck) w &&
    yes (bind (begin depth g r) (fun gob =>
         bind (accepted_at (snd gob) stuck (coordinates 0 w)) (fun sb =>
         Some (none automata fuel (snd sb) [fst (fst gob); fst sb])))).

  (** What the automaton accepts are moves. *)
  Definition check_moved (r : tuple_move) (moved : nat) : bool :=
    signs_repeat (the automata moved) (w + m_variables r) &&
    yes (bind (begin depth g r) (fun gob =>
         bind (accepted_at (snd gob) moved (coordinates 0 (w + m_variables r))) (fun mb =>
         Some (none automata fuel (snd mb) [fst mb; Not (fst (fst gob))])))).

  Fixpoint check_all_moved (rules : list tuple_move) (first : nat) : bool :=
    match rules with
    | [] => true
    | r :: rules => check_moved r first && check_all_moved rules (S first)
    end.

  (** In the set of the player there is a witness, or the player is stuck and wins by that. *)
  Definition check_reached (mine stuck : nat) (e : test) (witnesses : list (nat * nat)) : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) mine (coordinates 0 w)) (fun mb =>
         bind (accepted_at (snd mb) stuck (coordinates 0 w)) (fun sb =>
         bind (condition_of depth (names_at (coordinates 0 w)) (snd sb) e) (fun eb =>
         Some (everywhere automata fuel (snd eb) [fst pb; fst mb; Not (And (fst sb) (fst eb))] w witnesses)))))).

  (** Outside of it, where the end would be the player's, there is a move. *)
  Definition check_able (mine : nat) (e : test) (moved : list (nat * nat)) : bool :=
    yes (bind (position_at depth g (new_builder w) (coordinates 0 w)) (fun pb =>
         bind (accepted_at (snd pb) mine (coordinates 0 w)) (fun mb =>
         bind (condition_of depth (names_at (coordinates 0 w)) (snd mb) e) (fun eb =>
         Some (everywhere automata fuel (snd eb) [fst pb; Not (fst mb); fst eb] w moved))))).

  (** [first]: the witnesses, then the moves, then those without a move. *)
  Definition check_player_end (mine theirs : nat) (rules : list tuple_move) (e : test) (first : nat) : bool :=
    let n := length rules in
    signs_repeat (the automata mine) w && signs_repeat (the automata theirs) w &&
    forallb (check_loses automata depth fuel g mine theirs) rules &&
    check_witnesses automata depth fuel g theirs rules first &&
    check_all_moved rules (first + n) &&
    signs_repeat (the automata (first + 2 * n)) w &&
    forallb (check_stuck (first + 2 * n)) rules &&
    check_reached mine (first + 2 * n) e (witness_list rules first) &&
    check_able mine e (witness_list rules (first + n)).

  Notation member := (member automata).
  Definition end_at (e : test) (p : position) : Prop := true_of (names_of p) e = true.

  Lemma check_stuck_sound stuck r :
    check_stuck stuck r = true -> forall p q, moves_by g r p q -> ~ member stuck p.
  Proof.
    intros H p q (I & vs & LV & C & Q) M. unfold check_stuck in H. apply andb_true_iff in H. destruct H as [R1 H].
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([ds b2] & H2 & H). cbn [fst snd] in *. simpl in H.
    destruct (begin_ok automata depth g r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b stuck (coordinates 0 w) ds b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); unfold w; lia | rewrite coordinates_length; exact R1 | exact H2 |].
    destruct (move_env automata g r p vs b2 I LV (ext_trans _ _ _ _ X1 X2)) as (y & G2 & EP & EA).
    pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. rewrite EP, EA in V1. destruct V1 as [V1 _].
    destruct (none automata fuel b2 [given; ds]) eqn:NO; [| discriminate].
    apply (none_sound automata fuel b2 _ (ext_wf _ _ _ X2)) with (2 := NO) (x := y) (3 := G2).
    - intros d [<- | [<- | []]]; [| exact F2].
      apply (tree_fine_more automata (tracks b)); [exact F1 | apply (ext_tracks _ _ _ X2)].
    - intros d [<- | [<- | []]]; [apply V1; auto |].
      apply (V2 y G2). unfold w. rewrite values_coordinates, EP. exact M.
  Qed.

  Lemma check_moved_sound r k :
    check_moved r k = true ->
    forall p vs, length p = w -> length vs = m_variables r -> member k (p ++ vs) -> exists q, moves_by g r p q.
  Proof.
    intros H p vs LP LV M. unfold check_moved in H. apply andb_true_iff in H. destruct H as [R1 H].
    apply yes_some in H. destruct H as ([[given option] b] & H1 & H). cbn [fst snd] in H.
    apply yes_some in H. destruct H as ([dm b2] & H2 & H). cbn [fst snd] in *. simpl in H.
    destruct (begin_ok automata depth g r given option b H1) as (X1 & F1 & S1 & L1 & V1).
    pose proof (ext_tracks _ _ _ X1) as T1. cbn [new_builder tracks] in T1.
    destruct (accepted_at_ok automata g b k (coordinates 0 (w + m_variables r)) dm b2 (ext_wf _ _ _ X1)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); unfold w; lia | rewrite coordinates_length; exact R1 | exact H2 |].
    destruct (built automata _ b2 (env_of (p ++ vs)) (ext_trans _ _ _ _ X1 X2)) as (y & E & G2).
    assert (LL : length (p ++ vs) = w + m_variables r) by (rewrite app_length; lia).
    change (g_width g) with w in E. rewrite <- LL in E. apply (env_values g) in E. rewrite LL in E.
    assert (EP : map y (seq 0 w) = p).
    { rewrite (firsts g y w (w + m_variables r)), E by lia. rewrite firstn_app.
      replace (w - length p) with 0 by lia. rewrite firstn_O, app_nil_r. apply firstn_all2. lia. }
    pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V1 y G1). cbv zeta in V1. change (g_width g) with w in V1. rewrite EP, E in V1. destruct V1 as [V1 VO].
    destruct (none automata fuel b2 [dm; Not given]) eqn:NO; [| discriminate].
    assert (DN : forall d, In d [dm; Not given] -> tree_fine automata (tracks b2) d).
    { intros d [<- | [<- | []]]; [exact F2 |]. intros a J. simpl in J.
      apply (fine_more automata (tracks b)); [apply F1, J | apply (ext_tracks _ _ _ X2)]. }
    pose proof (none_sound automata fuel b2 _ (ext_wf _ _ _ X2) DN NO y G2) as NS.
    destruct (inside_decided g p) as [IP | IP].
    - destruct (true_of (names_of (p ++ vs)) (m_condition r)) eqn:C.
      + exists (values option y). split; [exact IP |]. exists vs. auto.
      + exfalso. apply NS. intros d [<- | [<- | []]];
          [apply (V2 y G2); rewrite values_coordinates, E; exact M |].
        unfold sat. cbn [means]. intros S. apply V1 in S. destruct S. discriminate.
    - exfalso. apply NS. intros d [<- | [<- | []]];
        [apply (V2 y G2); rewrite values_coordinates, E; exact M |].
      unfold sat. cbn [means]. intros S. apply V1 in S. tauto.
  Qed.

  Lemma check_all_moved_nth rules : forall first i r,
    check_all_moved rules first = true -> nth_error rules i = Some r -> check_moved r (first + i) = true.
  Proof.
    induction rules as [| r0 rules IH]; intros first [| i] r H E; try discriminate; cbn [check_all_moved] in H;
      apply andb_true_iff in H; destruct H as [H1 H2].
    - injection E as <-. rewrite Nat.add_0_r. exact H1.
    - replace (first + S i) with (S first + i) by lia. apply IH; assumption.
  Qed.

  (** A witness that the search found. *)
  Lemma found_somewhere b all witnesses y p :
    wf automata b -> (forall d, In d all -> tree_fine automata (tracks b) d) -> good automata b y -> map y (seq 0 w) = p ->
    everywhere automata fuel b all w witnesses = true -> (forall d, In d all -> sat automata d y) ->
    exists k v vs, In (k, v) witnesses /\ length vs = v /\ member k (p ++ vs).
  Proof.
    intros W F G E EV A.
    destruct (everywhere_sound automata fuel b all w witnesses W F EV y G A) as ([k v] & IW & z & Z & AC).
    cbn [fst snd] in AC. exists k, v, (map z (seq w v)). split; [exact IW |].
    split; [rewrite map_length, seq_length; reflexivity |].
    assert (EZ : p ++ map z (seq w v) = map z (seq 0 (w + v))).
    { rewrite seq_app, map_app. f_equal. rewrite <- E. apply map_ext_in. intros t J. apply in_seq in J.
      symmetry. apply Z. lia. }
    rewrite EZ. unfold FormulaCheck.member. rewrite map_length, seq_length.
    apply (accepted_same (the automata k) _ z); [| exact AC].
    intros t J. unfold env_of. symmetry. rewrite (nth_map_seq z 0%Z) by exact J. reflexivity.
  Qed.

  Lemma end_ok b e d b' : wf automata b -> w <= tracks b ->
    condition_of depth (names_at (coordinates 0 w)) b e = Some (d, b') ->
    ext automata b b' /\ tree_fine automata (tracks b') d /\
    forall x, good automata b' x -> (sat automata d x <-> end_at e (map x (seq 0 w))).
  Proof.
    intros W T H. destruct (builder_ok automata depth) as (_ & _ & IHc).
    destruct (IHc (names_at (coordinates 0 w)) b e d b' W) as (X & F & V);
      [apply (names_at_fine g), (coordinates_scoped g); lia | exact H |].
    split; [exact X |]. split; [exact F |]. intros x G. rewrite (V x G). unfold end_at.
    rewrite (true_ext _ (names_of (map x (seq 0 w)))); [reflexivity |].
    intros m. rewrite (value_names g), values_coordinates. reflexivity.
  Qed.

  Lemma check_reached_sound mine stuck e witnesses :
    signs_repeat (the automata mine) w = true -> signs_repeat (the automata stuck) w = true ->
    check_reached mine stuck e witnesses = true ->
    forall p, inside g p -> member mine p ->
    (exists k v vs, In (k, v) witnesses /\ length vs = v /\ member k (p ++ vs)) \/ (member stuck p /\ end_at e p).
  Proof.
    intros R1 R2 H p I M. unfold check_reached in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as ([dm b2] & H2 & H).
    apply yes_some in H. destruct H as ([ds b3] & H3 & H). apply yes_some in H. destruct H as ([de b4] & H4 & H).
    cbn [fst snd] in *. cbn [yes] in H.
    destruct (position_ok automata depth g (new_builder w) (coordinates 0 w) d b (new_wf _ _)) as (X & F & V);
      [apply (coordinates_scoped g); cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (accepted_at_ok automata g b mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite coordinates_length; exact R1 | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (accepted_at_ok automata g b2 stuck (coordinates 0 w) ds b3 (ext_wf _ _ _ X2)) as (X3 & F3 & V3);
      [apply (coordinates_scoped g); lia | rewrite coordinates_length; exact R2 | exact H3 |].
    pose proof (ext_tracks _ _ _ X3) as T3.
    destruct (end_ok b3 e de b4 (ext_wf _ _ _ X3)) as (X4 & F4 & V4); [lia | exact H4 |].
    pose proof (ext_tracks _ _ _ X4) as T4.
    destruct (position_env automata g p b4 I) as (y & G4 & E).
    { eapply ext_trans; [exact X |]. eapply ext_trans; [exact X2 |]. eapply ext_trans; [exact X3 | exact X4]. }
    pose proof (ext_good _ _ _ _ X4 G4) as G3. pose proof (ext_good _ _ _ _ X3 G3) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V y G1). specialize (V2 y G2). specialize (V3 y G3). specialize (V4 y G4).
    rewrite values_coordinates in V, V2, V3. change (g_width g) with w in E. rewrite E in V, V2, V3, V4.
    assert (DS : member stuck p \/ ~ member stuck p).
    { apply member_decided. destruct I as (LP & _). rewrite LP. exact R2. }
    assert (DE : end_at e p \/ ~ end_at e p) by (unfold end_at; destruct (true_of (names_of p) e); auto).
    destruct DS as [DS | DS], DE as [DE | DE]; [right; auto | left | left | left];
      (destruct (everywhere automata fuel b4 [d; dm; Not (And ds de)] w witnesses) eqn:EV; [| discriminate];
       eapply (found_somewhere b4 [d; dm; Not (And ds de)] witnesses y p (ext_wf _ _ _ X4)); try eassumption;
       [intros t [<- | [<- | [<- | []]]];
          [apply (tree_fine_more automata (tracks b)); [exact F | lia] |
           apply (tree_fine_more automata (tracks b2)); [exact F2 | lia] |
           intros a J; simpl in J; apply in_app_iff in J; destruct J as [J | J];
             [apply (fine_more automata (tracks b3)); [apply F3, J | lia] | apply F4, J]] |
        intros t [<- | [<- | [<- | []]]];
          [apply V, I | apply V2, M | unfold sat in *; cbn [means]; rewrite V3, V4; tauto]]).
  Qed.

  Lemma check_able_sound mine e moved :
    signs_repeat (the automata mine) w = true -> check_able mine e moved = true ->
    forall p, inside g p -> ~ member mine p -> end_at e p ->
    exists k v vs, In (k, v) moved /\ length vs = v /\ member k (p ++ vs).
  Proof.
    intros R1 H p I M EN. unfold check_able in H.
    apply yes_some in H. destruct H as ([d b] & H1 & H). apply yes_some in H. destruct H as ([dm b2] & H2 & H).
    apply yes_some in H. destruct H as ([de b4] & H4 & H). cbn [fst snd] in *. cbn [yes] in H.
    destruct (position_ok automata depth g (new_builder w) (coordinates 0 w) d b (new_wf _ _)) as (X & F & V);
      [apply (coordinates_scoped g); cbn; lia | apply coordinates_length | exact H1 |].
    pose proof (ext_tracks _ _ _ X) as T. cbn [new_builder tracks] in T.
    destruct (accepted_at_ok automata g b mine (coordinates 0 w) dm b2 (ext_wf _ _ _ X)) as (X2 & F2 & V2);
      [apply (coordinates_scoped g); lia | rewrite coordinates_length; exact R1 | exact H2 |].
    pose proof (ext_tracks _ _ _ X2) as T2.
    destruct (end_ok b2 e de b4 (ext_wf _ _ _ X2)) as (X4 & F4 & V4); [lia | exact H4 |].
    pose proof (ext_tracks _ _ _ X4) as T4.
    destruct (position_env automata g p b4 I) as (y & G4 & E).
    { eapply ext_trans; [exact X |]. eapply ext_trans; [exact X2 | exact X4]. }
    pose proof (ext_good _ _ _ _ X4 G4) as G2. pose proof (ext_good _ _ _ _ X2 G2) as G1.
    specialize (V y G1). specialize (V2 y G2). specialize (V4 y G4).
    rewrite values_coordinates in V, V2. change (g_width g) with w in E. rewrite E in V, V2, V4.
    destruct (everywhere automata fuel b4 [d; Not dm; de] w moved) eqn:EV; [| discriminate].
    eapply (found_somewhere b4 [d; Not dm; de] moved y p (ext_wf _ _ _ X4)); try eassumption.
    - intros t [<- | [<- | [<- | []]]];
        [apply (tree_fine_more automata (tracks b)); [exact F | lia] |
         intros a J; simpl in J; apply (fine_more automata (tracks b2)); [apply F2, J | lia] | exact F4].
    - intros t [<- | [<- | [<- | []]]]; [apply V, I | unfold sat in *; cbn [means]; rewrite V2; exact M | apply V4, EN].
  Qed.

  (** What is known of a player. *)
  Theorem check_player_end_sound mine theirs rules e first :
    (forall r, In r rules -> length (m_option r) = w) ->
    check_player_end mine theirs rules e first = true ->
    signs_repeat (the automata mine) w = true /\
    (forall r p q, In r rules -> moves_by g r p q -> ~ member mine p -> ~ member theirs q -> False) /\
    (forall p, inside g p -> ~ member mine p -> end_at e p -> exists r q, In r rules /\ moves_by g r p q) /\
    (forall p, inside g p -> member mine p ->
      (exists r q, In r rules /\ moves_by g r p q /\ ~ member theirs q) \/
      ((forall r q, In r rules -> ~ moves_by g r p q) /\ end_at e p)).
  Proof.
    intros LO H. unfold check_player_end in H. cbv zeta in H. rewrite !andb_true_iff in H.
    destruct H as [[[[[[[[R1 R2] LS] WS] MS] R4] ST] RE] AB].
    rewrite forallb_forall in LS, ST.
    split; [exact R1 |]. split; [| split].
    - intros r p q I. apply (check_loses_sound automata depth fuel g mine theirs r R1 R2 (LO r I) (LS r I)).
    - intros p I N EN. destruct (check_able_sound mine e _ R1 AB p I N EN) as (k & v & vs & IW & LV & A).
      destruct (witness_list_in automata depth fuel g rules _ k v IW eq_refl) as (i & r & E & -> & ->).
      destruct (check_moved_sound r _ (check_all_moved_nth rules _ i r MS E) p vs (proj1 I) LV A) as (q & Q).
      exists r, q. split; [apply (nth_error_In _ _ E) | exact Q].
    - intros p I M. destruct (check_reached_sound mine _ e _ R1 R4 RE p I M) as [(k & v & vs & IW & LV & A) | [S EN]].
      + left. destruct (witness_list_in automata depth fuel g rules first k v IW eq_refl) as (i & r & E & -> & ->).
        destruct (check_witnesses_nth automata depth fuel g theirs rules first i r WS E) as [R3 CW].
        pose proof (nth_error_In _ _ E) as IR.
        destruct (check_witness_sound automata depth fuel g theirs r (first + i) R3 R2 (LO r IR) CW p vs (proj1 I) LV A) as (q & MQ & NQ).
        exists r, q. auto.
      + right. split; [| exact EN]. intros r q IR Q. exact (check_stuck_sound _ r (ST r IR) p q Q S).
  Qed.
End Check.

(** ** The claims *)

(** Where a player without a move wins: the same for both, or for Left and for Right. *)
Inductive game_end := SameEnd (e : test) | TwoEnds (l r : test).
Definition end_of (x : game_end) (b : bool) : test := match x with SameEnd e => e | TwoEnds l r => if b then l else r end.

(** As [wins_claim_holds], where a player without a move wins if the end says so ([true] is Left). *)
Definition ended_claim_holds (g : tuple_game) (x : game_end) (c : wins_claim) : Prop :=
  let final := fun b p => end_at (end_of x b) p in
  well_founded (followed position (moves_of g)) /\
  (forall b p q, inside g p -> moves_of g b p q -> inside g q) /\
  match c with
  | PPositionsAre s =>
      forall b p, inside g p ->
        (Loses position (moves_of g) final b p <-> in_set s p) /\ (Wins position (moves_of g) final b p <-> ~ in_set s p)
  | OutcomesAre ls rs =>
      forall b p, inside g p ->
        (Wins position (moves_of g) final b p <-> in_set (if b then ls else rs) p) /\
        (Loses position (moves_of g) final b p <-> ~ in_set (if b then ls else rs) p)
  end.

(** The automata of a player: witnesses and moves for each rule, and the positions without a move. *)
Record player_data := { p_witnesses : list automaton; p_moved : list automaton; p_stuck : automaton }.
Definition listed_of (d : player_data) : list automaton := p_witnesses d ++ p_moved d ++ [p_stuck d].
Definition fitting (d : player_data) (rules : list tuple_move) : bool :=
  (length (p_witnesses d) =? length rules) && (length (p_moved d) =? length rules).

Definition check_ended (depth : nat) (fuel : effort) (g : tuple_game) (x : game_end) (c : wins_claim) (decreases : list (list Z))
  (wins : list automaton) (players : list player_data) : bool :=
  (1 <=? g_width g) &&
  match c, x, wins, players with
  | PPositionsAre s, SameEnd e, [a], [d] =>
      let automata := a :: listed_of d ++ automaton_of s in
      forallb (fun r => match m_player r with None => true | Some _ => false end) (g_moves g) &&
      fitting d (g_moves g) &&
      forallb (check_measure automata depth fuel g) decreases &&
      forallb (check_down automata depth fuel g decreases) (g_moves g) &&
      check_player_end automata depth fuel g 0 0 (g_moves g) e 1 &&
      check_claim automata depth fuel g true (claimed_of s (1 + length (listed_of d))) 0
  | OutcomesAre ls rs, _, [a; b], [d; d'] =>
      let automata := a :: b :: listed_of d ++ listed_of d' ++ automaton_of ls ++ automaton_of rs in
      let number := 2 + (length (listed_of d) + length (listed_of d')) in
      fitting d (filter (may true) (g_moves g)) && fitting d' (filter (may false) (g_moves g)) &&
      forallb (check_measure automata depth fuel g) decreases &&
      forallb (check_down automata depth fuel g decreases) (g_moves g) &&
      check_player_end automata depth fuel g 0 1 (filter (may true) (g_moves g)) (end_of x true) 2 &&
      check_claim automata depth fuel g false (claimed_of ls number) 0 &&
      check_player_end automata depth fuel g 1 0 (filter (may false) (g_moves g)) (end_of x false) (2 + length (listed_of d)) &&
      check_claim automata depth fuel g false (claimed_of rs (number + length (automaton_of ls))) 1
  | _, _, _, _ => false
  end.

Theorem check_ended_sound depth fuel g x c decreases wins players :
  check_ended depth fuel g x c decreases wins players = true -> ended_claim_holds g x c.
Proof.
  unfold check_ended, ended_claim_holds. cbv zeta. intros H. apply andb_true_iff in H. destruct H as [_ H].
  destruct c as [s | ls rs].
  - destruct x as [e | ? ?]; [| discriminate].
    destruct wins as [| a [| ? ?]]; try discriminate. destruct players as [| d [| ? ?]]; try discriminate.
    set (automata := a :: listed_of d ++ automaton_of s) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[[AL _] M] D] P] C].
    destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
    split; [exact E |]. split; [exact CL |].
    destruct (check_player_end_sound automata depth fuel g 0 0 (g_moves g) e 1 W P) as (R & A1 & A2 & A3).
    pose proof (check_claim_sound automata depth fuel g true _ 0 R C) as CS.
    rewrite forallb_forall in AL.
    assert (AK : forall k, s = AutomatonSet k -> the automata (1 + length (listed_of d)) = k).
    { intros k ->. unfold the, automata. simpl. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
    assert (CM : forall p, inside g p -> (member automata 0 p <-> ~ in_set s p)).
    { intros p I. rewrite (CS p I). rewrite (claims_set automata); [reflexivity | exact AK]. }
    assert (DS : forall p, inside g p -> in_set s p \/ ~ in_set s p).
    { intros p I. destruct s as [c | k]; simpl.
      - destruct (true_of (names_of p) c); auto.
      - destruct I as (LP & _). unfold check_claim in C. rewrite LP.
        assert (RK : signs_repeat k (g_width g) = true).
        { apply yes_some in C. destruct C as (? & _ & C). apply yes_some in C. destruct C as (? & _ & C).
          apply yes_some in C. destruct C as (? & C & _). cbn [claimed_of claimed_at] in C.
          rewrite (AK k eq_refl) in C. destruct (signs_repeat k (g_width g)); [reflexivity | discriminate]. }
        destruct (enough_exists (env_of p) (g_width g)) as (l & EN). rewrite (accepted_any _ _ _ l RK EN).
        destruct (auto_accepts _ _); auto. }
    assert (NM : forall ru, In ru (g_moves g) -> forall b, m_player ru = None \/ m_player ru = Some b).
    { intros ru I b. left. specialize (AL ru I). destruct (m_player ru); [discriminate | reflexivity]. }
    intros b p I.
    destruct (wins_exactly position (moves_of g) (fun b p => end_at (end_of (SameEnd e) b) p) E (inside g) CL
      (fun _ p => member automata 0 p)) with (b := b) (p := p) as [W1 W2]; try assumption.
    + intros _ q Iq. apply member_decided. destruct Iq as (LP & _). rewrite LP. exact R.
    + intros _ q r Iq N (ru & Ir & _ & Q) N'. exact (A1 ru q r Ir Q N N').
    + intros c q Iq N EN. destruct (A2 q Iq N EN) as (ru & r & Ir & Q). exists r, ru. auto.
    + intros c q Iq Mq. destruct (A3 q Iq Mq) as [(ru & r & Ir & Q & N) | [NO EN]].
      * left. exists r. split; [exists ru; auto | exact N].
      * right. split; [intros r (ru & Ir & _ & Q); exact (NO ru r Ir Q) | exact EN].
    + rewrite W1, W2, (CM p I). destruct (DS p I); tauto.
  - destruct wins as [| a [| a' [| ? ?]]]; try discriminate. destruct players as [| d [| d' [| ? ?]]]; try discriminate.
    set (automata := a :: a' :: listed_of d ++ listed_of d' ++ automaton_of ls ++ automaton_of rs) in *.
    rewrite !andb_true_iff in H. destruct H as [[[[[[[_ _] M] D] P1] C1] P2] C2].
    destruct (games_end automata depth fuel g decreases M D) as (E & CL & W).
    split; [exact E |]. split; [exact CL |].
    assert (WF : forall b r, In r (filter (may b) (g_moves g)) -> length (m_option r) = g_width g).
    { intros b r I. apply filter_In in I. apply W, I. }
    destruct (check_player_end_sound automata depth fuel g 0 1 _ _ 2 (WF true) P1) as (R1 & A1 & A2 & A3).
    destruct (check_player_end_sound automata depth fuel g 1 0 _ _ _ (WF false) P2) as (R2 & B1 & B2 & B3).
    pose proof (check_claim_sound automata depth fuel g false _ 0 R1 C1) as CS1.
    pose proof (check_claim_sound automata depth fuel g false _ 1 R2 C2) as CS2.
    assert (CM : forall (b : bool) p, inside g p ->
      (member automata (if b then 0 else 1) p <-> in_set (if b then ls else rs) p)).
    { intros [|] p I.
      - rewrite (CS1 p I). apply (claims_set automata). intros k ->. unfold the, automata. simpl.
        rewrite app_nth2 by lia. rewrite app_nth2 by lia.
        replace (_ - _ - _) with 0 by lia. reflexivity.
      - rewrite (CS2 p I). apply (claims_set automata). intros k ->. unfold the, automata. simpl.
        rewrite app_nth2 by lia. rewrite app_nth2 by lia. rewrite app_nth2 by lia.
        replace (_ - _ - _ - _) with 0 by lia. reflexivity. }
    assert (FM : forall ru b, In ru (g_moves g) -> m_player ru = None \/ m_player ru = Some b ->
      In ru (filter (may b) (g_moves g))).
    { intros ru b I MP. apply filter_In. split; [exact I | apply may_spec, MP]. }
    assert (MF : forall ru b, In ru (filter (may b) (g_moves g)) ->
      In ru (g_moves g) /\ (m_player ru = None \/ m_player ru = Some b)).
    { intros ru b I. apply filter_In in I. destruct I as [I MP]. split; [exact I | apply may_spec, MP]. }
    intros b p I.
    destruct (wins_exactly position (moves_of g) (fun b p => end_at (end_of x b) p) E (inside g) CL
      (fun (b : bool) p => member automata (if b then 0 else 1) p)) with (b := b) (p := p) as [W1 W2]; try assumption.
    + intros c q Iq. apply member_decided. destruct Iq as (LP & _). rewrite LP. destruct c; assumption.
    + intros c q r Iq N (ru & Ir & MP & Q) N'. pose proof (FM ru c Ir MP) as If.
      destruct c; [apply (A1 ru q r) | apply (B1 ru q r)]; assumption.
    + intros c q Iq N EN.
      destruct c; [destruct (A2 q Iq N EN) as (ru & r & Ir & Q) | destruct (B2 q Iq N EN) as (ru & r & Ir & Q)];
        apply MF in Ir; destruct Ir as [Ir MP]; exists r, ru; auto.
    + intros c q Iq Mq.
      destruct c; [destruct (A3 q Iq Mq) as [(ru & r & Ir & Q & N) | [NO EN]] | destruct (B3 q Iq Mq) as [(ru & r & Ir & Q & N) | [NO EN]]].
      * left. apply MF in Ir. destruct Ir as [Ir MP]. exists r. split; [exists ru; auto | exact N].
      * right. split; [intros r (ru & Ir & MP & Q); exact (NO ru r (FM ru _ Ir MP) Q) | exact EN].
      * left. apply MF in Ir. destruct Ir as [Ir MP]. exists r. split; [exists ru; auto | exact N].
      * right. split; [intros r (ru & Ir & MP & Q); exact (NO ru r (FM ru _ Ir MP) Q) | exact EN].
    + rewrite W1, W2, (CM b p I). tauto.
Qed.
