import { expect, test as base } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { sender, TEMPLATES } from './fake-test.js';
import type { Send } from './fake-test.js';

/** The sample entries, as they were seen. */
const ofIssueType = JSON.parse(
  '{"id": 130, "templateId": 1472, "issueTypeId": "10400", "projectId": 11100, "serviceDesk": false, "transitions": []}',
) as object;
const ofRequestType = JSON.parse(
  '{"id": 131, "templateId": 1472, "projectId": 11100, "requestTypeId": 39, "serviceDesk": true, "transitions": []}',
) as object;
const both = [ofIssueType, ofRequestType];

/** A fake as anyone starts it, for each test. */
const test = base.extend<{ send: Send }>({
  send: async ({}, use) => {
    const fake = await startFake();
    await use(sender(`${fake.url}${TEMPLATES}`));
    await fake.close();
  },
});

interface SampleCall {
  readonly call: string;
  readonly body?: object;
  readonly answer: unknown;
  /** The entries that are there after it. */
  readonly left: readonly unknown[];
}

const filter = (item: object) => ({ defaults: [item] });
const removal = (...defaults: readonly object[]) => ({ removed: defaults.length, defaults });

const lists: readonly SampleCall[] = [
  { call: 'GET /project/11100', answer: both, left: both },
  { call: 'GET /project/HELP', answer: both, left: both },
  { call: 'GET /project/11100/template/1472', answer: both, left: both },
  { call: 'GET /project/HELP/template/1472', answer: both, left: both },
  { call: 'GET /template/1472', answer: both, left: both },
  { call: 'GET /project/HELP/template/7', answer: [], left: both },
  { call: 'GET /template/7', answer: [], left: both },
];

const filters: readonly SampleCall[] = [
  { body: filter({ projectId: 11100, issueTypeIds: [10400] }), answer: [ofIssueType] },
  { body: filter({ projectKey: 'HELP', issueTypeIds: [10400] }), answer: [ofIssueType] },
  { body: filter({ projectId: 11100, requestTypeIds: [39] }), answer: [ofRequestType] },
  { body: filter({ projectKey: 'HELP', requestTypeIds: [39], issueTypeIds: [10400] }), answer: both },
  { body: filter({ projectKey: 'HELP', requestTypeIds: [40], issueTypeIds: [10401] }), answer: [] },
].map((sample) => ({ ...sample, call: 'GET /template/1472', left: both }));

const removals: readonly SampleCall[] = [
  { call: 'DELETE /template/1472', answer: removal(...both), left: [] },
  { call: 'DELETE /project/11100', answer: removal(...both), left: [] },
  { call: 'DELETE /project/HELP', answer: removal(...both), left: [] },
  { call: 'DELETE /project/HELP/template/1472', answer: removal(...both), left: [] },
  {
    call: 'DELETE /project/HELP/template/1472/issuetype/10400',
    answer: removal(ofIssueType),
    left: [ofRequestType],
  },
  { call: 'DELETE /project/HELP/template/1472/requesttype/39', answer: removal(ofRequestType), left: [ofIssueType] },
  { call: 'DELETE /template/1472/issuetype/10400', answer: removal(ofIssueType), left: [ofRequestType] },
  { call: 'DELETE /template/1472/requesttype/39', answer: removal(ofRequestType), left: [ofIssueType] },
  {
    call: 'DELETE /template/1472',
    body: filter({ projectKey: 'HELP', requestTypeIds: [39] }),
    answer: removal(ofRequestType),
    left: [ofIssueType],
  },
];

for (const { call, body, answer, left } of [...lists, ...filters, ...removals]) {
  const sentence = `${call}${body === undefined ? '' : ` with ${JSON.stringify(body)}`} answers with the samples`;
  test(sentence, async ({ send }) => {
    const [method = '', path = ''] = call.split(' ');

    const reply = await send(method, path, { json: body });

    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toStrictEqual(answer);
    expect((await send('GET', '/template/1472')).body).toStrictEqual(left);
  });
}

test('POST /template/{templateId} echoes what it created and stores it beside the samples', async ({ send }) => {
  const defaults = [
    { projectId: 11100, issueTypeIds: [10401], requestTypeIds: [40] },
    { projectKey: 'DEMO', issueTypeIds: [10001] },
  ];

  const reply = await send('POST', '/template/1472', { json: { defaults } });

  expect(reply).toMatchObject({ status: 200 });
  expect(reply.body).toStrictEqual({
    defaults: [
      { projectKey: 'HELP', issueTypeIds: [10401], requestTypeIds: [40] },
      { projectKey: 'DEMO', issueTypeIds: [10001] },
    ],
  });
  expect((await send('GET', '/template/1472')).body).toStrictEqual([
    ...both,
    { ...ofIssueType, id: 10001, issueTypeId: '10401' },
    { ...ofRequestType, id: 10002, requestTypeId: 40 },
    { ...ofIssueType, id: 10003, issueTypeId: '10001', projectId: 11101 },
  ]);
});

test('POST /transition/1 stores the screen of the create transition, DELETE /transition clears it', async ({
  send,
}) => {
  const result = {
    updatedDefaultTemplates: 2,
    updatedProjects: ['HELP'],
    skippedProjects: ['DEMO', 'KEEP', 'PLAIN', 'QA'],
    errorMessages: [],
  };
  const transitions = [{ id: 1, name: 'Create', screenId: 4 }];

  const stored = await send('POST', '/transition/1', { json: { ignoreProjectKeys: [] } });

  expect(stored.body).toStrictEqual(result);
  expect((await send('GET', '/project/HELP')).body).toStrictEqual(both.map((entry) => ({ ...entry, transitions })));
  const cleared = await send('DELETE', '/transition', { json: { ignoreProjectKeys: [] } });
  expect(cleared.body).toStrictEqual(result);
  expect((await send('GET', '/project/HELP')).body).toStrictEqual(both);
});
