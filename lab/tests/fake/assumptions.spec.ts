import { expect } from '@playwright/test';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { basic, test } from './fake-test.js';
import type { OpenTracker } from './fake-test.js';

/** A call of the default-template API, by the administrator if nobody is named, and what it is answered with. */
type Call = readonly [status: number, call: string, json?: unknown, body?: unknown, user?: string];

interface Case {
  readonly assume?: AssumptionOverrides;
  readonly calls: readonly Call[];
  /** The issue types of the entries of template 7 afterwards. */
  readonly left?: readonly number[];
}

const inDemo = (...issueTypeIds: readonly number[]) => ({ defaults: [{ projectKey: 'DEMO', issueTypeIds }] });
const inHelp = (types: object = {}) => ({ defaults: [{ projectKey: 'HELP', ...types }] });
const forHelp = { includeProjectKeys: ['HELP'] };
const withNowhere = { includeProjectKeys: ['HELP', 'NOWHERE'] };
const nothing = { removed: 0, defaults: [] };
const message = (text: string | RegExp) => ({ errorMessages: [expect.stringMatching(text)] });
const issueTypes = { ...inHelp().defaults[0], issueTypeIds: [10400], requestTypeIds: [39] };

const refused = {
  ...{ unknownProject: 400, typeNotInProject: 400, requestTypeInRegularProject: 400, noType: 400, noProject: 400 },
  rest: 'not created',
} as const;

/** Items that can't be stored, by the part of DT-N04 that says what happens then. */
const impossible: Readonly<Record<string, object>> = {
  unknownProject: { projectKey: 'NOWHERE', issueTypeIds: [1] },
  typeNotInProject: { projectKey: 'DEMO', issueTypeIds: [10400] },
  requestTypeInRegularProject: { projectKey: 'DEMO', requestTypeIds: [39] },
  noType: { projectKey: 'DEMO' },
  noProject: { issueTypeIds: [10001] },
};

const ofImpossibleItems = Object.entries(impossible).flatMap(([kind, item]): [string, Case][] => {
  const json = { defaults: [...inDemo(10001).defaults, item] };
  const passing = { 'DT-N04': { ...refused, [kind]: 'passed over' } };
  const refusing = { 'DT-N04': { ...refused, [kind]: 422 } };
  const told = message(/^defaults\[1\]: /);
  return [
    [
      `N04: ${kind} is passed over`,
      { assume: passing, calls: [[200, 'POST /template/7', json, inDemo(10001)]], left: [10001] },
    ],
    [
      `N04: ${kind} is refused, and no entry made`,
      { assume: refusing, calls: [[422, 'POST /template/7', json, told]], left: [] },
    ],
  ];
});

