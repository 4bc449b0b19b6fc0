import { expect, test } from '@playwright/test';
import { withQuietOptions } from '../../../fixtures/playwright-internals/browser-options.js';
import { callLocation } from '../../../fixtures/playwright-internals/call-location.js';
import type { Suite } from '@playwright/test/reporter';
import { findOnly } from '../../../fixtures/playwright-internals/find-only.js';
import { currentHook } from '../../../fixtures/playwright-internals/current-hook.js';
import { playwrightMode } from '../../../fixtures/playwright-internals/playwright-mode.js';

test('options of the browser are extended without steps, or stay as they are if Playwright takes no such options', () => {
  const strict = {
    extend: () => {
      throw new Error('Fixture "viewport" has unknown "box" option');
    },
  };

  expect(withQuietOptions(test)).not.toBe(test);
  expect(withQuietOptions(strict)).toBe(strict);
});

/** The result of a function while this one writes the stacks. */
function withStacks<Result>(prepareStackTrace: () => unknown, act: () => Result): Result {
  const stacks: { prepareStackTrace?: unknown } = Error;
  const before = stacks.prepareStackTrace;
  stacks.prepareStackTrace = prepareStackTrace;
  const result = act();
  const after = stacks.prepareStackTrace;
  stacks.prepareStackTrace = before;
  expect(after).toBe(prepareStackTrace);
  return result;
}

test('the place of a call is the line of the spec, or left to Playwright if a stack has another form', () => {
  const fails = () => {
    throw new Error('no stacks');
  };

  expect(callLocation()?.file).toBe(test.info().file);
  for (const write of [() => 'somewhere', () => ['somewhere'], fails]) {
    expect(withStacks(write, callLocation)).toBeUndefined();
  }
});

test('the hook that runs is unknown if Playwright has no function for it', ({}, testInfo) => {
  const other = Object.create(testInfo, { _currentHookType: { value: undefined } }) as typeof testInfo;

  expect([currentHook(testInfo), currentHook(other)]).toEqual([undefined, undefined]);
});

test('what Playwright does is what it tells a reporter, or by its command if it tells nothing', () => {
  for (const mode of ['test', 'list', 'merge'] as const) expect(playwrightMode({ _mode: mode }, [])).toBe(mode);
  for (const [words, mode] of [
    ['playwright test --list', 'list'],
    ['playwright merge-reports -c merge.config.ts', 'merge'],
    ['playwright test specs', 'test'],
    ['node worker.js', undefined],
  ] as const) {
    expect(playwrightMode({}, words.split(' '))).toBe(mode);
  }
});

test('what is focused is found by the mark that Playwright sets, or nothing is', () => {
  const location = { file: 'a.spec.ts', line: 3, column: 1 };
  const suiteOf = (...entries: object[]) => ({ entries: () => entries }) as unknown as Suite;

  expect(findOnly(suiteOf(suiteOf({ location, _only: true }, { location, _only: false })))).toEqual([location]);
  expect(findOnly(suiteOf({ location }))).toEqual([]);
});
