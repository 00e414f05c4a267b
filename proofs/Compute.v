(** What the executable checker is made of: growing vectors, loops over ranges, sets of numbers.

    [vec] and its operations are lists here; the extraction replaces them by arrays, and [nat] by
    big integers (see [Extract.v] and the file [checker/vec.ml]). *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy.
Import ListNotations.

(** ** Vectors *)

Definition vec (A : Type) : Type := list A.
Definition vec_empty {A} : vec A := [].
Definition vec_push {A} (v : vec A) (x : A) : vec A := v ++ [x].
Definition vec_get {A} (d : A) (v : vec A) (i : nat) : A := nth i v d.
Definition vec_length {A} (v : vec A) : nat := length v.

Lemma vec_get_old {A} (d : A) v x i : i < vec_length v -> vec_get d (vec_push v x) i = vec_get d v i.
Proof. intros H. unfold vec_get, vec_push. apply app_nth1, H. Qed.

Lemma vec_get_new {A} (d : A) v x : vec_get d (vec_push v x) (vec_length v) = x.
Proof.
  unfold vec_get, vec_push, vec_length. rewrite app_nth2, Nat.sub_diag by lia. reflexivity.
Qed.

Lemma vec_length_push {A} (v : vec A) x : vec_length (vec_push v x) = S (vec_length v).
Proof. unfold vec_length, vec_push. rewrite app_length. simpl. lia. Qed.

Lemma vec_get_out {A} (d : A) v i : vec_length v <= i -> vec_get d v i = d.
Proof. intros H. apply nth_overflow, H. Qed.

(** The vector of a list. *)
Definition vec_of {A} (l : list A) : vec A := fold_left vec_push l vec_empty.

Lemma vec_of_spec {A} (l : list A) : vec_of l = l.
Proof.
  unfold vec_of, vec_empty.
  assert (H : forall a : list A, fold_left vec_push l a = a ++ l); [| apply (H [])].
  induction l as [| x l IH]; intros a; simpl; [rewrite app_nil_r; reflexivity |].
  rewrite IH. unfold vec_push. rewrite <- app_assoc. reflexivity.
Qed.

Lemma vec_get_of {A} (d : A) l i : vec_get d (vec_of l) i = nth i l d.
Proof. rewrite vec_of_spec. reflexivity. Qed.

(** Another element in one place. Nothing is proved of it: what it makes is checked afterwards. *)
Definition vec_set {A} (v : vec A) (i : nat) (x : A) : vec A :=
  if i <? length v then firstn i v ++ x :: skipn (S i) v else v.

Global Opaque vec_push vec_get vec_length vec_empty.

(** ** Loops *)

(** Whether f holds for all, or for one, of the [count] numbers from [first] on. *)
Fixpoint all_from (count first : nat) (f : nat -> bool) : bool :=
  match count with
  | 0 => true
  | S count => if f first then all_from count (S first) f else false
  end.

Fixpoint one_from (count first : nat) (f : nat -> bool) : bool :=
  match count with
  | 0 => false
  | S count => if f first then true else one_from count (S first) f
  end.

Lemma all_from_spec count first f :
  all_from count first f = true <-> forall n, first <= n < first + count -> f n = true.
Proof.
  revert first. induction count as [| count IH]; intros first; simpl.
  - split; [intros; lia | reflexivity].
  - destruct (f first) eqn:E.
    + rewrite IH. split; intros H n Hn; [| apply H; lia].
      destruct (Nat.eq_dec n first) as [-> |]; [assumption | apply H; lia].
    + split; [discriminate |]. intros H. rewrite <- E. apply H. lia.
Qed.

Lemma one_from_spec count first f :
  one_from count first f = true <-> exists n, first <= n < first + count /\ f n = true.
Proof.
  revert first. induction count as [| count IH]; intros first; simpl.
  - split; [discriminate | intros (n & H & _); lia].
  - destruct (f first) eqn:E.
    + split; [intros _; exists first; split; [lia | assumption] | reflexivity].
    + rewrite IH. split; intros (n & H & F); exists n; (split; [| assumption]); [lia |].
      destruct (Nat.eq_dec n first) as [-> |]; [congruence | lia].
Qed.

(** Folding over the [count] numbers from [first] on. *)
Fixpoint loop {A} (count first : nat) (f : A -> nat -> A) (a : A) : A :=
  match count with
  | 0 => a
  | S count => loop count (S first) f (f a first)
  end.

Lemma loop_ext {A} count first (f g : A -> nat -> A) a :
  (forall a n, first <= n < first + count -> f a n = g a n) ->
  loop count first f a = loop count first g a.
Proof.
  revert first a. induction count as [| count IH]; intros first a E; simpl; [reflexivity |].
  rewrite (E a first) by lia. apply IH. intros. apply E. lia.
Qed.

(** An invariant carries a loop. *)
Lemma loop_ind {A} (I : nat -> A -> Prop) count first f a :
  I first a -> (forall n a, first <= n < first + count -> I n a -> I (S n) (f a n)) ->
  I (first + count) (loop count first f a).
Proof.
  revert first a. induction count as [| count IH]; intros first a B S; simpl.
  - rewrite Nat.add_0_r. assumption.
  - replace (first + Datatypes.S count) with (Datatypes.S first + count) by lia.
    apply IH; [apply S; [lia | assumption] |]. intros n b Hn. apply S. lia.
Qed.

(** The vector of f(0), ..., f(n - 1). *)
Definition tabulate {A} (n : nat) (f : nat -> A) : vec A :=
  loop n 0 (fun v i => vec_push v (f i)) vec_empty.

Lemma tabulate_spec {A} (d : A) n f :
  vec_length (tabulate n f) = n /\ forall i, i < n -> vec_get d (tabulate n f) i = f i.
Proof.
  unfold tabulate.
  apply (loop_ind (fun n v => vec_length v = n /\ forall i, i < n -> vec_get d v i = f i)).
  - split; [reflexivity | intros; lia].
  - intros k v _ [L G]. split; [rewrite vec_length_push, L; reflexivity |]. intros i Hi.
    destruct (Nat.eq_dec i k) as [-> |].
    + pose proof (vec_get_new d v (f k)) as N. rewrite L in N. exact N.
    + rewrite vec_get_old by lia. apply G. lia.
Qed.

(** The numbers below n with a property, as bits. *)
Definition mask_of (n : nat) (f : nat -> bool) : nat :=
  loop n 0 (fun m z => if f z then Nat.setbit m z else m) 0.

Lemma mask_of_spec n f z : Nat.testbit (mask_of n f) z = true <-> z < n /\ f z = true.
Proof.
  unfold mask_of. revert z.
  apply (loop_ind (fun n m => forall z, Nat.testbit m z = true <-> z < n /\ f z = true)).
  - intros z. rewrite Nat.bits_0. split; [discriminate | lia].
  - intros k m _ IH z. destruct (f k) eqn:E.
    + rewrite Nat.setbit_eqb, orb_true_iff, Nat.eqb_eq, IH. split.
      * intros [-> | [? ?]]; split; try assumption; lia.
      * intros [L Q]. destruct (Nat.eq_dec k z); [left | right; split]; try assumption; lia.
    + rewrite IH. split; intros [L Q]; split; try assumption; [lia |].
      destruct (Nat.eq_dec k z) as [-> |]; [congruence | lia].
Qed.

Definition subset (a b : nat) : bool := Nat.land a b =? a.

Lemma subset_spec a b z : subset a b = true -> Nat.testbit a z = true -> Nat.testbit b z = true.
Proof.
  intros S T. apply Nat.eqb_eq in S. rewrite <- S, Nat.land_spec in T.
  apply andb_true_iff in T. apply T.
Qed.

(** ** Sets of numbers: a list without repetitions, and its members as bits *)

Definition set : Type := nat * list nat.
Definition set_empty : set := (0, []).
Definition members (s : set) : list nat := snd s.
Definition mem (v : nat) (s : set) : bool := Nat.testbit (fst s) v.
Definition insert (s : set) (v : nat) : set :=
  if mem v s then s else (Nat.setbit (fst s) v, v :: snd s).

Definition sound (s : set) : Prop := forall v, mem v s = true <-> In v (members s).

Lemma sound_empty : sound set_empty.
Proof. intros v. unfold mem. simpl. rewrite Nat.bits_0. split; easy. Qed.

Lemma sound_insert s v : sound s -> sound (insert s v).
Proof.
  intros H w. unfold insert. destruct (mem v s) eqn:E; [apply H |]. unfold mem in *. simpl.
  rewrite Nat.setbit_eqb, orb_true_iff, Nat.eqb_eq, (H w). reflexivity.
Qed.

Lemma in_insert s v w : sound s -> (In w (members (insert s v)) <-> w = v \/ In w (members s)).
Proof.
  intros H. unfold insert. destruct (mem v s) eqn:E; simpl; [| intuition].
  apply H in E. split; [auto | intros [-> |]; assumption].
Qed.

Definition insert_all (s : set) (l : list nat) : set := fold_left insert l s.

Lemma insert_all_spec l s :
  sound s ->
  sound (insert_all s l) /\ forall w, In w (members (insert_all s l)) <-> In w l \/ In w (members s).
Proof.
  revert s. induction l as [| v l IH]; intros s H; simpl; [split; [assumption | tauto] |].
  destruct (IH (insert s v) (sound_insert s v H)) as [A B]. split; [assumption |].
  intros w. rewrite B, in_insert by assumption. intuition.
Qed.

(** The least number that is not in a set. *)
Fixpoint set_mex_from (fuel v : nat) (s : set) : nat :=
  match fuel with
  | 0 => v
  | S fuel => if mem v s then set_mex_from fuel (S v) s else v
  end.

Definition set_mex (s : set) : nat := set_mex_from (S (length (members s))) 0 s.

Lemma set_mex_spec s : sound s -> is_mex (fun v => In v (members s)) (set_mex s).
Proof.
  intros H. replace (set_mex s) with (mex (members s)); [apply mex_spec |].
  unfold mex, set_mex. generalize (S (length (members s))) 0.
  induction n as [| n IH]; intros v; simpl; [reflexivity |]. rewrite IH.
  destruct (mem v s) eqn:E.
  - apply H, existsb_eqb in E. rewrite E. reflexivity.
  - destruct (existsb (Nat.eqb v) (members s)) eqn:F; [| reflexivity].
    apply existsb_eqb, H in F. congruence.
Qed.

(** A loop whose steps add elements to a set. *)
Definition adds (f : set -> set) (P : nat -> Prop) : Prop :=
  forall s, sound s -> sound (f s) /\ forall v, In v (members (f s)) <-> P v \/ In v (members s).

Lemma adds_loop f P count first :
  (forall a, first <= a < first + count -> adds (fun s => f s a) (P a)) ->
  adds (loop count first f) (fun v => exists a, first <= a < first + count /\ P a v).
Proof.
  revert first. induction count as [| count IH]; intros first H s HS; simpl.
  - split; [assumption |]. intros v. split; [auto | intros [(a & ? & _) |]; [lia | assumption]].
  - destruct (H first ltac:(lia) s HS) as [A B].
    destruct (IH (S first) (fun a Ha => H a ltac:(lia)) _ A) as [A' B']. split; [assumption |].
    intros v. rewrite B', B. split.
    + intros [(a & Ha & Q) | [Q | I]]; [left; exists a; split; [lia | assumption] | | auto].
      left. exists first. split; [lia | assumption].
    + intros [(a & Ha & Q) | I]; [| auto].
      destruct (Nat.eq_dec a first) as [-> |]; [auto |]. left. exists a. split; [lia | assumption].
Qed.

Lemma adds_insert v : adds (fun s => insert s v) (fun w => w = v).
Proof. intros s H. split; [apply sound_insert, H |]. intros w. apply in_insert, H. Qed.

Lemma adds_insert_all l : adds (fun s => insert_all s l) (fun w => In w l).
Proof. intros s H. apply insert_all_spec, H. Qed.

Lemma adds_nothing : adds (fun s => s) (fun _ => False).
Proof. intros s H. split; [assumption | tauto]. Qed.

Lemma adds_ext f P Q : (forall v, P v <-> Q v) -> adds f P -> adds f Q.
Proof. intros E A s H. destruct (A s H) as [B C]. split; [assumption |]. intros v. rewrite C, E. tauto. Qed.

Lemma adds_if (c : bool) f P :
  (c = true -> adds f P) -> adds (fun s => if c then f s else s) (fun v => c = true /\ P v).
Proof.
  intros A s H. destruct c.
  - destruct (A eq_refl s H) as [B C]. split; [assumption |]. intros v. rewrite C. tauto.
  - split; [assumption |]. intros v. split; [auto | intros [[] |]; [discriminate | assumption]].
Qed.

Lemma adds_fold {A} (f : set -> A -> set) P l :
  (forall a, In a l -> adds (fun s => f s a) (P a)) ->
  adds (fold_left f l) (fun v => exists a, In a l /\ P a v).
Proof.
  induction l as [| x l IH]; intros H s HS; simpl.
  - split; [assumption |]. intros v. split; [auto | intros [(a & [] & _) |]; assumption].
  - destruct (H x (or_introl eq_refl) s HS) as [B C].
    destruct (IH (fun a Ha => H a (or_intror Ha)) _ B) as [B' C']. split; [assumption |].
    intros v. rewrite C', C. split.
    + intros [(a & I & Q) | [Q | I]]; eauto 6.
    + intros [(a & [-> | I] & Q) | I]; eauto 6.
Qed.

Lemma adds_empty f P :
  adds f P -> sound (f set_empty) /\ forall v, In v (members (f set_empty)) <-> P v.
Proof.
  intros A. destruct (A set_empty sound_empty) as [B C]. split; [assumption |].
  intros v. rewrite C. simpl. tauto.
Qed.
