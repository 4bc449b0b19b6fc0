import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { takeFileLease } from '../../../fixtures/cleanup/leases/file-lease.js';
import { newHolder } from '../../../fixtures/cleanup/leases/lease-holder.js';
import { RunKnowledge } from '../../../fixtures/cleanup/leases/run-knowledge.js';
import { waitFor } from '../../../fixtures/cleanup/leases/waiting.js';
import { machineIdFrom } from '../../../fixtures/cleanup/this-machine.js';
import type { MachineTraits } from '../../../fixtures/cleanup/this-machine.js';
import { TestOverError } from '../../../fixtures/errors.js';
import { watchLeases } from '../../../fixtures/test/test-watch.js';

const own = () => newHolder('abc12', 'a token', 0);

/** Takes a lease that may have just been given back. */
function take(folder: string, name: string) {
  return takeFileLease(folder, name, own()) ?? takeFileLease(folder, name, own());
}

test('a lease on this machine is taken once, says who holds it, and is free again when it is given back', ({}, testInfo) => {
  const folder = testInfo.outputPath('leases');

  const lease = take(folder, 'template 7') as { release: () => void };

  expect(readdirSync(folder)).toEqual(['template%207.lease']);
  expect(take(folder, 'template 7')).toEqual({
    holder: expect.objectContaining({ run: 'abc12', pid: process.pid, host: expect.any(String) }),
    since: expect.stringMatching(/^\d{4}-/),
    until: expect.any(String),
  });
  expect(take(folder, 'b')).toHaveProperty('release');
  lease.release();
  expect(readdirSync(folder)).toEqual(['b.lease']);
});

