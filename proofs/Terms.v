(** Terms and conditions of a document as trees of simple conditions: crates/certify/src/formula/builder.rs.

    A term becomes a linear form over tracks. What is not linear gets a track of its own, with a definition: a quotient q of
    t by c has cq ≤ t ≤ cq + c - 1, the result of a bitwise operation is on a track that [Bits] ties to two others, a
    minimum is a number that is one of two. [none_sound] says that conditions of which the search finds no integers are
    satisfied by none, [everywhere_sound] that automata have their witnesses wherever conditions hold. *)

From Coq Require Import Arith ZArith List Lia Bool.
From Ishitori Require Import Automata Bitwise Joins.
Import ListNotations.

(** ** Terms and conditions *)

Inductive term :=
| TNumber (z : Z)
| TName (name : nat)
| TSum (l : list term)
| TTimes (a : Z) (t : term)
| TDiv (t : term) (c : Z)
| TMod (t : term) (c : Z)
| TMin (a b : term)
| TMax (a b : term)
(** xor (0), and (1), or (2), bit by bit. *)
| TBits (operation : nat) (a b : term)
| TIf (c : test) (a b : term)
with test :=
| CEqual (a b : term)
| CAtMost (a b : term)
| CAll (l : list test)
| CAny (l : list test)
| CNot (c : test).

Section Meaning.
  Open Scope Z_scope.
  Variable value : nat -> Z.

  Fixpoint number_of (t : term) : Z :=
    match t with
    | TNumber z => z
    | TName n => value n
    | TSum l => fold_right (fun t s => number_of t + s) 0 l
    | TTimes a t => a * number_of t
    | TDiv t c => number_of t / c
    | TMod t c => number_of t mod c
    | TMin a b => Z.min (number_of a) (number_of b)
    | TMax a b => Z.max (number_of a) (number_of b)
    | TBits op a b => operate_Z op (number_of a) (number_of b)
    | TIf c a b => if true_of c then number_of a else number_of b
    end
  with true_of (c : test) : bool :=
    match c with
    | CEqual a b => number_of a =? number_of b
    | CAtMost a b => number_of a <=? number_of b
    | CAll l => fold_right (fun c s => true_of c && s) true l
    | CAny l => fold_right (fun c s => true_of c || s) false l
    | CNot c => negb (true_of c)
    end.
End Meaning.

(** ** Linear forms *)

(** Every number that is read or made is below this in absolute value. *)
Definition largest : Z := 1099511627776.
Definition bounded (z : Z) : option Z := (if (Z.abs z <? largest)%Z then Some z else None).

Lemma bounded_some z y : bounded z = Some y -> y = z.
Proof. unfold bounded. destruct (_ <? _)%Z; congruence. Qed.

Definition bind {A B} (o : option A) (f : A -> option B) : option B :=
  match o with Some a => f a | None => None end.

Lemma bind_some {A B} (o : option A) (f : A -> option B) b :
  bind o f = Some b -> exists a, o = Some a /\ f a = Some b.
Proof. destruct o; simpl; [eauto | discriminate]. Qed.

(** Adds a · track to terms that are in order. *)
Fixpoint add_term (t : nat) (a : Z) (l : list (nat * Z)) : option (list (nat * Z)) :=
  match l with
  | [] => bind (bounded a) (fun a => Some (if (a =? 0)%Z then [] else [(t, a)]))
  | (u, b) :: rest =>
      if t =? u then bind (bounded (b + a)%Z) (fun c => Some (if (c =? 0)%Z then rest else (u, c) :: rest))
      else if t <? u then bind (bounded a) (fun a => Some (if (a =? 0)%Z then l else (t, a) :: l))
      else bind (add_term t a rest) (fun rest => Some ((u, b) :: rest))
  end.

Fixpoint add_terms (factor : Z) (from l : list (nat * Z)) : option (list (nat * Z)) :=
  match from with
  | [] => Some l
  | (t, a) :: from =>
      bind (bounded (a * factor)%Z) (fun a => bind (add_term t a l) (fun l => add_terms factor from l))
  end.

(** f + factor · g. *)
Definition plus (f g : form) (factor : Z) : option form :=
  bind (bounded factor) (fun factor =>
  bind (bounded (constant g * factor)%Z) (fun c =>
  bind (bounded (constant f + c)%Z) (fun c =>
  bind (add_terms factor (terms g) (terms f)) (fun l => Some {| terms := l; constant := c |})))).

Definition constant_form (z : Z) : form := {| terms := []; constant := z |}.
Definition track_form (t : nat) : form := {| terms := [(t, 1%Z)]; constant := 0%Z |}.

Definition scoped (f : form) (n : nat) : Prop := scoped_form (terms f) n.

Lemma add_term_spec t a l l' x n :
  add_term t a l = Some l' ->
  sum_of l' x = (a * x t + sum_of l x)%Z /\ (t < n -> scoped_form l n -> scoped_form l' n).
