import { malformedAdditions, malformedCopies, malformedStepCalls, unreadableBodies } from '../../builders/index.js';
import type { RawBody } from '../../builders/index.js';
import { describeEndpoint, expect } from '../../fixtures/index.js';
import { uselessCredentials } from '../support/useless-credentials.js';
import { allCalls } from './support/calls.js';
import { at } from '../support/at.js';
import { test } from './support/test.js';
import { keysOf } from '../support/json.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { title, caller } of uselessCredentials) {
      test(`refuses ${title} and changes nothing`, async ({ testManagement, scene, callers }) => {
        const changes = await scene.changesBy(() => call.send(testManagement.as(callers[caller]), scene));

        expect(changes.response).toBeRefused(401);
        expect(changes).toHaveChangedNothing();
      });
    }
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

for (const name of keysOf(nameless)) {
  test.describe(...describeEndpoint(name), () => {
    for (const [index, { name: title }] of nameless[name].entries()) {
      test(`refuses as its body: ${title}`, async ({ testManagement, scene }) => {
        const { testCase, plan, template } = scene;
        const body = at(malformed(testCase.id, plan.key, template.key)[name], index);

        const changes = await scene.changesBy<unknown>(() => testManagement[name]({ body }));

        expect(changes.response).toBeRefused(400, { withErrorBody: true });
        expect(changes).toHaveChangedNothing();
      });
    }

    for (const { body, status } of unreadableBodies) {
      test(`refuses as its body: ${body.name}`, async ({ testManagement, scene }) => {
        const changes = await scene.changesBy<unknown>(() => testManagement[name]({ body }));

        expect(changes.response).toBeRefused(status, { withErrorBody: true });
        expect(changes).toHaveChangedNothing();
      });
    }
  });
}
