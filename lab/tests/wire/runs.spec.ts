import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readEvent } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { run as command, settingsFor, writeFiles } from '../cli/command.js';
import { builtModule } from '../built-package.js';
import { startTest as test } from '../fake/fake-test.js';
import { writeSmallSuite } from '../cli/small-suite.js';
import { sampleResults } from '../results/publish-test.js';
import { findSecretIn, written } from '../secrets/marked-secrets.js';
import { runSpecs } from '../fixtures/run-specs.js';
import { closeServers, forwardTo, makeCertificates, serveSecurely, tlsFile } from './servers.js';

test.afterEach(closeServers);

const login = { TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin', TRACKER_SEED: '5' };

test('a run of one’s own, with a private authority in NODE_EXTRA_CA_CERTS and another in .env, a tracker that is busy, and paths of its own @release', async ({
  start,
}, testInfo) => {
  const world = { ...documentsWorld, basePaths: { tracker: '/rest/moved/api/2' } };
  const { fake, main } = await start({ world, contextPath: '/a/b' });
  main.addFault({ kind: 'latency', milliseconds: 600_000, endpoint: 'listStatuses' });
  const asked: string[] = [];
  const server = await serveSecurely(
    'vouched',
    forwardTo(fake.url, ({ url = '' }, answer) => {
      asked.push(url);
      // The first call of it is the login before the tests.
      const isSecond = url.endsWith('/myself') && asked.filter((one) => one === url).length === 2;
      if (isSecond) answer.writeHead(503, { 'retry-after': '0' }).end();
      if (url.endsWith('/priority')) answer.writeHead(429, { 'retry-after': '9' }).end('{"message":"too many"}');
    }),
  );
  const other = await serveSecurely('unvouched', (_, answer) => answer.end('not the tracker'));
  const directory = testInfo.outputPath('run');
  writeFiles(directory, { '.env': `TRACKER_CA=${tlsFile('other-authority')}\nTRACKER_RATE=50\n` });
  const url = `https://localhost:${server.port}/a/b`;

  const run = await runSpecs(directory, {
    spec: `
      test('passes', async ({ tracker, trackerApi }) => {
        expect((await tracker.setup.getMyself()).name).toBe('admin');
        expect(await trackerApi.getMyself()).toHaveStatus(200);
        // TRACKER_CA is for the calls of the harness alone.
        const other = await fetch('https://localhost:${other.port}').catch((error) => error.cause);
        expect(other.code).toMatch(/CERT|SIGNATURE/);
      });
      test('is limited', async ({ trackerApi }) => { expect(await trackerApi.listPriorities()).toHaveStatus(200); });
      test('waits', async ({ trackerApi }, testInfo) => {
        testInfo.setTimeout(15_000);
        await Promise.all(Array.from({ length: 20 }, () => trackerApi.getMyself()));
        expect(testInfo.timeout).toBeGreaterThan(15_000);
      });
      test('hears nothing', async ({ trackerApi }, testInfo) => {
        testInfo.setTimeout(3_000);
        await trackerApi.listStatuses();
      });
    `,
    env: {
      ...{ ...login, TRACKER_URL: `${url}//`, TRACKER_BASE_PATHS: '{"tracker": "/rest/moved/api/2/"}' },
      TRACKER_TIMEOUT: '5000',
      NODE_EXTRA_CA_CERTS: tlsFile('authority'),
    },
  });

  expect(
    run.tests.map(({ status }) => status),
    run.output,
  ).toStrictEqual(['passed', 'failed', 'passed', 'timedOut']);
  expect(run.output).toMatch(/Test timeout of 3000ms exceeded\..*GET \S+\/status had no answer after \d/s);
  expect(asked.find((path) => path.endsWith('/myself'))).toBe('/a/b/rest/moved/api/2/myself');
  const retried = `GET ${url}/rest/moved/api/2/myself answered 503; the next try is after 0.5 s`;
  expect(readEvent(run.tests[0]?.annotations).retried).toContain(retried);
  expect(run.written, 'Allure’s step').toContain(`"name":"set-up tried again: ${retried}"`);
  expect(run.output).toContain('Set TRACKER_RATE to fewer requests a second, or have Playwright retry such a test');
  expect(readEvent(run.tests[1]?.annotations).rateLimited).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith('/priority'))).toHaveLength(1);
});

