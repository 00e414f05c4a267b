(** What the conditions on a game on tuples say that a certificate of a formula or of automata verifies, however they were decided:
    by formulas or automata, in base 2 or another one, for moves to one position or to sums, and for an end of its own.
    crates/certify/src/formula/grundy.rs and wins.rs. *)

From Coq Require Import Arith ZArith List Lia Bool Wf_nat Wellfounded.
From Ishitori Require Import Heaps Grundy Kernel.
Import ListNotations.

(** ** Nim sums of integers *)

Definition xor_sum (l : list Z) : Z := fold_right Z.lxor 0%Z l.

Lemma odd_nat n : Z.odd (Z.of_nat n) = Nat.odd n.
Proof.
  induction n as [| n IH]; [reflexivity |]. rewrite Nat2Z.inj_succ, Z.odd_succ, Nat.odd_succ.
  rewrite <- Z.negb_odd, <- Nat.negb_odd, IH. reflexivity.
Qed.

Lemma testbit_nat a i : Z.testbit (Z.of_nat a) (Z.of_nat i) = Nat.testbit a i.
Proof.
  rewrite Z.testbit_odd, Nat.testbit_odd, Z.shiftr_div_pow2, Nat.shiftr_div_pow2 by lia.
  rewrite <- odd_nat, Nat2Z.inj_div, Nat2Z.inj_pow. reflexivity.
Qed.

Lemma lxor_nat a b : Z.lxor (Z.of_nat a) (Z.of_nat b) = Z.of_nat (Nat.lxor a b).
Proof.
  apply Z.bits_inj'. intros i H. rewrite <- (Z2Nat.id i H), Z.lxor_spec, !testbit_nat, Nat.lxor_spec. reflexivity.
Qed.

Lemma xor_sum_nat l : xor_sum (map Z.of_nat l) = Z.of_nat (nim_sum l).
Proof. unfold xor_sum. induction l as [| a l IH]; simpl; [reflexivity |]. rewrite IH. apply lxor_nat. Qed.

Lemma xor_sum_some l : (forall z, In z l -> (0 <= z)%Z) -> xor_sum l = Z.of_nat (nim_sum (map Z.to_nat l)).
Proof.
  intros N. rewrite <- xor_sum_nat. f_equal. rewrite map_map. symmetry. rewrite <- map_id. apply map_ext_in.
  intros z I. apply Z2Nat.id, N, I.
Qed.

