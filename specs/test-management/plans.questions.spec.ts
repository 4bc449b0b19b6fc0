import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { ApiResponse, Assumptions, Observe } from '../../fixtures/index.js';
import { answered } from '../support/attempts.js';
import { itemsOf } from '../support/values.js';
import { keysOf, messageIn, namedIn, placesIn, templateKeysOf, UNTIL_CREATED } from './support/issues.js';
import { test } from './support/scene.js';

test.describe(...describeEndpoint('addTestCaseTemplates'), () => {
  test(
    'puts the cases into the order it is assumed to',
    covers('TM-N22'),
    async ({ testManagement, trackerApi, scene, testPlans, build, observe }) => {
      const { project, template, otherTemplate } = scene;
      const add = async (...named: (typeof template)[]) => {
        const plan = await testPlans.provide(project);
        const adding = build.addTestCaseTemplates.to(plan).templates(...named);
        await testManagement.addTestCaseTemplates({ body: adding.async(false).build() });
        return { named, keys: await templateKeysOf(trackerApi, project, await testPlans.casesOf(plan)) };
      };

      const additions = [await add(template, otherTemplate), await add(otherTemplate, template)];

      const both = keysOf([template, otherTemplate]);
      expect(additions.map(({ keys }) => keys.toSorted())).toStrictEqual([both, both]);
      const areAsNamed = additions.every(({ named, keys }) => named.every(({ key }, index) => key === keys[index]));
      observe('TM-N22', areAsNamed ? 'as named' : 'otherwise');
    },
  );

  test(
    'waits for the cases or not if async is left out, as it is assumed to',
    covers('TM-N16'),
    async ({ testManagement, scene, testPlans, build, observe }) => {
      const { project, template, otherTemplate } = scene;
      const plan = await testPlans.provide(project);
      const body = build.addTestCaseTemplates.to(plan).templates(template, otherTemplate).build();

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
        body: build.addTestCaseTemplates.to(plan).templates(template).async(false).build(),
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
      const body = build.addTestCaseTemplates.to(plan).templates(template, otherTemplate).async(false).build();

      const response = await testManagement.addTestCaseTemplates({ body });

      const cases = await testPlans.casesOf(plan);
      expect(cases).toHaveLength(2);
      expect(namedIn(response, cases)).toStrictEqual(keysOf(cases));
      observe('TM-N09', placesIn(response, cases));
    },
  );

  test.describe('without Create Issues', () => {
    test.use({ sceneProject: { plainUserCreates: false } });

    test(
      'tells the caller so with async false, and creates nothing',
      covers('TM-31', 'TM-N10', 'TM-N24'),
      async ({ testManagement, trackerApi, scene, testPlans, users, build, observe }) => {
        const { project, plan, template } = scene;
        const other = await testPlans.provide(project);
        const { caller } = await users.providePlain();
        expect(await trackerApi.as(caller).getMyself()).toHaveStatus(200);
        const body = build.addTestCaseTemplates.to(plan, other).templates(template).async(false).build();

        const changes = await scene.changesBy(() => testManagement.as(caller).addTestCaseTemplates({ body }));

        const { text, place } = messageIn(answered(changes.response));
        expect(text, 'the error message').not.toBe('');
        expect(changes).toHaveChangedNothing();
        expect(await testPlans.casesOf(other)).toStrictEqual([]);
        observe('TM-N10', place);
        observeStatus(observe, changes.response);
      },
    );

    for (const [first, second] of [
      ['allowed', 'refused'],
      ['refused', 'allowed'],
    ] as const) {
      test(
        `creates no case in one of two plans, first the ${first} one`,
        covers('TM-31', 'TM-N24'),
        async ({
          testManagement,
          scene,
          testManagementProjects,
          testCaseTemplates,
          testPlans,
          users,
          build,
          observe,
        }) => {
          const project = await testManagementProjects.provide({ plainUserCreates: true });
          const template = await testCaseTemplates.provide(project);
          const plans = { allowed: await testPlans.provide(project), refused: await testPlans.provide(scene.project) };
          const { caller } = await users.providePlain();
          const api = testManagement.as(caller);
          const adding = build.addTestCaseTemplates.templates(template).async(false);
          const body = adding.to(plans[first], plans[second]).build();

          const response = await api.addTestCaseTemplates({ body });

          expect(messageIn(answered(response)).text, 'the error message').not.toBe('');
          expect(await testPlans.casesOf(plans.refused)).toStrictEqual([]);
          const others = await testPlans.casesOf(plans.allowed);
          observeStatus(observe, response);
          observe('TM-N24', { others: others.length === 0 ? 'left' : 'filled' });
          const alone = await api.addTestCaseTemplates({ body: adding.to(plans.allowed).build() });
          expect(alone, 'the caller creates cases in the other project').toSucceed();
        },
      );
    }
  });
});

/** Records the status of an error message (TM-N24), unless it is one that no setting names. */
function observeStatus(observe: Observe, { status }: ApiResponse): void {
  const isKnown = status === 200 || status === 207 || (status >= 400 && status < 500);
  observe.orUnclear('TM-N24', isKnown ? { status } : undefined, `The status is ${status}.`);
}

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    "lists the ids of a plan's cases in the order they were added in",
    covers('TM-26', 'TM-N20'),
    async ({ testManagement, trackerApi, testManagementProjects, testCaseTemplates, testPlans, observe }) => {
      const project = await testManagementProjects.provide();
      const first = await testCaseTemplates.provide(project);
      const second = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [second, first, second] });

      const response = await testManagement.listTestCaseIds({ testPlanKey: plan.key });

      expect(response).toFitContract();
      const cases = response.data.map((id) => ({ key: String(id) }));
      expect(await templateKeysOf(trackerApi, project, cases)).toStrictEqual([second.key, first.key, second.key]);
      observe('TM-N20', howListed(response.json));
    },
  );
});

test.describe(...describeEndpoint('listTestCaseTemplateIds'), () => {
  test(
    'lists each template once, in the order of the cases',
    covers('TM-27', 'TM-N20'),
    async ({ testManagement, testManagementProjects, testCaseTemplates, testPlans, observe }) => {
      const project = await testManagementProjects.provide();
      const first = await testCaseTemplates.provide(project);
      const second = await testCaseTemplates.provide(project);
      const third = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [third, first, third, second, first] });

      const response = await testManagement.listTestCaseTemplateIds({ testPlanKey: plan.key });

      expect(response).toFitContract();
      expect(response.data).toStrictEqual([third.id, first.id, second.id]);
      observe('TM-N20', howListed(response.json));
    },
  );
});

/** Whether a list has ids as numbers or as text. */
function howListed(list: unknown): Pick<Assumptions['TM-N20'], 'listedIds'> {
  return { listedIds: itemsOf(list).some((id) => typeof id === 'string') ? 'text' : 'numbers' };
}
