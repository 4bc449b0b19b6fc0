import { malformedAdditions, malformedCopies, malformedStepCalls, unreadableBodies } from '../../builders/index.js';
import type { RawBody } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { refusalOf } from '../support/refusal-of.js';
import { uselessCredentials } from '../support/useless-credentials.js';
import { allCalls } from './support/calls.js';
import { at } from '../support/at.js';
import { test } from './support/test.js';
import { keysOf } from '../support/json.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    for (const { title, caller, kind } of uselessCredentials) {
      test(
        `refuses ${title} and changes nothing`,
        covers('TM-N17'),
        async ({ testManagement, scene, callers, observe }) => {
          const changes = await scene.changesBy(() => call.send(testManagement.as(callers[caller]), scene));

          expect(changes.response).not.toSucceed();
          expect(changes).toHaveChangedNothing();
          observe('TM-N17', refusalOf(kind, changes.response));
        },
      );
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
      test(`refuses as its body: ${title}`, covers('TM-N17'), async ({ testManagement, scene, observe }) => {
        const { testCase, plan, template } = scene;
        const body = at(malformed(testCase.id, plan.key, template.key)[name], index);

        const changes = await scene.changesBy<unknown>(() => testManagement[name]({ body }));

        expect(changes.response).not.toSucceed();
        expect(changes).toHaveChangedNothing();
        observe('TM-N17', refusalOf('wrongTypes', changes.response));
      });
    }

    for (const { body, kind } of unreadableBodies) {
      test(`refuses as its body: ${body.name}`, covers('TM-N17'), async ({ testManagement, scene, observe }) => {
        const changes = await scene.changesBy<unknown>(() => testManagement[name]({ body }));

        expect(changes.response).not.toSucceed();
        expect(changes).toHaveChangedNothing();
        observe('TM-N17', refusalOf(kind, changes.response));
      });
    }
  });
}
