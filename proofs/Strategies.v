(** Who wins by a list of sums that are lost, each because of those before it.

    Positions are of any type, and plays need not end: a sum is lost if the opponent of the player who moves first has a
    strategy that wins after finitely many moves. Positions stand in sums beside numbers (normal play; dyadic ones), or
    beside nimbers where both players have the same moves. *)

From Coq Require Import Arith ZArith List Lia Bool Permutation Wf_nat.
From Ishitori Require Import Heaps Grundy Kernel.
Import ListNotations.

(** ** Sums of components *)

Section Sums.
  Variable component : Type.
  (** [true] is Left. *)
  Variable mv : bool -> component -> component -> Prop.

  (** A move in a sum is one in one of its components. *)
  Inductive smove (b : bool) : list component -> list component -> Prop :=
  | smove_at l c c' r : mv b c c' -> smove b (l ++ c :: r) (l ++ c' :: r).

  Lemma smove_app b X Z W :
    smove b (X ++ Z) W <->
    (exists X', smove b X X' /\ W = X' ++ Z) \/ (exists Z', smove b Z Z' /\ W = X ++ Z').
  Proof.
    split.
    - intros S. inversion S as [l c c' r M E E']. subst W. clear S. revert l E.
      induction X as [| x X IH]; intros l E.
      + right. exists (l ++ c' :: r). split; [| reflexivity]. simpl in E. rewrite <- E. constructor. assumption.
      + destruct l as [| y l]; simpl in E; injection E as -> E.
        * left. exists (c' :: X). subst r. split; [apply (smove_at b [] x c' X M) | reflexivity].
        * destruct (IH l E) as [(X' & S & E') | (Z' & S & E')].
          -- left. exists (x :: X'). split; [| simpl; congruence].
             inversion S as [l1 d d' r1 M1]. apply (smove_at b (x :: l1) d d' r1 M1).
          -- right. exists Z'. split; [assumption | simpl; congruence].
    - intros [(X' & S & ->) | (Z' & S & ->)]; inversion S as [l c c' r M]; subst.
      + rewrite <- !app_assoc. simpl. constructor. assumption.
      + rewrite !app_assoc. constructor. assumption.
  Qed.

  Lemma smove_left b X X' Z : smove b X X' -> smove b (X ++ Z) (X' ++ Z).
  Proof. intros S. apply smove_app. left. eauto. Qed.

  Lemma smove_right b X Z Z' : smove b Z Z' -> smove b (X ++ Z) (X ++ Z').
  Proof. intros S. apply smove_app. right. eauto. Qed.

  Lemma smove_cons b c X W :
    smove b (c :: X) W <-> (exists c', mv b c c' /\ W = c' :: X) \/ (exists X', smove b X X' /\ W = c :: X').
  Proof.
    change (c :: X) with ([c] ++ X). rewrite smove_app. split.
    - intros [(X' & S & ->) | (X' & S & ->)]; [left | right; eauto].
      inversion S as [l d d' r M E]. destruct l as [| y l]; simpl in E; injection E as -> E.
      + subst r. exists d'. auto.
      + destruct l; discriminate.
    - intros [(c' & M & ->) | (X' & S & ->)]; [left | right; exists X'; auto].
      exists [c']. split; [apply (smove_at b [] c c' [] M) | reflexivity].
  Qed.

  (** The player loses, moving first, under normal play: every move has an answer after which the player loses. *)
  Inductive Lost (b : bool) (X : list component) : Prop :=
  | lost_by :
      (forall X', smove b X X' -> exists X'', smove (negb b) X' X'' /\ Lost b X'') -> Lost b X.

  Lemma Lost_induction b (P : list component -> Prop) :
    (forall X, Lost b X ->
      (forall X', smove b X X' -> exists X'', smove (negb b) X' X'' /\ Lost b X'' /\ P X'') -> P X) ->
    forall X, Lost b X -> P X.
  Proof.
    intros H. fix IH 2. intros X L. apply H; [assumption |]. destruct L as [A]. intros X' S.
    destruct (A X' S) as (X'' & S' & L'). exists X''. split; [assumption |]. split; [assumption |]. apply IH, L'.
  Qed.

  (** These are the outcomes of [Kernel.v]. *)
  Theorem lost_loses b X : Lost b X -> Loses (list component) smove (fun _ _ => False) b X.
  Proof.
    intros L. induction L as [X _ A] using Lost_induction. apply loses; [| tauto].
    intros X' S. destruct (A X' S) as (X'' & S' & _ & L''). eapply wins_by_move; [exact S' |].
    rewrite negb_involutive. assumption.
  Qed.

  Theorem lost_not_won b X : Lost b X -> Wins (list component) smove (fun _ _ => False) b X -> False.
  Proof.
    intros L. induction L as [X _ A] using Lost_induction. intros W.
    inversion W as [c Y X' S O | c Y _ []]; subst.
    destruct (A X' S) as (X'' & S' & _ & N). apply N.
    inversion O as [c Y B _]; subst. specialize (B X'' S'). rewrite negb_involutive in B. assumption.
  Qed.

  (** *** Sums of lost sums, and what may be left out *)

  (** J. H. Conway, On Numbers and Games, chapter 1: G ≥ 0 and H ≥ 0 imply G + H ≥ 0. *)
  Theorem lost_sum b X Y : Lost b X -> Lost b Y -> Lost b (X ++ Y).
  Proof.
    intros LX. revert Y. induction LX as [X LX IX] using Lost_induction. intros Y LY.
    induction LY as [Y LY IY] using Lost_induction. constructor. intros W S.
    apply smove_app in S. destruct S as [(X' & S & ->) | (Y' & S & ->)].
    - destruct (IX X' S) as (X'' & S' & _ & A). exists (X'' ++ Y). split; [apply smove_left; assumption | apply A, LY].
    - destruct (IY Y' S) as (Y'' & S' & _ & A). exists (X ++ Y''). split; [apply smove_right; assumption | exact A].
  Qed.

  (** If the player loses X + Z, and the opponent loses Z, then the player loses X; and if the player has a move in Z after
      which the opponent loses what is left of it, then the opponent has such a move in X. *)
  Lemma lost_rest b W : Lost b W ->
    (forall X Z, W = X ++ Z -> Lost (negb b) Z -> Lost b X) /\
    (forall X Z Z', W = X ++ Z -> smove b Z Z' -> Lost (negb b) Z' -> exists X', smove (negb b) X X' /\ Lost b X').
  Proof.
    intros L. induction L as [W L IH] using Lost_induction.
    assert (B : forall X Z Z', W = X ++ Z -> smove b Z Z' -> Lost (negb b) Z' ->
      exists X', smove (negb b) X X' /\ Lost b X').
    { intros X Z Z' -> S LZ. destruct (IH (X ++ Z') (smove_right _ _ _ _ S)) as (V & S' & _ & P1 & P2).
      apply smove_app in S'. destruct S' as [(X' & S' & ->) | (Z'' & S' & ->)].
      - exists X'. split; [assumption |]. apply (P1 X' Z' eq_refl LZ).
      - destruct LZ as [A]. destruct (A Z'' S') as (Z3 & S3 & L3). rewrite negb_involutive in S3.
        apply (P2 X Z'' Z3 eq_refl S3 L3). }
    split; [| exact B]. intros X Z -> LZ. constructor. intros X' S.
    destruct (IH (X' ++ Z) (smove_left _ _ _ _ S)) as (V & S' & _ & P1 & P2).
    apply smove_app in S'. destruct S' as [(X'' & S' & ->) | (Z' & S' & ->)].
    - exists X''. split; [assumption |]. apply (P1 X'' Z eq_refl LZ).
    - destruct LZ as [A]. destruct (A Z' S') as (Z'' & S'' & L''). rewrite negb_involutive in S''.
      apply (P2 X' Z' Z'' eq_refl S'' L'').
  Qed.

  Theorem lost_cancel b X Z : Lost b (X ++ Z) -> Lost (negb b) Z -> Lost b X.
  Proof. intros L. apply (proj1 (lost_rest b _ L) X Z eq_refl). Qed.

  Theorem won_at_once b X Z Z' :
    Lost b (X ++ Z) -> smove b Z Z' -> Lost (negb b) Z' -> exists X', smove (negb b) X X' /\ Lost b X'.
  Proof. intros L. apply (proj2 (lost_rest b _ L) X Z Z' eq_refl). Qed.

  (** *** Sums with the same moves *)

  (** The sums that one stands for have the same moves, move for move. *)
  Definition alike (R : list component -> list component -> Prop) : Prop :=
    forall X Y, R X Y ->
      (forall b X', smove b X X' -> exists Y', smove b Y Y' /\ R X' Y') /\
      (forall b Y', smove b Y Y' -> exists X', smove b X X' /\ R X' Y').

  Theorem lost_alike R b X Y : alike R -> R X Y -> (Lost b X <-> Lost b Y).
  Proof.
    intros A. split; intros L.
    - revert Y H. induction L as [X L IH] using Lost_induction. intros Y H. constructor. intros Y' S.
      destruct (A X Y H) as [_ B]. destruct (B b Y' S) as (X' & S' & H').
      destruct (IH X' S') as (X'' & S'' & _ & I). destruct (A X' Y' H') as [C _].
      destruct (C _ X'' S'') as (Y'' & T & H''). exists Y''. auto.
    - revert X H. induction L as [Y L IH] using Lost_induction. intros X H. constructor. intros X' S.
      destruct (A X Y H) as [B _]. destruct (B b X' S) as (Y' & S' & H').
      destruct (IH Y' S') as (Y'' & S'' & _ & I). destruct (A X' Y' H') as [_ C].
      destruct (C _ Y'' S'') as (X'' & T & H''). exists X''. auto.
  Qed.

  Lemma smove_perm b X Y X' : Permutation X Y -> smove b X X' -> exists Y', smove b Y Y' /\ Permutation X' Y'.
  Proof.
    intros P S. inversion S as [l c c' r M E E']. subst.
    assert (I : In c Y) by (eapply Permutation_in; [exact P |]; apply in_elt).
    apply in_split in I. destruct I as (l2 & r2 & ->). exists (l2 ++ c' :: r2).
    split; [constructor; assumption |].
    apply Permutation_app_inv in P.
    rewrite <- !Permutation_middle. constructor. assumption.
  Qed.

  Lemma perm_alike : alike (@Permutation component).
  Proof.
    intros X Y P. split.
    - intros b X' S. eapply smove_perm; eassumption.
    - intros b Y' S. destruct (smove_perm b Y X Y' (Permutation_sym P) S) as (X' & S' & P').
      exists X'. split; [assumption | apply Permutation_sym; assumption].
  Qed.

  Corollary lost_perm b X Y : Permutation X Y -> Lost b X -> Lost b Y.
  Proof. intros P. apply (lost_alike _ b X Y perm_alike P). Qed.

  (** A component may stand for a sum: for its parts, or for an image. *)
  Variable stands : component -> list component -> Prop.
  Definition faithful : Prop :=
    forall c P, stands c P ->
      (forall b c', mv b c c' -> exists P', smove b P P' /\ stands c' P') /\
      (forall b P', smove b P P' -> exists c', mv b c c' /\ stands c' P').

  Inductive apart : list component -> list component -> Prop :=
  | apart_nil : apart [] []
  | apart_same c X Y : apart X Y -> apart (c :: X) (c :: Y)
  | apart_stands c P X Y : stands c P -> apart X Y -> apart (c :: X) (P ++ Y).

  Theorem apart_alike : faithful -> alike apart.
  Proof.
    intros F X Y H. induction H as [| c X Y H [I1 I2] | c P X Y HP H [I1 I2]]; split; intros b W S.
    - inversion S as [l c c' r M E]. destruct l; discriminate.
    - inversion S as [l c c' r M E]. destruct l; discriminate.
    - apply smove_cons in S. destruct S as [(c' & M & ->) | (X' & S & ->)].
      + exists (c' :: Y). split; [apply smove_cons; left; eauto | constructor; assumption].
      + destruct (I1 b X' S) as (Y' & S' & H'). exists (c :: Y').
        split; [apply smove_cons; right; eauto | constructor; assumption].
    - apply smove_cons in S. destruct S as [(c' & M & ->) | (Y' & S & ->)].
      + exists (c' :: X). split; [apply smove_cons; left; eauto | constructor; assumption].
      + destruct (I2 b Y' S) as (X' & S' & H'). exists (c :: X').
        split; [apply smove_cons; right; eauto | constructor; assumption].
    - destruct (F c P HP) as [A _]. apply smove_cons in S. destruct S as [(c' & M & ->) | (X' & S & ->)].
      + destruct (A b c' M) as (P' & S' & HP'). exists (P' ++ Y).
        split; [apply smove_left; assumption | apply apart_stands; assumption].
      + destruct (I1 b X' S) as (Y' & S' & H'). exists (P ++ Y').
        split; [apply smove_right; assumption | apply apart_stands; assumption].
    - destruct (F c P HP) as [_ A]. apply smove_app in S. destruct S as [(P' & S & ->) | (Y' & S & ->)].
      + destruct (A b P' S) as (c' & M & HP'). exists (c' :: X).
        split; [apply smove_cons; left; eauto | apply apart_stands; assumption].
      + destruct (I2 b Y' S) as (X' & S' & H'). exists (c :: X').
        split; [apply smove_cons; right; eauto | apply apart_stands; assumption].
  Qed.

  (** ** Lists of lost sums, normal play *)

  Hypothesis parts : faithful.

  (** What follows from sums that are known to be lost: [plain] says of sums without positions that they are. *)
  Section Follows.
    Variable known : bool -> list component -> Prop.
    Variable plain : bool -> list component -> Prop.

    Inductive follows : bool -> list component -> Prop :=
    | follows_known b X : known b X -> follows b X
    | follows_plain b X : plain b X -> follows b X
    | follows_order b X Y : Permutation X Y -> follows b X -> follows b Y
    | follows_parts b X Y : apart X Y -> follows b Y -> follows b X
    | follows_whole b X Y : apart X Y -> follows b X -> follows b Y
    | follows_sum b X Y : follows b X -> follows b Y -> follows b (X ++ Y)
    | follows_cancel b X Z : follows b (X ++ Z) -> plain (negb b) Z -> follows b X.

    Lemma follows_lost :
      (forall b X, known b X -> Lost b X) -> (forall b X, plain b X -> Lost b X) ->
      forall b X, follows b X -> Lost b X.
    Proof.
      intros K P b X H. induction H as [b X H | b X H | b X Y H _ I | b X Y H _ I | b X Y H _ I | b X Y _ I _ J | b X Z _ I H].
      - apply K, H.
      - apply P, H.
      - eapply lost_perm; eassumption.
      - apply (lost_alike apart b X Y (apart_alike parts) H). assumption.
      - apply (lost_alike apart b X Y (apart_alike parts) H). assumption.
      - apply lost_sum; assumption.
      - eapply lost_cancel; [exact I | apply P, H].
    Qed.

    (** Who moves first wins: a move leads to a sum that the opponent loses, or bounds say so. *)
    Inductive follows_win (b : bool) (X : list component) : Prop :=
    | win_by_reply X' : smove b X X' -> follows (negb b) X' -> follows_win b X
    | win_by_bounds Z Z' :
        follows (negb b) (X ++ Z) -> smove (negb b) Z Z' -> plain b Z' -> follows_win b X.

    Lemma follows_win_wins :
      (forall b X, known b X -> Lost b X) -> (forall b X, plain b X -> Lost b X) ->
      forall b X, follows_win b X -> exists X', smove b X X' /\ Lost (negb b) X'.
    Proof.
      intros K P b X [X' S L | Z Z' L S Q].
      - exists X'. split; [assumption |]. apply follows_lost; assumption.
      - destruct (won_at_once (negb b) X Z Z') as (X' & S' & L').
        + apply follows_lost; assumption.
        + assumption.
        + rewrite negb_involutive. apply P, Q.
        + rewrite negb_involutive in S'. exists X'. auto.
    Qed.
  End Follows.

  Variable plain : bool -> list component -> Prop.
  Hypothesis plain_lost : forall b X, plain b X -> Lost b X.

  Definition listed (entries : list (bool * list component)) (b : bool) (X : list component) : Prop :=
    In (b, X) entries.

  (** Every move of the player from every entry is answered, by what follows from the entries before it. *)
  Inductive strategy : list (bool * list component) -> Prop :=
  | strategy_nil : strategy []
  | strategy_entry b X entries :
      strategy entries ->
      (forall X', smove b X X' -> follows_win (listed entries) plain (negb b) X') ->
      strategy ((b, X) :: entries).

  Lemma entries_lost entries : strategy entries -> forall b X, listed entries b X -> Lost b X.
  Proof.
    intros H. induction H as [| b X entries H IH A]; intros c Y I; [destruct I |].
    destruct I as [E | I]; [| apply IH, I]. injection E as <- <-. constructor. intros X' S.
    destruct (follows_win_wins _ _ IH plain_lost _ _ (A X' S)) as (X'' & S' & L).
    rewrite negb_involutive in L. exists X''. auto.
  Qed.

  (** What follows from all entries is true. *)
  Theorem strategy_loses entries b X :
    strategy entries -> follows (listed entries) plain b X -> Loses (list component) smove (fun _ _ => False) b X.
  Proof.
    intros H F. apply lost_loses. eapply follows_lost; [apply entries_lost, H | exact plain_lost | exact F].
  Qed.

  Theorem strategy_wins entries b X :
    strategy entries -> follows_win (listed entries) plain b X -> Wins (list component) smove (fun _ _ => False) b X.
  Proof.
    intros H F. destruct (follows_win_wins _ _ (entries_lost entries H) plain_lost b X F) as (X' & S & L).
    eapply wins_by_move; [exact S | apply lost_loses, L].
  Qed.

  (** ** Misère play: who cannot move wins *)

  (** The player loses, moving first. *)
  Inductive MisereLost (b : bool) (X : list component) : Prop :=
  | misere_lost_by :
      (exists X', smove b X X') ->
      (forall X', smove b X X' ->
        (exists X'', smove (negb b) X' X'' /\ MisereLost b X'') \/ (forall X'', ~ smove (negb b) X' X'')) ->
      MisereLost b X.

  Lemma MisereLost_induction b (P : list component -> Prop) :
    (forall X, (exists X', smove b X X') ->
      (forall X', smove b X X' ->
        (exists X'', smove (negb b) X' X'' /\ MisereLost b X'' /\ P X'') \/ (forall X'', ~ smove (negb b) X' X'')) ->
      P X) ->
    forall X, MisereLost b X -> P X.
  Proof.
    intros H. fix IH 2. intros X [E A]. apply H; [assumption |]. intros X' S.
    destruct (A X' S) as [(X'' & S' & L') | N]; [left | right; exact N].
    exists X''. split; [assumption |]. split; [assumption |]. apply IH, L'.
  Qed.

  Theorem misere_lost_loses b X : MisereLost b X -> Loses (list component) smove (fun _ _ => True) b X.
  Proof.
    intros L. induction L as [X (Y & E) A] using MisereLost_induction. apply loses.
    - intros X' S. destruct (A X' S) as [(X'' & S' & _ & L'') | N].
      + eapply wins_by_move; [exact S' |]. rewrite negb_involutive. assumption.
      + apply wins_by_end; [assumption | exact I].
    - intros N. exfalso. apply (N Y E).
  Qed.

  Theorem misere_lost_alike R b X Y : alike R -> R X Y -> (MisereLost b X <-> MisereLost b Y).
  Proof.
    intros A. assert (T : forall Q, alike Q -> forall X, MisereLost b X -> forall Y, Q X Y -> MisereLost b Y).
    { clear. intros R A X L. induction L as [X (X1 & E) IH] using MisereLost_induction. intros Y H. constructor.
      - destruct (A X Y H) as [B _]. destruct (B b X1 E) as (Y' & S' & _). eauto.
      - intros Y' S. destruct (A X Y H) as [_ B]. destruct (B b Y' S) as (X' & S' & H').
        destruct (IH X' S') as [(X'' & S'' & _ & I) | N].
        + left. destruct (A X' Y' H') as [C _]. destruct (C _ X'' S'') as (Y'' & T & H''). exists Y''. auto.
        + right. intros Y'' S''. destruct (A X' Y' H') as [_ C]. destruct (C _ Y'' S'') as (X'' & T & _).
          apply (N X'' T). }
    intros H. split; intros L; [eapply T; eassumption |].
    apply (T (fun Y X => R X Y)) with (X := Y); [| assumption | assumption].
    intros V U HU. destruct (A U V HU) as [B C]. split; intros c W S.
    - destruct (C c W S) as (Q & SQ & HQ). eauto.
    - destruct (B c W S) as (Q & SQ & HQ). eauto.
  Qed.

  Inductive misere_follows (known : bool -> list component -> Prop) : bool -> list component -> Prop :=
  | misere_known b X : known b X -> misere_follows known b X
  | misere_order b X Y : Permutation X Y -> misere_follows known b X -> misere_follows known b Y
  | misere_parts b X Y : apart X Y -> misere_follows known b Y -> misere_follows known b X
  | misere_whole b X Y : apart X Y -> misere_follows known b X -> misere_follows known b Y.

  Lemma misere_follows_lost (known : bool -> list component -> Prop) :
    (forall b X, known b X -> MisereLost b X) -> forall b X, misere_follows known b X -> MisereLost b X.
  Proof.
    intros K b X H. induction H as [b X H | b X Y H _ I | b X Y H _ I | b X Y H _ I].
    - apply K, H.
    - apply (misere_lost_alike _ b X Y perm_alike H). assumption.
    - apply (misere_lost_alike apart b X Y (apart_alike parts) H). assumption.
    - apply (misere_lost_alike apart b X Y (apart_alike parts) H). assumption.
  Qed.

  (** Who moves first wins: a move leads to a sum that the opponent loses, or there is no move. *)
  Definition misere_win (known : bool -> list component -> Prop) (b : bool) (X : list component) : Prop :=
    (exists X', smove b X X' /\ misere_follows known (negb b) X') \/ (forall X', ~ smove b X X').

  Inductive misere_strategy : list (bool * list component) -> Prop :=
  | misere_strategy_nil : misere_strategy []
  | misere_strategy_entry b X entries :
      misere_strategy entries ->
      (exists X', smove b X X') ->
      (forall X', smove b X X' -> misere_win (listed entries) (negb b) X') ->
      misere_strategy ((b, X) :: entries).

  Lemma misere_entries_lost entries : misere_strategy entries -> forall b X, listed entries b X -> MisereLost b X.
  Proof.
    intros H. induction H as [| b X entries H IH E A]; intros c Y I; [destruct I |].
    destruct I as [I | I]; [| apply IH, I]. injection I as <- <-. constructor; [assumption |]. intros X' S.
    destruct (A X' S) as [(X'' & S' & F) | N]; [left | right; assumption].
    rewrite negb_involutive in F. exists X''. split; [assumption |]. eapply misere_follows_lost; eassumption.
  Qed.

  Theorem misere_strategy_loses entries b X :
    misere_strategy entries -> misere_follows (listed entries) b X ->
    Loses (list component) smove (fun _ _ => True) b X.
  Proof.
    intros H F. apply misere_lost_loses. eapply misere_follows_lost; [apply misere_entries_lost, H | exact F].
  Qed.

  Theorem misere_strategy_wins entries b X :
    misere_strategy entries -> misere_win (listed entries) b X ->
    Wins (list component) smove (fun _ _ => True) b X.
  Proof.
    intros H [(X' & S & F) | N].
    - eapply wins_by_move; [exact S |]. eapply misere_strategy_loses; eassumption.
    - apply wins_by_end; [assumption | exact I].
  Qed.
End Sums.

(** ** Numbers *)

Section Numbers.
  (** The unit: 2^-places. *)
  Variable places : nat.

  Definition one : Z := (2 ^ Z.of_nat places)%Z.

  (** Left can move from an integer to the one below it if it is positive, and from m/2^k, m odd, to (m - 1)/2^k; here in
      units. *)
  Definition left_of (z z' : Z) : Prop :=
    ((one | z)%Z /\ (0 < z)%Z /\ z' = (z - one)%Z) \/
    (exists j, j < places /\ Z.odd (z / 2 ^ Z.of_nat j) = true /\ (2 ^ Z.of_nat j | z)%Z /\ z' = (z - 2 ^ Z.of_nat j)%Z).

  (** As the player sees it: what is good for Left is bad for Right. *)
  Definition seen (b : bool) (z : Z) : Z := if b then z else (- z)%Z.

  Definition number_move (b : bool) (z z' : Z) : Prop := left_of (seen b z) (seen b z').

  Definition sum (b : bool) (l : list Z) : Z := fold_right Z.add 0%Z (map (seen b) l).

  Lemma sum_app b l r : sum b (l ++ r) = (sum b l + sum b r)%Z.
  Proof. unfold sum. rewrite map_app. induction (map (seen b) l) as [| z m IH]; simpl; lia. Qed.

  Lemma sum_opposite b l : sum (negb b) l = (- sum b l)%Z.
  Proof. induction l as [| z l IH]; unfold sum in *; simpl; [reflexivity |]. rewrite IH. destruct b; simpl; lia. Qed.

  Lemma power_pos j : (0 < 2 ^ Z.of_nat j)%Z.
  Proof. apply Z.pow_pos_nonneg; lia. Qed.

  (** How many halvings a number is away from an integer. *)
  Fixpoint depth (k : nat) (z : Z) : nat :=
    match k with
    | 0 => 0
    | S k' => if Z.even z then depth k' (z / 2) else k
    end.

  Lemma depth_le k z : depth k z <= k.
  Proof. revert z. induction k as [| k IH]; intros z; simpl; [lia |]. destruct (Z.even z); [specialize (IH (z / 2)%Z) |]; lia. Qed.

  Lemma even_half z : Z.even z = true -> z = (2 * (z / 2))%Z.
  Proof. intros E. apply Z.even_spec in E. destruct E as (w & ->). rewrite Z.mul_comm, Z.div_mul; lia. Qed.

  Lemma depth_multiple k j z : (2 ^ Z.of_nat j | z)%Z -> depth k z <= k - j.
  Proof.
    revert k z. induction j as [| j IH]; intros k z D; [pose proof (depth_le k z); lia |].
    destruct k as [| k]; cbn [depth Nat.sub]; [lia |].
    destruct D as (m & ->). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    replace (m * (2 * 2 ^ Z.of_nat j))%Z with (2 * (m * 2 ^ Z.of_nat j))%Z by lia.
    rewrite Z.even_mul. change (Z.even 2) with true. cbn [orb]. rewrite (Z.mul_comm 2), Z.div_mul by lia.
    apply IH. exists m. reflexivity.
  Qed.

  Lemma depth_odd k j z : j < k -> (2 ^ Z.of_nat j | z)%Z -> Z.odd (z / 2 ^ Z.of_nat j) = true -> depth k z = k - j.
  Proof.
    revert k z. induction j as [| j IH]; intros k z L D O; (destruct k as [| k]; [lia |]); simpl depth.
    - simpl in O. rewrite Z.div_1_r in O. rewrite <- Z.negb_odd, O. simpl. lia.
    - destruct D as (m & ->). rewrite Nat2Z.inj_succ, Z.pow_succ_r in * by lia.
      replace (m * (2 * 2 ^ Z.of_nat j))%Z with (2 * (m * 2 ^ Z.of_nat j))%Z in * by lia.
      rewrite Z.even_mul. change (Z.even 2) with true. cbn [orb].
      rewrite (Z.mul_comm 2), Z.div_mul by lia. apply (IH k); [lia | exists m; reflexivity |].
      rewrite <- O. f_equal. pose proof (power_pos j). rewrite Z.div_mul_cancel_l by lia. reflexivity.
  Qed.

  Lemma find_depth z : (one | z)%Z \/
    (exists j, j < places /\ Z.odd (z / 2 ^ Z.of_nat j) = true /\ (2 ^ Z.of_nat j | z)%Z).
  Proof.
    unfold one. induction places as [| k IH]; [left; exists z; simpl; lia |].
    destruct IH as [(m & E) | (j & L & O & D)]; [| right; exists j; auto].
    destruct (Z.even m) eqn:Em.
    - left. apply even_half in Em. exists (m / 2)%Z. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
    - right. exists k. split; [lia |]. pose proof (power_pos k). split; [| exists m; exact E].
      rewrite E, Z.div_mul by lia. rewrite <- Z.negb_even, Em. reflexivity.
  Qed.

  (** *** Every play with numbers ends *)

  Definition depths (l : list Z) : nat := list_sum (map (depth places) l).
  Definition sizes (l : list Z) : nat := list_sum (map (fun z => Z.to_nat (Z.abs z)) l).

  Lemma depth_opposite k z : depth k (- z)%Z = depth k z.
  Proof.
    revert z. induction k as [| k IH]; intros z; simpl; [reflexivity |]. rewrite Z.even_opp.
    destruct (Z.even z) eqn:E; [| reflexivity]. apply even_half in E.
    replace (- z / 2)%Z with (- (z / 2))%Z; [apply IH |].
    rewrite E at 2. rewrite <- Z.mul_opp_r, Z.mul_comm, Z.div_mul; lia.
  Qed.

  Lemma seen_depth b z : depth places (seen b z) = depth places z.
  Proof. destruct b; [reflexivity | apply depth_opposite]. Qed.

  Lemma seen_abs b z : Z.abs (seen b z) = Z.abs z.
  Proof. destruct b; simpl; lia. Qed.

  Lemma smaller b z z' : number_move b z z' ->
    depth places z' < depth places z \/
    (depth places z' <= depth places z /\ Z.to_nat (Z.abs z') < Z.to_nat (Z.abs z)).
  Proof.
    unfold number_move. rewrite <- (seen_depth b z), <- (seen_depth b z'), <- (seen_abs b z), <- (seen_abs b z').
    generalize (seen b z) (seen b z'). clear. intros z z' [(D & P & ->) | (j & L & O & D & ->)].
    - right. assert (Q : (0 < one)%Z) by apply power_pos. destruct D as (m & ->). split.
      + rewrite (depth_multiple places places (m * one - one)); [lia |]. exists (m - 1)%Z. unfold one. lia.
      + assert (0 < m)%Z by nia. nia.
    - left. rewrite (depth_odd places j z L D O).
      assert (H : depth places (z - 2 ^ Z.of_nat j) <= places - S j); [| lia].
      apply depth_multiple. destruct D as (m & ->). pose proof (power_pos j).
      rewrite Z.div_mul in O by lia. apply Z.odd_spec in O. destruct O as (w & ->).
      exists w. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
  Qed.

  (** A number only changes to the harm of who moves. *)
  Lemma harm b z z' : number_move b z z' -> (seen b z' < seen b z)%Z.
  Proof.
    unfold number_move. intros [(_ & _ & ->) | (j & _ & _ & _ & ->)]; [assert (0 < one)%Z by apply power_pos; lia |].
    pose proof (power_pos j). lia.
  Qed.

  (** From a sum that is good for a player there is a move that leaves one that is not bad. *)
  Lemma good_number b l : (0 < sum b l)%Z -> exists l', smove Z number_move b l l' /\ (0 <= sum b l')%Z.
  Proof.
    intros P.
    assert (A : forall j, j <= places -> (forall z, In z l -> (2 ^ Z.of_nat j | seen b z)%Z) -> exists l', smove Z number_move b l l' /\ (0 <= sum b l')%Z).
    { assert (DS : forall j m, (forall z, In z m -> (2 ^ Z.of_nat j | seen b z)%Z) -> (2 ^ Z.of_nat j | sum b m)%Z).
      { intros j m. induction m as [| z m IH]; intros H; unfold sum; simpl; [apply Z.divide_0_r |].
        apply Z.divide_add_r; [apply H; left; reflexivity | apply IH; intros; apply H; right; assumption]. }
      assert (GO : forall j l1 z l2, l = l1 ++ z :: l2 -> (forall z, In z l -> (2 ^ Z.of_nat j | seen b z)%Z) ->
        left_of (seen b z) (seen b z - 2 ^ Z.of_nat j) -> exists l', smove Z number_move b l l' /\ (0 <= sum b l')%Z).
      { intros j l1 z l2 E D M. exists (l1 ++ seen b (seen b z - 2 ^ Z.of_nat j) :: l2).
        assert (SS : forall w, seen b (seen b w) = w) by (intros w; destruct b; simpl; lia).
        split.
        - rewrite E. constructor. unfold number_move. rewrite SS. exact M.
        - specialize (DS j l D). destruct DS as (m & DS). pose proof (power_pos j).
          assert (E2 : sum b (l1 ++ seen b (seen b z - 2 ^ Z.of_nat j) :: l2) = (sum b l - 2 ^ Z.of_nat j)%Z).
          { rewrite E, !sum_app. unfold sum. cbn [map fold_right]. rewrite SS. ring. }
          rewrite E2. set (w := (2 ^ Z.of_nat j)%Z) in *. clearbody w. rewrite DS in P |- *.
          assert (1 <= m)%Z by (destruct (Z_le_gt_dec 1 m); [assumption | nia]). nia. }
      intros j. remember (places - j) as d eqn:Ed. revert j Ed. induction d as [| d IH]; intros j Ed L D.
      - (* All are integers: one is positive. *)
        assert (j = places) by lia. subst j.
        assert (X : exists z, In z l /\ (0 < seen b z)%Z).
        { clear - P. induction l as [| z m IH]; unfold sum in P; simpl in P; [lia |].
          destruct (Z_lt_le_dec 0 (seen b z)); [exists z; split; [left; reflexivity | assumption] |].
          destruct IH as (w & I & Q); [unfold sum; lia |]. exists w. split; [right; assumption | assumption]. }
        destruct X as (z & I & Q). destruct (in_split _ _ I) as (l1 & l2 & E).
        apply (GO places l1 z l2 E D). left. split; [apply D, I |]. split; [assumption | reflexivity].
      - (* Some number is no multiple of twice as much, or all are. *)
        destruct (forallb (fun z => Z.even (seen b z / 2 ^ Z.of_nat j)) l) eqn:F.
        + apply (IH (S j)); [lia | lia |]. intros z I. rewrite forallb_forall in F. specialize (F z I).
          apply even_half in F. destruct (D z I) as (m & Em). pose proof (power_pos j).
          rewrite Em, Z.div_mul in F by lia. rewrite Em. exists (m / 2)%Z.
          rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
        + assert (X : exists z, In z l /\ Z.even (seen b z / 2 ^ Z.of_nat j) = false).
          { clear - F. induction l as [| z m IH]; simpl in F; [discriminate |].
            destruct (Z.even (seen b z / 2 ^ Z.of_nat j)) eqn:E.
            - destruct (IH F) as (w & I & Q). exists w. split; [right; assumption | assumption].
            - exists z. split; [left; reflexivity | assumption]. }
          destruct X as (z & I & Q). destruct (in_split _ _ I) as (l1 & l2 & E).
          apply (GO j l1 z l2 E D). right. exists j. split; [lia |].
          split; [rewrite <- Z.negb_even, Q; reflexivity |]. split; [apply D, I | reflexivity]. }
    apply (A 0); [lia |]. intros z _. exists (seen b z). simpl. lia.
  Qed.

  (** A sum of numbers that is at least 0, as the opponent sees it, is lost for who moves first. *)
  Theorem numbers_lost b l : (0 <= sum (negb b) l)%Z -> Lost Z number_move b l.
  Proof.
    assert (A : forall n, forall l, depths l = n -> forall m, forall l, depths l = n -> sizes l = m ->
      (0 <= sum (negb b) l)%Z -> Lost Z number_move b l).
    { induction n as [n IHn] using lt_wf_ind. intros _ _ m. induction m as [m IHm] using lt_wf_ind.
      intros r En Em P. constructor. intros r' S.
      assert (STEP : forall c x y, smove Z number_move c x y ->
        (sum c y < sum c x)%Z /\ (depths y < depths x \/ (depths y <= depths x /\ sizes y < sizes x))).
      { clear. intros c x y S. inversion S as [l1 z z' l2 M]; subst. split.
        - rewrite !sum_app. unfold sum. simpl. pose proof (harm c z z' M). lia.
        - unfold depths, sizes. rewrite !map_app, !list_sum_app. simpl. destruct (smaller c z z' M); lia. }
      destruct (STEP b r r' S) as [H1 H2].
      assert (G : (0 < sum (negb b) r')%Z) by (rewrite sum_opposite in *; lia).
      destruct (good_number (negb b) r' G) as (r'' & S' & G').
      destruct (STEP (negb b) r' r'' S') as [_ H3]. exists r''. split; [assumption |].
      destruct (Nat.eq_dec (depths r'') n) as [E | E].
      - apply (IHm (sizes r'')); [lia | assumption | reflexivity | assumption].
      - apply (IHn (depths r'')) with (l := r'') (m := sizes r''); try reflexivity; [lia | assumption]. }
    intros P. apply (A (depths l) l eq_refl (sizes l) l); auto.
  Qed.
End Numbers.

(** ** Nimbers *)

Definition nimber_move (_ : bool) (n n' : nat) : Prop := n' < n.

Theorem nimbers_lost b l : nim_sum l = 0 -> Lost nat nimber_move b l.
Proof.
  assert (A : forall n l, list_sum l = n -> nim_sum l = 0 -> Lost nat nimber_move b l).
  { induction n as [n IH] using lt_wf_ind. intros r E Z. constructor. intros r' S.
    assert (SUM : forall c x y, smove nat nimber_move c x y -> list_sum y < list_sum x).
    { clear. intros c x y S. inversion S as [l1 z z' l2 M]; subst. rewrite !list_sum_app. simpl.
      unfold nimber_move in M. lia. }
    pose proof (SUM b r r' S) as H1.
    assert (N : nim_sum r' <> 0).
    { inversion S as [l1 z z' l2 M]; subst. intros Z'. rewrite nim_sum_app in *. simpl in *.
      assert (z = z'); [| unfold nimber_move in M; lia].
      apply (lxor_cancel _ _ (nim_sum l2)). apply (lxor_cancel _ _ (nim_sum l1)).
      rewrite !(Nat.lxor_comm _ (nim_sum l1)). congruence. }
    destruct (nim_sum_decrease r' 0) as (x & I & L); [lia |]. rewrite Nat.lxor_0_l in L.
    destruct (in_split _ _ I) as (l1 & l2 & E2). set (y := Nat.lxor x (nim_sum r')) in *.
    exists (l1 ++ y :: l2).
    assert (S' : smove nat nimber_move (negb b) r' (l1 ++ y :: l2)) by (rewrite E2 at 1; constructor; exact L).
    split; [exact S' |]. pose proof (SUM _ _ _ S') as H2.
    apply (IH (list_sum (l1 ++ y :: l2))); [lia | reflexivity |].
    unfold y. rewrite E2. rewrite !nim_sum_app. cbn [nim_sum fold_right]. fold (nim_sum l2).
    generalize (nim_sum l1) (nim_sum l2). intros p q. apply Nat.bits_inj. intros j.
    rewrite !Nat.lxor_spec, Nat.bits_0.
    destruct (Nat.testbit x j), (Nat.testbit p j), (Nat.testbit q j); reflexivity. }
  intros Z. apply (A (list_sum l) l eq_refl Z).
Qed.

(** ** Positions beside numbers *)

Section Beside.
  Variable position number : Type.
  Variable pmove : bool -> position -> position -> Prop.
  Variable nmove : bool -> number -> number -> Prop.

  Inductive cmove (b : bool) : position + number -> position + number -> Prop :=
  | cmove_position p p' : pmove b p p' -> cmove b (inl p) (inl p')
  | cmove_number z z' : nmove b z z' -> cmove b (inr z) (inr z').

  Lemma smove_numbers b l W :
    smove (position + number) cmove b (map inr l) W -> exists l', smove number nmove b l l' /\ W = map inr l'.
  Proof.
    revert W. induction l as [| z l IH]; intros W S; simpl in S.
    - inversion S as [l1 c c' r M E]. destruct l1; discriminate.
    - apply smove_cons in S. destruct S as [(c' & M & ->) | (X' & S & ->)].
      + inversion M as [| z1 z' M']; subst. exists (z' :: l). split; [apply (smove_at number nmove b [] z z' l M') | reflexivity].
      + destruct (IH X' S) as (l' & S' & ->). exists (z :: l'). split; [apply smove_cons; right; eauto | reflexivity].
  Qed.

  Lemma numbers_smove b l l' : smove number nmove b l l' -> smove (position + number) cmove b (map inr l) (map inr l').
  Proof.
    intros S. inversion S as [l1 z z' r M]; subst. rewrite !map_app. simpl. constructor. constructor. assumption.
  Qed.

  Lemma lost_numbers b l : Lost number nmove b l -> Lost (position + number) cmove b (map inr l).
  Proof.
    intros L. induction L as [l _ A] using Lost_induction. constructor. intros W S.
    destruct (smove_numbers b l W S) as (l' & S' & ->). destruct (A l' S') as (l'' & T & _ & L'').
    exists (map inr l''). split; [apply numbers_smove; assumption | assumption].
  Qed.

  (** Whether the position is the sum of these ones: moves correspond to each other, now and later. *)
  Variable parts_of : position -> list position -> Prop.
  Definition true_parts : Prop :=
    forall p P, parts_of p P ->
      (forall b p', pmove b p p' -> exists P', smove position pmove b P P' /\ parts_of p' P') /\
      (forall b P', smove position pmove b P P' -> exists p', pmove b p p' /\ parts_of p' P').

  Inductive stands_for : position + number -> list (position + number) -> Prop :=
  | stands_parts p P : parts_of p P -> stands_for (inl p) (map inl P).

  Lemma smove_positions b P W :
    smove (position + number) cmove b (map inl P) W -> exists P', smove position pmove b P P' /\ W = map inl P'.
  Proof.
    revert W. induction P as [| p P IH]; intros W S; simpl in S.
    - inversion S as [l1 c c' r M E]. destruct l1; discriminate.
    - apply smove_cons in S. destruct S as [(c' & M & ->) | (X' & S & ->)].
      + inversion M as [p1 p' M' |]; subst. exists (p' :: P). split; [apply (smove_at position pmove b [] p p' P M') | reflexivity].
      + destruct (IH X' S) as (P' & S' & ->). exists (p :: P'). split; [apply smove_cons; right; eauto | reflexivity].
  Qed.

  Lemma positions_smove b P P' : smove position pmove b P P' -> smove (position + number) cmove b (map inl P) (map inl P').
  Proof.
    intros S. inversion S as [l1 z z' r M]; subst. rewrite !map_app. simpl. constructor. constructor. assumption.
  Qed.

  Lemma parts_faithful : true_parts -> faithful (position + number) cmove stands_for.
  Proof.
    intros T c W H. destruct H as [p P H]. destruct (T p P H) as [A B]. split; intros b Q S.
    - inversion S as [p1 p' M |]; subst. destruct (A b p' M) as (P' & S' & H').
      exists (map inl P'). split; [apply positions_smove; assumption | constructor; assumption].
    - destruct (smove_positions b P Q S) as (P' & S' & ->). destruct (B b P' S') as (p' & M & H').
      exists (inl p'). split; constructor; assumption.
  Qed.
End Beside.

Arguments inl {A B} a : rename.

(** *** Dyadic numbers: normal play *)

Section Partizan.
  Variable position : Type.
  Variable pmove : bool -> position -> position -> Prop.
  Variable parts_of : position -> list position -> Prop.
  Variable places : nat.
  Hypothesis T : true_parts position pmove parts_of.

  Let number := Z.
  Let component := (position + Z)%type.
  Definition board_move := cmove position Z pmove (number_move places).
  Definition number_plain (b : bool) (X : list (position + Z)) : Prop :=
    exists l, X = map inr l /\ (0 <= sum (negb b) l)%Z.

  Lemma number_plain_lost b X : number_plain b X -> Lost component board_move b X.
  Proof. intros (l & -> & P). apply lost_numbers, numbers_lost, P. Qed.

  Definition board_follows := follows component (stands_for position Z parts_of).
  Definition board_follows_win := follows_win component board_move (stands_for position Z parts_of).
  Definition board_strategies := strategy component board_move (stands_for position Z parts_of) number_plain.

  Section Rules.
    Variable known : bool -> list (position + Z) -> Prop.
    Let knows := board_follows known number_plain.

    Lemma sum_opposites b l : sum b (map Z.opp l) = (- sum b l)%Z.
    Proof. unfold sum. induction l as [| z l IH]; cbn [map fold_right]; [reflexivity |]. rewrite IH. destruct b; simpl; lia. Qed.

    (** Numbers may be exchanged for others that are no better for the player. *)
    Lemma exchange b X l r :
      knows b (X ++ map inr l) -> (sum (negb b) l <= sum (negb b) r)%Z -> knows b (X ++ map inr r).
    Proof.
      intros K L.
      assert (P : knows b (map inr (r ++ map Z.opp l))).
      { apply follows_plain. exists (r ++ map Z.opp l). split; [reflexivity |]. rewrite sum_app, sum_opposites. lia. }
      apply (follows_cancel component (stands_for position Z parts_of) known number_plain b _ (map inr (l ++ map Z.opp l))).
      - eapply follows_order; [| exact (follows_sum component _ _ _ b _ _ K P)].
        rewrite !map_app, <- !app_assoc. apply Permutation_app_head.
        rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
      - exists (l ++ map Z.opp l). split; [reflexivity |]. rewrite negb_involutive, sum_app, sum_opposites. lia.
    Qed.

    (** A part and a number that are known to be lost bound the part. *)
    Definition bound (b : bool) (p : position) (z : Z) : Prop := knows b [inl p; inr z].

    Lemma bounds b P l : Forall2 (bound b) P l -> knows b (map inl P ++ map inr l).
    Proof.
      intros H. induction H as [| p z P l B H IH].
      - apply follows_plain. exists []. split; [reflexivity | unfold sum; simpl; lia].
      - eapply follows_order; [| exact (follows_sum component _ _ _ b _ _ B IH)]. simpl.
        apply perm_skip, Permutation_middle.
    Qed.

    (** (a) A known sum with a number that is no better for the player. *)
    Lemma known_better b P z z' :
      knows b (P ++ [inr z]) -> (seen (negb b) z <= seen (negb b) z')%Z -> knows b (P ++ [inr z']).
    Proof. intros K L. apply (exchange b P [z] [z'] K). unfold sum. simpl. lia. Qed.

    (** (b) The bounds of the parts add up. *)
    Lemma bounds_add b P l z :
      Forall2 (bound b) P l -> (sum (negb b) l <= seen (negb b) z)%Z -> knows b (map inl P ++ [inr z]).
    Proof. intros B L. apply (exchange b (map inl P) l [z]); [apply bounds; assumption | unfold sum at 2; simpl; lia]. Qed.

    (** One part by its bound, the others as one sum: so, too, a part that equals a number is replaced by it. *)
    Lemma bound_and_rest b p y P x z :
      bound b p y -> knows b (P ++ [inr x]) -> (sum (negb b) [y; x] <= seen (negb b) z)%Z ->
      knows b ((inl p :: P) ++ [inr z]).
    Proof.
      intros B K L. apply (exchange b (inl p :: P) [y; x] [z]); [| unfold sum at 2; simpl; lia].
      eapply follows_order; [| exact (follows_sum component _ _ _ b _ _ B K)].
      simpl. apply perm_skip.
      change (Permutation ([inr y] ++ P ++ [inr x]) (P ++ [inr y] ++ [inr x])).
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
    Qed.

    (** (d) The bounds of the parts and the number are good for who moves first. *)
    Lemma won_by_bounds b P l z :
      Forall2 (bound (negb b)) P l -> (sum b l < seen b z)%Z ->
      board_follows_win known number_plain b (map inl P ++ [inr z]).
    Proof.
      intros B L. assert (E : sum b [z] = seen b z) by (unfold sum; simpl; lia).
      set (r := l ++ map Z.opp [z]).
      assert (R : (0 < sum (negb b) r)%Z).
      { unfold r. rewrite sum_opposite, sum_app, sum_opposites, E. lia. }
      destruct (good_number places (negb b) r R) as (r' & S & G).
      apply (win_by_bounds component board_move _ known number_plain b _ (map inr r) (map inr r')).
      - rewrite <- app_assoc. change ([inr z] ++ map inr r) with (map (@inr position Z) (z :: r)).
        apply (exchange (negb b) (map inl P) l (z :: r)); [apply bounds; assumption |].
        rewrite negb_involutive. change (z :: r) with ([z] ++ r). unfold r.
        rewrite !sum_app, sum_opposites. lia.
      - apply numbers_smove. assumption.
      - exists r'. split; [reflexivity | assumption].
    Qed.
  End Rules.

  (** The player who is said to lose a sum, moving first, loses it; who is said to win wins. *)
  Theorem board_numbers entries b X :
    board_strategies entries ->
    (board_follows (listed component entries) number_plain b X ->
      Loses (list component) (smove component board_move) (fun _ _ => False) b X) /\
    (board_follows_win (listed component entries) number_plain b X ->
      Wins (list component) (smove component board_move) (fun _ _ => False) b X).
  Proof.
    intros S. pose proof (parts_faithful position Z pmove (number_move places) parts_of T) as F. split; intros H.
    - eapply strategy_loses; [exact F | exact number_plain_lost | exact S | exact H].
    - eapply strategy_wins; [exact F | exact number_plain_lost | exact S | exact H].
  Qed.
End Partizan.

(** *** Nimbers: normal play, the same moves for both *)

Section Impartial.
  Variable position : Type.
  Variable pmove : position -> position -> Prop.
  Variable parts_of : position -> list position -> Prop.
  Let both (_ : bool) := pmove.
  Hypothesis T : true_parts position both parts_of.

  Let component := (position + nat)%type.
  Definition nim_move := cmove position nat both nimber_move.
  Definition nim_plain (_ : bool) (X : list (position + nat)) : Prop :=
    exists l, X = map inr l /\ nim_sum l = 0.

  Lemma nim_plain_lost b X : nim_plain b X -> Lost component nim_move b X.
  Proof. intros (l & -> & P). apply lost_numbers, nimbers_lost, P. Qed.

  Definition nim_follows := follows component (stands_for position nat parts_of).
  Definition nim_follows_win := follows_win component nim_move (stands_for position nat parts_of).
  Definition nim_strategies := strategy component nim_move (stands_for position nat parts_of) nim_plain.

  Section Rules.
    Variable known : bool -> list (position + nat) -> Prop.
    Let knows := nim_follows known nim_plain.

    Lemma nim_exchange b X l r :
      knows b (X ++ map inr l) -> nim_sum l = nim_sum r -> knows b (X ++ map inr r).
    Proof.
      intros K L.
      assert (P : knows b (map inr (r ++ l))).
      { apply follows_plain. exists (r ++ l). split; [reflexivity |]. rewrite nim_sum_app, L. apply Nat.lxor_nilpotent. }
      apply (follows_cancel component (stands_for position nat parts_of) known nim_plain b _ (map inr (l ++ l))).
      - eapply follows_order; [| exact (follows_sum component _ _ _ b _ _ K P)].
        rewrite !map_app, <- !app_assoc. apply Permutation_app_head.
        rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
      - exists (l ++ l). split; [reflexivity |]. rewrite nim_sum_app. apply Nat.lxor_nilpotent.
    Qed.

    Lemma nimbers b P l : Forall2 (fun p n => knows b [inl p; inr n]) P l -> knows b (map inl P ++ map inr l).
    Proof.
      intros H. induction H as [| p z P l B H IH].
      - apply follows_plain. exists []. split; reflexivity.
      - eapply follows_order; [| exact (follows_sum component _ _ _ b _ _ B IH)]. simpl.
        apply perm_skip, Permutation_middle.
    Qed.

    (** (c) Nimbers are added without carrying. *)
    Lemma nimbers_add b P l n :
      Forall2 (fun p n => knows b [inl p; inr n]) P l -> nim_sum l = n -> knows b (map inl P ++ [inr n]).
    Proof.
      intros B L. apply (nim_exchange b (map inl P) l [n]); [apply nimbers; assumption |].
      simpl. rewrite Nat.lxor_0_r. assumption.
    Qed.

    (** (d) Another nimber than 0. *)
    Lemma won_by_nimbers b P l n :
      Forall2 (fun p n => knows (negb b) [inl p; inr n]) P l -> nim_sum l <> n ->
      nim_follows_win known nim_plain b (map inl P ++ [inr n]).
    Proof.
      intros B L. set (d := Nat.lxor (nim_sum l) n).
      assert (D : 0 < d).
      { destruct d eqn:E; [| lia]. exfalso. apply L. apply Nat.lxor_eq. exact E. }
      apply (win_by_bounds component nim_move _ known nim_plain b _ (map inr [d]) (map inr [0])).
      - rewrite <- app_assoc. change ([inr n] ++ map inr [d]) with (map (@inr position nat) [n; d]).
        apply (nim_exchange (negb b) (map inl P) l [n; d]); [apply nimbers; assumption |].
        unfold d. simpl. rewrite Nat.lxor_0_r, (Nat.lxor_comm (nim_sum l)), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
        reflexivity.
      - apply numbers_smove. apply (smove_at nat nimber_move (negb b) [] d 0 []). exact D.
      - exists [0]. split; reflexivity.
    Qed.
  End Rules.

  (** A position is worth *n if whoever moves first in it beside *n loses. *)
  Theorem board_nimbers entries b X :
    nim_strategies entries ->
    (nim_follows (listed component entries) nim_plain b X ->
      Loses (list component) (smove component nim_move) (fun _ _ => False) b X) /\
    (nim_follows_win (listed component entries) nim_plain b X ->
      Wins (list component) (smove component nim_move) (fun _ _ => False) b X).
  Proof.
    intros S. pose proof (parts_faithful position nat both nimber_move parts_of T) as F. split; intros H.
    - eapply strategy_loses; [exact F | exact nim_plain_lost | exact S | exact H].
    - eapply strategy_wins; [exact F | exact nim_plain_lost | exact S | exact H].
  Qed.
End Impartial.

(** *** Misère play: positions alone *)

Theorem board_misere (position : Type) (pmove : bool -> position -> position -> Prop)
    (parts_of : position -> list position -> Prop) entries b X :
  faithful position pmove parts_of ->
  misere_strategy position pmove parts_of entries ->
  (misere_follows position parts_of (listed position entries) b X ->
    Loses (list position) (smove position pmove) (fun _ _ => True) b X) /\
  (misere_win position pmove parts_of (listed position entries) b X ->
    Wins (list position) (smove position pmove) (fun _ _ => True) b X).
Proof.
  intros F S. split; intros H.
  - eapply misere_strategy_loses; eassumption.
  - eapply misere_strategy_wins; eassumption.
Qed.

(** What a certificate says of a board: in normal play with numbers, in normal play with nimbers where both players have
    the same moves, in misère play. The moves, and that positions are sums of their parts, are those of the text of the rules. *)
Theorem board_strategy (position : Type) (pmove : bool -> position -> position -> Prop)
    (parts_of : position -> list position -> Prop) (places : nat) :
  faithful position pmove parts_of ->
  (forall entries b X,
    board_strategies position pmove parts_of places entries ->
    (board_follows position parts_of (listed _ entries) (number_plain position) b X ->
      Loses _ (smove _ (board_move position pmove places)) (fun _ _ => False) b X) /\
    (board_follows_win position pmove parts_of places (listed _ entries) (number_plain position) b X ->
      Wins _ (smove _ (board_move position pmove places)) (fun _ _ => False) b X)) /\
  (forall same entries b X, (forall c, pmove c = same) ->
    nim_strategies position same parts_of entries ->
    (nim_follows position parts_of (listed _ entries) (nim_plain position) b X ->
      Loses _ (smove _ (nim_move position same)) (fun _ _ => False) b X) /\
    (nim_follows_win position same parts_of (listed _ entries) (nim_plain position) b X ->
      Wins _ (smove _ (nim_move position same)) (fun _ _ => False) b X)) /\
  (forall entries b X,
    misere_strategy position pmove parts_of entries ->
    (misere_follows position parts_of (listed _ entries) b X ->
      Loses _ (smove position pmove) (fun _ _ => True) b X) /\
    (misere_win position pmove parts_of (listed _ entries) b X ->
      Wins _ (smove position pmove) (fun _ _ => True) b X)).
Proof.
  intros F. split; [| split].
  - intros entries b X S. apply (board_numbers position pmove parts_of places); assumption.
  - intros same entries b X E S. apply (board_nimbers position same parts_of); [| assumption].
    intros p P H. destruct (F p P H) as [A B]. split.
    + intros c p' M. rewrite <- (E c) in M. destruct (A c p' M) as (P' & S' & H').
      exists P'. split; [| assumption]. inversion S'. constructor. rewrite <- (E c). assumption.
    + intros c P' S'. destruct (B c P') as (p' & M & H').
      * inversion S'. constructor. rewrite (E c). assumption.
      * exists p'. split; [rewrite <- (E c); assumption | assumption].
  - intros entries b X S. apply (board_misere position pmove parts_of); assumption.
Qed.
