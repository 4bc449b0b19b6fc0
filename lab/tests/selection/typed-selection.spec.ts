import { expect, test } from '@playwright/test';
import { typedSelection } from '../../../reports/selection/select-tests.js';

for (const [words, typed] of [
  ['test -g lists|second', 'lists|second'],
  ['test --config=e2e.config.ts list-users.spec.ts --workers 2', 'list-users.spec.ts'],
  ['test --last-failed --reporter line', '--last-failed'],
  ['test -c e2e.config.ts --retries=2 -x --shard 1/2', undefined],
  ['merge-reports blobs', undefined],
] as const) {
  test(`\`playwright ${words}\` ${typed === undefined ? 'leaves no test out' : 'is a run of selected tests'}`, () => {
    const selection = typedSelection(['node', 'cli.js', ...words.split(' ')]);

    expect(selection?.typed?.endsWith(typed ?? '')).toBe(typed === undefined ? undefined : true);
  });
}
