import { covers, test } from '../../fixtures/index.js';
import { at, inOrder } from '../support/values.js';
import { countParts } from '../support/sequences/deal-calls.js';
import { expectSequence } from '../support/sequences/expect-sequence.js';
import { connectionModels } from './support/connections-model.js';
import { firstPage, onPage, several, shown, userLists, withValue } from './support/user-lists.js';

test.describe('calls in sequence', () => {
  for (const model of connectionModels) {
    for (let part = 0; part < countParts(model.operations); part += 1) {
      test(
        `${model.title} as a simple model does, part ${part + 1}`,
        covers(...model.rules),
        async ({ directorySync, connections, build, tracker, settings }) => {
          const helpers = { at, inOrder, several, onPage, shown, withValue, userLists, firstPage };
          const fixtures = { directorySync, connections, tracker, unusedId: build.unusedId, ...helpers };
          await expectSequence(model, part, { tracker, settings }, fixtures);
        },
      );
    }
  }
});
