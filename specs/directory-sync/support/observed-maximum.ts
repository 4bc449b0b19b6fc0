import type { ApiResponse, Assumptions, UserPage } from '../../../fixtures/index.js';

/** A size that hardly any tracker answers. */
const LARGE = 1_000_000;

/**
 * The answer to sizes above the maximum, in the terms of AD-N06. The page descriptor tells the size that larger sizes
 * are cut to. Undefined if even a large size is accepted.
 */
export async function observedMaximum(
  ask: (size: number) => Promise<ApiResponse<UserPage>>,
  assumed: number,
): Promise<Assumptions['AD-N06'] | undefined> {
  const response = await ask(LARGE);
  if (response.ok) {
    const { pageSize } = response.data.page;
    return pageSize < LARGE ? { maximum: pageSize, larger: 'cut' } : undefined;
  }
  const accepts = async (size: number) => (await ask(size)).ok;
  if ((await accepts(assumed)) && !(await accepts(assumed + 1))) return { maximum: assumed, larger: 'refused' };
  let [accepted, refused] = [1, LARGE];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (await accepts(middle)) accepted = middle;
    else refused = middle;
  }
  return { maximum: accepted, larger: 'refused' };
}
