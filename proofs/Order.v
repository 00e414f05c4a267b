(** The order of numbered games as a table that is filled game by game, each with its options, which are earlier ones. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Compute Conway Growth.
Import ListNotations.

(** The options of each game; and for each game how it compares with the earlier ones: whether it is at most that one,
    whether that one is at most it. *)
Record table := { forms : vec (list nat * list nat); rows : vec (vec (bool * bool)) }.

Definition no_games : table := {| forms := vec_empty; rows := vec_empty |}.
Definition count (T : table) : nat := vec_length (forms T).
Definition form_of (T : table) (a : nat) : list nat * list nat := vec_get ([], []) (forms T) a.
Definition entry (row : vec (bool * bool)) (b : nat) : bool * bool := vec_get (false, false) row b.
Definition row_at (T : table) (a : nat) : vec (bool * bool) := vec_get vec_empty (rows T) a.

Definition le_in (T : table) (a b : nat) : bool :=
  if a =? b then true else if b <? a then fst (entry (row_at T a) b) else snd (entry (row_at T b) a).

Definition same_in (T : table) (a b : nat) : bool := le_in T a b && le_in T b a.

(** How the game with options l and r compares with game b, where [row] says it for the games before b. *)
Definition against (T : table) (l r : list nat) (row : vec (bool * bool)) (b : nat) : bool * bool :=
  let other := form_of T b in
  (forallb (fun x => negb (le_in T b x)) l && forallb (fun y => negb (snd (entry row y))) (snd other),
   forallb (fun x => negb (fst (entry row x))) (fst other) && forallb (fun y => negb (le_in T y b)) r).

(** The same for [more] games from b on. *)
Fixpoint row_from (T : table) (l r : list nat) (more b : nat) (row : vec (bool * bool)) : vec (bool * bool) :=
  match more with
  | 0 => row
  | S more => row_from T l r more (S b) (vec_push row (against T l r row b))
  end.

Definition row_of (T : table) (l r : list nat) (until : nat) : vec (bool * bool) :=
  row_from T l r until 0 vec_empty.

Definition add_game (T : table) (l r : list nat) : table :=
  {| forms := vec_push (forms T) (l, r); rows := vec_push (rows T) (row_of T l r (count T)) |}.

(** ** What the table says *)

Definition game_at (gs : list game) (i : nat) : game := nth i gs (Game [] []).
Definition game_with (gs : list game) (l r : list nat) : game := Game (map (game_at gs) l) (map (game_at gs) r).

Definition right_row (gs : list game) (G : game) (row : vec (bool * bool)) (until : nat) : Prop :=
  vec_length row = until /\
  forall b, b < until -> entry row b = (at_most G (game_at gs b), at_most (game_at gs b) G).

Definition represents (T : table) (gs : list game) : Prop :=
  vec_length (forms T) = length gs /\ vec_length (rows T) = length gs /\
  forall i, i < length gs ->
    (forall x, In x (fst (form_of T i) ++ snd (form_of T i)) -> x < i) /\
    game_at gs i = game_with gs (fst (form_of T i)) (snd (form_of T i)) /\
    right_row gs (game_at gs i) (row_at T i) i.

Local Transparent vec_length vec_empty.
Lemma no_games_represent : represents no_games [].
Proof. split; [reflexivity |]. split; [reflexivity |]. simpl. intros; lia. Qed.
Lemma empty_row gs G : right_row gs G vec_empty 0.
Proof. split; [reflexivity | intros; lia]. Qed.
Local Opaque vec_length vec_empty.

Lemma le_in_spec T gs a b :
  represents T gs -> a < length gs -> b < length gs -> le_in T a b = at_most (game_at gs a) (game_at gs b).
Proof.
  intros (_ & _ & R) A B. unfold le_in. destruct (Nat.eqb_spec a b) as [-> | N]; [symmetry; apply at_most_refl |].
  destruct (Nat.ltb_spec b a).
  - destruct (R a A) as (_ & _ & _ & E). rewrite E by assumption. reflexivity.
  - destruct (R b B) as (_ & _ & _ & E). rewrite E by lia. reflexivity.
Qed.

Lemma same_in_spec T gs a b :
  represents T gs -> a < length gs -> b < length gs -> (same_in T a b = true <-> same (game_at gs a) (game_at gs b)).
Proof.
  intros R A B. unfold same_in, same. rewrite !(le_in_spec T gs) by assumption. apply andb_true_iff.
Qed.

Lemma forallb_map_in {A B} (f : A -> B) (p : B -> bool) (q : A -> bool) l :
  (forall a, In a l -> p (f a) = q a) -> forallb p (map f l) = forallb q l.
Proof.
  induction l as [| a l IH]; intros H; [reflexivity |]. simpl. rewrite (H a (or_introl eq_refl)), IH; [reflexivity |].
  intros b I. apply H. right. assumption.
Qed.

Lemma against_spec T gs l r row b :
  represents T gs -> (forall x, In x (l ++ r) -> x < length gs) -> b < length gs ->
  right_row gs (game_with gs l r) row b ->
  against T l r row b = (at_most (game_with gs l r) (game_at gs b), at_most (game_at gs b) (game_with gs l r)).
Proof.
  intros R I B [_ E]. pose proof R as (_ & _ & R'). destruct (R' b B) as (FB & GB & _).
  assert (LB : lefts (game_at gs b) = map (game_at gs) (fst (form_of T b))) by (rewrite GB; reflexivity).
  assert (RB : rights (game_at gs b) = map (game_at gs) (snd (form_of T b))) by (rewrite GB; reflexivity).
  unfold against. rewrite (at_most_eq (game_with gs l r)), (at_most_eq (game_at gs b)), LB, RB.
  change (lefts (game_with gs l r)) with (map (game_at gs) l).
  change (rights (game_with gs l r)) with (map (game_at gs) r).
  f_equal; f_equal; symmetry; apply forallb_map_in.
  - intros x Ix. rewrite (le_in_spec T gs) by (auto; apply I, in_app_iff; auto). reflexivity.
  - intros y Iy. rewrite E by (apply FB, in_app_iff; auto). reflexivity.
  - intros x Ix. rewrite E by (apply FB, in_app_iff; auto). reflexivity.
  - intros y Iy. rewrite (le_in_spec T gs) by (auto; apply I, in_app_iff; auto). reflexivity.
Qed.

Lemma row_from_spec T gs l r more : forall b row,
  represents T gs -> (forall x, In x (l ++ r) -> x < length gs) -> b + more <= length gs ->
  right_row gs (game_with gs l r) row b ->
  right_row gs (game_with gs l r) (row_from T l r more b row) (b + more).
Proof.
  induction more as [| more IH]; intros b row R I L H; simpl; [rewrite Nat.add_0_r; assumption |].
  replace (b + S more) with (S b + more) by lia. apply IH; auto; [lia |].
  pose proof (against_spec T gs l r row b R I ltac:(lia) H) as A. destruct H as [V E]. split.
  - rewrite vec_length_push. congruence.
  - intros c C. unfold entry. destruct (Nat.eq_dec c b) as [-> | N].
    + rewrite <- V at 2. rewrite vec_get_new. exact A.
    + rewrite vec_get_old by lia. apply E. lia.
Qed.

Lemma row_of_spec T gs l r until :
  represents T gs -> (forall x, In x (l ++ r) -> x < length gs) -> until <= length gs ->
  right_row gs (game_with gs l r) (row_of T l r until) until.
Proof.
  intros R I L. apply (row_from_spec T gs l r until 0 vec_empty R I L), empty_row.
Qed.

Lemma game_at_old gs hs i : i < length gs -> game_at (gs ++ hs) i = game_at gs i.
Proof. intros H. apply app_nth1, H. Qed.

Lemma game_at_new gs G : game_at (gs ++ [G]) (length gs) = G.
Proof. unfold game_at. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. Qed.

Lemma game_with_old gs hs l r :
  (forall x, In x (l ++ r) -> x < length gs) -> game_with (gs ++ hs) l r = game_with gs l r.
Proof.
  intros I. unfold game_with. f_equal; apply map_ext_in; intros x Ix; apply game_at_old, I, in_app_iff; auto.
Qed.

Lemma add_game_spec T gs l r :
  represents T gs -> (forall x, In x (l ++ r) -> x < length gs) ->
  represents (add_game T l r) (gs ++ [game_with gs l r]).
Proof.
  intros R I. pose proof (row_of_spec T gs l r (count T) R I) as H. pose proof R as (F & W & R').
  unfold count in H. rewrite F in H. specialize (H (le_n _)).
  unfold represents, add_game, count, form_of, row_at. cbn [forms rows].
  rewrite !vec_length_push, app_length, F, W. simpl length. split; [lia |]. split; [lia |].
  intros i L. destruct (Nat.eq_dec i (length gs)) as [-> | N].
  - assert (EF : vec_get ([], []) (vec_push (forms T) (l, r)) (length gs) = (l, r)).
    { rewrite <- F. apply vec_get_new. }
    assert (ER : forall v, vec_get vec_empty (vec_push (rows T) v) (length gs) = v).
    { intros v. rewrite <- W. apply vec_get_new. }
    rewrite EF, ER, game_at_new. cbn [fst snd]. rewrite (game_with_old gs _ l r I).
    split; [assumption |]. split; [reflexivity |]. destruct H as [V E]. split; [assumption |].
    intros b B. rewrite E by assumption. rewrite game_at_old by assumption. reflexivity.
  - assert (L' : i < length gs) by lia. destruct (R' i L') as (A & B & V & E). unfold form_of, row_at in *.
    rewrite vec_get_old by lia. rewrite vec_get_old by lia.
    rewrite game_at_old by assumption. split; [assumption |]. split.
    + rewrite B at 1. symmetry. apply game_with_old. intros x Ix. specialize (A x Ix). lia.
    + split; [assumption |]. intros b Hb. rewrite E, game_at_old by lia. reflexivity.
Qed.

(** ** Lists of games *)

(** Games of a document, each by the numbers of its options. *)
Definition add_all (T : table) (l : list (list nat * list nat)) : table :=
  fold_left (fun T f => add_game T (fst f) (snd f)) l T.

Definition games_after (gs : list game) (l : list (list nat * list nat)) : list game :=
  fold_left (fun gs f => gs ++ [game_with gs (fst f) (snd f)]) l gs.

(** Numbers increase and are those of earlier games. *)
Fixpoint increasing_below (first below : nat) (l : list nat) : bool :=
  match l with [] => true | x :: l => (first <=? x) && (x <? below) && increasing_below (S x) below l end.

Fixpoint in_order (number : nat) (l : list (list nat * list nat)) : bool :=
  match l with
  | [] => true
  | f :: l => increasing_below 0 number (fst f) && increasing_below 0 number (snd f) && in_order (S number) l
  end.

Lemma increasing_below_spec first below l x : increasing_below first below l = true -> In x l -> x < below.
Proof.
  revert first. induction l as [| y l IH]; intros first H I; [destruct I |]. simpl in H.
  rewrite !andb_true_iff in H. destruct H as [[_ H] H']. destruct I as [<- | I]; [apply Nat.ltb_lt, H | eapply IH; eassumption].
Qed.

Lemma add_all_spec l : forall T gs,
  represents T gs -> in_order (length gs) l = true ->
  represents (add_all T l) (games_after gs l) /\ length (games_after gs l) = length gs + length l.
Proof.
  induction l as [| [a b] l IH]; intros T gs R H; [split; [assumption | simpl; lia] |].
  cbn [in_order fst snd] in H. rewrite !andb_true_iff in H. destruct H as [[HA HB] H].
  assert (I : forall x, In x (a ++ b) -> x < length gs).
  { intros x Ix. apply in_app_iff in Ix. destruct Ix;
      [apply (increasing_below_spec 0 _ a x HA) | apply (increasing_below_spec 0 _ b x HB)]; assumption. }
  destruct (IH (add_game T a b) (gs ++ [game_with gs a b])) as [A B].
  - apply add_game_spec; assumption.
  - rewrite app_length. simpl. rewrite Nat.add_1_r. exact H.
  - split; [exact A |]. cbn [games_after fold_left fst snd] in *. unfold games_after in B. rewrite B, app_length.
    simpl. lia.
Qed.