const cases: Readonly<Record<string, Case>> = {
  'N02: an unknown project has nothing': {
    assume: { 'DT-N02': 206 },
    calls: [
      [206, 'GET /project/NOWHERE', undefined, []],
      [206, 'GET /project/NOWHERE/template/1472', undefined, []],
      [206, 'DELETE /project/9', undefined, nothing],
      [206, 'DELETE /project/9/template/1472', undefined, nothing],
    ],
  },

  'N03: an unknown template has nothing': {
    assume: { 'DT-N03': 200 },
    calls: [
      ...['/template/9', '/project/HELP/template/9'].map((path): Call => [200, `GET ${path}`, undefined, []]),
      [200, 'GET /template/9', inHelp(), []],
      [200, 'POST /template/9', inHelp(), { defaults: [] }],
      [200, 'DELETE /template/9', inHelp(), nothing],
      ...['', '/issuetype/10400', '/requesttype/39'].map((of): Call => [
        200,
        `DELETE /template/9${of}`,
        undefined,
        nothing,
      ]),
      [200, 'DELETE /project/HELP/template/9', undefined, nothing],
    ],
  },
  ...Object.fromEntries(ofImpossibleItems),
  'N04: the rest of a refused body is created': {
    assume: { 'DT-N04': { ...refused, rest: 'created' } },
    calls: [[400, 'POST /template/7', { defaults: [...inDemo(10001).defaults, impossible['unknownProject']] }]],
    left: [10001],
  },

  'N05: a second assignment makes a second entry': {
    assume: { 'DT-N05': { status: 201, entries: 2 } },
    calls: [
      [200, 'POST /template/7', inDemo(10001)],
      [201, 'POST /template/7', inDemo(10001)],
    ],
    left: [10001, 10001],
  },

  'N07: no permission is asked for': {
    assume: { 'DT-N07': { read: null, change: null, bulk: null, refusal: 403 } },
    calls: [
      [200, 'GET /project/HELP', undefined, undefined, 'guest'],
      [200, 'POST /template/7', inDemo(10001), undefined, 'guest'],
      [200, 'POST /transition/1', {}, undefined, 'guest'],
    ],
  },
  'N07: the permissions that it names are asked for': {
    assume: { 'DT-N07': { read: 'ADMINISTER', change: 'CREATE_ISSUES', bulk: 'SYSTEM_ADMIN', refusal: 404 } },
    calls: [
      [404, 'GET /project/HELP', undefined, undefined, 'tess'],
      [200, 'POST /template/7', inDemo(10001), undefined, 'tess'],
      [404, 'POST /transition/1', {}, undefined, 'tess'],
    ],
  },
  ...Object.fromEntries(
    (['ADMINISTER', 'SYSTEM_ADMIN'] as const).map((bulk): [string, Case] => [
      `N07: ${bulk} is needed for a bulk call, even if no project is in scope`,
      {
        assume: { 'DT-N07': { read: null, change: null, bulk, refusal: 404 } },
        calls: [
          [404, 'POST /transition/1', { includeProjectKeys: ['NOWHERE'] }, undefined, 'tess'],
          [200, 'POST /transition/1', { includeProjectKeys: ['NOWHERE'] }],
        ],
      },
    ]),
  ),

  'N09: a removal that matches nothing tells so': {
    assume: { 'DT-N09': 200 },
    calls: [[200, 'DELETE /template/7', undefined, nothing]],
  },
  'N09: a removal that matches nothing has no body': {
    assume: { 'DT-N09': 204 },
    calls: [[204, 'DELETE /template/7']],
  },

  'N12: another transition id writes the screen of the initial transition': {
    assume: { 'DT-N12': { known: 'screen of the initial transition', missing: 'error message' } },
    calls: [
      [200, 'POST /transition/21', forHelp],
      [200, 'GET /project/HELP', undefined, [1, 2].map(() => ({ transitions: [{ id: 1, screenId: 4 }] }))],
    ],
  },
  'N12: a project whose workflow lacks the transition is skipped': {
    assume: { 'DT-N12': { known: 'screen of that transition', missing: 'skipped' } },
    calls: [
      [200, 'POST /transition/999', forHelp, { updatedProjects: [], skippedProjects: ['HELP'], errorMessages: [] }],
    ],
  },

  'N13: an unknown project key is refused and nothing is stored': {
    assume: { 'DT-N13': 'refused' },
    calls: [
      [400, 'POST /transition/1', withNowhere, message("No project could be found with key 'NOWHERE'.")],
      [200, 'GET /project/HELP', undefined, [{ transitions: [] }, { transitions: [] }]],
    ],
  },
  'N16: issue types in a service desk are refused, request types alone are taken': {
    assume: { 'DT-N16': 422 },
    calls: [
      [422, 'POST /template/7', { defaults: [issueTypes] }],
      [200, 'GET /template/7', undefined, []],
      [200, 'POST /template/7', inHelp({ requestTypeIds: [39] })],
    ],
  },
  'N16: issue types in a service desk are passed over': {
    assume: { 'DT-N16': 'passed over' },
    calls: [
      [
        200,
        'POST /template/7',
        { defaults: [issueTypes] },
        { defaults: [expect.not.objectContaining({ issueTypeIds: [10400] })] },
      ],
      [200, 'GET /template/7', undefined, [{ requestTypeId: 39 }]],
    ],
  },
  ...Object.fromEntries(
    (
      [
        ['left out', { updatedProjects: [], skippedProjects: [] }],
        ['skipped', { updatedProjects: [], skippedProjects: ['HELP'] }],
        ['updated', { updatedProjects: ['HELP'], skippedProjects: [] }],
      ] as const
    ).map(([project, lists]): [string, Case] => [
      `N18: a project of which nothing had to change is ${project}, and its entries are not counted`,
      {
        assume: { 'DT-N18': { entries: 'left out', project } },
        calls: [
          [200, 'POST /transition/1', forHelp],
          [200, 'POST /transition/1', forHelp, { updatedDefaultTemplates: 0, ...lists, errorMessages: [] }],
        ],
      },
    ]),
  ),
  'N19: a repeated id is echoed once, an empty list refused': {
    assume: { 'DT-N19': { repeatedId: 'echoed once', emptyList: 400 } },
    calls: [
      [200, 'POST /template/7', inDemo(10001, 10001), inDemo(10001)],
      [400, 'POST /template/7', { defaults: [{ ...inDemo(10002).defaults[0], requestTypeIds: [] }] }],
    ],
    left: [10001],
  },
  'N19: a repeated id is echoed twice, an empty list taken as if left out': {
    assume: { 'DT-N19': { repeatedId: 'echoed twice', emptyList: 'as if left out' } },
    calls: [
      [200, 'POST /template/7', inDemo(10001, 10001), inDemo(10001, 10001)],
      [200, 'POST /template/7', { defaults: [{ ...inDemo(10002).defaults[0], requestTypeIds: [] }] }],
    ],
    left: [10001, 10002],
  },
  'N19: a repeated id is refused, and nothing is created': {
    assume: { 'DT-N19': { repeatedId: 422, emptyList: 400 } },
    calls: [[422, 'POST /template/7', inDemo(10001, 10001)]],
    left: [],
  },
};