Section Games.
  (** Tuples of coordinates, and tuples of values of variables. *)
  Variables position variables : Type.
  Variable inside : position -> Prop.

  (** A rule: when it makes a move with such variables, to a sum of which positions; who may move so, both if nobody is named
      ([true] is Left). *)
  Record rule := {
    r_move : position -> variables -> Prop;
    r_parts : position -> variables -> list position;
    r_player : option bool;
  }.

  Variable rules : list rule.

  (** Forms that are never negative at positions; moves are made at positions, lead to positions, and decrease the first form that
      changes. *)
  Variable forms : list (position -> Z).
  Hypothesis not_negative : forall f p, In f forms -> inside p -> (0 <= f p)%Z.
  Hypothesis moves_inside : forall r p vs, In r rules -> r_move r p vs -> inside p.
  Hypothesis goes_down : forall r p vs q, In r rules -> r_move r p vs -> In q (r_parts r p vs) ->
    inside q /\ first_smaller position forms q p.

  Definition leads (p : position) (Q : list position) : Prop :=
    exists r vs, In r rules /\ r_move r p vs /\ Q = r_parts r p vs.

  Lemma play_ends : well_founded (fun q p => exists Q, leads p Q /\ In q Q).
  Proof.
    eapply wf_incl; [| exact (first_smaller_ends position inside forms not_negative)].
    intros q p (Q & (r & vs & I & M & ->) & J). destruct (goes_down r p vs q I M J).
    split; [assumption |]. split; [eapply moves_inside; eassumption | assumption].
  Qed.

  Lemma stays_inside p Q q : inside p -> leads p Q -> In q Q -> inside q.
  Proof. intros _ (r & vs & I & M & ->) J. apply (goes_down r p vs q I M J). Qed.

  (** *** Grundy numbers *)

  Section Numbers.
    (** What is said of positions and values. *)
    Variable graph : position -> Z -> Prop.
    Hypothesis only_positions : forall p v, graph p v -> inside p.
    Hypothesis one_value : forall p u v, graph p u -> graph p v -> u = v.
    Hypothesis some_value : forall p, inside p -> exists v, graph p v.
    Hypothesis no_negative_value : forall p v, graph p v -> (0 <= v)%Z.

    Definition sum_has (Q : list position) (v : Z) : Prop := exists l, Forall2 graph Q l /\ v = xor_sum l.

    (** No option has the value of its position. *)
    Hypothesis other_values : forall r p vs v,
      In r rules -> r_move r p vs -> graph p v -> ~ sum_has (r_parts r p vs) v.
    (** Witnesses are moves to such a value, and there is one for every smaller value. *)
    Variable witness : rule -> position -> Z -> variables -> Prop.
    Hypothesis witness_moves : forall r p u vs, In r rules -> witness r p u vs -> r_move r p vs.
    Hypothesis witness_value : forall r p u vs l,
      In r rules -> witness r p u vs -> Forall2 graph (r_parts r p vs) l -> u = xor_sum l.
    Hypothesis witnessed : forall p u v, graph p v -> (0 <= u < v)%Z ->
      exists r vs, In r rules /\ witness r p u vs.

    Lemma values_exist Q : (forall q, In q Q -> inside q) -> exists l, Forall2 graph Q l.
    Proof.
      induction Q as [| q Q IH]; intros A; [exists []; constructor |].
      destruct (some_value q (A q (or_introl eq_refl))) as (v & V).
      destruct IH as (l & L); [intros; apply A; right; assumption |]. exists (v :: l). constructor; assumption.
    Qed.

    (** Every play ends, and the value of each position is the least one that is the value of none of its options. *)
    Theorem grundy_conditions :
      well_founded (fun q p => exists Q, leads p Q /\ In q Q) /\
      (forall p Q q, inside p -> leads p Q -> In q Q -> inside q) /\
      forall p v, graph p v -> is_mex (fun n => exists Q, leads p Q /\ sum_has Q (Z.of_nat n)) (Z.to_nat v).
    Proof.
      split; [exact play_ends |]. split; [exact stays_inside |]. intros p v G.
      pose proof (no_negative_value p v G) as N. split.
      - intros (Q & (r & vs & I & M & ->) & H). rewrite Z2Nat.id in H by assumption.
        exact (other_values r p vs v I M G H).
      - intros n L. destruct (witnessed p (Z.of_nat n) v G ltac:(lia)) as (r & vs & I & W).
        pose proof (witness_moves r p _ vs I W) as M.
        destruct (values_exist (r_parts r p vs)) as (l & H).
        { intros q J. apply (goes_down r p vs q I M J). }
        exists (r_parts r p vs). split; [exists r, vs; auto |]. exists l. split; [assumption |].
        exact (witness_value r p _ vs l I W H).
    Qed.

    Lemma forall2_graph G Q l :
      (forall p, In p Q -> graph p (Z.of_nat (G p))) -> Forall2 graph Q l -> l = map (fun q => Z.of_nat (G q)) Q.
    Proof.
      intros A H. induction H as [| q v Q l V H IH]; [reflexivity |]. simpl. f_equal.
      - apply (one_value q); [assumption | apply A; left; reflexivity].
      - apply IH. intros; apply A; right; assumption.
    Qed.

    Lemma graph_forall2 G Q :
      (forall p, In p Q -> graph p (Z.of_nat (G p))) -> Forall2 graph Q (map (fun q => Z.of_nat (G q)) Q).
    Proof.
      induction Q as [| q Q IH]; intros A; constructor; [apply A; left; reflexivity |].
      apply IH. intros; apply A; right; assumption.
    Qed.

    (** So these are the Grundy numbers: those of the one function with the mex property ... *)
    Theorem grundy_conditions_numbers G :
      mex_property position leads inside G -> forall p z, inside p -> (graph p z <-> z = Z.of_nat (G p)).
    Proof.
      intros MG. assert (A : forall p, inside p -> graph p (Z.of_nat (G p))).
      { intros p. induction p as [p IH] using (well_founded_induction play_ends). intros I.
        destruct (some_value p I) as (v & V). pose proof (no_negative_value p v V) as N.
        destruct grundy_conditions as (_ & _ & M). specialize (M p v V).
        assert (E : Z.to_nat v = G p); [| rewrite <- E, Z2Nat.id; assumption].
        eapply mex_unique; [| exact M | apply MG, I]. intros n. split; intros (Q & L & H).
        - assert (B : forall q, In q Q -> graph q (Z.of_nat (G q))).
          { intros q J. apply IH; [eauto | eapply stays_inside; eassumption]. }
          destruct H as (l & H & E). rewrite (forall2_graph G Q l B H), <- (map_map G Z.of_nat), xor_sum_nat in E.
          exists Q. split; [assumption | lia].
        - assert (B : forall q, In q Q -> graph q (Z.of_nat (G q))).
          { intros q J. apply IH; [eauto | eapply stays_inside; eassumption]. }
          exists Q. split; [assumption |]. exists (map (fun q => Z.of_nat (G q)) Q).
          split; [apply graph_forall2, B |]. rewrite H, <- (map_map G Z.of_nat), xor_sum_nat. reflexivity. }
      intros p z I. split; [intros V; apply (one_value p); [assumption | apply A, I] | intros ->; apply A, I].
    Qed.

    (** ... and a function with these values has the mex property, so that sums are decided by nim sums ([sum_lost]). *)
    Theorem grundy_conditions_mex G :
      (forall p, inside p -> graph p (Z.of_nat (G p))) -> mex_property position leads inside G.
    Proof.
      intros A p I. destruct grundy_conditions as (_ & _ & M). specialize (M p _ (A p I)).
      rewrite Nat2Z.id in M. eapply mex_ext; [| exact M]. intros n. simpl.
      assert (B : forall Q, leads p Q -> forall q, In q Q -> graph q (Z.of_nat (G q))).
      { intros Q L q J. apply A. eapply stays_inside; eassumption. }
      split; intros (Q & L & H); exists Q; (split; [assumption |]).
      - destruct H as (l & H & E).
        rewrite (forall2_graph G Q l (B Q L) H), <- (map_map G Z.of_nat), xor_sum_nat in E. lia.
      - exists (map (fun q => Z.of_nat (G q)) Q). split; [apply graph_forall2, B, L |].
        rewrite H, <- (map_map G Z.of_nat), xor_sum_nat. reflexivity.
    Qed.
  End Numbers.

  (** *** Who wins *)

  Section Outcomes.
    (** A move of a player leaves one position. *)
    Hypothesis one_part : forall r p vs, In r rules -> r_move r p vs -> exists q, r_parts r p vs = [q].
    (** Where the player wins if there is no move; nowhere in normal play. *)
    Variable final : bool -> position -> Prop.

    Definition may_move (b : bool) (r : rule) : Prop := r_player r = None \/ r_player r = Some b.
    Definition move_of (b : bool) (p q : position) : Prop :=
      exists r vs, In r rules /\ may_move b r /\ r_move r p vs /\ r_parts r p vs = [q].

    (** The sets of the positions that a player is said to win, moving first. *)
    Variable wins : bool -> position -> Prop.
    Hypothesis decided : forall b p, inside p -> wins b p \/ ~ wins b p.
    Hypothesis end_decided : forall b p, inside p -> final b p \/ ~ final b p.
    (** No move leads from outside the set of the player to outside the set of the other one. *)
    Hypothesis loses : forall b r p vs q,
      In r rules -> may_move b r -> r_move r p vs -> r_parts r p vs = [q] -> ~ wins b p -> wins (negb b) q.
    (** Witnesses are moves that do; there is one everywhere in the set, or the player is stuck and wins by that. *)
    Variable witness : bool -> rule -> position -> variables -> Prop.
    Variable stuck : bool -> position -> Prop.
    Hypothesis witness_moves : forall b r p vs, In r rules -> may_move b r -> witness b r p vs ->
      r_move r p vs /\ forall q, r_parts r p vs = [q] -> ~ wins (negb b) q.
    Hypothesis witnessed : forall b p, inside p -> wins b p ->
      (exists r vs, In r rules /\ may_move b r /\ witness b r p vs) \/ (stuck b p /\ final b p).
    Hypothesis no_move : forall b r p vs, In r rules -> may_move b r -> r_move r p vs -> ~ stuck b p.
    (** There is a move at positions outside the set where the end would be the player's. *)
    Variable some_move : bool -> rule -> position -> variables -> Prop.
    Hypothesis some_moves : forall b r p vs, In r rules -> may_move b r -> some_move b r p vs -> r_move r p vs.
    Hypothesis can_move : forall b p, inside p -> ~ wins b p -> final b p ->
      exists r vs, In r rules /\ may_move b r /\ some_move b r p vs.

    Lemma outcomes_end : well_founded (followed position move_of).
    Proof.
      eapply wf_incl; [| exact play_ends]. intros q p (b & r & vs & I & _ & M & E).
      exists [q]. split; [exists r, vs; auto | left; reflexivity].
    Qed.

    (** Every play ends, and the sets are those of the positions that the players win, moving first. *)
    Theorem wins_conditions :
      well_founded (followed position move_of) /\
      (forall b p q, inside p -> move_of b p q -> inside q) /\
      forall b p, inside p ->
        (Wins position move_of final b p <-> wins b p) /\ (Loses position move_of final b p <-> ~ wins b p).
    Proof.
      assert (C : forall b p q, inside p -> move_of b p q -> inside q).
      { intros b p q I (r & vs & J & _ & M & E). apply (goes_down r p vs q J M). rewrite E. left. reflexivity. }
      split; [exact outcomes_end |]. split; [exact C |]. intros b p I.
      apply (wins_exactly position move_of final outcomes_end inside C wins decided); try assumption.
      - intros c q s _ N (r & vs & J & P & M & E) N'. apply N'. eapply loses; eassumption.
      - intros c q J N F. destruct (can_move c q J N F) as (r & vs & K & P & S).
        pose proof (some_moves c r q vs K P S) as M. destruct (one_part r q vs K M) as (s & E).
        exists s, r, vs. auto.
      - intros c q J W. destruct (witnessed c q J W) as [(r & vs & K & P & X) | [S F]].
        + destruct (witness_moves c r q vs K P X) as [M N]. destruct (one_part r q vs K M) as (s & E).
          left. exists s. split; [exists r, vs; auto | apply N, E].
        + right. split; [| assumption]. intros s (r & vs & K & P & M & _). exact (no_move c r q vs K P M S).
    Qed.
  End Outcomes.
End Games.
