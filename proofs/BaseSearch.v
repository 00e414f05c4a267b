(** The search for integers that satisfy a condition, in other bases than 2 all of whose places are alike (integer bases, Fibonacci, Pell).

    It is that of [Bitwise], on the words of [Bases]: automata read them as they do in base 2, linear conditions as in [BaseForms], and words that
    are no numbers are left out ([BaseNumbers]). [none_in_base_sound] says that it is right. What is not here: automata with integers of their
    own, and the bases whose places differ. crates/certify/src/formula/search.rs *)

From Coq Require Import Arith ZArith List Lia Bool FMapPositive.
From Ishitori Require Import Compute Automata Bitwise Bases BaseForms BaseNumbers.
Import ListNotations.

(** What an atom says in a base; bitwise operations say nothing there. *)
Definition holds_in (b : base) (automata : list automaton) (a : atom) (x : env) : Prop :=
  match a with
  | AtMostZero f => (eval f x <= 0)%Z
  | Zero f => eval f x = 0%Z
  | Bits _ _ _ _ => False
  | Auto k tracks => accepted_in b (the automata k) (length tracks) (fun t => x (nth t tracks 0))
  end.

Inductive base_part := Automatic (p : part) | Linear_in (equation : bool) (f : form) | Number_on (t : nat).
Inductive base_place := Old (q : place) | Sum_in (q : weighed) | Numeral (q : numeral).

Definition weighed_eqb (p q : weighed) : bool :=
  match p, q with
  | Decided c, Decided d => Bool.eqb c d
  | Signs m, Signs k => m =? k
  | Weighed m r x y, Weighed k s u v => (m =? k) && (r =? s) && (x =? u)%Z && (y =? v)%Z
  | _, _ => false
  end.

Definition numeral_eqb (p q : numeral) : bool :=
  match p, q with
  | Unread, Unread | NoNumber, NoNumber => true
  | Minus r, Minus s => r =? s
  | Reading r d f, Reading s e g => (r =? s) && (d =? e)%Z && Bool.eqb f g
  | _, _ => false
  end.

Definition base_place_eqb (p q : base_place) : bool :=
  match p, q with
  | Old p, Old q => place_eqb p q
  | Sum_in p, Sum_in q => weighed_eqb p q
  | Numeral p, Numeral q => numeral_eqb p q
  | _, _ => false
  end.

Lemma base_place_eqb_eq p q : base_place_eqb p q = true -> p = q.
Proof.
  destruct p as [p | p | p], q as [q | q | q]; simpl; try discriminate; intros H.
  - apply place_eqb_eq in H. congruence.
  - destruct p, q; simpl in H; try discriminate; rewrite ?andb_true_iff, ?Nat.eqb_eq, ?Z.eqb_eq in H.
    + apply eqb_prop in H. congruence.
    + congruence.
    + destruct H as [[[A B] C] D]. congruence.
  - destruct p, q; simpl in H; try discriminate; rewrite ?andb_true_iff, ?Nat.eqb_eq, ?Z.eqb_eq in H; try congruence.
    destruct H as [[A B] C]. apply eqb_prop in C. congruence.
Qed.

Definition hash_base_place (p : base_place) : Z :=
  match p with
  | Old p => 4 * hash_place p
  | Sum_in (Decided c) => if c then 1 else 5
  | Sum_in (Signs m) => 4 * Z.of_nat m + 2
  | Sum_in (Weighed m r x y) => 4 * mix [Z.of_nat m; Z.of_nat r; x; y] + 2
  | Numeral Unread => 9
  | Numeral NoNumber => 13
  | Numeral (Minus r) => 4 * Z.of_nat r + 3
  | Numeral (Reading r d f) => 4 * mix [Z.of_nat r; d; if f then 1 else 0] + 3
  end%Z.

