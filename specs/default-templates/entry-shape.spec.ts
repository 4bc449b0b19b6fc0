import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { answeredEntries } from './support/entries.js';
import { allCalls } from './support/calls.js';
import { test } from './support/scene.js';

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
        expect(answered?.transitions ?? []).toEqual([]);
      });
    });
  }
}
