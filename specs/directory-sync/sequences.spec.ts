import { covers, test } from '../../fixtures/index.js';
import { expectSequence, partsOf } from '../support/sequences/expect-sequence.js';
import { connectionModels } from './support/connections-model.js';

test.describe('calls in sequence', () => {
  test.describe.configure({ mode: 'parallel' });
  for (const one of partsOf(connectionModels)) {
    test(
      one.title,
      covers(...one.model.rules),
      async ({ directorySync, connections, build, exchanges, tracker, settings }) => {
        await expectSequence(one, { directorySync, connections, build, exchanges, tracker, settings });
      },
    );
  }
});
