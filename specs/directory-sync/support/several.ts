import type { Assumptions } from '../../../contracts/index.js';

/** Several values of a filter as the tracker is assumed to take them (AD-N04). */
export function several(values: readonly string[], { 'AD-N04': ways }: Assumptions): string | string[] {
  return ways.includes('repeated') ? [...values] : values.join(',');
}
