import { notOnScreen } from '../../tracker/fields/screen.js';
import { paragraphKind } from '../../tracker/fields/text-kinds.js';
import { FieldFault } from '../../tracker/fields/value-kind.js';
import type { ValueKind } from '../../tracker/fields/value-kind.js';
import { fieldIdOf, testSettingsOf } from '../test-settings.js';

/** Preconditions: a text, in projects where they are switched on. */
export const preconditionsKind: ValueKind = {
  ...paragraphKind,
  fit: (value, { state, project, assumptions }) => {
    if (testSettingsOf(project, assumptions).preconditions) return value;
    throw new FieldFault(notOnScreen(fieldIdOf(state, 'preconditions') ?? 'Preconditions'));
  },
};
