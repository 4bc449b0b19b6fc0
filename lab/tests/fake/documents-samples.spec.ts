import { expect } from '@playwright/test';
import { test } from './fake-test.js';

/** The sample entries, as they were seen. */
const ofIssueType = JSON.parse(
  '{"id": 130, "templateId": 1472, "issueTypeId": "10400", "projectId": 11100, "serviceDesk": false, "transitions": []}',
) as object;
const ofRequestType = JSON.parse(
  '{"id": 131, "templateId": 1472, "projectId": 11100, "requestTypeId": 39, "serviceDesk": true, "transitions": []}',
) as object;
const both = [ofIssueType, ofRequestType];

const filter = (item: object) => ({ defaults: [item] });
const removal = (...defaults: readonly object[]) => ({ removed: defaults.length, defaults });
const HELP = { projectKey: 'HELP' };
const HELP_TEMPLATE = '/project/HELP/template/1472';

/** Calls with their answer, what they send, and for removals the entries that are left. */
const samples: readonly (readonly [
  call: string,
  answer: unknown,
  body?: object | undefined,
  left?: readonly unknown[],
])[] = [
  ...['/project/11100', '/project/HELP', '/project/11100/template/1472', HELP_TEMPLATE, '/template/1472'].map(
    (path) => [`GET ${path}`, both] as const,
  ),
  ['GET /project/HELP/template/7', []],
  ['GET /template/7', []],
  ['GET /template/1472', [ofIssueType], filter({ projectId: 11100, issueTypeIds: [10400] })],
  ['GET /template/1472', [ofIssueType], filter({ ...HELP, issueTypeIds: [10400] })],
  ['GET /template/1472', [ofRequestType], filter({ projectId: 11100, requestTypeIds: [39] })],
  ['GET /template/1472', both, filter({ ...HELP, requestTypeIds: [39], issueTypeIds: [10400] })],
  ['GET /template/1472', [], filter({ ...HELP, requestTypeIds: [40], issueTypeIds: [10401] })],
  ...['/template/1472', '/project/11100', '/project/HELP', HELP_TEMPLATE].map(
    (path) => [`DELETE ${path}`, removal(...both), undefined, []] as const,
  ),
  ...[HELP_TEMPLATE, '/template/1472'].flatMap((path) => [
    [`DELETE ${path}/issuetype/10400`, removal(ofIssueType), undefined, [ofRequestType]] as const,
    [`DELETE ${path}/requesttype/39`, removal(ofRequestType), undefined, [ofIssueType]] as const,
  ]),
  ['DELETE /template/1472', removal(ofRequestType), filter({ ...HELP, requestTypeIds: [39] }), [ofIssueType]],
];

test('calls are answered with the samples of the documents', async ({ open }) => {
  for (const [call, answer, json, left = both] of samples) {
    const [method = '', path = ''] = call.split(' ');
    const { templates } = open();

    const reply = await templates(method, path, { json });

    expect.soft([call, reply.status, reply.body]).toStrictEqual([call, 200, answer]);
    expect.soft((await templates('GET', '/template/1472')).body, call).toStrictEqual(left);
  }
});
