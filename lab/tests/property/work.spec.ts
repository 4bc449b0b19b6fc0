import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { costlyInputs } from '../../proof/properties/costly-inputs.js';

interface Measured {
  readonly name: string;
  readonly small: { readonly work: number; readonly statuses: readonly number[] };
  readonly large: { readonly work: number; readonly statuses: readonly number[] };
}

/** How many times the work twice the input may be: what goes in order takes a little more than twice. */
const TWICE = 2.3;

test('twice the input is at most twice the work, never a 5xx, and others are answered', async () => {
  // Blocks are counted in code that is loaded after counting began, so the fake needs a process of its own.
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'lab/proof/properties/work.ts'], {
    timeout: 240_000,
  });
  const measured = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured);

  expect(measured.map(({ name }) => name)).toEqual(costlyInputs.map(({ name }) => name));
  const superlinear = measured.filter(({ small, large }) => large.work > TWICE * small.work);
  expect(superlinear).toEqual([]);
  const statuses = measured.flatMap(({ name, small, large }) =>
    [...small.statuses, ...large.statuses].filter((status) => status >= 500).map((status) => `${name}: ${status}`),
  );
  expect(statuses).toEqual([]);
  const others = measured.flatMap(({ small, large }) => [...small.statuses.slice(-2), ...large.statuses.slice(-2)]);
  expect(new Set(others)).toEqual(new Set([200]));
});
