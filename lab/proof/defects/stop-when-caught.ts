import { existsSync, writeFileSync } from 'node:fs';
import { readEvent } from '../../../contracts/report/test-event.js';
import { test } from '../../../fixtures/index.js';

/**
 * Skips the tests of a spec file that begin after one of them has failed by an assertion: the defect is caught.
 *
 * @param marker the file that says so to all workers
 */
export function stopWhenCaught(marker: string): void {
  test.beforeEach(({}, { skip }) => {
    skip(existsSync(marker), 'The defect is caught.');
  });
  test.afterEach(({}, { annotations, errors: [first], status }) => {
    const isBroken = readEvent(annotations).broken.length > 0;
    const isAssertion = isBroken || /expect\S*\(|ContractError: /.test(first?.message ?? '');
    if (status === 'failed' && isAssertion) writeFileSync(marker, '');
  });
}
