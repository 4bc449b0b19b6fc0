import type { IssueRow } from '../../state/state.js';
import type { View } from '../view.js';
import type { FieldType, ValueKind } from './value-kind.js';

/** A field of an issue: one of the tracker's own, or a custom field. */
export interface IssueField {
  readonly id: string;
  readonly name: string;
  /** The number of a custom field. */
  readonly customId?: number;
  /** What the tracker calls the type of a custom field. */
  readonly customType?: string;
  readonly schema: FieldType;
  /** Whether it is shown where somebody asks for `*navigable`. */
  readonly navigable: boolean;
  /** Whether an issue can't be created without it. */
  readonly required: boolean;
  /** What is said to a client who clears it; absent where it may be cleared. */
  readonly refusalToClear?: string;
  /** What a client may write into it; absent where it can't be set like other fields. */
  readonly kind?: ValueKind;
  /** Its value in an issue, as JSON. */
  readonly render: (view: View, issue: IssueRow) => unknown;
}