test('a lease whose process is gone, or that was never finished, is taken over by one alone', ({}, testInfo) => {
  const { holder: process_, ...rest } = own();
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const [index, text] of [JSON.stringify({ holder: { ...process_, pid }, ...rest }), ''].entries()) {
    const folder = testInfo.outputPath(`leases-${index}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.lease'), text);

    expect(take(folder, 'a')).toHaveProperty('release');
    expect(take(folder, 'a')).not.toHaveProperty('release');
  }
});

/** The code of a process that tries until it has the lease, says so, and holds it. */
const source = `
  import { takeFileLease } from '${moduleUrl('file-lease.ts')}';
  import { newHolder } from '${moduleUrl('lease-holder.ts')}';
  const folder = process.argv.at(-1);
  const attempt = () => {
    const lease = takeFileLease(folder, 'a', newHolder('other', 'a token', 0));
    if (lease !== undefined && 'release' in lease) process.stdout.write('took it');
    else setTimeout(attempt, 10);
  };
  attempt();
  process.stdin.resume();
`;

function moduleUrl(file: string): string {
  return pathToFileURL(join(import.meta.dirname, '../../../fixtures/cleanup/leases', file)).href;
}

/** A process that wants the lease `a`, and what it said of it. It ends with this one. */
function holder(folder: string): { said: Promise<string>; kill: () => void } {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source, folder];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
  });
  return { said, kill: () => void child.kill('SIGKILL') };
}

test('two processes do not hold the same lease, and one that is killed gives it back', async ({}, testInfo) => {
  const folder = testInfo.outputPath('leases');
  const first = holder(folder);
  expect(await first.said).toBe('took it');

  const impatient = take(folder, 'a');
  const second = holder(folder);
  first.kill();

  expect(impatient).not.toHaveProperty('release');
  expect(await second.said).toBe('took it');
  expect(take(folder, 'a')).not.toHaveProperty('release');
  second.kill();
  await expect.poll(() => take(folder, 'a')).toHaveProperty('release');
});

test('the id of a machine is that of its boot and namespace, its system or its network, whichever is known first', () => {
  const [one, other] = ['02:42:ac:11:00:02', '9a:0f:00:00:00:01'];
  const known: MachineTraits = {
    hostname: 'runner',
    bootId: 'b0a7',
    processNamespace: 'pid:[4026531836]',
    systemId: '1ab2',
    hardwareAddresses: [one],
  };
  const idWith = (traits: Partial<MachineTraits>) => machineIdFrom({ ...known, ...traits });
  const system = { bootId: undefined, processNamespace: undefined };
  const bare = { ...system, systemId: undefined };

  expect(idWith({})).toMatch(/^[0-9a-f]{12}$/);
  for (const [traits, alike] of [
    // Network interfaces come and go.
    [{}, { hardwareAddresses: [one, other] }],
    [system, { ...system, hardwareAddresses: [] }],
    [
      { ...bare, hardwareAddresses: [one, other] },
      { ...bare, hardwareAddresses: [other, one, one] },
    ],
  ]) {
    expect(idWith(alike ?? {})).toBe(idWith(traits ?? {}));
  }
  for (const [traits, unlike] of [
    [{}, { bootId: 'c0de' }],
    [{}, { processNamespace: 'pid:[4026532001]' }],
    [system, { ...system, systemId: 'another' }],
    [bare, { ...bare, hardwareAddresses: [other] }],
  ]) {
    expect(idWith(unlike ?? {})).not.toBe(idWith(traits ?? {}));
  }
});

test.describe('what workers of a run ask a tracker', () => {
  const workerOf = (run: string) => new RunKnowledge(test.info().outputPath('leases'), run);

  /** A tracker that counts how often it is asked. */
  function tracker(takes = 0) {
    let asked = 0;
    const ask = async () => {
      const answer = { number: (asked += 1) };
      await sleep(takes);
      return answer;
    };
    return { ask, asked: () => asked };
  }

  test('is asked once, also at the same time, and anew for another question or another run', async () => {
    const { ask, asked } = tracker(50);

    const answers = await Promise.all([1, 2, 3].map(() => workerOf('abcde').once('who', ask)));
    expect(answers).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
    expect(await workerOf('abcde').once('who', ask)).toEqual({ number: 1 });
    expect(asked()).toBe(1);

    await workerOf('abcde').once('what', ask);
    await workerOf('other').once('who', ask);
    expect(asked()).toBe(3);
  });

  test('is no failure, and what is asked again counts for all', async () => {
    const { ask } = tracker();
    const failing = workerOf('abcde').once('who', () => Promise.reject(new Error('no answer')));

    await expect(failing).rejects.toThrow('no answer');
    expect(await workerOf('abcde').once('who', ask)).toEqual({ number: 1 });
    await workerOf('abcde').again('who', ask);
    expect(await workerOf('abcde').once('who', ask)).toEqual({ number: 2 });
  });
});

/** The parts of a test that a wait needs. */
function testWith(timeout: number, note?: Parameters<typeof watchLeases>[1]) {
  const info = {
    timeout,
    status: 'passed',
    annotations: [] as { type: string; description: string }[],
    titlePath: ['a.spec.ts', 'waits'],
    setTimeout: (milliseconds: number) => {
      info.timeout = milliseconds;
    },
  };
  return { info, watch: watchLeases(info as unknown as TestInfo, note) };
}

test('a wait does not use up the time of the test, and a time without an end keeps none', () => {
  const [timed, endless] = [testWith(30_000), testWith(0)];

  timed.watch.begins(60_000);
  const meanwhile = timed.info.timeout;
  timed.watch.ends(60_000, 4_000);
  endless.watch.begins(60_000);
  endless.watch.ends(60_000, 4_000);

  expect([meanwhile, timed.info.timeout, endless.info.timeout]).toEqual([90_000, 34_000, 0]);
  expect(timed.info.annotations).toEqual([]);
});

test('a wait stands in the status line as long as it lasts, and then in the report', () => {
  const noted: unknown[] = [];
  const { info, watch } = testWith(30_000, (wait) => noted.push(wait));
  const what = 'slot 1 of 1 is held by run other';

  watch.begins(60_000);
  watch.goesOn(what);
  watch.ends(60_000, 4_200);

  expect(noted).toEqual([{ test: 'a.spec.ts › waits', what, since: expect.any(Number) }, undefined]);
  expect(info.annotations).toEqual([{ type: 'waited', description: `4.2 s: ${what}` }]);
});

test('a test that is interrupted or timed out waits no longer', async () => {
  for (const status of ['interrupted', 'timedOut']) {
    const { info, watch } = testWith(30_000);
    let tries = 0;
    const attempt = () => {
      tries += 1;
      info.status = status;
      return Promise.resolve(undefined);
    };

    const waiting = waitFor({ longest: 60_000, watch }, { attempt, held: () => 'it is held', remedy: 'Wait' });

    await expect(waiting).rejects.toThrow(TestOverError);
    expect(tries).toBe(1);
    expect(info.timeout).toBeLessThan(31_000);
  }
});

test('a wait for something else is told again', async () => {
  const texts = ['slot 1', 'slot 2'];
  const told: string[] = [];
  const watch = { begins: () => undefined, goesOn: (what: string) => void told.push(what), ends: () => undefined };
  // The first second is not told.
  const attempt = () => Promise.resolve(told.length === 2 ? true : undefined);

  await waitFor({ longest: 60_000, watch }, { attempt, held: () => texts[told.length] ?? 'slot 2', remedy: '' });

  expect(told).toEqual(['slot 1', 'slot 2']);
});
