import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { documented, documentedRuleIds } from '../../../contracts/index.js';
import type { Api } from '../../../contracts/index.js';
import { findMissingRequirements } from '../../../cli/doctor/prediction/find-missing-requirements.js';
import { ruleNeeds } from '../../../cli/doctor/prediction/rule-needs.js';
import { NotAvailableError } from '../../../client/errors.js';
import type { ProvidedConnection, ProvidedTestManagementProject, Tracker } from '../../../fixtures/index.js';
import type { ProjectNeeds, TestNeeds } from '../../../provide/needs.js';
import { shareOf } from '../../../provide/external/leases/share.js';
import { openExternalTarget } from '../../../provide/external/external-target.js';
import { test } from './doctor-test.js';
import type { Subject } from './doctor-test.js';

/** Asks for everything that a test needs, as the fixtures do. @returns why it can't be had; undefined if it can */
async function provide(tracker: Tracker, needs: TestNeeds): Promise<string | undefined> {
  const { provisioner } = tracker;
  try {
    if (needs.admin === true && tracker.admin === undefined) return 'no admin';
    for (const need of needs.projects ?? []) await provisioner.project(need as ProjectNeeds);
    for (const need of needs.templates ?? []) await provisioner.template(need);
    const connections: ProvidedConnection[] = [];
    for (const need of needs.connections ?? []) {
      connections.push(await provisioner.connection(withOthers(need, connections[0])));
    }
    const projects: ProvidedTestManagementProject[] = [];
    for (const need of needs.testManagementProjects ?? []) {
      projects.push(await provisioner.testProject(withOthers(need, projects[0])));
    }
    if (needs.plainUser === true) await provisioner.plainUser();
    if (needs.whitelistedUser === true) await provisioner.plainUser({ whitelist: 'x' });
    return undefined;
  } catch (error) {
    if (error instanceof NotAvailableError) return error.message;
    throw error;
  }
}

/** The need with the first thing of its kind that the test has in place of the flags that name another. */
function withOthers(need: object, first: unknown): object {
  const names = ['usersOf', 'usersNotOf', 'otherThan'].filter((name) => name in need);
  return { ...need, ...Object.fromEntries(names.map((name) => [name, first])) };
}

