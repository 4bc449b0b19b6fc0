import type { Mutant } from '../../../proof/mutation/mutants.js';

/** A mutant, as the runner knows it. */
export const mutant: Mutant = {
  id: '1',
  key: 'key',
  file: 'fake/directory-sync/select-rows.ts',
  text: 'if (left === right) return 0;',
  mutator: 'ConditionalExpression',
  replacement: 'false',
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 9 } },
};
