(** Outcomes of single heaps of subtraction games, when an end rule says who wins. *)

From Coq Require Import Arith List Lia Bool Permutation Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules Compute.
Import ListNotations.

(** ** Letters and ends *)

(** An outcome is a number: 0 for P, 1 for R, 2 for L, 3 for N. Bit 1 says whether Left wins moving
    first, bit 0 whether Right does. [true] is Left. *)
Definition wins (letter : nat) (player : bool) : bool :=
  if player then Nat.testbit letter 1 else Nat.testbit letter 0.

Definition letter (left right : bool) : nat := 2 * Nat.b2n left + Nat.b2n right.

Lemma wins_letter l r b : wins (letter l r) b = if b then l else r.
Proof. destruct l, r, b; reflexivity. Qed.

(** The letters of 0, 1, 2, ... stones, of which the last [block] repeat for ever. *)
Record ending := { letters : list nat; block : nat }.

Definition end_letter (e : ending) (stones : nat) : nat :=
  let lead := length (letters e) - block e in
  nth (if stones <? lead then stones else lead + (stones - lead) mod block e) (letters e) 0.

(** Whether the player who has no move wins. *)
Definition final (e : ending) (stones : nat) (player : bool) : bool :=
  wins (end_letter e stones) player.

(** [o] gives the outcomes of single heaps. *)
Definition is_outcome (mv : bool -> nat -> list nat -> Prop) (e : ending) (o : nat -> nat) : Prop :=
  forall n b, (wins (o n) b = true -> Win mv negb (final e) b [n]) /\
              (wins (o n) b = false -> Lose mv negb (final e) b [n]).

(** ** Subtraction games *)

Definition outcome_step (S : list nat) (e : ending) (o : nat -> nat) (n : nat) : nat :=
  if existsb (fun s => s <=? n) S then
    letter (existsb (fun s => (s <=? n) && negb (wins (o (n - s)) false)) S)
           (existsb (fun s => (s <=? n) && negb (wins (o (n - s)) true)) S)
  else end_letter e n.

Fixpoint outcome_fuel (S : list nat) (e : ending) (fuel n : nat) : nat :=
  match fuel with
  | 0 => 0
  | Datatypes.S fuel => outcome_step S e (outcome_fuel S e fuel) n
  end.

(** The outcome of heap n. *)
Definition outcome (S : list nat) (e : ending) (n : nat) : nat := outcome_fuel S e (Datatypes.S n) n.

Lemma existsb_ext {A} (f g : A -> bool) l :
  (forall a, In a l -> f a = g a) -> existsb f l = existsb g l.
Proof. intros E. induction l as [| a l IH]; simpl in *; [reflexivity |]. rewrite E, IH; auto. Qed.

