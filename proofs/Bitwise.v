(** The search for integers that satisfy a condition, one bit of a letter after the other.

    The tracks of a letter are read in some order. A linear condition keeps the sum of the bits read so far and is settled as soon as
    the bits that are left cannot change the answer, also in the middle of a letter; any other condition waits for the last of its own bits. An automaton
    from whose state only accepting states, or only others, can be reached is settled as well. A condition that cannot change the truth of
    the whole any more is left out. Within a letter the questions of an automaton are followed as far as they are answered, and only the bits that it may
    still ask for are kept. What was seen is not tried again. So the checker in Rust searches
    (crates/certify/src/formula/search.rs). [no_integers_sound] and [witnessed_sound] say that the search is right; they have
    the form of [impossible_sound] and [covered_sound], whose searches try whole letters. *)

From Coq Require Import Arith ZArith List Lia Bool FMapPositive.
From Ishitori Require Import Compute Automata.
Import ListNotations.

(** ** What is left of a tree *)

(** The leaves that matter still, when some are known. *)
Fixpoint open_leaves {A} (q : A -> option bool) (t : tree A) : list A :=
  match known q t with
  | Some _ => []
  | None =>
      match t with
      | Leaf a => [a]
      | Truth _ => []
      | And t u | Or t u => open_leaves q t ++ open_leaves q u
      | Not t => open_leaves q t
      end
  end.

Definition extends {A} (q r : A -> option bool) : Prop := forall a b, q a = Some b -> r a = Some b.

Lemma known_extends {A} (q r : A -> option bool) t b : extends q r -> known q t = Some b -> known r t = Some b.
Proof.
  intros E. revert b. induction t as [a | c | t IHt u IHu | t IHt u IHu | t IHt]; intros b K; simpl in *; auto.
  - destruct (known q t) as [[|] |]; [rewrite (IHt _ eq_refl); auto | rewrite (IHt _ eq_refl); exact K |].
    destruct (known q u) as [[|] |]; try discriminate. rewrite (IHu _ eq_refl). destruct (known r t) as [[|] |]; exact K.
  - destruct (known q t) as [[|] |]; [rewrite (IHt _ eq_refl); exact K | rewrite (IHt _ eq_refl); auto |].
    destruct (known q u) as [[|] |]; try discriminate. rewrite (IHu _ eq_refl). destruct (known r t) as [[|] |]; exact K.
  - destruct (known q t) as [c |]; [| discriminate]. rewrite (IHt _ eq_refl). exact K.
Qed.

(** Knowing more leaves fewer open. *)
Lemma open_shrinks {A} (q r : A -> option bool) t a :
  extends q r -> In a (open_leaves r t) -> In a (open_leaves q t).
Proof.
  intros E. induction t as [c | c | t IHt u IHu | t IHt u IHu | t IHt]; intros I; cbn [open_leaves] in *.
  all: destruct (known r _) as [b |] eqn:R; [destruct I |].
  all: destruct (known q _) as [b |] eqn:Q; [rewrite (known_extends q r _ b E Q) in R; discriminate |].
  - exact I.
  - exact I.
  - apply in_app_iff in I. apply in_app_iff. tauto.
  - apply in_app_iff in I. apply in_app_iff. tauto.
  - auto.
Qed.

(** With everything that is open the truth is known. *)
Lemma open_suffices {A} (q r : A -> option bool) t :
  extends q r -> (forall a, In a (open_leaves q t) -> r a <> None) -> known r t <> None.
Proof.
  intros E. induction t as [c | c | t IHt u IHu | t IHt u IHu | t IHt]; intros H; cbn [open_leaves] in *.
  all: destruct (known q _) as [b |] eqn:Q; [rewrite (known_extends q r _ b E Q); discriminate |].
  - apply H. left. reflexivity.
  - discriminate Q.
  - assert (X : known r t <> None) by (apply IHt; intros a I; apply H, in_app_iff; auto).
    assert (Y : known r u <> None) by (apply IHu; intros a I; apply H, in_app_iff; auto).
    simpl. destruct (known r t) as [[|] |], (known r u) as [[|] |]; congruence.
  - assert (X : known r t <> None) by (apply IHt; intros a I; apply H, in_app_iff; auto).
    assert (Y : known r u <> None) by (apply IHu; intros a I; apply H, in_app_iff; auto).
    simpl. destruct (known r t) as [[|] |], (known r u) as [[|] |]; congruence.
  - specialize (IHt H). simpl. destruct (known r t); congruence.
Qed.

(** Both at once. *)
Fixpoint assess {A} (q : A -> option bool) (t : tree A) : option bool * list A :=
  match t with
  | Leaf a => match q a with Some b => (Some b, []) | None => (None, [a]) end
  | Truth b => (Some b, [])
  | And t u =>
      match assess q t with
      | (Some false, _) => (Some false, [])
      | (Some true, _) => assess q u
      | (None, o) => match assess q u with (Some false, _) => (Some false, []) | (_, r) => (None, o ++ r) end
      end
  | Or t u =>
      match assess q t with
      | (Some true, _) => (Some true, [])
      | (Some false, _) => assess q u
      | (None, o) => match assess q u with (Some true, _) => (Some true, []) | (_, r) => (None, o ++ r) end
      end
  | Not t => match assess q t with (Some b, _) => (Some (negb b), []) | (None, o) => (None, o) end
  end.

Lemma open_known {A} (q : A -> option bool) t b : known q t = Some b -> open_leaves q t = [].
Proof. intros K. destruct t; cbn [open_leaves]; rewrite K; reflexivity. Qed.

Lemma assess_spec {A} (q : A -> option bool) t : assess q t = (known q t, open_leaves q t).
Proof.
  induction t as [a | c | t IHt u IHu | t IHt u IHu | t IHt]; cbn [assess open_leaves known].
  - destruct (q a); reflexivity.
  - reflexivity.
  - rewrite IHt, IHu. destruct (known q t) as [[|] |] eqn:T; [| reflexivity |].
    + rewrite (open_known q t true T). destruct (known q u) as [b |] eqn:U; [rewrite (open_known q u b U) |]; reflexivity.
    + destruct (known q u) as [[|] |]; reflexivity.
  - rewrite IHt, IHu. destruct (known q t) as [[|] |] eqn:T; [reflexivity | |].
    + rewrite (open_known q t false T). destruct (known q u) as [b |] eqn:U; [rewrite (open_known q u b U) |]; reflexivity.
    + destruct (known q u) as [[|] |]; reflexivity.
  - rewrite IHt. destruct (known q t) as [b |]; reflexivity.
Qed.

(** ** The search, whatever the conditions are *)