Section Search.
  Variable b : base.
  Variable automata : list automaton.
  Variables (n shared : nat) (witnesses : list (nat * nat)) (fuel : nat) (order : list nat) (known_facts : list (vec nat * vec nat)).

  Definition wanted_of (f : form) : Z := (- constant f)%Z.

  Definition base_reader (p : base_part) : reader :=
    match p with Automatic a => reader_of automata n shared order known_facts a | _ => Other vec_empty end.

  Definition base_move (p : base_part) (r : reader) (k : nat) (first bit : bool) (q : base_place) : base_place :=
    match p, q with
    | Automatic a, Old q => Old (next_place automata n shared witnesses fuel order known_facts a r k first bit q)
    | Linear_in e f, Sum_in q => Sum_in (weigh_bit b e (terms f) (wanted_of f) n order k bit q)
    | Number_on t, Numeral q => Numeral (if nth k order 0 =? t then numeral_bit b bit q else q)
    | _, q => q
    end.

  Definition base_start (p : base_part) : base_place :=
    match p with
    | Automatic a => Old (start_place witnesses a)
    | Linear_in _ _ => Sum_in (Signs 0)
    | Number_on _ => Numeral Unread
    end.

  Definition base_settled (q : base_place) : option bool :=
    match q with
    | Old q => place_settled q
    | Sum_in (Decided c) => Some c
    | Numeral NoNumber => Some false
    | _ => None
    end.

  Definition base_lost (q : base_place) : bool := match q with Old q => place_lost q | _ => false end.

  Definition base_ends (p : base_part) (q : base_place) : bool :=
    match p, q with
    | Automatic a, Old q => place_ends automata witnesses a q
    | Linear_in e f, Sum_in q => weighed_ends b e (wanted_of f) q
    | Number_on _, Numeral q => numeral_ends b q
    | _, _ => false
    end.

  (** *** What places say of some integers *)

  Hypothesis fine : base_fine b = true.
  Hypothesis facts_good : forall k, nth k known_facts (vec_empty, vec_empty) = facts (the automata k) \/
    nth k known_facts (vec_empty, vec_empty) = (vec_empty, vec_empty).
  Hypothesis order_all : forall t, t < n -> In t order.
  Hypothesis order_length : length order = n.
  Hypothesis order_once : NoDup order.
  Hypothesis some : 0 < n.
  Hypothesis shared_few : shared <= n.
  Variables (x : env) (places : nat) (digits : nat -> list Z) (y : env).
  Hypothesis written_there : forall t, t < n ->
    length (digits t) = places /\ written_number b (digits t) /\ number_value b (digits t) = Z.abs (x t) /\
    forall p, bit_of (y t) p = code_bit b places (digits t) (x t <? 0)%Z p.
  Let l := b_bits b * places.

  Lemma in_order t : In t order -> t < n.
  Proof.
    intros I. destruct (In_nth order t 0 I) as (k & K & <-). rewrite order_length in K.
    apply (order_small n 0 order order_all order_length (Nat.le_0_l n) k K).
  Qed.

  Lemma enough_codes : enough y n l.
  Proof.
    apply (coded_enough b places n x y). intros t T. destruct (written_there t T) as (L & N & V & B). exists (digits t). auto.
  Qed.

  Definition base_part_fine (p : base_part) : Prop :=
    match p with
    | Automatic a => part_fine automata n a
    | Linear_in _ f => scoped_form (terms f) n
    | Number_on t => t < n
    end.

  Definition base_value (p : base_part) : bool :=
    match p with
    | Automatic a => value automata n shared witnesses fuel y l a
    | Linear_in e f => truth_of_it e (terms f) (wanted_of f) x
    | Number_on _ => true
    end.

  Definition base_says (p : base_part) (i k : nat) (q : base_place) : Prop :=
    match p, q with
    | Automatic a, Old q => says automata n shared witnesses fuel order y l a i k q
    | Linear_in e f, Sum_in q => weighing b e (terms f) (wanted_of f) n order x places digits y i k q
    | Number_on t, Numeral q =>
        if existsb (Nat.eqb t) (firstn k order) then numeral_done b (x t) places (digits t) i q
        else if i =? l then q = Unread else numeral_done b (x t) places (digits t) (S i) q
    | _, _ => False
    end.

  Lemma base_start_says p : base_says p l 0 (base_start p).
  Proof.
    destruct p as [a | e f | t]; cbn [base_says base_start].
    - apply start_says.
    - apply weigh_start.
    - cbn [firstn existsb]. rewrite Nat.eqb_refl. reflexivity.
  Qed.

  Lemma firstn_grow k : k < n -> firstn (S k) order = firstn k order ++ [nth k order 0].
  Proof. apply (firstn_next n order order_length). Qed.

  Lemma base_next_says p i k q : base_part_fine p -> i <= l -> k < n -> base_says p i k q ->
    base_lost (base_move p (base_reader p) k (i =? l) (bit_of (y (nth k order 0)) i) q) = false ->
    base_says p i (S k) (base_move p (base_reader p) k (i =? l) (bit_of (y (nth k order 0)) i) q).
  Proof.
    intros F L K H NL. destruct p as [a | e f | t], q as [q | q | q]; cbn [base_says] in H; try contradiction;
      cbn [base_move base_reader base_says base_lost] in *.
    - apply (next_says automata n shared witnesses fuel order known_facts facts_good order_all order_length order_once shared_few y l enough_codes
        a i k q F L K H NL).
    - apply (weigh_next b fine e (terms f) (wanted_of f) n order order_once order_length); try assumption.
      + intros ta I. apply order_all, F, I.
      + intros t I. apply written_there, in_order, I.
    - destruct (written_there t F) as (DL & DN & DV & DB). rewrite firstn_grow by exact K. rewrite existsb_app. cbn [existsb].
      rewrite orb_false_r, (Nat.eqb_sym t). destruct (Nat.eqb_spec (nth k order 0) t) as [E | E].
      + rewrite orb_true_r. assert (NI : existsb (Nat.eqb t) (firstn k order) = false).
        { apply not_true_iff_false. intros I. apply existsb_exists in I. destruct I as (u & I & Q). apply Nat.eqb_eq in Q. subst u.
          pose proof order_once as O. rewrite <- (firstn_skipn (S k) order), (firstn_grow k K), <- app_assoc in O.
          apply NoDup_remove_2 in O. apply O, in_app_iff. left. rewrite E. exact I. }
        rewrite NI in H. rewrite E. apply (numeral_next b fine (x t) (y t) places (digits t) DL DN DV DB i q L).
        * intros ->. fold l in H. rewrite Nat.eqb_refl in H. exact H.
        * intros Q. destruct (Nat.eqb_spec i l); [unfold l in *; lia | exact H].
      + rewrite orb_false_r. exact H.
  Qed.

  Lemma base_letter_says p i q : base_part_fine p -> S i <= l -> base_says p (S i) n q -> base_says p i 0 q.
  Proof.
    intros F L H. destruct p as [a | e f | t], q as [q | q | q]; cbn [base_says] in *; try contradiction.
    - apply (letter_says automata n shared witnesses fuel order order_all order_length order_once shared_few y l enough_codes); assumption.
    - apply weigh_letter; assumption.
    - cbn [firstn existsb]. destruct (Nat.eqb_spec i l); [lia |].
      assert (I : existsb (Nat.eqb t) (firstn n order) = true).
      { apply existsb_exists. exists t. rewrite <- order_length, firstn_all. split; [apply order_all, F | apply Nat.eqb_refl]. }
      rewrite I in H. exact H.
  Qed.

  Lemma base_end_says p q : base_part_fine p -> base_says p 0 n q -> base_ends p q = base_value p.
  Proof.
    intros F H. destruct p as [a | e f | t], q as [q | q | q]; cbn [base_says base_ends base_value] in *; try contradiction.
    - apply (end_says automata n shared witnesses fuel order order_all order_length order_once shared_few y l enough_codes); assumption.
    - apply (weigh_end b fine e (terms f) (wanted_of f) n order order_length some x places digits y q H).
    - assert (I : existsb (Nat.eqb t) (firstn n order) = true).
      { apply existsb_exists. exists t. rewrite <- order_length, firstn_all. split; [apply order_all, F | apply Nat.eqb_refl]. }
      rewrite I in H. apply (numeral_end b (x t) places (digits t) q H).
  Qed.

  Lemma base_settled_says p i k q c : base_part_fine p -> base_says p i k q -> base_settled q = Some c -> base_value p = c.
  Proof.
    intros F H S. destruct p as [a | e f | t], q as [q | q | q]; cbn [base_says base_settled base_value] in *; try contradiction.
    - destruct q; simpl in S; try discriminate. injection S as <-. exact H.
    - destruct q; try discriminate. injection S as <-. apply (weigh_settled _ _ _ _ _ _ _ _ _ _ _ _ _ H).
    - exfalso. destruct q; try discriminate. unfold numeral_done in H.
      destruct (existsb _ _); [destruct (i =? 0) | destruct (i =? l); [discriminate |]; cbn [Nat.eqb] in H]; exact H.
  Qed.

  Lemma base_settled_stays p r k first bit q c : base_settled q = Some c -> base_move p r k first bit q = q.
  Proof.
    intros S. destruct p as [a | e f | t], q as [q | q | q]; cbn [base_move base_settled] in *; try reflexivity.
    - destruct q; simpl in S; try discriminate. destruct r; reflexivity.
    - destruct q; try discriminate. reflexivity.
    - destruct q; try discriminate. destruct (_ =? _); reflexivity.
  Qed.
