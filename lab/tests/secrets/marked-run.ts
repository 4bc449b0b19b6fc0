import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { startFake } from '../../../fake/index.js';
import { sharedWorld } from '../../../fixtures/target/shared-world.js';
import { builtModule } from '../built-package.js';
import { run } from '../cli/command.js';
import type { Ending } from '../cli/command.js';
import { forwardTo, serve, serveProxy } from '../wire/servers.js';
import { findSecret, findSecretIn } from './find-secret.js';

const root = join(import.meta.dirname, '../../..');

/** Letters and digits that stand nowhere else, inside every secret. */
const MARK = 'Q7markedX9credentialZ3';

/** A password with all that URLs, JSON, shells and base64 write otherwise. */
export const markedPassword = `p:"'/+% ä\\${MARK}`;

/** A password as the settings of the sandbox and of a proxy have one. */
const [markedProxyPassword, markedPlainPassword] = [`proxy/"${MARK}`, `plain'"${MARK}`];

/** A cookie of a caller. */
const markedCookie = `"node/1|${MARK}"`;

/** The tokens of the two users. */
const [markedToken, markedPlainToken] = [`${MARK}${MARK}`.slice(0, 32), `${MARK}${MARK}`.slice(0, 30)];

/** A tracker whose credentials are marked, behind a proxy whose credentials are, too. */
interface Marked {
  /** Runs a command in the folder of the suite. */
  run(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ending>;
  /** The places with the mark, in the files and the terminal output of the commands. */
  leaks(endings: readonly Ending[]): string[];
  /** Ends the tracker and the proxy. */
  stop(): Promise<void>;
}

/** The files below a folder. */
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
test('passes', covers('DT-01'), async ({ issues }) => {
  expect(await issues.getMyself()).toHaveStatus(200);
});
test('answers an open question', covers('DT-N09'), async ({ issues, observe, assumptions }) => {
  expect(await issues.getMyself()).toHaveStatus(200);
  observe('DT-N09', assumptions['DT-N09']);
});
test('fails on answers that tell what was sent, one of which does not fit', covers('DT-02'), async ({ issues, users }) => {
  const { caller, bearer } = await users.providePlain();
  for (const one of [issues, issues.as(caller), issues.as(bearer)]) {
    expect.soft(await one.listPriorities()).toHaveStatus(418);
  }
  expect((await issues.listPriorities()).data).toEqual([]);
});
test('makes an issue, and is set up by an answer that tells what was sent', async ({ projects, issues, build, tracker }) => {
  const project = await projects.provide();
  const body = build.issue.in(project, project.issueTypes[0]).build();
  expect.soft(await issues.createIssue({ body })).toHaveStatus(418);
  await tracker.setup.listPriorities();
});
test.describe('without an answer', () => {
  test.afterEach(async ({ issues }) => {
    await issues.listComments({ issueIdOrKey: 'A-1' });
  });
  test('waits longer than a call may', async ({ issues }) => {
    await issues.listTransitions({ issueIdOrKey: 'A-1' });
  });
});
test('waits longer than a test may', async ({ issues }) => {
  test.setTimeout(1_500);
  await issues.listComments({ issueIdOrKey: 'A-1' });
});
`;

/** Serves such a tracker and writes a suite into a folder. */
export async function openMarked(folder: string, by: 'password' | 'token', viaProxy: boolean): Promise<Marked> {
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
  mkdirSync(join(folder, 'cwd'), { recursive: true });
  const sandboxFile = join(folder, 'sandbox.json');
  writeFileSync(
    sandboxFile,
    JSON.stringify({
      ...sandbox,
      plainUser: { ...sandbox.plainUser, password: markedPlainPassword, token: markedPlainToken },
    }),
  );
  writeSuite(join(folder, 'cwd'));
  const settings = {
    TRACKER_URL: viaProxy ? 'http://tracker.test/x' : `http://127.0.0.1:${server.port}/x`,
    ...(viaProxy && { HTTP_PROXY: `http://keeper:${encodeURIComponent(markedProxyPassword)}@127.0.0.1:${proxy.port}` }),
    ...(by === 'token'
      ? { TRACKER_TOKEN: markedToken }
      : { TRACKER_USERNAME: login.username, TRACKER_PASSWORD: markedPassword }),
    TRACKER_SANDBOX: sandboxFile,
    TRACKER_ATTACH: 'all',
    TRACKER_OUTPUT: join(folder, 'cwd/out'),
    TRACKER_RUN_TOTALS: join(folder, 'cwd/run-totals.json'),
    TRACKER_TIMEOUT: '2500',
  };
  const stop = async () => {
    for (const one of [proxy, server]) one.close();
    await fake.close();
  };
  return {
    run: (args, more = {}) => run(join(folder, 'cwd'), args, { ...settings, ...more }),
    leaks: (endings) => {
      const found = [
        ...findSecret(join(folder, 'cwd'), MARK),
        ...endings.flatMap(({ stdout, stderr }) => findSecretIn('the terminal', Buffer.from(stdout + stderr), MARK)),
        ...findSecretIn('the journal', Buffer.from(JSON.stringify(fake.control.tenant('main').journal())), MARK),
      ];
      return [...new Set(found.map((one) => one.replace(join(folder, 'cwd'), '')))].slice(0, 20);
    },
    stop,
  };
}

function writeSuite(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(
    join(folder, 'a.spec.ts'),
    `import { covers, expect, test } from '${builtModule('fixtures/index.ts')}';\n${suite}`,
  );
  const source = [
    `import { apiOnly, describeTarget, loadSettings } from '${builtModule('fixtures/index.ts')}';`,
    `import { trackerReporters } from '${builtModule('reports/tracker-reporters.ts')}';`,
    'const settings = loadSettings();',
    'const target = describeTarget(settings);',
    `const reporter = [...trackerReporters(settings, target, { apis: ['default-templates'] }), ['json', { outputFile: 'out/report.json' }], ['list']];`,
    `export default { testDir: '.', workers: 1, timeout: 20_000, metadata: { target }, use: apiOnly, outputDir: 'out/test-results', reporter };`,
  ];
  writeFileSync(join(folder, 'playwright.config.ts'), `${source.join('\n')}\n`);
}
