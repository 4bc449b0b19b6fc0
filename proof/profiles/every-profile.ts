import type { AssumptionOverrides } from '../../contracts/index.js';
import { alternatives } from './alternatives.js';

/**
 * Answers to every open question, none of them the default, in as few sets as it takes to have each alternative in one.
 */
export const everyProfile: readonly AssumptionOverrides[] = Array.from(
  { length: Math.max(...Object.values(alternatives).map(({ length }) => length)) },
  (_, index) =>
    Object.fromEntries(
      Object.entries(alternatives).map(([id, values]) => [id, values[index % values.length]]),
    ) as AssumptionOverrides,
);
