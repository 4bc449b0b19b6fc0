import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run, start } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

const ID = '00000000-0000-4000-8000-000000000000';

test('--stop ends the fake of a pid file, and another fake can have neither its file nor its place', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  const args = ['fake', '--port', '0', '--pid-file', 'fake.pid'];
  const running = start(cwd, [...args, '--control-token', 'not-for-stopping']);
  const url = / is served at (\S+)\n/.exec(await running.until('Stop it with Ctrl+C.\n'))?.[1] ?? '';
  const [pid = '', told] = readFileSync(join(cwd, 'fake.pid'), 'utf8').split('\n');

  const second = await run(cwd, args);
  running.kill('SIGHUP');
  const stopping = await run(cwd, ['fake', '--stop', '--pid-file', 'fake.pid']);

  expect(told).toBe(url);
  expect(second).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`(process ${pid}): name another`),
  });
  expect(stopping).toEqual({ code: 0, stdout: `Stopped the fake at ${url} (process ${pid}).\n`, stderr: '' });
  expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/Stopped\.\n$/) });
  expect(existsSync(join(cwd, 'fake.pid'))).toBe(false);
});

test('a fake takes the place of a pid file that a killed one left', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'fake.pid'), `${process.pid}\nhttp://127.0.0.1:1\n${ID}\n`);

  const running = start(cwd, ['fake', '--port', '0', '--pid-file', 'fake.pid']);
  await running.until('Stop it with Ctrl+C.\n');
  const [pid] = readFileSync(join(cwd, 'fake.pid'), 'utf8').split('\n');
  running.kill('SIGTERM');

  expect(pid).not.toBe(String(process.pid));
  expect((await running.ended).code).toBe(0);
  expect(existsSync(join(cwd, 'fake.pid'))).toBe(false);
});

for (const { title, args, files, code, said } of [
  { title: 'no pid file named', args: ['--stop'], files: {}, code: 2, said: '--stop needs --pid-file' },
  {
    title: 'no such file',
    args: ['--stop', '--pid-file', 'fake.pid'],
    files: {},
    code: 2,
    said: "can't be read: ENOENT",
  },
  {
    title: 'a file of text',
    args: ['--stop', '--pid-file', 'fake.pid'],
    files: { 'fake.pid': '12 monkeys\n' },
    code: 2,
    said: 'is no pid file',
  },
  {
    title: 'another process',
    args: ['--stop', '--pid-file', 'fake.pid'],
    files: { 'fake.pid': `${process.pid}\nhttp://127.0.0.1:1\n${ID}\n` },
    code: 2,
    said: `Nothing was stopped: process ${process.pid} does not answer`,
  },
  {
    title: 'a process that has ended',
    args: ['--stop', '--pid-file', 'fake.pid'],
    files: { 'fake.pid': `2147483646\nhttp://127.0.0.1:1\n${ID}\n` },
    code: 0,
    said: 'has ended already. fake.pid is removed.',
  },
  {
    title: 'a start over a file of text',
    args: ['--pid-file', 'fake.pid'],
    files: { 'fake.pid': 'mine\n' },
    code: 2,
    said: 'is no pid file',
  },
  {
    title: 'a start with a folder',
    args: ['--port', '0', '--pid-file', '.'],
    files: {},
    code: 2,
    said: "can't be read: EISDIR",
  },
]) {
  test(`${title}: ${code} and a sentence`, async ({}, testInfo) => {
    const cwd = testInfo.outputPath('cwd');
    mkdirSync(cwd, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);

    const ending = await run(cwd, ['fake', ...args]);

    expect(ending.code).toBe(code);
    expect(ending.stdout + ending.stderr).toContain(said);
    expect((ending.stdout + ending.stderr).trimEnd().split('\n')).toHaveLength(1);
  });
}
