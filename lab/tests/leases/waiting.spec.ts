import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { takeFileLease, newHolder } from '../../../fixtures/cleanup/leases/file-lease.js';
import { waitFor } from '../../../fixtures/cleanup/leases/waiting.js';
import { machineIdFrom } from '../../../fixtures/cleanup/this-machine.js';
import type { MachineTraits } from '../../../fixtures/cleanup/this-machine.js';
import { TestOverError } from '../../../fixtures/errors.js';
import { watchLeases } from '../../../fixtures/test/worker-fixtures.js';

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
