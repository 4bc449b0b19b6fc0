import { covers, test, usesSandbox } from '../../fixtures/index.js';
import { expectSequence, partsOf } from '../support/sequences/expect-sequence.js';
import { entriesModel, equalNumbersModel, selectedRemovalModel } from './support/entries-model.js';
import { test as removalTest } from './support/removal-places.js';

for (const one of partsOf([entriesModel, equalNumbersModel, selectedRemovalModel])) {
  const withClients = one.model === selectedRemovalModel ? removalTest : test;
  const details = covers(...one.model.rules);
  test.describe('calls in sequence', () => {
    test.describe.configure({ mode: 'parallel' });
    withClients(
      one.title,
      one.model === entriesModel ? details : usesSandbox(details),
      async ({ defaultTemplates, projects, templates, entries, exchanges, tracker, settings }) => {
        await expectSequence(one, { defaultTemplates, projects, templates, entries, exchanges, tracker, settings });
      },
    );
  });
}