function entriesOfSeven({ tenant }: OpenTracker): unknown[] {
  const rows = tenant.state().entries as { templateId: number; issueTypeId?: number }[];
  return rows.filter(({ templateId }) => templateId === 7).map(({ issueTypeId }) => issueTypeId);
}

test('a fake answers the open questions of default templates as it is told', async ({ open }) => {
  for (const [title, { assume, calls, left }] of Object.entries(cases)) {
    const tracker = open(assume && { assumptions: assume });

    for (const [status, call, json, body, user = 'admin'] of calls) {
      const [method = '', path = ''] = call.split(' ');
      const reply = await tracker.templates(method, path, { json, authorization: basic(user) });
      expect.soft({ call, ...reply }, title).toMatchObject({ call, status, ...(body !== undefined && { body }) });
    }
    expect.soft(entriesOfSeven(tracker), title).toEqual(left ?? expect.any(Array));
  }
});

test('DT-N15: a default template fills in an issue of a project without the post function', async ({ open }) => {
  const { call, templates } = open({ assumptions: { 'DT-N15': 'applied' } });
  const json = { defaults: [{ projectKey: 'PLAIN', issueTypeIds: [10002] }] };
  await templates('POST', '/template/1472', { json });
  const fields = { project: { key: 'PLAIN' }, issuetype: { name: 'Bug' }, summary: 'Written by the caller' };

  const { body } = await call('POST', '/rest/api/2/issue', { json: { fields } });

  const issue = await call('GET', `/rest/api/2/issue/${(body as { key: string }).key}`);
  const filledIn = { summary: 'Written by the caller', description: 'What is needed, by whom, and by when.' };
  expect(issue.body).toMatchObject({ fields: filledIn });
});
