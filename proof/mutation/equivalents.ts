/** Mutants of one line that no test can kill, or that are no rule. */
export interface Equivalent {
  readonly file: string;
  /** The line that they change, without the space around it. */
  readonly line: string;
  /** Each as its mutator and what it puts there, as the list of survivors has them; twice if two look alike. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/**
 * The mutants that are not counted, each with the reason. They are tried like all others, and the run fails if one of
 * them is killed or is not there any more.
 */
export const equivalents: readonly Equivalent[] = [];
