import { covers, describeEndpoint, expect, skipAsUnavailable } from '../../fixtures/index.js';
import type { ApiResponse, Tracker } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { answeredEntries } from './support/entries.js';
import { test } from './support/scene.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'accepts HTTP Basic credentials of an administrator',
      covers('DT-41'),
      async ({ defaultTemplates, scene, needsBasicLogin }) => {
        needsBasicLogin();

        const response = await call.send(defaultTemplates, scene);

        expect(response).toSucceed();
      },
    );
  });
}

test.describe(...describeEndpoint('listByProject'), () => {
  test(
    'knows somebody who administers nothing by HTTP Basic credentials',
    covers('DT-41'),
    async ({ defaultTemplates, scene, users, tracker }) => {
      const plain = await users.providePlain();

      const response = await defaultTemplates
        .as(plain.caller)
        .listByProject({ projectIdOrKey: scene['issue type'].project.id });

      expect(plain.caller.authorization).toMatch(/^Basic /);
      skipAsUnavailable(mayLackPermission(response, tracker), 'The 401 may be for a permission that the user lacks.');
      expect(response.status).toBeLessThan(500);
      expect(response.status).not.toBe(401);
    },
  );
});

/** Whether an answer may be the refusal of a user who lacks a permission, and not of a login: both may be a 401 (DT-N07). */
function mayLackPermission({ status }: ApiResponse, { answersAsAssumed, accordingTo, assumptions }: Tracker): boolean {
  const isGuess = !answersAsAssumed && accordingTo('DT-N07') === 'assumption';
  return status === 401 && (isGuess || assumptions['DT-N07'].refusal === 401);
}

/** The properties that differ between entries for issue types and entries for request types. */
const shapes = [
  {
    title: 'gives an issue-type entry the properties of one',
    about: 'issue type',
    rule: 'DT-06',
    ofType: (id: number) => ({ issueTypeId: String(id), serviceDesk: false }),
    lacks: 'requestTypeId',
  },
  {
    title: 'gives a request-type entry the properties of one',
    about: 'request type',
    rule: 'DT-07',
    ofType: (id: number) => ({ requestTypeId: id, serviceDesk: true }),
    lacks: 'issueTypeId',
  },
] as const;

for (const { title, about, rule, ofType, lacks } of shapes) {
  const calls = allCalls.filter(({ kind }) => kind === 'list' || kind === 'delete');

  for (const call of calls.filter((one) => one.about.includes(about))) {
    test.describe(...describeEndpoint(call.name), () => {
      test(title, covers('DT-05', rule, 'DT-08'), async ({ defaultTemplates, scene }) => {
        const { template, project, type } = scene[about];

        const response = await call.send(defaultTemplates, scene, { about });

        expect(response).toFitContract();
        const [answered] = answeredEntries(response.json).filter(
          ({ templateId, projectId }) => templateId === template.id && projectId === project.id,
        );
        expect(answered).toMatchObject({ id: expect.any(Number), ...ofType(type.id) });
        expect(answered).not.toHaveProperty(lacks);
        expect(answered?.transitions ?? []).toStrictEqual([]);
      });
    });
  }
}
