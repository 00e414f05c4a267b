(** That automata have witnesses everywhere, by tables.

    Whether some of many automata accept with further integers is followed by sets of their states, which side by side are many more than
    differ. A plan has for each witness an automaton that reads the shared integers only, and joins them two at a time. Each of its
    automata is verified by a search of its own ([no_integers], [witnessed]); so it does not matter where the plan is from, and
    [joined_sound] holds of all of them. crates/certify/src/formula/table.rs. *)

From Coq Require Import Arith ZArith List Lia Bool.
From Ishitori Require Import Compute Automata Bitwise.
Import ListNotations.

(** A witness, and where it accepts with further integers; or two plans, and where one of both accepts. *)
Inductive plan :=
| Direct (witness : nat * nat) (table : automaton)
| Joined (p q : plan) (table : automaton).

Definition table_of (p : plan) : automaton := match p with Direct _ a | Joined _ _ a => a end.

(** What a search may cost, and what is suggested to it: for automata, a number of shared tracks and witnesses perhaps a plan. Whatever
    it is, what is accepted is true. *)
Record effort := { steps : nat; suggest : list automaton -> nat -> list (nat * nat) -> option plan }.

Section Plans.
  Variable automata : list automaton.
  Variables (shared : nat) (witnesses : list (nat * nat)) (fuel : nat).

  Definition shared_tracks : list nat := seq 0 shared.

  Fixpoint check_plan (p : plan) : bool :=
    signs_repeat (table_of p) shared &&
    match p with
    | Direct w a =>
        existsb (fun v => (fst v =? fst w) && (snd v =? snd w)) witnesses &&
        witnessed [the automata (fst w); a] [Auto 1 shared_tracks] (Leaf 0) shared shared [(0, snd w)] fuel
    | Joined p q a =>
        check_plan p && check_plan q &&
        no_integers [a; table_of p; table_of q] (map (fun k => Auto k shared_tracks) [0; 1; 2])
          (And (Leaf 0) (And (Not (Leaf 1)) (Not (Leaf 2)))) shared fuel
    end.

  Definition has_witness (x : env) : Prop :=
    exists w, In w witnesses /\ exists z, (forall k, k < shared -> z k = x k) /\ accepted (the automata (fst w)) (shared + snd w) z.

  Lemma word_same x y w : (forall t, t < w -> x t = y t) -> forall c, word x w c = word y w c.
  Proof.
    intros E. induction c as [| c IH]; [reflexivity |]. cbn [word]. rewrite IH. f_equal.
    apply map_ext_in. intros t I. apply in_seq in I. rewrite E by lia. reflexivity.
  Qed.

  Lemma accepted_like a w x y : (forall t, t < w -> x t = y t) -> accepted a w x -> accepted a w y.
  Proof.
    intros E (l & EN & A). exists l. split; [| rewrite <- (word_same x y w E); exact A].
    intros t i T L. rewrite <- (E t T). apply EN; assumption.
  Qed.

  Lemma holds_shared list k x : holds list (Auto k shared_tracks) x <-> accepted (the list k) shared x.
  Proof.
    unfold holds, shared_tracks. rewrite seq_length.
    split; apply accepted_like; intros t T; rewrite seq_nth by exact T; reflexivity.
  Qed.

  Lemma fine_shared list k n : shared <= n -> signs_repeat (the list k) shared = true -> fine list n (Auto k shared_tracks).
  Proof.
    intros L S. cbn [fine]. unfold shared_tracks. rewrite seq_length. split; [| exact S]. intros t I. apply in_seq in I. lia.
  Qed.

  Lemma accepted_or_not a w x : signs_repeat a w = true -> accepted a w x \/ ~ accepted a w x.
  Proof.
    intros R. destruct (enough_exists x w) as (l & E). rewrite (accepted_any a w x l R E). destruct (auto_accepts _ _); auto.
  Qed.

  Lemma check_plan_repeats p : check_plan p = true -> signs_repeat (table_of p) shared = true.
  Proof. destruct p; cbn [check_plan]; rewrite andb_true_iff; tauto. Qed.

  Theorem plan_sound p : check_plan p = true -> forall x, accepted (table_of p) shared x -> has_witness x.
  Proof.
    induction p as [w a | p IHp q IHq a]; intros H x A; pose proof (check_plan_repeats _ H) as R; cbn [check_plan table_of] in *;
      rewrite !andb_true_iff in H.
    - destruct H as [_ [I W]]. apply existsb_exists in I. destruct I as (v & I & Q). apply andb_true_iff in Q. destruct Q as [Q1 Q2].
      apply Nat.eqb_eq in Q1, Q2. set (list := [the automata (fst w); a]) in *.
      destruct (witnessed_sound list [Auto 1 shared_tracks] (Leaf 0) shared) with (shared := shared) (witnesses := [(0, snd w)])
        (fuel := fuel) (x := x) as (u & U & z & Z & AC); try assumption.
      + intros i [<- | []]. simpl. lia.
      + intros [| i] L; [| simpl in L; lia]. apply (fine_shared list 1 shared (le_n _)). exact R.
      + apply le_n.
      + unfold condition, atom_at. cbn [means nth]. apply holds_shared. exact A.
      + destruct U as [<- | []]. cbn [fst snd] in AC. exists v. split; [exact I |]. exists z. split; [exact Z |].
        rewrite Q1, Q2. exact AC.
    - destruct H as [_ [[HP HQ] N]]. pose proof (check_plan_repeats _ HP) as RP. pose proof (check_plan_repeats _ HQ) as RQ.
      destruct (accepted_or_not _ _ x RP) as [AP | NP]; [apply IHp; assumption |].
      destruct (accepted_or_not _ _ x RQ) as [AQ | NQ]; [apply IHq; assumption |]. exfalso.
      set (list := [a; table_of p; table_of q]) in *.
      refine (no_integers_sound list (map (fun k => Auto k shared_tracks) [0; 1; 2]) (And (Leaf 0) (And (Not (Leaf 1)) (Not (Leaf 2)))) shared _ _ fuel N x _).
      + intros i I. simpl in I. simpl. lia.
      + intros [| [| [| i]]] L; [| | | simpl in L; lia]; unfold atom_at; cbn [map nth]; apply (fine_shared list _ shared (le_n _)); assumption.
      + unfold condition, atom_at. cbn [means map nth]. rewrite !holds_shared. auto.
  Qed.

  (** ** Where a condition holds *)

  Lemma means_alike {A} (f g : A -> Prop) (u : tree A) :
    (forall c, In c (leaves u) -> (f c <-> g c)) -> (means f u <-> means g u).
  Proof.
    induction u as [c | b | u IHu w IHw | u IHu w IHw | u IHu]; cbn [means leaves]; intros H; try reflexivity.
    - apply H. left. reflexivity.
    - rewrite IHu, IHw by (intros c I; apply H, in_app_iff; auto). reflexivity.
    - rewrite IHu, IHw by (intros c I; apply H, in_app_iff; auto). reflexivity.
    - rewrite IHu by exact H. reflexivity.
  Qed.

  Variables (atoms : list atom) (t : tree nat) (n : nat).

  (** Conditions are on the automata that are there. *)
  Definition within (a : atom) : bool := match a with Auto k _ => k <? length automata | _ => true end.

  Definition joined (p : plan) : bool :=
    forallb within atoms && check_plan p &&
    no_integers (automata ++ [table_of p]) (atoms ++ [Auto (length automata) shared_tracks]) (And t (Not (Leaf (length atoms)))) n fuel.

  Hypothesis small : forall i, In i (leaves t) -> i < length atoms.
  Hypothesis atoms_fine : forall i, i < length atoms -> fine automata n (atom_at atoms i).
  Hypothesis shared_few : shared <= n.

  Theorem joined_sound p : joined p = true -> forall x, condition automata atoms t x -> has_witness x.
  Proof.
    unfold joined. rewrite !andb_true_iff. intros [[WI CP] N] x C. rewrite forallb_forall in WI.
    pose proof (check_plan_repeats _ CP) as R.
    destruct (accepted_or_not _ _ x R) as [A | NA]; [apply (plan_sound p CP), A |]. exfalso.
    set (list := automata ++ [table_of p]) in *. set (last := Auto (length automata) shared_tracks) in *.
    assert (TH : the list (length automata) = table_of p).
    { unfold the, list. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
    assert (OLD : forall i, i < length atoms -> atom_at (atoms ++ [last]) i = atom_at atoms i).
    { intros i L. unfold atom_at. apply app_nth1, L. }
    assert (NEW : atom_at (atoms ++ [last]) (length atoms) = last).
    { unfold atom_at. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
    assert (SAME : forall i, i < length atoms -> match atom_at atoms i with Auto k _ => the list k = the automata k | _ => True end).
    { intros i L. specialize (WI (atom_at atoms i) (nth_In _ _ L)). destruct (atom_at atoms i) as [| | | k ts]; auto.
      apply Nat.ltb_lt in WI. unfold the, list. apply app_nth1, WI. }
    refine (no_integers_sound list (atoms ++ [last]) (And t (Not (Leaf (length atoms)))) n _ _ fuel N x _).
    - intros i I. rewrite app_length. cbn [leaves] in I. apply in_app_iff in I. simpl. destruct I as [I | [<- | []]]; [specialize (small i I) |]; lia.
    - intros i L. rewrite app_length in L. simpl in L. destruct (Nat.eq_dec i (length atoms)) as [-> | D].
      + rewrite NEW. apply fine_shared; [exact shared_few |]. rewrite TH. exact R.
      + rewrite OLD by lia. pose proof (atoms_fine i ltac:(lia)) as F. specialize (SAME i ltac:(lia)).
        destruct (atom_at atoms i); try exact F. cbn [fine] in *. rewrite SAME. exact F.
    - unfold condition. cbn [means]. split.
      + refine (proj1 (means_alike _ _ t _) C). intros i I. rewrite OLD by (apply small, I). specialize (SAME i (small i I)).
        destruct (atom_at atoms i); cbn [holds]; try reflexivity. rewrite SAME. reflexivity.
      + rewrite NEW. unfold last. rewrite holds_shared, TH. exact NA.
  Qed.
End Plans.
