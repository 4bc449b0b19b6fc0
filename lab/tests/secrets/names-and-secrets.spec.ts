import { sharedWorld } from '../../../provide/shared/shared-world.js';
import * as errors from '../../../client/errors.js';
import * as wireErrors from '../../../client/wire-errors.js';
import { UsageError } from '../../../cli/support/usage-error.js';
import { asPublic, keepSecrets, withoutSecrets } from '../../../client/secrets.js';
import { secretsOf } from '../../../client/settings/load-settings.js';
import { runHere, settingsFor } from '../cli/command.js';
import { answer, isFor, serverInfo, test } from '../doctor/doctor-test.js';
import type { Subject } from '../doctor/doctor-test.js';
import { sampleExchange } from '../fixtures/sample-exchange.js';
import { expect } from '@playwright/test';

const { world, login } = sharedWorld(1);
const name = login.username;

/** What the doctor prints as text and as JSON, of a tracker at a URL or of the usual one. */
async function printed(subject: Subject, login: Subject['login'], url = subject.url) {
  const settings = settingsFor({ url, login, sandbox: subject.sandbox });
  const [text, json] = [await runHere(['doctor'], settings), await runHere(['doctor', '--json'], settings)];
  return { text: text.stdout, json: json.stdout };
}

function printedWith(subject: Subject, password: string) {
  const users = world.users.map((user) => (user.name === name ? { ...user, password } : user));
  subject.reopen({ world: { ...world, users } });
  return printed(subject, { username: name, password });
}

test('a user whose password is the name is named, and words of the report stay; the login itself is nowhere', async ({
  subject,
}) => {
  const { text, json } = await printedWith(subject, name);

  expect(text).toContain(`credentials       ${name} (key `);
  expect(JSON.parse(json)).toMatchObject({ user: { name }, tracker: { url: subject.url } });
  expect(text + json).not.toContain(Buffer.from(`${name}:${name}`).toString('base64'));
  expect((await printedWith(subject, 'rate limits')).text).toContain('ok           rate limits       ');
});

test('a tracker that calls its user by the password is not repeated', async ({ subject }) => {
  const url = await subject.serve((request, response) => {
    if (isFor(request, '/serverInfo')) answer(response, 200, serverInfo);
    else answer(response, 200, { self: 'x', name: 'plaintext', key: 'plaintext', displayName: 'x', active: true });
  });

  const { text, json } = await printed(subject, { username: 'qa', password: 'plaintext' }, url);

  expect(text).toContain('••• (key •••), by HTTP Basic');
  expect(text + json).not.toContain('plaintext');
});

test('a message names who called, also printed later, and hides the same word elsewhere; nobody else can write what stays', () => {
  keepSecrets(['samename']);
  const refused = new errors.SetupError(
    sampleExchange({ caller: 'samename', responseBody: '{"password":"samename"}' }),
    [],
  );
  const outage = new errors.TrackerOutageError(asPublic('unusable for samename'));
  const later = withoutSecrets(`${errors.messageToPrint(refused)} ${errors.messageToPrint(outage)} samename`);

  for (const text of [refused.message, later]) {
    expect(text).toContain(' as samename answered 200');
    expect(text).toContain('Body: {"password":"•••"}');
  }
  expect(later).toMatch(/unusable for samename •••$/);
  const lines = asPublic('refused\nfor samename').split('\n');
  expect(lines.map(withoutSecrets)).toStrictEqual(['refused', 'for samename']);
  const shown = asPublic('samename');
  expect(withoutSecrets(`${shown} and samename`)).toBe('samename and •••');
  expect(withoutSecrets(`${shown[0]}samename${shown.at(-1)}`)).toBe(`${shown[0]}•••${shown.at(-1)}`);
});

test('of a secret where a long body is cut nothing is shown', () => {
  keepSecrets(['Q7secretAtTheCut']);
  const responseBody = `${'x'.repeat(1_990)}Q7secretAtTheCut${'x'.repeat(100)}`;

  expect(new errors.SetupError(sampleExchange({ responseBody }), []).message).not.toContain('Q7');
});

test('every error of the harness hides secrets in its message', () => {
  const classes = Object.entries({ ...errors, ...wireErrors, UsageError }).filter(
    ([, one]) => one.prototype instanceof Error,
  );

  expect(
    classes.filter(([, one]) => !(one.prototype instanceof errors.HarnessError)).map(([name]) => name),
  ).toStrictEqual(['HarnessError']);
  keepSecrets(['pr0xy-s3cret']);
  for (const error of [
    new wireErrors.ProxyError('the proxy said pr0xy-s3cret', 'remedy'),
    new errors.SettingsError(['pr0xy-s3cret is no URL.']),
    new UsageError('pr0xy-s3cret is no file.'),
  ]) {
    expect(error.message).not.toContain('pr0xy-s3cret');
    expect(error.message).toContain('•••');
  }
});

test('the password and the token of each user of the sandbox are secrets', async ({ subject }) => {
  const [plainUser, whitelistedUser] = ['one', 'two'].map((by) => ({
    username: by,
    password: `p-${by}`,
    token: `t-${by}`,
  }));

  const { context } = await subject.runChecks({ sandbox: { plainUser, whitelistedUser } });

  expect(secretsOf(context.settings)).toStrictEqual(expect.arrayContaining(['p-one', 't-one', 'p-two', 't-two']));
});
