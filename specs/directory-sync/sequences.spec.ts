import { covers, test } from '../../fixtures/index.js';
import { countParts } from '../support/sequences/deal-calls.js';
import { expectSequence } from '../support/sequences/expect-sequence.js';
import { connectionModels } from './support/connections-model.js';

test.describe('calls in sequence', () => {
  for (const model of connectionModels) {
    for (let part = 0; part < countParts(model.operations); part += 1) {
      test(
        `${model.title} as a simple model does, part ${part + 1}`,
        covers(...model.rules),
        async ({ directorySync, connections, build, tracker, settings }) => {
          await expectSequence(model, part, { tracker, settings }, { directorySync, connections, tracker, build });
        },
      );
    }
  }
});
