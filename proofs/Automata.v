(** Conditions on integers that are read bit by bit, and the searches that decide them.

    Tuples of integers are read in two's complement from the signs down, one bit of each number per letter. Simple
    conditions (linear ones, bitwise operations, automata) keep a state each; a whole condition is a tree over them. A search
    through the states that can be reached shows that no integers satisfy a condition ([impossible_sound]), or that all that do are
    in some automaton together with some further integers ([covered_sound]). So sentences of Büchi arithmetic are decided as
    the checker of formulas does it (crates/certify/src/formula/search.rs, which reads the letters bit by bit; twin.rs, its twin in the tests, has
    these searches): products of states, complements in the tree,
    projections by sets of states. *)

From Coq Require Import Arith ZArith List Lia Bool FMapPositive.
From Ishitori Require Import Compute.
Import ListNotations.

(** ** Letters and words *)

Definition letter := list bool.
Definition bit (l : letter) (t : nat) : bool := nth t l false.

Fixpoint all_letters (n : nat) : list letter :=
  match n with
  | 0 => [[]]
  | S n => flat_map (fun l => [false :: l; true :: l]) (all_letters n)
  end.

Lemma in_all_letters n l : length l = n -> In l (all_letters n).
Proof.
  revert l. induction n as [| n IH]; intros [| b l] H; try discriminate; simpl; [auto |].
  apply in_flat_map. exists l. split; [apply IH; simpl in H; lia |]. destruct b; simpl; auto.
Qed.

Lemma all_letters_length n l : In l (all_letters n) -> length l = n.
Proof.
  revert l. induction n as [| n IH]; intros l; simpl.
  - intros [<- | []]. reflexivity.
  - rewrite in_flat_map. intros (k & I & [<- | [<- | []]]); simpl; rewrite (IH k I); reflexivity.
Qed.

(** Integers on tracks. *)
Definition env := nat -> Z.
Definition bit_of (z : Z) (i : nat) : bool := Z.testbit z (Z.of_nat i).
Definition letter_at (x : env) (n i : nat) : letter := map (fun t => bit_of (x t) i) (seq 0 n).

Lemma letter_at_length x n i : length (letter_at x n i) = n.
Proof. unfold letter_at. rewrite map_length, seq_length. reflexivity. Qed.

Lemma nth_map_seq {A} (f : nat -> A) d n t : t < n -> nth t (map f (seq 0 n)) d = f t.
Proof.
  intros H. rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; assumption).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma bit_letter_at x n i t : t < n -> bit (letter_at x n i) t = bit_of (x t) i.
Proof. intros H. unfold bit, letter_at. apply (nth_map_seq (fun t => bit_of (x t) i)), H. Qed.

(** The last [c] letters. *)
Fixpoint word (x : env) (n c : nat) : list letter :=
  match c with 0 => [] | S i => letter_at x n i :: word x n i end.

(** From place l on there are only signs. *)
Definition enough (x : env) (n l : nat) : Prop :=
  forall t i, t < n -> l <= i -> bit_of (x t) i = bit_of (x t) l.

