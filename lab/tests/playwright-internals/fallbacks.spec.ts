import { expect, test } from '@playwright/test';
import { withQuietOptions } from '../../../fixtures/playwright-internals/browser-options.js';
import { callLocation } from '../../../fixtures/playwright-internals/call-location.js';
import { currentHook } from '../../../fixtures/playwright-internals/current-hook.js';
import { otherPlaywright } from '../../../fixtures/playwright-internals/refuse-second-playwright.js';
import { playwrightMode } from '../../../fixtures/playwright-internals/playwright-mode.js';

test.describe('browser options', () => {
  test('are extended without steps', () => {
    expect(withQuietOptions(test)).not.toBe(test);
  });

  test('stay as they are if Playwright takes no such options', () => {
    const strict = {
      extend: () => {
        throw new Error('Fixture "viewport" has unknown "box" option');
      },
    };

    expect(withQuietOptions(strict)).toBe(strict);
  });
});

test.describe('the place of a call', () => {
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

  test('is the line of the spec', () => {
    expect(callLocation()?.file).toBe(test.info().file);
  });

  const others: readonly (readonly [string, () => unknown])[] = [
    ['a text of another form', () => 'somewhere'],
    ['no text', () => ['somewhere']],
  ];
  for (const [title, write] of others) {
    test(`is left to Playwright if a stack is ${title}`, () => {
      expect(withStacks(write, callLocation)).toBeUndefined();
    });
  }

  test('is left to Playwright if a stack can’t be written', () => {
    const fails = () => {
      throw new Error('no stacks');
    };

    expect(withStacks(fails, callLocation)).toBeUndefined();
  });
});

test.describe('a second Playwright', () => {
  const own = '/a/node_modules/playwright';

  test('is none if only the own one is loaded, or none is', () => {
    expect(otherPlaywright(own, [`${own}/lib/index.js`, '/a/node_modules/zod/index.js'])).toBeUndefined();
    expect(otherPlaywright(undefined, ['/b/node_modules/playwright/lib/index.js'])).toBeUndefined();
  });

  test('is left to Playwright’s own message if its modules are elsewhere', () => {
    expect(otherPlaywright(own, ['/b/node_modules/playwright/bundle/index.mjs'])).toBeUndefined();
  });
});

test('the hook that runs is unknown if Playwright has no function for it', ({}, testInfo) => {
  expect(currentHook(testInfo)).toBeUndefined();
  expect(
    currentHook(Object.create(testInfo, { _currentHookType: { value: undefined } }) as typeof testInfo),
  ).toBeUndefined();
});

test.describe('what Playwright does', () => {
  test('is what it tells a reporter', () => {
    for (const mode of ['test', 'list', 'merge'] as const) expect(playwrightMode({ _mode: mode }, [])).toBe(mode);
  });

  for (const [words, mode] of [
    ['playwright test --list', 'list'],
    ['playwright merge-reports -c merge.config.ts', 'merge'],
    ['playwright test specs', 'test'],
    ['node worker.js', undefined],
  ] as const) {
    test(`is by its command if it tells nothing: ${words}`, () => {
      expect(playwrightMode({}, words.split(' '))).toBe(mode);
    });
  }
});
