import type { ProvidedConnection } from '../../../fixtures/index.js';

/**
 * Asserts something of the pages of the list over all connections. On a tracker that others use they rename their
 * connections meanwhile, and elements move from page to page: there what failed is tried again a few times.
 */
export async function expectOfMovingList(
  { complete }: ProvidedConnection,
  assertion: () => Promise<void>,
): Promise<void> {
  for (let left = complete ? 0 : 5; left > 0; left -= 1) {
    try {
      await assertion();
      return;
    } catch {
      // Tried again; the last attempt below tells.
    }
  }
  await assertion();
}