Lemma enough_more x n l l' : enough x n l -> l <= l' -> enough x n l'.
Proof. intros E L t i T I. rewrite (E t i), (E t l'); auto. lia. Qed.

Lemma enough_one z : exists l, forall i, l <= i -> bit_of z i = bit_of z l.
Proof.
  destruct (Z.neg_nonneg_cases z) as [H | H].
  - exists (S (Z.to_nat (Z.log2 (Z.pred (- z))))). intros i L. unfold bit_of.
    pose proof (Z.log2_nonneg (Z.pred (- z))).
    rewrite !Z.bits_above_log2_neg; [reflexivity | assumption | lia | assumption | lia].
  - exists (S (Z.to_nat (Z.log2 z))). intros i L. unfold bit_of. pose proof (Z.log2_nonneg z).
    rewrite !Z.bits_above_log2; [reflexivity | assumption | lia | assumption | lia].
Qed.

Lemma enough_exists x n : exists l, enough x n l.
Proof.
  induction n as [| n (l & E)]; [exists 0; intros t i T; lia |].
  destruct (enough_one (x n)) as (k & K). exists (Nat.max l k). intros t i T I.
  destruct (Nat.eq_dec t n) as [-> | N].
  - rewrite (K i), (K (Nat.max l k)) by lia. reflexivity.
  - rewrite (E t i), (E t (Nat.max l k)) by lia. reflexivity.
Qed.

Lemma letter_signs x n l i : enough x n l -> l <= i -> letter_at x n i = letter_at x n l.
Proof. intros E L. apply map_ext_in. intros t I. apply in_seq in I. apply E; lia. Qed.

(** What holds of the states after the first letters holds of the last state. *)
Lemma fold_word {A} (step : A -> letter -> A) (P : nat -> A -> Prop) x n :
  (forall i s, P (S i) s -> P i (step s (letter_at x n i))) ->
  forall i s, P i s -> P 0 (fold_left step (word x n i) s).
Proof. intros H i. induction i as [| i IH]; intros s Q; simpl; auto. Qed.

(** ** Linear forms *)

Record form := { terms : list (nat * Z); constant : Z }.

Section Forms.
  Open Scope Z_scope.

  Definition sum_bits (f : list (nat * Z)) (l : letter) : Z :=
    fold_right (fun ta s => (if bit l (fst ta) then snd ta else 0) + s) 0 f.
  Definition high (f : list (nat * Z)) : Z := fold_right (fun ta s => Z.max (snd ta) 0 + s) 0 f.
  Definition low (f : list (nat * Z)) : Z := fold_right (fun ta s => Z.max (- snd ta) 0 + s) 0 f.
  Definition sum_of (f : list (nat * Z)) (x : env) : Z := fold_right (fun ta s => snd ta * x (fst ta) + s) 0 f.
  Definition eval (f : form) (x : env) : Z := sum_of (terms f) x + constant f.

  (** The value of the bits from place i on. *)
  Definition partial (f : list (nat * Z)) (x : env) (i : nat) : Z := sum_of f (fun t => Z.shiftr (x t) (Z.of_nat i)).

  Definition scoped_form (f : list (nat * Z)) (n : nat) : Prop := forall ta, In ta f -> (fst ta < n)%nat.

  Lemma sum_bits_bounds f l : - low f <= sum_bits f l <= high f.
  Proof.
    induction f as [| [t a] f IH]; [simpl; lia |]. unfold low, high, sum_bits in *. cbn [fold_right fst snd].
    destruct (bit l t); lia.
  Qed.

  Lemma shift_step z i : Z.shiftr z (Z.of_nat i) = 2 * Z.shiftr z (Z.of_nat (S i)) + (if bit_of z i then 1 else 0).
  Proof.
    unfold bit_of. rewrite (Z.testbit_odd z (Z.of_nat i)). set (y := Z.shiftr z (Z.of_nat i)).
    replace (Z.shiftr z (Z.of_nat (S i))) with (Z.div2 y).
    - rewrite (Z.div2_odd y) at 1. destruct (Z.odd y); reflexivity.
    - unfold y. rewrite Z.div2_spec, Z.shiftr_shiftr by lia. f_equal. lia.
  Qed.

  Lemma shift_sign z l : (forall i, (l <= i)%nat -> bit_of z i = bit_of z l) ->
    Z.shiftr z (Z.of_nat l) = - (if bit_of z l then 1 else 0).
  Proof.
    intros H. apply Z.bits_inj'. intros j Hj. rewrite Z.shiftr_spec by assumption.
    replace (j + Z.of_nat l) with (Z.of_nat (Z.to_nat j + l)) by lia.
    specialize (H (Z.to_nat j + l)%nat ltac:(lia)). unfold bit_of in *. rewrite H.
    destruct (Z.testbit z (Z.of_nat l)); simpl; [rewrite Z.bits_m1 by assumption | rewrite Z.bits_0]; reflexivity.
  Qed.

  Lemma partial_step f x n i :
    scoped_form f n -> partial f x i = 2 * partial f x (S i) + sum_bits f (letter_at x n i).
  Proof.
    unfold partial, sum_of, sum_bits. induction f as [| [t a] f IH]; intros S; [reflexivity |].
    cbn [fold_right fst snd]. rewrite IH by (intros ta I; apply S; right; assumption).
    rewrite bit_letter_at by (apply (S (t, a)); left; reflexivity). rewrite (shift_step (x t) i).
    destruct (bit_of (x t) i); lia.
  Qed.

  Lemma partial_sign f x n l :
    scoped_form f n -> enough x n l -> partial f x l = - sum_bits f (letter_at x n l).
  Proof.
    intros S E. unfold partial, sum_of, sum_bits. induction f as [| [t a] f IH]; [reflexivity |].
    cbn [fold_right fst snd]. rewrite IH by (intros ta I; apply S; right; assumption).
    assert (T : (t < n)%nat) by (apply (S (t, a)); left; reflexivity).
    rewrite bit_letter_at by assumption. rewrite shift_sign by (intros i L; apply E; assumption).
    destruct (bit_of (x t) l); lia.
  Qed.

  Lemma partial_all f x : partial f x 0 = sum_of f x.
  Proof.
    unfold partial, sum_of. induction f as [| [t a] f IH]; [reflexivity |].
    cbn [fold_right fst snd] in *. rewrite IH. rewrite Z.shiftr_0_r. reflexivity.
  Qed.
End Forms.

(** ** Automata *)

(** Questions: a track, and where to go for 0 and for 1; an even number 2s is the state s, an odd number 2i + 1 the
    question i. *)
Record automaton := { nodes : vec (nat * (nat * nat)); starts : vec nat; accepting : list nat }.

Fixpoint follow (fuel : nat) (a : automaton) (l : letter) (at_ : nat) : nat :=
  match fuel with
  | 0 => 0
  | S fuel =>
      if Nat.testbit at_ 0 then
        let node := vec_get (0, (0, 0)) (nodes a) (at_ / 2) in
        follow fuel a l (if bit l (fst node) then snd (snd node) else fst (snd node))
      else at_ / 2
  end.

(** The state after a letter. *)
Definition go (a : automaton) (s : nat) (l : letter) : nat :=
  follow (S (vec_length (nodes a))) a l (vec_get 0 (starts a) s).

Definition auto_accepts (a : automaton) (s : nat) : bool := existsb (Nat.eqb s) (accepting a).

(** The automaton accepts the tuple of the first w integers. *)
Definition accepted (a : automaton) (w : nat) (y : env) : Prop :=
  exists l, enough y w l /\ auto_accepts a (fold_left (go a) (word y w (S l)) 0) = true.

(** No first letter changes anything when it is repeated. *)
Definition signs_repeat (a : automaton) (w : nat) : bool :=
  forallb (fun l => go a (go a 0 l) l =? go a 0 l) (all_letters w).

Lemma any_length a w y l l' :
  signs_repeat a w = true -> enough y w l -> l <= l' ->
  fold_left (go a) (word y w (S l')) 0 = fold_left (go a) (word y w (S l)) 0.
Proof.
  intros R E L. induction L as [| m L IH]; [reflexivity |]. rewrite <- IH. simpl.
  unfold signs_repeat in R. rewrite forallb_forall in R.
  specialize (R (letter_at y w m) (in_all_letters _ _ (letter_at_length _ _ _))). apply Nat.eqb_eq in R.
  rewrite (letter_signs y w m (S m)) by (try apply (enough_more y w l m E L); lia). rewrite R. reflexivity.
Qed.

(** Whether a tuple is accepted does not depend on how its numbers are written. *)
Theorem accepted_any a w y l :
  signs_repeat a w = true -> enough y w l ->
  (accepted a w y <-> auto_accepts a (fold_left (go a) (word y w (S l)) 0) = true).
Proof.
  intros R E. split; [| intros A; exists l; auto].
  intros (l' & E' & A). destruct (le_lt_dec l l').
  - rewrite <- (any_length a w y l l') by assumption. assumption.
  - rewrite (any_length a w y l' l) by (try assumption; lia). assumption.
Qed.

(** ** Simple conditions *)

Inductive atom :=
| AtMostZero (f : form)
| Zero (f : form)
(** The third track is the result for the first two: xor (0), and (1), or (2). *)
| Bits (operation : nat) (a b r : nat)
| Auto (number : nat) (tracks : list nat).

Inductive state := Start | Value (z : Z) | Never | Always | At (n : nat).

Definition operate (operation : nat) : bool -> bool -> bool :=
  match operation with 0 => xorb | 1 => andb | _ => orb end.
Definition operate_Z (operation : nat) : Z -> Z -> Z :=
  match operation with 0 => Z.lxor | 1 => Z.land | _ => Z.lor end.

Definition settle (equation : bool) (f : form) (value : Z) : state :=
  (if (value <=? - high (terms f)) && (value <? - constant f) then (if equation then Never else Always)
   else if (low (terms f) <=? value) && (- constant f <? value) then Never
   else Value value)%Z.

Definition linear_step (equation : bool) (f : form) (s : state) (l : letter) : state :=
  match s with
  | Start => settle equation f (- sum_bits (terms f) l)
  | Value z => settle equation f (2 * z + sum_bits (terms f) l)
  | s => s
  end%Z.

Section Atoms.
  Variable automata : list automaton.

  Definition no_automaton : automaton := {| nodes := vec_empty; starts := vec_empty; accepting := [] |}.
  Definition the (number : nat) : automaton := nth number automata no_automaton.

  Definition step (a : atom) (s : state) (l : letter) : state :=
    match a with
    | AtMostZero f => linear_step false f s l
    | Zero f => linear_step true f s l
    | Bits op i j r =>
        match s with
        | Never => Never
        | _ => if Bool.eqb (operate op (bit l i) (bit l j)) (bit l r) then Value 0 else Never
        end
    | Auto k tracks => At (go (the k) (match s with At n => n | _ => 0 end) (map (bit l) tracks))
    end.

  (** Whether a word may end here. *)
  Definition accepts (a : atom) (s : state) : bool :=
    match a, s with
    | AtMostZero f, Always => true
    | AtMostZero f, Value z => (z <=? - constant f)%Z
    | Zero f, Value z => (z =? - constant f)%Z
    | Bits _ _ _ _, Value _ => true
    | Auto k _, At n => auto_accepts (the k) n
    | _, _ => false
    end.

  (** What is settled whatever follows. *)
  Definition settled (a : atom) (s : state) : option bool :=
    match a, s with
    | Auto _ _, _ => None
    | AtMostZero _, Always => Some true
    | _, Never => Some false
    | _, _ => None
    end.

  Definition holds (a : atom) (x : env) : Prop :=
    match a with
    | AtMostZero f => (eval f x <= 0)%Z
    | Zero f => eval f x = 0%Z
    | Bits op i j r => operate_Z op (x i) (x j) = x r
    | Auto k tracks => accepted (the k) (length tracks) (fun t => x (nth t tracks 0))
    end.

  (** The tracks are there, and automata have been verified. *)
  Definition fine (n : nat) (a : atom) : Prop :=
    match a with
    | AtMostZero f | Zero f => scoped_form (terms f) n
    | Bits _ i j r => i < n /\ j < n /\ r < n
    | Auto k tracks => (forall t, In t tracks -> t < n) /\ signs_repeat (the k) (length tracks) = true
    end.

  Lemma settled_stays a s l b : settled a s = Some b -> settled a (step a s l) = Some b /\ accepts a s = b.
  Proof.
    destruct a, s; simpl; intros H; try discriminate; injection H as <-; auto.
  Qed.

  (** What the state of a linear condition says. *)
  Definition linear_says (equation : bool) (f : form) (v : Z) (s : state) : Prop :=
    match s with
    | Value z => z = v
    | Always => equation = false /\ (v <= - high (terms f) /\ v < - constant f)%Z
    | Never => (low (terms f) <= v /\ - constant f < v)%Z \/
               (equation = true /\ (v <= - high (terms f) /\ v < - constant f)%Z)
    | _ => False
    end.

  Lemma settle_says equation f v : linear_says equation f v (settle equation f v).
  Proof.
    unfold settle.
    destruct (Z.leb_spec v (- high (terms f))), (Z.ltb_spec v (- constant f)); simpl;
      try (destruct equation; simpl; auto; fail);
      destruct (Z.leb_spec (low (terms f)) v), (Z.ltb_spec (- constant f) v); simpl; auto; lia.
  Qed.

  Lemma linear_correct equation f x n l :
    scoped_form (terms f) n -> enough x n l ->
    linear_says equation f (sum_of (terms f) x)
      (fold_left (linear_step equation f) (word x n (S l)) Start).
  Proof.
    intros S E. simpl.
    pose proof (fold_word (linear_step equation f)
      (fun i s => linear_says equation f (partial (terms f) x i) s) x n) as W.
    rewrite <- partial_all. apply W; clear W.
    - intros i s H. rewrite (partial_step _ x n i S). pose proof (sum_bits_bounds (terms f) (letter_at x n i)) as B.
      destruct s; cbn [linear_says linear_step] in *; try contradiction.
      + subst z. apply settle_says.
      + destruct H as [H | [H1 H2]]; [left; lia | right; split; [assumption | lia]].
      + destruct H as [H1 H2]. split; [assumption | lia].
    - simpl. rewrite <- (partial_sign _ x n l S E). apply settle_says.
  Qed.

  Lemma bits_correct op i j r x n l :
    i < n -> j < n -> r < n -> enough x n l ->
    (accepts (Bits op i j r) (fold_left (step (Bits op i j r)) (word x n (S l)) Start) = true <->
     operate_Z op (x i) (x j) = x r).
  Proof.
    intros I J R E.
    set (good := fun p => operate op (bit_of (x i) p) (bit_of (x j) p) = bit_of (x r) p).
    assert (SP : forall p, bit_of (operate_Z op (x i) (x j)) p = operate op (bit_of (x i) p) (bit_of (x j) p)).
    { intros p. unfold bit_of. destruct op as [| [| op]]; simpl; [apply Z.lxor_spec | apply Z.land_spec | apply Z.lor_spec]. }
    set (P := fun p s => match s with
      | Value _ => forall q, p <= q -> good q
      | Never => exists q, ~ good q
      | _ => False end).
    assert (Q : P 0 (fold_left (step (Bits op i j r)) (word x n (S l)) Start)).
    { simpl. apply (fold_word (step (Bits op i j r)) P x n).
      - intros p s H. simpl. rewrite !bit_letter_at by assumption. destruct s; simpl in *; try contradiction; [| assumption].
        destruct (Bool.eqb _ _) eqn:Q; simpl.
        + apply eqb_prop in Q. intros q L. destruct (Nat.eq_dec q p) as [-> |]; [exact Q | apply H; lia].
        + exists p. apply eqb_false_iff in Q. exact Q.
      - rewrite !bit_letter_at by assumption. destruct (Bool.eqb _ _) eqn:Q; simpl.
        + apply eqb_prop in Q. intros q L. unfold good. rewrite !(E _ q) by assumption. exact Q.
        + exists l. apply eqb_false_iff in Q. exact Q. }
    destruct (fold_left _ _ _) as [| z | | | m]; simpl in Q; try contradiction; simpl.
    - split; [intros _ | reflexivity]. apply Z.bits_inj'. intros p Hp.
      specialize (SP (Z.to_nat p)). specialize (Q (Z.to_nat p) ltac:(lia)). unfold good in Q.
      unfold bit_of in *. rewrite Z2Nat.id in * by assumption. congruence.
    - split; [discriminate |]. intros EQ. destruct Q as (q & N). exfalso. apply N. unfold good.
      rewrite <- SP, EQ. reflexivity.
  Qed.

  Lemma map_nth_seq {A B} (f : A -> B) d l : map f l = map (fun t => f (nth t l d)) (seq 0 (length l)).
  Proof.
    induction l as [| a l IH]; [reflexivity |]. cbn [length seq map nth]. f_equal.
    rewrite <- seq_shift, map_map. exact IH.
  Qed.

  (** A simple condition accepts the word of a tuple if it holds, and only then. *)
  Theorem atom_correct a x n l :
    fine n a -> enough x n l ->
    (accepts a (fold_left (step a) (word x n (S l)) Start) = true <-> holds a x).
  Proof.
    destruct a as [f | f | op i j r | k tracks]; intros F E.
    - pose proof (linear_correct false f x n l F E) as C. unfold holds, eval. cbn [step] in *.
      change (fold_left (step (AtMostZero f))) with (fold_left (linear_step false f)).
      destruct (fold_left _ _ _); simpl in *; try contradiction.
      + rewrite Z.leb_le. lia.
      + split; [discriminate | intros; exfalso; destruct C as [C | [C _]]; [lia | discriminate]].
      + split; [intros; lia | reflexivity].
    - pose proof (linear_correct true f x n l F E) as C. unfold holds, eval. cbn [step] in *.
      change (fold_left (step (Zero f))) with (fold_left (linear_step true f)).
      destruct (fold_left _ _ _); simpl in *; try contradiction.
      + rewrite Z.eqb_eq. lia.
      + split; [discriminate | intros; exfalso; destruct C as [C | [_ C]]; lia].
      + destruct C as [C _]. discriminate.
    - destruct F as (I & J & R). apply bits_correct; assumption.
    - destruct F as (T & R). cbn [holds]. set (y := fun t => x (nth t tracks 0)).
      assert (E' : enough y (length tracks) l).
      { intros t i Ht Hi. unfold y. apply E; [apply T, nth_In, Ht | assumption]. }
      rewrite (accepted_any _ _ _ l R E').
      assert (W : forall c s, fold_left (step (Auto k tracks)) (word x n c) (At s) =
        At (fold_left (go (the k)) (word y (length tracks) c) s)).
      { induction c as [| c IH]; intros s; [reflexivity |]. simpl. rewrite IH. do 3 f_equal.
        rewrite (map_nth_seq (bit (letter_at x n c)) 0 tracks). apply map_ext_in. intros t I. apply in_seq in I.
        apply (bit_letter_at x n c (nth t tracks 0)), T, nth_In. lia. }
      assert (W0 : fold_left (step (Auto k tracks)) (word x n (S l)) Start =
        fold_left (step (Auto k tracks)) (word x n (S l)) (At 0)) by reflexivity.
      rewrite W0, W. reflexivity.
  Qed.
End Atoms.

(** ** Trees of conditions *)

Inductive tree (A : Type) :=
| Leaf (a : A)
| Truth (b : bool)
| And (t u : tree A)
| Or (t u : tree A)
| Not (t : tree A).
Arguments Leaf {A}.
Arguments Truth {A}.
Arguments And {A}.
Arguments Or {A}.
Arguments Not {A}.

Fixpoint tree_map {A B} (f : A -> B) (t : tree A) : tree B :=
  match t with
  | Leaf a => Leaf (f a)
  | Truth b => Truth b
  | And t u => And (tree_map f t) (tree_map f u)
  | Or t u => Or (tree_map f t) (tree_map f u)
  | Not t => Not (tree_map f t)
  end.

Fixpoint leaves {A} (t : tree A) : list A :=
  match t with
  | Leaf a => [a]
  | Truth _ => []
  | And t u | Or t u => leaves t ++ leaves u
  | Not t => leaves t
  end.

Fixpoint truth {A} (q : A -> bool) (t : tree A) : bool :=
  match t with
  | Leaf a => q a
  | Truth b => b
  | And t u => if truth q t then truth q u else false
  | Or t u => if truth q t then true else truth q u
  | Not t => negb (truth q t)
  end.

(** The truth, if it follows from what is known. *)
Fixpoint known {A} (q : A -> option bool) (t : tree A) : option bool :=
  match t with
  | Leaf a => q a
  | Truth b => Some b
  | And t u =>
      match known q t with
      | Some false => Some false
      | Some true => known q u
      | None => match known q u with Some false => Some false | _ => None end
      end
  | Or t u =>
      match known q t with
      | Some true => Some true
      | Some false => known q u
      | None => match known q u with Some true => Some true | _ => None end
      end
  | Not t => match known q t with Some b => Some (negb b) | None => None end
  end.

Fixpoint means {A} (q : A -> Prop) (t : tree A) : Prop :=
  match t with
  | Leaf a => q a
  | Truth b => b = true
  | And t u => means q t /\ means q u
  | Or t u => means q t \/ means q u
  | Not t => ~ means q t
  end.

Lemma known_truth {A} (q : A -> option bool) (r : A -> bool) t b :
  (forall a c, In a (leaves t) -> q a = Some c -> r a = c) -> known q t = Some b -> truth r t = b.
Proof.
  revert b. induction t as [a | c | t IHt u IHu | t IHt u IHu | t IHt]; intros b H K; simpl in *.
  - apply H; auto.
  - congruence.
  - assert (Ht := fun b => IHt b (fun a c I => H a c (in_or_app _ _ _ (or_introl I)))).
    assert (Hu := fun b => IHu b (fun a c I => H a c (in_or_app _ _ _ (or_intror I)))).
    destruct (known q t) as [[|] |]; [rewrite (Ht true eq_refl); auto | rewrite (Ht false eq_refl); congruence |].
    destruct (known q u) as [[|] |]; try discriminate. rewrite (Hu false eq_refl). destruct (truth r t); congruence.
  - assert (Ht := fun b => IHt b (fun a c I => H a c (in_or_app _ _ _ (or_introl I)))).
    assert (Hu := fun b => IHu b (fun a c I => H a c (in_or_app _ _ _ (or_intror I)))).
    destruct (known q t) as [[|] |]; [rewrite (Ht true eq_refl); congruence | rewrite (Ht false eq_refl); auto |].
    destruct (known q u) as [[|] |]; try discriminate. rewrite (Hu true eq_refl). destruct (truth r t); congruence.
  - destruct (known q t) as [c |]; [| discriminate]. rewrite (IHt c H eq_refl). congruence.
Qed.

Lemma truth_means {A} (r : A -> bool) (p : A -> Prop) t :
  (forall a, In a (leaves t) -> (r a = true <-> p a)) -> (truth r t = true <-> means p t).
Proof.
  induction t as [a | c | t IHt u IHu | t IHt u IHu | t IHt]; intros H; simpl in *.
  - apply H. auto.
  - reflexivity.
  - rewrite <- IHt, <- IHu by (intros; apply H, in_or_app; auto). destruct (truth r t); intuition discriminate.
  - rewrite <- IHt, <- IHu by (intros; apply H, in_or_app; auto). destruct (truth r t); intuition discriminate.
  - rewrite <- IHt by assumption. destruct (truth r t); simpl; intuition discriminate.
Qed.

Lemma truth_map {A B} (f : A -> B) q t : truth q (tree_map f t) = truth (fun a => q (f a)) t.
Proof. induction t; simpl; rewrite ?IHt, ?IHt1, ?IHt2; reflexivity. Qed.

Lemma known_map {A B} (f : A -> B) q t : known q (tree_map f t) = known (fun a => q (f a)) t.
Proof. induction t; simpl; rewrite ?IHt, ?IHt1, ?IHt2; reflexivity. Qed.

(** ** Sets of states that can be reached *)

Section Search.
  Variable S : Type.
  Variable same : S -> S -> bool.
  Hypothesis same_eq : forall s t, same s t = true -> s = t.
  (** Any number will do. *)
  Variable hash : S -> positive.
  (** What comes after a state; nothing if the search is to fail. *)
  Variable expand : S -> option (list S).

  Definition seen := PositiveMap.t (list S).

  Definition mem (s : S) (m : seen) : bool :=
    match PositiveMap.find (hash s) m with None => false | Some l => existsb (same s) l end.

  Definition add (s : S) (m : seen) : seen :=
    PositiveMap.add (hash s) (s :: match PositiveMap.find (hash s) m with None => [] | Some l => l end) m.

  Definition is_in (s : S) (m : seen) : Prop :=
    exists l, PositiveMap.find (hash s) m = Some l /\ In s l.

  Lemma mem_in s m : mem s m = true -> is_in s m.
  Proof.
    unfold mem, is_in. destruct (PositiveMap.find (hash s) m) as [l |]; [| discriminate].
    rewrite existsb_exists. intros (t & I & E). apply same_eq in E. subst t. eauto.
  Qed.

  Lemma in_add s t m : is_in t (add s m) <-> t = s \/ is_in t m.
  Proof.
    unfold is_in, add. destruct (Pos.eq_dec (hash t) (hash s)) as [E | N].
    - rewrite E, PositiveMap.gss. split.
      + intros (l & H & I). injection H as <-. destruct I as [<- | I]; [auto | right].
        destruct (PositiveMap.find (hash s) m) as [l |]; [eauto | destruct I].
      + intros [-> | (l & H & I)]; eexists; (split; [reflexivity |]); [left; reflexivity |].
        rewrite H. right. assumption.
    - rewrite PositiveMap.gso by assumption. split; [auto |]. intros [-> |]; [congruence | assumption].
  Qed.

  Fixpoint push (l : list S) (m : seen) (queue : list S) : seen * list S :=
    match l with
    | [] => (m, queue)
    | s :: l => if mem s m then push l m queue else push l (add s m) (s :: queue)
    end.

  Lemma push_spec l : forall m queue m' queue',
    push l m queue = (m', queue') ->
    (forall s, is_in s m -> is_in s m') /\ (forall s, In s l -> is_in s m') /\
    (forall s, In s queue -> In s queue') /\
    (forall s, is_in s m' -> is_in s m \/ In s queue').
  Proof.
    induction l as [| t l IH]; intros m queue m' queue' H; simpl in H.
    - injection H as <- <-. repeat split; auto. intros s [].
    - destruct (mem t m) eqn:M.
      + destruct (IH _ _ _ _ H) as (A & B & C & D). repeat split; auto.
        intros s [<- | I]; [apply A, mem_in, M | auto].
      + destruct (IH _ _ _ _ H) as (A & B & C & D). repeat split.
        * intros s I. apply A, in_add. auto.
        * intros s [<- | I]; [apply A, in_add; auto | auto].
        * intros s I. apply C. right. assumption.
        * intros s I. destruct (D s I) as [J | J]; [| auto]. apply in_add in J.
          destruct J as [-> | J]; [right; apply C; left; reflexivity | auto].
  Qed.

  Fixpoint search (fuel : nat) (m : seen) (queue : list S) : bool :=
    match fuel with
    | 0 => false
    | Datatypes.S fuel =>
        match queue with
        | [] => true
        | s :: queue =>
            match expand s with
            | None => false
            | Some l => let (m, queue) := push l m queue in search fuel m queue
            end
        end
    end.

  Definition closed (m : seen) (s : S) : Prop :=
    exists l, expand s = Some l /\ forall t, In t l -> is_in t m.

  Lemma search_closed fuel : forall m queue,
    search fuel m queue = true -> (forall s, is_in s m -> In s queue \/ closed m s) ->
    exists P : S -> Prop, (forall s, is_in s m -> P s) /\
      forall s, P s -> exists l, expand s = Some l /\ forall t, In t l -> P t.
  Proof.
    induction fuel as [| fuel IH]; intros m queue H I; simpl in H; [discriminate |].
    destruct queue as [| s queue].
    - exists (fun s => is_in s m). split; [auto |]. intros s Q. destruct (I s Q) as [[] | C]. exact C.
    - destruct (expand s) as [l |] eqn:E; [| discriminate].
      destruct (push l m queue) as [m' queue'] eqn:P. destruct (push_spec _ _ _ _ _ P) as (A & B & C & D).
      destruct (IH m' queue' H) as (Q & Q1 & Q2).
      + assert (mono : forall t, closed m t -> closed m' t).
        { intros t (k & Ek & Ik). exists k. split; [assumption |]. intros u Iu. apply A, Ik, Iu. }
        intros t It. destruct (D t It) as [J | J]; [| auto].
        destruct (I t J) as [[<- | K] | K]; [right; exists l; auto | left; auto | right; auto].
      + exists Q. split; [| assumption]. intros t It. apply Q1, A, It.
  Qed.

  Theorem search_sound fuel start :
    search fuel (add start (PositiveMap.empty _)) [start] = true ->
    exists P : S -> Prop, P start /\ forall s, P s -> exists l, expand s = Some l /\ forall t, In t l -> P t.
  Proof.
    intros H. destruct (search_closed fuel _ _ H) as (P & A & B).
    - intros s I. apply in_add in I. destruct I as [-> | (l & E & _)]; [left; left; reflexivity |].
      rewrite PositiveMap.gempty in E. discriminate.
    - exists P. split; [| exact B]. apply A, in_add. auto.
  Qed.
End Search.

(** ** Products *)

Definition state_eqb (s t : state) : bool :=
  match s, t with
  | Start, Start | Never, Never | Always, Always => true
  | Value y, Value z => Z.eqb y z
  | At n, At m => n =? m
  | _, _ => false
  end.

Lemma state_eqb_eq s t : state_eqb s t = true -> s = t.
Proof.
  destruct s, t; simpl; try discriminate; intros H; try reflexivity;
    [apply Z.eqb_eq in H | apply Nat.eqb_eq in H]; congruence.
Qed.

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (l k : list A) : bool :=
  match l, k with
  | [], [] => true
  | a :: l, b :: k => eqb a b && list_eqb eqb l k
  | _, _ => false
  end.

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) l k :
  (forall a b, eqb a b = true -> a = b) -> list_eqb eqb l k = true -> l = k.
Proof.
  intros H. revert k. induction l as [| a l IH]; intros [| b k] E; simpl in E; try discriminate; [reflexivity |].
  apply andb_true_iff in E. destruct E as [E1 E2]. rewrite (H _ _ E1), (IH _ E2). reflexivity.
Qed.

Definition hash_state (s : state) : Z :=
  match s with Start => 1 | Value z => 4 * z + 2 | Never => 3 | Always => 5 | At n => 4 * Z.of_nat n + 7 end%Z.

Definition hash_factor : Z := 31.
Definition hash_mask : Z := 1048575.
Definition hash_of (l : list Z) : positive :=
  Z.to_pos (fold_left (fun h z => Z.land (hash_factor * h + z) hash_mask) l 7)%Z.

Section Product.
  Variable automata : list automaton.
  Variables (atoms : list atom) (t : tree nat) (n : nat).

  Definition no_atom : atom := Bits 0 0 0 0.
  Definition atom_at (i : nat) : atom := nth i atoms no_atom.
  Definition state_at (v : list state) (i : nat) : state := nth i v Start.

  Fixpoint step_all (as_ : list atom) (v : list state) (l : letter) : list state :=
    match as_, v with
    | a :: as_, s :: v => step automata a s l :: step_all as_ v l
    | _, _ => []
    end.

  Definition truth_at (v : list state) : bool := truth (fun i => accepts automata (atom_at i) (state_at v i)) t.
  Definition known_at (v : list state) : option bool := known (fun i => settled (atom_at i) (state_at v i)) t.

  Definition start_all : list state := map (fun _ => Start) atoms.

  Hypothesis small : forall i, In i (leaves t) -> i < length atoms.

  Lemma step_all_length as_ v l : length v = length as_ -> length (step_all as_ v l) = length as_.
  Proof. revert v. induction as_ as [| a as_ IH]; intros [| s v] H; try discriminate; simpl in *; auto. Qed.

  Lemma step_all_at v l i :
    length v = length atoms -> i < length atoms ->
    state_at (step_all atoms v l) i = step automata (atom_at i) (state_at v i) l.
  Proof.
    unfold atom_at, state_at. revert v i. generalize atoms as as_.
    induction as_ as [| a as_ IH]; intros [| s v] [| i] H L; simpl in *; try lia; [reflexivity |].
    apply IH; lia.
  Qed.

  Lemma fold_all w : forall v,
    length v = length atoms ->
    length (fold_left (step_all atoms) w v) = length atoms /\
    forall i, i < length atoms ->
      state_at (fold_left (step_all atoms) w v) i = fold_left (step automata (atom_at i)) w (state_at v i).
  Proof.
    induction w as [| l w IH]; intros v H; simpl; [auto |].
    destruct (IH (step_all atoms v l) (step_all_length _ _ _ H)) as [A B]. split; [assumption |].
    intros i L. rewrite B by assumption. f_equal. apply step_all_at; assumption.
  Qed.

  Lemma start_at i : state_at start_all i = Start.
  Proof.
    unfold state_at, start_all. generalize atoms as as_. revert i.
    intros i as_. revert i. induction as_ as [| a as_ IH]; intros [| i]; simpl; auto.
  Qed.

  (** What is settled stays so. *)
  Lemma known_stays v w :
    length v = length atoms -> known_at v = Some false -> truth_at (fold_left (step_all atoms) w v) = false.
  Proof.
    intros L K. apply (known_truth _ _ _ _) with (2 := K). intros i b I S. specialize (small i I).
    destruct (fold_all w v L) as [_ A]. rewrite A by assumption. clear A K.
    revert S. generalize (state_at v i) as s. induction w as [| l w IH]; intros s S; simpl.
    - apply (settled_stays automata _ _ [] _ S).
    - apply IH. apply (settled_stays automata _ _ l _ S).
  Qed.

  Definition condition (x : env) : Prop := means (fun i => holds automata (atom_at i) x) t.

  Hypothesis atoms_fine : forall i, In i (leaves t) -> fine automata n (atom_at i).

  (** The states at the end of the word say whether the condition holds. *)
  Lemma product_correct x l :
    enough x n l -> (truth_at (fold_left (step_all atoms) (word x n (S l)) start_all) = true <-> condition x).
  Proof.
    intros E. apply truth_means. intros i I. specialize (small i I).
    destruct (fold_all (word x n (S l)) start_all) as [_ A]; [unfold start_all; apply map_length |].
    rewrite A by assumption. rewrite start_at. apply (atom_correct automata _ x n l); [apply atoms_fine, I | assumption].
  Qed.

  (** ** No integers satisfy a condition *)

  Fixpoint expand_letters (letters : list letter) (v : list state) : option (list (list state)) :=
    match letters with
    | [] => Some []
    | l :: letters =>
        let v' := step_all atoms v l in
        if truth_at v' then None
        else match known_at v' with
             | Some false => expand_letters letters v
             | _ => match expand_letters letters v with None => None | Some k => Some (v' :: k) end
             end
    end.

  Definition same_states := list_eqb state_eqb.
  Definition hash_states (v : list state) : positive := hash_of (map hash_state v).

  Definition impossible (fuel : nat) : bool :=
    let letters := all_letters n in
    search (list state) same_states hash_states (expand_letters letters) fuel
      (add _ hash_states start_all (PositiveMap.empty _)) [start_all].

  Lemma expand_letters_spec letters v k :
    expand_letters letters v = Some k ->
    forall l, In l letters ->
      truth_at (step_all atoms v l) = false /\
      (known_at (step_all atoms v l) = Some false \/ In (step_all atoms v l) k).
  Proof.
    revert k. induction letters as [| l0 letters IH]; intros k H l I; [destruct I |]. simpl in H.
    destruct (truth_at (step_all atoms v l0)) eqn:T; [discriminate |].
    destruct (known_at (step_all atoms v l0)) as [[|] |] eqn:K;
      [destruct (expand_letters letters v) as [k' |]; [| discriminate]; injection H as <- |
       | destruct (expand_letters letters v) as [k' |]; [| discriminate]; injection H as <-];
      destruct I as [<- | I].
    - split; [assumption | right; left; reflexivity].
    - destruct (IH _ eq_refl l I) as [A [B | B]]; (split; [assumption |]); [auto | right; right; assumption].
    - auto.
    - apply IH; assumption.
    - split; [assumption | right; left; reflexivity].
    - destruct (IH _ eq_refl l I) as [A [B | B]]; (split; [assumption |]); [auto | right; right; assumption].
  Qed.

  Theorem impossible_sound fuel : impossible fuel = true -> forall x, ~ condition x.
  Proof.
    intros H x C. unfold impossible in H.
    apply search_sound in H; [| intros s u; apply list_eqb_eq, state_eqb_eq].
    destruct H as (P & P0 & PS).
    destruct (enough_exists x n) as (l & E). apply (product_correct x l E) in C.
    assert (A : forall i v, length v = length atoms -> P v ->
      truth_at (fold_left (step_all atoms) (word x n (S i)) v) = false).
    { induction i as [| i IH]; intros v L Pv; destruct (PS v Pv) as (k & K & I);
        [pose proof (expand_letters_spec _ _ _ K (letter_at x n 0)
           (in_all_letters _ _ (letter_at_length _ _ _))) as [T _]; exact T |].
      change (word x n (S (S i))) with (letter_at x n (S i) :: word x n (S i)). cbn [fold_left].
      pose proof (step_all_length _ _ (letter_at x n (S i)) L) as L'.
      destruct (expand_letters_spec _ _ _ K (letter_at x n (S i))
        (in_all_letters _ _ (letter_at_length _ _ _))) as [_ [N | J]].
      - apply known_stays; assumption.
      - apply IH; [assumption | apply I, J]. }
    rewrite A in C; [discriminate | unfold start_all; apply map_length | assumption].
  Qed.
End Product.

(** ** Integers from their bits *)

(** The integer with the bits f 0, …, f l, the last of which is its sign. *)
Fixpoint num (f : nat -> bool) (l : nat) : Z :=
  match l with
  | O => if f O then -1 else 0
  | S l => 2 * num (fun j => f (S j)) l + Z.b2z (f O)
  end%Z.

Lemma num_bit l : forall f j, bit_of (num f l) j = f (Nat.min j l).
Proof.
  induction l as [| l IH]; intros f j.
  - rewrite Nat.min_0_r. simpl. unfold bit_of.
    destruct (f 0); [rewrite Z.bits_m1 by lia | rewrite Z.bits_0]; reflexivity.
  - unfold bit_of. cbn [num]. destruct j as [| j].
    + rewrite Nat.min_0_l. apply Z.testbit_0_r.
    + rewrite Nat2Z.inj_succ, Z.testbit_succ_r by lia. apply (IH (fun j => f (S j)) j).
Qed.

Lemma seq_from a : forall c, seq (0 + a) c = map (fun k => a + k) (seq 0 c).
Proof.
  intros c. simpl. induction c as [| c IH]; [reflexivity |]. rewrite !seq_S, map_app, IH. reflexivity.
Qed.

(** ** Projections: with some further integers an automaton accepts *)

Section Covered.
  Variable automata : list automaton.
  Variables (atoms : list atom) (t : tree nat) (n shared : nat).
  (** Automata by their numbers, each with how many tracks it has of its own after the shared ones. *)
  Variable witnesses : list (nat * nat).

  Definition pair_at (w : nat) : nat * nat := nth w witnesses (0, 0).
  Definition auto_of (w : nat) : automaton := the automata (fst (pair_at w)).
  Definition own_of (w : nat) : nat := snd (pair_at w).

  Fixpoint insert (p : nat * nat) (l : list (nat * nat)) : list (nat * nat) :=
    match l with
    | [] => [p]
    | q :: k =>
        if (fst p =? fst q) && (snd p =? snd q) then l
        else if (fst p <? fst q) || ((fst p =? fst q) && (snd p <? snd q)) then p :: l
        else q :: insert p k
    end.

  Definition canon (l : list (nat * nat)) : list (nat * nat) := fold_right insert [] l.

  Lemma in_insert p q l : In q (insert p l) -> q = p \/ In q l.
  Proof.
    induction l as [| r l IH]; simpl; [intros [<- | []]; auto |].
    destruct (_ && _); [auto |]. destruct (_ || _); simpl; [intuition congruence |].
    intros [-> | I]; [auto |]. destruct (IH I); auto.
  Qed.

  Lemma in_canon q l : In q (canon l) -> In q l.
  Proof.
    induction l as [| p l IH]; simpl; [auto |]. intros I. apply in_insert in I. destruct I as [-> | I]; auto.
  Qed.

  (** All states after a letter on the shared tracks and any on their own. *)
  Definition after (set : list (nat * nat)) (l : letter) : list (nat * nat) :=
    canon (flat_map (fun ws =>
      map (fun more => (fst ws, go (auto_of (fst ws)) (snd ws) (firstn shared l ++ more)))
        (all_letters (own_of (fst ws)))) set).

  (** Numbers that only the automata know may be longer: signs are repeated. *)
  Fixpoint grow (fuel : nat) (l : letter) (set : list (nat * nat)) : list (nat * nat) :=
    match fuel with
    | 0 => set
    | S fuel =>
        let more := canon (after set l ++ set) in
        if length more =? length set then set else grow fuel l more
    end.

  Definition cover_state : Type := bool * (list state * list (nat * nat)).

  Definition inside (set : list (nat * nat)) : bool :=
    existsb (fun ws => auto_accepts (auto_of (fst ws)) (snd ws)) set.

  Fixpoint expand_cover (fuel : nat) (letters : list letter) (c : cover_state) : option (list cover_state) :=
    match letters with
    | [] => Some []
    | l :: letters =>
        let v' := step_all automata atoms (fst (snd c)) l in
        match known_at atoms t v' with
        | Some false => expand_cover fuel letters c
        | _ =>
            let reached := after (snd (snd c)) l in
            let reached := if fst c then grow fuel l reached else reached in
            if truth_at automata atoms t v' && negb (inside reached) then None
            else match expand_cover fuel letters c with
                 | None => None
                 | Some k => Some ((false, (v', reached)) :: k)
                 end
        end
    end.

  Definition same_cover (c d : cover_state) : bool :=
    Bool.eqb (fst c) (fst d) && same_states (fst (snd c)) (fst (snd d)) &&
    list_eqb (fun p q => (fst p =? fst q) && (snd p =? snd q)) (snd (snd c)) (snd (snd d)).

  Definition hash_cover (c : cover_state) : positive :=
    hash_of (map hash_state (fst (snd c)) ++
             map (fun p => Z.of_nat (fst p) * 65537 + Z.of_nat (snd p))%Z (snd (snd c))).

  Definition cover_start : cover_state :=
    (true, (start_all atoms, map (fun w => (w, 0)) (seq 0 (length witnesses)))).

  Definition covered (fuel : nat) : bool :=
    let letters := all_letters n in
    search cover_state same_cover hash_cover (expand_cover fuel letters) fuel
      (add _ hash_cover cover_start (PositiveMap.empty _)) [cover_start].

  Lemma same_cover_eq c d : same_cover c d = true -> c = d.
  Proof.
    destruct c as [b [v s]], d as [b' [v' s']]. unfold same_cover. simpl. rewrite !andb_true_iff.
    intros [[A B] C]. apply eqb_prop in A. apply list_eqb_eq in B; [| apply state_eqb_eq].
    apply list_eqb_eq in C; [congruence |]. intros [p q] [p' q'] H. simpl in H. apply andb_true_iff in H.
    destruct H as [H1 H2]. apply Nat.eqb_eq in H1, H2. congruence.
  Qed.

  Hypothesis shared_few : shared <= n.

  (** The state of an automaton after the places hi, hi - 1, … of shared numbers and c letters of its own. *)
  Definition run (w : nat) (x : env) (u : nat -> letter) (hi c : nat) : nat :=
    fold_left (go (auto_of w)) (map (fun d => letter_at x shared (hi - d) ++ u (hi - d)) (seq 0 c)) 0.

  (** The places down to i have been read, l is a place of signs. *)
  Definition reach (x : env) (l i : nat) (ws : nat * nat) : Prop :=
    fst ws < length witnesses /\
    exists hi u, l <= hi /\ (forall j, length (u j) = own_of (fst ws)) /\
      snd ws = run (fst ws) x u hi (S hi - i).

  Lemma run_more w x u hi c more :
    c <= hi ->
    go (auto_of w) (run w x u hi c) (letter_at x shared (hi - c) ++ more) =
    run w x (fun j => if j =? hi - c then more else u j) hi (S c).
  Proof.
    intros L. unfold run. rewrite seq_S, map_app, fold_left_app. simpl. rewrite Nat.eqb_refl.
    do 2 f_equal. apply map_ext_in. intros d I. apply in_seq in I.
    destruct (Nat.eqb_spec (hi - d) (hi - c)); [lia | reflexivity].
  Qed.

  Lemma letter_shared x i : firstn shared (letter_at x n i) = letter_at x shared i.
  Proof.
    unfold letter_at. rewrite firstn_map. f_equal. replace n with (shared + (n - shared)) by lia.
    rewrite seq_app, firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
    rewrite firstn_all2; [reflexivity | rewrite seq_length; lia].
  Qed.

  Lemma after_reach x l i set :
    i <= l -> (forall ws, In ws set -> reach x l (S i) ws) ->
    forall ws, In ws (after set (letter_at x n i)) -> reach x l i ws.
  Proof.
    intros L H ws I. apply in_canon, in_flat_map in I. destruct I as (vs & J & I).
    apply in_map_iff in I. destruct I as (more & <- & M). apply all_letters_length in M.
    destruct (H vs J) as (W & hi & u & Lh & U & E). split; [assumption |]. cbn [fst snd] in *.
    exists hi, (fun j => if j =? i then more else u j). split; [assumption |]. split.
    - intros j. destruct (j =? i); auto.
    - rewrite letter_shared, E. replace (S hi - S i) with (hi - i) by lia.
      pose proof (run_more (fst vs) x u hi (hi - i) more ltac:(lia)) as R.
      replace (hi - (hi - i)) with i in R by lia. rewrite R. f_equal. lia.
  Qed.

  Lemma grow_reach x l fuel : enough x n l -> forall set,
    (forall ws, In ws set -> reach x l l ws) ->
    forall ws, In ws (grow fuel (letter_at x n l) set) -> reach x l l ws.
  Proof.
    intros E. induction fuel as [| fuel IH]; intros set H ws I; simpl in I; [auto |].
    destruct (_ =? _); [auto |]. revert I. apply IH. clear ws. intros ws I.
    apply in_canon, in_app_iff in I. destruct I as [I | I]; [| auto].
    apply in_canon, in_flat_map in I. destruct I as (vs & J & I).
    apply in_map_iff in I. destruct I as (more & <- & M). apply all_letters_length in M.
    destruct (H vs J) as (W & hi & u & Lh & U & Q). split; [assumption |]. cbn [fst snd] in *.
    exists (S hi), (fun j => if j =? l then more else u (j - 1)). split; [lia |]. split.
    - intros j. destruct (j =? l); auto.
    - rewrite letter_shared, Q. replace (S (S hi) - l) with (S (S hi - l)) by lia.
      unfold run. rewrite (seq_S _ 0), map_app, fold_left_app. cbn [map fold_left].
      replace (S hi - (0 + (S hi - l))) with l by lia. rewrite Nat.eqb_refl.
      f_equal. f_equal. apply map_ext_in. intros d I. apply in_seq in I.
      destruct (Nat.eqb_spec (S hi - d) l); [lia |].
      replace (S hi - d - 1) with (hi - d) by lia. f_equal.
      apply map_ext_in. intros k Ik. apply in_seq in Ik. rewrite (E k (S hi - d)), (E k (hi - d)) by lia. reflexivity.
  Qed.

  Lemma expand_cover_spec fuel letters c k :
    expand_cover fuel letters c = Some k ->
    forall l, In l letters ->
      let v' := step_all automata atoms (fst (snd c)) l in
      known_at atoms t v' = Some false \/
      let reached := after (snd (snd c)) l in
      let reached := if fst c then grow fuel l reached else reached in
      (truth_at automata atoms t v' = true -> inside reached = true) /\ In (false, (v', reached)) k.
  Proof.
    revert k. induction letters as [| l0 letters IH]; intros k H l I; [destruct I |]. simpl in H.
    set (v0 := step_all automata atoms (fst (snd c)) l0) in *.
    set (r0 := if fst c then grow fuel l0 (after (snd (snd c)) l0) else after (snd (snd c)) l0) in *.
    destruct (known_at atoms t v0) as [[|] |] eqn:K.
    2: { destruct I as [<- | I]; [left; exact K | apply (IH k H l I)]. }
    all: destruct (truth_at automata atoms t v0 && negb (inside r0)) eqn:T; [discriminate |];
      destruct (expand_cover fuel letters c) as [k' |]; [| discriminate]; injection H as <-;
      destruct I as [<- | I];
      [right; split; [| left; reflexivity]; intros T'; fold v0 in T'; rewrite T' in T; simpl in T;
         apply negb_false_iff in T; exact T |];
      destruct (IH k' eq_refl l I) as [A | [A B]]; [left; exact A | right; split; [exact A | right; exact B]].
  Qed.

  Hypothesis small : forall i, In i (leaves t) -> i < length atoms.
  Hypothesis atoms_fine : forall i, In i (leaves t) -> fine automata n (atom_at atoms i).

  Lemma covered_path fuel x l (P : cover_state -> Prop) :
    enough x n l ->
    (forall c, P c -> exists k, expand_cover fuel (all_letters n) c = Some k /\ forall d, In d k -> P d) ->
    forall i c, i <= l -> (fst c = true -> i = l) -> length (fst (snd c)) = length atoms -> P c ->
    (forall ws, In ws (snd (snd c)) -> reach x l (S i) ws) ->
    truth_at automata atoms t (fold_left (step_all automata atoms) (word x n (S i)) (fst (snd c))) = true ->
    exists ws, reach x l 0 ws /\ auto_accepts (auto_of (fst ws)) (snd ws) = true.
  Proof.
    intros E PS. induction i as [| i IH]; intros c L F V Pc R T; destruct (PS c Pc) as (k & K & Ik).
    - destruct (expand_cover_spec _ _ _ _ K (letter_at x n 0) (in_all_letters _ _ (letter_at_length _ _ _)))
        as [N | [A _]].
      + exfalso. pose proof (known_stays automata atoms t small _ []
          (step_all_length automata _ _ (letter_at x n 0) V) N) as Q. simpl in Q, T. congruence.
      + specialize (A T). unfold inside in A. apply existsb_exists in A. destruct A as (ws & I & A).
        exists ws. split; [| exact A].
        pose proof (after_reach x l 0 _ L R) as AR.
        destruct (fst c) eqn:C; [| apply AR, I]. specialize (F eq_refl). subst l.
        apply (grow_reach x 0 fuel E _ AR ws I).
    - change (word x n (S (S i))) with (letter_at x n (S i) :: word x n (S i)) in T. cbn [fold_left] in T.
      pose proof (step_all_length automata _ _ (letter_at x n (S i)) V) as V'.
      destruct (expand_cover_spec _ _ _ _ K (letter_at x n (S i)) (in_all_letters _ _ (letter_at_length _ _ _)))
        as [N | [_ I]].
      + exfalso. rewrite known_stays in T by assumption. discriminate.
      + refine (IH _ _ _ _ (Ik _ I) _ T); cbn [fst snd]; [lia | discriminate | assumption |].
        pose proof (after_reach x l (S i) _ L R) as AR. intros ws J.
        destruct (fst c) eqn:C; [| apply AR, J]. specialize (F eq_refl). subst l.
        apply (grow_reach x (S i) fuel E _ AR ws J).
  Qed.

  Lemma word_places z w c : word z w c = map (fun d => letter_at z w (c - 1 - d)) (seq 0 c).
  Proof.
    induction c as [| c IH]; [reflexivity |]. cbn [word seq map].
    replace (S c - 1 - 0) with c by lia. f_equal. rewrite IH, <- seq_shift, map_map.
    apply map_ext_in. intros d I. f_equal. lia.
  Qed.

  (** Integers that an automaton accepts, from the letters of a path. *)
  Lemma reach_accepted x l ws :
    enough x n l -> reach x l 0 ws -> auto_accepts (auto_of (fst ws)) (snd ws) = true ->
    exists z, (forall k, k < shared -> z k = x k) /\
      accepted (auto_of (fst ws)) (shared + own_of (fst ws)) z.
  Proof.
    intros E (W & hi & u & Lh & U & Q) A. set (own := own_of (fst ws)) in *.
    set (z := fun k => if k <? shared then x k else num (fun j => bit (u j) (k - shared)) hi).
    assert (Z1 : forall k, k < shared -> z k = x k).
    { intros k Hk. unfold z. destruct (Nat.ltb_spec k shared); [reflexivity | lia]. }
    exists z. split; [assumption |]. exists hi. split.
    - intros k i Hk Hi. unfold z. destruct (Nat.ltb_spec k shared).
      + rewrite (E k i), (E k hi) by lia. reflexivity.
      + rewrite !num_bit. f_equal. f_equal. lia.
    - rewrite word_places. rewrite <- A, Q. unfold run. do 2 f_equal.
      replace (S hi - 0) with (S hi) by lia. apply map_ext_in. intros d I. apply in_seq in I.
      replace (S hi - 1 - d) with (hi - d) by lia. set (j := hi - d).
      unfold letter_at. rewrite seq_app, map_app. f_equal.
      + apply map_ext_in. intros k Ik. apply in_seq in Ik. rewrite Z1 by lia. reflexivity.
      + rewrite <- (map_id (u j)). rewrite (map_nth_seq (fun b : bool => b) false (u j)), U.
        rewrite (seq_from shared).
        rewrite map_map. apply map_ext_in. intros k Ik. apply in_seq in Ik.
        unfold z. destruct (Nat.ltb_spec (shared + k) shared); [lia |]. rewrite num_bit.
        replace (shared + k - shared) with k by lia. replace (Nat.min j hi) with j by lia. reflexivity.
  Qed.

  (** Every tuple for which the condition holds is in some of the automata, with some integers on its own tracks. *)
  Theorem covered_sound fuel :
    covered fuel = true -> forall x, condition automata atoms t x ->
    exists w, In w witnesses /\ exists z, (forall k, k < shared -> z k = x k) /\
      accepted (the automata (fst w)) (shared + snd w) z.
  Proof.
    intros H x C. unfold covered in H. apply search_sound in H; [| apply same_cover_eq].
    destruct H as (P & P0 & PS). destruct (enough_exists x n) as (l & E).
    apply (product_correct automata atoms t n small atoms_fine x l E) in C.
    destruct (covered_path fuel x l P E PS l cover_start (le_n _) (fun _ => eq_refl)) as (ws & R & A); try assumption.
    - apply map_length.
    - intros ws I. apply in_map_iff in I. destruct I as (w & <- & I). apply in_seq in I.
      split; [simpl; lia |]. exists l, (fun _ => repeat false (own_of w)). simpl.
      split; [lia |]. split; [intros; apply repeat_length |]. rewrite Nat.sub_diag. reflexivity.
    - destruct (reach_accepted x l ws E R A) as (z & Z & Q). exists (pair_at (fst ws)). split.
      + apply nth_In. apply R.
      + exists z. auto.
  Qed.
End Covered.
