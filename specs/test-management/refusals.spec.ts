import { malformedAdditions, malformedCopies, malformedStepCalls, unreadableBodies } from '../../builders/index.js';
import type { RawBody } from '../../builders/index.js';
import { describeEndpoint, expect } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { nth } from '../support/nth.js';
import { test } from './support/test.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test('refuses a call without credentials and changes nothing', async ({
      testManagement,
      scene,
      watch,
      callers,
    }) => {
      const changes = await watch.changesBy(() => call.send(testManagement.as(callers.anonymous), scene));

      expect(changes.response).toBeRefused(401);
      expect(changes.after).toEqual(changes.before);
    });

    test('refuses a wrong password and changes nothing', async ({ testManagement, scene, watch, callers }) => {
      const changes = await watch.changesBy(() => call.send(testManagement.as(callers.wrongPassword), scene));

      expect(changes.response).toBeRefused(401);
      expect(changes.after).toEqual(changes.before);
    });

    test('refuses an unknown user and changes nothing', async ({ testManagement, scene, watch, callers }) => {
      const changes = await watch.changesBy(() => call.send(testManagement.as(callers.unknownUser), scene));

      expect(changes.response).toBeRefused(401);
      expect(changes.after).toEqual(changes.before);
    });
  });
}

/** The bodies each endpoint refuses, about a case, a plan and a template. */
const malformed = (
  issueId: number,
  plan: string,
  template: string,
): Readonly<Record<BodyName, readonly RawBody[]>> => ({
  ...malformedStepCalls(issueId),
  copyPlan: malformedCopies(plan),
  addTestCaseTemplates: malformedAdditions(plan, template),
});

/** The same about nothing, for their names. */
const nameless = malformed(0, '', '');

type BodyName = keyof ReturnType<typeof malformedStepCalls> | 'copyPlan' | 'addTestCaseTemplates';

for (const name of Object.keys(nameless) as BodyName[]) {
  test.describe(...describeEndpoint(name), () => {
    for (const [index, { name: title }] of nameless[name].entries()) {
      test(`refuses as its body: ${title}`, async ({ testManagement, scene, watch }) => {
        const { testCase, plan, template } = scene;
        const body = nth(malformed(testCase.id, plan.key, template.key)[name], index);

        const changes = await watch.changesBy<unknown>(() => testManagement[name]({ body }));

        expect(changes.response).toBeRefused(400, { withErrorBody: true });
        expect(changes.after).toEqual(changes.before);
      });
    }

    for (const { body, status } of unreadableBodies) {
      test(`refuses as its body: ${body.name}`, async ({ testManagement, watch }) => {
        const changes = await watch.changesBy<unknown>(() => testManagement[name]({ body }));

        expect(changes.response).toBeRefused(status, { withErrorBody: true });
        expect(changes.after).toEqual(changes.before);
      });
    }
  });
}
