import { covers } from '../../fixtures/index.js';
import { expectSequence, partsOf } from '../support/sequences/expect-sequence.js';
import { test as previousTest } from './support/previous-test.js';
import { plansModel, previousPatternModel, stepsModel } from './support/plans-model.js';
import { test } from './support/scene.js';

for (const one of partsOf([stepsModel, plansModel, previousPatternModel])) {
  const withClients = one.model === previousPatternModel ? previousTest : test;
  test.describe('calls in sequence', () => {
    test.describe.configure({ mode: 'parallel' });
    withClients(
      one.title,
      covers(...one.model.rules),
      async ({
        testManagement,
        previousApi,
        trackerApi,
        build,
        testManagementProjects,
        testCaseTemplates,
        testPlans,
        stepsTables,
        copyPlan,
        exchanges,
        tracker,
        settings,
        shownOf,
      }) => {
        const clients = { testManagement, previousApi, trackerApi, build, copyPlan, exchanges, tracker, settings };
        const data = { testManagementProjects, testCaseTemplates, testPlans, stepsTables };
        await expectSequence(one, { ...clients, ...data, shownOf });
      },
    );
  });
}