function distinctNeeds(): { api: Api; needs: TestNeeds }[] {
  const all = documentedRuleIds.flatMap((rule) =>
    ruleNeeds(rule).map((needs) => ({ api: documented[rule].api, needs })),
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

type Sandbox = Subject['sandbox'];

/** The connections but those with the same users: the last one has three whom the others lack. */
const unlikeConnections = ({ connections: [first, , , last] }: Sandbox) => [
  first,
  { ...last, users: last?.users.slice(-3) },
];
const testProjectsOf = ({ tests }: Sandbox, from: number, to?: number) => ({
  tests: { ...tests, projects: tests.projects.slice(from, to) },
});
const withoutGroups = ({ connections }: Sandbox) =>
  connections.slice(0, 2).map(({ id, name, users }) => ({ id, name, users: users.slice(0, 2) }));
const withPlain = ({ projects: [first, ...others] }: Sandbox) => [
  { ...first, templatePostFunction: 'none' },
  ...others,
];
const keeping = ({ projects }: Sandbox) => projects.filter((one) => one.templatePostFunction !== 'overwrite');

/** Parts of a sandbox that differ from the whole one, and whether every rule can be verified all the same. */
const sandboxes: readonly (readonly [lacks: string, of: (whole: Sandbox) => object, isEnough?: boolean])[] = [
  ['nothing', () => ({}), true],
  ['templates', () => ({ templates: [] })],
  ['projects that overwrite', (whole) => ({ projects: keeping(whole) })],
  ['projects', () => ({ projects: [] })],
  ['the right to create projects, and a plain project', () => ({ createProjects: false })],
  ['only the right to create projects', (whole) => ({ createProjects: false, projects: withPlain(whole) }), true],
  ['connections', () => ({ connections: [] })],
  ['a connection that is not enabled', ({ connections }) => ({ connections: connections.slice(0, 2) })],
  ['groups, and users but two', (whole) => ({ connections: withoutGroups(whole) })],
  ['two connections with the same users', (whole) => ({ connections: unlikeConnections(whole) })],
  ['two of the test projects', (whole) => testProjectsOf(whole, 2), true],
  ['a test project in which plainUser may not create', (whole) => testProjectsOf(whole, 3)],
  ['test projects', (whole) => testProjectsOf(whole, 0, 0)],
  ['a second test project, and Preconditions', (whole) => testProjectsOf(whole, 1, 2)],
  ['a second user', () => ({ plainUser: undefined })],
  ['a user on the whitelist', () => ({ whitelistedUser: undefined })],
];

for (const [lacks, of, isEnough = false] of sandboxes) {
  test(`what is predicted if the sandbox lacks ${lacks} is what a run is given`, async ({ subject }) => {
    const sandbox = { ...subject.sandbox, ...of(subject.sandbox), disposable: true };
    const { context, facts } = await subject.runChecks({ sandbox });
    const target = openExternalTarget(
      context.settings,
      context.external,
      0,
      shareOf(context.external.sandbox, { parallelIndex: 0, isFull: true }),
    );
    const seen: { readonly given: boolean; readonly told: boolean; readonly needs: TestNeeds }[] = [];

    for (const { api, needs } of distinctNeeds()) {
      const told = findMissingRequirements(api, needs, context, facts).length === 0;
      const tracker = await target.openTracker(seededBuilders(1), undefined);
      const given = (await provide(tracker, needs)) === undefined;
      await tracker.release();
      seen.push({ given, told, needs });
    }

    const wrong = seen.filter(({ given, told }) => given !== told);
    expect(wrong).toStrictEqual([]);
    const met = new Set(
      seen.filter(({ given, needs }) => given || needs.admin).map(({ needs }) => JSON.stringify(needs)),
    );
    expect(documentedRuleIds.map(ruleNeeds).every((ways) => ways.some((needs) => met.has(JSON.stringify(needs))))).toBe(
      isEnough,
    );
  });
}

test('a rule is verified by one of several tests, and fails by one', async ({ subject }) => {
  const token = subject.world.users.find(({ name }) => name === subject.login.username)?.token ?? '';
  const { plainUser, ...without } = subject.sandbox;
  const forecast = async (sandbox: object) => {
    const { predictions = [] } = await subject.runChecks({ login: { token }, sandbox });
    return predictions.find(({ rule }) => rule === 'DT-41')?.forecast;
  };

  expect(await forecast(subject.sandbox)).toBe('can be verified');
  expect(await forecast(without)).toBe('skipped');
  expect(await forecast({ ...without, plainUser: { ...plainUser, password: 'wrong' } })).toBe('failing');
});

test('custom fields that were renamed are told with near misses', async ({ subject }) => {
  const { tests } = subject.sandbox;
  const renamed = { steps: 'House Step', requirement: 'wished-by', testCaseTemplate: 'Nothing alike' };
  const fields = { ...tests.fields, ...renamed };

  const { of } = await subject.runChecks({ sandbox: { ...subject.sandbox, tests: { ...tests, fields } } });

  expect(of('custom fields').filter((line) => line.startsWith('missing'))).toStrictEqual([
    'missing: no custom field "House Step"; is it "House steps"? → name it in TRACKER_SANDBOX as tests.fields.steps.',
    'missing: no custom field "wished-by"; is it "Wished by"? → name it in TRACKER_SANDBOX as tests.fields.requirement.',
    'missing: no custom field "Nothing alike" → name it in TRACKER_SANDBOX as tests.fields.testCaseTemplate.',
  ]);
});

test('what issues of a test project show is compared with what the sandbox says, and the rest is assumed', async ({
  subject,
}) => {
  const { tests } = subject.sandbox;
  const [one, two, three] = tests.projects;
  const projects = [{ ...two, columns: ['Only'] }, { ...one, statuses: ['Other', 'Another'] }, three];

  const { of } = await subject.runChecks({ sandbox: { ...subject.sandbox, tests: { ...tests, projects } } });

  expect(of('test projects')).toStrictEqual([
    `missing: ${two?.key} has 2 columns of Steps, and 1 in the settings (Only) → name its columns as tests.projects in TRACKER_SANDBOX.`,
    `missing: ${one?.key} has steps with the status To do, and the settings say Other, Another → name its statuses as tests.projects in TRACKER_SANDBOX.`,
    expect.stringMatching(
      `^assumed: ${three?.key}: columns Given, When, Then, Note \\(as many as its issues have\\), sta`,
    ),
  ]);
});

test('permissions of somebody who administers nothing are told, by project', async ({ subject }) => {
  const { username, password } = subject.sandbox.plainUser ?? { username: '', password: '' };

  const { of, predictions = [] } = await subject.runChecks({ login: { username, password } });

  expect(of('permissions')[0]).toMatch(`missing: ${username} lacks ADMINISTER: creates no projects`);
  const [project] = subject.sandbox.projects;
  expect(of('permissions')).toContain(
    `missing: in ${project?.key} lacks ADMINISTER_PROJECTS, DELETE_ISSUES → grant them in the permission scheme of the project.`,
  );
  const leased = [...subject.sandbox.projects, ...subject.sandbox.tests.projects].map(({ key }) => key).sort()[0];
  const reason = `no lease can be put on project ${leased}, in which the user lacks ADMINISTER_PROJECTS`;
  expect(predictions.find(({ rule }) => rule === 'DT-37')).toMatchObject({
    forecast: 'failing',
    missingRequirements: expect.arrayContaining([
      { ends: 'failing', reason, remedy: 'see what is said of the permissions.' },
    ]),
  });
  const [tests] = subject.sandbox.tests.projects;
  expect(predictions.find(({ rule }) => rule === 'TM-01')?.missingRequirements[0]?.reason).toContain(
    `the user lacks permissions in ${tests?.key}`,
  );
  expect(predictions.find(({ rule }) => rule === 'DT-01')).toMatchObject({
    forecast: 'failing',
    missingRequirements: [{ reason }],
  });
});

test('sandbox projects that are not there are told, and what fails for it', async ({ subject }) => {
  const projects = [...subject.sandbox.projects, { key: 'NOWHERE', templatePostFunction: 'keep' }];
  const { sandbox } = subject;
  const tests = {
    ...sandbox.tests,
    projects: [...sandbox.tests.projects, { ...sandbox.tests.projects[0], key: 'GONE' }],
  };

  const { of, predictions = [] } = await subject.runChecks({ sandbox: { ...sandbox, projects, tests } });

  expect(of('sandbox projects')).toContain(
    'missing: NOWHERE: the tracker answers 404 → name a project that the user sees, or grant Browse Projects in it.',
  );
  expect(predictions.find(({ rule }) => rule === 'DT-40')).toMatchObject({
    forecast: 'failing',
    missingRequirements: [{ reason: 'the sandbox names NOWHERE, which can’t be used' }],
  });
  expect(predictions.find(({ rule }) => rule === 'TM-01')?.missingRequirements).toContainEqual({
    ends: 'failing',
    reason: 'the sandbox names GONE, which can’t be used',
    remedy: 'correct tests.projects in TRACKER_SANDBOX.',
  });
  expect(predictions.find(({ rule }) => rule === 'DT-39')?.forecast).toBe('can be verified');
});

test('templates that are not there, or have fields that are not, are told', async ({ subject }) => {
  const [one, two] = subject.sandbox.templates;
  const templates = [one, { id: 99, fields: {} }, { ...two, fields: { customfield_1: 'x' } }];

  const { of, predictions = [] } = await subject.runChecks({ sandbox: { ...subject.sandbox, templates } });

  expect(of('templates')).toStrictEqual([
    `ok: ${one?.id}`,
    'missing: 99: the tracker answers 404 → name a template that is there, and that the user may assign.',
    `missing: ${two?.id}: the tracker has no field customfield_1 → write its fields by their ids on this tracker.`,
    `assumed: the values that they give an issue: ${one?.id}, 99, ${two?.id}`,
  ]);
  expect(predictions.find(({ rule }) => rule === 'DT-01')?.forecast).toBe('failing');
});

test('connections known by name, with users of a wrong key, or of the wrong kind are told', async ({ subject }) => {
  const [one, two, , , closed] = subject.sandbox.connections;
  const connections = [
    { ...one, name: 'Sandbox Nord' },
    { ...two, users: [{ username: two?.users[0]?.username, key: 'WRONG' }] },
    { ...two, group: 'Nobody' },
    { ...one, id: two?.id },
    { ...one, enabled: false },
    { ...closed, enabled: true },
    { ...closed, users: [{ username: 'ghost', key: 'GHOST' }] },
    { name: 'Nowhere' },
  ].map((connection) => ({ ...connection, userDn: undefined }));

  const { of, predictions = [] } = await subject.runChecks({ sandbox: { ...subject.sandbox, connections } });

  expect(of('connections')).toStrictEqual([
    'missing: no enabled connection "Sandbox Nord"; is it "Sandbox North"? → enable it, or name another in TRACKER_SANDBOX.',
    expect.stringMatching(
      /^missing: "Sandbox South": the key of \S+ is JIRAUSER\d+, not WRONG → write the users as the tracker/,
    ),
    'missing: "Sandbox South": the group Nobody (404) → name a group that has the users.',
    `missing: the connection with the id ${two?.id} is named "Sandbox South", not "Sandbox North" → write its right id.`,
    'missing: "Sandbox North" is enabled, and the settings say it is not → leave out "enabled": false, or disable it.',
    expect.stringMatching(/^missing: no enabled connection "Closed directory"/),
    'missing: "Closed directory": no user "ghost" (404) → write the users as the tracker has them.',
    expect.stringMatching(
      /^missing: TRACKER_SANDBOX, connections: the tracker has no enabled connection "Nowhere"\. It has: /,
    ),
  ]);
  expect(predictions.find(({ rule }) => rule === 'AD-02')?.forecast).toBe('failing');
});

test('a second user who does not log in, whose token is of no use, or who is the first one, is told', async ({
  subject,
}) => {
  const unknown = { username: 'nobody', password: 'q-secret-q' };
  const needing = ['DT-41', 'AD-23', 'TM-31', 'TM-33', 'TM-36'];
  for (const [plainUser, says, rules] of [
    [unknown, /^missing: nobody is refused \(401, AUTHENTICATED_FAILED\) → /, needing],
    [{ ...subject.sandbox.plainUser, token: 'q-secret-q' }, /^missing: \S+ by token is refused \(401\)/, []],
    [subject.login, /^missing: \S+ is the first user too → name another as plainUser\.$/, needing],
  ] as const) {
    const { of, lines, predictions = [] } = await subject.runChecks({ sandbox: { ...subject.sandbox, plainUser } });

    expect(of('second user')).toStrictEqual([expect.stringMatching(says)]);
    const failing = predictions.filter(({ forecast }) => forecast === 'failing');
    expect(failing.map(({ rule }) => rule)).toStrictEqual(rules);
    expect(JSON.stringify(lines)).not.toContain('q-secret-q');
  }
});
