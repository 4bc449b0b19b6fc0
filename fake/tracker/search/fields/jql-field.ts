import type { WorldUser } from '../../../../contracts/index.js';
import type { IssueRow, State } from '../../../state/state.js';

/** What a query is asked of: the tracker, by whom, and when. */
export interface JqlScope {
  readonly state: State;
  readonly caller: WorldUser;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A value that issues are compared by. */
export type JqlValue = number | string;

/** A field as queries know it. What it lacks decides which operators it refuses. */
export interface JqlField {
  /** The values of an issue; none where the field is empty. */
  readonly valuesOf: (issue: IssueRow) => readonly JqlValue[];
  /** For `=`, `in` and their opposites: the value an operand stands for; undefined where there is no such thing. */
  readonly resolve?: (text: string) => JqlValue | undefined;
  /** For `<`, `>` and theirs. */
  readonly comparison?: Comparison;
  /** For `~` and `!~`: the texts of an issue. */
  readonly textsOf?: (issue: IssueRow) => readonly string[];
  /** For ORDER BY, where it is not the first of the values; undefined for an issue in which the field is empty. */
  readonly sortKey?: (issue: IssueRow) => JqlValue | undefined;
}

/** How a field is told to be smaller or larger than an operand. */
export interface Comparison {
  /** Turns an operand into a comparison with it; undefined where it can't be compared with. */
  readonly against: (text: string) => ((issue: IssueRow) => number | undefined) | undefined;
}
