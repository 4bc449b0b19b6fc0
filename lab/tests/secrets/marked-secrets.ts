import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { startFake } from '../../../fake/index.js';
import { sharedWorld } from '../../../provide/shared/shared-world.js';
import { builtModule } from '../built-package.js';
import { run, writeFiles } from '../cli/command.js';
import type { Ending } from '../cli/command.js';
import { writeSmallSuite } from '../cli/small-suite.js';
import { forwardTo, serve, serveProxy } from '../wire/servers.js';

/** Letters and digits that stand nowhere else, inside every secret. */
const MARK = 'Q7markedX9credentialZ3';

/** A password with all that URLs, JSON, shells and base64 write otherwise. */
const markedPassword = `p:"'/+% ä\\${MARK}`;

/** A password as the settings of the sandbox and of a proxy have one. */
const [markedProxyPassword, markedPlainPassword] = [`proxy/"${MARK}`, `plain'"${MARK}`];

const markedCookie = `"node/1|${MARK}"`;

const [markedToken, markedPlainToken] = [`${MARK}${MARK}`.slice(0, 32), `${MARK}${MARK}`.slice(0, 30)];

export function written(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
}

/** What the tracker does with the calls of a test: it tells what it was sent, hangs up, or never answers. */
const awkward: RequestListener = (incoming, answer) => {
  const { url = '', headers } = incoming;
  answer.setHeader('Set-Cookie', `node=${markedCookie}; Path=/`);
  if (url.includes('/rest/api/2/priority')) {
    const secrets = [markedPassword, markedPlainPassword, markedPlainToken];
    const told = { headers, raw: Object.values(headers), secret: secrets[0], secrets };
    answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Sent': headers.authorization ?? '' });
    answer.end(JSON.stringify(told));
  } else if (url.endsWith('/transitions')) {
    incoming.socket.destroy();
    answer.end();
  } else if (url.endsWith('/comment')) {
    // Nothing is sent, and the request counts as answered here.
    Object.defineProperty(answer, 'writableEnded', { value: true });
  }
};

/**
 * Tests that end in every way that a test on an external tracker can and that a report shows. A failed test costs a worker
 * of its own, so most show several failures.
 */
const suite = `
test('passes', covers('DT-01'), async ({ trackerApi }) => {
  expect(await trackerApi.getMyself()).toHaveStatus(200);
});
test('answers an open question', covers('DT-N09'), async ({ trackerApi, observe, assumptions }) => {
  expect(await trackerApi.getMyself()).toHaveStatus(200);
  observe('DT-N09', assumptions['DT-N09']);
});
test('fails on answers that tell what was sent, one of which does not fit', covers('DT-02'), async ({ trackerApi, users }) => {
  const { caller, bearer } = await users.providePlain();
  for (const one of [trackerApi, trackerApi.as(caller), trackerApi.as(bearer)]) {
    expect.soft(await one.listPriorities()).toHaveStatus(418);
  }
  expect((await trackerApi.listPriorities()).data).toStrictEqual([]);
});
test('makes an issue, and is set up by an answer that tells what was sent', async ({ projects, trackerApi, build, tracker }) => {
  const project = await projects.provide();
  const body = build.issue.in(project, project.issueTypes[0]).build();
  expect.soft(await trackerApi.createIssue({ body })).toHaveStatus(418);
  await tracker.setup.listPriorities();
});
test('opens a session', async ({ trackerApi }) => {
  const body = { username: 'nobody', password: process.env.TRACKER_PASSWORD };
  expect(await trackerApi.createSession({ body })).toHaveStatus(418);
});
test.describe('without an answer', () => {
  test.afterEach(async ({ trackerApi }) => {
    await trackerApi.listComments({ issueIdOrKey: 'A-1' });
  });
  test('waits longer than a call may', async ({ trackerApi }) => {
    await trackerApi.listTransitions({ issueIdOrKey: 'A-1' });
  });
});
test('waits longer than a test may', async ({ trackerApi }) => {
  test.setTimeout(1_500);
  await trackerApi.listComments({ issueIdOrKey: 'A-1' });
});
`;

