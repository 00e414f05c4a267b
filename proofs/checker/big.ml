(* The big integers of Zarith under a name that Coq does not use for its own. *)

include Z