Proof.
  revert l'. induction l as [| [u b] l IH]; intros l' H; cbn [add_term] in H.
  - apply bind_some in H. destruct H as (a' & B & H). apply bounded_some in B. subst a'.
    destruct (Z.eqb_spec a 0); injection H as <-.
    + subst a. split; [simpl; lia | auto].
    + split; [simpl; lia |]. intros T _ ta [<- | []]. exact T.
  - destruct (Nat.eqb_spec t u) as [-> |]; [| destruct (Nat.ltb_spec t u)].
    + apply bind_some in H. destruct H as (c & B & H). apply bounded_some in B. subst c.
      destruct (Z.eqb_spec (b + a) 0); injection H as <-.
      * split; [unfold sum_of; cbn [fold_right fst snd]; replace b with (- a)%Z by lia; lia |].
        intros T S ta I. apply S. right. exact I.
      * split; [unfold sum_of; cbn [fold_right fst snd]; lia |].
        intros T S ta [<- | I]; [exact T | apply S; right; exact I].
    + apply bind_some in H. destruct H as (a' & B & H). apply bounded_some in B. subst a'.
      destruct (Z.eqb_spec a 0); injection H as <-.
      * subst a. split; [lia | auto].
      * split; [unfold sum_of; cbn [fold_right fst snd]; lia |]. intros T S ta [<- | I]; [exact T | apply S, I].
    + apply bind_some in H. destruct H as (k & B & H). injection H as <-. destruct (IH k B) as [V S].
      split; [unfold sum_of in *; cbn [fold_right fst snd]; lia |].
      intros T Q ta [<- | I]; [apply (Q (u, b)); left; reflexivity |].
      apply S; [exact T | intros tb J; apply Q; right; exact J | exact I].
Qed.

Lemma add_terms_spec factor from : forall l l' x n,
  add_terms factor from l = Some l' ->
  sum_of l' x = (factor * sum_of from x + sum_of l x)%Z /\
  (scoped_form from n -> scoped_form l n -> scoped_form l' n).
Proof.
  induction from as [| [t a] from IH]; intros l l' x n H; cbn [add_terms] in H.
  - injection H as <-. split; [simpl; lia | auto].
  - apply bind_some in H. destruct H as (a' & B & H). apply bounded_some in B. subst a'.
    apply bind_some in H. destruct H as (k & A & H).
    destruct (IH k l' x n H) as [V S]. destruct (add_term_spec t _ l k x n A) as [V' S'].
    split; [unfold sum_of in *; cbn [fold_right fst snd]; lia |].
    intros Q Ql. apply S; [intros tb J; apply Q; right; exact J |].
    apply S'; [apply (Q (t, a)); left; reflexivity | exact Ql].
Qed.

Lemma plus_spec f g k h x n :
  plus f g k = Some h ->
  eval h x = (eval f x + k * eval g x)%Z /\ (scoped f n -> scoped g n -> scoped h n).
Proof.
  unfold plus. intros H. apply bind_some in H. destruct H as (k' & B & H). apply bounded_some in B. subst k'.
  apply bind_some in H. destruct H as (c1 & B & H). apply bounded_some in B. subst c1.
  apply bind_some in H. destruct H as (c2 & B & H). apply bounded_some in B. subst c2.
  apply bind_some in H. destruct H as (l & A & H). injection H as <-.
  destruct (add_terms_spec k (terms g) (terms f) l x n A) as [V S].
  unfold eval. cbn [terms constant]. split; [lia |]. unfold scoped. cbn [terms]. intros. apply S; assumption.
Qed.

Lemma eval_track t x : eval (track_form t) x = x t.
Proof. unfold eval, track_form, sum_of. cbn [terms constant fold_right fst snd]. lia. Qed.

Lemma eval_agree f n x y : scoped f n -> (forall t, t < n -> x t = y t) -> eval f x = eval f y.
Proof.
  unfold scoped, eval. intros S E. f_equal. revert S. induction (terms f) as [| [t a] l IH]; intros S; [reflexivity |].
  unfold sum_of in *. cbn [fold_right fst snd]. rewrite (E t), IH; [reflexivity | | apply (S (t, a)); left; reflexivity].
  intros ta I. apply S. right. exact I.
Qed.

Lemma scoped_more f n m : scoped f n -> n <= m -> scoped f m.
Proof. intros S L ta I. specialize (S ta I). lia. Qed.

(** ** The builder *)

Definition form_eqb (f g : form) : bool :=
  list_eqb (fun p q => (fst p =? fst q) && (snd p =? snd q)%Z) (terms f) (terms g) && (constant f =? constant g)%Z.

Lemma form_eqb_eq f g : form_eqb f g = true -> f = g.
Proof.
  destruct f, g. unfold form_eqb. simpl. rewrite andb_true_iff. intros [A B]. apply Z.eqb_eq in B.
  apply list_eqb_eq in A; [congruence |]. intros [p q] [r s] H. simpl in H. apply andb_true_iff in H.
  destruct H as [H1 H2]. apply Nat.eqb_eq in H1. apply Z.eqb_eq in H2. congruence.
Qed.

(** How many tracks there are, what defines those that were added, and which of them stand for forms, and for quotients. *)
Record builder := {
  tracks : nat;
  definitions : list (tree atom);
  on : list (form * nat);
  quotients : list (form * Z * nat);
}.

Definition new_builder (n : nat) : builder :=
  {| tracks := n; definitions := []; on := []; quotients := [] |}.

Definition at_most (f g : form) : option (tree atom) := bind (plus f g (-1)) (fun h => Some (Leaf (AtMostZero h))).
Definition equal (f g : form) : option (tree atom) := bind (plus f g (-1)) (fun h => Some (Leaf (Zero h))).
Definition less (f g : form) : option (tree atom) := bind (plus f (constant_form 1) 1) (fun f => at_most f g).

Fixpoint find_on (f : form) (l : list (form * nat)) : option nat :=
  match l with [] => None | (g, t) :: l => if form_eqb f g then Some t else find_on f l end.

Fixpoint find_quotient (f : form) (c : Z) (l : list (form * Z * nat)) : option nat :=
  match l with
  | [] => None
  | (g, d, t) :: l => if form_eqb f g && (c =? d)%Z then Some t else find_quotient f c l
  end.

(** A track that has the value of a form. *)
Definition on_track (b : builder) (f : form) : option (nat * builder) :=
  match terms f, constant f with
  | [(t, 1%Z)], 0%Z => Some (t, b)
  | _, _ =>
      match find_on f (on b) with
      | Some t => Some (t, b)
      | None =>
          let t := tracks b in
          bind (equal (track_form t) f) (fun d =>
          Some (t, {| tracks := S t; definitions := definitions b ++ [d]; on := (f, t) :: on b; quotients := quotients b |}))
      end
  end.

(** The q with cq ≤ f ≤ cq + c - 1. *)
Definition quotient (b : builder) (f : form) (c : Z) : option (nat * builder) :=
  match find_quotient f c (quotients b) with
  | Some t => Some (t, b)
  | None =>
      let t := tracks b in
      bind (bounded c) (fun c =>
      if (c <? 1)%Z then None else
      bind (plus (constant_form 0) (track_form t) c) (fun multiple =>
      bind (at_most multiple f) (fun low =>
      bind (plus multiple (constant_form c) 1) (fun more =>
      bind (plus more (constant_form 1) (-1)) (fun more =>
      bind (at_most f more) (fun high =>
      Some (t, {| tracks := S t; definitions := definitions b ++ [low; high]; on := on b;
                  quotients := (f, c, t) :: quotients b |})))))))
  end.

Definition either (c yes no : tree atom) : tree atom := Or (And c yes) (And (Not c) no).

Definition names := list (nat * form).
Fixpoint look (name : nat) (l : names) : option form :=
  match l with [] => None | (m, f) :: l => if name =? m then Some f else look name l end.

(** Adds a definition for a track that was added before. *)
Definition define (b : builder) (d : tree atom) : builder :=
  {| tracks := tracks b; definitions := definitions b ++ [d]; on := on b; quotients := quotients b |}.
Definition fresh (b : builder) : builder :=
  {| tracks := S (tracks b); definitions := definitions b; on := on b; quotients := quotients b |}.

Fixpoint sum_with (num : builder -> term -> option (form * builder)) (l : list term) (f : form) (b : builder) :
  option (form * builder) :=
  match l with
  | [] => Some (f, b)
  | t :: l => bind (num b t) (fun gb => bind (plus f (fst gb) 1) (fun f => sum_with num l f (snd gb)))
  end.

Fixpoint all_with (cond : builder -> test -> option (tree atom * builder)) (l : list test) (b : builder) :
  option (tree atom * builder) :=
  match l with
  | [] => Some (Truth true, b)
  | c :: l => bind (cond b c) (fun cb => bind (all_with cond l (snd cb)) (fun lb => Some (And (fst cb) (fst lb), snd lb)))
  end.

Fixpoint any_with (cond : builder -> test -> option (tree atom * builder)) (l : list test) (b : builder) :
  option (tree atom * builder) :=
  match l with
  | [] => Some (Truth false, b)
  | c :: l => bind (cond b c) (fun cb => bind (any_with cond l (snd cb)) (fun lb => Some (Or (fst cb) (fst lb), snd lb)))
  end.

(** [fuel] bounds the depth. *)
Fixpoint number (fuel : nat) (ns : names) (b : builder) (t : term) {struct fuel} : option (form * builder) :=
  match fuel with
  | 0 => None
  | S fuel =>
      match t with
      | TNumber z => bind (bounded z) (fun z => Some (constant_form z, b))
      | TName name => bind (look name ns) (fun f => Some (f, b))
      | TSum l =>
          sum_with (number fuel ns) l (constant_form 0) b
      | TTimes a t =>
          bind (number fuel ns b t) (fun fb => bind (plus (constant_form 0) (fst fb) a) (fun f => Some (f, snd fb)))
      | TDiv t c =>
          bind (number fuel ns b t) (fun fb =>
          bind (quotient (snd fb) (fst fb) c) (fun qb => Some (track_form (fst qb), snd qb)))
      | TMod t c =>
          bind (number fuel ns b t) (fun fb =>
          bind (quotient (snd fb) (fst fb) c) (fun qb =>
          bind (plus (constant_form 0) (track_form (fst qb)) c) (fun multiple =>
          bind (plus (fst fb) multiple (-1)) (fun f => Some (f, snd qb)))))
      | TBits op x y =>
          bind (number fuel ns b x) (fun fb =>
          bind (number fuel ns (snd fb) y) (fun gb =>
          bind (on_track (snd gb) (fst fb)) (fun ib =>
          bind (on_track (snd ib) (fst gb)) (fun jb =>
          let r := tracks (snd jb) in
          Some (track_form r, define (fresh (snd jb)) (Leaf (Bits op (fst ib) (fst jb) r)))))))
      | TMin _ _ | TMax _ _ | TIf _ _ _ =>
          let r := tracks b in
          bind (is_number fuel ns (fresh b) (track_form r) t) (fun db =>
          Some (track_form r, define (snd db) (fst db)))
      end
  end
with is_number (fuel : nat) (ns : names) (b : builder) (value : form) (t : term) {struct fuel} : option (tree atom * builder) :=
  match fuel with
  | 0 => None
  | S fuel =>
      match t with
      | TIf c x y =>
          bind (condition_of fuel ns b c) (fun cb =>
          bind (is_number fuel ns (snd cb) value x) (fun xb =>
          bind (is_number fuel ns (snd xb) value y) (fun yb => Some (either (fst cb) (fst xb) (fst yb), snd yb))))
      | TMin x y =>
          bind (number fuel ns b x) (fun fb =>
          bind (number fuel ns (snd fb) y) (fun gb =>
          bind (at_most (fst fb) (fst gb)) (fun first =>
          bind (equal value (fst fb)) (fun ex =>
          bind (equal value (fst gb)) (fun ey => Some (either first ex ey, snd gb))))))
      | TMax x y =>
          bind (number fuel ns b x) (fun fb =>
          bind (number fuel ns (snd fb) y) (fun gb =>
          bind (at_most (fst gb) (fst fb)) (fun first =>
          bind (equal value (fst fb)) (fun ex =>
          bind (equal value (fst gb)) (fun ey => Some (either first ex ey, snd gb))))))
      | _ => bind (number fuel ns b t) (fun fb => bind (equal value (fst fb)) (fun d => Some (d, snd fb)))
      end
  end
with condition_of (fuel : nat) (ns : names) (b : builder) (c : test) {struct fuel} : option (tree atom * builder) :=
  match fuel with
  | 0 => None
  | S fuel =>
      match c with
      | CEqual x y =>
          bind (number fuel ns b x) (fun fb =>
          bind (number fuel ns (snd fb) y) (fun gb => bind (equal (fst fb) (fst gb)) (fun d => Some (d, snd gb))))
      | CAtMost x y =>
          bind (number fuel ns b x) (fun fb =>
          bind (number fuel ns (snd fb) y) (fun gb => bind (at_most (fst fb) (fst gb)) (fun d => Some (d, snd gb))))
      | CAll l =>
          all_with (condition_of fuel ns) l b
      | CAny l =>
          any_with (condition_of fuel ns) l b
      | CNot c => bind (condition_of fuel ns b c) (fun cb => Some (Not (fst cb), snd cb))
      end
  end.

(** ** What the builder makes means what it was made of *)

Section Sound.
  Variable automata : list automaton.

  Definition same_env (n : nat) (x y : env) : Prop := forall t, t < n -> x t = y t.
  Definition tree_fine (n : nat) (d : tree atom) : Prop := forall a, In a (leaves d) -> fine automata n a.
  Definition sat (d : tree atom) (x : env) : Prop := means (fun a => holds automata a x) d.

  Lemma letter_same x y w i : same_env w x y -> letter_at x w i = letter_at y w i.
  Proof. intros E. apply map_ext_in. intros t I. apply in_seq in I. rewrite (E t) by lia. reflexivity. Qed.

  Lemma accepted_same a w x y : same_env w x y -> accepted a w x -> accepted a w y.
  Proof.
    intros E (l & EN & A). exists l. split.
    - intros t i T L. rewrite <- (E t T). apply EN; assumption.
    - rewrite <- A. f_equal. assert (W : forall c, word x w c = word y w c); [| rewrite W; reflexivity].
      induction c as [| c IH]; [reflexivity |]. cbn [word]. rewrite IH, (letter_same x y w c E). reflexivity.
  Qed.

  Lemma holds_same n a x y : fine automata n a -> same_env n x y -> (holds automata a x <-> holds automata a y).
  Proof.
    intros F E. destruct a as [f | f | op i j r | k l]; simpl in *.
    - rewrite (eval_agree f n x y F E). reflexivity.
    - rewrite (eval_agree f n x y F E). reflexivity.
    - destruct F as (I & J & R). rewrite (E i I), (E j J), (E r R). reflexivity.
    - destruct F as (T & _). split; apply accepted_same; intros t L; [| symmetry]; apply E, T, nth_In, L.
  Qed.

  Lemma sat_same n d x y : tree_fine n d -> same_env n x y -> (sat d x <-> sat d y).
  Proof.
    intros F E. unfold sat. induction d as [a | c | t IHt u IHu | t IHt u IHu | t IHt]; simpl.
    - apply (holds_same n); [apply F; left; reflexivity | exact E].
    - reflexivity.
    - rewrite IHt, IHu; [reflexivity | |]; intros a I; apply F, in_app_iff; auto.
    - rewrite IHt, IHu; [reflexivity | |]; intros a I; apply F, in_app_iff; auto.
    - rewrite IHt; [reflexivity | exact F].
  Qed.

  Lemma fine_more n m a : fine automata n a -> n <= m -> fine automata m a.
  Proof.
    intros F L. destruct a as [f | f | op i j r | k l]; simpl in *; try lia.
    - intros ta I. specialize (F ta I). lia.
    - intros ta I. specialize (F ta I). lia.
    - destruct F as [T R]. split; [| exact R]. intros t I. specialize (T t I). lia.
  Qed.

  Lemma tree_fine_more n m d : tree_fine n d -> n <= m -> tree_fine m d.
  Proof. intros F L a I. apply (fine_more n); [apply F, I | exact L]. Qed.

  Definition good (b : builder) (x : env) : Prop := forall d, In d (definitions b) -> sat d x.

  Definition wf (b : builder) : Prop :=
    (forall d, In d (definitions b) -> tree_fine (tracks b) d) /\
    (forall f t, In (f, t) (on b) -> t < tracks b /\ forall x, good b x -> x t = eval f x) /\
    (forall f c t, In (f, c, t) (quotients b) -> t < tracks b /\ forall x, good b x -> x t = (eval f x / c)%Z).

  Definition ext (b b' : builder) : Prop :=
    tracks b <= tracks b' /\ wf b' /\ (forall x, good b' x -> good b x) /\
    (forall x, good b x -> exists y, same_env (tracks b) x y /\ good b' y).

  Lemma ext_refl b : wf b -> ext b b.
  Proof.
    intros W. split; [lia |]. split; [exact W |]. split; [auto |].
    intros x G. exists x. split; [intros t _; reflexivity | exact G].
  Qed.

  Lemma ext_trans b1 b2 b3 : ext b1 b2 -> ext b2 b3 -> ext b1 b3.
  Proof.
    intros (L1 & W1 & G1 & X1) (L2 & W2 & G2 & X2). split; [lia |]. split; [exact W2 |]. split; [auto |].
    intros x G. destruct (X1 x G) as (y & E & Gy). destruct (X2 y Gy) as (z & E' & Gz). exists z. split; [| exact Gz].
    intros t T. rewrite (E t T). apply E'. lia.
  Qed.

  Definition set_track (x : env) (t : nat) (z : Z) : env := fun u => if u =? t then z else x u.

  Lemma set_same x t z n : n <= t -> same_env n x (set_track x t z).
  Proof. intros L u U. unfold set_track. destruct (Nat.eqb_spec u t); [lia | reflexivity]. Qed.

  Lemma set_there x t z : set_track x t z t = z.
  Proof. unfold set_track. rewrite Nat.eqb_refl. reflexivity. Qed.

  Lemma good_same b x y : wf b -> same_env (tracks b) x y -> good b x -> good b y.
  Proof. intros (D & _) E G d I. apply (sat_same (tracks b) d x y); auto. Qed.

  (** A new track with a definition that some number satisfies. *)
  Lemma ext_define b ds on' quotients' :
    wf b ->
    let b' := {| tracks := S (tracks b); definitions := definitions b ++ ds; on := on'; quotients := quotients' |} in
    (forall d, In d ds -> tree_fine (S (tracks b)) d) ->
    (forall f t, In (f, t) on' -> In (f, t) (on b) \/
       (t = tracks b /\ forall x, good b' x -> x t = eval f x)) ->
    (forall f c t, In (f, c, t) quotients' -> In (f, c, t) (quotients b) \/
       (t = tracks b /\ forall x, good b' x -> x t = (eval f x / c)%Z)) ->
    (forall x, good b x -> exists z, forall d, In d ds -> sat d (set_track x (tracks b) z)) ->
    ext b b'.
  Proof.
    intros W b' F O Q X.
    assert (GB : forall x, good b' x -> good b x).
    { intros x G d I. apply G. cbn [b' definitions]. apply in_app_iff. auto. }
    split; [cbn; lia |]. split; [| split; [exact GB |]].
    - destruct W as (D & WO & WQ). split; [| split].
      + intros d I. apply in_app_iff in I. destruct I as [I | I]; [| apply F, I].
        apply (tree_fine_more (tracks b)); [apply D, I | cbn; lia].
      + intros f t I. destruct (O f t I) as [J | [-> J]]; [| split; [cbn; lia | exact J]].
        destruct (WO f t J) as [L E]. split; [cbn; lia |]. intros x G. apply E, GB, G.
      + intros f c t I. destruct (Q f c t I) as [J | [-> J]]; [| split; [cbn; lia | exact J]].
        destruct (WQ f c t J) as [L E]. split; [cbn; lia |]. intros x G. apply E, GB, G.
    - intros x G. destruct (X x G) as (z & Z). exists (set_track x (tracks b) z).
      split; [apply set_same; lia |]. intros d I. apply in_app_iff in I. destruct I as [I | I]; [| apply Z, I].
      apply (good_same b x); [exact W | apply set_same; lia | exact G | exact I].
  Qed.

  Lemma at_most_ok f g d n :
    at_most f g = Some d -> scoped f n -> scoped g n ->
    tree_fine n d /\ forall x, sat d x <-> (eval f x <= eval g x)%Z.
  Proof.
    intros H SF SG. apply bind_some in H. destruct H as (h & P & H). injection H as <-. split.
    - intros a [<- | []]. simpl. apply (plus_spec f g (-1) h (fun _ => 0%Z) n P); assumption.
    - intros x. unfold sat. simpl. destruct (plus_spec f g (-1) h x n P) as [E _]. rewrite E. lia.
  Qed.

  Lemma equal_ok f g d n :
    equal f g = Some d -> scoped f n -> scoped g n ->
    tree_fine n d /\ forall x, sat d x <-> eval f x = eval g x.
  Proof.
    intros H SF SG. apply bind_some in H. destruct H as (h & P & H). injection H as <-. split.
    - intros a [<- | []]. simpl. apply (plus_spec f g (-1) h (fun _ => 0%Z) n P); assumption.
    - intros x. unfold sat. simpl. destruct (plus_spec f g (-1) h x n P) as [E _]. rewrite E. lia.
  Qed.

  Lemma scoped_track t n : t < n -> scoped (track_form t) n.
  Proof. intros L ta [<- | []]. exact L. Qed.

  Lemma scoped_constant z n : scoped (constant_form z) n.
  Proof. intros ta []. Qed.

  Lemma eval_constant z x : eval (constant_form z) x = z.
  Proof. reflexivity. Qed.

  Lemma find_on_in f l t : find_on f l = Some t -> In (f, t) l.
  Proof.
    induction l as [| [g u] l IH]; simpl; [discriminate |]. destruct (form_eqb f g) eqn:E; [| auto].
    intros H. injection H as <-. apply form_eqb_eq in E. subst g. auto.
  Qed.

  Lemma find_quotient_in f c l t : find_quotient f c l = Some t -> In (f, c, t) l.
  Proof.
    induction l as [| [[g d] u] l IH]; simpl; [discriminate |]. destruct (form_eqb f g && (c =? d)%Z) eqn:E; [| auto].
    intros H. injection H as <-. apply andb_true_iff in E. destruct E as [E1 E2]. apply form_eqb_eq in E1.
    apply Z.eqb_eq in E2. subst g d. auto.
  Qed.

  Lemma on_track_ok b f t b' :
    wf b -> scoped f (tracks b) -> on_track b f = Some (t, b') ->
    ext b b' /\ t < tracks b' /\ forall x, good b' x -> x t = eval f x.
  Proof.
    intros W SF H.
    assert (GEN : match find_on f (on b) with
      | Some t => Some (t, b)
      | None => bind (equal (track_form (tracks b)) f) (fun d =>
          Some (tracks b, {| tracks := S (tracks b); definitions := definitions b ++ [d]; on := (f, tracks b) :: on b; quotients := quotients b |}))
      end = Some (t, b') -> ext b b' /\ t < tracks b' /\ forall x, good b' x -> x t = eval f x).
    { clear H. intros H. destruct (find_on f (on b)) as [u |] eqn:E.
      - injection H as <- <-. apply find_on_in in E. destruct W as (W1 & W2 & W3). destruct (W2 f u E).
        split; [apply ext_refl; exact (conj W1 (conj W2 W3)) | auto].
      - apply bind_some in H. destruct H as (d & P & H). injection H as <- <-.
        destruct (equal_ok _ _ _ (S (tracks b)) P) as [F M]; [apply scoped_track; lia | apply (scoped_more f (tracks b)); [exact SF | lia] |].
        assert (V : forall x, good {| tracks := S (tracks b); definitions := definitions b ++ [d];
          on := (f, tracks b) :: on b; quotients := quotients b |} x -> x (tracks b) = eval f x).
        { intros x G. rewrite <- eval_track. apply M, G. apply in_app_iff. right. left. reflexivity. }
        split; [| split; [cbn; lia | exact V]].
        apply ext_define; auto.
        + intros d' [<- | []]. exact F.
        + intros g u [I | I]; [injection I as <- <-; right; auto | auto].
        + intros x G. exists (eval f x). intros d' [<- | []]. apply M.
          rewrite eval_track, set_there. apply (eval_agree f (tracks b)); [exact SF | apply set_same; lia]. }
    unfold on_track in H.
    destruct (terms f) as [| [u a] l] eqn:TF; [apply GEN; exact H |].
    destruct a as [| [p | p |] | p]; try (destruct l; apply GEN; exact H).
    destruct l as [| q l]; [| apply GEN; exact H].
    destruct (constant f) eqn:CF; try (apply GEN; exact H).
    injection H as <- <-. split; [apply ext_refl, W |]. split.
    - apply (SF (u, 1%Z)). rewrite TF. left. reflexivity.
    - intros x _. unfold eval, sum_of. rewrite TF, CF. cbn [fold_right fst snd]. lia.
  Qed.

  Lemma quotient_ok b f c t b' :
    wf b -> scoped f (tracks b) -> quotient b f c = Some (t, b') ->
    ext b b' /\ t < tracks b' /\ forall x, good b' x -> x t = (eval f x / c)%Z.
  Proof.
    intros W SF H. unfold quotient in H. destruct (find_quotient f c (quotients b)) as [u |] eqn:E.
    - injection H as <- <-. apply find_quotient_in in E. pose proof W as (_ & _ & W3). destruct (W3 f c u E).
      split; [apply ext_refl, W | auto].
    - apply bind_some in H. destruct H as (c' & Bc & H). apply bounded_some in Bc. subst c'.
      destruct (Z.ltb_spec c 1) as [| C1]; [discriminate |].
      apply bind_some in H. destruct H as (m & Pm & H). apply bind_some in H. destruct H as (low_ & Pl & H).
      apply bind_some in H. destruct H as (m1 & P1 & H). apply bind_some in H. destruct H as (m2 & P2 & H).
      apply bind_some in H. destruct H as (high_ & Ph & H). injection H as <- <-.
      set (t := tracks b). assert (SF' : scoped f (S t)) by (apply (scoped_more f t); [exact SF | lia]).
      assert (ST : scoped (track_form t) (S t)) by (apply scoped_track; lia).
      assert (Vm : forall x, eval m x = (c * x t)%Z /\ (eval m2 x = c * x t + c - 1)%Z).
      { intros x. destruct (plus_spec _ _ _ _ x (S t) Pm) as [A _]. destruct (plus_spec _ _ _ _ x (S t) P1) as [A1 _].
        destruct (plus_spec _ _ _ _ x (S t) P2) as [A2 _]. rewrite eval_track, eval_constant in A.
        rewrite eval_constant in A1, A2. fold t in A. lia. }
      assert (Sm : scoped m (S t)).
      { apply (plus_spec _ _ _ _ (fun _ => 0%Z) (S t) Pm); [apply scoped_constant | exact ST]. }
      assert (Sm2 : scoped m2 (S t)).
      { apply (plus_spec _ _ _ _ (fun _ => 0%Z) (S t) P2); [| apply scoped_constant].
        apply (plus_spec _ _ _ _ (fun _ => 0%Z) (S t) P1); [exact Sm | apply scoped_constant]. }
      destruct (at_most_ok _ _ _ (S t) Pl Sm SF') as [Fl Ml].
      destruct (at_most_ok _ _ _ (S t) Ph SF' Sm2) as [Fh Mh].
      assert (U : forall x, sat low_ x -> sat high_ x -> x t = (eval f x / c)%Z).
      { intros x L R. apply Ml in L. apply Mh in R. destruct (Vm x) as [V1 V2]. rewrite V1 in L. rewrite V2 in R.
        apply Z.div_unique with (r := (eval f x - c * x t)%Z); [left; lia | lia]. }
      assert (V : forall x, good {| tracks := S t; definitions := definitions b ++ [low_; high_]; on := on b;
        quotients := (f, c, t) :: quotients b |} x -> x t = (eval f x / c)%Z).
      { intros x G. apply U; apply G; apply in_app_iff; right; simpl; auto. }
      split; [| split; [cbn; lia | exact V]].
      apply ext_define; auto.
      + intros d [<- | [<- | []]]; assumption.
      + intros g e u [I | I]; [injection I as <- <- <-; right; auto | auto].
      + intros x G. exists (eval f x / c)%Z. fold t.
        assert (Ef : eval f (set_track x t (eval f x / c)%Z) = eval f x).
        { symmetry. apply (eval_agree f t); [exact SF | apply set_same; lia]. }
        destruct (Vm (set_track x t (eval f x / c)%Z)) as [V1 V2]. rewrite set_there in V1, V2.
        pose proof (Z.div_mod (eval f x) c ltac:(lia)). pose proof (Z.mod_pos_bound (eval f x) c ltac:(lia)).
        intros d [<- | [<- | []]]; [apply Ml | apply Mh]; rewrite Ef; lia.
  Qed.

  Lemma number_number v z : number_of v (TNumber z) = z.
  Proof. reflexivity. Qed.
  Lemma number_name v m : number_of v (TName m) = v m.
  Proof. reflexivity. Qed.
  Lemma number_nil v : number_of v (TSum []) = 0%Z.
  Proof. reflexivity. Qed.
  Lemma number_sum v t l : number_of v (TSum (t :: l)) = (number_of v t + number_of v (TSum l))%Z.
  Proof. reflexivity. Qed.
  Lemma number_times v a t : number_of v (TTimes a t) = (a * number_of v t)%Z.
  Proof. reflexivity. Qed.
  Lemma number_div v t c : number_of v (TDiv t c) = (number_of v t / c)%Z.
  Proof. reflexivity. Qed.
  Lemma number_mod v t c : number_of v (TMod t c) = (number_of v t mod c)%Z.
  Proof. reflexivity. Qed.
  Lemma number_min v a b : number_of v (TMin a b) = Z.min (number_of v a) (number_of v b).
  Proof. reflexivity. Qed.
  Lemma number_max v a b : number_of v (TMax a b) = Z.max (number_of v a) (number_of v b).
  Proof. reflexivity. Qed.
  Lemma number_bits v op a b : number_of v (TBits op a b) = operate_Z op (number_of v a) (number_of v b).
  Proof. reflexivity. Qed.
  Lemma number_if v c a b : number_of v (TIf c a b) = if true_of v c then number_of v a else number_of v b.
  Proof. reflexivity. Qed.
  Lemma true_equal v a b : true_of v (CEqual a b) = (number_of v a =? number_of v b)%Z.
  Proof. reflexivity. Qed.
  Lemma true_at_most v a b : true_of v (CAtMost a b) = (number_of v a <=? number_of v b)%Z.
  Proof. reflexivity. Qed.
  Lemma true_all_nil v : true_of v (CAll []) = true.
  Proof. reflexivity. Qed.
  Lemma true_all v c l : true_of v (CAll (c :: l)) = true_of v c && true_of v (CAll l).
  Proof. reflexivity. Qed.
  Lemma true_any_nil v : true_of v (CAny []) = false.
  Proof. reflexivity. Qed.
  Lemma true_any v c l : true_of v (CAny (c :: l)) = true_of v c || true_of v (CAny l).
  Proof. reflexivity. Qed.
  Lemma true_not v c : true_of v (CNot c) = negb (true_of v c).
  Proof. reflexivity. Qed.
  Hint Rewrite number_number number_name number_nil number_sum number_times number_div number_mod number_min number_max number_bits number_if true_equal true_at_most true_all_nil true_all true_any_nil true_any true_not : meaning.

  Lemma number_ext v w (E : forall m, v m = w m) (t : term) : number_of v t = number_of w t
  with true_ext v w (E : forall m, v m = w m) (c : test) : true_of v c = true_of w c.
  Proof.
    - destruct t as [z | m | l | a t | t c | t c | a b | a b | op a b | c a b]; autorewrite with meaning.
      + reflexivity.
      + apply E.
      + induction l as [| t l IH]; [reflexivity |]. rewrite !number_sum, (number_ext v w E t), IH. reflexivity.
      + rewrite (number_ext v w E t). reflexivity.
      + rewrite (number_ext v w E t). reflexivity.
      + rewrite (number_ext v w E t). reflexivity.
      + rewrite (number_ext v w E a), (number_ext v w E b). reflexivity.
      + rewrite (number_ext v w E a), (number_ext v w E b). reflexivity.
      + rewrite (number_ext v w E a), (number_ext v w E b). reflexivity.
      + rewrite (true_ext v w E c), (number_ext v w E a), (number_ext v w E b). reflexivity.
    - destruct c as [a b | a b | l | l | c]; autorewrite with meaning.
      + rewrite (number_ext v w E a), (number_ext v w E b). reflexivity.
      + rewrite (number_ext v w E a), (number_ext v w E b). reflexivity.
      + induction l as [| c l IH]; [reflexivity |]. rewrite !true_all, (true_ext v w E c), IH. reflexivity.
      + induction l as [| c l IH]; [reflexivity |]. rewrite !true_any, (true_ext v w E c), IH. reflexivity.
      + rewrite (true_ext v w E c). reflexivity.
  Qed.

  Definition names_fine (ns : names) (n : nat) : Prop := forall m f, look m ns = Some f -> scoped f n.
  Definition value_of (ns : names) (x : env) (m : nat) : Z :=
    match look m ns with Some f => eval f x | None => 0%Z end.

  Lemma value_same ns n x y : names_fine ns n -> same_env n x y -> forall m, value_of ns x m = value_of ns y m.
  Proof.
    intros N E m. unfold value_of. destruct (look m ns) as [f |] eqn:L; [| reflexivity].
    apply (eval_agree f n); [apply (N m f L) | exact E].
  Qed.

  Lemma names_more ns n m : names_fine ns n -> n <= m -> names_fine ns m.
  Proof. intros N L k f H. apply (scoped_more f n); [apply (N k f H) | exact L]. Qed.

  Definition number_spec (fuel : nat) : Prop := forall ns b t f b',
    wf b -> names_fine ns (tracks b) -> number fuel ns b t = Some (f, b') ->
    ext b b' /\ scoped f (tracks b') /\ forall x, good b' x -> eval f x = number_of (value_of ns x) t.
  Definition is_spec (fuel : nat) : Prop := forall ns b v t d b',
    wf b -> names_fine ns (tracks b) -> scoped v (tracks b) -> is_number fuel ns b v t = Some (d, b') ->
    ext b b' /\ tree_fine (tracks b') d /\
    forall x, good b' x -> (sat d x <-> eval v x = number_of (value_of ns x) t).
  Definition condition_spec (fuel : nat) : Prop := forall ns b c d b',
    wf b -> names_fine ns (tracks b) -> condition_of fuel ns b c = Some (d, b') ->
    ext b b' /\ tree_fine (tracks b') d /\ forall x, good b' x -> (sat d x <-> true_of (value_of ns x) c = true).

  Lemma ext_wf b b' : ext b b' -> wf b'. Proof. intros (_ & W & _). exact W. Qed.
  Lemma ext_tracks b b' : ext b b' -> tracks b <= tracks b'. Proof. intros (L & _). exact L. Qed.
  Lemma ext_good b b' x : ext b b' -> good b' x -> good b x. Proof. intros (_ & _ & G & _). apply G. Qed.

  Lemma fresh_ext b : wf b -> ext b (fresh b).
  Proof.
    intros (W1 & W2 & W3). split; [cbn; lia |]. split; [split; [| split] | split].
    - intros d I. apply (tree_fine_more (tracks b)); [apply W1, I | cbn; lia].
    - intros f t I. destruct (W2 f t I). split; [cbn; lia | assumption].
    - intros f c t I. destruct (W3 f c t I). split; [cbn; lia | assumption].
    - auto.
    - intros x G. exists x. split; [intros t _; reflexivity | exact G].
  Qed.

  Lemma good_define b d x : good (define b d) x <-> good b x /\ sat d x.
  Proof.
    unfold good, define. cbn [definitions]. split.
    - intros G. split; [intros e I | ]; apply G, in_app_iff; [auto | right; left; reflexivity].
    - intros [G S] e I. apply in_app_iff in I. destruct I as [I | [<- | []]]; [apply G, I | exact S].
  Qed.

  (** The definition of a fresh track, once the tracks that it needs are there. *)
  Lemma define_ext b b1 d (number_at : env -> Z) :
    wf b -> ext (fresh b) b1 -> tree_fine (tracks b1) d ->
    (forall x y, same_env (tracks b) x y -> number_at x = number_at y) ->
    (forall y, good b1 y -> (sat d y <-> y (tracks b) = number_at y)) ->
    ext b (define b1 d).
  Proof.
    intros W X F S M. pose proof X as (L & W1 & G1 & E1). cbn [fresh tracks] in L.
    split; [cbn; lia |]. split; [destruct W1 as (D1 & D2 & D3); split; [| split] | split].
    - intros e I. apply in_app_iff in I. destruct I as [I | [<- | []]]; [apply D1, I | exact F].
    - intros f t I. destruct (D2 f t I) as [T V]. split; [exact T |]. intros x G. apply V. apply good_define in G. apply G.
    - intros f c t I. destruct (D3 f c t I) as [T V]. split; [exact T |]. intros x G. apply V. apply good_define in G. apply G.
    - intros x G. apply good_define in G. apply (G1 x), G.
    - intros x G. set (x1 := set_track x (tracks b) (number_at x)).
      assert (GX : good (fresh b) x1).
      { apply (good_same b x x1 W); [apply set_same; lia | exact G]. }
      destruct (E1 x1 GX) as (y & SE & GY).
      assert (SX : same_env (tracks b) x y).
      { intros t T. rewrite <- SE by (cbn; lia). apply (set_same x (tracks b) (number_at x) (tracks b)); [lia | exact T]. }
      exists y. split; [exact SX |]. apply good_define. split; [exact GY |]. apply M; [exact GY |].
      rewrite <- SE by (cbn; lia). unfold x1. rewrite set_there. apply S, SX.
  Qed.

  Lemma either_ok c yes no n p v1 v2 u x :
    (tree_fine n c -> tree_fine n yes -> tree_fine n no -> tree_fine n (either c yes no)) /\
    ((sat c x <-> p = true) -> (sat yes x <-> u = v1) -> (sat no x <-> u = v2) ->
     (sat (either c yes no) x <-> u = (if p : bool then v1 else v2 : Z))).
  Proof.
    split.
    - intros C Y N a I. unfold either in I. simpl in I. rewrite !in_app_iff in I.
      destruct I as [[I | I] | [I | I]]; auto.
    - intros C Y N. unfold sat, either in *. simpl. rewrite C, Y, N. destruct p; intuition congruence.
  Qed.

  Lemma bind_pair {A B C} (o : option (A * B)) (f : A * B -> option C) c :
    bind o f = Some c -> exists a b, o = Some (a, b) /\ f (a, b) = Some c.
  Proof. destruct o as [[a b] |]; simpl; [eauto | discriminate]. Qed.

  Lemma two_numbers fuel ns b x y f b1 g b2 :
    number_spec fuel -> wf b -> names_fine ns (tracks b) ->
    number fuel ns b x = Some (f, b1) -> number fuel ns b1 y = Some (g, b2) ->
    ext b b1 /\ ext b1 b2 /\ scoped f (tracks b2) /\ scoped g (tracks b2) /\
    forall z, good b2 z -> eval f z = number_of (value_of ns z) x /\ eval g z = number_of (value_of ns z) y.
  Proof.
    intros IH W N H1 H2. destruct (IH ns b x f b1 W N H1) as (X1 & S1 & V1).
    destruct (IH ns b1 y g b2 (ext_wf _ _ X1) (names_more _ _ _ N (ext_tracks _ _ X1)) H2) as (X2 & S2 & V2).
    split; [exact X1 |]. split; [exact X2 |]. split; [apply (scoped_more f (tracks b1)); [exact S1 | apply (ext_tracks _ _ X2)] |].
    split; [exact S2 |]. intros z G. split; [apply V1, (ext_good _ _ _ X2), G | apply V2, G].
  Qed.

  Lemma sum_ok fuel ns : number_spec fuel -> forall l b f g b',
    wf b -> names_fine ns (tracks b) -> scoped f (tracks b) ->
    sum_with (number fuel ns) l f b = Some (g, b') ->
    ext b b' /\ scoped g (tracks b') /\
    forall x, good b' x -> eval g x = (eval f x + number_of (value_of ns x) (TSum l))%Z.
  Proof.
    intros IH. induction l as [| t l IHl]; intros b f g b' W N SF H; cbn [sum_with] in H.
    - injection H as <- <-. split; [apply ext_refl, W |]. split; [exact SF |]. intros x _. autorewrite with meaning. lia.
    - apply bind_pair in H. destruct H as (h & b1 & H1 & H). cbn [fst snd] in H.
      apply bind_some in H. destruct H as (f1 & P & H).
      destruct (IH ns b t h b1 W N H1) as (X1 & S1 & V1).
      assert (SF1 : scoped f1 (tracks b1)).
      { apply (plus_spec f h 1 f1 (fun _ => 0%Z) (tracks b1) P); [| exact S1].
        apply (scoped_more f (tracks b)); [exact SF | apply (ext_tracks _ _ X1)]. }
      destruct (IHl b1 f1 g b' (ext_wf _ _ X1) (names_more _ _ _ N (ext_tracks _ _ X1)) SF1 H) as (X2 & S2 & V2).
      split; [apply (ext_trans b b1); assumption |]. split; [exact S2 |].
      intros x G. rewrite V2 by exact G. destruct (plus_spec f h 1 f1 x (tracks b1) P) as [E _].
      rewrite E, (V1 x (ext_good _ _ _ X2 G)), number_sum. lia.
  Qed.

  Lemma all_ok fuel ns : condition_spec fuel -> forall l b d b',
    wf b -> names_fine ns (tracks b) -> all_with (condition_of fuel ns) l b = Some (d, b') ->
    ext b b' /\ tree_fine (tracks b') d /\ forall x, good b' x -> (sat d x <-> true_of (value_of ns x) (CAll l) = true).
  Proof.
    intros IH. induction l as [| c l IHl]; intros b d b' W N H; cbn [all_with] in H.
    - injection H as <- <-. split; [apply ext_refl, W |]. split; [intros a [] |]. intros x _. reflexivity.
    - apply bind_pair in H. destruct H as (d1 & b1 & H1 & H). cbn [fst snd] in H.
      apply bind_pair in H. destruct H as (d2 & b2 & H2 & H). cbn [fst snd] in H. injection H as <- <-.
      destruct (IH ns b c d1 b1 W N H1) as (X1 & F1 & V1).
      destruct (IHl b1 d2 b2 (ext_wf _ _ X1) (names_more _ _ _ N (ext_tracks _ _ X1)) H2) as (X2 & F2 & V2).
      split; [apply (ext_trans b b1); assumption |]. split.
      + intros a I. apply in_app_iff in I. destruct I as [I | I]; [| apply F2, I].
        apply (fine_more (tracks b1)); [apply F1, I | apply (ext_tracks _ _ X2)].
      + intros x G. specialize (V1 x (ext_good _ _ _ X2 G)). specialize (V2 x G).
        unfold sat in *. rewrite true_all. cbn [means]. rewrite V1, V2, andb_true_iff. reflexivity.
  Qed.

  Lemma any_ok fuel ns : condition_spec fuel -> forall l b d b',
    wf b -> names_fine ns (tracks b) -> any_with (condition_of fuel ns) l b = Some (d, b') ->
    ext b b' /\ tree_fine (tracks b') d /\ forall x, good b' x -> (sat d x <-> true_of (value_of ns x) (CAny l) = true).
  Proof.
    intros IH. induction l as [| c l IHl]; intros b d b' W N H; cbn [any_with] in H.
    - injection H as <- <-. split; [apply ext_refl, W |]. split; [intros a [] |]. intros x _. rewrite true_any_nil. unfold sat. simpl. intuition congruence.
    - apply bind_pair in H. destruct H as (d1 & b1 & H1 & H). cbn [fst snd] in H.
      apply bind_pair in H. destruct H as (d2 & b2 & H2 & H). cbn [fst snd] in H. injection H as <- <-.
      destruct (IH ns b c d1 b1 W N H1) as (X1 & F1 & V1).
      destruct (IHl b1 d2 b2 (ext_wf _ _ X1) (names_more _ _ _ N (ext_tracks _ _ X1)) H2) as (X2 & F2 & V2).
      split; [apply (ext_trans b b1); assumption |]. split.
      + intros a I. apply in_app_iff in I. destruct I as [I | I]; [| apply F2, I].
        apply (fine_more (tracks b1)); [apply F1, I | apply (ext_tracks _ _ X2)].
      + intros x G. specialize (V1 x (ext_good _ _ _ X2 G)). specialize (V2 x G).
        unfold sat in *. rewrite true_any. cbn [means]. rewrite V1, V2, orb_true_iff. reflexivity.
  Qed.

  Lemma min_max fuel ns b v x y f b1 g b2 first ex ey u w (m : Z -> Z -> Z) :
    number_spec fuel -> wf b -> names_fine ns (tracks b) -> scoped v (tracks b) ->
    number fuel ns b x = Some (f, b1) -> number fuel ns b1 y = Some (g, b2) ->
    (u = f /\ w = g /\ (forall p q, m p q = if (p <=? q)%Z then p else q) \/
     u = g /\ w = f /\ (forall p q, m p q = if (q <=? p)%Z then p else q)) ->
    at_most u w = Some first -> equal v f = Some ex -> equal v g = Some ey ->
    ext b b2 /\ tree_fine (tracks b2) (either first ex ey) /\
    forall z, good b2 z ->
      (sat (either first ex ey) z <-> eval v z = m (number_of (value_of ns z) x) (number_of (value_of ns z) y)).
  Proof.
    intros IH W N SV H1 H2 C P1 P2 P3.
    destruct (two_numbers fuel ns b x y f b1 g b2 IH W N H1 H2) as (X1 & X2 & S1 & S2 & V).
    pose proof (ext_trans _ _ _ X1 X2) as X.
    assert (SV2 : scoped v (tracks b2)) by (apply (scoped_more v (tracks b)); [exact SV | apply (ext_tracks _ _ X)]).
    assert (SU : scoped u (tracks b2) /\ scoped w (tracks b2)) by (destruct C as [(-> & -> & _) | (-> & -> & _)]; auto).
    destruct (at_most_ok _ _ _ _ P1 (proj1 SU) (proj2 SU)) as [F1 M1].
    destruct (equal_ok _ _ _ _ P2 SV2 S1) as [F2 M2]. destruct (equal_ok _ _ _ _ P3 SV2 S2) as [F3 M3].
    split; [exact X |]. split.
    - apply (either_ok first ex ey (tracks b2) true 0%Z 0%Z 0%Z (fun _ => 0%Z)); assumption.
    - intros z G. destruct (V z G) as [E1 E2]. rewrite <- E1, <- E2.
      assert (Q : m (eval f z) (eval g z) = if (eval u z <=? eval w z)%Z then eval f z else eval g z).
      { destruct C as [(-> & -> & C) | (-> & -> & C)]; apply C. }
      rewrite Q. apply (either_ok first ex ey (tracks b2)); [| apply M2 | apply M3].
      rewrite (M1 z), Z.leb_le. reflexivity.
  Qed.

  Theorem builder_ok fuel : number_spec fuel /\ is_spec fuel /\ condition_spec fuel.
  Proof.
    induction fuel as [| fuel (IHn & IHi & IHc)];
      [unfold number_spec, is_spec, condition_spec; repeat split; intros; discriminate |].
    assert (FRESH : forall ns b t f b', wf b -> names_fine ns (tracks b) ->
      bind (is_number fuel ns (fresh b) (track_form (tracks b)) t) (fun db =>
        Some (track_form (tracks b), define (snd db) (fst db))) = Some (f, b') ->
      ext b b' /\ scoped f (tracks b') /\ forall x, good b' x -> eval f x = number_of (value_of ns x) t).
    { intros ns b t f b' W N H. apply bind_pair in H. destruct H as (d & b1 & H1 & H). injection H as <- <-.
      pose proof (fresh_ext b W) as XF.
      destruct (IHi ns (fresh b) (track_form (tracks b)) t d b1 (ext_wf _ _ XF)) as (X1 & F1 & V1);
        [apply (names_more _ _ _ N); cbn; lia | apply scoped_track; cbn; lia | exact H1 |].
      pose proof (ext_tracks _ _ X1) as L1. cbn [fresh tracks] in L1. split; [| split].
      - apply (define_ext b b1 d (fun x => number_of (value_of ns x) t) W X1 F1).
        + intros x y E. apply number_ext, (value_same ns (tracks b)); assumption.
        + intros y G. rewrite (V1 y G), eval_track. reflexivity.
      - apply scoped_track. cbn. lia.
      - intros x G. apply good_define in G. apply V1; apply G. }
    split; [| split].
    - intros ns b t f b' W N H. destruct t as [z | m | l | a t | t c | t c | x y | x y | op x y | c x y];
        cbn [number] in H; try (apply (FRESH ns b _ f b' W N H)).
      + apply bind_some in H. destruct H as (z' & Bz & H). apply bounded_some in Bz. subst z'. injection H as <- <-.
        split; [apply ext_refl, W |]. split; [apply scoped_constant | reflexivity].
      + apply bind_some in H. destruct H as (g & L & H). injection H as <- <-. split; [apply ext_refl, W |].
        split; [apply (N m g L) |]. intros x _. rewrite number_name. unfold value_of. rewrite L. reflexivity.
      + destruct (sum_ok fuel ns IHn l b (constant_form 0) f b' W N (scoped_constant _ _) H) as (X & S & V).
        split; [exact X |]. split; [exact S |]. intros x G. rewrite (V x G), eval_constant. lia.
      + apply bind_pair in H. destruct H as (g & b1 & H1 & H). apply bind_some in H. destruct H as (h & P & H).
        cbn [fst snd] in *. injection H as <- <-. destruct (IHn ns b t g b1 W N H1) as (X & S & V).
        split; [exact X |]. split.
        * apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b1) P); [apply scoped_constant | exact S].
        * intros x G. destruct (plus_spec _ _ _ _ x (tracks b1) P) as [E _]. rewrite E, eval_constant, (V x G), number_times. lia.
      + apply bind_pair in H. destruct H as (g & b1 & H1 & H). apply bind_pair in H. destruct H as (q & b2 & H2 & H).
        cbn [fst snd] in *. injection H as <- <-. destruct (IHn ns b t g b1 W N H1) as (X & S & V).
        destruct (quotient_ok b1 g c q b2 (ext_wf _ _ X) S H2) as (X2 & T2 & V2).
        split; [apply (ext_trans b b1); assumption |]. split; [apply scoped_track, T2 |].
        intros x G. rewrite eval_track, (V2 x G), (V x (ext_good _ _ _ X2 G)). reflexivity.
      + apply bind_pair in H. destruct H as (g & b1 & H1 & H). apply bind_pair in H. destruct H as (q & b2 & H2 & H).
        cbn [fst snd] in *. apply bind_some in H. destruct H as (mu & P & H). apply bind_some in H.
        destruct H as (h & P' & H). injection H as <- <-. destruct (IHn ns b t g b1 W N H1) as (X & S & V).
        destruct (quotient_ok b1 g c q b2 (ext_wf _ _ X) S H2) as (X2 & T2 & V2).
        split; [apply (ext_trans b b1); assumption |]. split.
        * apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b2) P').
          -- apply (scoped_more g (tracks b1)); [exact S | apply (ext_tracks _ _ X2)].
          -- apply (plus_spec _ _ _ _ (fun _ => 0%Z) (tracks b2) P); [apply scoped_constant | apply scoped_track, T2].
        * intros x G. destruct (plus_spec _ _ _ _ x (tracks b2) P') as [E' _].
          destruct (plus_spec _ _ _ _ x (tracks b2) P) as [E _].
          rewrite E', E, eval_constant, eval_track, (V2 x G), (V x (ext_good _ _ _ X2 G)), number_mod.
          set (n := number_of (value_of ns x) t). destruct (Z.eq_dec c 0) as [-> |]; [rewrite Zmod_0_r; lia |].
          rewrite Zmod_eq_full by assumption. lia.
      + apply bind_pair in H. destruct H as (g & b1 & H1 & H). apply bind_pair in H. destruct H as (h & b2 & H2 & H).
        apply bind_pair in H. destruct H as (i & b3 & H3 & H). apply bind_pair in H. destruct H as (j & b4 & H4 & H).
        cbn [fst snd] in *. injection H as <- <-.
        destruct (two_numbers fuel ns b x y g b1 h b2 IHn W N H1 H2) as (X1 & X2 & S1 & S2 & V).
        destruct (on_track_ok b2 g i b3 (ext_wf _ _ X2) S1 H3) as (X3 & T3 & V3).
        destruct (on_track_ok b3 h j b4 (ext_wf _ _ X3)) as (X4 & T4 & V4);
          [apply (scoped_more h (tracks b2)); [exact S2 | apply (ext_tracks _ _ X3)] | exact H4 |].
        pose proof (ext_tracks _ _ X4) as L4.
        assert (XD : ext b4 (define (fresh b4) (Leaf (Bits op i j (tracks b4))))).
        { apply (ext_define b4 [Leaf (Bits op i j (tracks b4))] (on b4) (quotients b4) (ext_wf _ _ X4)); auto.
          - intros d [<- | []] a [<- | []]. simpl. lia.
          - intros z G. exists (operate_Z op (z i) (z j)). intros d [<- | []]. unfold sat. simpl.
            rewrite set_there. unfold set_track.
            destruct (Nat.eqb_spec i (tracks b4)); [lia |]. destruct (Nat.eqb_spec j (tracks b4)); [lia | reflexivity]. }
        split; [eapply ext_trans; [exact X1 |]; eapply ext_trans; [exact X2 |]; eapply ext_trans; [exact X3 |];
          eapply ext_trans; [exact X4 | exact XD] |].
        split; [apply scoped_track; cbn; lia |].
        intros z G. rewrite eval_track. pose proof (ext_good _ _ _ XD G) as G4. pose proof (ext_good _ _ _ X4 G4) as G3.
        destruct (V z (ext_good _ _ _ X3 G3)) as [E1 E2]. specialize (V3 z G3). specialize (V4 z G4).
        apply good_define in G. destruct G as [_ G]. unfold sat in G. cbn [means holds] in G. rewrite number_bits, <- G. congruence.
    - intros ns b v t d b' W N SV H.
      assert (PLAIN : bind (number fuel ns b t) (fun fb => bind (equal v (fst fb)) (fun d => Some (d, snd fb))) = Some (d, b') ->
        ext b b' /\ tree_fine (tracks b') d /\ forall x, good b' x -> (sat d x <-> eval v x = number_of (value_of ns x) t)).
      { clear H. intros H. apply bind_pair in H. destruct H as (f & b1 & H1 & H). apply bind_some in H.
        destruct H as (e & P & H). cbn [fst snd] in *. injection H as <- <-.
        destruct (IHn ns b t f b1 W N H1) as (X & S & V).
        destruct (equal_ok _ _ _ (tracks b1) P) as [F M];
          [apply (scoped_more v (tracks b)); [exact SV | apply (ext_tracks _ _ X)] | exact S |].
        split; [exact X |]. split; [exact F |]. intros x G. rewrite (M x), (V x G). reflexivity. }
      destruct t as [z | m | l | a t | t c | t c | x y | x y | op x y | c x y];
        cbn [is_number] in H; try (apply PLAIN; exact H).
      + apply bind_pair in H. destruct H as (f & b1 & H1 & H). apply bind_pair in H. destruct H as (g & b2 & H2 & H).
        cbn [fst snd] in *. apply bind_some in H. destruct H as (first & P1 & H). apply bind_some in H.
        destruct H as (ex & P2 & H). apply bind_some in H. destruct H as (ey & P3 & H). injection H as <- <-.
        apply (min_max fuel ns b v x y f b1 g b2 first ex ey f g Z.min IHn W N SV H1 H2); auto.
        left. repeat split. intros p q. destruct (Z.leb_spec p q); lia.
      + apply bind_pair in H. destruct H as (f & b1 & H1 & H). apply bind_pair in H. destruct H as (g & b2 & H2 & H).
        cbn [fst snd] in *. apply bind_some in H. destruct H as (first & P1 & H). apply bind_some in H.
        destruct H as (ex & P2 & H). apply bind_some in H. destruct H as (ey & P3 & H). injection H as <- <-.
        apply (min_max fuel ns b v x y f b1 g b2 first ex ey g f Z.max IHn W N SV H1 H2); auto.
        right. repeat split. intros p q. destruct (Z.leb_spec q p); lia.
      + apply bind_pair in H. destruct H as (dc & b1 & H1 & H). apply bind_pair in H. destruct H as (dx & b2 & H2 & H).
        apply bind_pair in H. destruct H as (dy & b3 & H3 & H). cbn [fst snd] in *. injection H as <- <-.
        destruct (IHc ns b c dc b1 W N H1) as (X1 & F1 & V1).
        pose proof (names_more _ _ _ N (ext_tracks _ _ X1)) as N1.
        destruct (IHi ns b1 v x dx b2 (ext_wf _ _ X1) N1) as (X2 & F2 & V2);
          [apply (scoped_more v (tracks b)); [exact SV | apply (ext_tracks _ _ X1)] | exact H2 |].
        pose proof (names_more _ _ _ N1 (ext_tracks _ _ X2)) as N2.
        pose proof (ext_trans _ _ _ X1 X2) as X12.
        destruct (IHi ns b2 v y dy b3 (ext_wf _ _ X2) N2) as (X3 & F3 & V3);
          [apply (scoped_more v (tracks b)); [exact SV | apply (ext_tracks _ _ X12)] | exact H3 |].
        split; [apply (ext_trans b b2); assumption |]. split.
        * apply (either_ok dc dx dy (tracks b3) true 0%Z 0%Z 0%Z (fun _ => 0%Z)); try assumption.
          -- apply (tree_fine_more (tracks b1)); [exact F1 |]. pose proof (ext_tracks _ _ X2). pose proof (ext_tracks _ _ X3). lia.
          -- apply (tree_fine_more (tracks b2)); [exact F2 | apply (ext_tracks _ _ X3)].
        * intros z G. pose proof (ext_good _ _ _ X3 G) as G2. pose proof (ext_good _ _ _ X2 G2) as G1.
          rewrite number_if. apply (either_ok dc dx dy (tracks b3)); [apply V1, G1 | apply V2, G2 | apply V3, G].
    - intros ns b c d b' W N H. destruct c as [x y | x y | l | l | c]; cbn [condition_of] in H.
      + apply bind_pair in H. destruct H as (f & b1 & H1 & H). apply bind_pair in H. destruct H as (g & b2 & H2 & H).
        cbn [fst snd] in *. apply bind_some in H. destruct H as (e & P & H). injection H as <- <-.
        destruct (two_numbers fuel ns b x y f b1 g b2 IHn W N H1 H2) as (X1 & X2 & S1 & S2 & V).
        destruct (equal_ok _ _ _ _ P S1 S2) as [F M]. split; [apply (ext_trans b b1); assumption |].
        split; [exact F |]. intros z G. destruct (V z G) as [E1 E2]. rewrite (M z), E1, E2, true_equal, Z.eqb_eq. reflexivity.
      + apply bind_pair in H. destruct H as (f & b1 & H1 & H). apply bind_pair in H. destruct H as (g & b2 & H2 & H).
        cbn [fst snd] in *. apply bind_some in H. destruct H as (e & P & H). injection H as <- <-.
        destruct (two_numbers fuel ns b x y f b1 g b2 IHn W N H1 H2) as (X1 & X2 & S1 & S2 & V).
        destruct (at_most_ok _ _ _ _ P S1 S2) as [F M]. split; [apply (ext_trans b b1); assumption |].
        split; [exact F |]. intros z G. destruct (V z G) as [E1 E2]. rewrite (M z), E1, E2, true_at_most, Z.leb_le. reflexivity.
      + apply (all_ok fuel ns IHc l b d b' W N H).
      + apply (any_ok fuel ns IHc l b d b' W N H).
      + apply bind_pair in H. destruct H as (e & b1 & H1 & H). cbn [fst snd] in *. injection H as <- <-.
        destruct (IHc ns b c e b1 W N H1) as (X & F & V). split; [exact X |]. split; [exact F |].
        intros z G. unfold sat in *. rewrite true_not. cbn [means]. rewrite (V z G).
        destruct (true_of (value_of ns z) c); simpl; intuition congruence.
  Qed.

  (** ** The searches *)

  Definition atom_eqb (a b : atom) : bool :=
    match a, b with
    | AtMostZero f, AtMostZero g | Zero f, Zero g => form_eqb f g
    | Bits o i j r, Bits o' i' j' r' => (o =? o') && (i =? i') && (j =? j') && (r =? r')
    | Auto k l, Auto k' l' => (k =? k') && list_eqb Nat.eqb l l'
    | _, _ => false
    end.

  Lemma atom_eqb_eq a b : atom_eqb a b = true -> a = b.
  Proof.
    destruct a, b; simpl; try discriminate; intros H; rewrite ?andb_true_iff in H.
    - apply form_eqb_eq in H. congruence.
    - apply form_eqb_eq in H. congruence.
    - destruct H as [[[H1 H2] H3] H4]. apply Nat.eqb_eq in H1, H2, H3, H4. congruence.
    - destruct H as [H1 H2]. apply Nat.eqb_eq in H1. apply list_eqb_eq in H2; [congruence |].
      intros x y E. apply Nat.eqb_eq, E.
  Qed.

  Lemma form_eqb_refl f : form_eqb f f = true.
  Proof.
    unfold form_eqb. rewrite Z.eqb_refl, andb_true_r. induction (terms f) as [| p l IH]; [reflexivity |].
    simpl. rewrite Nat.eqb_refl, Z.eqb_refl, IH. reflexivity.
  Qed.

  Lemma atom_eqb_refl a : atom_eqb a a = true.
  Proof.
    destruct a; simpl; rewrite ?Nat.eqb_refl, ?form_eqb_refl; try reflexivity.
    simpl. induction tracks0 as [| t l IH]; [reflexivity |]. simpl. rewrite Nat.eqb_refl. exact IH.
  Qed.

  Fixpoint index_of (a : atom) (l : list atom) : nat :=
    match l with [] => 0 | b :: l => if atom_eqb a b then 0 else S (index_of a l) end.

  Fixpoint gather (l found : list atom) : list atom :=
    match l with
    | [] => found
    | a :: l => gather l (if existsb (atom_eqb a) found then found else found ++ [a])
    end.

  Lemma gather_in l : forall found a, In a found \/ In a l -> In a (gather l found).
  Proof.
    induction l as [| b l IH]; intros found a H; simpl; [destruct H as [H | []]; exact H |].
    apply IH. destruct (existsb (atom_eqb b) found) eqn:E.
    - destruct H as [H | [<- | H]]; auto. left. apply existsb_exists in E. destruct E as (c & I & Q).
      apply atom_eqb_eq in Q. subst c. exact I.
    - destruct H as [H | [<- | H]]; [left | left | right; exact H]; apply in_app_iff; simpl; auto.
  Qed.

  Lemma gather_from l : forall found a, In a (gather l found) -> In a found \/ In a l.
  Proof.
    induction l as [| b l IH]; intros found a H; simpl in H; [auto |].
    destruct (IH _ _ H) as [J | J]; [| simpl; auto].
    destruct (existsb (atom_eqb b) found); [auto |]. apply in_app_iff in J. simpl in *. tauto.
  Qed.

  Lemma index_of_spec a l : In a l -> index_of a l < length l /\ nth (index_of a l) l no_atom = a.
  Proof.
    induction l as [| b l IH]; intros I; [destruct I |]. simpl. destruct (atom_eqb a b) eqn:E.
    - apply atom_eqb_eq in E. subst b. split; [lia | reflexivity].
    - destruct I as [-> | I]; [rewrite atom_eqb_refl in E; discriminate |]. destruct (IH I). split; [lia | assumption].
  Qed.

  Definition conjunction (l : list (tree atom)) : tree atom := fold_right And (Truth true) l.

  Lemma sat_conjunction l x : sat (conjunction l) x <-> forall d, In d l -> sat d x.
  Proof.
    induction l as [| d l IH]; [split; [intros _ d [] | reflexivity] |].
    unfold sat in *. simpl. rewrite IH. split; [intros [A B] e [<- | I]; auto | auto].
  Qed.

  Lemma leaves_map {A B} (f : A -> B) t : leaves (tree_map f t) = map f (leaves t).
  Proof. induction t; simpl; rewrite ?map_app, ?IHt, ?IHt1, ?IHt2; reflexivity. Qed.

  Lemma means_map {A B} (f : A -> B) (q : B -> Prop) t : means q (tree_map f t) <-> means (fun a => q (f a)) t.
  Proof. induction t; simpl; rewrite ?IHt, ?IHt1, ?IHt2; reflexivity. Qed.

  Lemma means_ext {A} (p q : A -> Prop) t : (forall a, In a (leaves t) -> (p a <-> q a)) -> (means p t <-> means q t).
  Proof.
    induction t; simpl; intros H; auto; try reflexivity.
    - rewrite IHt1, IHt2; [reflexivity | |]; intros a I; apply H, in_app_iff; auto.
    - rewrite IHt1, IHt2; [reflexivity | |]; intros a I; apply H, in_app_iff; auto.
    - rewrite IHt; [reflexivity | exact H].
  Qed.

  Lemma numbered t n : tree_fine n t ->
    let atoms := gather (leaves t) [] in
    let u := tree_map (fun a => index_of a atoms) t in
    (forall i, In i (leaves u) -> i < length atoms) /\
    (forall i, i < length atoms -> fine automata n (atom_at atoms i)) /\
    forall x, condition automata atoms u x <-> sat t x.
  Proof.
    intros F atoms u.
    assert (I : forall a, In a (leaves t) -> In a atoms) by (intros a H; apply gather_in; auto).
    split; [| split].
    - intros i H. unfold u in H. rewrite leaves_map in H. apply in_map_iff in H. destruct H as (a & <- & H).
      apply index_of_spec, I, H.
    - intros i H. apply F. destruct (gather_from (leaves t) [] (atom_at atoms i)) as [[] | J]; [apply nth_In, H | exact J].
    - intros x. unfold condition, u. rewrite means_map. apply means_ext. intros a H.
      unfold atom_at. destruct (index_of_spec a atoms (I a H)) as [_ ->]. reflexivity.
  Qed.

  (** Tracks of one search at most. *)
  Definition max_tracks : nat := 14.

  (** Whether nothing satisfies all of some conditions. *)
  Definition none (fuel : effort) (b : builder) (all : list (tree atom)) : bool :=
    let t := conjunction (definitions b ++ all) in
    let atoms := gather (leaves t) [] in
    let u := tree_map (fun a => index_of a atoms) t in
    (tracks b <=? max_tracks) &&
    (if tracks b =? 0 then impossible automata atoms u 0 (steps fuel) else no_integers automata atoms u (tracks b) (steps fuel)).

  Lemma conjunction_fine b all : wf b -> (forall d, In d all -> tree_fine (tracks b) d) ->
    tree_fine (tracks b) (conjunction (definitions b ++ all)).
  Proof.
    intros (W & _) F. assert (A : forall d, In d (definitions b ++ all) -> tree_fine (tracks b) d).
    { intros d I. apply in_app_iff in I. destruct I; auto. }
    induction (definitions b ++ all) as [| d l IH]; [intros a [] |].
    intros a I. simpl in I. apply in_app_iff in I. destruct I as [I | I].
    - apply (A d); [left; reflexivity | exact I].
    - apply IH; [intros e Ie; apply A; right; exact Ie | exact I].
  Qed.

  Theorem none_sound fuel b all :
    wf b -> (forall d, In d all -> tree_fine (tracks b) d) -> none fuel b all = true ->
    forall x, good b x -> (forall d, In d all -> sat d x) -> False.
  Proof.
    intros W F H x G A. unfold none in H. cbv zeta in H. apply andb_true_iff in H. destruct H as [_ H].
    destruct (numbered _ _ (conjunction_fine b all W F)) as (N1 & N2 & N3).
    assert (C : condition automata (gather (leaves (conjunction (definitions b ++ all))) [])
      (tree_map (fun a => index_of a (gather (leaves (conjunction (definitions b ++ all))) []))
        (conjunction (definitions b ++ all))) x).
    { apply N3, sat_conjunction. intros d I. apply in_app_iff in I. destruct I; auto. }
    destruct (Nat.eqb_spec (tracks b) 0) as [E | E].
    - rewrite E in N2. refine (impossible_sound automata _ _ 0 N1 (fun i I => N2 i (N1 i I)) (steps fuel) H x C).
    - refine (no_integers_sound automata _ _ (tracks b) N1 N2 (steps fuel) H x C).
  Qed.

  (** Whether automata have their witnesses wherever some conditions hold. *)
  Definition everywhere (fuel : effort) (b : builder) (all : list (tree atom)) (shared : nat) (witnesses : list (nat * nat)) : bool :=
    let t := conjunction (definitions b ++ all) in
    let atoms := gather (leaves t) [] in
    let u := tree_map (fun a => index_of a atoms) t in
    (tracks b <=? max_tracks) && forallb (fun w => shared + snd w <=? max_tracks) witnesses && (shared <=? tracks b) &&
    (if tracks b =? 0 then covered automata atoms u 0 shared witnesses (steps fuel)
     else match suggest fuel automata shared witnesses with
          | Some p => joined automata shared witnesses (steps fuel) atoms u (tracks b) p
          | None => witnessed automata atoms u (tracks b) shared witnesses (steps fuel)
          end).

  Theorem everywhere_sound fuel b all shared witnesses :
    wf b -> (forall d, In d all -> tree_fine (tracks b) d) -> everywhere fuel b all shared witnesses = true ->
    forall x, good b x -> (forall d, In d all -> sat d x) ->
    exists w, In w witnesses /\ exists z, (forall k, k < shared -> z k = x k) /\
      accepted (the automata (fst w)) (shared + snd w) z.
  Proof.
    intros W F H x G A. unfold everywhere in H. cbv zeta in H. rewrite !andb_true_iff in H.
    destruct H as [[_ S] H]. apply Nat.leb_le in S.
    destruct (numbered _ _ (conjunction_fine b all W F)) as (N1 & N2 & N3).
    assert (C : condition automata (gather (leaves (conjunction (definitions b ++ all))) [])
      (tree_map (fun a => index_of a (gather (leaves (conjunction (definitions b ++ all))) []))
        (conjunction (definitions b ++ all))) x).
    { apply N3, sat_conjunction. intros d I. apply in_app_iff in I. destruct I; auto. }
    destruct (Nat.eqb_spec (tracks b) 0) as [E | E].
    - rewrite E in N2, S. refine (covered_sound automata _ _ 0 shared witnesses S N1 (fun i I => N2 i (N1 i I)) (steps fuel) H x C).
    - destruct (suggest fuel automata shared witnesses) as [p |].
      + exact (joined_sound automata shared witnesses (steps fuel) _ _ (tracks b) N1 N2 S p H x C).
      + refine (witnessed_sound automata _ _ (tracks b) N1 N2 shared witnesses S (steps fuel) H x C).
  Qed.

  Lemma new_wf n : wf (new_builder n).
  Proof. split; [intros d [] |]. split; intros; contradiction. Qed.

  (** All integers on the first tracks extend to the others. *)
  Lemma built n b x : ext (new_builder n) b -> exists y, same_env n x y /\ good b y.
  Proof. intros (_ & _ & _ & X). apply (X x). intros d []. Qed.
End Sound.
