(** Linear conditions in other bases than 2, bit by bit.

    A condition on Σ aₜxₜ reads the signs of its numbers and then their digits, bit by bit, all numbers at once. Between two bits it remembers which signs
    are minus, how many bits of the digit are left, and two numbers X and Y: what has been read makes Xq + Yq′, where q is the weight of the
    place and q′ that of the place below it. [weigh_next] says that this is so after each bit; [weigh_end] that the condition holds as it is said at the end,
    and [weigh_settled] that what is settled between two digits is true.
    crates/certify/src/formula/numeration.rs *)

From Coq Require Import Arith ZArith List Lia Bool.
From Ishitori Require Import Numeration Compute Automata Bitwise Bases.
Import ListNotations.

(** ** Sums over tracks *)

Section Sums.
  Open Scope Z_scope.

  Definition sum_over (order : list nat) (g : nat -> Z) : Z := fold_right (fun t s => g t + s) 0 order.

  Lemma sum_over_ext order g h : (forall t, In t order -> g t = h t) -> sum_over order g = sum_over order h.
  Proof.
    induction order as [| t order IH]; intros H; [reflexivity |]. unfold sum_over in *. cbn [fold_right].
    rewrite (H t) by (left; reflexivity). rewrite IH by (intros u I; apply H; right; exact I). reflexivity.
  Qed.

  Lemma sum_over_plus order g h : sum_over order (fun t => g t + h t) = sum_over order g + sum_over order h.
  Proof. induction order as [| t order IH]; [reflexivity |]. unfold sum_over in *. cbn [fold_right]. rewrite IH. lia. Qed.

  Lemma sum_over_times order g a : sum_over order (fun t => g t * a) = sum_over order g * a.
  Proof. induction order as [| t order IH]; [reflexivity |]. unfold sum_over in *. cbn [fold_right]. rewrite IH. lia. Qed.

  Lemma sum_over_app one two g : sum_over (one ++ two) g = sum_over one g + sum_over two g.
  Proof. induction one as [| t one IH]; [reflexivity |]. unfold sum_over in *. cbn [app fold_right]. rewrite IH. lia. Qed.

  Lemma sum_over_zero order g : (forall t, In t order -> g t = 0) -> sum_over order g = 0.
  Proof.
    intros H. rewrite (sum_over_ext order g (fun _ => 0) H). clear. induction order as [| t order IH]; [reflexivity |].
    unfold sum_over in *. cbn [fold_right]. exact IH.
  Qed.

  (** Between -A(w - 1) and A(w - 1), if all numbers are between 0 and w - 1. *)
  Lemma sum_over_bounds order c g w : (forall t, In t order -> 0 <= g t <= w) ->
    - (sum_over order (fun t => Z.abs (c t)) * w) <= sum_over order (fun t => c t * g t) <= sum_over order (fun t => Z.abs (c t)) * w.
  Proof.
    induction order as [| t order IH]; intros H; [unfold sum_over; simpl; lia |]. unfold sum_over in *. cbn [fold_right].
    specialize (IH (fun u I => H u (or_intror I))). specialize (H t (or_introl eq_refl)).
    assert (- (Z.abs (c t) * w) <= c t * g t <= Z.abs (c t) * w); [| lia].
    destruct (Z.abs_spec (c t)) as [[? ->] | [? ->]]; nia.
  Qed.

  (** The same, what is added and what is taken away by itself. *)
  Lemma sum_over_within order c g w : 0 <= w -> (forall t, In t order -> 0 <= g t <= w) ->
    - (sum_over order (fun t => Z.max 0 (- c t)) * w) <= sum_over order (fun t => c t * g t) <= sum_over order (fun t => Z.max 0 (c t)) * w.
  Proof.
    intros W. induction order as [| t order IH]; intros H; [unfold sum_over; simpl; lia |]. unfold sum_over in *. cbn [fold_right].
    specialize (IH (fun u I => H u (or_intror I))). specialize (H t (or_introl eq_refl)).
    assert (- (Z.max 0 (- c t) * w) <= c t * g t <= Z.max 0 (c t) * w); [| lia].
    destruct (Z.max_spec 0 (c t)) as [[? ->] | [? ->]], (Z.max_spec 0 (- c t)) as [[? ->] | [? ->]]; nia.
  Qed.

  Lemma sum_over_positive order g : (forall t, 0 <= g t) -> 0 <= sum_over order g.
  Proof. intros H. induction order as [| t order IH]; unfold sum_over in *; cbn [fold_right]; [lia | specialize (H t); lia]. Qed.

  Lemma sum_over_coefficients order f g : NoDup order -> (forall ta, In ta f -> In (fst ta) order) ->
    sum_over order (fun t => coefficient f t * g t) = sum_of f g.
  Proof.
    intros N. induction f as [| [u a] f IH]; intros I.
    - apply sum_over_zero. reflexivity.
    - unfold sum_of in *. cbn [fold_right fst snd]. rewrite <- IH by (intros ta J; apply I; right; exact J).
      rewrite (sum_over_ext order _ (fun t => (if Nat.eqb u t then a * g t else 0) + coefficient f t * g t)).
      + rewrite sum_over_plus. f_equal. specialize (I (u, a) (or_introl eq_refl)). cbn [fst] in I.
        apply in_split in I. destruct I as (one & two & ->). rewrite sum_over_app. apply NoDup_remove_2 in N.
        assert (Z0 : forall l, (forall t, In t l -> t <> u) -> sum_over l (fun t => if Nat.eqb u t then a * g t else 0) = 0).
        { intros l H. apply sum_over_zero. intros t J. specialize (H t J). destruct (Nat.eqb_spec u t); congruence. }
        change (u :: two) with ([u] ++ two). rewrite sum_over_app, (Z0 one), (Z0 two);
          [unfold sum_over; cbn [fold_right]; rewrite Nat.eqb_refl; lia | |];
          intros t J ->; apply N, in_app_iff; auto.
      + intros t _. unfold coefficient. cbn [fold_right fst snd]. destruct (Nat.eqb u t); lia.
  Qed.