Section Outcomes.
  Variables (S : list nat) (e : ending).
  Hypothesis Z : ~ In 0 S.

  Lemma outcome_step_ext f g n :
    (forall m, m < n -> f m = g m) -> outcome_step S e f n = outcome_step S e g n.
  Proof.
    intros E. unfold outcome_step.
    assert (H : forall b, existsb (fun s => (s <=? n) && negb (wins (f (n - s)) b)) S =
                          existsb (fun s => (s <=? n) && negb (wins (g (n - s)) b)) S).
    { intros b. apply existsb_ext. intros s Hs. destruct (Nat.leb_spec s n); [| reflexivity].
      rewrite E; [reflexivity |]. assert (s <> 0) by (intros ->; contradiction). lia. }
    rewrite !H. reflexivity.
  Qed.

  Lemma outcome_fuel_enough n :
    forall f1 f2, n < f1 -> n < f2 -> outcome_fuel S e f1 n = outcome_fuel S e f2 n.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros [| f1] [| f2] H1 H2; try lia. simpl.
    apply outcome_step_ext. intros m Hm. apply IH; lia.
  Qed.

  Lemma outcome_equation n : outcome S e n = outcome_step S e (outcome S e) n.
  Proof.
    unfold outcome at 1. simpl. apply outcome_step_ext. intros m Hm.
    apply outcome_fuel_enough; lia.
  Qed.

  Let mv (_ : bool) := move (subtraction S).

  Lemma one_heap_moves b n X' :
    pmove mv b [n] X' <->
    exists s, In s S /\ s <= n /\ Permutation X' (if n =? s then [] else [n - s]).
  Proof.
    assert (M : forall Y, move (subtraction S) n Y <->
              exists s, s <= n /\ In s S /\ Y = if n =? s then [] else [n - s])
      by (intros Y; exact (move_takes _ _ n Y (subtraction_takes S) (fun _ => eq_refl))).
    split.
    - intros (m & Y & Z0 & P & MV & P'). apply Permutation_length_1_inv in P.
      inversion P; subst m Z0. rewrite app_nil_r in P'. apply M in MV.
      destruct MV as (s & L & I & ->). eauto.
    - intros (s & I & L & P). exists n, (if n =? s then [] else [n - s]), [].
      repeat split; [reflexivity | apply M; eauto | rewrite app_nil_r; assumption].
  Qed.

  Lemma no_moves b X : total X = 0 -> forall X', ~ pmove mv b X X'.
  Proof.
    intros T X' (n & Y & Z0 & P & M & _). pose proof (total_perm _ _ P) as T'.
    unfold total in *. simpl in T'. assert (n = 0) by lia. subst n.
    pose proof (move_lighter _ _ _ (subtraction_valid S Z) M). lia.
  Qed.

  Lemma win_empty b : Win mv negb (final e) b [0] -> Win mv negb (final e) b [].
  Proof.
    intros W. inversion W as [? ? N F | ? ? X' M L]; subst.
    - apply win_end; [apply no_moves; reflexivity | exact F].
    - exfalso. eapply (no_moves b [0]); [reflexivity | eassumption].
  Qed.

  Lemma lose_empty b : Lose mv negb (final e) b [0] -> Lose mv negb (final e) b [].
  Proof.
    intros L. inversion L as [? ? A F]; subst. apply lose.
    - intros X' M. exfalso. eapply (no_moves b []); [reflexivity | eassumption].
    - intros _. apply F. apply no_moves. reflexivity.
  Qed.

  Lemma lose_perm b X1 X2 : Permutation X1 X2 -> Lose mv negb (final e) b X1 -> Lose mv negb (final e) b X2.
  Proof.
    intros P L. inversion L as [? ? A F]; subst. apply lose.
    - intros X' M. apply A. eapply pmove_perm; [symmetry |]; eassumption.
    - intros N. rewrite <- (total_perm _ _ P). apply F. intros X' M.
      eapply N. eapply pmove_perm; eassumption.
  Qed.

  (** The computed outcomes are those of the game. *)
  Theorem outcome_is : is_outcome mv e (outcome S e).
  Proof.
    intros n. induction n as [n IH] using lt_wf_ind. intros b.
    assert (EQ : wins (outcome S e n) b =
      if existsb (fun s => s <=? n) S then
        existsb (fun s => (s <=? n) && negb (wins (outcome S e (n - s)) (negb b))) S
      else final e n b).
    { rewrite outcome_equation. unfold outcome_step, final.
      destruct (existsb (fun s => s <=? n) S); [| reflexivity].
      rewrite wins_letter. destruct b; reflexivity. }
    assert (LT : forall s, In s S -> s <= n -> n - s < n).
    { intros s I L. assert (s <> 0) by (intros ->; contradiction). lia. }
    rewrite EQ. clear EQ. destruct (existsb (fun s => s <=? n) S) eqn:EX.
    - split; intros W.
      + apply existsb_exists in W. destruct W as (s & I & W). apply andb_true_iff in W.
        destruct W as [L W]. apply Nat.leb_le in L. apply negb_true_iff in W.
        eapply (win_move mv negb (final e) b [n] (if n =? s then [] else [n - s])).
        * apply one_heap_moves. eauto.
        * pose proof (proj2 (IH (n - s) (LT s I L) (negb b)) W) as Q.
          destruct (Nat.eqb_spec n s) as [-> |]; [| exact Q].
          rewrite Nat.sub_diag in Q. apply lose_empty, Q.
      + apply lose.
        * intros X' M. apply one_heap_moves in M. destruct M as (s & I & L & P).
          apply (win_perm mv negb (final e) (negb b) (if n =? s then [] else [n - s]));
            [symmetry; assumption |].
          assert (Q : wins (outcome S e (n - s)) (negb b) = true).
          { rewrite <- not_true_iff_false in W. destruct (wins (outcome S e (n - s)) (negb b)) eqn:E;
              [reflexivity | exfalso]. apply W, existsb_exists. exists s.
            rewrite E. apply Nat.leb_le in L. rewrite L. auto. }
          apply (IH (n - s) (LT s I L) (negb b)) in Q.
          destruct (Nat.eqb_spec n s) as [-> |]; [| exact Q].
          rewrite Nat.sub_diag in Q. apply win_empty, Q.
        * intros N. exfalso. apply existsb_exists in EX. destruct EX as (s & I & L).
          apply Nat.leb_le in L. eapply N. apply one_heap_moves. eauto.
    - assert (N : forall X', ~ pmove mv b [n] X').
      { intros X' M. apply one_heap_moves in M. destruct M as (s & I & L & _).
        rewrite <- not_true_iff_false in EX. apply EX, existsb_exists. exists s.
        rewrite Nat.leb_le. auto. }
      assert (T : total [n] = n) by (unfold total; simpl; lia).
      split; intros W.
      + apply win_end; [assumption | rewrite T; assumption].
      + apply lose; [intros X' M; exfalso; eapply N; eassumption | intros _; rewrite T; assumption].
  Qed.

  (** If o(n + p) = o(n) for max(S) consecutive heaps from n0 on, then for all n ≥ n0. *)
  Theorem outcome_period k n0 p :
    S <> [] -> (forall s, In s S -> s <= k) ->
    (forall n, n0 <= n < n0 + k -> outcome S e (n + p) = outcome S e n) ->
    repeats (outcome S e) n0 p 0.
  Proof.
    intros NE K A n Hn. rewrite Nat.add_0_r. revert Hn.
    induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (le_lt_dec (n0 + k) n) as [L | L]; [| apply A; lia].
    rewrite (outcome_equation (n + p)), (outcome_equation n). unfold outcome_step.
    assert (T : forall m, k <= m -> existsb (fun s => s <=? m) S = true).
    { intros m Hm. apply existsb_exists. destruct S as [| s S']; [congruence |]. exists s.
      split; [left; reflexivity |]. apply Nat.leb_le. pose proof (K s (or_introl eq_refl)). lia. }
    rewrite !T by lia.
    assert (H : forall b,
      existsb (fun s => (s <=? n + p) && negb (wins (outcome S e (n + p - s)) b)) S =
      existsb (fun s => (s <=? n) && negb (wins (outcome S e (n - s)) b)) S).
    { intros b. apply existsb_ext. intros s Hs. pose proof (K s Hs).
      assert (s <> 0) by (intros ->; contradiction).
      destruct (Nat.leb_spec s (n + p)); [| lia]. destruct (Nat.leb_spec s n); [| lia].
      replace (n + p - s) with (n - s + p) by lia. rewrite IH by lia. reflexivity. }
    rewrite !H. reflexivity.
  Qed.
End Outcomes.

(** ** Computing them *)

Definition outcome_values (S : list nat) (e : ending) (count : nat) : vec nat :=
  loop count 0 (fun vals n => vec_push vals (outcome_step S e (vec_get 0 vals) n)) vec_empty.
