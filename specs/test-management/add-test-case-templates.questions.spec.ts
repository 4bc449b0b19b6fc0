import type { ApiResponse, Observe } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { templateKeysOf } from './support/read-issue.js';
import { howOrdered, keysOf, messageIn, namedIn, placesIn, UNTIL_CREATED } from './support/results.js';
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

  test(
    'answers with the created keys with async false',
    covers('TM-30', 'TM-N09'),
    async ({ testManagement, scene, testPlans, build, observe }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const body = build.addTemplates.to(plan).templates(template, otherTemplate).async(false).build();

      const response = await testManagement.addTestCaseTemplates({ body });

      const cases = await testPlans.casesOf(plan);
      expect(cases).toHaveLength(2);
      expect(namedIn(response, cases)).toEqual(keysOf(cases));
      observe('TM-N09', placesIn(response, cases));
    },
  );

  test(
    'tells a caller without Create Issues so with async false, and creates nothing',
    covers('TM-31', 'TM-N10', 'TM-N24'),
    async ({ testManagement, issues, scene, users, build, observe }) => {
      const { plan, template } = scene;
      const { caller } = await users.providePlain({ mayNotCreate: true });
      expect(await issues.as(caller).getMyself()).toHaveStatus(200);
      const body = build.addTemplates.to(plan).templates(template).async(false).build();

      const changes = await scene.changesBy(() => testManagement.as(caller).addTestCaseTemplates({ body }));

      const { text, place } = messageIn(changes.response);
      expect(text, 'the error message').not.toBe('');
      expect(changes).toHaveChangedNothing();
      observe('TM-N10', place);
      observeStatus(observe, changes.response);
    },
  );

  for (const [first, second] of [
    ['allowed', 'refused'],
    ['refused', 'allowed'],
  ] as const) {
    test(
      `creates no case in one of two plans if the caller lacks Create Issues there, first the ${first} one`,
      covers('TM-31', 'TM-N24'),
      async ({ testManagement, scene, testProjects, testCaseTemplates, testPlans, users, build, observe }) => {
        const project = await testProjects.provide({ plainUserCreates: true });
        const template = await testCaseTemplates.provide(project);
        const plans = { allowed: await testPlans.provide(project), refused: await testPlans.provide(scene.project) };
        const { caller } = await users.providePlain();
        const api = testManagement.as(caller);
        const adding = build.addTemplates.templates(template).async(false);
        const body = adding.to(plans[first], plans[second]).build();

        const response = await api.addTestCaseTemplates({ body });

        expect(messageIn(response).text, 'the error message').not.toBe('');
        expect(await testPlans.casesOf(plans.refused)).toEqual([]);
        const others = await testPlans.casesOf(plans.allowed);
        observeStatus(observe, response);
        observe('TM-N24', { others: others.length === 0 ? 'left' : 'filled' });
        const alone = await api.addTestCaseTemplates({ body: adding.to(plans.allowed).build() });
        expect(alone, 'the caller creates cases in the other project').toSucceed();
      },
    );
  }
});

/** Records the status of an error message (TM-N24), unless it is one that no setting names. */
function observeStatus(observe: Observe, { status }: ApiResponse): void {
  const isKnown = status === 200 || status === 207 || (status >= 400 && status < 500);
  observe.orUnclear('TM-N24', isKnown ? { status } : undefined, `The status is ${status}.`);
}