test('each command goes through a gateway that asks for a certificate and a header, and says that nobody checks its own', async ({
  start,
}, testInfo) => {
  const { fake } = await start({ contextPath: '/jira' });
  const path = makeCertificates(testInfo.outputPath('certificates'));
  const gate = 'Q9openSesameX7';
  const called: string[] = [];
  const gateway = await serveSecurely(
    'unvouched',
    forwardTo(fake.url, ({ headers }, answer) => {
      called.push(headers['x-gate'] === gate ? 'by the gate' : 'beside it');
      if (headers['x-gate'] !== gate) answer.writeHead(403).end('<html><title>Stop</title></html>');
    }),
    path('own.pem'),
  );
  const cwd = testInfo.outputPath('cwd');
  const spec = `test('passes', async ({ trackerApi }) => { expect(await trackerApi.getMyself()).toHaveStatus(200); });`;
  const from = `import { expect, test } from '${builtModule('fixtures/index.ts')}';\n`;
  writeSmallSuite(cwd, { files: { 'a.spec.ts': spec }, start: from, allure: true, config: 'use: apiOnly' });
  writeFiles(cwd, { 'results.json': JSON.stringify(sampleResults('one')) });
  const settings = {
    ...settingsFor({ url: `${gateway.url}/jira`, login: { username: 'admin', password: 'admin' }, sandbox: {} }),
    TRACKER_CLIENT_CERT: path('own.pem'),
    TRACKER_CLIENT_KEY: path('own.key'),
    TRACKER_HEADERS: JSON.stringify({ 'X-Gate': gate }),
    TRACKER_INSECURE: 'on',
    TRACKER_REPORTS: 'junit,github,gitlab,markdown,ctrf',
    TRACKER_GATE: 'selected',
    TRACKER_OUTPUT: join(cwd, 'out'),
  };

  for (const args of [
    ['run'],
    ['doctor'],
    ['observe', '--output', 'profile.json'],
    ['sweep', '--older-than', '1s'],
    ['publish', 'results.json', '--plan', 'TEST-1', '--dry-run'],
  ]) {
    const before = called.length;
    const { code, stdout, stderr } = await command(cwd, args, settings);
    expect.soft(called.length, args[0]).toBeGreaterThan(before);
    expect.soft(`${code} ${stdout}${stderr}`, args[0]).toMatch(/^[^4].*its certificate was not checked/s);
    expect.soft(findSecretIn(`the output of ${args[0]}`, Buffer.from(stdout + stderr), gate)).toStrictEqual([]);
  }
  expect(new Set(called)).toStrictEqual(new Set(['by the gate']));
  const placesOf = (text: string) =>
    written(join(cwd, 'out/shared'))
      .filter((file) => /\.\w+$/.test(file))
      .filter((file) => findSecretIn(file, readFileSync(join(cwd, 'out/shared', file)), text).length > 0);
  expect(placesOf(gate)).toStrictEqual([]);
  expect(placesOf('was not checked')).toStrictEqual(
    expect.arrayContaining([
      ...['rules.html', 'rules.json', 'junit.xml', 'ctrf.json', 'failures.md'],
      ...['allure-report/index.html', 'allure-results/environment.properties'],
    ]),
  );
  const summary = await command(cwd, ['rules', '--summary'], settings);
  expect(summary.stdout).toContain('Warning: its certificate was not checked');
  const outside = await command(cwd, ['run'], { ...settings, TRACKER_HEADERS: '' });
  expect([outside.code, outside.stderr]).toStrictEqual([4, expect.stringContaining('with the web page “Stop”')]);
});