End Search.

(** ** Searches *)

Section Parts.
  Variable b : base.
  Variable automata : list automaton.
  Variables (n : nat) (parts : list base_part) (u : tree nat) (shared : nat) (witnesses : list (nat * nat)).

  Definition base_part_at (j : nat) : base_part := nth j parts (Number_on 0).

  Definition search_in_base (fuel : nat) (order : list nat) (known_facts : list (vec nat * vec nat)) : bool :=
    let compiled := tabulate (length parts) (fun j => (base_part_at j, base_reader automata n shared order known_facts (base_part_at j))) in
    let get := vec_get (Number_on 0, Other vec_empty) compiled in
    base_fine b && order_fine n order && (shared <=? n) &&
    search_bits base_place base_place_eqb hash_base_place (length parts) u n
      (fun j k first bit q => base_move b automata n shared witnesses fuel order known_facts (fst (get j)) (snd (get j)) k first bit q)
      (fun j => base_start witnesses (fst (get j)))
      base_settled base_lost (fun j q => base_ends b automata witnesses (fst (get j)) q) fuel.

  (** Integers that are written with some digits, which are codes. *)
  Definition written_as (x : env) (places : nat) (digits : nat -> list Z) (y : env) : Prop :=
    forall t, t < n -> length (digits t) = places /\ written_number b (digits t) /\ number_value b (digits t) = Z.abs (x t) /\
      forall p, bit_of (y t) p = code_bit b places (digits t) (x t <? 0)%Z p.

  Lemma all_written x : base_fine b = true -> exists places digits y, written_as x places digits y.
  Proof.
    intros FINE. destruct (codes_exist b FINE n x) as (places & y & Y). exists places.
    assert (DG : exists digits, written_as x places digits y); [| destruct DG as (digits & D); exists digits, y; exact D].
    clear -Y. unfold written_as. revert Y. generalize n as m. induction m as [| m IH]; intros Y; [exists (fun _ => []); intros; lia |].
    destruct IH as (digits & D); [intros t T; apply Y; lia |]. destruct (Y m ltac:(lia)) as (w & W).
    exists (fun t => if t =? m then w else digits t). intros t T. destruct (Nat.eqb_spec t m) as [-> | E]; [exact W | apply D; lia].
  Qed.

  Hypothesis small : forall j, In j (leaves u) -> j < length parts.
  Hypothesis parts_fine : forall j, j < length parts -> base_part_fine automata n (base_part_at j).

  Theorem search_in_base_sound fuel order known_facts :
    (forall k, nth k known_facts (vec_empty, vec_empty) = facts (the automata k) \/
       nth k known_facts (vec_empty, vec_empty) = (vec_empty, vec_empty)) ->
    search_in_base fuel order known_facts = true ->
    base_fine b = true /\ shared <= n /\
    forall x places digits y, written_as x places digits y ->
      truth (fun j => base_value b automata n shared witnesses fuel x places y (base_part_at j)) u = false.
  Proof.
    intros KF H. unfold search_in_base in H. rewrite !andb_true_iff in H. destruct H as [[[FINE OF] SH] H]. apply Nat.leb_le in SH.
    split; [exact FINE |]. split; [exact SH |]. intros x places digits y D.
    unfold order_fine in OF. apply andb_true_iff in OF. destruct OF as [OL OA]. apply Nat.eqb_eq in OL. rewrite forallb_forall in OA.
    assert (IN : forall v, v < n -> In v order).
    { intros v L. specialize (OA v ltac:(apply in_seq; lia)). apply existsb_exists in OA. destruct OA as (w & I & Q).
      apply Nat.eqb_eq in Q. subst w. exact I. }
    assert (ON : NoDup order).
    { apply (@NoDup_incl_NoDup nat (seq 0 n) order); [apply seq_NoDup | rewrite seq_length; lia |].
      intros v I. apply IN. apply in_seq in I. lia. }
    assert (N : 0 < n).
    { unfold search_bits in H. apply andb_true_iff in H. destruct H as [N _]. apply Nat.ltb_lt, N. }
    destruct (truth _ u) eqn:T; [exfalso | reflexivity].
    destruct (tabulate_spec (Number_on 0, Other vec_empty) (length parts)
      (fun j => (base_part_at j, base_reader automata n shared order known_facts (base_part_at j)))) as [_ G].
    refine (search_bits_sound base_place base_place_eqb base_place_eqb_eq hash_base_place (length parts) u n (vec_of order) _ _ _ _ _ y (b_bits b * places)
      (fun j => base_value b automata n shared witnesses fuel x places y (base_part_at j))
      (fun j => base_says b automata n shared witnesses fuel order x places digits y (base_part_at j))
      small _ _ _ _ _ _ T fuel H); clear H.
    - intros j J. rewrite G by exact J. apply base_start_says.
    - intros j i k q J L K S. rewrite G by exact J. rewrite vec_get_of. cbn [fst snd]. intros NL.
      apply base_next_says; auto.
    - intros j i q J L S. eapply base_letter_says; eauto.
    - intros j i k q c J S Q. eapply (base_settled_says b automata n shared witnesses fuel order x places digits y _ i k q c); eauto.
    - intros j q J S. rewrite G by exact J. cbn [fst]. eapply base_end_says; eauto.
    - intros j k first bit q c Q. eapply base_settled_stays; eauto.
  Qed.
