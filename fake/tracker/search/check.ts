import type { IssueRow } from '../../state/tables.js';
import type { JqlField, JqlScope } from './field-kinds.js';
import type { SearchEffort, TextWords } from './texts.js';

/** Whether an issue fulfils a condition. */
export type Predicate = (issue: IssueRow) => boolean;

/** A query that is being checked: what it is asked of, the fields it can name, and what is wrong with its values. */
export interface Check extends JqlScope {
  readonly fields: ReadonlyMap<string, JqlField>;
  readonly faults: string[];
  readonly effort: SearchEffort;
  readonly texts: TextWords;
}