End Sums.

(** ** Digits from the lowest places *)

Section Digits.
  Variable b : base.
  Hypothesis fine : base_fine b = true.
  Open Scope Z_scope.

  Let W := number_weight b.
  Definition number_below (e : nat) : Z := below (b_continued b) (fun _ => b_quotient b) (b_before b) e.
  Let K := b_bits b.

  (** The last e digits. *)
  Definition low (l : list Z) (e : nat) : Z := number_value b (skipn (length l - e) l).

  Lemma weight_step e : W (S e) = b_quotient b * W e + (if b_continued b then number_below e else 0).
  Proof. apply weight_next. Qed.

  Lemma below_step e : number_below (S e) = W e.
  Proof. apply below_next. Qed.

  Lemma weight_facts e : 1 <= W e /\ 0 <= number_below e <= W e.
  Proof. destruct (base_facts b fine) as (Q & _ & B & _). apply (weight_bounds (b_continued b) _ (b_before b) (fun _ => Q) B). Qed.

  Lemma skipn_more {A} (d : A) l k : (k < length l)%nat -> skipn k l = nth k l d :: skipn (S k) l.
  Proof.
    revert k. induction l as [| a l IH]; intros k H; [simpl in H; lia |]. destruct k as [| k]; [reflexivity |].
    simpl in H. cbn [skipn nth]. rewrite IH by lia. reflexivity.
  Qed.

  Lemma low_next l e : (e < length l)%nat -> low l (S e) = digit_at l e * W e + low l e.
  Proof.
    intros L. unfold low. rewrite (skipn_more 0 l (length l - S e)) by lia.
    replace (S (length l - S e)) with (length l - e)%nat by lia.
    unfold number_value at 1. cbn [Numeration.value]. unfold digit_at. rewrite rev_nth by exact L.
    rewrite skipn_length. replace (length l - (length l - e))%nat with e by lia. reflexivity.
  Qed.

  Lemma low_none l : low l 0 = 0.
  Proof. unfold low. rewrite Nat.sub_0_r, skipn_all. reflexivity. Qed.

  Lemma low_whole l : low l (length l) = number_value b l.
  Proof. unfold low. rewrite Nat.sub_diag. reflexivity. Qed.

  Lemma number_skipn l : forall k full, number (b_continued b) (fun _ => b_quotient b) (b_before b) full l ->
    exists full', number (b_continued b) (fun _ => b_quotient b) (b_before b) full' (skipn k l).
  Proof.
    induction l as [| d l IH]; intros [| k] full N; try (exists full; exact N). cbn [number] in N. destruct N as (_ & _ & N).
    apply (IH k _ N).
  Qed.

  Lemma low_bounds l e : written_number b l -> (e <= length l)%nat -> 0 <= low l e <= W e - 1.
  Proof.
    intros N L. destruct (base_facts b fine) as (Q & _ & B & _). destruct (number_skipn l (length l - e) false N) as (full & M).
    pose proof (value_bounds (b_continued b) _ (b_before b) (fun _ => Q) B _ _ M) as V. rewrite skipn_length in V.
    replace (length l - (length l - e))%nat with e in V by lia. pose proof (weight_facts e) as F.
    unfold low, number_value. unfold W, number_weight, number_below in *. destruct full; lia.
  Qed.

  Lemma digit_bounds l e : written_number b l -> 0 <= digit_at l e < 2 ^ Z.of_nat K.
  Proof.
    intros N. destruct (base_facts b fine) as (Q & _ & B & P & D). unfold digit_at.
    destruct (lt_dec e (length (rev l))) as [I | I]; [| rewrite nth_overflow by lia; split; [lia |]; apply Z.pow_pos_nonneg; lia].
    pose proof (nth_In _ 0 I) as J. apply in_rev in J. revert N J. generalize (nth e (rev l) 0). unfold written_number. generalize false.
    clear -D. induction l as [| d l IH]; intros full x N J; [destruct J |]. cbn [number] in N. destruct N as (A & _ & N).
    destruct J as [<- | J]; [| apply (IH _ x N J)]. unfold Numeration.most in A. unfold largest_digit, K in *. destruct (b_continued b); lia.
  Qed.

  (** The r lowest bits of the digit e, and everything below. *)
  Definition rest (l : list Z) (e r : nat) : Z := digit_at l e mod 2 ^ Z.of_nat r * W e + low l e.

  Lemma rest_none l e : rest l e 0 = low l e.
  Proof. unfold rest. change (2 ^ Z.of_nat 0) with 1. rewrite Z.mod_1_r. lia. Qed.

  Lemma rest_all l e : written_number b l -> (e < length l)%nat -> rest l e K = low l (S e).
  Proof. intros N L. unfold rest. rewrite Z.mod_small by (apply digit_bounds, N). symmetry. apply low_next, L. Qed.

  Lemma rest_bit l e r :
    rest l e (S r) = (if Z.testbit (digit_at l e) (Z.of_nat r) then 2 ^ Z.of_nat r else 0) * W e + rest l e r.
  Proof.
    unfold rest. replace (2 ^ Z.of_nat (S r)) with (2 ^ Z.of_nat r * 2) by (rewrite Nat2Z.inj_succ, (Z.pow_succ_r 2 (Z.of_nat r) (Nat2Z.is_nonneg r)); ring).
    pose proof (Z.pow_pos_nonneg 2 (Z.of_nat r) ltac:(lia) ltac:(lia)). rewrite Z.rem_mul_r by lia.
    rewrite <- (Z.testbit_spec' (digit_at l e) (Z.of_nat r)) by lia.
    destruct (Z.testbit (digit_at l e) (Z.of_nat r)); cbn [Z.b2z]; ring.
  Qed.
End Digits.

(** ** The condition, bit by bit *)

Inductive weighed :=
| Decided (truth : bool)
| Signs (minus : nat)
| Weighed (minus bits : nat) (x y : Z).

Section Weighing.
  Variable b : base.
  Hypothesis fine : base_fine b = true.
  Variables (equation : bool) (f : list (nat * Z)) (wanted : Z).
  Variables (n : nat) (order : list nat).
  Let K := b_bits b.
  Let W := number_weight b.
  Let U := number_below b.

  Open Scope Z_scope.

  Definition signed (minus t : nat) : Z := if Nat.testbit minus t then - coefficient f t else coefficient f t.
  (** What the numbers can add, and take away, when their signs are known. *)
  Definition added (minus : nat) : Z := sum_over order (fun t => Z.max 0 (signed minus t)).
  Definition taken (minus : nat) : Z := sum_over order (fun t => Z.max 0 (- signed minus t)).

  (** What is known between two digits. *)
  Definition settle_weighed (minus : nat) (x y : Z) : weighed :=
    if (wanted <? x + Z.min y 0) && (taken minus <=? x + Z.min y 0) then Decided false
    else if (x + Z.max y 0 <? wanted) && (x + Z.max y 0 <=? - added minus) then Decided (negb equation)
    else Weighed minus 0 x y.

  Definition weigh_bit (k : nat) (bit : bool) (q : weighed) : weighed :=
    let t := nth k order 0%nat in
    let last := (S k =? n)%nat in
    match q with
    | Decided _ => q
    | Signs minus =>
        let minus := if bit && negb (coefficient f t =? 0) then Nat.setbit minus t else minus in
        if last then settle_weighed minus 0 0 else Signs minus
    | Weighed minus bits x y =>
        let shift := (k =? 0)%nat && (bits =? 0)%nat in
        let bits := if shift then K else bits in
        let '(x, y) := if shift then (b_quotient b * x + y, if b_continued b then x else 0) else (x, y) in
        let x := if bit then x + signed minus t * 2 ^ Z.of_nat (bits - 1) else x in
        if last then
          let bits := (bits - 1)%nat in
          if (bits =? 0)%nat then settle_weighed minus x y else Weighed minus bits x y
        else Weighed minus bits x y
    end.

  Definition weighed_ends (q : weighed) : bool :=
    match q with
    | Decided truth => truth
    | Weighed _ _ x y => if equation then x + y * b_before b =? wanted else x + y * b_before b <=? wanted
    | Signs _ => false
    end.

  (** *** What it says of certain numbers *)

  Hypothesis order_once : NoDup order.
  Hypothesis order_length : length order = n.
  Hypothesis order_all : forall ta, In ta f -> In (fst ta) order.
  Hypothesis some : (0 < n)%nat.
  Variables (x : env) (places : nat) (digits : nat -> list Z) (y : env).
  Hypothesis written_there : forall t, In t order ->
    length (digits t) = places /\ written_number b (digits t) /\ number_value b (digits t) = Z.abs (x t) /\
    forall p, bit_of (y t) p = code_bit b places (digits t) (x t <? 0) p.

  Let l := (K * places)%nat.
  Definition whole : Z := sum_of f x.
  Definition truth_of_it : bool := if equation then whole =? wanted else whole <=? wanted.

  (** The coefficients with the signs of the numbers. *)
  Definition weight_of (t : nat) : Z := if (x t <? 0) then - coefficient f t else coefficient f t.

  Lemma whole_sum : sum_over order (fun t => weight_of t * Z.abs (x t)) = whole.
  Proof.
    unfold whole. rewrite <- (sum_over_coefficients order f x order_once order_all). apply sum_over_ext. intros t _.
    unfold weight_of. destruct (Z.ltb_spec (x t) 0); nia.
  Qed.

  (** What has been read, when r bits of the digit e are bits. *)
  Definition balance (e r : nat) (X Y : Z) : Prop :=
    X * W e + Y * U e + sum_over order (fun t => weight_of t * rest b (digits t) e r) = whole.

  Definition right_signs (minus : nat) : Prop := forall t, In t order -> coefficient f t <> 0 -> Nat.testbit minus t = (x t <? 0).

  (** When the letter i has been read. *)
  Definition letter_done (i : nat) (q : weighed) : Prop :=
    match q with
    | Decided truth => truth_of_it = truth
    | Signs _ => False
    | Weighed minus bits X Y => right_signs minus /\ bits = (i mod K)%nat /\ balance (i / K) bits X Y
    end.

  (** When k bits of the letter i have been read. *)
  Definition weighing (i k : nat) (q : weighed) : Prop :=
    if (k =? 0)%nat then (if (i =? l)%nat then q = Signs 0 else letter_done (S i) q)
    else if (k =? n)%nat then letter_done i q
    else
      match q with
      | Decided truth => truth_of_it = truth
      | Signs minus => i = l /\ (forall t, In t (firstn k order) -> coefficient f t <> 0 -> Nat.testbit minus t = (x t <? 0)) /\
          (forall t, ~ In t (firstn k order) -> Nat.testbit minus t = false)
      | Weighed minus bits X Y => (i < l)%nat /\ right_signs minus /\ bits = S (i mod K) /\
          balance (i / K) bits (X - sum_over (firstn k order) (fun t => weight_of t * (if bit_of (y t) i then 2 ^ Z.of_nat (i mod K) else 0))) Y
      end.

  Lemma signed_right minus t : right_signs minus -> In t order -> signed minus t = weight_of t.
  Proof.
    intros R I. unfold signed, weight_of. destruct (Z.eq_dec (coefficient f t) 0) as [-> | N]; [destruct (Nat.testbit minus t), (x t <? 0); reflexivity |].
    rewrite (R t I N). reflexivity.
  Qed.

  Lemma K_positive : (0 < K)%nat.
  Proof. apply (base_facts b fine). Qed.

  Lemma settle_done minus e X Y : (e <= places)%nat -> right_signs minus -> balance e 0 X Y ->
    letter_done (K * e) (settle_weighed minus X Y).
  Proof.
    intros E R B. pose proof K_positive as KP. pose proof (weight_facts b fine e) as [W1 U1]. fold W in W1. fold W U in U1.
    assert (S : - (taken minus * (W e - 1)) <= sum_over order (fun t => weight_of t * rest b (digits t) e 0) <= added minus * (W e - 1)).
    { unfold taken, added.
      rewrite (sum_over_ext order (fun t => Z.max 0 (- signed minus t)) (fun t => Z.max 0 (- weight_of t))) by (intros t I; rewrite (signed_right minus t R I); reflexivity).
      rewrite (sum_over_ext order (fun t => Z.max 0 (signed minus t)) (fun t => Z.max 0 (weight_of t))) by (intros t I; rewrite (signed_right minus t R I); reflexivity).
      apply sum_over_within; [lia |]. intros t I. destruct (written_there t I) as (L & N & _). rewrite rest_none.
      apply (low_bounds b fine); [exact N | lia]. }
    assert (A0 : 0 <= taken minus) by (apply sum_over_positive; intros; lia).
    assert (A1 : 0 <= added minus) by (apply sum_over_positive; intros; lia).
    unfold balance in B. set (s := sum_over _ _) in *.
    assert (D : forall m, letter_done (K * e) (Weighed m 0 X Y) <-> right_signs m /\ balance e 0 X Y).
    { intros m. cbn [letter_done]. rewrite Nat.mul_comm, Nat.mod_mul, Nat.div_mul by lia. tauto. }
    unfold settle_weighed. destruct (Z.ltb_spec wanted (X + Z.min Y 0)), (Z.leb_spec (taken minus) (X + Z.min Y 0)); cbn [andb].
    1: { cbn [letter_done]. unfold truth_of_it.
         assert ((X + Z.min Y 0) * W e <= X * W e + Y * U e) by nia.
         assert (0 <= (X + Z.min Y 0 - taken minus) * (W e - 1)) by nia. assert (wanted < whole) by nia.
         destruct equation; lia. }
    all: destruct (Z.ltb_spec (X + Z.max Y 0) wanted), (Z.leb_spec (X + Z.max Y 0) (- added minus)); cbn [andb]; try (apply D; split; assumption).
    all: cbn [letter_done]; unfold truth_of_it;
      assert (X * W e + Y * U e <= (X + Z.max Y 0) * W e) by nia;
      assert (0 <= (- added minus - (X + Z.max Y 0)) * (W e - 1)) by nia; assert (whole < wanted) by nia;
      destruct equation; cbn [negb]; lia.
  Qed.
  Lemma firstn_one_more k : (k < n)%nat -> firstn (S k) order = firstn k order ++ [nth k order 0%nat].
  Proof.
    intros H. rewrite <- order_length in H. clear - H. revert k H. induction order as [| t ts IH]; intros k H; [simpl in H; lia |].
    destruct k as [| k]; [reflexivity |]. change (t :: firstn (S k) ts = t :: (firstn k ts ++ [nth k ts 0%nat])). rewrite IH by (simpl in H; lia). reflexivity.
  Qed.

  Lemma firstn_whole : firstn n order = order.
  Proof. rewrite <- order_length. apply firstn_all. Qed.

  (** One more bit of a number, when its place, its sign and the sum so far are right. *)
  Lemma weigh_one i k minus X Y : (i < l)%nat -> (k < n)%nat -> right_signs minus ->
    let before := sum_over (firstn k order) (fun t => weight_of t * (if bit_of (y t) i then 2 ^ Z.of_nat (i mod K) else 0)) in
    balance (i / K) (S (i mod K)) (X - before) Y ->
    let t := nth k order 0%nat in
    let X' := if bit_of (y t) i then X + signed minus t * 2 ^ Z.of_nat (i mod K) else X in
    weighing i (S k)
      (if (S k =? n)%nat then (if (i mod K =? 0)%nat then settle_weighed minus X' Y else Weighed minus (i mod K) X' Y)
       else Weighed minus (S (i mod K)) X' Y).
  Proof.
    intros Hi Hk R before B t X'. pose proof K_positive as KP.
    assert (I : In t order) by (apply nth_In; lia).
    set (part := fun t => weight_of t * (if bit_of (y t) i then 2 ^ Z.of_nat (i mod K) else 0)) in *.
    assert (N : sum_over (firstn (S k) order) part = before + part t).
    { rewrite firstn_one_more by exact Hk. rewrite sum_over_app. unfold sum_over at 2. cbn [fold_right]. fold t. unfold before. lia. }
    assert (XE : X' - sum_over (firstn (S k) order) part = X - before).
    { rewrite N. unfold X', part. rewrite (signed_right minus t R I). destruct (bit_of (y t) i); lia. }
    unfold weighing. destruct (Nat.eqb_spec (S k) 0); [lia |]. destruct (Nat.eqb_spec (S k) n) as [E | E].
    - assert (BD : balance (i / K) (i mod K) X' Y).
      { rewrite <- XE in B. rewrite E, firstn_whole in B. unfold balance in *. rewrite <- B.
        rewrite (sum_over_ext order (fun t => weight_of t * rest b (digits t) (i / K) (S (i mod K)))
          (fun t => part t * W (i / K) + weight_of t * rest b (digits t) (i / K) (i mod K))).
        - rewrite sum_over_plus, sum_over_times. ring.
        - intros u J. rewrite rest_bit. fold W. unfold part. destruct (written_there u J) as (_ & _ & _ & BITS). rewrite BITS.
          unfold code_bit. fold K. destruct (Nat.ltb_spec i (K * places)) as [_ | H]; [| unfold l in Hi; lia].
          destruct (Z.testbit (digit_at (digits u) (i / K)) (Z.of_nat (i mod K))); ring. }
      destruct (Nat.eqb_spec (i mod K) 0) as [M | M].
      + rewrite M in BD. pose proof (Nat.div_mod i K ltac:(lia)) as DM. rewrite M, Nat.add_0_r in DM.
        rewrite DM at 1. apply settle_done; [| exact R | exact BD].
        apply Nat.lt_le_incl, Nat.div_lt_upper_bound; [lia | exact Hi].
      + cbn [letter_done]. split; [exact R |]. split; [reflexivity | exact BD].
    - split; [exact Hi |]. split; [exact R |]. split; [reflexivity |]. fold part. rewrite XE. exact B.
  Qed.

  (** The shift before a new digit. *)
  Lemma shifted i minus bits X Y : (i < l)%nat -> letter_done (S i) (Weighed minus bits X Y) ->
    let shift := (bits =? 0)%nat in
    right_signs minus /\ (if shift then K else bits) = S (i mod K) /\
    balance (i / K) (S (i mod K)) (if shift then b_quotient b * X + Y else X) (if shift then (if b_continued b then X else 0) else Y).
  Proof.
    intros Hi (R & M & B) shift. pose proof K_positive as KP. split; [exact R |].
    pose proof (Nat.div_mod i K ltac:(lia)) as DM. pose proof (Nat.mod_upper_bound i K ltac:(lia)) as UB.
    destruct (Nat.eq_dec (S (i mod K)) K) as [E | E].
    - assert (SI : S i = (K * S (i / K))%nat) by lia.
      assert (M0 : (S i mod K = 0)%nat) by (rewrite SI, Nat.mul_comm, Nat.mod_mul by lia; reflexivity).
      assert (D0 : (S i / K = S (i / K))%nat) by (rewrite SI, Nat.mul_comm, Nat.div_mul by lia; reflexivity).
      rewrite M0 in M. subst bits. unfold shift. cbn [Nat.eqb]. rewrite E. split; [reflexivity |].
      rewrite D0 in B. unfold balance in *. rewrite <- B.
      rewrite (sum_over_ext order _ (fun t => weight_of t * rest b (digits t) (S (i / K)) 0)).
      + unfold W, U. rewrite (weight_step b (i / K)), (below_step b (i / K)). destruct (b_continued b); ring.
      + intros t I. destruct (written_there t I) as (L & N & _). rewrite rest_none. f_equal. apply (rest_all b fine); [exact N |].
        rewrite L. apply Nat.div_lt_upper_bound; [lia | exact Hi].
    - assert (M0 : (S i mod K = S (i mod K))%nat).
      { symmetry. apply (Nat.mod_unique (S i) K (i / K)); lia. }
      assert (D0 : (S i / K = i / K)%nat).
      { symmetry. apply (Nat.div_unique (S i) K (i / K) (S (i mod K))); lia. }
      rewrite M0 in M. rewrite D0 in B. subst bits. unfold shift. cbn [Nat.eqb]. split; [reflexivity | exact B].
  Qed.

  Theorem weigh_next i k q : (i <= l)%nat -> (k < n)%nat -> weighing i k q ->
    weighing i (S k) (weigh_bit k (bit_of (y (nth k order 0%nat)) i) q).
  Proof.
    intros Hi Hk H. set (t := nth k order 0%nat). assert (I : In t order) by (apply nth_In; lia).
    destruct q as [c | minus | minus bits X Y].
    - assert (T : truth_of_it = c).
      { unfold weighing in H. destruct (Nat.eqb_spec k 0); [destruct (Nat.eqb_spec i l); [discriminate | exact H] |].
        destruct (Nat.eqb_spec k n); [lia | exact H]. }
      cbn [weigh_bit]. unfold weighing. destruct (Nat.eqb_spec (S k) 0); [lia |]. destruct (S k =? n)%nat; exact T.
    - assert (P : i = l /\ (forall u, In u (firstn k order) -> coefficient f u <> 0 -> Nat.testbit minus u = (x u <? 0)) /\
        (forall u, ~ In u (firstn k order) -> Nat.testbit minus u = false)).
      { unfold weighing in H. destruct (Nat.eqb_spec k 0) as [-> | D].
        - destruct (Nat.eqb_spec i l) as [E | E]; [injection H as -> | contradiction].
          split; [exact E |]. split; [intros u [] | intros u _; apply Nat.bits_0].
        - destruct (Nat.eqb_spec k n); [lia | exact H]. }
      destruct P as (-> & P1 & P2). clear H. cbn [weigh_bit]. fold t.
      assert (BS : bit_of (y t) l = (x t <? 0)).
      { destruct (written_there t I) as (_ & _ & _ & B). rewrite B. unfold code_bit, l. fold K. rewrite Nat.ltb_irrefl. reflexivity. }
      rewrite BS. set (minus' := if (x t <? 0) && negb (coefficient f t =? 0) then Nat.setbit minus t else minus).
      assert (FO : firstn (S k) order = firstn k order ++ [t]) by (apply firstn_one_more, Hk).
      assert (ND : ~ In t (firstn k order)).
      { intros J. pose proof order_once as O. rewrite <- (firstn_skipn (S k) order), FO, <- app_assoc in O.
        apply NoDup_remove_2 in O. apply O, in_app_iff. auto. }
      assert (MB : forall u, u <> t -> Nat.testbit minus' u = Nat.testbit minus u).
      { intros u N. unfold minus'. destruct (_ && _); [| reflexivity]. rewrite Nat.setbit_eqb. destruct (Nat.eqb_spec t u); [congruence | reflexivity]. }
      assert (Q1 : forall u, In u (firstn (S k) order) -> coefficient f u <> 0 -> Nat.testbit minus' u = (x u <? 0)).
      { intros u J N. rewrite FO in J. apply in_app_iff in J. destruct J as [J | [<- | []]].
        - assert (u <> t) by (intros ->; contradiction). rewrite MB by assumption. apply P1; assumption.
        - unfold minus'. destruct (Z.eqb_spec (coefficient f t) 0); [contradiction |]. cbn [negb]. rewrite andb_true_r.
          destruct (x t <? 0) eqn:X0; [rewrite Nat.setbit_eqb, Nat.eqb_refl; reflexivity | apply P2, ND]. }
      assert (Q2 : forall u, ~ In u (firstn (S k) order) -> Nat.testbit minus' u = false).
      { intros u J. rewrite FO, in_app_iff in J. simpl in J. rewrite MB by (intros ->; tauto). apply P2. tauto. }
      unfold weighing. destruct (Nat.eqb_spec (S k) 0); [lia |]. destruct (Nat.eqb_spec (S k) n) as [E | E]; [| auto].
      unfold l. apply settle_done; [lia | intros u J N; apply Q1; [rewrite E, firstn_whole; exact J | exact N] |].
      unfold balance. rewrite <- whole_sum. rewrite (sum_over_ext order _ (fun t => weight_of t * Z.abs (x t))); [lia |].
      intros u J. destruct (written_there u J) as (L & _ & V & _). rewrite rest_none. f_equal. rewrite <- L, low_whole. exact V.
    - assert (P : (i < l)%nat).
      { unfold weighing in H. destruct (Nat.eqb_spec k 0); [destruct (Nat.eqb_spec i l); [discriminate | lia] |].
        destruct (Nat.eqb_spec k n); [lia | apply H]. }
      cbn [weigh_bit]. fold t. unfold weighing in H. destruct (Nat.eqb_spec k 0) as [-> | D].
      + destruct (Nat.eqb_spec i l); [lia |]. destruct (shifted i minus bits X Y P H) as (R & M & B). cbn [andb].
        pose proof (weigh_one i 0 minus (if (bits =? 0)%nat then b_quotient b * X + Y else X)
          (if (bits =? 0)%nat then (if b_continued b then X else 0) else Y) P Hk R) as G. cbv zeta in G.
        cbn [firstn] in G. unfold sum_over at 1 in G. cbn [fold_right] in G. rewrite Z.sub_0_r in G. specialize (G B). fold t in G.
        destruct (bits =? 0)%nat eqn:S0; rewrite M; replace (S (i mod K) - 1)%nat with (i mod K)%nat by lia; exact G.
      + destruct (Nat.eqb_spec k n); [lia |]. destruct H as (_ & R & -> & B). cbn [andb].
        replace (S (i mod K) - 1)%nat with (i mod K)%nat by lia. apply weigh_one; assumption.
  Qed.

  Theorem weigh_start : weighing l 0 (Signs 0).
  Proof. unfold weighing. cbn [Nat.eqb]. rewrite Nat.eqb_refl. reflexivity. Qed.

  Theorem weigh_letter i q : (S i <= l)%nat -> weighing (S i) n q -> weighing i 0 q.
  Proof.
    intros L H. unfold weighing in *. cbn [Nat.eqb]. destruct (Nat.eqb_spec i l); [lia |].
    destruct (Nat.eqb_spec n 0); [lia |]. rewrite Nat.eqb_refl in H. exact H.
  Qed.

  (** At the end the condition holds as it is said. *)
  Theorem weigh_end q : weighing 0 n q -> weighed_ends q = truth_of_it.
  Proof.
    intros H. unfold weighing in H. destruct (Nat.eqb_spec n 0); [lia |]. rewrite Nat.eqb_refl in H.
    destruct q as [c | minus | minus bits X Y]; cbn [letter_done weighed_ends] in *; [symmetry; exact H | contradiction |].
    pose proof K_positive as KP. destruct H as (_ & M & B). rewrite Nat.mod_0_l in M by lia. rewrite Nat.div_0_l in B by lia. subst bits.
    unfold balance in B. rewrite (sum_over_zero order) in B by (intros t _; rewrite rest_none, low_none; lia).
    change (W 0) with 1 in B. change (U 0) with (b_before b) in B. unfold truth_of_it. rewrite <- B, Z.mul_1_r, Z.add_0_r. reflexivity.
  Qed.

  (** What is settled is so. *)
  Theorem weigh_settled i k c : weighing i k (Decided c) -> truth_of_it = c.
  Proof.
    intros H. unfold weighing in H. destruct (Nat.eqb_spec k 0); [destruct (Nat.eqb_spec i l); [discriminate | exact H] |].
    destruct (Nat.eqb_spec k n); exact H.
  Qed.
End Weighing.