Section Bits.
  Variable place : Type.
  Variable same_place : place -> place -> bool.
  Hypothesis same_place_eq : forall p q, same_place p q = true -> p = q.
  Variable hash_place : place -> Z.
  Variable parts : nat.
  Variables (t : tree nat) (n : nat).
  Variable order : vec nat.

  (** The place of a condition after a bit of the track at some place of the order; whether this is the first letter. *)
  Variable move : nat -> nat -> bool -> bool -> place -> place.
  Variable start : nat -> place.
  Variable is_settled : place -> option bool.
  (** A place of which nothing is said. The search fails there. *)
  Variable is_lost : place -> bool.
  Variable ends : nat -> place -> bool.

  (** None stands for what does not matter any more. *)
  Definition places := list (option place).
  Definition spot : Type := nat * (bool * places).

  Definition place_at (v : places) (j : nat) : option place := nth j v None.
  Definition settled_at (v : places) (j : nat) : option bool :=
    match place_at v j with Some p => is_settled p | None => None end.
  Definition ends_at (v : places) (j : nat) : option bool :=
    match place_at v j with Some p => Some (ends j p) | None => None end.

  Fixpoint move_all (j k : nat) (first b : bool) (v : places) : places :=
    match v with
    | [] => []
    | None :: v => None :: move_all (S j) k first b v
    | Some p :: v => Some (move j k first b p) :: move_all (S j) k first b v
    end.

  Fixpoint leave_out (j : nat) (open : list nat) (v : places) : places :=
    match v with
    | [] => []
    | None :: v => None :: leave_out (S j) open v
    | Some p :: v =>
        (match is_settled p with
         | Some _ => Some p
         | None => if existsb (Nat.eqb j) open then Some p else None
         end) :: leave_out (S j) open v
    end.

  Fixpoint lost_any (v : places) : bool :=
    match v with
    | [] => false
    | None :: v => lost_any v
    | Some p :: v => if is_lost p then true else lost_any v
    end.

  (** Whether some place has become settled. *)
  Fixpoint more_settled (v w : places) : bool :=
    match v, w with
    | Some p :: v, Some q :: w =>
        match is_settled q with
        | None => more_settled v w
        | Some _ => match is_settled p with None => true | Some _ => more_settled v w end
        end
    | _ :: v, _ :: w => more_settled v w
    | _, _ => false
    end.

  Definition next_spot (s : spot) (w : places) : option (list spot) :=
    if S (fst s) =? n then
      match known (ends_at w) t with
      | Some false => Some [(0, (false, w))]
      | _ => None
      end
    else Some [(S (fst s), (fst (snd s), w))].

  (** What comes after a bit: nothing, a failure, or a spot. *)
  Definition after_bit (s : spot) (b : bool) : option (list spot) :=
    let w := move_all 0 (fst s) (fst (snd s)) b (snd (snd s)) in
    if lost_any w then None
    else if more_settled (snd (snd s)) w then
      match assess (settled_at w) t with
      | (Some true, _) => None
      | (Some false, _) => Some []
      | (None, open) => next_spot s (leave_out 0 open w)
      end
    else next_spot s w.

  Definition expand_bits (s : spot) : option (list spot) :=
    match after_bit s false with
    | None => None
    | Some l => match after_bit s true with None => None | Some r => Some (l ++ r) end
    end.

  Definition same_option (p q : option place) : bool :=
    match p, q with Some p, Some q => same_place p q | None, None => true | _, _ => false end.

  Definition same_spot (s u : spot) : bool :=
    (fst s =? fst u) && Bool.eqb (fst (snd s)) (fst (snd u)) && list_eqb same_option (snd (snd s)) (snd (snd u)).

  Definition hash_spot (s : spot) : positive :=
    hash_of (Z.of_nat (fst s) :: map (fun p => match p with Some p => hash_place p | None => 13%Z end) (snd (snd s))).

  Definition first_spot : spot := (0, (true, map (fun j => Some (start j)) (seq 0 parts))).

  Definition search_bits (fuel : nat) : bool :=
    (0 <? n) && search spot same_spot hash_spot expand_bits fuel
      (add _ hash_spot first_spot (PositiveMap.empty _)) [first_spot].

  Lemma same_spot_eq s u : same_spot s u = true -> s = u.
  Proof.
    destruct s as [k [f v]], u as [k' [f' v']]. unfold same_spot. simpl. rewrite !andb_true_iff. intros [[A B] C].
    apply Nat.eqb_eq in A. apply eqb_prop in B. apply list_eqb_eq in C; [congruence |].
    intros [p |] [q |] H; simpl in H; try discriminate; [apply same_place_eq in H; congruence | reflexivity].
  Qed.

  Lemma place_move_all k first b v : forall j i,
    nth i (move_all j k first b v) None =
    match nth i v None with Some p => Some (move (j + i) k first b p) | None => None end.
  Proof.
    induction v as [| [p |] v IH]; intros j [| i]; simpl; try reflexivity.
    - rewrite Nat.add_0_r. reflexivity.
    - rewrite IH. replace (S j + i) with (j + S i) by lia. reflexivity.
    - rewrite IH. replace (S j + i) with (j + S i) by lia. reflexivity.
  Qed.

  Lemma place_leave_out open v : forall j i,
    nth i (leave_out j open v) None =
    match nth i v None with
    | Some p =>
        match is_settled p with
        | Some _ => Some p
        | None => if existsb (Nat.eqb (j + i)) open then Some p else None
        end
    | None => None
    end.
  Proof.
    induction v as [| [p |] v IH]; intros j [| i]; simpl; try reflexivity.
    - rewrite Nat.add_0_r. reflexivity.
    - rewrite IH. replace (S j + i) with (j + S i) by lia. reflexivity.
    - rewrite IH. replace (S j + i) with (j + S i) by lia. reflexivity.
  Qed.

  (** Integers on the tracks, the truth of each condition at them, and what a place says after the places above i were read
      and the first k bits of the letter i; l is a place of signs. *)
  Variable x : env.
  Variable l : nat.
  Variable val : nat -> bool.
  Variable says : nat -> nat -> nat -> place -> Prop.
  Let read_bit (k i : nat) : bool := bit_of (x (vec_get 0 order k)) i.
  Hypothesis small : forall j, In j (leaves t) -> j < parts.
  Hypothesis says_start : forall j, j < parts -> says j l 0 (start j).
  Hypothesis says_move : forall j i k p,
    j < parts -> i <= l -> k < n -> says j i k p -> is_lost (move j k (i =? l) (read_bit k i) p) = false ->
    says j i (S k) (move j k (i =? l) (read_bit k i) p).
  Hypothesis says_next : forall j i p, j < parts -> S i <= l -> says j (S i) n p -> says j i 0 p.
  Hypothesis says_settled : forall j i k p b, j < parts -> says j i k p -> is_settled p = Some b -> val j = b.
  Hypothesis says_end : forall j p, j < parts -> says j 0 n p -> ends j p = val j.
  Hypothesis settled_stays : forall j k first b p c, is_settled p = Some c -> move j k first b p = p.

  Definition invariant (i k : nat) (v : places) : Prop :=
    length v = parts /\
    forall j, j < parts ->
      match place_at v j with
      | Some p => says j i k p
      | None => ~ In j (open_leaves (settled_at v) t)
      end.

  Lemma open_in_leaves {A} (q : A -> option bool) (u : tree A) a : In a (open_leaves q u) -> In a (leaves u).
  Proof.
    induction u as [c | c | u IHu w IHw | u IHu w IHw | u IHu]; cbn [open_leaves]; intros I;
      destruct (known q _); try contradiction; simpl; auto;
      apply in_app_iff in I; apply in_app_iff; tauto.
  Qed.

  Lemma settled_val i k v : invariant i k v -> forall j b, In j (leaves t) -> settled_at v j = Some b -> val j = b.
  Proof.
    intros [L H] j b I S. specialize (H j (small j I)). unfold settled_at in S.
    destruct (place_at v j) as [p |]; [| discriminate]. apply (says_settled j i k p b (small j I) H S).
  Qed.

  (** The end of a word, when everything open is there. *)
  Lemma ends_val v : invariant 0 n v -> known (ends_at v) t = Some (truth val t).
  Proof.
    intros I. pose proof I as [L H].
    assert (E : forall j, In j (leaves t) -> forall b, ends_at v j = Some b -> val j = b).
    { intros j J b Q. specialize (H j (small j J)). unfold ends_at in Q. destruct (place_at v j) as [p |]; [| discriminate].
      injection Q as <-. symmetry. apply says_end; [apply small, J | exact H]. }
    assert (K : known (ends_at v) t <> None).
    { apply (open_suffices (settled_at v)).
      - intros j b S. unfold settled_at in S. unfold ends_at. destruct (lt_dec j parts) as [J | J];
          [| unfold place_at in S; rewrite nth_overflow in S by lia; discriminate].
        specialize (H j J). destruct (place_at v j) as [p |]; [| discriminate].
        rewrite (says_end j p J H), (says_settled j 0 n p b J H S). reflexivity.
      - intros j J N. pose proof (small j (open_in_leaves _ _ _ J)) as J'. specialize (H j J'). unfold ends_at in N.
        destruct (place_at v j); [discriminate | contradiction]. }
    destruct (known (ends_at v) t) as [b |] eqn:Q; [| congruence]. f_equal. symmetry.
    apply (known_truth (ends_at v) val t b); [| exact Q]. intros j c J S. apply E; assumption.
  Qed.

  Lemma leave_out_invariant i k v :
    invariant i k v -> invariant i k (leave_out 0 (open_leaves (settled_at v) t) v).
  Proof.
    intros [L H]. set (open := open_leaves (settled_at v) t).
    assert (P : forall j, place_at (leave_out 0 open v) j =
      match place_at v j with
      | Some p => match is_settled p with Some _ => Some p | None => if existsb (Nat.eqb j) open then Some p else None end
      | None => None end) by (intros j; apply (place_leave_out open v 0 j)).
    assert (S : forall j, settled_at (leave_out 0 open v) j = settled_at v j).
    { intros j. unfold settled_at. rewrite P. destruct (place_at v j) as [p |]; [| reflexivity].
      destruct (is_settled p) eqn:Q; [exact Q |]. destruct (existsb _ _); [exact Q | reflexivity]. }
    split.
    - rewrite <- L. generalize 0, open. clear. induction v as [| [p |] v IH]; intros j o; simpl; rewrite ?IH; reflexivity.
    - intros j J. specialize (H j J). rewrite P.
      assert (O : forall a, In a (open_leaves (settled_at (leave_out 0 open v)) t) -> In a open).
      { intros a. apply open_shrinks. intros c b Q. rewrite S. exact Q. }
      destruct (place_at v j) as [p |]; [| intros I; apply H, O, I].
      destruct (is_settled p); [exact H |]. destruct (existsb (Nat.eqb j) open) eqn:X; [exact H |].
      intros I. apply O in I. assert (Y : existsb (Nat.eqb j) open = true) by (apply existsb_exists; exists j; split; [exact I | apply Nat.eqb_refl]).
      congruence.
  Qed.

  Lemma lost_none v : lost_any v = false -> forall j p, place_at v j = Some p -> is_lost p = false.
  Proof.
    induction v as [| [q |] v IH]; simpl; intros L [| j] p Q; try discriminate Q; unfold place_at in *; simpl in Q.
    - injection Q as ->. destruct (is_lost p); [discriminate | reflexivity].
    - destruct (is_lost q); [discriminate |]. apply (IH L j p Q).
    - apply (IH L j p Q).
  Qed.

  Lemma move_invariant i k v :
    i <= l -> k < n -> invariant i k v -> lost_any (move_all 0 k (i =? l) (read_bit k i) v) = false ->
    invariant i (S k) (move_all 0 k (i =? l) (read_bit k i) v).
  Proof.
    intros Hi Hk [L H] LO.
    assert (P : forall j, place_at (move_all 0 k (i =? l) (read_bit k i) v) j =
      match place_at v j with Some p => Some (move j k (i =? l) (read_bit k i) p) | None => None end)
      by (intros j; apply (place_move_all k _ _ v 0 j)).
    split.
    - rewrite <- L. generalize 0. clear. induction v as [| [p |] v IH]; intros j; simpl; rewrite ?IH; reflexivity.
    - intros j J. specialize (H j J). pose proof (lost_none _ LO j) as N. rewrite P in *.
      destruct (place_at v j) as [p |]; [apply says_move; auto |].
      intros I. apply H. revert I. apply open_shrinks. intros a b. unfold settled_at. rewrite P.
      destruct (place_at v a) as [p |]; [| discriminate]. intros Q. rewrite (settled_stays _ _ _ _ _ _ Q). exact Q.
  Qed.

  Lemma next_invariant i v : S i <= l -> invariant (S i) n v -> invariant i 0 v.
  Proof.
    intros Hi [L H]. split; [exact L |]. intros j J. specialize (H j J).
    destruct (place_at v j); [apply says_next; assumption | exact H].
  Qed.

  Lemma start_invariant : invariant l 0 (snd (snd first_spot)).
  Proof.
    split; [simpl; rewrite map_length, seq_length; reflexivity |]. intros j J. unfold place_at. simpl.
    rewrite (nth_map_seq (fun j => Some (start j))) by exact J. apply says_start, J.
  Qed.

  Hypothesis holds_here : truth val t = true.

  (** One bit of the way of these integers. *)
  Lemma way_bit i k v out :
    i <= l -> k < n -> invariant i k v -> after_bit (k, (i =? l, v)) (read_bit k i) = Some out ->
    exists v', (if S k =? n then In (0, (false, v')) out /\ known (ends_at v') t = Some false
                else In (S k, (i =? l, v')) out) /\ invariant i (S k) v'.
  Proof.
    intros Hi Hk I A. unfold after_bit in A. cbn [fst snd] in A. set (w := move_all 0 k (i =? l) (read_bit k i) v) in *.
    destruct (lost_any w) eqn:LO; [discriminate |]. pose proof (move_invariant i k v Hi Hk I LO) as M. fold w in M.
    assert (NS : forall u, invariant i (S k) u -> next_spot (k, (i =? l, v)) u = Some out ->
      exists v', (if S k =? n then In (0, (false, v')) out /\ known (ends_at v') t = Some false
                  else In (S k, (i =? l, v')) out) /\ invariant i (S k) v').
    { intros u U N. unfold next_spot in N. cbn [fst snd] in N. exists u. split; [| exact U].
      destruct (S k =? n); [| injection N as <-; left; reflexivity].
      destruct (known (ends_at u) t) as [[|] |]; try discriminate. injection N as <-. split; [left |]; reflexivity. }
    destruct (more_settled v w); [| apply (NS w M A)]. rewrite assess_spec in A.
    destruct (known (settled_at w) t) as [[|] |] eqn:K; [discriminate | |].
    - exfalso. assert (F : truth val t = false); [| congruence].
      apply (known_truth (settled_at w) val t false); [| exact K]. intros j b J S. apply (settled_val _ _ _ M j b J S).
    - apply (NS _ (leave_out_invariant _ _ _ M) A).
  Qed.

  Lemma way (P : spot -> Prop) :
    (forall s, P s -> exists out, expand_bits s = Some out /\ forall u, In u out -> P u) ->
    forall i, i <= l -> forall c k v, c + k = n -> 0 < c -> P (k, (i =? l, v)) -> invariant i k v -> False.
  Proof.
    intros PS. induction i as [| i IHi]; intros Hi; induction c as [| c IHc]; intros k v Hc Pc Ps I; try lia.
    all: destruct (PS _ Ps) as (out & E & Q); unfold expand_bits in E.
    all: destruct (after_bit _ false) as [o0 |] eqn:E0; [| discriminate].
    all: destruct (after_bit _ true) as [o1 |] eqn:E1; [| discriminate]; injection E as <-.
    all: match goal with I : invariant ?i _ _ |- _ =>
      assert (W : exists o, after_bit (k, (i =? l, v)) (read_bit k i) = Some o /\ forall u, In u o -> P u)
        by (destruct (read_bit k i); eexists; (split; [eassumption |]); intros u U; apply Q, in_app_iff; auto) end.
    all: destruct W as (o & A & B); destruct (way_bit _ k v o Hi ltac:(lia) I A) as (v' & O & I').
    all: destruct (Nat.eqb_spec (S k) n) as [D | D].
    - destruct O as [_ O]. rewrite D in I'. rewrite (ends_val v' I') in O. congruence.
    - apply (IHc (S k) v'); [lia | lia | apply B, O | exact I'].
    - destruct O as [O _]. rewrite D in I'. apply (IHi ltac:(lia) n 0 v' ltac:(lia) ltac:(lia)); [| apply next_invariant; assumption].
      replace (i =? l) with false by (symmetry; apply Nat.eqb_neq; lia). apply B, O.
    - apply (IHc (S k) v'); [lia | lia | apply B, O | exact I'].
  Qed.

  Theorem search_bits_sound fuel : search_bits fuel = true -> False.
  Proof.
    intros H. unfold search_bits in H. apply andb_true_iff in H. destruct H as [N H]. apply Nat.ltb_lt in N.
    apply search_sound in H; [| apply same_spot_eq]. destruct H as (P & P0 & PS).
    apply (way P PS l (le_n _) n 0 (snd (snd first_spot))); [lia | exact N | | apply start_invariant].
    rewrite Nat.eqb_refl. exact P0.
  Qed.
End Bits.

(** ** What automata cannot do any more *)

(** For each state, and each question: 1 if from there only accepting states can be reached, 2 if only others, or else 3. *)
Section Facts.
  Variable a : automaton.

  Definition fact_at (can asked : vec nat) (r : nat) : nat :=
    if Nat.testbit r 0 then vec_get 3 asked (r / 2) else vec_get 3 can (r / 2).

  Definition join (u v : nat) : nat := if u =? v then u else 3.

  Definition ask (can : vec nat) : vec nat :=
    loop (vec_length (nodes a)) 0 (fun asked i =>
      let node := vec_get (0, (0, 0)) (nodes a) i in
      vec_push asked (join (fact_at can asked (fst (snd node))) (fact_at can asked (snd (snd node))))) vec_empty.

  Definition own_fact (s : nat) : nat := if auto_accepts a s then 1 else 2.

  Fixpoint rounds (fuel : nat) (can : vec nat) : vec nat :=
    match fuel with
    | 0 => can
    | S fuel =>
        let asked := ask can in
        let more := tabulate (vec_length (starts a)) (fun s =>
          join (vec_get 3 can s) (fact_at can asked (vec_get 0 (starts a) s))) in
        if all_from (vec_length (starts a)) 0 (fun s => vec_get 3 more s =? vec_get 3 can s) then can else rounds fuel more
    end.

  (** The tables agree with the automaton. However they were found, this suffices. *)
  Definition facts_hold (can asked : vec nat) : bool :=
    (vec_length asked <=? vec_length (nodes a)) &&
    all_from (vec_length asked) 0 (fun i =>
      let v := vec_get 3 asked i in
      let node := vec_get (0, (0, 0)) (nodes a) i in
      let good := fun c => (fact_at can asked c =? v) && (negb (Nat.testbit c 0) || (c / 2 <? i)) in
      (v =? 3) || (good (fst (snd node)) && good (snd (snd node)))) &&
    all_from (vec_length can) 0 (fun s =>
      let v := vec_get 3 can s in
      (v =? 3) || ((own_fact s =? v) && (fact_at can asked (vec_get 0 (starts a) s) =? v))).

  (** For the states, and for the questions. *)
  Definition facts : vec nat * vec nat :=
    let can := rounds (S (vec_length (starts a))) (tabulate (vec_length (starts a)) own_fact) in
    let asked := ask can in
    if facts_hold can asked then (can, asked) else (vec_empty, vec_empty).

  Lemma follow_fact can asked l : facts_hold can asked = true ->
    forall fuel r v, v <> 3 -> (if Nat.testbit r 0 then r / 2 + 2 else 1) <= fuel ->
    fact_at can asked r = v -> vec_get 3 can (follow fuel a l r) = v.
  Proof.
    intros H. unfold facts_hold in H. rewrite !andb_true_iff in H. destruct H as [[_ H] _]. rewrite all_from_spec in H.
    induction fuel as [| fuel IH]; intros r v V F Q; [destruct (Nat.testbit r 0); lia |].
    cbn [follow]. unfold fact_at in Q. destruct (Nat.testbit r 0) eqn:R; [| exact Q].
    destruct (lt_dec (r / 2) (vec_length asked)) as [L | L]; [| rewrite vec_get_out in Q by lia; congruence].
    specialize (H (r / 2) ltac:(lia)). cbv zeta in H. rewrite Q in H.
    destruct (Nat.eqb_spec v 3); [congruence |]. rewrite orb_false_l in H. rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff in H.
    destruct H as [[A A'] [B B']]. apply Nat.eqb_eq in A, B. set (node := vec_get (0, (0, 0)) (nodes a) (r / 2)) in *.
    apply IH; [exact V | | destruct (bit l (fst node)); assumption].
    destruct (bit l (fst node)); [destruct B' as [W | W] | destruct A' as [W | W]]; try (rewrite W; lia);
      apply Nat.ltb_lt in W; match goal with |- (if ?c then _ else _) <= _ => destruct c end; lia.
  Qed.

  Lemma nothing_known r : fact_at vec_empty vec_empty r = 3.
  Proof.
    destruct (tabulate_spec 3 0 (fun i => i)) as [E _]. change (vec_length (@vec_empty nat) = 0) in E.
    unfold fact_at. destruct (Nat.testbit r 0); apply vec_get_out; rewrite E; apply Nat.le_0_l.
  Qed.

  Lemma facts_follow l fuel r v : v <> 3 -> (if Nat.testbit r 0 then r / 2 + 2 else 1) <= fuel ->
    fact_at (fst facts) (snd facts) r = v -> vec_get 3 (fst facts) (follow fuel a l r) = v.
  Proof.
    unfold facts. cbv zeta. set (can := rounds _ _). destruct (facts_hold can (ask can)) eqn:H; cbn [fst snd]; intros V F Q.
    - apply (follow_fact can (ask can) l H); assumption.
    - rewrite nothing_known in Q. congruence.
  Qed.

  Lemma facts_step s l v : v <> 3 -> vec_get 3 (fst facts) s = v -> vec_get 3 (fst facts) (go a s l) = v /\ own_fact s = v.
  Proof.
    unfold facts. cbv zeta. set (can := rounds _ _). destruct (facts_hold can (ask can)) eqn:H; cbn [fst]; intros V Q.
    - pose proof H as H'. unfold facts_hold in H'. rewrite !andb_true_iff in H'. destruct H' as [[LE _] S].
      apply Nat.leb_le in LE. rewrite all_from_spec in S.
      destruct (lt_dec s (vec_length can)) as [L | L]; [| rewrite vec_get_out in Q by lia; congruence].
      specialize (S s ltac:(lia)). cbv zeta in S. rewrite Q in S. destruct (Nat.eqb_spec v 3); [congruence |].
      simpl in S. rewrite andb_true_iff, !Nat.eqb_eq in S. destruct S as [S1 S2]. split; [| exact S1].
      unfold go. apply (follow_fact can (ask can) l H); [exact V | | exact S2].
      unfold fact_at in S2. destruct (Nat.testbit _ 0); [| lia].
      destruct (lt_dec (vec_get 0 (starts a) s / 2) (vec_length (ask can))) as [L' | L'];
        [lia | rewrite vec_get_out in S2 by lia; congruence].
    - destruct (tabulate_spec 3 0 (fun i => i)) as [E _]. change (vec_length (@vec_empty nat) = 0) in E.
      rewrite vec_get_out in Q by lia. congruence.
  Qed.
End Facts.

(** ** The questions within a letter *)

Section Walks.
  Variable a : automaton.

  (** Questions lead to those before them. *)
  Definition downward : bool :=
    all_from (vec_length (nodes a)) 0 (fun i =>
      let node := vec_get (0, (0, 0)) (nodes a) i in
      let good := fun c => negb (Nat.testbit c 0) || (c / 2 <? i) in
      good (fst (snd node)) && good (snd (snd node))) &&
    all_from (vec_length (starts a)) 0 (fun s =>
      let c := vec_get 0 (starts a) s in negb (Nat.testbit c 0) || (c / 2 <? vec_length (nodes a))).

  Definition need (r : nat) : nat := if Nat.testbit r 0 then r / 2 + 2 else 1.
  Definition there (r : nat) : Prop := Nat.testbit r 0 = true -> r / 2 < vec_length (nodes a).

  (** The tracks of the letter that are the automaton's; which bits are known, and those of them that are 1. *)
  Fixpoint walk (fuel : nat) (tracks : vec nat) (known vals r : nat) : nat :=
    match fuel with
    | 0 => r
    | S fuel =>
        if Nat.testbit r 0 then
          let node := vec_get (0, (0, 0)) (nodes a) (r / 2) in
          if fst node <? vec_length tracks then
            let t := vec_get 0 tracks (fst node) in
            if Nat.testbit known t
            then walk fuel tracks known vals (if Nat.testbit vals t then snd (snd node) else fst (snd node))
            else r
          else walk fuel tracks known vals (fst (snd node))
        else r
    end.

  (** The tracks that a question and those after it ask for, as bits. Nothing is proved of them. *)
  Definition support_at (known : vec nat) (r : nat) : nat := if Nat.testbit r 0 then vec_get 0 known (r / 2) else 0.

  Definition supports (tracks : vec nat) : vec nat :=
    loop (vec_length (nodes a)) 0 (fun known i =>
      let node := vec_get (0, (0, 0)) (nodes a) i in
      vec_push known (Nat.lor (if fst node <? vec_length tracks then Nat.setbit 0 (vec_get 0 tracks (fst node)) else 0)
        (Nat.lor (support_at known (fst (snd node))) (support_at known (snd (snd node)))))) vec_empty.

  Hypothesis down : downward = true.

  Lemma question r : there r -> Nat.testbit r 0 = true ->
    let node := vec_get (0, (0, 0)) (nodes a) (r / 2) in
    forall c, c = fst (snd node) \/ c = snd (snd node) -> there c /\ need c <= r / 2 + 1.
  Proof.
    intros T R node c C. specialize (T R). unfold downward in down. apply andb_true_iff in down. destruct down as [D _].
    rewrite all_from_spec in D. specialize (D (r / 2) ltac:(lia)). cbv zeta in D. fold node in D.
    apply andb_true_iff in D. destruct D as [A B].
    assert (G : negb (Nat.testbit c 0) || (c / 2 <? r / 2) = true) by (destruct C as [-> | ->]; assumption).
    unfold there, need. destruct (Nat.testbit c 0); cbn [negb orb] in G; [apply Nat.ltb_lt in G; split; intros; lia | split; [discriminate | lia]].
  Qed.

  Lemma follow_enough l : forall fuel more r, there r -> need r <= fuel -> need r <= more -> follow fuel a l r = follow more a l r.
  Proof.
    assert (P : forall r, 0 < need r) by (intros r; unfold need; destruct (Nat.testbit r 0); lia).
    induction fuel as [| fuel IH]; intros [| more] r T F M; try (specialize (P r); lia).
    cbn [follow]. destruct (Nat.testbit r 0) eqn:R; [| reflexivity]. set (node := vec_get (0, (0, 0)) (nodes a) (r / 2)).
    unfold need in F, M. rewrite R in F, M.
    destruct (question r T R (if bit l (fst node) then snd (snd node) else fst (snd node))) as [T' N'].
    { fold node. destruct (bit l (fst node)); auto. }
    apply IH; [exact T' | lia | lia].
  Qed.

  (** The state that a letter leads to from a question. *)
  Definition outcome (l : letter) (r : nat) : nat := follow (need r) a l r.

  Lemma walk_outcome w tracks known vals : (forall t, Nat.testbit vals t = Nat.testbit known t && bit w t) ->
    forall fuel r, there r ->
    there (walk fuel (vec_of tracks) known vals r) /\
    outcome (map (bit w) tracks) (walk fuel (vec_of tracks) known vals r) = outcome (map (bit w) tracks) r.
  Proof.
    intros V. set (l := map (bit w) tracks).
    assert (L : vec_length (vec_of tracks) = length tracks) by (rewrite vec_of_spec; reflexivity).
    induction fuel as [| fuel IH]; intros r T; [auto |]. cbn [walk]. destruct (Nat.testbit r 0) eqn:R; [| auto].
    set (node := vec_get (0, (0, 0)) (nodes a) (r / 2)).
    assert (GO : outcome l r = outcome l (if bit l (fst node) then snd (snd node) else fst (snd node))).
    { unfold outcome at 1. unfold need. rewrite R. replace (r / 2 + 2) with (S (r / 2 + 1)) by lia. cbn [follow]. rewrite R. fold node.
      destruct (question r T R (if bit l (fst node) then snd (snd node) else fst (snd node))) as [T' N'].
      { fold node. destruct (bit l (fst node)); auto. }
      apply follow_enough; [exact T' | exact N' | lia]. }
    rewrite L. destruct (Nat.ltb_spec (fst node) (length tracks)) as [I | I].
    - rewrite vec_get_of. set (t := nth (fst node) tracks 0).
      assert (B : bit l (fst node) = bit w t).
      { unfold bit at 1, l. rewrite nth_indep with (d' := bit w 0) by (rewrite map_length; exact I). apply map_nth. }
      rewrite GO, B. destruct (Nat.testbit known t) eqn:K; [| rewrite <- B, <- GO; auto].
      rewrite V, K. cbn [andb]. apply IH. apply (question r T R). fold node. destruct (bit w t); auto.
    - assert (B : bit l (fst node) = false) by (unfold bit, l; apply nth_overflow; rewrite map_length; exact I).
      rewrite GO, B. apply IH. apply (question r T R). fold node. auto.
  Qed.

  Lemma outcome_go s l : there (vec_get 0 (starts a) s) /\ go a s l = outcome l (vec_get 0 (starts a) s).
  Proof.
    assert (T : there (vec_get 0 (starts a) s)).
    { unfold there. intros R. destruct (lt_dec s (vec_length (starts a))) as [L | L]; [| rewrite vec_get_out in R by lia; discriminate].
      unfold downward in down. apply andb_true_iff in down. destruct down as [_ D]. rewrite all_from_spec in D.
      specialize (D s ltac:(lia)). cbv zeta in D. rewrite R in D. apply Nat.ltb_lt in D. exact D. }
    split; [exact T |]. unfold go, outcome. apply follow_enough; [exact T | | lia].
    unfold need. destruct (Nat.testbit _ 0) eqn:R; [specialize (T R); lia | lia].
  Qed.
End Walks.

(** ** The conditions, bit by bit *)

(** A simple condition, or that some of the witnesses accept with further integers. *)
Inductive part := Plain (a : atom) | Further.

(** What is remembered between letters. *)
Inductive memory := State (s : state) | Group (set : list (nat * nat)).

(** What is remembered between bits: that it is settled; the sum of a linear condition; a memory with the bits of its own tracks
    that have been read of this letter; or a question of an automaton, or a state, with the tracks that were read and may be asked
    for later, and those of them with a 1, as bits. Nothing is said where a place is lost. *)
Inductive place := Settled (b : bool) | Sum (z : Z) | Kept (m : memory) (bits : list (nat * bool)) | Walk (r known vals : nat) | Lost.

Section Forms.
  Open Scope Z_scope.

  Definition coefficient (f : list (nat * Z)) (t : nat) : Z :=
    fold_right (fun ta s => (if Nat.eqb (fst ta) t then snd ta else 0) + s) 0 f.

  (** What some tracks add to the sum; the most that they can add, and take away. *)
  Definition read_sum (f : list (nat * Z)) (tracks : list nat) (l : letter) : Z :=
    fold_right (fun t s => (if bit l t then coefficient f t else 0) + s) 0 tracks.
  Definition most (f : list (nat * Z)) (tracks : list nat) : Z :=
    fold_right (fun t s => Z.max (coefficient f t) 0 + s) 0 tracks.
  Definition least (f : list (nat * Z)) (tracks : list nat) : Z :=
    fold_right (fun t s => Z.max (- coefficient f t) 0 + s) 0 tracks.

  Lemma read_sum_bounds f tracks l : - least f tracks <= read_sum f tracks l <= most f tracks.
  Proof.
    induction tracks as [| t tracks IH]; simpl; [lia |]. unfold least, most, read_sum in *. simpl. destruct (bit l t); lia.
  Qed.

  Lemma read_sum_app f one two l : read_sum f (one ++ two) l = read_sum f one l + read_sum f two l.
  Proof.
    induction one as [| t one IH]; [reflexivity |]. unfold read_sum in *. cbn [app fold_right]. rewrite IH. lia.
  Qed.

  Lemma read_sum_all f order l :
    NoDup order -> (forall ta, In ta f -> In (fst ta) order) -> read_sum f order l = sum_bits f l.
  Proof.
    intros N. induction f as [| [u a] f IH]; intros I.
    - unfold read_sum, sum_bits. simpl. clear. induction order as [| t order IH]; simpl; [reflexivity |]. rewrite IH. destruct (bit l t); reflexivity.
    - unfold sum_bits in *. cbn [fold_right fst snd]. rewrite <- IH by (intros ta J; apply I; right; exact J).
      specialize (I (u, a) (or_introl eq_refl)). cbn [fst] in I. clear IH.
      assert (A : forall ts, ~ In u ts -> read_sum ((u, a) :: f) ts l = read_sum f ts l).
      { induction ts as [| t ts IH]; intros J; [reflexivity |]. unfold read_sum in *. cbn [fold_right].
        rewrite IH by (intros K; apply J; right; exact K). unfold coefficient at 1. cbn [fold_right fst snd].
        destruct (Nat.eqb_spec u t) as [-> | D]; [exfalso; apply J; left; reflexivity |].
        fold (coefficient f t). destruct (bit l t); lia. }
      apply in_split in I. destruct I as (one & two & ->). rewrite !read_sum_app.
      apply NoDup_remove_2 in N. rewrite A by (intros J; apply N, in_app_iff; auto).
      change (u :: two) with ([u] ++ two). rewrite !read_sum_app.
      rewrite (A two) by (intros J; apply N, in_app_iff; auto).
      unfold read_sum at 2 5. cbn [fold_right]. unfold coefficient at 1. cbn [fold_right fst snd]. rewrite Nat.eqb_refl.
      fold (coefficient f u). destruct (bit l u); lia.
  Qed.

  (** A condition on a sum that will be between two bounds after this letter. *)
  Definition decide (equation : bool) (hi lo wanted z from to : Z) : place :=
    if (to <=? - hi) && (to <? wanted) then Settled (negb equation)
    else if (lo <=? from) && (wanted <? from) then Settled false
    else Sum z.

  Definition add_bit (equation : bool) (hi lo wanted : Z) (level : Z * (Z * Z)) (start first b : bool) (z : Z) : place :=
    let v := if b then fst level else 0 in
    if first then
      let z := z - v in decide equation hi lo wanted z (z - fst (snd level)) (z + snd (snd level))
    else
      let z := (if start then 2 * z else z) + v in decide equation hi lo wanted z (z - snd (snd level)) (z + fst (snd level)).

  Lemma far_below f x n : scoped_form (terms f) n -> forall i,
    partial (terms f) x i <= - high (terms f) -> partial (terms f) x i < - constant f -> sum_of (terms f) x < - constant f.
  Proof.
    intros S. induction i as [| i IH]; intros A B; [rewrite partial_all in B; exact B |].
    pose proof (partial_step (terms f) x n i S). pose proof (sum_bits_bounds (terms f) (letter_at x n i)). apply IH; lia.
  Qed.

  Lemma far_above f x n : scoped_form (terms f) n -> forall i,
    low (terms f) <= partial (terms f) x i -> - constant f < partial (terms f) x i -> - constant f < sum_of (terms f) x.
  Proof.
    intros S. induction i as [| i IH]; intros A B; [rewrite partial_all in B; exact B |].
    pose proof (partial_step (terms f) x n i S). pose proof (sum_bits_bounds (terms f) (letter_at x n i)). apply IH; lia.
  Qed.
End Forms.

Section Machines.
  Variable automata : list automaton.
  Variables (n shared : nat) (witnesses : list (nat * nat)) (fuel : nat).
  (** The tracks in the order in which they are read. *)
  Variable order : list nat.
  (** What [facts] says of the automata, or nothing of some. *)
  Variable known_facts : list (vec nat * vec nat).

  Definition step_memory (p : part) (first : bool) (m : memory) (l : letter) : memory :=
    match p, m with
    | Plain a, State s => State (step automata a s l)
    | Further, Group set =>
        let reached := after automata shared witnesses set l in
        Group (if first then grow automata shared witnesses fuel l reached else reached)
    | _, m => m
    end.

  Definition memory_ends (p : part) (m : memory) : bool :=
    match p, m with
    | Plain a, State s => accepts automata a s
    | Further, Group set => inside automata witnesses set
    | _, _ => false
    end.

  Definition memory_settled (p : part) (m : memory) : option bool :=
    match p, m with
    | Plain (Auto k _), State (At s) =>
        let v := vec_get 3 (fst (nth k known_facts (vec_empty, vec_empty))) s in
        if v =? 1 then Some true else if v =? 2 then Some false else None
    | Plain a, State s => settled a s
    | Further, Group [] => Some false
    | _, _ => None
    end.

  Definition start_memory (p : part) : memory :=
    match p with
    | Plain _ => State Start
    | Further => Group (map (fun w => (w, 0)) (seq 0 (length witnesses)))
    end.

  Definition own (p : part) : list nat :=
    match p with
    | Plain (Bits _ i j r) => [i; j; r]
    | Plain (Auto _ tracks) => tracks
    | Plain _ => []
    | Further => seq 0 shared
    end.

  (** Whether all of a condition's own tracks are among the first k. *)
  Definition done (p : part) (k : nat) : bool := forallb (fun t => existsb (Nat.eqb t) (firstn k order)) (own p).

  (** How a condition reads: a linear one with its bounds, and for each place of the order the coefficient and what the others can
      add or take away; any other with whether it reads at this place, and whether this is the last one that it reads. *)
  Inductive reader :=
  | Linear (equation : bool) (hi lo wanted : Z) (levels : vec (Z * (Z * Z)))
  | Other (levels : vec (bool * bool))
  (** An automaton: its tracks, and what its questions ask for. *)
  | Asks (a : automaton) (can asked : vec nat) (tracks support : vec nat) (levels : vec (bool * bool)).

  Definition reader_of (p : part) : reader :=
    let linear equation f :=
      Linear equation (high (terms f)) (low (terms f)) (- constant f)
        (tabulate n (fun k => (coefficient (terms f) (nth k order 0),
          (most (terms f) (skipn (S k) order), least (terms f) (skipn (S k) order))))) in
    let levels := tabulate n (fun k =>
        (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p),
         done p (S k) && (negb (done p k) || (k =? 0)))) in
    match p with
    | Plain (AtMostZero f) => linear false f
    | Plain (Zero f) => linear true f
    | Plain (Auto k (t :: tracks)) =>
        let a := the automata k in
        if downward a then
          let tracks := vec_of (t :: tracks) in
          let facts := nth k known_facts (vec_empty, vec_empty) in
          Asks a (fst facts) (snd facts) tracks (supports a tracks) levels
        else Other levels
    | _ => Other levels
    end.

  Definition look (bits : list (nat * bool)) (t : nat) : bool :=
    match find (fun q => fst q =? t) bits with Some q => snd q | None => false end.

  Definition settle_memory (p : part) (m : memory) : place :=
    match memory_settled p m with Some b => Settled b | None => Kept m [] end.

  (** One more track of a letter was read. *)
  Definition walk_on (a : automaton) (can asked tracks support : vec nat) (t : nat) (last b : bool) (known vals r : nat) : place :=
    let known := Nat.setbit known t in
    let vals := if b then Nat.setbit vals t else vals in
    let r := walk a (need r) tracks known vals r in
    let fact := fact_at can asked r in
    if fact =? 1 then Settled true
    else if fact =? 2 then Settled false
    else if last then (if Nat.testbit r 0 then Lost else Kept (State (At (r / 2))) [])
    else let mask := support_at support r in Walk r (Nat.land known mask) (Nat.land vals mask).

  Definition next_place (p : part) (r : reader) (k : nat) (first b : bool) (q : place) : place :=
    match q, r with
    | Sum z, Linear equation hi lo wanted levels =>
        add_bit equation hi lo wanted (vec_get (0, (0, 0))%Z levels k) (k =? 0) first b z
    | Kept m bits, Other levels =>
        let level := vec_get (false, false) levels k in
        let bits := if fst level then (nth k order 0, b) :: bits else bits in
        if snd level then settle_memory p (step_memory p first m (map (look bits) (seq 0 n))) else Kept m bits
    | Kept m bits, Asks a can asked tracks support levels =>
        let level := vec_get (false, false) levels k in
        if fst level then
          match m with
          | State s =>
              walk_on a can asked tracks support (nth k order 0) (snd level) b 0 0
                (vec_get 0 (starts a) (match s with At s => s | _ => 0 end))
          | _ => Lost
          end
        else q
    | Walk at_ known vals, Asks a can asked tracks support levels =>
        let level := vec_get (false, false) levels k in
        if fst level then walk_on a can asked tracks support (nth k order 0) (snd level) b known vals at_ else q
    | Walk _ _ _, _ => Lost
    | q, _ => q
    end.

  Definition start_place (p : part) : place :=
    match p with
    | Plain (AtMostZero _) | Plain (Zero _) => Sum 0
    | p => Kept (start_memory p) []
    end.

  Definition place_settled (q : place) : option bool := match q with Settled b => Some b | _ => None end.
  Definition place_lost (q : place) : bool := match q with Lost => true | _ => false end.

  Definition place_ends (p : part) (q : place) : bool :=
    match q, p with
    | Settled b, _ => b
    | Sum z, Plain (AtMostZero f) => (z <=? - constant f)%Z
    | Sum z, Plain (Zero f) => (z =? - constant f)%Z
    | Sum z, _ => false
    | Kept m _, p => memory_ends p m
    | Walk _ _ _, _ | Lost, _ => false
    end.

  (** ** What places say *)

  Hypothesis facts_good : forall k, nth k known_facts (vec_empty, vec_empty) = facts (the automata k) \/
    nth k known_facts (vec_empty, vec_empty) = (vec_empty, vec_empty).
  Hypothesis order_all : forall t, t < n -> In t order.
  Hypothesis order_length : length order = n.
  Hypothesis order_once : NoDup order.
  Hypothesis shared_few : shared <= n.

  Variable x : env.
  Variable l : nat.
  Hypothesis signs : enough x n l.

  (** Of automata only that their tracks are there. *)
  Definition part_fine (p : part) : Prop :=
    match p with Plain (Auto _ tracks) => forall t, In t tracks -> t < n | Plain a => fine automata n a | Further => True end.

  Lemma fine_part a : fine automata n a -> part_fine (Plain a).
  Proof. destruct a; simpl; tauto. Qed.

  Lemma own_small p t : part_fine p -> In t (own p) -> t < n.
  Proof.
    destruct p as [[f | f | op i j r | k tracks] |]; simpl; intros F I.
    - contradiction.
    - contradiction.
    - destruct F as (A & B & C). destruct I as [<- | [<- | [<- | []]]]; assumption.
    - apply F, I.
    - apply in_seq in I. lia.
  Qed.

  (** The memory after d letters. *)
  Fixpoint run_memory (p : part) (d : nat) : memory :=
    match d with
    | 0 => start_memory p
    | S d => step_memory p (d =? 0) (run_memory p d) (letter_at x n (l - d))
    end.

  Definition value (p : part) : bool := memory_ends p (run_memory p (S l)).

  Lemma empty_length {A} : vec_length (@vec_empty A) = 0.
  Proof.
    change (@vec_empty A) with (vec_of (@nil A)). rewrite vec_of_spec.
    Local Transparent vec_length vec_empty. reflexivity.
  Qed.
  Local Opaque vec_length vec_empty.

  Lemma settled_step p m b : memory_settled p m = Some b ->
    memory_ends p m = b /\ forall first w, memory_settled p (step_memory p first m w) = Some b.
  Proof.
    assert (EQ : forall a s, memory_settled (Plain a) (State s) = settled a s ->
      (forall w, memory_settled (Plain a) (State (step automata a s w)) = settled a (step automata a s w)) ->
      memory_settled (Plain a) (State s) = Some b ->
      memory_ends (Plain a) (State s) = b /\ forall first w, memory_settled (Plain a) (step_memory (Plain a) first (State s) w) = Some b).
    { intros a s E E' H. rewrite E in H. split.
      - apply (settled_stays automata a s [] b H).
      - intros first w. cbn [step_memory]. rewrite E'. apply (settled_stays automata a s w b H). }
    destruct p as [a |], m as [s | set]; try (intros H; destruct a; discriminate H); try (intros H; discriminate H).
    - destruct a as [f | f | op i j r | k tracks]; try (apply EQ; reflexivity).
      destruct s as [| z | | | s]; try (intros H; discriminate H). intros H. cbn [memory_settled] in H.
      set (v := vec_get 3 (fst (nth k known_facts (vec_empty, vec_empty))) s) in *.
      assert (V : v <> 3) by (intros V; rewrite V in H; discriminate).
      assert (FS : forall w, vec_get 3 (fst (nth k known_facts (vec_empty, vec_empty))) (go (the automata k) s w) = v /\ own_fact (the automata k) s = v).
      { intros w. destruct (facts_good k) as [E | E].
        - rewrite E. apply facts_step; [exact V |]. unfold v. rewrite E. reflexivity.
        - exfalso. apply V. unfold v. rewrite E. apply vec_get_out. cbn [fst]. rewrite empty_length. apply Nat.le_0_l. }
      split.
      + destruct (FS []) as [_ O]. cbn [memory_ends accepts]. unfold own_fact in O. rewrite <- O in H.
        destruct (auto_accepts _ s); simpl in H; congruence.
      + intros first w. cbn [step_memory step memory_settled]. destruct (FS (map (bit w) tracks)) as [-> _]. exact H.
    - destruct set as [| ws set]; [| intros H; discriminate H]. intros H. injection H as <-. split; [reflexivity |]. intros first w.
      cbn [step_memory]. destruct first; [| reflexivity]. destruct fuel; reflexivity.
  Qed.

  Lemma settled_value p d b : d <= S l -> memory_settled p (run_memory p d) = Some b -> value p = b.
  Proof.
    intros L H. unfold value. assert (A : forall c, memory_settled p (run_memory p (d + c)) = Some b).
    { induction c as [| c IH]; [rewrite Nat.add_0_r; exact H |]. rewrite Nat.add_succ_r. cbn [run_memory]. apply settled_step, IH. }
    specialize (A (S l - d)). replace (d + (S l - d)) with (S l) in A by lia. apply settled_step, A.
  Qed.

  Lemma run_plain a : run_memory (Plain a) (S l) = State (fold_left (step automata a) (word x n (S l)) Start).
  Proof.
    clear order_all order_length order_once shared_few.
    assert (A : forall d, d <= S l -> exists s, run_memory (Plain a) d = State s /\
      fold_left (step automata a) (word x n (S l - d)) s = fold_left (step automata a) (word x n (S l)) Start).
    { induction d as [| d IH]; intros L; [exists Start; auto |]. destruct (IH ltac:(lia)) as (s & E & Q).
      exists (step automata a s (letter_at x n (l - d))). cbn [run_memory]. rewrite E. split; [reflexivity |]. rewrite <- Q.
      replace (S l - d) with (S (l - d)) by lia. replace (S l - S d) with (l - d) by lia. reflexivity. }
    destruct (A (S l) (le_n _)) as (s & E & Q). rewrite Nat.sub_diag in Q. simpl in Q. rewrite E. f_equal. exact Q.
  Qed.

  Lemma plain_value a : fine automata n a -> (value (Plain a) = true <-> holds automata a x).
  Proof. intros F. unfold value. rewrite run_plain. apply (atom_correct automata a x n l F signs). Qed.

  Lemma nth_firstn_few {A} (w : list A) d m : forall i, i < m -> nth i (firstn m w) d = nth i w d.
  Proof.
    revert m. induction w as [| b w IH]; intros m i L; [rewrite firstn_nil; reflexivity |].
    destruct m as [| m]; [lia |]. destruct i as [| i]; [reflexivity |]. simpl. apply IH. lia.
  Qed.

  (** Only a condition's own tracks matter. *)
  Lemma after_firstn set w w' : firstn shared w = firstn shared w' ->
    after automata shared witnesses set w = after automata shared witnesses set w'.
  Proof. intros E. unfold after. rewrite E. reflexivity. Qed.

  Lemma grow_firstn w w' : firstn shared w = firstn shared w' -> forall c set,
    grow automata shared witnesses c w set = grow automata shared witnesses c w' set.
  Proof.
    intros E. induction c as [| c IH]; intros set; [reflexivity |]. cbn [grow].
    rewrite (after_firstn set w w' E). destruct (_ =? _); [reflexivity | apply IH].
  Qed.

  Lemma step_own p first m w w' :
    length w = n -> length w' = n -> (match p with Plain (AtMostZero _) | Plain (Zero _) => False | _ => True end) ->
    (forall t, In t (own p) -> bit w t = bit w' t) ->
    step_memory p first m w = step_memory p first m w'.
  Proof.
    intros L L' NF H. destruct p as [[f | f | op i j r | k tracks] |]; try contradiction; destruct m as [s | set]; try reflexivity.
    - cbn [step_memory step]. rewrite !H by (simpl; auto). reflexivity.
    - cbn [step_memory step]. do 3 f_equal. apply map_ext_in. exact H.
    - cbn [step_memory]. assert (E : firstn shared w = firstn shared w').
      { apply nth_ext with (d := false) (d' := false); rewrite ?firstn_length; [lia |]. intros i I.
        rewrite !nth_firstn_few by lia. apply H. apply in_seq. lia. }
      rewrite (after_firstn set w w' E). destruct first; [| reflexivity]. rewrite (grow_firstn w w' E). reflexivity.
  Qed.

  Definition form_of (p : part) : option (bool * form) :=
    match p with Plain (AtMostZero f) => Some (false, f) | Plain (Zero f) => Some (true, f) | _ => None end.

  (** From a question the letter i leads to the state after it. *)
  Definition walks (p : part) (i r known vals : nat) : Prop :=
    match p with
    | Plain (Auto number tracks) =>
        let a := the automata number in
        downward a = true /\ there a r /\ (forall t, Nat.testbit vals t = Nat.testbit known t && bit (letter_at x n i) t) /\
        run_memory p (S l - i) = State (At (outcome a (map (bit (letter_at x n i)) tracks) r))
    | _ => False
    end.

  (** What a place says when the places above i, and the first k bits of letter i, were read. *)
  Definition says (p : part) (i k : nat) (q : place) : Prop :=
    match q with
    | Settled b => value p = b
    | Sum z =>
        match form_of p with
        | None => False
        | Some (_, f) =>
            let read := read_sum (terms f) (firstn k order) (letter_at x n i) in
            if i =? l then z = (- read)%Z
            else if k =? 0 then z = partial (terms f) x (S i)
            else z = (2 * partial (terms f) x (S i) + read)%Z
        end
    | Kept m bits =>
        form_of p = None /\
        if done p k && (0 <? k) then m = run_memory p (S l - i) /\ bits = []
        else m = run_memory p (l - i) /\
             forall t, In t (own p) -> In t (firstn k order) -> look bits t = bit (letter_at x n i) t
    | Walk r known vals => done p k = false /\ walks p i r known vals
    | Lost => False
    end.

  Lemma firstn_next k : k < n -> firstn (S k) order = firstn k order ++ [nth k order 0].
  Proof.
    intros K. rewrite <- order_length in K. clear - K. revert k K. induction order as [| t ts IH]; intros k K; [simpl in K; lia |].
    destruct k as [| k]; [reflexivity |]. change (t :: firstn (S k) ts = t :: (firstn k ts ++ [nth k ts 0])). rewrite IH by (simpl in K; lia). reflexivity.
  Qed.

  Lemma done_spec p k : done p k = true <-> forall t, In t (own p) -> In t (firstn k order).
  Proof.
    unfold done. rewrite forallb_forall. split; intros H t I; specialize (H t I).
    - apply existsb_exists in H. destruct H as (u & J & E). apply Nat.eqb_eq in E. subst u. exact J.
    - apply existsb_exists. exists t. split; [exact H | apply Nat.eqb_refl].
  Qed.

  Lemma done_all p : part_fine p -> done p n = true.
  Proof.
    intros F. apply done_spec. intros t I. rewrite <- order_length, firstn_all. apply order_all, (own_small p t F I).
  Qed.

  Lemma done_more p k : k < n -> done p k = true -> done p (S k) = true.
  Proof.
    intros K D. rewrite done_spec in *. intros t I. rewrite firstn_next by exact K. apply in_app_iff. left. apply D, I.
  Qed.

  Lemma settle_says p i k m : i <= l -> form_of p = None ->
    m = run_memory p (S l - i) -> done p (S k) = true -> says p i (S k) (settle_memory p m).
  Proof.
    intros L F -> D. unfold settle_memory. destruct (memory_settled p _) as [b |] eqn:S.
    - simpl. apply (settled_value p (Datatypes.S l - i) b); [lia | exact S].
    - cbn [says]. rewrite D. split; [exact F |]. split; reflexivity.
  Qed.

  Lemma linear_value p e f : part_fine p -> form_of p = Some (e, f) ->
    scoped_form (terms f) n /\
    (value p = true <-> if e then (sum_of (terms f) x = - constant f)%Z else (sum_of (terms f) x <= - constant f)%Z).
  Proof.
    intros F E. destruct p as [[g | g | |] |]; try discriminate; injection E as <- <-; (split; [exact F |]);
      rewrite (plain_value _ F); unfold holds, eval; lia.
  Qed.

  Lemma decide_says p e f i k z from to : part_fine p -> form_of p = Some (e, f) -> i <= l ->
    (from <= partial (terms f) x i <= to)%Z -> says p i k (Sum z) ->
    says p i k (decide e (high (terms f)) (low (terms f)) (- constant f) z from to).
  Proof.
    intros F E L B S. destruct (linear_value p e f F E) as [SC V]. unfold decide.
    destruct (Z.leb_spec to (- high (terms f))), (Z.ltb_spec to (- constant f)); cbn [andb].
    1: { cbn [says]. pose proof (far_below f x n SC i ltac:(lia) ltac:(lia)). destruct e; simpl.
         - apply not_true_iff_false. rewrite V. lia.
         - apply V. lia. }
    all: destruct (Z.leb_spec (low (terms f)) from), (Z.ltb_spec (- constant f) from); cbn [andb]; try exact S.
    all: cbn [says]; pose proof (far_above f x n SC i ltac:(lia) ltac:(lia)); apply not_true_iff_false; rewrite V;
      destruct e; lia.
  Qed.

  Lemma rest_bounds f i k : k < n -> scoped_form (terms f) n ->
    let r := read_sum (terms f) (firstn (S k) order) (letter_at x n i) in
    (r - least (terms f) (skipn (S k) order) <= sum_bits (terms f) (letter_at x n i) <=
     r + most (terms f) (skipn (S k) order))%Z.
  Proof.
    intros K SC r. rewrite <- (read_sum_all (terms f) order _ order_once) by (intros ta I; apply order_all, SC, I).
    rewrite <- (firstn_skipn (S k) order) at 2 3. rewrite read_sum_app.
    pose proof (read_sum_bounds (terms f) (skipn (S k) order) (letter_at x n i)). fold r. lia.
  Qed.

  Lemma order_small k : k < n -> nth k order 0 < n.
  Proof.
    intros K. assert (I : In (nth k order 0) order) by (apply nth_In; lia).
    destruct (lt_dec (nth k order 0) n) as [A | A]; [exact A | exfalso].
    assert (N : NoDup (nth k order 0 :: seq 0 n)).
    { constructor; [intros J; apply in_seq in J; lia | apply seq_NoDup]. }
    assert (Q : incl (nth k order 0 :: seq 0 n) order).
    { intros t [<- | J]; [exact I | apply order_all; apply in_seq in J; lia]. }
    pose proof (NoDup_incl_length N Q) as LE. simpl in LE. rewrite seq_length in LE. lia.
  Qed.

  Lemma read_next f i k : k < n ->
    read_sum (terms f) (firstn (S k) order) (letter_at x n i) =
    (read_sum (terms f) (firstn k order) (letter_at x n i) +
     (if bit_of (x (nth k order 0%nat)) i then coefficient (terms f) (nth k order 0%nat) else 0))%Z.
  Proof.
    intros K. rewrite firstn_next by exact K. rewrite read_sum_app. f_equal. unfold read_sum. simpl.
    rewrite bit_letter_at by (apply order_small, K). lia.
  Qed.

  (** The end of a walk is settled, if what is known of it says so. *)
  Lemma walk_settled number tracks i r known vals v b :
    let p := Plain (Auto number tracks) in
    i <= l -> walks p i r known vals ->
    fact_at (fst (nth number known_facts (vec_empty, vec_empty))) (snd (nth number known_facts (vec_empty, vec_empty))) r = v ->
    (if v =? 1 then Some true else if v =? 2 then Some false else None) = Some b -> value p = b.
  Proof.
    intros p L (D & T & _ & R) F B. assert (V : v <> 3) by (intros ->; discriminate B).
    apply (settled_value p (S l - i) b); [lia |]. rewrite R. cbn [p memory_settled].
    destruct (facts_good number) as [E | E]; rewrite E in *; [| cbn [fst snd] in F; rewrite nothing_known in F; congruence].
    unfold outcome. rewrite (facts_follow (the automata number) _ _ _ v V); [exact B | reflexivity | exact F].
  Qed.

  Lemma walk_on_says number tracks i k known vals r :
    let p := Plain (Auto number tracks) in let a := the automata number in
    let facts := nth number known_facts (vec_empty, vec_empty) in
    i <= l -> k < n -> walks p i r known vals ->
    let q := walk_on a (fst facts) (snd facts) (vec_of tracks) (supports a (vec_of tracks)) (nth k order 0) (done p (S k))
               (bit_of (x (nth k order 0)) i) known vals r in
    place_lost q = false -> says p i (S k) q.
  Proof.
    intros p a facts L K W q NL. pose proof W as (D & T & V & R). fold a in D, T, R.
    set (t := nth k order 0) in *. pose proof (order_small k K) as TN. fold t in TN. set (b := bit_of (x t) i) in *.
    assert (BW : bit (letter_at x n i) t = b) by (apply bit_letter_at, TN).
    unfold q, walk_on in *. clear q. set (known' := Nat.setbit known t) in *. set (vals' := if b then Nat.setbit vals t else vals) in *.
    assert (V' : forall u, Nat.testbit vals' u = Nat.testbit known' u && bit (letter_at x n i) u).
    { intros u. unfold vals', known'. rewrite Nat.setbit_eqb. destruct (Nat.eqb_spec t u) as [<- | N].
      - rewrite BW. destruct b; [rewrite Nat.setbit_eqb, Nat.eqb_refl; reflexivity |]. rewrite V, BW, andb_false_r. reflexivity.
      - destruct b; [rewrite Nat.setbit_eqb; destruct (Nat.eqb_spec t u); [contradiction |] |]; cbn [orb]; apply V. }
    destruct (walk_outcome a D (letter_at x n i) tracks known' vals' V' (need r) r T) as [T' O'].
    set (r' := walk a (need r) (vec_of tracks) known' vals' r) in *.
    assert (W' : forall kn va, (forall u, Nat.testbit va u = Nat.testbit kn u && bit (letter_at x n i) u) -> walks p i r' kn va).
    { intros kn va VV. split; [exact D |]. split; [exact T' |]. split; [exact VV |]. fold a. rewrite O'. exact R. }
    set (v := fact_at (fst facts) (snd facts) r') in *.
    pose proof (fun b => walk_settled number tracks i r' known' vals' v b L (W' _ _ V') eq_refl) as WS. fold p in WS.
    destruct (v =? 1); [exact (WS true eq_refl) |]. destruct (v =? 2); [exact (WS false eq_refl) |]. clear WS.
    destruct (done p (S k)) eqn:DN.
    - destruct (Nat.testbit r' 0) eqn:ODD; [discriminate NL |]. cbn [says]. rewrite DN. split; [reflexivity |]. cbn [andb Nat.ltb Nat.leb].
      split; [| reflexivity]. destruct (W' _ _ V') as (_ & _ & _ & R'). fold a in R'. rewrite R'.
      unfold outcome, need. rewrite ODD. cbn [follow]. rewrite ODD. reflexivity.
    - cbn [says]. split; [exact DN |]. apply W'. intros u. rewrite !Nat.land_spec, V'. 
      destruct (Nat.testbit known' u), (bit (letter_at x n i) u), (Nat.testbit _ u); reflexivity.
  Qed.

  Lemma run_state a d : exists s, run_memory (Plain a) d = State s.
  Proof.
    clear order_all order_length order_once shared_few.
    induction d as [| d (s & IH)]; [eexists; reflexivity |]. cbn [run_memory]. rewrite IH. eexists. reflexivity.
  Qed.

  (** Reading on as an automaton does. *)
  Lemma asks_says number t0 ts i k q :
    let p := Plain (Auto number (t0 :: ts)) in
    let facts := nth number known_facts (vec_empty, vec_empty) in
    let a := the automata number in
    let tracks := vec_of (t0 :: ts) in
    let levels := tabulate n (fun k =>
        (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p),
         done p (S k) && (negb (done p k) || (k =? 0)))) in
    downward a = true -> i <= l -> k < n -> says p i k q ->
    let next := next_place p (Asks a (fst facts) (snd facts) tracks (supports a tracks) levels) k (i =? l)
                  (bit_of (x (nth k order 0)) i) q in
    place_lost next = false -> says p i (S k) next.
  Proof.
    intros p facts a tracks levels D L K S next NL. unfold next in *. clear next.
    assert (LV : vec_get (false, false) levels k =
      (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p), done p (Datatypes.S k) && (negb (done p k) || (k =? 0)))).
    { unfold levels. destruct (tabulate_spec (false, false) n (fun k =>
        (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p),
         done p (Datatypes.S k) && (negb (done p k) || (k =? 0))))) as [_ ->]; [reflexivity | exact K]. }
    (* Where a track of the automaton is left, and this is none, the next is none that ends the letter. *)
    assert (NR : done p k = false -> existsb (Nat.eqb (nth k order 0)) (own p) = false ->
      done p (Datatypes.S k) = false /\ forall t, In t (own p) -> In t (firstn (Datatypes.S k) order) -> In t (firstn k order)).
    { intros DK NO.
      assert (A : forall t, In t (own p) -> In t (firstn (Datatypes.S k) order) -> In t (firstn k order)).
      { intros t I J. rewrite firstn_next in J by exact K. apply in_app_iff in J. destruct J as [J | [J | []]]; [exact J |].
        exfalso. apply not_true_iff_false in NO. apply NO. apply existsb_exists. exists t. split; [exact I | apply Nat.eqb_eq, J]. }
      split; [| exact A]. apply not_true_iff_false. intros DS. apply not_true_iff_false in DK. apply DK.
      rewrite done_spec in *. intros t I. apply A; [exact I | apply DS, I]. }
    destruct q as [c | z | m bits | r known vals |].
    - exact S.
    - cbn [says form_of p] in S. contradiction.
    - cbn [next_place] in *. rewrite LV in *. cbn [fst snd] in *. pose proof S as S0. cbn [says] in S.
      destruct S as [E S]. destruct (done p k) eqn:DK; cbn [negb andb orb] in *.
      + pose proof (done_more p k K DK) as DM. destruct k as [| k'].
        { exfalso. rewrite done_spec in DK. apply (DK t0). left. reflexivity. }
        cbn [Nat.ltb Nat.leb] in S. cbn [says]. rewrite DM. split; [exact E |]. exact S.
      + destruct S as [M A]. destruct (existsb (Nat.eqb (nth k order 0)) (own p)) eqn:RD.
        * rewrite andb_true_r in *. destruct (run_state (Auto number (t0 :: ts)) (l - i)) as (s & RS). fold p in RS.
          rewrite RS in M. subst m. apply walk_on_says; [exact L | exact K | | exact NL].
          set (s0 := match s with At s => s | _ => 0 end). pose proof (outcome_go a D s0) as OG.
          split; [exact D |]. fold a. split; [apply (OG [])  |]. split; [intros u; rewrite Nat.bits_0; reflexivity |].
          replace (Datatypes.S l - i) with (Datatypes.S (l - i)) by lia. cbn [run_memory]. fold p. rewrite RS.
          replace (l - (l - i)) with i by lia. unfold p at 1. cbn [step_memory step]. fold a s0. do 2 f_equal. apply OG.
        * destruct (NR eq_refl eq_refl) as [DS AS]. cbn [says]. rewrite DS. cbn [andb]. split; [exact E |]. split; [exact M |].
          intros t I J. apply A; [exact I | apply AS; assumption].
    - cbn [next_place] in *. rewrite LV in *. cbn [fst snd] in *. pose proof S as S0. cbn [says] in S. destruct S as [DK W].
      rewrite DK in *. cbn [negb andb orb] in *. destruct (existsb (Nat.eqb (nth k order 0)) (own p)) eqn:RD.
      + rewrite andb_true_r in *. apply walk_on_says; assumption.
      + destruct (NR eq_refl eq_refl) as [DS _]. cbn [says]. split; assumption.
    - contradiction.
  Qed.

  Lemma next_says p i k q : part_fine p -> i <= l -> k < n -> says p i k q ->
    place_lost (next_place p (reader_of p) k (i =? l) (bit_of (x (nth k order 0)) i) q) = false ->
    says p i (S k) (next_place p (reader_of p) k (i =? l) (bit_of (x (nth k order 0)) i) q).
  Proof.
    intros F L K S NL.
    assert (RO : (exists number t0 ts, p = Plain (Auto number (t0 :: ts)) /\ downward (the automata number) = true) \/
      match form_of p with Some _ => True | None => reader_of p = Other (tabulate n (fun k =>
        (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p),
         done p (Datatypes.S k) && (negb (done p k) || (k =? 0))))) end).
    { destruct p as [[g | g | op i1 j1 r1 | number [| t0 ts]] |]; try (right; reflexivity || exact I).
      cbn [reader_of form_of]. destruct (downward (the automata number)) eqn:D; [left; exists number, t0, ts; auto | right; reflexivity]. }
    destruct RO as [(number & t0 & ts & -> & D) | RO].
    { unfold reader_of in *. rewrite D in *. apply asks_says; assumption. }
    destruct q as [c | z | m bits | r known vals |]; [| | | | contradiction].
    4: { cbn [says] in S. destruct S as [_ W]. unfold walks in W. destruct p as [[f | f | op i0 j0 r0 | number tracks] |]; try contradiction.
         cbn [form_of] in RO. rewrite RO in NL. discriminate NL. }
    all: clear NL; set (b := bit_of (x (nth k order 0)) i).
    - destruct (reader_of p); exact S.
    - cbn [says] in S. destruct (form_of p) as [[e f] |] eqn:E; [| contradiction].
      assert (R : reader_of p = Linear e (high (terms f)) (low (terms f)) (- constant f)
        (tabulate n (fun k => (coefficient (terms f) (nth k order 0),
          (most (terms f) (skipn (Datatypes.S k) order), least (terms f) (skipn (Datatypes.S k) order)))))).
      { destruct p as [[g | g | |] |]; try discriminate; injection E as <- <-; reflexivity. }
      rewrite R. cbn [next_place]. destruct (tabulate_spec (0, (0, 0))%Z n (fun k => (coefficient (terms f) (nth k order 0),
          (most (terms f) (skipn (Datatypes.S k) order), least (terms f) (skipn (Datatypes.S k) order))))) as [_ ->]; [| exact K].
      cbn [fst snd add_bit]. destruct (linear_value p e f F E) as [SC _].
      pose proof (rest_bounds f i k K SC) as B. cbv zeta in B. pose proof (read_next f i k K) as N. fold b in N.
      unfold add_bit. cbn [fst snd]. destruct (Nat.eqb_spec i l) as [-> | D].
      + pose proof (partial_sign (terms f) x n l SC signs) as PS.
        apply (decide_says p e f); try assumption; [lia |]. cbn [says]. rewrite E, Nat.eqb_refl. lia.
      + pose proof (partial_step (terms f) x n i SC) as PS.
        assert (Z0 : (if k =? 0 then (2 * z)%Z else z) = (2 * partial (terms f) x (Datatypes.S i) + read_sum (terms f) (firstn k order) (letter_at x n i))%Z).
        { destruct (Nat.eqb_spec k 0) as [-> | D']; [| exact S]. subst z. unfold read_sum. simpl. lia. }
        rewrite Z0. apply (decide_says p e f); try assumption; [lia |]. cbn [says]. rewrite E.
        destruct (Nat.eqb_spec i l); [contradiction |]. simpl (_ =? 0). cbv iota. lia.
    - cbn [says] in S. destruct S as [E S].
      rewrite E in RO. rewrite RO. cbn [next_place]. destruct (tabulate_spec (false, false) n (fun k =>
        (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p),
         done p (Datatypes.S k) && (negb (done p k) || (k =? 0))))) as [_ ->]; [| exact K].
      cbn [fst snd]. destruct (done p k && (0 <? k)) eqn:D.
      + apply andb_true_iff in D. destruct D as [D K0]. apply Nat.ltb_lt in K0. rewrite D. cbn [negb andb orb].
        destruct (Nat.eqb_spec k 0); [lia |]. rewrite andb_false_r. cbn [says]. rewrite (done_more p k K D). split; [exact E |]. exact S.
      + destruct S as [M A].
        set (bits' := if negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p) then (nth k order 0, b) :: bits else bits).
        assert (A' : forall t, In t (own p) -> In t (firstn (Datatypes.S k) order) -> look bits' t = bit (letter_at x n i) t).
        { intros t I J. unfold bits'. pose proof (own_small p t F I) as T.
          destruct (Nat.eq_dec (nth k order 0) t) as [Q | Q].
          - destruct (negb (done p k)) eqn:ND.
            + assert (X : existsb (Nat.eqb (nth k order 0)) (own p) = true).
              { apply existsb_exists. exists t. split; [exact I | apply Nat.eqb_eq, Q]. }
              rewrite X. cbn [andb]. unfold look. cbn [find fst snd]. rewrite Q, Nat.eqb_refl. cbn [snd].
              rewrite bit_letter_at by exact T. unfold b. rewrite Q. reflexivity.
            + apply A; [exact I |]. apply negb_false_iff in ND. rewrite done_spec in ND. apply ND, I.
          - rewrite firstn_next in J by exact K. apply in_app_iff in J. destruct J as [J | [J | []]]; [| congruence].
            specialize (A t I J). destruct (negb (done p k) && existsb (Nat.eqb (nth k order 0)) (own p)); [| exact A]. unfold look in *. cbn [find fst].
            destruct (Nat.eqb_spec (nth k order 0) t); [contradiction | exact A]. }
        fold bits'. destruct (done p (Datatypes.S k)) eqn:D'.
        * assert (C : negb (done p k) || (k =? 0) = true).
          { destruct (done p k); [| reflexivity]. simpl in D. apply Nat.ltb_ge in D. replace k with 0 by lia. reflexivity. }
          rewrite C. cbn [andb]. apply settle_says; [exact L | exact E | | exact D'].
          replace (Datatypes.S l - i) with (Datatypes.S (l - i)) by lia. cbn [run_memory]. rewrite <- M.
          replace (l - i =? 0) with (i =? l) by (destruct (Nat.eqb_spec i l), (Nat.eqb_spec (l - i) 0); lia).
          replace (l - (l - i)) with i by lia. apply step_own.
          -- rewrite map_length, seq_length. reflexivity.
          -- apply letter_at_length.
          -- destruct p as [[g | g | |] |]; try discriminate; exact Logic.I.
          -- intros t I. pose proof (own_small p t F I) as T. unfold bit at 1. rewrite nth_map_seq by exact T.
             apply A'; [exact I |]. rewrite done_spec in D'. apply D', I.
        * cbn [andb says]. rewrite D'. cbn [andb]. split; [exact E |]. split; [exact M | exact A'].
  Qed.

  Lemma letter_says p i q : part_fine p -> 0 < n -> S i <= l -> says p (S i) n q -> says p i 0 q.
  Proof.
    intros F N L S. destruct q as [c | z | m bits | r known vals |]; [exact S | | | |]; cbn [says] in *.
    - destruct (form_of p) as [[e f] |] eqn:E; [| contradiction]. destruct (linear_value p e f F E) as [SC _].
      destruct (Nat.eqb_spec i l); [lia |]. cbn [Nat.eqb].
      rewrite <- order_length, firstn_all, order_length in S.
      rewrite (read_sum_all (terms f) order _ order_once) in S by (intros ta I; apply order_all, SC, I).
      destruct (Nat.eqb_spec (Datatypes.S i) l) as [<- | D].
      + rewrite S. symmetry. apply (partial_sign (terms f) x n (Datatypes.S i) SC signs).
      + destruct (Nat.eqb_spec n 0); [lia |]. rewrite S. symmetry. apply partial_step, SC.
    - destruct S as [E S]. split; [exact E |]. rewrite (done_all p F) in S. destruct (Nat.ltb_spec 0 n); [| lia].
      cbn [andb] in S. destruct S as [M ->]. rewrite andb_false_r. split; [rewrite M; f_equal; lia |]. intros t _ [].
    - destruct S as [D _]. rewrite (done_all p F) in D. discriminate D.
    - exact S.
  Qed.

  Lemma end_says p q : part_fine p -> 0 < n -> says p 0 n q -> place_ends p q = value p.
  Proof.
    intros F N S. destruct q as [c | z | m bits | r known vals |]; cbn [says place_ends] in *.
    - symmetry. exact S.
    - destruct (form_of p) as [[e f] |] eqn:E; [| contradiction]. destruct (linear_value p e f F E) as [SC V].
      assert (Q : z = sum_of (terms f) x).
      { rewrite <- partial_all. rewrite <- order_length, firstn_all, order_length in S.
        rewrite (read_sum_all (terms f) order _ order_once) in S by (intros ta I; apply order_all, SC, I).
        destruct (Nat.eqb_spec 0 l) as [<- | D].
        + rewrite S. symmetry. apply (partial_sign (terms f) x n 0 SC signs).
        + destruct (Nat.eqb_spec n 0); [lia |]. rewrite S. symmetry. apply partial_step, SC. }
      subst z. destruct p as [[g | g | |] |]; try discriminate; injection E as <- <-; apply eq_true_iff_eq; rewrite V;
        [rewrite Z.leb_le | rewrite Z.eqb_eq]; reflexivity.
    - destruct S as [E S]. rewrite (done_all p F) in S. destruct (Nat.ltb_spec 0 n); [| lia]. cbn [andb] in S.
      destruct S as [-> _]. unfold value. rewrite Nat.sub_0_r. reflexivity.
    - destruct S as [D _]. rewrite (done_all p F) in D. discriminate D.
    - contradiction.
  Qed.

  Lemma start_says p : says p l 0 (start_place p).
  Proof.
    destruct p as [[f | f | op i j r | k tracks] |]; cbn [start_place says form_of];
      rewrite ?Nat.eqb_refl; try reflexivity; (split; [reflexivity |]); rewrite andb_false_r;
      (split; [rewrite Nat.sub_diag; reflexivity | intros t _ []]).
  Qed.

End Machines.

(** ** The searches *)

Definition memory_eqb (m k : memory) : bool :=
  match m, k with
  | State s, State u => state_eqb s u
  | Group s, Group u => list_eqb (fun p q => (fst p =? fst q) && (snd p =? snd q)) s u
  | _, _ => false
  end.

Definition place_eqb (p q : place) : bool :=
  match p, q with
  | Settled b, Settled c => Bool.eqb b c
  | Sum y, Sum z => Z.eqb y z
  | Kept m bits, Kept k more => memory_eqb m k && list_eqb (fun p q => (fst p =? fst q) && Bool.eqb (snd p) (snd q)) bits more
  | Walk r known vals, Walk s seen ones => (r =? s) && (known =? seen) && (vals =? ones)
  | Lost, Lost => true
  | _, _ => false
  end.

Definition mix (l : list Z) : Z := fold_left (fun h z => Z.land (hash_factor * h + z) hash_mask)%Z l 7%Z.

Definition hash_place (p : place) : Z :=
  match p with
  | Settled b => if b then 1 else 3
  | Sum z => 4 * z + 2
  | Kept m bits =>
      4 * mix ((match m with
                | State s => [hash_state s]
                | Group set => map (fun p => Z.of_nat (fst p) * 65537 + Z.of_nat (snd p)) set
                end) ++ map (fun p : nat * bool => 2 * Z.of_nat (fst p) + (if snd p then 1 else 0)) bits)
  | Walk r known vals => 4 * mix [Z.of_nat r; Z.of_nat known; Z.of_nat vals] + 1
  | Lost => 5
  end%Z.

Lemma place_eqb_eq p q : place_eqb p q = true -> p = q.
Proof.
  destruct p as [b | y | m bits | r known vals |], q as [c | z | k more | s seen ones |]; simpl; try discriminate; intros H.
  - apply eqb_prop in H. congruence.
  - apply Z.eqb_eq in H. congruence.
  - apply andb_true_iff in H. destruct H as [A B]. apply list_eqb_eq in B.
    + f_equal; [| exact B]. destruct m as [s | s], k as [u | u]; simpl in A; try discriminate.
      * apply state_eqb_eq in A. congruence.
      * apply list_eqb_eq in A; [congruence |]. intros [a b] [c d] H. simpl in H. apply andb_true_iff in H.
        destruct H as [H1 H2]. apply Nat.eqb_eq in H1, H2. congruence.
    + intros [a b] [c d] H. simpl in H. apply andb_true_iff in H. destruct H as [H1 H2].
      apply Nat.eqb_eq in H1. apply eqb_prop in H2. congruence.
  - rewrite !andb_true_iff, !Nat.eqb_eq in H. destruct H as [[A B] C]. congruence.
  - reflexivity.
Qed.

(** ** The order of the tracks

    Tracks move to the middle of the conditions that mention them, round by round; the best order met is taken. Nothing is proved
    of it: any order will do. *)

Fixpoint place_in (order : list nat) (t : nat) : nat :=
  match order with [] => 0 | u :: order => if u =? t then 0 else S (place_in order t) end.

Definition span (order group : list nat) : nat :=
  let places := map (place_in order) group in
  fold_left Nat.max places 0 - fold_left Nat.min places (length order).

Definition spread (groups : list (list nat)) (order : list nat) : nat :=
  fold_left (fun sum group => sum + span order group) groups 0.

Definition unit_of_place : nat := 32 * 32.

Definition pulled (groups : list (list nat)) (order : list nat) (t : nat) : nat :=
  let pull := fold_left (fun (pull : nat * nat) group =>
    if existsb (Nat.eqb t) group
    then (fst pull + fold_left Nat.add (map (place_in order) group) 0 * unit_of_place / length group, S (snd pull))
    else pull) groups (0, 0) in
  if snd pull =? 0 then place_in order t * unit_of_place else fst pull / snd pull.

Fixpoint insert_by (key t : nat) (l : list (nat * nat)) : list (nat * nat) :=
  match l with [] => [(key, t)] | kt :: l => if fst kt <=? key then kt :: insert_by key t l else (key, t) :: kt :: l end.

Definition sort_by (key : nat -> nat) (l : list nat) : list nat :=
  map snd (fold_left (fun sorted t => insert_by (key t) t sorted) l []).

Fixpoint closer (rounds : nat) (groups : list (list nat)) (order best : list nat) (cost : nat) : list nat :=
  match rounds with
  | 0 => best
  | S rounds =>
      let now := spread groups order in
      let next := sort_by (pulled groups order) order in
      if now <? cost then closer rounds groups next order now else closer rounds groups next best cost
  end.

Global Opaque closer.

Section Whole.
  Variable automata : list automaton.
  Variables (atoms : list atom) (t : tree nat) (n : nat).

  Definition uses (k : nat) (a : atom) : bool := match a with Auto j _ => k =? j | _ => false end.

  Definition facts_of : list (vec nat * vec nat) :=
    map (fun k => if existsb (uses k) atoms then facts (the automata k) else (vec_empty, vec_empty)) (seq 0 (length automata)).

  Definition mentioned (a : atom) : list nat :=
    match a with
    | AtMostZero f | Zero f => map fst (terms f)
    | Bits _ i j r => [i; j; r]
    | Auto _ tracks => tracks
    end.

  Definition groups_of (parts : list part) (shared : nat) : list (list nat) :=
    map (fun p => match p with Plain a => mentioned a | Further => seq 0 shared end) parts.

  (** The tracks, those of one condition close to each other. Any order will do. *)
  Definition order_of (parts : list part) (shared : nat) : list nat :=
    let all := seq 0 n in
    let groups := groups_of parts shared in
    closer 16 groups all all (S (spread groups all)).

  Definition order_fine (order : list nat) : bool :=
    (length order =? n) && forallb (fun t => existsb (Nat.eqb t) order) (seq 0 n).

  Section Parts.
    Variables (parts : list part) (u : tree nat) (shared : nat) (witnesses : list (nat * nat)) (fuel : nat).

    Definition part_at (j : nat) : part := nth j parts (Plain no_atom).

    Definition search_in (order : list nat) (known_facts : list (vec nat * vec nat)) : bool :=
      let compiled := tabulate (length parts) (fun j => (part_at j, reader_of automata n shared order known_facts (part_at j))) in
      let get := vec_get (Plain no_atom, Other vec_empty) compiled in
      order_fine order && (shared <=? n) &&
      search_bits place place_eqb hash_place (length parts) u n
        (fun j k first b q =>
           next_place automata n shared witnesses fuel order known_facts (fst (get j)) (snd (get j)) k first b q)
        (fun j => start_place witnesses (fst (get j)))
        place_settled place_lost (fun j q => place_ends automata witnesses (fst (get j)) q) fuel.

    Hypothesis small : forall j, In j (leaves u) -> j < length parts.
    Hypothesis all_fine : forall j, j < length parts -> part_fine automata n (part_at j).

    Lemma facts_of_good k : nth k facts_of (vec_empty, vec_empty) = facts (the automata k) \/
      nth k facts_of (vec_empty, vec_empty) = (vec_empty, vec_empty).
    Proof.
      unfold facts_of. destruct (lt_dec k (length automata)) as [L | L].
      - rewrite (nth_map_seq (fun k => if existsb (uses k) atoms then facts (the automata k) else (vec_empty, vec_empty))) by exact L.
        destruct (existsb _ _); auto.
      - right. apply nth_overflow. rewrite map_length, seq_length. lia.
    Qed.

    Theorem search_in_sound order known_facts :
      (forall k, nth k known_facts (vec_empty, vec_empty) = facts (the automata k) \/
         nth k known_facts (vec_empty, vec_empty) = (vec_empty, vec_empty)) ->
      search_in order known_facts = true -> forall x l, enough x n l ->
      truth (fun j => value automata n shared witnesses fuel x l (part_at j)) u = false.
    Proof.
      intros KF H x l E. unfold search_in in H. rewrite !andb_true_iff in H. destruct H as [[OF SH] H].
      apply Nat.leb_le in SH. unfold order_fine in OF. apply andb_true_iff in OF. destruct OF as [OL OA].
      apply Nat.eqb_eq in OL. rewrite forallb_forall in OA.
      assert (IN : forall v, v < n -> In v order).
      { intros v L. specialize (OA v ltac:(apply in_seq; lia)). apply existsb_exists in OA. destruct OA as (w & I & Q).
        apply Nat.eqb_eq in Q. subst w. exact I. }
      assert (ON : NoDup order).
      { apply (@NoDup_incl_NoDup nat (seq 0 n) order); [apply seq_NoDup | rewrite seq_length; lia |].
        intros v I. apply IN. apply in_seq in I. lia. }
      assert (N : 0 < n).
      { unfold search_bits in H. apply andb_true_iff in H. destruct H as [N _]. apply Nat.ltb_lt, N. }
      destruct (truth _ u) eqn:T; [exfalso | reflexivity].
      destruct (tabulate_spec (Plain no_atom, Other vec_empty) (length parts)
        (fun j => (part_at j, reader_of automata n shared order known_facts (part_at j)))) as [_ G].
      refine (search_bits_sound place place_eqb place_eqb_eq hash_place (length parts) u n (vec_of order) _ _ _ _ _ x l
        (fun j => value automata n shared witnesses fuel x l (part_at j))
        (fun j => says automata n shared witnesses fuel order x l (part_at j))
        small _ _ _ _ _ _ T fuel H); clear H.
      - intros j J. rewrite G by exact J. apply start_says.
      - intros j i k p J L K S. rewrite G by exact J. rewrite vec_get_of. cbn [fst snd]. intros NL.
        apply next_says; auto.
      - intros j i p J L S. apply letter_says; auto.
      - intros j i k p b J S Q. destruct p; simpl in Q; try discriminate. injection Q as <-. exact S.
      - intros j p J S. rewrite G by exact J. cbn [fst]. eapply end_says; eauto.
      - intros j k first b p c Q. destruct p; simpl in Q; try discriminate. destruct (snd _); reflexivity.
    Qed.

    Definition search_parts : bool := search_in (order_of parts shared) facts_of.

    Theorem search_parts_sound : search_parts = true -> forall x l, enough x n l ->
      truth (fun j => value automata n shared witnesses fuel x l (part_at j)) u = false.
    Proof. apply search_in_sound, facts_of_good. Qed.
  End Parts.

  Hypothesis small : forall i, In i (leaves t) -> i < length atoms.
  Hypothesis atoms_fine : forall i, i < length atoms -> fine automata n (atom_at atoms i).

  (** Whether no integers satisfy the condition. *)
  Definition no_integers (fuel : nat) : bool := search_parts (map Plain atoms) t 0 [] fuel.

  Lemma plain_at j : j < length atoms -> part_at (map Plain atoms) j = Plain (atom_at atoms j).
  Proof. intros J. unfold part_at, atom_at. apply (map_nth Plain). Qed.

  Theorem no_integers_sound fuel : no_integers fuel = true -> forall x, ~ condition automata atoms t x.
  Proof.
    intros H x C. destruct (enough_exists x n) as (l & E).
    assert (V : truth (fun j => value automata n 0 [] fuel x l (part_at (map Plain atoms) j)) t = false).
    { unfold no_integers in H. apply (search_parts_sound (map Plain atoms) t 0 [] fuel); [| | exact H | exact E].
      - intros j J. rewrite map_length. apply small, J.
      - intros j J. rewrite map_length in J. rewrite plain_at by exact J. apply fine_part, atoms_fine, J. }
    apply not_true_iff_false in V. apply V. unfold condition in C. revert C. apply truth_means. intros j J.
    pose proof (small j J) as S. rewrite plain_at by exact S. apply plain_value; [exact E | apply atoms_fine, S].
  Qed.

  (** Whether some of the witnesses accept, with further integers, wherever the condition holds. *)
  Variables (shared : nat) (witnesses : list (nat * nat)).
  Hypothesis shared_few : shared <= n.

  Definition witnessed (fuel : nat) : bool :=
    search_parts (map Plain atoms ++ [Further]) (And t (Not (Leaf (length atoms)))) shared witnesses fuel.

  Lemma group_reach fuel x l : enough x n l -> forall d, d <= S l ->
    exists set, run_memory automata n shared witnesses fuel x l Further d = Group set /\
      forall ws, In ws set -> reach automata shared witnesses x l (S l - d) ws.
  Proof.
    intros E. induction d as [| d IH]; intros L.
    - eexists. split; [reflexivity |]. intros ws I. apply in_map_iff in I. destruct I as (w & <- & I). apply in_seq in I.
      split; [simpl; lia |]. exists l, (fun _ => repeat false (own_of witnesses w)). simpl.
      split; [lia |]. split; [intros; apply repeat_length |]. rewrite Nat.sub_diag. reflexivity.
    - destruct (IH ltac:(lia)) as (set & R & A). cbn [run_memory]. rewrite R. cbn [step_memory]. eexists. split; [reflexivity |].
      assert (B : forall ws, In ws (after automata shared witnesses set (letter_at x n (l - d))) ->
        reach automata shared witnesses x l (l - d) ws).
      { apply after_reach; [exact shared_few | lia |]. intros ws I. replace (S (l - d)) with (S l - d) by lia. apply A, I. }
      replace (S l - S d) with (l - d) by lia. destruct (Nat.eqb_spec d 0) as [-> | D]; [| exact B].
      rewrite Nat.sub_0_r in *. intros ws. apply (grow_reach automata n shared witnesses shared_few x l fuel E _ B).
  Qed.

  Theorem witnessed_sound fuel : witnessed fuel = true -> forall x, condition automata atoms t x ->
    exists w, In w witnesses /\ exists z, (forall k, k < shared -> z k = x k) /\
      accepted (the automata (fst w)) (shared + snd w) z.
  Proof.
    intros H x C. destruct (enough_exists x n) as (l & E).
    set (parts := map Plain atoms ++ [Further]) in *. unfold witnessed in H. fold parts in H.
    assert (PA : forall j, j < length atoms -> part_at parts j = Plain (atom_at atoms j)).
    { intros j J. unfold part_at, parts. rewrite app_nth1 by (rewrite map_length; exact J). apply plain_at, J. }
    assert (PL : part_at parts (length atoms) = Further).
    { unfold part_at, parts. rewrite app_nth2; rewrite map_length; [rewrite Nat.sub_diag; reflexivity | lia]. }
    assert (LE : length parts = S (length atoms)) by (unfold parts; rewrite app_length, map_length; simpl; lia).
    pose proof (search_parts_sound parts (And t (Not (Leaf (length atoms)))) shared witnesses fuel) as SP.
    specialize (SP ltac:(intros j J; cbn [leaves] in J; rewrite LE; apply in_app_iff in J;
      destruct J as [J | [<- | []]]; [pose proof (small j J) |]; lia)).
    specialize (SP ltac:(intros j J; rewrite LE in J; destruct (Nat.eq_dec j (length atoms)) as [-> | D];
      [rewrite PL; exact I | rewrite PA by lia; apply fine_part, atoms_fine; lia]) H x l E).
    cbn [truth] in SP. rewrite PL in SP.
    assert (TT : truth (fun j => value automata n shared witnesses fuel x l (part_at parts j)) t = true).
    { unfold condition in C. revert C. apply truth_means. intros j J. pose proof (small j J) as S.
      rewrite PA by exact S. apply plain_value; [exact E | apply atoms_fine, S]. }
    rewrite TT in SP. apply negb_false_iff in SP. unfold value in SP.
    destruct (group_reach fuel x l E (S l) (le_n _)) as (set & R & A). rewrite R in SP. cbn [memory_ends] in SP.
    unfold inside in SP. apply existsb_exists in SP. destruct SP as (ws & I & Q). specialize (A ws I). rewrite Nat.sub_diag in A.
    destruct (reach_accepted automata n shared witnesses shared_few x l ws E A Q) as (z & Z & Y).
    exists (pair_at witnesses (fst ws)). split; [apply nth_In, A | exists z; auto].
  Qed.
End Whole.
