import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { costlyInputs } from '../../proof/properties/costly-inputs.js';

interface Measured {
  readonly name: string;
  readonly small: { readonly work: number; readonly statuses: readonly number[] };
  readonly large: { readonly work: number; readonly statuses: readonly number[] };
}

/** How many times the work twice the input may be: what goes in order takes a little more than twice. */
const TWICE = 2.3;

/** The endpoints that can be asked about all projects, issues or users. The others look only at what the call is about. */
const aboutAll = [
  'setTransitions',
  'clearTransitions',
  'searchIssues',
  'searchIssuesByPost',
  'findUsers',
  'findAssignableUsers',
  'findGroups',
];

test('the work of a call grows no faster than its input, and not with the rows of others @release', async () => {
  // Blocks are counted in code that is loaded after counting began, so the fake needs a process of its own.
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'lab/proof/properties/work.ts'], {
    timeout: 240_000,
  });
  const measured = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured);
  const inputs = measured.slice(0, costlyInputs.length);
  const calls = measured.slice(costlyInputs.length);

  expect(inputs.map(({ name }) => name)).toEqual(costlyInputs.map(({ name }) => name));
  const superlinear = inputs.filter(({ small, large }) => large.work > TWICE * small.work);
  expect(superlinear).toEqual([]);
  const statuses = inputs.flatMap(({ name, small, large }) =>
    [...small.statuses, ...large.statuses].filter((status) => status >= 500).map((status) => `${name}: ${status}`),
  );
  expect(statuses).toEqual([]);
  const others = inputs.flatMap(({ small, large }) => [...small.statuses.slice(-2), ...large.statuses.slice(-2)]);
  expect(new Set(others)).toEqual(new Set([200]));

  expect(calls.map(({ name }) => name)).toEqual(Object.keys(endpoints));
  const growing = calls.filter(({ name, small, large }) => !aboutAll.includes(name) && large.work > 1.5 * small.work);
  expect(growing, 'calls whose work grows with ten times the rows of others').toEqual([]);
  for (const { name, small, large } of calls) expect(large.statuses, name).toEqual(small.statuses);
});
