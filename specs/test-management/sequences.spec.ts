import { covers } from '../../fixtures/index.js';
import { countParts } from '../support/sequences/deal-calls.js';
import { expectSequence } from '../support/sequences/expect-sequence.js';
import { test as previousTest } from './support/previous-test.js';
import { plansModel, previousPatternModel, stepsModel } from './support/plans-model.js';
import { test } from './support/scene.js';

for (const model of [stepsModel, plansModel, previousPatternModel]) {
  const withClients = model === previousPatternModel ? previousTest : test;
  test.describe('calls in sequence', () => {
    for (let part = 0; part < countParts(model.operations); part += 1) {
      withClients(
        `${model.title} as a simple model does, part ${part + 1}`,
        covers(...model.rules),
        async ({
          testManagement,
          previousTestManagement,
          issues,
          testProjects,
          testCaseTemplates,
          testPlans,
          stepsTables,
          copyPlan,
          tracker,
          settings,
          shownOf,
        }) => {
          const clients = { testManagement, previousTestManagement, issues, copyPlan, tracker };
          const data = { testProjects, testCaseTemplates, testPlans, stepsTables };
          await expectSequence(model, part, { tracker, settings }, { ...clients, ...data, shownOf });
        },
      );
    }
  });
}
