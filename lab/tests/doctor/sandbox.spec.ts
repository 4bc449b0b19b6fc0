import { expect } from '@playwright/test';
import { test } from './doctor-test.js';

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
