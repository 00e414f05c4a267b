(** Games on positions of any kind, with any number of moves: sets of positions that are those that a player
    wins, and functions that are the Grundy numbers.

    This is what certificates of formulas and of automata rely on. Positions are of any type; there may be infinitely many
    moves from one of them. All that is asked is that every play ends; [first_smaller_ends] says that it does if linear
    forms, or any other integers, decrease. *)

From Coq Require Import Arith ZArith List Lia Bool Wf_nat Wellfounded.
From Ishitori Require Import Heaps Grundy.
Import ListNotations.

(** ** Every play ends *)

Section Ends.
  Variable position : Type.
  Variable inside : position -> Prop.

  (** The first of the numbers that changes becomes smaller. *)
  Fixpoint first_smaller (forms : list (position -> Z)) (q p : position) : Prop :=
    match forms with
    | [] => False
    | f :: rest => (f q < f p)%Z \/ (f q = f p /\ first_smaller rest q p)
    end.

  Theorem first_smaller_ends forms :
    (forall f p, In f forms -> inside p -> (0 <= f p)%Z) ->
    well_founded (fun q p => inside q /\ inside p /\ first_smaller forms q p).
  Proof.
    induction forms as [| f rest IH]; intros N.
    - intros p. constructor. intros q (_ & _ & []).
    - assert (IH' := IH (fun f p I => N f p (or_intror I))). clear IH.
      assert (A : forall n p, inside p -> Z.to_nat (f p) = n ->
        Acc (fun q p => inside q /\ inside p /\ first_smaller (f :: rest) q p) p).
      { induction n as [n IHn] using lt_wf_ind. intros p.
        induction p as [p IHp] using (well_founded_induction IH').
        intros I E. constructor. intros q (Iq & _ & [L | [Q L]]).
        - pose proof (N f q (or_introl eq_refl) Iq). pose proof (N f p (or_introl eq_refl) I).
          apply (IHn (Z.to_nat (f q))); [lia | assumption | reflexivity].
        - apply IHp; [auto | assumption | congruence]. }
      intros p. constructor. intros q (Iq & _). eapply A; [assumption | reflexivity].
  Qed.
End Ends.

(** ** Who wins *)

Section Outcomes.
  Variable position : Type.
  (** [true] is Left. *)
  Variable moves : bool -> position -> position -> Prop.
  (** Whether the player wins where it is their turn and they have no move; nowhere under normal play. *)
  Variable final : bool -> position -> Prop.

  (** The player wins, or loses, moving first. *)
  Inductive Wins : bool -> position -> Prop :=
  | wins_by_move b p q : moves b p q -> Loses (negb b) q -> Wins b p
  | wins_by_end b p : (forall q, ~ moves b p q) -> final b p -> Wins b p
  with Loses : bool -> position -> Prop :=
  | loses b p :
      (forall q, moves b p q -> Wins (negb b) q) ->
      ((forall q, ~ moves b p q) -> ~ final b p) -> Loses b p.

  Definition followed (q p : position) : Prop := exists b, moves b p q.
  Hypothesis ends : well_founded followed.

  Theorem not_both b p : Wins b p -> Loses b p -> False.
  Proof.
    revert b. induction p as [p IH] using (well_founded_induction ends). intros b W L.
    destruct L as [b p A E]. destruct W as [b p q M L | b p N F].
    - apply (IH q) with (b := negb b); [exists b; assumption | apply A, M | assumption].
    - apply E; assumption.
  Qed.

  (** The positions that are asked about; moves lead to such positions. *)
  Variable inside : position -> Prop.
  Hypothesis closed : forall b p q, inside p -> moves b p q -> inside q.

  (** The sets of the positions that Left, and that Right, are said to win moving first. *)
  Variable W : bool -> position -> Prop.
  Hypothesis decided : forall b p, inside p -> W b p \/ ~ W b p.
  (** (a) Outside its set, no move of a player leads outside the set of the other one, and the player can move if
      the end would be theirs. *)
  Hypothesis no_good_move : forall b p q,
    inside p -> ~ W b p -> moves b p q -> ~ W (negb b) q -> False.
  Hypothesis can_move : forall b p, inside p -> ~ W b p -> final b p -> exists q, moves b p q.
  (** (b) Inside its set, some move does, or there is none and the end is theirs. *)
  Hypothesis good_move : forall b p,
    inside p -> W b p ->
    (exists q, moves b p q /\ ~ W (negb b) q) \/ ((forall q, ~ moves b p q) /\ final b p).

  Theorem winning_sets b p :
    inside p -> (W b p -> Wins b p) /\ (~ W b p -> Loses b p).
  Proof.
    revert b. induction p as [p IH] using (well_founded_induction ends). intros b I.
    assert (IQ : forall q, moves b p q -> (W (negb b) q -> Wins (negb b) q) /\ (~ W (negb b) q -> Loses (negb b) q)).
    { intros q M. apply IH; [exists b; assumption | eapply closed; eassumption]. }
    split.
    - intros H. destruct (good_move b p I H) as [(q & M & N) | [N E]].
      + apply wins_by_move with q; [assumption | apply IQ; assumption].
      + apply wins_by_end; assumption.
    - intros H. apply loses.
      + intros q M. destruct (decided (negb b) q (closed _ _ _ I M)) as [Y | N]; [apply IQ; assumption |].
        exfalso. eapply no_good_move; eassumption.
      + intros N E. destruct (can_move b p I H E) as (q & M). apply (N q M).
  Qed.

  Corollary wins_exactly b p : inside p -> (Wins b p <-> W b p) /\ (Loses b p <-> ~ W b p).
  Proof.
    intros I. destruct (winning_sets b p I) as [A B]. destruct (decided b p I) as [Y | N].
    - pose proof (not_both b p (A Y)). tauto.
    - assert (~ Wins b p) by (intros H; exact (not_both b p H (B N))). tauto.
  Qed.
End Outcomes.

(** ** P-positions: the kernel *)

Section Kernel.
  Variable position : Type.
  Variable moves : position -> position -> Prop.
  Hypothesis ends : well_founded (fun q p => moves p q).
  Variable inside : position -> Prop.
  Hypothesis closed : forall p q, inside p -> moves p q -> inside q.

  Let both (_ : bool) := moves.
  Definition NPosition := Wins position both (fun _ _ => False) true.
  Definition PPosition := Loses position both (fun _ _ => False) true.

  Variable S : position -> Prop.
  Hypothesis decided : forall p, inside p -> S p \/ ~ S p.
  (** No move leads from the set to the set, and from every position outside some move leads to it. *)
  Hypothesis stable : forall p q, inside p -> S p -> moves p q -> ~ S q.
  Hypothesis absorbing : forall p, inside p -> ~ S p -> exists q, moves p q /\ S q.

  Theorem kernel p : inside p -> (PPosition p <-> S p) /\ (NPosition p <-> ~ S p).
  Proof.
    intros I.
    assert (E : well_founded (followed position both)).
    { eapply wf_incl; [| exact ends]. intros q r (b & M). exact M. }
    destruct (wins_exactly position both (fun _ _ => False) E inside
      (fun _ => closed) (fun _ p => ~ S p)) with (b := true) (p := p) as [A B]; try assumption.
    - intros b q Iq. destruct (decided q Iq); tauto.
    - intros b q r Iq N M N'. destruct (decided q Iq); [| tauto].
      destruct (decided r (closed _ _ Iq M)); [| tauto]. exact (stable q r Iq H M H0).
    - intros b q _ _ [].
    - intros b q Iq N. left. destruct (absorbing q Iq N) as (r & M & Y). exists r. tauto.
    - unfold PPosition, NPosition. rewrite A, B. destruct (decided p I); tauto.
  Qed.
End Kernel.

(** ** Grundy numbers *)

Section Numbers.
  Variable position : Type.
  (** A move leaves a sum of positions: none, one, or more of them. *)
  Variable moves : position -> list position -> Prop.
  Hypothesis ends : well_founded (fun q p => exists Q, moves p Q /\ In q Q).
  Variable inside : position -> Prop.
  Hypothesis closed : forall p Q q, inside p -> moves p Q -> In q Q -> inside q.

  (** The mex property: G(p) is the value of no option, and every smaller number is one of some. *)
  Definition mex_property (G : position -> nat) : Prop :=
    forall p, inside p -> is_mex (fun v => exists Q, moves p Q /\ v = nim_sum (map G Q)) (G p).

  (** There is at most one such function ... *)
  Theorem mex_property_unique G H :
    mex_property G -> mex_property H -> forall p, inside p -> G p = H p.
  Proof.
    intros MG MH p. induction p as [p IH] using (well_founded_induction ends). intros I.
    eapply mex_unique; [| apply MG, I | apply MH, I]. intros v. simpl.
    assert (E : forall Q, moves p Q -> map G Q = map H Q).
    { intros Q M. apply map_ext_in. intros q Iq. apply IH; [exists Q; auto |]. eapply closed; eassumption. }
    split; intros (Q & M & ->); exists Q; rewrite (E Q M); auto.
  Qed.

  (** Sums of positions: a move is one in one of them. *)
  Inductive step : list position -> list position -> Prop :=
  | step_in X p Y Q : moves p Q -> step (X ++ p :: Y) (X ++ Q ++ Y).

  Lemma step_cons p X X' :
    step (p :: X) X' ->
    (exists Q, moves p Q /\ X' = Q ++ X) \/ (exists Y, step X Y /\ X' = p :: Y).
  Proof.
    intros S. inversion S as [Y q Z Q M E1 E2]. destruct Y as [| y Y]; simpl in E1; injection E1 as <- <-.
    - left. exists Q. auto.
    - right. exists (Y ++ Q ++ Z). split; [constructor; assumption | reflexivity].
  Qed.

  Lemma sums_end : well_founded (fun X' X => step X X').
  Proof.
    assert (A : forall p X, Acc (fun X' X => step X X') X -> Acc (fun X' X => step X X') (p :: X)).
    { intros p. induction p as [p IH] using (well_founded_induction ends). intros X AX.
      induction AX as [X AX IHX]. constructor. intros X' S.
      apply step_cons in S. destruct S as [(Q & M & ->) | (Y & S & ->)]; [| apply IHX, S].
      assert (B : forall R, incl R Q -> Acc (fun X' X => step X X') (R ++ X)).
      { induction R as [| r R IHR]; intros I; [constructor; exact AX |].
        simpl. apply IH; [exists Q; split; [assumption | apply I; left; reflexivity] |].
        apply IHR. intros x Ix. apply I. right. assumption. }
      apply B, incl_refl. }
    intros X. induction X as [| p X IH]; [| apply A, IH].
    constructor. intros X' S. inversion S as [Y q Z Q M E1 E2]. destruct Y; discriminate.
  Qed.

  Variable G : position -> nat.
  Hypothesis M : mex_property G.

  Definition sum_value (X : list position) : nat := nim_sum (map G X).

  Lemma step_inside X X' : (forall p, In p X -> inside p) -> step X X' -> forall p, In p X' -> inside p.
  Proof.
    intros I S. destruct S as [X p Y Q MQ]. intros q. rewrite !in_app_iff. intros [H | [H | H]].
    - apply I, in_app_iff. auto.
    - apply (closed p Q q); [apply I, in_app_iff; right; left; reflexivity | assumption | assumption].
    - apply I, in_app_iff. right. right. assumption.
  Qed.

  (** The value of a sum is the nim sum of the values: the least number that is the value of none of its options. *)
  Theorem sum_mex X :
    (forall p, In p X -> inside p) ->
    is_mex (fun v => exists X', step X X' /\ v = sum_value X') (sum_value X).
  Proof.
    intros I. unfold sum_value. split.
    - intros (X' & S & E). destruct S as [X p Y Q MQ].
      rewrite !map_app, !nim_sum_app in E. simpl map in E. simpl nim_sum in E.
      assert (E' : G p = nim_sum (map G Q)).
      { apply (lxor_cancel _ _ (nim_sum (map G Y))). fold (nim_sum (map G Y)) in E.
        apply (lxor_cancel _ _ (nim_sum (map G X))). rewrite (Nat.lxor_comm (Nat.lxor (G p) _)).
        rewrite (Nat.lxor_comm (Nat.lxor (nim_sum (map G Q)) _)). assumption. }
      destruct (M p) as [N _]; [apply I, in_app_iff; right; left; reflexivity |].
      apply N. exists Q. auto.
    - intros v Hv. destruct (nim_sum_decrease _ _ Hv) as (x & Ix & L).
      apply in_map_iff in Ix. destruct Ix as (p & <- & Ip).
      destruct (in_split _ _ Ip) as (X1 & X2 & ->).
      destruct (M p (I p Ip)) as [_ A]. destruct (A _ L) as (Q & MQ & EQ).
      exists (X1 ++ Q ++ X2). split; [constructor; assumption |].
      assert (ES : nim_sum (map G (X1 ++ p :: X2)) =
        Nat.lxor (nim_sum (map G X1)) (Nat.lxor (G p) (nim_sum (map G X2)))).
      { rewrite map_app, nim_sum_app. reflexivity. }
      rewrite ES in EQ. rewrite !map_app, !nim_sum_app, <- EQ.
      generalize (nim_sum (map G X1)) (nim_sum (map G X2)) (G p). intros a b c.
      apply Nat.bits_inj. intros j. rewrite !Nat.lxor_spec.
      destruct (Nat.testbit v j), (Nat.testbit a j), (Nat.testbit b j), (Nat.testbit c j); reflexivity.
  Qed.

  (** Under normal play whoever moves first in a sum loses exactly if the nim sum of the values is 0. *)
  Theorem sum_lost X :
    (forall p, In p X -> inside p) ->
    (PPosition (list position) step X <-> sum_value X = 0) /\
    (NPosition (list position) step X <-> sum_value X <> 0).
  Proof.
    refine (kernel (list position) step sums_end (fun X => forall p, In p X -> inside p) _
      (fun X => sum_value X = 0) _ _ _ X).
    - intros. eapply step_inside; eassumption.
    - intros. destruct (Nat.eq_dec (sum_value p) 0); auto.
    - intros Y Y' I E S E'. destruct (sum_mex Y I) as [N _]. apply N. exists Y'. split; congruence.
    - intros Y I E. destruct (sum_mex Y I) as [_ A]. destruct (A 0) as (Y' & S & E'); [lia |].
      exists Y'. auto.
  Qed.
End Numbers.
