(** Periods of subtraction games. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules.
Import ListNotations.

(** If G(n + p) = G(n) for max(S) consecutive heaps from n0 on, then for all n ≥ n0. *)
Theorem subtraction_period S k g n0 p :
  ~ In 0 S -> (forall s, In s S -> s <= k) ->
  is_grundy (move (subtraction S)) g ->
  (forall n, n0 <= n < n0 + k -> g (n + p) = g n) ->
  repeats g n0 p 0.
Proof.
  intros Z K G A n Hn. rewrite Nat.add_0_r. revert Hn.
  induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (le_lt_dec (n0 + k) n) as [L | L]; [| apply A; lia].
  pose proof (takes_mex (subtraction S) _ g (subtraction_valid S Z) (subtraction_takes S)
                (fun _ => eq_refl) G) as M.
  assert (E : forall s, In s S -> g (n + p - s) = g (n - s)).
  { intros s Hs. pose proof (K s Hs). assert (s <> 0) by (intros ->; contradiction).
    replace (n + p - s) with (n - s + p) by lia. apply IH; lia. }
  eapply mex_unique; [| apply M | apply M]. intros v. simpl.
  split; intros (s & Ls & Hs & ->); exists s; pose proof (K s Hs); rewrite (E s Hs);
    repeat split; try assumption; lia.
Qed.
