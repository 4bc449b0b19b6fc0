import { expect, test } from '@playwright/test';
import type { TestInfo } from '@playwright/test';
import { watchLeases } from '../../../fixtures/test/test-watch.js';

/** As much of a test as a wait has to do with. */
function testWith(timeout: number, write?: (line: string) => void) {
  const info = {
    timeout,
    annotations: [] as { type: string; description: string }[],
    titlePath: ['a.spec.ts', 'waits'],
    setTimeout: (milliseconds: number) => {
      info.timeout = milliseconds;
    },
  };
  return { info, watch: watchLeases(info as unknown as TestInfo, write) };
}

test('a wait does not use up the time of the test', () => {
  const { info, watch } = testWith(30_000);

  watch.begins(60_000);
  const meanwhile = info.timeout;
  watch.ends(60_000, 4_000);

  expect(meanwhile).toBe(90_000);
  expect(info.timeout).toBe(34_000);
  expect(info.annotations).toEqual([]);
});

test('a test whose time has no end keeps it so', () => {
  const { info, watch } = testWith(0);

  watch.begins(60_000);
  watch.ends(60_000, 4_000);

  expect(info.timeout).toBe(0);
});

test('a wait that people were told of stands in the report', () => {
  const written: string[] = [];
  const { info, watch } = testWith(30_000, (line) => written.push(line));

  watch.begins(60_000);
  watch.goesOn('template 7 is held by run other');
  watch.ends(60_000, 4_200);

  expect(written).toEqual(['a.spec.ts › waits waits for 60 s at most: template 7 is held by run other\n']);
  expect(info.annotations).toEqual([{ type: 'waited', description: '4.2 s: template 7 is held by run other' }]);
});
