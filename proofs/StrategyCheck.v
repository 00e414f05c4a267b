(** The check of strategies on boards, and that it is sound.

    A board is given by functions: the moves of a position, its parts, and when two positions are the same. That the text of
    the rules means these functions, and that a position is the sum of its parts, is taken for granted here ([true_parts]); the
    program outside makes them. Everything else is checked: that each move of the player who is said to lose has a reply, that the
    reply leads to a sum that is lost by what is known, and that the claim follows. *)

From Coq Require Import Arith ZArith List Lia Bool Permutation FMapPositive.
From Ishitori Require Import Heaps Grundy Kernel Strategies.
Import ListNotations.

(** A sum that the player who moves first there is said to lose, with a reply to each of that player's moves; none where who
    wins is known of what is left. *)
Record board_entry (position number : Type) := BoardEntry {
  e_left : bool;
  e_parts : list position;
  e_number : number;
  e_replies : list (option nat);
}.
Arguments BoardEntry {position number}.
Arguments e_left {position number}.
Arguments e_parts {position number}.
Arguments e_number {position number}.
Arguments e_replies {position number}.

(** ** Moves in sums, counted *)

Section Moves.
  Variable position number : Type.
  Variable moves : bool -> position -> list position.
  Variable parts : position -> list position.
  Variable equal : position -> position -> bool.
  Hypothesis equal_true : forall p q, equal p q = true -> p = q.
  Variable number_moves : bool -> number -> list number.

  Variable nmove : bool -> number -> number -> Prop.
  Hypothesis number_moves_spec : forall b z z', nmove b z z' <-> In z' (number_moves b z).

  Definition by_list (b : bool) (p q : position) : Prop := In q (moves b p).

  Let component := (position + number)%type.
  Let cm : bool -> component -> component -> Prop := cmove position number by_list nmove.

  Variable parts_of : position -> list position -> Prop.
  Hypothesis sums : true_parts position by_list parts_of.
  Hypothesis parts_hold : forall p, parts_of p (parts p).
  Let stands := stands_for position number parts_of.

  Definition whole (P : list position) (z : number) : list component := map inl P ++ [inr z].

  Definition maybe (q : option position) : list position := match q with Some q => [q] | None => [] end.

  (** Moves in the parts, in the first of equal ones only: the other parts, and the one after the move. *)
  Fixpoint part_moves (b : bool) (before after : list position) : list (list position * position) :=
    match after with
    | [] => []
    | p :: rest =>
      (if existsb (equal p) before then []
       else let others := rev_append before rest in map (fun q => (others, q)) (moves b p)) ++
      part_moves b (p :: before) rest
    end.

  (** All moves: the parts where none was made, the one after it if there is one, the number. *)
  Definition first_moves (b : bool) (P : list position) (z : number) : list (list position * option position * number) :=
    map (fun m => (fst m, Some (snd m), z)) (part_moves b [] P) ++ map (fun z' => (P, None, z')) (number_moves b z).

  Fixpoint pick_part (b : bool) (before after : list position) (k : nat) : (list position * position) + nat :=
    match after with
    | [] => inr k
    | p :: rest =>
      let m := moves b p in
      match nth_error m k with
      | Some q => inl (rev_append before rest, q)
      | None => pick_part b (p :: before) rest (k - length m)
      end
    end.

  (** The reply at a place: first those in the part where the move was made, then in the others, then in the number. The
      parts that stay as they were, those that are taken apart, and the number. *)
  Definition pick (b : bool) (P : list position) (moved : option position) (z : number) (k : nat) :
      option (list position * list position * number) :=
    let others (k : nat) :=
      match pick_part b [] P k with
      | inl (Q, q) => Some (Q, q :: maybe moved, z)
      | inr k =>
        match nth_error (number_moves b z) k with
        | Some z' => Some (P, maybe moved, z')
        | None => None
        end
      end in
    match moved with
    | None => others k
    | Some q =>
      let m := moves b q in
      match nth_error m k with
      | Some q' => Some (P, [q'], z)
      | None => others (k - length m)
      end
    end.

  Lemma smove_whole b P z W :
    smove component cm b (whole P z) W ->
    (exists l p r q, P = l ++ p :: r /\ In q (moves b p) /\ W = whole (l ++ q :: r) z) \/
    (exists z', In z' (number_moves b z) /\ W = whole P z').
  Proof.
    intros S. apply smove_app in S. destruct S as [(X & S & ->) | (X & S & ->)].
    - destruct (smove_positions position number by_list nmove b P X S) as (P' & S' & ->). left.
      inversion S' as [l p q r M]; subst. exists l, p, r, q. auto.
    - right. inversion S as [l c c' r M E E']; subst. destruct l as [| c0 l]; simpl in E.
      + injection E as E1 E2. subst. inversion M as [| z0 z' N]; subst. exists z'.
        split; [apply number_moves_spec, N | reflexivity].
      + injection E as _ E. destruct l; discriminate.
  Qed.

  Lemma whole_perm P Q z : Permutation P Q -> Permutation (whole P z) (whole Q z).
  Proof. intros H. apply Permutation_app_tail, Permutation_map, H. Qed.

  Lemma smove_part b P Q p q z :
    Permutation P (p :: Q) -> In q (moves b p) ->
    exists W, smove component cm b (whole P z) W /\ Permutation W (whole (q :: Q) z).
  Proof.
    intros H M. assert (S : smove component cm b (whole (p :: Q) z) (whole (q :: Q) z)).
    { apply (smove_at component cm b [] (inl p) (inl q)). constructor. exact M. }
    destruct (smove_perm component cm b _ (whole P z) _ (whole_perm _ _ z (Permutation_sym H)) S) as (W & S' & H').
    exists W. split; [exact S' | apply Permutation_sym, H'].
  Qed.

  Lemma smove_number b P z z' :
    In z' (number_moves b z) -> smove component cm b (whole P z) (whole P z').
  Proof.
    intros M. apply smove_right. apply (smove_at component cm b [] (inr z) (inr z')). constructor.
    apply number_moves_spec, M.
  Qed.

  Lemma rev_append_perm (A : Type) (l r : list A) : Permutation (rev_append l r) (l ++ r).
  Proof. rewrite rev_append_rev. apply Permutation_app_tail, Permutation_sym, Permutation_rev. Qed.

  Lemma equal_in p l : existsb (equal p) l = true -> In p l.
  Proof. intros E. apply existsb_exists in E. destruct E as (q & I & E). apply equal_true in E. subst. exact I. Qed.

  Lemma part_moves_all b l p r q before :
    In q (moves b p) ->
    (exists others, In (others, q) (part_moves b before (l ++ p :: r)) /\ Permutation others (before ++ l ++ r)) \/
    In p before.
  Proof.
    intros M. revert before. induction l as [| p0 l IH]; intros before; cbn [app part_moves].
    - destruct (existsb (equal p) before) eqn:E; [right; apply equal_in, E |]. left.
      exists (rev_append before r). split; [| apply rev_append_perm].
      apply in_or_app. left. apply (in_map (fun q => (rev_append before r, q))), M.
    - destruct (IH (p0 :: before)) as [(others & I & H) | [-> | I]].
      + left. exists others. split; [apply in_or_app; right; exact I |].
        eapply Permutation_trans; [exact H |]. simpl. apply Permutation_middle.
      + destruct (existsb (equal p) before) eqn:E; [right; apply equal_in, E |]. left.
        exists (rev_append before (l ++ p :: r)). split.
        * apply in_or_app. left. apply (in_map (fun q => (rev_append before (l ++ p :: r), q))), M.
        * eapply Permutation_trans; [apply rev_append_perm |]. apply Permutation_app_head.
          apply Permutation_sym, Permutation_middle.
      + right. exact I.
  Qed.

  Lemma part_moves_sound b before after others q :
    In (others, q) (part_moves b before after) ->
    exists p, Permutation (before ++ after) (p :: others) /\ In q (moves b p).
  Proof.
    revert before. induction after as [| p rest IH]; intros before H; cbn [part_moves] in H; [destruct H |].
    apply in_app_or in H. destruct H as [H | H].
    - destruct (existsb (equal p) before); [destruct H |]. apply in_map_iff in H.
      destruct H as (q' & E & M). injection E as <- <-. exists p. split; [| exact M].
      eapply Permutation_trans; [apply Permutation_sym, Permutation_middle |].
      constructor. apply Permutation_sym, rev_append_perm.
    - destruct (IH _ H) as (p' & H' & M). exists p'. split; [| exact M].
      eapply Permutation_trans; [| exact H']. apply Permutation_sym. simpl. apply Permutation_middle.
  Qed.

  Lemma pick_part_sound b before after k others q :
    pick_part b before after k = inl (others, q) ->
    exists p, Permutation (before ++ after) (p :: others) /\ In q (moves b p).
  Proof.
    revert before k. induction after as [| p rest IH]; intros before k H; cbn [pick_part] in H; [discriminate |].
    destruct (nth_error (moves b p) k) as [q' |] eqn:E.
    - injection H as <- <-. exists p. split; [| eapply nth_error_In, E].
      eapply Permutation_trans; [apply Permutation_sym, Permutation_middle |].
      constructor. apply Permutation_sym, rev_append_perm.
    - destruct (IH _ _ H) as (p' & H' & M). exists p'. split; [| exact M].
      eapply Permutation_trans; [| exact H']. apply Permutation_sym. simpl. apply Permutation_middle.
  Qed.

  (** Every move is one of those that are counted, but for the order of the parts. *)
  Lemma first_moves_all b P z W :
    smove component cm b (whole P z) W ->
    exists Q q z', In (Q, q, z') (first_moves b P z) /\ Permutation W (whole (Q ++ maybe q) z').
  Proof.
    intros S. destruct (smove_whole b P z W S) as [(l & p & r & q & -> & M & ->) | (z' & M & ->)].
    - destruct (part_moves_all b l p r q [] M) as [(others & I & H) | []].
      exists others, (Some q), z. split.
      + apply in_or_app. left. apply in_map_iff. exists (others, q). auto.
      + apply whole_perm. cbn [maybe]. eapply Permutation_trans; [apply Permutation_sym, Permutation_middle |].
        eapply Permutation_trans; [| apply Permutation_cons_append]. constructor. apply Permutation_sym, H.
    - exists P, None, z'. split.
      + apply in_or_app. right. apply (in_map (fun z' => (P, @None position, z'))), M.
      + cbn [maybe]. rewrite app_nil_r. apply Permutation_refl.
  Qed.

  Lemma first_moves_some b P z m : In m (first_moves b P z) -> exists W, smove component cm b (whole P z) W.
  Proof.
    intros I. apply in_app_or in I. destruct I as [I | I]; apply in_map_iff in I.
    - destruct I as ((others & q) & _ & I). apply part_moves_sound in I. destruct I as (p & H & M).
      destruct (smove_part b P others p q z H M) as (W & S & _). eauto.
    - destruct I as (z' & _ & I). exists (whole P z'). apply smove_number, I.
  Qed.

  Lemma pick_sound b P q z k keep new z' :
    pick b P q z k = Some (keep, new, z') ->
    exists W, smove component cm b (whole (P ++ maybe q) z) W /\ Permutation W (whole (keep ++ new) z').
  Proof.
    unfold pick.
    assert (O : forall k,
      match pick_part b [] P k with
      | inl (Q, q') => Some (Q, q' :: maybe q, z)
      | inr k => match nth_error (number_moves b z) k with Some z' => Some (P, maybe q, z') | None => None end
      end = Some (keep, new, z') ->
      exists W, smove component cm b (whole (P ++ maybe q) z) W /\ Permutation W (whole (keep ++ new) z')).
    { intros j H. destruct (pick_part b [] P j) as [(Q & q') | j'] eqn:E.
      - injection H as <- <- <-. apply pick_part_sound in E. destruct E as (p & H & M). simpl in H.
        destruct (smove_part b (P ++ maybe q) (Q ++ maybe q) p q' z) as (W & S & H').
        + change (p :: Q ++ maybe q) with ((p :: Q) ++ maybe q). apply Permutation_app_tail, H.
        + exact M.
        + exists W. split; [exact S |]. eapply Permutation_trans; [exact H' |]. apply whole_perm. apply Permutation_middle.
      - destruct (nth_error (number_moves b z) j') as [z1 |] eqn:E'; [| discriminate]. injection H as <- <- <-.
        exists (whole (P ++ maybe q) z1). split; [| apply Permutation_refl].
        apply smove_number. eapply nth_error_In, E'. }
    destruct q as [q |]; [| apply O]. intros H.
    destruct (nth_error (moves b q) k) as [q' |] eqn:E; [| eapply O, H].
    injection H as <- <- <-.
    destruct (smove_part b (P ++ [q]) P q q' z) as (W & S & H').
    - apply Permutation_sym, Permutation_cons_append.
    - eapply nth_error_In, E.
    - exists W. split; [exact S |]. eapply Permutation_trans; [exact H' |]. apply whole_perm, Permutation_cons_append.
  Qed.

  Lemma apart_refl X : apart component stands X X.
  Proof. induction X as [| c X IH]; [constructor | apply apart_same, IH]. Qed.

  Lemma apart_whole keep new z :
    apart component stands (whole (keep ++ new) z) (whole (keep ++ flat_map parts new) z).
  Proof.
    unfold whole. rewrite !map_app, <- !app_assoc.
    induction keep as [| p keep IH]; [| apply apart_same, IH]. cbn [map app].
    induction new as [| p new IH]; [apply apart_refl |]. cbn [map flat_map app].
    rewrite map_app, <- app_assoc. apply apart_stands; [| exact IH]. constructor. apply parts_hold.
  Qed.

  Lemma apart_alike_here : alike component cm (apart component stands).
  Proof. apply apart_alike. apply parts_faithful. exact sums. Qed.

  (** *** Lost entries: normal play *)

  Variable lost won : bool -> list position -> number -> bool.

  Definition answered (b : bool) (m : list position * option position * number) (reply : option nat) : bool :=
    let '(P, q, z) := m in
    match reply with
    | None => won (negb b) (P ++ flat_map parts (maybe q)) z
    | Some k =>
      match pick (negb b) P q z k with
      | None => false
      | Some (keep, new, z') => lost b (keep ++ flat_map parts new) z'
      end
    end.

  Fixpoint all_answered (b : bool) (ms : list (list position * option position * number)) (replies : list (option nat)) : bool :=
    match ms, replies with
    | [], [] => true
    | m :: ms, r :: replies => if answered b m r then all_answered b ms replies else false
    | _, _ => false
    end.

  Definition verify (e : board_entry position number) : bool :=
    all_answered (e_left e) (first_moves (e_left e) (e_parts e) (e_number e)) (e_replies e).

  Lemma all_answered_in b ms replies m :
    all_answered b ms replies = true -> In m ms -> exists r, answered b m r = true.
  Proof.
    revert replies. induction ms as [| m' ms IH]; intros [| r replies] H I; try discriminate; [destruct I |].
    simpl in H. destruct (answered b m' r) eqn:E; [| discriminate].
    destruct I as [<- | I]; [eauto | eapply IH; eassumption].
  Qed.

  Section Normal.
    Hypothesis lost_ok : forall b P z, lost b P z = true -> Lost component cm b (whole P z).
    Hypothesis won_ok : forall b P z, won b P z = true ->
      exists W, smove component cm b (whole P z) W /\ Lost component cm (negb b) W.

    Lemma lost_apart b keep new z :
      lost b (keep ++ flat_map parts new) z = true -> Lost component cm b (whole (keep ++ new) z).
    Proof.
      intros H. apply (lost_alike component cm _ b _ _ apart_alike_here (apart_whole keep new z)). apply lost_ok, H.
    Qed.

    Lemma won_apart b keep new z :
      won b (keep ++ flat_map parts new) z = true ->
      exists W, smove component cm b (whole (keep ++ new) z) W /\ Lost component cm (negb b) W.
    Proof.
      intros H. destruct (won_ok _ _ _ H) as (W & S & L).
      destruct (apart_alike_here _ _ (apart_whole keep new z)) as [_ B].
      destruct (B b W S) as (W' & S' & A). exists W'. split; [exact S' |].
      apply (lost_alike component cm _ (negb b) _ _ apart_alike_here A), L.
    Qed.

    Lemma answered_sound b P q z r :
      answered b (P, q, z) r = true ->
      exists W, smove component cm (negb b) (whole (P ++ maybe q) z) W /\ Lost component cm b W.
    Proof.
      intros H. destruct r as [k |]; cbn [answered] in H.
      - destruct (pick (negb b) P q z k) as [((keep & new) & z') |] eqn:E; [| discriminate].
        destruct (pick_sound _ _ _ _ _ _ _ _ E) as (W & S & HP). exists W. split; [exact S |].
        eapply lost_perm; [apply Permutation_sym, HP |]. apply lost_apart, H.
      - destruct (won_apart _ _ _ _ H) as (W & S & L). exists W. rewrite negb_involutive in L. auto.
    Qed.

    Theorem verify_lost e :
      verify e = true -> Lost component cm (e_left e) (whole (e_parts e) (e_number e)).
    Proof.
      unfold verify. destruct e as [b P z replies]; cbn [e_left e_parts e_number e_replies]. intros H.
      constructor. intros W S. destruct (first_moves_all b P z W S) as (Q & q & z' & I & HP).
      destruct (all_answered_in _ _ _ _ H I) as (r & A). destruct (answered_sound _ _ _ _ _ A) as (V & S' & L).
      destruct (smove_perm component cm (negb b) _ W _ (Permutation_sym HP) S') as (V' & S'' & HP').
      exists V'. split; [exact S'' |]. eapply lost_perm; eassumption.
    Qed.

    (** Who moves first from a position wins. *)
    Definition wins_first (b : bool) (p : position) (z : number) : bool :=
      won b (parts p) z || existsb (fun q => lost (negb b) (parts q) z) (moves b p).

    (** A number without moves. *)
    Variable zero : number.
    Hypothesis zero_end : forall b z, ~ nmove b zero z.

    Lemma alone_loses b p : Lost component cm b (whole [p] zero) -> Loses position by_list (fun _ _ => False) b p.
    Proof.
      assert (A : forall X, Lost component cm b X -> forall p, X = whole [p] zero -> Loses position by_list (fun _ _ => False) b p).
      { intros X L. induction L as [X _ IH] using Lost_induction. intros p0 ->. apply loses; [| tauto].
        intros q M. destruct (smove_part b [p0] [] p0 q zero (Permutation_refl _) M) as (_ & _ & _).
        destruct (IH (whole [q] zero)) as (X'' & S & _ & I).
        - apply (smove_at component cm b [] (inl p0) (inl q)). constructor. exact M.
        - destruct (smove_whole _ _ _ _ S) as [(l & p1 & r & q' & E & M' & ->) | (z & M' & _)].
          + destruct l as [| p2 l]; [| destruct l; discriminate]. injection E as <- <-. eapply wins_by_move; [exact M' |].
            rewrite negb_involutive. apply I. reflexivity.
          + exfalso. apply (zero_end (negb b) z), number_moves_spec, M'. }
      intros L. exact (A _ L p eq_refl).
    Qed.

    Theorem lost_start b p : lost b (parts p) zero = true -> Loses position by_list (fun _ _ => False) b p.
    Proof.
      intros H. apply alone_loses. apply (lost_apart b [] [p] zero). cbn [flat_map app]. rewrite app_nil_r. exact H.
    Qed.

    Theorem won_start b p : wins_first b p zero = true -> Wins position by_list (fun _ _ => False) b p.
    Proof.
      unfold wins_first. intros H. apply orb_true_iff in H. destruct H as [H | H].
      - destruct (won_apart b [] [p] zero) as (W & S & L); [cbn [flat_map app]; rewrite app_nil_r; exact H |].
        cbn [app] in S. destruct (smove_whole _ _ _ _ S) as [(l & p1 & r & q & E & M & ->) | (z & M & _)].
        + destruct l as [| p2 l]; [| destruct l; discriminate]. injection E as <- <-.
          eapply wins_by_move; [exact M | apply alone_loses, L].
        + exfalso. apply (zero_end b z), number_moves_spec, M.
      - apply existsb_exists in H. destruct H as (q & M & H). eapply wins_by_move; [exact M | apply lost_start, H].
    Qed.
  End Normal.

  (** *** Lost entries: misère play *)

  Section Misere.
    Hypothesis lost_ok : forall b P z, lost b P z = true -> MisereLost component cm b (whole P z).
    (** That there is no move. *)
    Hypothesis won_ok : forall b P z, won b P z = true -> forall W, ~ smove component cm b (whole P z) W.

    Definition misere_verify (e : board_entry position number) : bool :=
      match first_moves (e_left e) (e_parts e) (e_number e) with
      | [] => false
      | ms => all_answered (e_left e) ms (e_replies e)
      end.

    Lemma misere_lost_apart b keep new z :
      lost b (keep ++ flat_map parts new) z = true -> MisereLost component cm b (whole (keep ++ new) z).
    Proof.
      intros H. apply (misere_lost_alike component cm _ b _ _ apart_alike_here (apart_whole keep new z)). apply lost_ok, H.
    Qed.

    Lemma misere_perm b X Y : Permutation X Y -> MisereLost component cm b X -> MisereLost component cm b Y.
    Proof. intros H. apply (misere_lost_alike component cm _ b X Y (perm_alike component cm) H). Qed.

    Theorem misere_verify_lost e :
      misere_verify e = true -> MisereLost component cm (e_left e) (whole (e_parts e) (e_number e)).
    Proof.
      unfold misere_verify. destruct e as [b P z replies]; cbn [e_left e_parts e_number e_replies]. intros H.
      constructor.
      { destruct (first_moves b P z) as [| m ms] eqn:E; [discriminate |]. apply (first_moves_some b P z m).
        rewrite E. left. reflexivity. }
      assert (H' : all_answered b (first_moves b P z) replies = true)
        by (destruct (first_moves b P z); [discriminate | exact H]). clear H. rename H' into H.
      intros W S. destruct (first_moves_all b P z W S) as (Q & q & z' & I & HP).
      destruct (all_answered_in _ _ _ _ H I) as (r & A). destruct r as [k |]; cbn [answered] in A.
      - left. destruct (pick (negb b) Q q z' k) as [((keep & new) & z'') |] eqn:E; [| discriminate].
        destruct (pick_sound _ _ _ _ _ _ _ _ E) as (V & S' & HP').
        destruct (smove_perm component cm (negb b) _ W _ (Permutation_sym HP) S') as (V' & S'' & HP'').
        exists V'. split; [exact S'' |]. eapply misere_perm; [exact HP'' |].
        eapply misere_perm; [apply Permutation_sym, HP' |]. apply misere_lost_apart, A.
      - right. intros V S'.
        destruct (smove_perm component cm (negb b) _ _ _ HP S') as (V' & S'' & _).
        destruct (apart_alike_here _ _ (apart_whole Q (maybe q) z')) as [B _].
        destruct (B _ _ S'') as (V'' & S3 & _). exact (won_ok _ _ _ A V'' S3).
    Qed.

    Definition misere_wins_first (b : bool) (p : position) (z : number) : bool :=
      match moves b p with
      | [] => true
      | qs => existsb (fun q => lost (negb b) (parts q) z) qs
      end.

    Variable zero : number.
    Hypothesis zero_end : forall b z, ~ nmove b zero z.

    Lemma misere_alone b p :
      MisereLost component cm b (whole [p] zero) -> Loses position by_list (fun _ _ => True) b p.
    Proof.
      assert (A : forall X, MisereLost component cm b X -> forall p, X = whole [p] zero ->
        Loses position by_list (fun _ _ => True) b p).
      { intros X L. induction L as [X E IH] using MisereLost_induction. intros p0 ->. apply loses.
        - intros q M. destruct (IH (whole [q] zero)) as [(X'' & S & _ & I) | N].
          + apply (smove_at component cm b [] (inl p0) (inl q)). constructor. exact M.
          + destruct (smove_whole _ _ _ _ S) as [(l & p1 & r & q' & E' & M' & ->) | (z & M' & _)].
            * destruct l as [| p2 l]; [| destruct l; discriminate]. injection E' as <- <-. eapply wins_by_move; [exact M' |].
              rewrite negb_involutive. apply I. reflexivity.
            * exfalso. apply (zero_end (negb b) z), number_moves_spec, M'.
          + apply wins_by_end; [| exact I]. intros q' M'. apply (N (whole [q'] zero)).
            apply (smove_at component cm (negb b) [] (inl q) (inl q')). constructor. exact M'.
        - intros N _. destruct E as (W & S).
          destruct (smove_whole _ _ _ _ S) as [(l & p1 & r & q' & E' & M' & _) | (z & M' & _)].
          + destruct l as [| p2 l]; [| destruct l; discriminate]. injection E' as <- <-. apply (N q' M').
          + apply (zero_end b z), number_moves_spec, M'. }
      intros L. exact (A _ L p eq_refl).
    Qed.

    Theorem misere_lost_start b p :
      lost b (parts p) zero = true -> Loses position by_list (fun _ _ => True) b p.
    Proof.
      intros H. apply misere_alone. apply (misere_lost_apart b [] [p] zero). cbn [flat_map app]. rewrite app_nil_r. exact H.
    Qed.

    Theorem misere_won_start b p :
      misere_wins_first b p zero = true -> Wins position by_list (fun _ _ => True) b p.
    Proof.
      unfold misere_wins_first. intros H. destruct (moves b p) as [| q0 qs] eqn:E.
      - apply wins_by_end; [| exact I]. intros q M. unfold by_list in M. rewrite E in M. destruct M.
      - apply existsb_exists in H. destruct H as (q & M & H). eapply wins_by_move; [| apply misere_lost_start, H].
        unfold by_list. rewrite E. exact M.
    Qed.
  End Misere.
End Moves.

(** ** What is known of sums, as a table *)

(** Lists of positions are found by a number, which need not be theirs alone. *)
Definition key_factor : Z := 1000003.
Definition key_mask : Z := 1099511627775.

Section Tables.
  Variable position : Type.
  Variable equal : position -> position -> bool.
  Hypothesis equal_true : forall p q, equal p q = true -> p = q.
  (** A number of a position: for order and speed only. *)
  Variable code : position -> Z.
  Variable known : Type.

  Fixpoint insert_sorted (p : position) (P : list position) : list position :=
    match P with
    | [] => [p]
    | q :: Q => if (code p <=? code q)%Z then p :: P else q :: insert_sorted p Q
    end.

  Definition sort (P : list position) : list position := fold_right insert_sorted [] P.

  Lemma insert_sorted_perm p P : Permutation (insert_sorted p P) (p :: P).
  Proof.
    induction P as [| q Q IH]; simpl; [apply Permutation_refl |]. destruct (code p <=? code q)%Z; [apply Permutation_refl |].
    eapply Permutation_trans; [constructor; exact IH | constructor].
  Qed.

  Lemma sort_perm P : Permutation (sort P) P.
  Proof.
    induction P as [| p P IH]; simpl; [constructor |].
    eapply Permutation_trans; [apply insert_sorted_perm | constructor; exact IH].
  Qed.

  Definition table := PositiveMap.t (list (list position * known)).

  Definition key (P : list position) : BinNums.positive :=
    Z.to_pos (fold_left (fun h p => Z.land (h * key_factor + code p + 1) key_mask)%Z P 1%Z).

  Fixpoint same (P Q : list position) : bool :=
    match P, Q with
    | [], [] => true
    | p :: P, q :: Q => if equal p q then same P Q else false
    | _, _ => false
    end.

  Lemma same_true P Q : same P Q = true -> P = Q.
  Proof.
    revert Q. induction P as [| p P IH]; intros [| q Q] H; try discriminate; [reflexivity |]. simpl in H.
    destruct (equal p q) eqn:E; [| discriminate]. apply equal_true in E. subst. f_equal. apply IH, H.
  Qed.

  Fixpoint look (P : list position) (bucket : list (list position * known)) : option known :=
    match bucket with
    | [] => None
    | (Q, v) :: rest => if same P Q then Some v else look P rest
    end.

  Definition find (t : table) (P : list position) : option known :=
    match PositiveMap.find (key P) t with
    | None => None
    | Some bucket => look P bucket
    end.

  Definition insert (t : table) (P : list position) (v : known) : table :=
    let k := key P in
    PositiveMap.add k ((P, v) :: match PositiveMap.find k t with None => [] | Some bucket => bucket end) t.

  Definition all_good (good : list position -> known -> Prop) (t : table) : Prop :=
    forall k bucket, PositiveMap.find k t = Some bucket -> forall P v, In (P, v) bucket -> good P v.

  Lemma empty_good good : all_good good (PositiveMap.empty _).
  Proof. intros k bucket H. rewrite PositiveMap.gempty in H. discriminate. Qed.

  Lemma insert_good good t P v : all_good good t -> good P v -> all_good good (insert t P v).
  Proof.
    intros G H k bucket. unfold insert.
    destruct (PositiveMap.E.eq_dec k (key P)) as [-> | N]; [rewrite PositiveMap.gss | rewrite PositiveMap.gso by exact N; apply G].
    intros E Q w I. injection E as <-. destruct I as [I | I]; [injection I as <- <-; exact H |].
    destruct (PositiveMap.find (key P) t) as [bucket |] eqn:F; [| destruct I]. eapply G; eassumption.
  Qed.

  Lemma find_good good t P v : all_good good t -> find t P = Some v -> good P v.
  Proof.
    unfold find. intros G H. destruct (PositiveMap.find (key P) t) as [bucket |] eqn:F; [| discriminate].
    specialize (G _ _ F). clear F. induction bucket as [| [Q w] rest IH]; simpl in H; [discriminate |].
    destruct (same P Q) eqn:E.
    - apply same_true in E. injection H as <-. subst. apply G. left. reflexivity.
    - apply IH; [| exact H]. intros. apply G. right. assumption.
  Qed.
End Tables.

(** Entries one after the other: what is known before one is what all earlier ones say. *)
Section Entries.
  Variable item state : Type.
  Variable verify : state -> item -> bool.
  Variable learn : state -> item -> state.

  Fixpoint take_in (st : state) (entries : list item) : option state :=
    match entries with
    | [] => Some st
    | e :: rest => if verify st e then take_in (learn st e) rest else None
    end.

  Lemma take_in_good (good : state -> Prop) :
    (forall st e, good st -> verify st e = true -> good (learn st e)) ->
    forall entries st st', good st -> take_in st entries = Some st' -> good st'.
  Proof.
    intros H entries. induction entries as [| e rest IH]; intros st st' G E; cbn [take_in] in E; [injection E as <-; exact G |].
    destruct (verify st e) eqn:V; [| discriminate]. eapply IH; [| exact E]. apply H; assumption.
  Qed.
End Entries.

(** ** Numbers: what a player can make of one *)

Section NumberMoves.
  Variable places : nat.

  (** The place of the lowest bit that is not zero, if it is below the unit. *)
  Fixpoint low_bit (width j : nat) (z : Z) : option nat :=
    match width with
    | 0 => None
    | S width => if Z.odd z then Some j else low_bit width (S j) (Z.div2 z)
    end.

  Definition left_option (z : Z) : option Z :=
    match low_bit places 0 z with
    | Some j => Some (z - Z.shiftl 1 (Z.of_nat j))%Z
    | None => if (0 <? z)%Z then Some (z - Z.shiftl 1 (Z.of_nat places))%Z else None
    end.

  Lemma low_bit_spec width j z :
    match low_bit width j z with
    | Some k => exists i, k = j + i /\ i < width /\ (2 ^ Z.of_nat i | z)%Z /\ Z.odd (z / 2 ^ Z.of_nat i) = true
    | None => (2 ^ Z.of_nat width | z)%Z
    end.
  Proof.
    revert j z. induction width as [| width IH]; intros j z; cbn [low_bit]; [exists z; simpl; lia |].
    destruct (Z.odd z) eqn:O.
    - exists 0. simpl. rewrite Z.div_1_r. split; [lia |]. split; [lia |]. split; [exists z; lia | exact O].
    - assert (E : (z = 2 * Z.div2 z)%Z) by (rewrite (Z.div2_odd z) at 1; rewrite O; simpl; lia).
      specialize (IH (S j) (Z.div2 z)). destruct (low_bit width (S j) (Z.div2 z)) as [k |].
      + destruct IH as (i & -> & L & (m & D) & Q). exists (S i). split; [lia |]. split; [lia |].
        pose proof (power_pos i).
        rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. split; [exists m; lia |].
        rewrite E. rewrite Z.div_mul_cancel_l by lia. exact Q.
      + destruct IH as (m & D). exists m. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
  Qed.

  Lemma left_option_spec z z' : left_of places z z' <-> left_option z = Some z'.
  Proof.
    unfold left_option, left_of, one. pose proof (low_bit_spec places 0 z) as H.
    destruct (low_bit places 0 z) as [j |].
    - destruct H as (i & E & L & D & O). cbn [Nat.add] in E. subst j. rewrite Z.shiftl_1_l. split.
      + intros [(D' & _ & _) | (j & L' & O' & D' & ->)].
        * pose proof (depth_odd places i z L D O). pose proof (depth_multiple places places z D'). lia.
        * pose proof (depth_odd places i z L D O). pose proof (depth_odd places j z L' D' O').
          assert (i = j) by lia. subst. reflexivity.
      + intros E. injection E as <-. right. exists i. auto.
    - rewrite Z.shiftl_1_l. split.
      + intros [(D & P & ->) | (j & L & O & D & ->)].
        * apply Z.ltb_lt in P. rewrite P. reflexivity.
        * pose proof (depth_odd places j z L D O). pose proof (depth_multiple places places z H). lia.
      + destruct (Z.ltb_spec 0 z); [| discriminate]. intros E. injection E as <-. left. auto.
  Qed.

  Definition number_option (b : bool) (z : Z) : list Z :=
    match left_option (seen b z) with
    | Some z' => [seen b z']
    | None => []
    end.

  Lemma seen_seen b z : seen b (seen b z) = z.
  Proof. destruct b; simpl; lia. Qed.

  Lemma number_option_spec b z z' : number_move places b z z' <-> In z' (number_option b z).
  Proof.
    unfold number_move, number_option. rewrite left_option_spec.
    destruct (left_option (seen b z)) as [w |]; simpl; split.
    - intros E. injection E as ->. left. apply seen_seen.
    - intros [<- | []]. rewrite seen_seen. reflexivity.
    - discriminate.
    - intros [].
  Qed.

  Lemma zero_end b z : ~ number_move places b 0 z.
  Proof.
    rewrite number_option_spec. unfold number_option, left_option.
    replace (seen b 0) with 0%Z by (destruct b; reflexivity). pose proof (low_bit_spec places 0 0) as H.
    destruct (low_bit places 0 0) as [j |]; [| simpl; tauto].
    destruct H as (i & _ & _ & _ & O). rewrite Z.div_0_l in O by (pose proof (power_pos i); lia). discriminate.
  Qed.
End NumberMoves.

(** ** Normal play with different moves *)

Section PartizanCheck.
  Variable position : Type.
  Variable moves : bool -> position -> list position.
  Variable parts : position -> list position.
  Variable equal : position -> position -> bool.
  Hypothesis equal_true : forall p q, equal p q = true -> p = q.
  Variable code : position -> Z.
  Variable places : nat.

  Variable parts_of : position -> list position -> Prop.
  Hypothesis sums : true_parts position (by_list position moves) parts_of.
  Hypothesis parts_hold : forall p, parts_of p (parts p).

  Let component := (position + Z)%type.
  Let cm := board_move position (by_list position moves) places.
  Let Known := Lost component cm.

  (** The player loses the sum of these parts and a number that the opponent sees so. *)
  Definition needs (b : bool) (P : list position) (s : Z) : Prop :=
    Known b (whole position Z P (seen (negb b) s)).

  Lemma follows_Known b X :
    board_follows position parts_of Known (number_plain position) b X -> Known b X.
  Proof.
    apply follows_lost.
    - apply parts_faithful, sums.
    - auto.
    - apply number_plain_lost.
  Qed.

  Lemma sum_one b z : sum b [z] = seen b z.
  Proof. unfold sum. simpl. lia. Qed.

  Lemma numbers_to b X l r : Known b (X ++ map inr l) -> (sum (negb b) l <= sum (negb b) r)%Z -> Known b (X ++ map inr r).
  Proof.
    intros K L. apply follows_Known. eapply exchange; [apply follows_known, K | exact L].
  Qed.

  Lemma needs_zero b : needs b [] 0.
  Proof.
    apply (number_plain_lost position (by_list position moves) places b).
    exists [seen (negb b) 0%Z]. split; [reflexivity |]. rewrite sum_one, seen_seen. lia.
  Qed.

  Lemma needs_more b P s t : needs b P s -> (s <= t)%Z -> needs b P t.
  Proof.
    intros K L. apply (numbers_to b (map inl P) [seen (negb b) s] [seen (negb b) t] K).
    rewrite !sum_one, !seen_seen. exact L.
  Qed.

  Lemma needs_perm b P Q s : Permutation P Q -> needs b P s -> needs b Q s.
  Proof. intros H. apply lost_perm. apply whole_perm, H. Qed.

  Lemma needs_add b P Q s t : needs b P s -> needs b Q t -> needs b (P ++ Q) (s + t).
  Proof.
    intros K L. pose proof (lost_sum component cm b _ _ K L) as S.
    unfold needs, whole. apply (numbers_to b (map inl (P ++ Q)) [seen (negb b) s; seen (negb b) t] [seen (negb b) (s + t)]).
    - eapply lost_perm; [| exact S]. unfold whole. rewrite map_app, <- !app_assoc. apply Permutation_app_head.
      cbn [map app]. eapply Permutation_trans; [apply Permutation_middle |]. apply Permutation_app_head.
      apply Permutation_refl.
    - rewrite sum_one, seen_seen. unfold sum. cbn [map fold_right]. rewrite !seen_seen. lia.
  Qed.

  Lemma needs_won b P k z : needs (negb b) P k -> (k < seen b z)%Z ->
    exists W, smove component cm b (whole position Z P z) W /\ Known (negb b) W.
  Proof.
    unfold needs. rewrite negb_involutive. intros K L. set (d := (seen b z - k)%Z). assert (D : (0 < d)%Z) by (unfold d; lia).
    set (w := seen (negb b) d).
    assert (G : (0 < sum (negb b) [w])%Z) by (rewrite sum_one; unfold w; rewrite seen_seen; exact D).
    destruct (good_number places (negb b) [w] G) as (l' & S & Q).
    destruct (won_at_once component cm (negb b) (whole position Z P z) (map inr [w]) (map inr l')) as (X' & S' & L').
    - unfold whole. rewrite <- app_assoc. change ([inr z] ++ map inr [w]) with (map (@inr position Z) [z; w]).
      apply (numbers_to (negb b) (map inl P) [seen b k] [z; w] K). rewrite negb_involutive. rewrite sum_one, seen_seen.
      unfold sum, w. cbn [map fold_right]. destruct b; simpl in *; unfold d; lia.
    - apply numbers_smove. exact S.
    - rewrite negb_involutive. apply (number_plain_lost position (by_list position moves) places b).
      exists l'. split; [reflexivity | exact Q].
    - rewrite negb_involutive in S'. exists X'. auto.
  Qed.

  Record numbers_known := NumbersKnown { left_loses : table position Z; right_loses : table position Z }.

  Definition for_player (b : bool) (t : numbers_known) : table position Z := if b then left_loses t else right_loses t.

  Definition get (t : numbers_known) (b : bool) (P : list position) : option Z := find position equal code Z (for_player b t) P.
  Definition need (t : numbers_known) (b : bool) (p : position) : option Z := get t b [p].

  (** Parts that equal a number are left out, and the number is changed. *)
  Fixpoint leave_exact (t : numbers_known) (b : bool) (P : list position) (s : Z) : list position * Z :=
    match P with
    | [] => ([], s)
    | p :: P =>
      let exact :=
        match need t b p with
        | None => None
        | Some x =>
          match need t (negb b) p with
          | None => None
          | Some y => if (x =? - y)%Z then Some x else None
          end
        end in
      match exact with
      | Some x => leave_exact t b P (s - x)
      | None => let (rest, s) := leave_exact t b P s in (p :: rest, s)
      end
    end.

  Fixpoint total (t : numbers_known) (b : bool) (P : list position) : option Z :=
    match P with
    | [] => Some 0%Z
    | p :: P =>
      match need t b p with
      | None => None
      | Some x => match total t b P with None => None | Some y => Some (x + y)%Z end
      end
    end.

  Definition known_with (t : numbers_known) (b : bool) (P : list position) (s : Z) : bool :=
    match get t b P with
    | None => false
    | Some k => (k <=? s)%Z
    end.

  (** One part by its bound, the others as one sum. *)
  Fixpoint one_and_others (t : numbers_known) (b : bool) (before after : list position) (s : Z) : bool :=
    match after with
    | [] => false
    | p :: rest =>
      (match need t b p with
       | None => false
       | Some x => known_with t b (rev_append before rest) (s - x)
       end) || one_and_others t b (p :: before) rest s
    end.

  Definition bounded (t : numbers_known) (b : bool) (P : list position) (s : Z) : bool :=
    match P with
    | [] => (0 <=? s)%Z
    | [_] => known_with t b P s
    | _ =>
      known_with t b P s ||
      match total t b P with None => false | Some k => (k <=? s)%Z end ||
      one_and_others t b [] P s
    end.

  Definition number_lost (t : numbers_known) (b : bool) (P : list position) (z : Z) : bool :=
    let (rest, s) := leave_exact t b (sort position code P) (seen (negb b) z) in bounded t b rest s.

  Definition number_won (t : numbers_known) (b : bool) (P : list position) (z : Z) : bool :=
    match total t (negb b) P with
    | None => false
    | Some k => (k <? seen b z)%Z
    end.

  Definition number_learn (t : numbers_known) (e : board_entry position Z) : numbers_known :=
    let b := e_left e in
    let P := sort position code (e_parts e) in
    let s := seen (negb b) (e_number e) in
    if known_with t b P s then t
    else
      let more := insert position code Z (for_player b t) P s in
      if b then NumbersKnown more (right_loses t) else NumbersKnown (left_loses t) more.

  Definition numbers_good (t : numbers_known) : Prop :=
    forall b, all_good position Z (needs b) (for_player b t).

  Section Good.
    Variable t : numbers_known.
    Hypothesis good : numbers_good t.

    Lemma get_needs b P k : get t b P = Some k -> needs b P k.
    Proof. intros H. unfold get in H. eapply find_good; [exact equal_true | apply good | exact H]. Qed.

    Lemma known_with_needs b P s : known_with t b P s = true -> needs b P s.
    Proof.
      unfold known_with. intros H. destruct (get t b P) as [k |] eqn:E; [| discriminate].
      eapply needs_more; [apply get_needs, E | apply Z.leb_le, H].
    Qed.

    Lemma total_needs b P k : total t b P = Some k -> needs b P k.
    Proof.
      revert k. induction P as [| p P IH]; intros k H; cbn [total] in H.
      - injection H as <-. apply needs_zero.
      - destruct (need t b p) as [x |] eqn:E; [| discriminate]. destruct (total t b P) as [y |]; [| discriminate].
        injection H as <-. apply (needs_add b [p] P); [apply get_needs, E | apply IH; reflexivity].
    Qed.

    Lemma one_and_others_needs b before after s :
      one_and_others t b before after s = true -> needs b (before ++ after) s.
    Proof.
      revert before. induction after as [| p rest IH]; intros before H; cbn [one_and_others] in H; [discriminate |].
      apply orb_true_iff in H. destruct H as [H | H].
      - destruct (need t b p) as [x |] eqn:E; [| discriminate]. apply known_with_needs in H.
        pose proof (needs_add b [p] _ _ _ (get_needs _ _ _ E) H) as K. replace (x + (s - x))%Z with s in K by lia.
        eapply needs_perm; [| exact K]. cbn [app].
        eapply Permutation_trans; [| apply Permutation_middle]. constructor. apply rev_append_perm.
      - eapply needs_perm; [| apply IH, H]. simpl. apply Permutation_middle.
    Qed.

    Lemma bounded_needs b P s : bounded t b P s = true -> needs b P s.
    Proof.
      intros H.
      assert (G : known_with t b P s || match total t b P with None => false | Some k => (k <=? s)%Z end ||
        one_and_others t b [] P s = true -> needs b P s).
      { clear H. rewrite !orb_true_iff. intros [[H | H] | H].
        - apply known_with_needs, H.
        - destruct (total t b P) as [k |] eqn:E; [| discriminate].
          eapply needs_more; [apply total_needs, E | apply Z.leb_le, H].
        - apply (one_and_others_needs b [] P s H). }
      unfold bounded in H. destruct P as [| p [| q P]].
      - eapply needs_more; [apply needs_zero | apply Z.leb_le, H].
      - apply known_with_needs, H.
      - apply G, H.
    Qed.

    Lemma leave_exact_parts b P s rest s' :
      leave_exact t b P s = (rest, s') -> exists E k, Permutation P (E ++ rest) /\ s = (s' + k)%Z /\ needs b E k.
    Proof.
      revert s rest s'. induction P as [| p P IH]; intros s rest s' H; cbn [leave_exact] in H.
      { injection H as <- <-. exists [], 0%Z. split; [constructor |]. split; [lia | apply needs_zero]. }
      assert (C : (exists x, need t b p = Some x /\ leave_exact t b P (s - x) = (rest, s')) \/
        (exists rest1, rest = p :: rest1 /\ leave_exact t b P s = (rest1, s'))).
      { destruct (need t b p) as [x |]; [destruct (need t (negb b) p) as [y |]; [destruct (x =? - y)%Z |] |];
          [left; eauto | right .. ]; destruct (leave_exact t b P s) as [rest1 s1]; injection H as <- <-; eauto. }
      destruct C as [(x & E & H') | (rest1 & -> & H')]; destruct (IH _ _ _ H') as (X & k & HP & Hs & K).
      - exists (p :: X), (x + k)%Z. split; [constructor; exact HP |]. split; [lia |].
        apply (needs_add b [p] X); [apply get_needs, E | exact K].
      - exists X, k. split; [| auto]. eapply Permutation_trans; [constructor; exact HP | apply Permutation_middle].
    Qed.

    Lemma number_lost_ok b P z : number_lost t b P z = true -> Known b (whole position Z P z).
    Proof.
      unfold number_lost. destruct (leave_exact t b (sort position code P) (seen (negb b) z)) as [rest s] eqn:E.
      intros H. apply bounded_needs in H. destruct (leave_exact_parts _ _ _ _ _ E) as (X & k & HP & Hs & K).
      assert (A : needs b P (seen (negb b) z)).
      { eapply needs_perm; [apply sort_perm |]. eapply needs_perm; [apply Permutation_sym, HP |].
        replace (seen (negb b) z) with (k + s)%Z by lia. apply needs_add; assumption. }
      unfold needs in A. rewrite seen_seen in A. exact A.
    Qed.

    Lemma number_won_ok b P z : number_won t b P z = true ->
      exists W, smove component cm b (whole position Z P z) W /\ Known (negb b) W.
    Proof.
      unfold number_won. destruct (total t (negb b) P) as [k |] eqn:E; [| discriminate]. intros H.
      eapply needs_won; [apply total_needs, E | apply Z.ltb_lt, H].
    Qed.

    Lemma number_learn_good e : Known (e_left e) (whole position Z (e_parts e) (e_number e)) -> numbers_good (number_learn t e).
    Proof.
      intros K. unfold number_learn. set (b := e_left e) in *. set (s := seen (negb b) (e_number e)).
      destruct (known_with t b (sort position code (e_parts e)) s); [exact good |].
      assert (G : all_good position Z (needs b) (insert position code Z (for_player b t) (sort position code (e_parts e)) s)).
      { apply insert_good; [apply good |]. eapply needs_perm; [apply Permutation_sym, sort_perm |].
        unfold needs, s. rewrite seen_seen. exact K. }
      pose proof (good (negb b)) as G'. clearbody b s. intros [|]; destruct b; cbn in *; assumption.
    Qed.
  End Good.

  Definition nothing_known : numbers_known := NumbersKnown (PositiveMap.empty _) (PositiveMap.empty _).

  Definition number_verify (t : numbers_known) (e : board_entry position Z) : bool :=
    verify position Z moves parts equal (number_option places) (number_lost t) (number_won t) e.

  (** Who wins when Left, and when Right, moves first. *)
  Definition check_partizan (start : position) (left right : bool) (entries : list (board_entry position Z)) : bool :=
    match take_in _ _ number_verify number_learn nothing_known entries with
    | None => false
    | Some t =>
      let holds (b : bool) (wins : bool) :=
        if wins then wins_first position Z moves parts (number_lost t) (number_won t) b start 0%Z
        else number_lost t b (parts start) 0%Z in
      if holds true left then holds false right else false
    end.

  Theorem check_partizan_sound start left right entries :
    check_partizan start left right entries = true ->
    forall b : bool, if (if b then left else right) then Wins position (by_list position moves) (fun _ _ => False) b start
      else Loses position (by_list position moves) (fun _ _ => False) b start.
  Proof.
    unfold check_partizan. destruct (take_in _ _ number_verify number_learn nothing_known entries) as [t |] eqn:E; [| discriminate].
    assert (G : numbers_good t).
    { refine (take_in_good _ _ _ _ numbers_good _ entries _ _ _ E).
      - intros st e G V. apply number_learn_good; [exact G |].
        eapply (verify_lost position Z moves parts equal equal_true (number_option places) (number_move places)
          (number_option_spec places) parts_of sums parts_hold); [| | exact V].
        + intros b P z H. apply (number_lost_ok st G b P z H).
        + intros b P z H. apply (number_won_ok st G b P z H).
      - intros [|]; apply empty_good. }
    set (holds := fun (b : bool) (wins : bool) => if wins then wins_first position Z moves parts (number_lost t) (number_won t) b start 0%Z
      else number_lost t b (parts start) 0%Z).
    assert (H : forall b wins, holds b wins = true ->
      if wins then Wins position (by_list position moves) (fun _ _ => False) b start
      else Loses position (by_list position moves) (fun _ _ => False) b start).
    { intros b wins H. unfold holds in H. destruct wins.
      - eapply (won_start position Z moves parts (number_option places) (number_move places)
          (number_option_spec places) parts_of sums parts_hold (number_lost t) (number_won t)
          (number_lost_ok t G) (number_won_ok t G) 0%Z (zero_end places)). exact H.
      - eapply (lost_start position Z moves parts (number_option places) (number_move places)
          (number_option_spec places) parts_of sums parts_hold (number_lost t)
          (number_lost_ok t G) 0%Z (zero_end places)). exact H. }
    change (((if holds true left then holds false right else false) = true) ->
      forall b : bool, if (if b then left else right) then Wins position (by_list position moves) (fun _ _ => False) b start
      else Loses position (by_list position moves) (fun _ _ => False) b start).
    intros A. destruct (holds true left) eqn:A1; [| discriminate]. intros [|]; apply H; assumption.
  Qed.
End PartizanCheck.

(** ** Normal play with the same moves *)

Section ImpartialCheck.
  Variable position : Type.
  Variable moves : position -> list position.
  Variable parts : position -> list position.
  Variable equal : position -> position -> bool.
  Hypothesis equal_true : forall p q, equal p q = true -> p = q.
  Variable code : position -> Z.

  Let both (_ : bool) := moves.
  Definition one_move (p q : position) : Prop := In q (moves p).

  Variable parts_of : position -> list position -> Prop.
  Hypothesis sums : true_parts position (fun _ => one_move) parts_of.
  Hypothesis parts_hold : forall p, parts_of p (parts p).

  Let component := (position + nat)%type.
  Let cm := nim_move position one_move.
  Let Known := Lost component cm.

  Definition smaller_nimbers (_ : bool) (n : nat) : list nat := seq 0 n.

  Lemma smaller_nimbers_spec b n n' : nimber_move b n n' <-> In n' (smaller_nimbers b n).
  Proof. unfold nimber_move, smaller_nimbers. rewrite in_seq. lia. Qed.

  Lemma Known_both b c X : Known b X -> Known c X.
  Proof.
    intros L. induction L as [X _ IH] using Lost_induction. constructor. intros X' S.
    assert (A : forall b c X X', smove component cm b X X' -> smove component cm c X X').
    { clear. intros b c X X' S. inversion S as [l x x' r M]; subst. constructor.
      inversion M as [p q M' | n n' M']; subst; constructor; exact M'. }
    destruct (IH X' (A _ _ _ _ S)) as (X'' & S' & _ & K). exists X''. split; [exact (A _ _ _ _ S') | exact K].
  Qed.

  (** The sum is worth the nimber. *)
  Definition worth (P : list position) (n : nat) : Prop := forall b, Known b (whole position nat P n).

  Lemma nim_follows_Known b X : nim_follows position parts_of Known (nim_plain position) b X -> Known b X.
  Proof.
    apply follows_lost.
    - exact (parts_faithful position nat (fun _ => one_move) nimber_move parts_of sums).
    - auto.
    - apply nim_plain_lost.
  Qed.

  Lemma nimbers_to b X l r : Known b (X ++ map inr l) -> nim_sum l = nim_sum r -> Known b (X ++ map inr r).
  Proof. intros K L. apply nim_follows_Known. eapply nim_exchange; [apply follows_known, K | exact L]. Qed.

  Lemma worth_zero : worth [] 0.
  Proof. intros b. apply (nim_plain_lost position one_move b). exists [0]. split; reflexivity. Qed.

  Lemma worth_add P Q m n : worth P m -> worth Q n -> worth (P ++ Q) (Nat.lxor m n).
  Proof.
    intros K L b. pose proof (lost_sum component cm b _ _ (K b) (L b)) as S.
    unfold whole. apply (nimbers_to b (map inl (P ++ Q)) [m; n] [Nat.lxor m n]).
    - eapply lost_perm; [| exact S]. unfold whole. rewrite map_app, <- !app_assoc. apply Permutation_app_head.
      cbn [map app]. apply Permutation_middle.
    - simpl. rewrite !Nat.lxor_0_r. reflexivity.
  Qed.

  Lemma worth_won P k n b : worth P k -> Nat.lxor k n <> 0 ->
    exists W, smove component cm b (whole position nat P n) W /\ Known (negb b) W.
  Proof.
    intros K N. set (d := Nat.lxor k n) in *. assert (D : 0 < d) by lia.
    destruct (won_at_once component cm (negb b) (whole position nat P n) (map inr [d]) (map inr [0])) as (X' & S' & L').
    - unfold whole. rewrite <- app_assoc. change ([inr n] ++ map inr [d]) with (map (@inr position nat) [n; d]).
      apply (nimbers_to (negb b) (map inl P) [k] [n; d]); [apply K |].
      unfold d. simpl. rewrite !Nat.lxor_0_r. rewrite (Nat.lxor_comm k n), <- Nat.lxor_assoc, Nat.lxor_nilpotent. symmetry. apply Nat.lxor_0_l.
    - apply numbers_smove. apply (smove_at nat nimber_move (negb b) [] d 0 []). exact D.
    - apply (nim_plain_lost position one_move). exists [0]. split; reflexivity.
    - rewrite negb_involutive in S'. exists X'. auto.
  Qed.

  Fixpoint nimber (t : table position nat) (P : list position) : option nat :=
    match P with
    | [] => Some 0
    | p :: P =>
      match find position equal code nat t [p] with
      | None => None
      | Some x => match nimber t P with None => None | Some y => Some (Nat.lxor x y) end
      end
    end.

  Definition nimber_lost (t : table position nat) (_ : bool) (P : list position) (n : nat) : bool :=
    match nimber t P with
    | None => false
    | Some k => k =? n
    end.

  Definition nimber_won (t : table position nat) (_ : bool) (P : list position) (n : nat) : bool :=
    match nimber t P with
    | None => false
    | Some k => negb (k =? n)
    end.

  Definition nimber_learn (t : table position nat) (e : board_entry position nat) : table position nat :=
    match e_parts e with
    | [p] => insert position code nat t [p] (e_number e)
    | _ => t
    end.

  Definition nimbers_good (t : table position nat) : Prop := all_good position nat worth t.

  Section Good.
    Variable t : table position nat.
    Hypothesis good : nimbers_good t.

    Lemma nimber_worth P k : nimber t P = Some k -> worth P k.
    Proof.
      revert k. induction P as [| p P IH]; intros k H; cbn [nimber] in H.
      - injection H as <-. apply worth_zero.
      - destruct (find position equal code nat t [p]) as [x |] eqn:E; [| discriminate].
        destruct (nimber t P) as [y |]; [| discriminate]. injection H as <-.
        apply (worth_add [p] P); [| apply IH; reflexivity]. eapply find_good; [exact equal_true | exact good | exact E].
    Qed.

    Lemma nimber_lost_ok b P n : nimber_lost t b P n = true -> Known b (whole position nat P n).
    Proof.
      unfold nimber_lost. destruct (nimber t P) as [k |] eqn:E; [| discriminate]. intros H.
      apply Nat.eqb_eq in H. subst. apply nimber_worth, E.
    Qed.

    Lemma nimber_won_ok b P n : nimber_won t b P n = true ->
      exists W, smove component cm b (whole position nat P n) W /\ Known (negb b) W.
    Proof.
      unfold nimber_won. destruct (nimber t P) as [k |] eqn:E; [| discriminate]. intros H.
      apply negb_true_iff, Nat.eqb_neq in H. eapply worth_won; [apply nimber_worth, E |].
      intros Z. apply H, Nat.lxor_eq, Z.
    Qed.

    Lemma nimber_learn_good e b : Known b (whole position nat (e_parts e) (e_number e)) -> nimbers_good (nimber_learn t e).
    Proof.
      intros K. unfold nimber_learn. destruct (e_parts e) as [| p [| q P]]; [exact good | | exact good].
      apply insert_good; [exact good |]. intros c. eapply Known_both, K.
    Qed.
  End Good.

  Definition nimber_verify (t : table position nat) (e : board_entry position nat) : bool :=
    verify position nat both parts equal smaller_nimbers (nimber_lost t) (nimber_won t) e.

  Definition nimbers_after (entries : list (board_entry position nat)) : option (table position nat) :=
    take_in _ _ nimber_verify nimber_learn (PositiveMap.empty _) entries.

  Lemma nimbers_after_good entries t : nimbers_after entries = Some t -> nimbers_good t.
  Proof.
    intros E. refine (take_in_good _ _ _ _ nimbers_good _ entries _ _ _ E); [| apply empty_good].
    intros st e G V. apply (nimber_learn_good st G e (e_left e)).
    eapply (verify_lost position nat both parts equal equal_true smaller_nimbers nimber_move
      smaller_nimbers_spec parts_of sums parts_hold); [| | exact V].
    - intros b P z H. apply (nimber_lost_ok st G b P z H).
    - intros b P z H. apply (nimber_won_ok st G b P z H).
  Qed.

  (** The nimber of a position: whoever moves first in it beside that nimber loses. *)
  Definition check_nimber (start : position) (n : nat) (entries : list (board_entry position nat)) : bool :=
    match nimbers_after entries with
    | None => false
    | Some t => nimber_lost t true (parts start) n
    end.

  Theorem check_nimber_sound start n entries :
    check_nimber start n entries = true ->
    forall b, Loses (list (position + nat)) (smove (position + nat) (nim_move position one_move)) (fun _ _ => False) b
      [inl start; inr n].
  Proof.
    unfold check_nimber. destruct (nimbers_after entries) as [t |] eqn:E; [| discriminate].
    apply nimbers_after_good in E. intros H b. apply lost_loses.
    apply (lost_apart position nat both parts nimber_move parts_of sums parts_hold (nimber_lost t)
      (nimber_lost_ok t E) b [] [start] n). cbn [flat_map app]. rewrite app_nil_r. exact H.
  Qed.

  (** Who wins: both players have the same moves, so that there is only one question. *)
  Definition check_impartial (start : position) (left right : bool) (entries : list (board_entry position nat)) : bool :=
    match nimbers_after entries with
    | None => false
    | Some t =>
      let holds (b : bool) (wins : bool) :=
        if wins then wins_first position nat both parts (nimber_lost t) (nimber_won t) b start 0
        else nimber_lost t b (parts start) 0 in
      if holds true left then holds false right else false
    end.

  Theorem check_impartial_sound start left right entries :
    check_impartial start left right entries = true ->
    forall b : bool, if (if b then left else right) then Wins position (fun _ => one_move) (fun _ _ => False) b start
      else Loses position (fun _ => one_move) (fun _ _ => False) b start.
  Proof.
    unfold check_impartial. destruct (nimbers_after entries) as [t |] eqn:E; [| discriminate].
    apply nimbers_after_good in E. rename E into G.
    assert (Z0 : forall b z, ~ nimber_move b 0 z) by (unfold nimber_move; lia).
    set (holds := fun (b : bool) (wins : bool) => if wins then wins_first position nat both parts (nimber_lost t) (nimber_won t) b start 0
      else nimber_lost t b (parts start) 0).
    assert (H : forall b wins, holds b wins = true ->
      if wins then Wins position (fun _ => one_move) (fun _ _ => False) b start
      else Loses position (fun _ => one_move) (fun _ _ => False) b start).
    { intros b wins H. unfold holds in H. destruct wins.
      - exact (won_start position nat both parts smaller_nimbers nimber_move
          smaller_nimbers_spec parts_of sums parts_hold (nimber_lost t) (nimber_won t)
          (nimber_lost_ok t G) (nimber_won_ok t G) 0 Z0 b start H).
      - exact (lost_start position nat both parts smaller_nimbers nimber_move
          smaller_nimbers_spec parts_of sums parts_hold (nimber_lost t)
          (nimber_lost_ok t G) 0 Z0 b start H). }
    change (((if holds true left then holds false right else false) = true) ->
      forall b : bool, if (if b then left else right) then Wins position (fun _ => one_move) (fun _ _ => False) b start
      else Loses position (fun _ => one_move) (fun _ _ => False) b start).
    intros A. destruct (holds true left) eqn:A1; [| discriminate]. intros [|]; apply H; assumption.
  Qed.
End ImpartialCheck.

(** ** Misère play *)

Section MisereCheck.
  Variable position : Type.
  Variable moves : bool -> position -> list position.
  Variable parts : position -> list position.
  Variable equal : position -> position -> bool.
  Hypothesis equal_true : forall p q, equal p q = true -> p = q.
  Variable code : position -> Z.

  Variable parts_of : position -> list position -> Prop.
  Hypothesis sums : true_parts position (by_list position moves) parts_of.
  Hypothesis parts_hold : forall p, parts_of p (parts p).

  Definition no_move (_ : bool) (_ _ : unit) : Prop := False.
  Definition no_moves (_ : bool) (_ : unit) : list unit := [].

  Lemma no_moves_spec b z z' : no_move b z z' <-> In z' (no_moves b z).
  Proof. simpl. unfold no_move. tauto. Qed.

  Let component := (position + unit)%type.
  Let cm := cmove position unit (by_list position moves) no_move.
  Let Known := MisereLost component cm.

  Record sums_known := SumsKnown { left_sums : table position unit; right_sums : table position unit }.

  Definition of_player (b : bool) (t : sums_known) : table position unit := if b then left_sums t else right_sums t.

  Definition sum_lost (t : sums_known) (b : bool) (P : list position) (_ : unit) : bool :=
    match find position equal code unit (of_player b t) (sort position code P) with
    | None => false
    | Some _ => true
    end.

  Definition sum_ended (b : bool) (P : list position) (_ : unit) : bool :=
    forallb (fun p => match moves b p with [] => true | _ => false end) P.

  Definition sum_learn (t : sums_known) (e : board_entry position unit) : sums_known :=
    let b := e_left e in
    let more := insert position code unit (of_player b t) (sort position code (e_parts e)) tt in
    if b then SumsKnown more (right_sums t) else SumsKnown (left_sums t) more.

  Definition sums_good (t : sums_known) : Prop :=
    forall b, all_good position unit (fun P z => Known b (whole position unit P z)) (of_player b t).

  Lemma sum_lost_ok t (good : sums_good t) b P z : sum_lost t b P z = true -> Known b (whole position unit P z).
  Proof.
    unfold sum_lost. destruct z. intros H.
    destruct (find position equal code unit (of_player b t) (sort position code P)) as [[] |] eqn:E; [| discriminate].
    apply (misere_perm position unit moves no_move b (whole position unit (sort position code P) tt)); [apply whole_perm, sort_perm |].
    exact (find_good position equal equal_true code unit _ _ _ _ (good b) E).
  Qed.

  Lemma sum_ended_ok b P z : sum_ended b P z = true -> forall W, ~ smove component cm b (whole position unit P z) W.
  Proof.
    unfold sum_ended. intros H W S.
    destruct (smove_whole position unit moves no_moves no_move no_moves_spec b P z W S)
      as [(l & p & r & q & -> & M & _) | (z' & [] & _)].
    rewrite forallb_forall in H. specialize (H p (in_elt _ _ _)). destruct (moves b p); [destruct M | discriminate].
  Qed.

  Definition sum_verify (t : sums_known) (e : board_entry position unit) : bool :=
    misere_verify position unit moves parts equal no_moves (sum_lost t) sum_ended e.

  Definition check_misere (start : position) (left right : bool) (entries : list (board_entry position unit)) : bool :=
    match take_in _ _ sum_verify sum_learn (SumsKnown (PositiveMap.empty _) (PositiveMap.empty _)) entries with
    | None => false
    | Some t =>
      let holds (b : bool) (wins : bool) : bool :=
        if wins then misere_wins_first position unit moves parts (sum_lost t) b start tt
        else sum_lost t b (parts start) tt in
      if holds true left then holds false right else false
    end.

  Theorem check_misere_sound start left right entries :
    check_misere start left right entries = true ->
    forall b : bool, if (if b then left else right) then Wins position (by_list position moves) (fun _ _ => True) b start
      else Loses position (by_list position moves) (fun _ _ => True) b start.
  Proof.
    unfold check_misere.
    destruct (take_in _ _ sum_verify sum_learn (SumsKnown (PositiveMap.empty _) (PositiveMap.empty _)) entries) as [t |] eqn:E; [| discriminate].
    assert (G : sums_good t).
    { refine (take_in_good _ _ _ _ sums_good _ entries _ _ _ E).
      - intros st e G V.
        assert (K : Known (e_left e) (whole position unit (e_parts e) (e_number e))).
        { eapply (misere_verify_lost position unit moves parts equal equal_true no_moves no_move no_moves_spec
            parts_of sums parts_hold); [| | exact V].
          - intros b P z H. apply (sum_lost_ok st G b P z H).
          - intros b P z H. apply (sum_ended_ok b P z H). }
        unfold sum_learn. set (b := e_left e) in *.
        assert (I : all_good position unit (fun P z => Known b (whole position unit P z))
          (insert position code unit (of_player b st) (sort position code (e_parts e)) tt)).
        { apply insert_good; [apply G |]. destruct (e_number e).
          eapply (misere_perm position unit moves no_move b); [| exact K]. apply whole_perm, Permutation_sym, sort_perm. }
        pose proof (G (negb b)) as G'. clearbody b. intros [|]; destruct b; cbn in *; assumption.
      - intros [|]; apply empty_good. }
    assert (Z0 : forall b z, ~ no_move b tt z) by (unfold no_move; tauto).
    set (holds := fun (b : bool) (wins : bool) => if wins then misere_wins_first position unit moves parts (sum_lost t) b start tt
      else sum_lost t b (parts start) tt).
    assert (H : forall b wins, holds b wins = true ->
      if wins then Wins position (by_list position moves) (fun _ _ => True) b start
      else Loses position (by_list position moves) (fun _ _ => True) b start).
    { intros b wins H. unfold holds in H. destruct wins.
      - exact (misere_won_start position unit moves parts no_moves no_move no_moves_spec parts_of sums parts_hold
          (sum_lost t) (sum_lost_ok t G) tt Z0 b start H).
      - exact (misere_lost_start position unit moves parts no_moves no_move no_moves_spec parts_of sums parts_hold
          (sum_lost t) (sum_lost_ok t G) tt Z0 b start H). }
    change (((if holds true left then holds false right else false) = true) ->
      forall b : bool, if (if b then left else right) then Wins position (by_list position moves) (fun _ _ => True) b start
      else Loses position (by_list position moves) (fun _ _ => True) b start).
    intros A. destruct (holds true left) eqn:A1; [| discriminate]. intros [|]; apply H; assumption.
  Qed.
End MisereCheck.
