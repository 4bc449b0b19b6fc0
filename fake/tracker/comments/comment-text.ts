import { FieldFault } from '../fields/value-kind.js';
import { paragraphKind } from '../fields/text-kinds.js';
import type { State } from '../../state/state.js';

/** The text of a comment as a client wrote it. @throws FieldFault */
export function readCommentText(value: unknown, state: State): string {
  const text = paragraphKind.read(value, state) as string | null;
  if (text === null || text.trim() === '') throw new FieldFault('Comment body can not be empty!');
  return text;
}
