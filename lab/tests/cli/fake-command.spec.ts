import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { basic, sender } from '../fake/fake-test.js';
import { sampleProfile } from '../reports/sample-run.js';
import { runHere, start, writeFiles } from './command.js';

async function fake(testInfo: TestInfo, args: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) {
  const running = start(testInfo.outputPath('cwd'), ['fake', '--port', '0', ...args], settings);
  const said = await running.until('Stop it with Ctrl+C.\n');
  const url = / is served at (\S+)\n/.exec(said)?.[1] ?? '';
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    running.child.kill(signal);
    return running.ended;
  };
  const tokenStatus = async (authorization: string | null) =>
    (await sender(`${url}/control`)('GET', '/tenants', { authorization })).status;
  return { ...running, said, url, call: sender(url), stop, tokenStatus };
}

test('fake prints its address and how to log in, answers, stops with 0 on SIGTERM, and goes on from --save, with a token for other machines, until --stop', async ({}, testInfo) => {
  const { url, said, call, stop } = await fake(testInfo, ['--save', 'saved.json']);
  const [abandoned, recent] = [1, 2].map((pid) => testInfo.outputPath('cwd', `saved.json.${pid}.tmp`)) as [
    string,
    string,
  ];
  for (const file of [abandoned, recent]) writeFileSync(file, '{');
  utimesSync(abandoned, 0, 0);

  const reply = await call('GET', '/rest/api/2/myself', { authorization: basic('tess') });
  const fields = { project: { key: 'DEMO' }, issuetype: { name: 'Task' }, summary: 'Kept' };
  await call('POST', '/rest/api/2/issue', { json: { fields } });

  expect(said.split('\n')).toStrictEqual([
    `Bundled tracker is served at ${url}`,
    '  log in as      admin / admin',
    '                 tess / tess',
    '                 guest / guest',
    `  try            curl -u admin:admin ${url}/rest/api/2/project/HELP`,
    `  console        ${url}/`,
    `  control API    ${url}/control/tenants`,
    'Stop it with Ctrl+C.',
    '',
  ]);
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(reply).toMatchObject({ status: 200, body: { name: 'tess' } });
  expect(await stop()).toMatchObject({ code: 0, stdout: `${said}Saved in saved.json.\nStopped.\n`, stderr: '' });
  // A killed save left it.
  expect([abandoned, recent].map(existsSync)).toStrictEqual([false, true]);

  await test.step('the next one goes on, takes the place of a pid file that a killed one left, and no other can have it', async () => {
    const cwd = testInfo.outputPath('cwd');
    writeFileSync(join(cwd, '.env'), '\uFEFFTRACKER_CONTROL_TOKEN=of-this-folder\n');
    const left = `${process.pid}\nhttp://127.0.0.1:1\n00000000-0000-4000-8000-000000000000\n`;
    writeFileSync(join(cwd, 'fake.pid'), left);
    const next = await fake(testInfo, ['--world', 'saved.json', '--host', '0.0.0.0', '--pid-file', 'fake.pid']);
    const [pid = '', told] = readFileSync(join(cwd, 'fake.pid'), 'utf8').split('\n');
    const issue = await next.call('GET', '/rest/api/2/issue/DEMO-3');
    const statuses = [await next.tokenStatus(null), await next.tokenStatus('Bearer of-this-folder')];
    const other = await runHere(['fake', '--port', '0', '--pid-file', 'fake.pid']);
    next.child.kill('SIGHUP');
    const stopping = await runHere(['fake', '--stop', '--pid-file', 'fake.pid']);

    expect(issue).toMatchObject({ status: 200, body: { fields: { summary: 'Kept' } } });
    // Other machines reach it, so its control API asks for the token of .env.
    expect(next.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(next.said).toContain('\n  listens on     0.0.0.0: other machines may reach it\n');
    expect(next.said).toContain(
      `\n  control API    ${next.url}/control/tenants\n                 with its token, in the header Authorization: Bearer\n`,
    );
    expect(next.said).not.toContain('of-this-folder');
    expect(statuses).toStrictEqual([401, 200]);
    expect(told).toBe(next.url);
    const refusal = expect.stringContaining(`(process ${pid}): name another`);
    expect(other).toMatchObject({ code: 2, stdout: '', stderr: refusal });
    expect(stopping).toStrictEqual({
      code: 0,
      stdout: `Stopped the fake at ${next.url} (process ${pid}).\n`,
      stderr: '',
    });
    expect(await next.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/Stopped\.\n$/) });
    expect(existsSync(join(cwd, 'fake.pid'))).toBe(false);
  });
});

const world = { ...documentsWorld, title: 'My tracker' };
const profile = JSON.stringify(
  sampleProfile({ assumptions: { 'DT-N09': 200, 'DT-N06': 'included', 'TM-N22': 'as named' } }),
);

test('fake takes world, version, answers, faults, a defect and a context path, in JSON or in files, keeps its port, and stops with 0 on SIGINT', async ({}, testInfo) => {
  const faults = [
    { kind: 'error-response', status: 429, count: 1 },
    { kind: 'malformed', method: 'PUT' },
  ];
  const [worldText, faultsText] = [world, faults].map((json) => JSON.stringify(json)) as [string, string];
  writeFiles(testInfo.outputPath('cwd'), { 'world.json': worldText, 'faults.json': faultsText });
  const { url, said, call, stop } = await fake(testInfo, [
    ...['--context-path', '/jira', '--world', 'world.json', '--faults', 'faults.json'],
    ...['--profile', profile, '--assumptions', ' {"DT-N09": 404}', '--defect', 'DT-02-key-answers-nothing'],
  ]);

  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/jira$/);
  expect(said).toContain(`  control API    ${url.replace('/jira', '')}/control/tenants`);
  expect(said.split('\n').slice(1, 5)).toStrictEqual([
    '  it breaks      DT-02: A project named by its key is answered with an empty list.',
    '  not followed   DT-N06: it answers these questions by default',
    '  goes wrong     error-response-1: {"count":1,"seed":1,"kind":"error-response","status":429,"moment":"before"}',
    '                 malformed-2: {"method":"PUT","seed":1,"kind":"malformed"}',
  ]);
  const [limited, info] = [await call('GET', '/rest/api/2/serverInfo'), await call('GET', '/rest/api/2/serverInfo')];
  expect(limited.status).toBe(429);
  expect(info.body).toMatchObject({ serverTitle: 'My tracker', version: '9.12.0', versionNumbers: [9, 12, 0] });
  const meta = await call('GET', '/rest/api/2/issue/createmeta?projectKeys=DEMO', { authorization: basic('admin') });
  expect(meta).toMatchObject({ status: 200, body: { projects: [{ key: 'DEMO' }] } });
  expect((await call('DELETE', '/rest/api/it/1.0/default-template/template/7')).status).toBe(404);
  const project = '/rest/api/it/1.0/default-template/project';
  expect((await call('GET', `${project}/11100`)).body).not.toStrictEqual([]);
  expect(await call('GET', `${project}/HELP`)).toMatchObject({ status: 200, body: [] });
  const { port } = new URL(url);
  const stderr = `Port ${port} is taken: name another with --port, or end what listens there.\n`;
  expect(await runHere(['fake', '--port', port])).toMatchObject({ code: 2, stderr });
  expect((await stop('SIGINT')).code).toBe(0);
});