/** Serves a tracker whose credentials are marked, behind a proxy whose are too, and writes a suite into a folder. */
export async function openMarked(folder: string, by: 'password' | 'token') {
  const { world, login, sandbox } = sharedWorld(1);
  const plain = sandbox.plainUser?.username;
  const users = world.users.map((user) => ({
    ...user,
    ...(user.name === login.username && { password: markedPassword, token: markedToken }),
    ...(user.name === plain && { password: markedPlainPassword, token: markedPlainToken }),
  }));
  const fake = await startFake({ world: { ...world, users }, contextPath: '/x' });
  const server = await serve(forwardTo(fake.url, awkward));
  const proxy = await serveProxy(server.port, `keeper:${markedProxyPassword}`);
  const plainUser = { ...sandbox.plainUser, password: markedPlainPassword, token: markedPlainToken };
  writeFiles(folder, { 'sandbox.json': JSON.stringify({ ...sandbox, plainUser }) });
  writeSmallSuite(join(folder, 'cwd'), {
    files: { 'a.spec.ts': suite },
    start: `import { covers, expect, test } from '${builtModule('fixtures/index.ts')}';\n`,
    allure: true,
    config:
      `timeout: 20_000, use: apiOnly, outputDir: 'out/test-results',` +
      ` reporter: [...reporter, ['json', { outputFile: 'out/report.json' }], ['list']]`,
  });
  const settings = {
    TRACKER_URL: 'http://tracker.test/x',
    HTTP_PROXY: `http://keeper:${encodeURIComponent(markedProxyPassword)}@127.0.0.1:${proxy.port}`,
    ...(by === 'token'
      ? { TRACKER_TOKEN: markedToken }
      : { TRACKER_USERNAME: login.username, TRACKER_PASSWORD: markedPassword }),
    TRACKER_SANDBOX: join(folder, 'sandbox.json'),
    TRACKER_HEADERS: JSON.stringify({ 'X-Gate': `gate "${MARK}"` }),
    TRACKER_ATTACH: 'all',
    TRACKER_OUTPUT: join(folder, 'cwd/out'),
    TRACKER_TIMEOUT: '2500',
  };
  return {
    run: (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      run(join(folder, 'cwd'), args, { ...settings, ...more }),
    /** The places with the mark, in the files and the terminal output of the commands. */
    leaks: (endings: readonly Ending[]) => {
      const found = [
        ...findSecret(join(folder, 'cwd'), MARK),
        ...endings.flatMap(({ stdout, stderr }) => findSecretIn('the terminal', Buffer.from(stdout + stderr), MARK)),
        ...findSecretIn('the journal', Buffer.from(JSON.stringify(fake.control.tenant('main').journal())), MARK),
      ];
      return [...new Set(found.map((one) => one.replace(join(folder, 'cwd'), '')))].slice(0, 20);
    },
    stop: async () => {
      for (const one of [proxy, server]) one.close();
      await fake.close();
    },
  };
}

/**
 * The files below a folder that hold a text, also inside archives: as plain text, or in base64 as in a header or a
 * page.
 *
 * @param secret letters and digits, so that no way of quoting or of writing URLs changes it
 */
function findSecret(folder: string, secret: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return findSecretIn(file, readFileSync(file), secret);
  });
}

export function findSecretIn(where: string, bytes: Buffer, secret: string): string[] {
  const text = bytes.toString('latin1');
  const archives = (text.match(ENCODED_ARCHIVE) ?? []).map((run) => Buffer.from(run, 'base64'));
  return [
    ...[...new Set([secret, ...encodingsOf(secret)])].flatMap((written) => {
      const at = text.indexOf(written);
      return at < 0 ? [] : [`${where}: …${text.slice(Math.max(0, at - 60), at + 60)}…`];
    }),
    ...archives.flatMap((archive) => findSecretIn(`${where} (base64)`, archive, secret)),
    ...unpack(bytes).flatMap((data) => findSecretIn(`${where} (packed)`, data, secret)),
  ];
}

/** Base64 of what starts as a zip or as gzip does. */
const ENCODED_ARCHIVE = /(?:UEsDB|H4sI)[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** What base64 makes of a text behind 0, 1 or 2 other bytes, both ways of writing it: the letters that it alone decides. */
function encodingsOf(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6)];
    const bytes = Buffer.from('\0'.repeat(before) + secret);
    return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(from, to));
  });
}

/** What is in a gzip file, or in each entry of a zip file; nothing of other files. */
function unpack(bytes: Buffer): Buffer[] {
  const start = bytes.toString('latin1', 0, 4);
  if (start.startsWith('\x1f\x8b')) return [gunzipSync(bytes)];
  return start === 'PK\x03\x04' ? Object.values(unzipSync(bytes)).map((entry) => Buffer.from(entry)) : [];
}
