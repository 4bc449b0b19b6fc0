import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import { answeredEntries } from './support/answered-entries.js';
import { allCalls } from './support/calls.js';
import { nth } from '../support/nth.js';
import { test } from './support/test.js';

const callsForEntries = allCalls.filter(({ kind }) => kind === 'list' || kind === 'delete');
const callsForIssueTypes = callsForEntries.filter(({ about }) => about.includes('issue type'));
const callsForRequestTypes = callsForEntries.filter(({ about }) => about.includes('request type'));

for (const call of callsForIssueTypes) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'gives an issue-type entry the properties of one',
      covers('DT-05', 'DT-06', 'DT-08'),
      async ({ defaultTemplates, scene }) => {
        const { template, project, type, entry } = scene['issue type'];

        const response = await call.send(defaultTemplates, scene, { about: 'issue type' });

        expect(response).toFitContract();
        const answered = nth(
          answeredEntries(response.json).filter(({ id }) => id === entry.id),
          0,
        );
        expect(answered).toMatchObject({
          templateId: template.id,
          projectId: project.id,
          issueTypeId: String(type.id),
          serviceDesk: false,
        });
        expect(answered).not.toHaveProperty('requestTypeId');
        expect(answered.transitions ?? []).toEqual([]);
      },
    );
  });
}

for (const call of callsForRequestTypes) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'gives a request-type entry the properties of one',
      covers('DT-05', 'DT-07', 'DT-08'),
      async ({ defaultTemplates, scene }) => {
        const { template, project, type, entry } = scene['request type'];

        const response = await call.send(defaultTemplates, scene, { about: 'request type' });

        expect(response).toFitContract();
        const answered = nth(
          answeredEntries(response.json).filter(({ id }) => id === entry.id),
          0,
        );
        expect(answered).toMatchObject({
          templateId: template.id,
          projectId: project.id,
          requestTypeId: type.id,
          serviceDesk: true,
        });
        expect(answered).not.toHaveProperty('issueTypeId');
        expect(answered.transitions ?? []).toEqual([]);
      },
    );
  });
}
