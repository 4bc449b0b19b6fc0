import type { Assumptions, WorldCustomField } from '../../contracts/index.js';
import type { State } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { ValueKind } from './fields/field.js';

/** A type of custom field. */
export interface CustomFieldType {
  /** What the tracker calls it: its plug-in, and the name it has there. */
  readonly key: string;
  readonly kindOf: (field: WorldCustomField) => ValueKind;
  /** How queries compare its values: by their words, as a whole, as numbers, or by the words of texts in a kept value. */
  readonly search: 'text' | 'word' | 'number' | ((kept: unknown) => readonly string[]);
}

/** An issue about to be created, its values already checked. */
export interface NewIssue {
  readonly state: State;
  readonly assumptions: Assumptions;
  readonly project: ProjectRow;
  readonly issueTypeId: number;
  readonly requestTypeId: number | null;
  /** The values the caller gave, by field id. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What an API beside the tracker's own adds to the tracker's issues. */
export interface Extension {
  readonly customFieldTypes: { readonly [Type in WorldCustomField['type']]?: CustomFieldType };
  /** The values to store in a new issue, by field id; those of the caller if it is left out. */
  readonly fillNewIssue?: (issue: NewIssue) => Readonly<Record<string, unknown>>;
}
