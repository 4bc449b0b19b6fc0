import { covers, test, usesSandbox } from '../../fixtures/index.js';
import { countParts } from '../support/sequences/deal-calls.js';
import { expectSequence } from '../support/sequences/expect-sequence.js';
import { entriesModel, equalNumbersModel, selectedRemovalModel } from './support/entries-model.js';
import { test as removalTest } from './support/removal-places.js';

for (const model of [entriesModel, equalNumbersModel, selectedRemovalModel]) {
  const withClients = model === selectedRemovalModel ? removalTest : test;
  test.describe('calls in sequence', () => {
    for (let part = 0; part < countParts(model.operations); part += 1) {
      withClients(
        `${model.title} as a simple model does, part ${part + 1}`,
        model === entriesModel ? covers(...model.rules) : usesSandbox(covers(...model.rules)),
        async ({ defaultTemplates, projects, templates, entries, tracker, settings }) => {
          await expectSequence(model, part, { tracker, settings }, { defaultTemplates, projects, templates, entries });
        },
      );
    }
  });
}
