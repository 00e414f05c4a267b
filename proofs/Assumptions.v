(** The assumptions of every main theorem. Each must be "Closed under the global context". *)

From Ishitori Require Import Heaps Grundy Periods GuySmith Subtraction AllBut Window Milestones Kernel Conway Growth Automata Terms
  Outcomes Checker
  Sparse WindowCheck MilestonesCheck Order ValueCheck GrowthCheck Quotient Repetition QuotientSound Document Bounds.

Print Assumptions grundy_unique.
Print Assumptions grundy_exists.
Print Assumptions sprague_grundy_sum.
Print Assumptions sprague_grundy.
Print Assumptions least_criterion.
Print Assumptions guy_smith.
Print Assumptions guy_smith_from_zero.
Print Assumptions subtraction_period.
Print Assumptions all_but_period.
Print Assumptions window.
Print Assumptions mask_class.
Print Assumptions stretch.
Print Assumptions milestones.
Print Assumptions first_smaller_ends.
Print Assumptions wins_exactly.
Print Assumptions kernel.
Print Assumptions mex_property_unique.
Print Assumptions sum_mex.
Print Assumptions sum_lost.
Print Assumptions at_most_spec.
Print Assumptions same_game.
Print Assumptions value_exists.
Print Assumptions value_unique.
Print Assumptions values_by_steps.
Print Assumptions value_period.
Print Assumptions order_E.
Print Assumptions order_F.
Print Assumptions order_S.
Print Assumptions constant_remainder.
Print Assumptions growing_remainder.
Print Assumptions not_periodic.
Print Assumptions growth.
Print Assumptions form_holds.
Print Assumptions accepted_any.
Print Assumptions atom_correct.
Print Assumptions impossible_sound.
Print Assumptions covered_sound.
Print Assumptions builder_ok.
Print Assumptions none_sound.
Print Assumptions everywhere_sound.
Print Assumptions value_spec.
Print Assumptions check_window_sound.
Print Assumptions check_milestones_sound.
Print Assumptions add_all_spec.
Print Assumptions check_values_sound.
Print Assumptions check_growth_sound.
Print Assumptions takes_moves.
Print Assumptions outcome_is.
Print Assumptions outcome_period.
Print Assumptions quotient_outcomes.
Print Assumptions quotient_classes.
Print Assumptions options_repeat.
Print Assumptions check_quotient_sound.
Print Assumptions codes_moves.
Print Assumptions check_sound.
Print Assumptions kept_small.
Print Assumptions step_fits.
Print Assumptions settled_below.
Print Assumptions settled_above.