End Parts.

(** ** No integers satisfy a condition *)

Section None.
  Variable b : base.
  Variable automata : list automaton.
  Variables (atoms : list atom) (t : tree nat) (n : nat).

  (** Of bitwise operations nothing is said in other bases than 2. Automata have been verified. *)
  Definition fine_in (a : atom) : Prop :=
    match a with
    | AtMostZero f | Zero f => scoped_form (terms f) n
    | Bits _ _ _ _ => False
    | Auto k tracks => (forall t, In t tracks -> t < n) /\ zeros_repeat b (the automata k) (length tracks) = true
    end.

  Definition base_part_of (a : atom) : base_part :=
    match a with
    | AtMostZero f => Linear_in false f
    | Zero f => Linear_in true f
    | Bits _ _ _ _ => Number_on 0
    | Auto k tracks => Automatic (Plain (Auto k tracks))
    end.

  (** The conditions, that there is a number on each track, and what else there is. *)
  Definition base_parts (more : list base_part) : list base_part := map base_part_of atoms ++ map Number_on (seq 0 n) ++ more.
  Definition base_tree (u : tree nat) : tree nat := fold_right (fun j u => And (Leaf j) u) u (seq (length atoms) n).

  Definition none_in (fuel : nat) (order : list nat) (known_facts : list (vec nat * vec nat)) : bool :=
    search_in_base b automata n (base_parts []) (base_tree t) 0 [] fuel order known_facts.

  Definition none_in_base (fuel : nat) : bool :=
    none_in fuel (order_of n (map Plain atoms) 0) (facts_of automata atoms).

  Hypothesis small : forall i, In i (leaves t) -> i < length atoms.
  Hypothesis atoms_fine : forall i, i < length atoms -> fine_in (atom_at atoms i).

  Lemma parts_length more : length (base_parts more) = length atoms + n + length more.
  Proof. unfold base_parts. rewrite !app_length, !map_length, seq_length. lia. Qed.

  Lemma tree_leaves u m : (forall j, In j (leaves u) -> j < length atoms \/ length atoms + n <= j < m) ->
    length atoms + n <= m -> forall j, In j (leaves (base_tree u)) -> j < m.
  Proof.
    intros SU L. unfold base_tree.
    assert (A : forall k c, k + c <= m -> (forall j, In j (leaves (fold_right (fun j u => And (Leaf j) u) u (seq k c))) -> j < m)).
    { intros k c. revert k. induction c as [| c IH]; intros k M i I; cbn [seq fold_right leaves] in I; [destruct (SU i I); lia |].
      destruct I as [<- | I]; [lia |]. apply (IH (S k) ltac:(lia) i I). }
    apply A. exact L.
  Qed.

  Lemma tree_truth u (q : nat -> bool) : (forall j, length atoms <= j < length atoms + n -> q j = true) ->
    truth q (base_tree u) = truth q u.
  Proof.
    unfold base_tree. intros H.
    assert (A : forall k c, (forall j, k <= j < k + c -> q j = true) -> truth q (fold_right (fun j u => And (Leaf j) u) u (seq k c)) = truth q u).
    { intros k c. revert k. induction c as [| c IH]; intros k Q; [reflexivity |]. cbn [seq fold_right truth].
      rewrite (Q k) by lia. apply IH. intros j J. apply Q. lia. }
    apply A, H.
  Qed.

  Lemma part_of_atom more i : i < length atoms -> base_part_at (base_parts more) i = base_part_of (atom_at atoms i).
  Proof.
    intros I. unfold base_part_at, base_parts, atom_at. rewrite app_nth1 by (rewrite map_length; exact I).
    rewrite nth_indep with (d' := base_part_of no_atom) by (rewrite map_length; exact I). apply map_nth.
  Qed.

  Lemma part_of_number more j : length atoms <= j < length atoms + n -> base_part_at (base_parts more) j = Number_on (j - length atoms).
  Proof.
    intros J. unfold base_part_at, base_parts. rewrite app_nth2; rewrite map_length; [| lia].
    rewrite app_nth1 by (rewrite map_length, seq_length; lia).
    rewrite (map_nth Number_on (seq 0 n) 0), seq_nth by lia. reflexivity.
  Qed.

  Lemma part_of_more more : base_part_at (base_parts more) (length atoms + n) = nth 0 more (Number_on 0).
  Proof.
    unfold base_part_at, base_parts. rewrite app_nth2; rewrite map_length; [| lia].
    rewrite app_nth2; rewrite map_length, seq_length; [| lia]. f_equal. lia.
  Qed.

  Lemma parts_fine more j : j < length atoms + n -> base_part_fine automata n (base_part_at (base_parts more) j).
  Proof.
    intros J. destruct (lt_dec j (length atoms)) as [I | I].
    - rewrite part_of_atom by exact I. pose proof (atoms_fine j I) as F. destruct (atom_at atoms j); cbn [fine_in base_part_of base_part_fine part_fine] in *;
        [exact F | exact F | contradiction | apply F].
    - rewrite part_of_number by lia. cbn [base_part_fine]. lia.
  Qed.

  (** What an atom says of codes is what it says of the numbers. *)
  Lemma atom_value shared witnesses fuel x places digits y a : base_fine b = true -> written_as b n x places digits y ->
    fine_in a -> (base_value b automata n shared witnesses fuel x places y (base_part_of a) = true <-> holds_in b automata a x).
  Proof.
    intros FINE D F. destruct a as [f | f | op i j r | k tracks]; cbn [base_part_of base_value holds_in fine_in] in *.
    - unfold truth_of_it, whole, wanted_of, eval. rewrite Z.leb_le. lia.
    - unfold truth_of_it, whole, wanted_of, eval. rewrite Z.eqb_eq. lia.
    - contradiction.
    - destruct F as (F & R). set (l := b_bits b * places). unfold value. rewrite run_plain. cbn [memory_ends].
      set (x' := fun t => x (nth t tracks 0)). set (y' := fun t => y (nth t tracks 0)).
      assert (CD : forall t, t < length tracks -> coded b places (x' t) (y' t)).
      { intros u U. destruct (D (nth u tracks 0) (F _ (nth_In _ _ U))) as (A & B & V & Q). exists (digits (nth u tracks 0)). auto. }
      rewrite (accepted_in_any b FINE (the automata k) (length tracks) x' places y' R CD).
      assert (W : forall c s, fold_left (step automata (Auto k tracks)) (word y n c) (At s) =
        At (fold_left (go (the automata k)) (word y' (length tracks) c) s)).
      { induction c as [| c IH]; intros s; [reflexivity |]. simpl. rewrite IH. do 3 f_equal.
        rewrite (Automata.map_nth_seq (bit (letter_at y n c)) 0 tracks). apply map_ext_in. intros u I. apply in_seq in I.
        apply (bit_letter_at y n c (nth u tracks 0)), F, nth_In. lia. }
      assert (W0 : fold_left (step automata (Auto k tracks)) (word y n (S l)) Start =
        fold_left (step automata (Auto k tracks)) (word y n (S l)) (At 0)) by reflexivity.
      rewrite W0, W. reflexivity.
  Qed.

  (** What all conditions say together. *)
  Lemma all_values more shared witnesses fuel x places digits y : base_fine b = true -> written_as b n x places digits y ->
    means (fun i => holds_in b automata (atom_at atoms i) x) t ->
    truth (fun j => base_value b automata n shared witnesses fuel x places y (base_part_at (base_parts more) j)) t = true.
  Proof.
    intros FINE D. apply truth_means. intros i I. specialize (small i I). rewrite part_of_atom by exact small.
    apply (atom_value shared witnesses fuel x places digits y _ FINE D), atoms_fine, small.
  Qed.

  Lemma numbers_there more shared witnesses fuel x places y j : length atoms <= j < length atoms + n ->
    base_value b automata n shared witnesses fuel x places y (base_part_at (base_parts more) j) = true.
  Proof. intros J. rewrite part_of_number by exact J. reflexivity. Qed.

  Theorem none_in_sound fuel order known_facts :
    (forall k, nth k known_facts (vec_empty, vec_empty) = facts (the automata k) \/
       nth k known_facts (vec_empty, vec_empty) = (vec_empty, vec_empty)) ->
    none_in fuel order known_facts = true -> forall x, ~ means (fun i => holds_in b automata (atom_at atoms i) x) t.
  Proof.
    intros KF H x C. destruct (search_in_base_sound b automata n (base_parts []) (base_tree t) 0 []) with (4 := H) as (FINE & _ & V).
    - rewrite parts_length. cbn [length]. apply tree_leaves; [intros j J; left; apply small, J | lia].
    - intros j J. apply parts_fine. rewrite parts_length in J. cbn [length] in J. lia.
    - exact KF.
    - destruct (all_written b n x FINE) as (places & digits & y & D). specialize (V x places digits y D).
      rewrite tree_truth in V by apply numbers_there.
      rewrite (all_values [] 0 [] fuel x places digits y FINE D C) in V. discriminate.
  Qed.

  Theorem none_in_base_sound fuel : none_in_base fuel = true ->
    forall x, ~ means (fun i => holds_in b automata (atom_at atoms i) x) t.
  Proof. apply none_in_sound, facts_of_good. Qed.
End None.

(** No integer is below 0 and above 0, and the double of none is 1 or -7, in whatever base it is written. *)
Example between :
  forallb (fun b => none_in_base b [] [AtMostZero {| terms := [(0, 1%Z)]; constant := 1 |}; AtMostZero {| terms := [(0, (-1)%Z)]; constant := 1 |}]
    (And (Leaf 0) (Leaf 1)) 1 1000) [fibonacci_base; pell_base; integer_base 3; integer_base 10] = true.
Proof. vm_compute. reflexivity. Qed.

Example doubles :
  forallb (fun b => forallb (fun c => none_in_base b [] [Zero {| terms := [(0, 1%Z); (1, 1%Z)]; constant := c |}; Zero {| terms := [(0, 1%Z); (1, (-1)%Z)]; constant := 0 |}]
    (And (Leaf 0) (Leaf 1)) 2 5000) [(-1)%Z; 7%Z]) [fibonacci_base; pell_base; integer_base 3] = true.
Proof. vm_compute. reflexivity. Qed.
