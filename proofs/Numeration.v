(** How numbers are read in other bases than 2: a base b, or the weights of a continued fraction (Ostrowski; Zeckendorf).

    A. Ostrowski, Bemerkungen zur Theorie der diophantischen Approximationen, Abh. Math. Sem. Hamburg 1 (1922);
    E. Zeckendorf, Représentation des nombres naturels ..., Bull. Soc. Roy. Sci. Liège 41 (1972).
    crates/certify/src/formula/numeration.rs *)

From Coq Require Import Arith ZArith List Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

Section Numeration.
  (** Whether the weights come from a continued fraction; otherwise the base is the same at all places. *)
  Variable continued : bool.
  (** The quotient of each place, the lowest one first: of a base, the base. *)
  Variable quotient : nat -> Z.
  (** What stands for the weight below the lowest place. *)
  Variable before : Z.
  Hypothesis quotients : forall n, 1 <= quotient n.
  Hypothesis bases : continued = false -> forall n, 2 <= quotient n.
  Hypothesis before_small : 0 <= before <= 1.

  (** The weight of place n, and of the place below it. *)
  Fixpoint weights (n : nat) : Z * Z :=
    match n with
    | O => (1, before)
    | S n => let (w, u) := weights n in (quotient n * w + (if continued then u else 0), w)
    end.
  Definition weight (n : nat) : Z := fst (weights n).
  Definition below (n : nat) : Z := snd (weights n).

  Lemma weight_next n : weight (S n) = quotient n * weight n + (if continued then below n else 0).
  Proof. unfold weight, below. simpl. destruct (weights n). reflexivity. Qed.

  Lemma below_next n : below (S n) = weight n.
  Proof. unfold weight, below. simpl. destruct (weights n). reflexivity. Qed.

  Lemma weight_bounds n : 1 <= weight n /\ 0 <= below n <= weight n.
  Proof.
    clear bases. induction n as [| n [W B]]; [unfold weight, below; simpl; lia |].
    rewrite weight_next, below_next. pose proof (quotients n). destruct continued; nia.
  Qed.

  (** The largest digit of a place. *)
  Definition most (n : nat) : Z := if continued then quotient n else quotient n - 1.

  (** The digits of a number, the highest one first. After the largest digit of a continued fraction the next one is 0, and there has
      to be a next one if nothing stands below the lowest place ([before] is 0). *)
  Fixpoint number (full : bool) (l : list Z) : Prop :=
    match l with
    | [] => full = true -> before = 1
    | d :: l => 0 <= d <= most (length l) /\ (full = true -> d = 0) /\
        number (continued && (d =? quotient (length l))) l
    end.

  Fixpoint value (l : list Z) : Z :=
    match l with
    | [] => 0
    | d :: l => d * weight (length l) + value l
    end.

  (** Digits make the numbers below the weight of the next place, or below its own weight after a largest digit. *)
  Lemma value_bounds l : forall full, number full l ->
    0 <= value l < (if full then below (length l) else weight (length l)).
  Proof.
    clear bases. induction l as [| d l IH]; intros full N; cbn [value length].
    - unfold weight, below. simpl. destruct full; [rewrite (N eq_refl) |]; lia.
    - destruct N as (D & F & N). specialize (IH _ N). pose proof (weight_bounds (length l)) as [W B].
      rewrite weight_next, below_next. unfold most in D.
      destruct full; [rewrite (F eq_refl) in * |]; destruct continued; cbn [andb] in *.
      + destruct (Z.eqb_spec 0 (quotient (length l))); [pose proof (quotients (length l)) |]; lia.
      + lia.
      + destruct (Z.eqb_spec d (quotient (length l))); nia.
      + nia.
  Qed.

  (** Every number below a weight is written in exactly one way with so many places. *)
  Theorem written n : forall v, 0 <= v < weight n -> exists l, length l = n /\ number false l /\ value l = v.
  Proof.
    assert (A : forall n,
      (forall v, 0 <= v < weight n -> exists l, length l = n /\ number false l /\ value l = v) /\
      (forall v, 0 <= v < below n -> exists l, length l = n /\ number true l /\ value l = v)).
    { clear n bases. induction n as [| n [IW IB]].
      - split; intros v V; exists []; (split; [reflexivity |]); unfold weight, below in V; simpl in *.
        + split; [discriminate | lia].
        + split; [intros _ |]; lia.
      - pose proof (weight_bounds n) as [W B]. pose proof (quotients n) as Q.
        assert (Z0 : forall v, 0 <= v < weight n -> exists l, length l = n /\ number false l /\ value l = v) by exact IW.
        split; intros v V.
        + rewrite weight_next in V. set (d := v / weight n).
          assert (DV : v = weight n * d + v mod weight n) by (apply Z.div_mod; lia).
          pose proof (Z.mod_pos_bound v (weight n) ltac:(lia)) as R.
          assert (D0 : 0 <= d) by (apply Z.div_pos; lia).
          destruct (Z_lt_le_dec d (quotient n)) as [L | L].
          * destruct (IW (v mod weight n) R) as (l & E & N & VL). exists (d :: l).
            split; [simpl; congruence |]. cbn [number value]. rewrite E. split; [| rewrite VL; lia].
            unfold most. destruct (Z.eqb_spec d (quotient n)); [lia |]. rewrite andb_false_r.
            split; [destruct continued; lia |]. split; [discriminate | assumption].
          * destruct continued eqn:C; [| nia].
            assert (d = quotient n) by nia.
            destruct (IB (v mod weight n)) as (l & E & N & VL); [nia |]. exists (d :: l).
            split; [simpl; congruence |]. cbn [number value]. rewrite E, C. split; [| rewrite VL; lia].
            unfold most. rewrite C. destruct (Z.eqb_spec d (quotient n)); [| lia]. cbn [andb].
            split; [lia |]. split; [discriminate | assumption].
        + rewrite below_next in V. destruct (IW v V) as (l & E & N & VL). exists (0 :: l).
          split; [simpl; congruence |]. cbn [number value]. rewrite E. split; [| lia].
          unfold most. destruct (Z.eqb_spec 0 (quotient n)); [lia |]. rewrite andb_false_r.
          split; [destruct continued; lia |]. split; [reflexivity | assumption]. }
    apply A.
  Qed.

  Theorem written_once l k : forall full,
    length l = length k -> number full l -> number full k -> value l = value k -> l = k.
  Proof.
    revert k. induction l as [| d l IH]; intros [| e k] full E NL NK V; try discriminate; [reflexivity |].
    injection E as E. cbn [number value] in *. destruct NL as (D & _ & NL), NK as (D' & _ & NK).
    pose proof (value_bounds l _ NL) as BL. pose proof (value_bounds k _ NK) as BK. rewrite <- E in *.
    pose proof (weight_bounds (length l)) as [W B].
    assert (UL : value l < weight (length l)) by (destruct (continued && (d =? quotient (length l))); lia).
    assert (UK : value k < weight (length l)) by (destruct (continued && (e =? quotient (length l))); lia).
    assert (d = e) by nia. subst e. f_equal. eapply IH; [exact E | exact NL | exact NK | lia].
  Qed.

  (** Weights exceed every number. *)
  Theorem weights_grow v : exists n, v < weight n.
  Proof.
    assert (A : forall n, Z.of_nat n <= weight (S n)).
    { induction n as [| n IH]; [pose proof (weight_bounds 1); simpl; lia |].
      rewrite weight_next. pose proof (weight_bounds (S n)) as [W B]. pose proof (quotients (S n)) as Q.
      rewrite below_next. pose proof (weight_bounds n) as [Wn _]. pose proof (fun C => bases C (S n)) as Q2.
      clear bases. destruct continued; [nia |]. specialize (Q2 eq_refl). nia. }
    exists (S (Z.to_nat (v + 1))). specialize (A (Z.to_nat (v + 1))). destruct (Z_lt_le_dec v 0); [pose proof (weight_bounds (S (Z.to_nat (v + 1)))) |]; lia.
  Qed.

  (** Zeros may stand before a number. *)
  Theorem zeros_before k l : number false l -> number false (repeat 0 k ++ l) /\ value (repeat 0 k ++ l) = value l.
  Proof.
    clear bases. intros N. induction k as [| k [IN IV]]; [auto |]. cbn [repeat app number value].
    set (m := length (repeat 0 k ++ l)). pose proof (quotients m).
    destruct (Z.eqb_spec 0 (quotient m)); [lia |]. rewrite andb_false_r. unfold most.
    split; [| lia]. split; [destruct continued; lia |]. split; [discriminate | assumption].
  Qed.

  (** ** Linear forms *)

  (** Coefficients with signs, and the digits of all numbers at one place. *)
  Definition sum_digits (f : list Z) (ds : list Z) : Z := fold_right Z.add 0 (map (fun p => fst p * snd p) (combine f ds)).

  (** What is remembered: x and y, which are multiplied by the weights of the last two places. *)
  Definition weigh (f : list Z) (m : nat) (xy : Z * Z) (ds : list Z) : Z * Z :=
    let (x, y) := xy in (quotient m * x + y + sum_digits f ds, if continued then x else 0).

  (** The digits of the numbers, place by place, the highest place first. *)
  Fixpoint weigh_all (f : list Z) (xy : Z * Z) (places : list (list Z)) : Z * Z :=
    match places with
    | [] => xy
    | ds :: places => weigh_all f (weigh f (length places) xy ds) places
    end.

  (** The value of the form at the numbers with these digits. *)
  Fixpoint form_value (f : list Z) (places : list (list Z)) : Z :=
    match places with
    | [] => 0
    | ds :: places => sum_digits f ds * weight (length places) + form_value f places
    end.

  Theorem weighed f places : forall x y,
    let (x', y') := weigh_all f (x, y) places in
    x' + y' * before = x * weight (length places) + y * below (length places) + form_value f places.
  Proof.
    clear bases. induction places as [| ds places IH]; intros x y; cbn [weigh_all form_value length].
    - unfold weight, below. simpl. lia.
    - cbn [weigh]. specialize (IH (quotient (length places) * x + y + sum_digits f ds) (if continued then x else 0)).
      destruct (weigh_all f _ places) as [x' y']. rewrite IH, weight_next, below_next. destruct continued; ring.
  Qed.

  (** So the form is decided at the end: from (0, 0) on, its value is x + y·before. *)
  Corollary weighed_whole f places :
    let (x, y) := weigh_all f (0, 0) places in x + y * before = form_value f places.
  Proof.
    pose proof (weighed f places 0 0) as H. destruct (weigh_all f (0, 0) places) as [x y]. lia.
  Qed.

  (** The digits of each number by themselves. *)
  Definition track (t : nat) (places : list (list Z)) : list Z := map (fun ds => nth t ds 0) places.

  Fixpoint sum_tracks (f : list Z) (t : nat) (places : list (list Z)) : Z :=
    match f with
    | [] => 0
    | a :: f => a * value (track t places) + sum_tracks f (S t) places
    end.

  Lemma sum_digits_tracks f : forall ds, (length f <= length ds)%nat -> forall t pre, length pre = t ->
    sum_digits f ds = fold_right Z.add 0 (map (fun i => nth i f 0 * nth (t + i) (pre ++ ds) 0) (seq 0 (length f))).
  Proof.
    induction f as [| a f IH]; intros ds L t pre E; [reflexivity |].
    destruct ds as [| d ds]; [simpl in L; lia |]. unfold sum_digits. cbn [combine map fold_right fst snd length seq].
    rewrite <- seq_shift, map_map. cbn [nth]. rewrite Nat.add_0_r, app_nth2, E, Nat.sub_diag by lia. cbn [nth].
    f_equal. fold (sum_digits f ds). rewrite (IH ds ltac:(simpl in L; lia) (S t) (pre ++ [d])) by (rewrite app_length; simpl; lia).
    f_equal. apply map_ext. intros i. rewrite <- app_assoc. replace (t + S i)%nat with (S t + i)%nat by lia. reflexivity.
  Qed.

  Lemma track_length t places : length (track t places) = length places.
  Proof. apply map_length. Qed.

  Theorem form_is_sum f places :
    (forall ds, In ds places -> (length f <= length ds)%nat) -> form_value f places = sum_tracks f 0 places.
  Proof.
    assert (A : forall places, (forall ds, In ds places -> (length f <= length ds)%nat) ->
      form_value f places = fold_right Z.add 0 (map (fun i => nth i f 0 * value (track i places)) (seq 0 (length f)))).
    { induction places0 as [| ds rest IH]; intros L; cbn [form_value].
      - induction (seq 0 (length f)) as [| i l IHl]; [reflexivity |]. simpl in *. lia.
      - rewrite (sum_digits_tracks f ds (L ds (or_introl eq_refl)) 0 [] eq_refl), (IH (fun d I => L d (or_intror I))).
        assert (SUM : forall (F G H : nat -> Z) w l, (forall i, F i * w + G i = H i) ->
          fold_right Z.add 0 (map F l) * w + fold_right Z.add 0 (map G l) = fold_right Z.add 0 (map H l)).
        { clear. intros F G H w l E. induction l as [| i l IHl]; cbn [map fold_right]; [lia |]. rewrite <- E. lia. }
        apply SUM. intros i. cbn [app track map value]. fold (track i rest). rewrite track_length.
        change (0 + i)%nat with i. ring. }
    intros L. rewrite (A places L).
    assert (B : forall g t, fold_right Z.add 0 (map (fun i => nth i g 0 * value (track (t + i) places)) (seq 0 (length g))) = sum_tracks g t places).
    { clear. induction g as [| a g IH]; intros t; [reflexivity |]. cbn [length seq map fold_right sum_tracks nth].
      rewrite Nat.add_0_r. f_equal. rewrite <- seq_shift, map_map, <- IH. f_equal. apply map_ext. intros i.
      replace (t + S i)%nat with (S t + i)%nat by lia. reflexivity. }
    apply (B f 0%nat).
  Qed.

  (** *** What is settled *)

  Definition positive_part (f : list Z) : Z := fold_right Z.add 0 (map (fun a => Z.max a 0) f).
  Definition negative_part (f : list Z) : Z := fold_right Z.add 0 (map (fun a => Z.max (- a) 0) f).

  (** What follows is between −N(q − 1) and P(q − 1). *)
  Lemma rest_bounds f places :
    (forall t, (t < length f)%nat -> exists full, number full (track t places)) ->
    - negative_part f * (weight (length places) - 1) <= sum_tracks f 0 places <=
      positive_part f * (weight (length places) - 1).
  Proof.
    assert (A : forall f t, (forall i, (t <= i < t + length f)%nat -> exists full, number full (track i places)) ->
      - negative_part f * (weight (length places) - 1) <= sum_tracks f t places <=
        positive_part f * (weight (length places) - 1)).
    { clear f. induction f as [| a f IH]; intros t H; [unfold negative_part, positive_part; simpl; lia |].
      unfold negative_part, positive_part. cbn [sum_tracks map fold_right].
      fold (negative_part f) (positive_part f).
      destruct (H t) as (full & N); [simpl; lia |]. pose proof (value_bounds _ _ N) as B.
      rewrite track_length in B. pose proof (weight_bounds (length places)) as [W U].
      assert (V : 0 <= value (track t places) <= weight (length places) - 1) by (destruct full; lia).
      specialize (IH (S t)). destruct IH as [I1 I2]; [intros i Hi; apply H; simpl; lia |].
      split.
      - assert (- Z.max (- a) 0 * (weight (length places) - 1) <= a * value (track t places)) by nia. lia.
      - assert (a * value (track t places) <= Z.max a 0 * (weight (length places) - 1)) by nia. lia. }
    intros H. apply A. intros i Hi. apply H. lia.
  Qed.

  Lemma parts_not_negative f : 0 <= positive_part f /\ 0 <= negative_part f.
  Proof. unfold positive_part, negative_part. induction f as [| a f IH]; simpl; lia. Qed.

  Lemma shifted_bounds x y m :
    (x + Z.min y 0) * weight m <= x * weight m + y * below m <= (x + Z.max y 0) * weight m.
  Proof. pose proof (weight_bounds m) as [W B]. split; nia. Qed.

  (** From some x and y on, the form is above a constant whatever follows ... *)
  Theorem settled_above_in_base f places x y c :
    (forall ds, In ds places -> (length f <= length ds)%nat) ->
    (forall t, (t < length f)%nat -> exists full, number full (track t places)) ->
    negative_part f <= x + Z.min y 0 -> c < x + Z.min y 0 ->
    c < x * weight (length places) + y * below (length places) + form_value f places.
  Proof.
    intros L N H1 H2. rewrite (form_is_sum f places L). pose proof (rest_bounds f places N) as [R _].
    pose proof (shifted_bounds x y (length places)) as [S _]. pose proof (weight_bounds (length places)) as [W _].
    pose proof (parts_not_negative f) as [_ P].
    assert (0 <= (x + Z.min y 0 - negative_part f) * (weight (length places) - 1)) by nia. nia.
  Qed.

  (** ... or below it. *)
  Theorem settled_below_in_base f places x y c :
    (forall ds, In ds places -> (length f <= length ds)%nat) ->
    (forall t, (t < length f)%nat -> exists full, number full (track t places)) ->
    x + Z.max y 0 <= - positive_part f -> x + Z.max y 0 < c ->
    x * weight (length places) + y * below (length places) + form_value f places < c.
  Proof.
    intros L N H1 H2. rewrite (form_is_sum f places L). pose proof (rest_bounds f places N) as [_ R].
    pose proof (shifted_bounds x y (length places)) as [_ S]. pose proof (weight_bounds (length places)) as [W _].
    pose proof (parts_not_negative f) as [P _].
    assert (0 <= (- positive_part f - (x + Z.max y 0)) * (weight (length places) - 1)) by nia. nia.
  Qed.
End Numeration.

(** ** Automata *)

(** An automaton whose states do not change under zeros after the signs answers the same for a number however many zeros stand
    before it. *)
Theorem zeros_change_nothing (state letter : Type) (go : state -> letter -> state) (zeros : list letter) (signed : state) :
  fold_left go zeros signed = signed ->
  forall k w, fold_left go (concat (repeat zeros k) ++ w) signed = fold_left go w signed.
Proof.
  intros Z k w. induction k as [| k IH]; [reflexivity |]. simpl. rewrite <- app_assoc, fold_left_app, Z. exact IH.
Qed.

(** Nothing satisfies a condition on words if no accepting place is reached: what the search shows, for any base. *)
Theorem none_reached (state letter : Type) (go : state -> letter -> state) (bad : state -> Prop) (start : state)
    (seen : state -> Prop) :
  seen start -> (forall s l, seen s -> seen (go s l)) -> (forall s, seen s -> ~ bad s) ->
  forall w, ~ bad (fold_left go w start).
Proof.
  intros S C B w. apply B. clear B. revert start S.
  induction w as [| l w IH]; intros start S; simpl; [assumption |]. apply IH, C, S.
Qed.

(** The bases of the certificates. *)
Definition fibonacci (_ : nat) : Z := 1.

Example fibonacci_weights : map (weight true fibonacci 1) (seq 0 7) = [1; 2; 3; 5; 8; 13; 21].
Proof. reflexivity. Qed.

Example pell_weights : map (weight true (fun _ => 2) 0) (seq 0 6) = [1; 2; 5; 12; 29; 70].
Proof. reflexivity. Qed.

Example ten_weights : map (weight false (fun _ => 10) 0) (seq 0 4) = [1; 10; 100; 1000].
Proof. reflexivity. Qed.
