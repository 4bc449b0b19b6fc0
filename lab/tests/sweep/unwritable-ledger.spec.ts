import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, mergeTests } from '@playwright/test';
import { credentialsOf } from '../../../fixtures/http/credentials.js';
import { RateLimiter } from '../../../fixtures/http/rate-limiter.js';
import { takeFileLease } from '../../../fixtures/cleanup/leases/file-lease.js';
import { newHolder } from '../../../fixtures/cleanup/leases/lease-holder.js';
import { Ledger, ledgerFolder } from '../../../fixtures/cleanup/ledger/ledger.js';
import { readLedgers } from '../../../fixtures/cleanup/ledger/read-ledgers.js';
import { OutputError } from '../../../fixtures/errors.js';
import { test as onDisk } from '../cli/small-disk.js';
import { clientOf, test as onTracker } from './sweep-test.js';

const test = mergeTests(onDisk, onTracker);
const context = { run: 'abc12', tracker: 'https://tracker.example.com' };

test('what a ledger on a full disk could not take stands by itself when there is room again', ({ disk }) => {
  const folder = join(disk.folder, 'ledger');
  const ledger = new Ledger(join(folder, 'a.jsonl'), context);
  // Lines of different lengths, so that one of them is cut off in the middle of a page.
  ledger.pending({ kind: 'project', what: 'E'.repeat(3_900) });
  disk.fill();
  const refused = [1, 2].map((number) => {
    try {
      ledger.pending({ kind: 'project', what: `${number}`.repeat(900) });
      return undefined;
    } catch (error) {
      return error;
    }
  });
  disk.makeRoom();
  ledger.pending({ kind: 'project', what: 'EAFTER' });

  expect(refused[1]).toBeInstanceOf(OutputError);
  expect((refused[1] as Error).message).toMatch(
    /^The ledger \S+ can't be written \(ENOSPC: .*nothing is made or changed/,
  );
  const { runs } = readLedgers(folder);
  expect(runs[0]?.open.map(({ item }) => item.what)).toEqual(expect.arrayContaining(['E'.repeat(3_900), 'EAFTER']));
});

test('nothing is made on a tracker that its ledger can not name', async ({ disk, shared }) => {
  const tracker = await shared.open({}, { settings: { outputDir: disk.folder } });
  const { key } = await tracker.provisioner.project({});
  const before = shared.tenant.state();
  disk.protect();

  const made = await tracker.provisioner.project({}).catch((error: unknown) => error);
  const body = {
    key: 'EOWN',
    name: 'Ours',
    projectTypeKey: 'software',
    lead: credentialsOf(shared.external.login).name,
  };
  const called = await clientOf(tracker)
    .createProject({ body })
    .catch((error: unknown) => error);

  for (const error of [made, called]) expect(error).toBeInstanceOf(OutputError);
  expect(shared.tenant.state()).toStrictEqual(before);
  const left = readLedgers(ledgerFolder(disk.folder)).runs.flatMap(({ open }) => open.map(({ item }) => item.what));
  expect(left).toContain(key);
});

test('what is gone and can not be written down is not told as left', async ({ disk, shared }) => {
  const tracker = await shared.open({}, { settings: { outputDir: disk.folder } });
  const { key } = await tracker.provisioner.project({});
  disk.protect();

  const error = await tracker.release().catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(OutputError);
  expect((error as Error).message).toContain(`(EROFS: `);
  expect((error as Error).message).toContain(`project ${key} is gone, but the ledger still names it`);
});

test('a ledger, a lease and a turn below a file are refused with a sentence', ({}, testInfo) => {
  const file = testInfo.outputPath('a-file');
  mkdirSync(testInfo.outputPath(), { recursive: true });
  writeFileSync(file, 'mine');
  const folder = join(file, 'deep');

  expect(() => new Ledger(join(folder, 'a.jsonl'), context)).toThrow(/^The ledger .* can't be written \(ENOTDIR: /);
  expect(() => takeFileLease(folder, 'template 7', newHolder('abc12', 'a token', 0))).toThrow(
    /^The lease .* can't be written \(ENOTDIR: /,
  );
  expect(() => new RateLimiter(folder, 5)).toThrow(/^What limits the rate, in .*, can't be written \(ENOTDIR: /);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
