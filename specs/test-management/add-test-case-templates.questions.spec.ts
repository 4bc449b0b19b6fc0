import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { UNTIL_CREATED } from './support/polling.js';
import { templateKeysOf } from './support/read-issue.js';
import { howOrdered, keysOf, namedIn } from './support/results.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'puts the cases into the order it is assumed to',
    covers('TM-N22'),
    async ({ testManagement, issues, scene, testPlans, build, observe }) => {
      const { project, template, otherTemplate } = scene;
      const add = async (...named: (typeof template)[]) => {
        const plan = await testPlans.provide(project);
        await testManagement.addTestCaseTemplates({
          body: build.addTemplates
            .to(plan)
            .templates(...named)
            .async(false)
            .build(),
        });
        return { named, keys: await templateKeysOf(issues, project, await testPlans.casesOf(plan)) };
      };

      const additions = [await add(template, otherTemplate), await add(otherTemplate, template)];

      const both = keysOf([template, otherTemplate]);
      expect(additions.map(({ keys }) => keys.toSorted())).toEqual([both, both]);
      observe('TM-N22', howOrdered(additions));
    },
  );

  test(
    'waits for the cases or not if async is left out, as it is assumed to',
    covers('TM-N16'),
    async ({ testManagement, scene, testPlans, build, observe }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const body = build.addTemplates.to(plan).templates(template, otherTemplate).build();

      const response = await testManagement.addTestCaseTemplates({ body });

      await expect.poll(() => testPlans.casesOf(plan), UNTIL_CREATED).toHaveLength(2);
      const keys = namedIn(response, await testPlans.casesOf(plan));
      // With neither key the call was asynchronous, with both it was not.
      const seen = [true, undefined, false][keys.length];
      observe.orUnclear('TM-N16', seen, 'The answer names some of the created cases.');
    },
  );

  test(
    'treats an inactive template as it is assumed to',
    covers('TM-N12'),
    async ({ testManagement, scene, testPlans, testCaseTemplates, build, observe }) => {
      const { project, template } = scene;
      const plan = await testPlans.provide(project);
      await testCaseTemplates.deactivate(template);

      await testManagement.addTestCaseTemplates({
        body: build.addTemplates.to(plan).templates(template).async(false).build(),
      });

      const { length } = await testPlans.casesOf(plan);
      observe('TM-N12', { add: length === 0 ? 'left out' : 'created' });
    },
  );
});
