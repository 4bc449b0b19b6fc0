import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { documentsWorld } from '../../../fake/index.js';
import { basic, sender } from '../fake/fake-test.js';
import { sampleProfile } from '../profile/sample-profile.js';
import { run, start } from './command.js';
import type { Running } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

/** Starts `tracker-e2e fake` on a free port, for a test that ends it. */
async function fake(testInfo: TestInfo, ...args: readonly string[]): Promise<Running & { url: string; said: string }> {
  const running = start(testInfo.outputPath('cwd'), ['fake', '--port', '0', ...args]);
  const said = await running.until('Stop it with Ctrl+C.\n');
  return { ...running, said, url: / is served at (\S+)\n/.exec(said)?.[1] ?? '' };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`fake prints where it is and how to log in, answers, and stops with 0 on ${signal}`, async ({}, testInfo) => {
    const { url, said, kill, ended } = await fake(testInfo);

    const reply = await sender(url)('GET', '/rest/api/2/myself', { authorization: basic('tess') });
    kill(signal);

    expect(said.split('\n')).toEqual([
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
    expect(await ended).toEqual({ code: 0, stdout: `${said}Stopped.\n`, stderr: '' });
  });
}

test('fake takes a world, a profile and assumptions as JSON too', async ({}, testInfo) => {
  const running = await fake(
    testInfo,
    ...['--world', JSON.stringify({ ...documentsWorld, title: 'My tracker' })],
    ...['--profile', JSON.stringify(sampleProfile({ assumptions: { 'DT-N09': 200 } }))],
    ...['--assumptions', ' {"DT-N09": 404}'],
  );

  const call = sender(running.url);
  expect((await call('GET', '/rest/api/2/serverInfo')).body).toMatchObject({ serverTitle: 'My tracker' });
  expect((await call('DELETE', '/rest/api/it/1.0/default-template/template/7')).status).toBe(404);
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test('fake serves a world with assumptions under a context path', async ({}, testInfo) => {
  const [world, assumptions] = [testInfo.outputPath('world.json'), testInfo.outputPath('assumptions.json')];
  writeFileSync(world, JSON.stringify({ ...documentsWorld, title: 'My tracker' }));
  writeFileSync(assumptions, '{"DT-N09": 404}');

  const running = await fake(testInfo, '--context-path', '/jira', '--world', world, '--assumptions', assumptions);

  const call = sender(running.url);
  expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/jira$/);
  expect(running.said).toContain(`  control API    ${running.url.replace('/jira', '')}/control/tenants`);
  expect((await call('GET', '/rest/api/2/serverInfo')).body).toMatchObject({ serverTitle: 'My tracker' });
  expect((await call('DELETE', '/rest/api/it/1.0/default-template/template/7')).status).toBe(404);
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test('fake serves the world that world prints', async ({}, testInfo) => {
  const printed = await run(testInfo.outputPath('cwd'), ['world']);
  const file = testInfo.outputPath('world.json');
  writeFileSync(file, printed.stdout);

  const running = await fake(testInfo, '--world', file);

  expect(printed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(printed.stdout)).toEqual(JSON.parse(JSON.stringify(documentsWorld)));
  const reply = await sender(running.url)('GET', '/rest/api/it/1.0/default-template/template/1472');
  expect(reply.body).toMatchObject([{ id: 130 }, { id: 131 }]);
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test('fake says where other machines reach it, and its control API asks for the token of .env', async ({}, testInfo) => {
  mkdirSync(testInfo.outputPath('cwd'), { recursive: true });
  writeFileSync(testInfo.outputPath('cwd/.env'), 'TRACKER_CONTROL_TOKEN=of-this-folder\n');
  const running = await fake(testInfo, '--host', '0.0.0.0');

  expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(running.said).toContain('\n  listens on     0.0.0.0: other machines may reach it\n');
  expect(running.said).toContain(
    `\n  control API    ${running.url}/control/tenants\n                 with its token, in the header Authorization: Bearer\n`,
  );
  expect(running.said).not.toContain('of-this-folder');
  const control = sender(`${running.url}/control`);
  expect((await control('GET', '/tenants', { authorization: null })).status).toBe(401);
  expect((await control('GET', '/tenants', { authorization: 'Bearer of-this-folder' })).status).toBe(200);
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test('a token on the command line wins over that of the environment', async ({}, testInfo) => {
  const running = start(testInfo.outputPath('cwd'), ['fake', '--port', '0', '--control-token', 'of-the-command'], {
    TRACKER_CONTROL_TOKEN: 'of-the-environment',
  });
  const said = await running.until('Stop it with Ctrl+C.\n');
  const control = sender(`${/ is served at (\S+)\n/.exec(said)?.[1] ?? ''}/control`);

  expect((await control('GET', '/tenants', { authorization: 'Bearer of-the-environment' })).status).toBe(401);
  expect((await control('GET', '/tenants', { authorization: 'Bearer of-the-command' })).status).toBe(200);
  expect(said).not.toContain(' listens on ');
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test('fake goes wrong as --faults says, in JSON or in a file of it', async ({}, testInfo) => {
  const file = testInfo.outputPath('faults.json');
  writeFileSync(
    file,
    '[{"kind": "error-response", "status": 429, "count": 1}, {"kind": "malformed", "method": "PUT"}]',
  );

  const [typed, read] = [
    await fake(testInfo, '--faults', '{"kind": "error-response", "status": 503}'),
    await fake(testInfo, '--context-path', '/jira', '--faults', file),
  ];

  expect(typed.said.split('\n')[1]).toBe(
    '  goes wrong     error-response-1: {"seed":1,"kind":"error-response","status":503,"moment":"before"}',
  );
  expect(read.said.split('\n').slice(1, 3)).toEqual([
    '  goes wrong     error-response-1: {"count":1,"seed":1,"kind":"error-response","status":429,"moment":"before"}',
    '                 malformed-2: {"method":"PUT","seed":1,"kind":"malformed"}',
  ]);
  const statusAt = async ({ url }: { url: string }) => (await sender(url)('GET', '/rest/api/2/myself')).status;
  expect([await statusAt(typed), await statusAt(typed)]).toEqual([503, 503]);
  expect([await statusAt(read), await statusAt(read)]).toEqual([429, 200]);
  for (const { kill, ended } of [typed, read]) {
    kill('SIGTERM');
    expect((await ended).code).toBe(0);
  }
});

test('fake on a port that is taken ends with 2 and says what to do', async ({}, testInfo) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const ending = await run(testInfo.outputPath('cwd'), ['fake', '--port', String(port)]);

  expect(ending).toEqual({
    code: 2,
    stdout: '',
    stderr: `Port ${port} is taken: name another with --port, or end what listens there.\n`,
  });
  server.close();
});

test('fake with a bad world ends with 2 and tells every fault', async ({}, testInfo) => {
  const file = testInfo.outputPath('world.json');
  const [template] = documentsWorld.templates ?? [];
  writeFileSync(file, JSON.stringify({ ...documentsWorld, templates: [template, template], issues: [] }));

  const ending = await run(testInfo.outputPath('cwd'), ['fake', '--port', '0', '--world', file]);

  expect(ending).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "The world can't be loaded:\n  - templates.7: that id is taken\n" +
      '  - entries.130: no template 1472\n  - entries.131: no template 1472\n',
  });
});

interface BadCommand {
  readonly title: string;
  readonly args: readonly string[];
  /** Files of the working directory by their names. */
  readonly files?: Readonly<Record<string, string>>;
  readonly stderr: string | RegExp;
}

const bad: readonly BadCommand[] = [
  {
    title: 'a world that is not there',
    args: ['--world', 'gone.json'],
    stderr: /^--world gone\.json can't be read: ENOENT: [^\n]*\.\n$/,
  },
  {
    title: 'a world that is no JSON',
    args: ['--world', 'world.txt'],
    files: { 'world.txt': '{"users":' },
    stderr: /^--world world\.txt can't be read: it is no JSON: [^\n]*\.\n$/,
  },
  {
    title: 'assumptions that are not there',
    args: ['--assumptions', 'gone.json'],
    stderr: /^--assumptions gone\.json can't be read: ENOENT: [^\n]*\.\n$/,
  },
  {
    title: 'an assumption nobody knows',
    args: ['--assumptions', 'a.json'],
    files: { 'a.json': '{"DT-N99": 1}' },
    stderr: 'The assumptions can\'t be used: Unrecognized key: "DT-N99".\n',
  },
  {
    title: 'faults that are no JSON',
    args: ['--faults', '{"kind":'],
    stderr: /^--faults can't be read: it is no JSON: [^\n]*\.\n$/,
  },
  {
    title: 'faults that are not there',
    args: ['--faults', 'gone.json'],
    stderr: /^--faults gone\.json can't be read: ENOENT: [^\n]*\.\n$/,
  },
  {
    title: 'a fault nobody knows',
    args: ['--faults', '{"kind": "connection-reset", "moment": "later"}'],
    stderr: 'The fault can\'t be used: 0.moment: Invalid option: expected one of "before"|"after"|"during".\n',
  },
  {
    title: 'a context path without a slash',
    args: ['--context-path', 'jira'],
    stderr: "The context path jira can't be used: it is empty or like /jira, and not /rest, /secure or /control.\n",
  },
  {
    title: 'a port that is none',
    args: ['--port', '70000'],
    stderr:
      "error: option '--port <port>' argument '70000' is invalid. A port is a number from 0 to 65535.\n(--help lists the commands and options)\n",
  },
  {
    title: 'an address this machine does not have',
    args: ['--host', '192.0.2.1', '--control-token', 'not-the-point'],
    stderr: "The fake can't listen on 192.0.2.1, port 0 (EADDRNOTAVAIL): name others with --host and --port.\n",
  },
  {
    title: 'an address that other machines reach, and no token',
    args: ['--host', '0.0.0.0'],
    stderr:
      'On 0.0.0.0 other machines may reach the fake, so its control API needs a token: name one with --control-token or ' +
      'TRACKER_CONTROL_TOKEN (in a program: controlToken), or listen on 127.0.0.1.\n',
  },
  {
    title: 'an empty token in .env on such an address',
    args: ['--host', '::'],
    files: { '.env': 'TRACKER_CONTROL_TOKEN=' },
    stderr: /^On :: other machines may reach the fake, so its control API needs a token: [^\n]*\n$/,
  },
  ...['', 'short', 'with blank', 'ümläute-in-it'].map((token) => ({
    title: `the token "${token}"`,
    args: ['--control-token', token],
    stderr: "The token of the control API can't be used: it is 8 to 200 letters, digits and signs, without blanks.\n",
  })),
  {
    title: 'a flag nobody knows',
    args: ['--worlds', 'x'],
    stderr: "error: unknown option '--worlds'\n(Did you mean --world?)\n(--help lists the commands and options)\n",
  },
  {
    title: 'an argument it does not take',
    args: ['world.json'],
    stderr:
      "error: too many arguments for 'fake'. Expected 0 arguments but got 1.\n(--help lists the commands and options)\n",
  },
];

for (const { title, args, files = {}, stderr } of bad) {
  test(`fake with ${title} ends with 2 and says so`, async ({}, testInfo) => {
    const folder = testInfo.outputPath();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

    const ending = await run(folder, ['fake', '--port', '0', ...args]);

    expect(ending).toMatchObject({ code: 2, stdout: '' });
    expect(ending.stderr).toEqual(stderr instanceof RegExp ? expect.stringMatching(stderr) : stderr);
  });
}
