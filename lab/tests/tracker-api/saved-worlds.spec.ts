import { expect } from '@playwright/test';
import { FormData } from 'undici';
import type { WorldInput } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker-test.js';

const task = { project: { key: 'DEMO' }, issuetype: { name: 'Task' } };
const blocks = {
  type: { name: 'Blocks' },
  inwardIssue: { key: 'DEMO-1' },
  outwardIssue: { key: 'DEMO-3' },
};
const request = {
  serviceDeskId: '11100',
  requestTypeId: '40',
  requestFieldValues: { summary: 'A request' },
};
const changedUser = { userKey: 'JIRAUSER10000', fields: [{ mail: 'updated@example.com' }] };

/** Calls that have a tracker hold something of every kind that can be made over HTTP. */
const calls: readonly (readonly [call: string, body?: unknown])[] = [
  ['POST /project', { key: 'NEW', name: 'New', projectTypeKey: 'software', lead: 'admin' }],
  ['POST /component', { project: 'DEMO', name: ' Engine ', leadUserName: 'admin' }],
  ['POST /version', { project: 'DEMO', name: '1.0', startDate: '2026-10-01', releaseDate: '2026-11-01' }],
  ['POST /issue', { fields: { ...task, summary: 'Saved', fixVersions: [{ name: '1.0' }] } }],
  ['PUT /issue/DEMO-3', { fields: { summary: 'Saved again' } }],
  ['POST /issue/DEMO-3/comment', { body: 'First' }],
  ['PUT /issue/DEMO-3/comment/10002', { body: 'Ünverändert', visibility: { type: 'role', value: 'Users' } }],
  ['POST /issueLink', blocks],
  ['POST /version', { project: 'DEMO', name: '2.0' }],
  ['POST /version/10002/move', { position: 'First' }],
  ['POST /issue/DEMO-3/worklog', { timeSpent: '2h', comment: 'Worked' }],
  ['POST /issue/DEMO-3/watchers', 'tess'],
  ['POST /issue/DEMO-1/votes'],
  ['POST /issue/DEMO-3/remotelink', { object: { url: 'https://example.com', title: 'Page' } }],
  ['PUT /issue/DEMO-3/properties/kept', { by: ['clients', null] }],
  ['POST /filter', { name: 'Mine', jql: 'project = DEMO', favourite: true }],
  ['POST /user', { name: 'new', displayName: 'New', emailAddress: 'new@example.com', password: 'new' }],
  // Of a deleted issue the number and the id are not given again.
  ['POST /issue', { fields: { ...task, summary: 'Deleted' } }],
  ['DELETE /issue/DEMO-4'],
  ['POST /rest/servicedeskapi/request', request],
  // The directory itself holds another value.
  ['PUT /rest/ext/ad/1.0/public/update', { connectionId: '1', update: [{ data: [changedUser] }] }],
];

async function populate({ admin }: Tracker): Promise<void> {
  const form = new FormData();
  form.append('file', new File([Buffer.from([0, 255, 13, 10])], 'bytes ü.png', { type: 'image/png' }));
  await admin.post('/issue/DEMO-1/attachments', undefined, { form });
  for (const [call, body] of calls) {
    const [method = '', path = ''] = call.split(' ');
    const reply = await admin[method.toLowerCase() as 'post'](path, body);
    expect(reply.status, `${call}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  }
}

test('a tracker that was saved holds what it held, saves the same byte for byte, and counts on', async ({
  tracker,
  open,
}) => {
  await populate(tracker);
  const saved = JSON.stringify(tracker.tenant.save());

  const { tenant, admin } = open({ world: JSON.parse(saved) as WorldInput });

  // What is in no test here may get lost.
  const empty = Object.entries(tenant.state()).filter(([, rows]) => rows.length === 0);
  expect(empty.map(([name]) => name)).toEqual(['own']);
  expect(tenant.state()).toEqual(tracker.tenant.state());
  expect(JSON.stringify(tenant.save())).toBe(saved);
  const issue = await admin.post('/issue', { fields: { ...task, summary: 'Next' } });
  expect(issue.body).toMatchObject({ key: 'DEMO-5' });
});
