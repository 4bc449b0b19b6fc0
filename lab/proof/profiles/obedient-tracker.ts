import type { Assumptions } from '../../../contracts/index.js';
import { allOf } from '../../../fake/tenants/implementation.js';
import type { Override } from '../../../fake/index.js';
import { randomOf } from '../random.js';
import { drawAssumptions } from './draw/draw-assumptions.js';
import { varyAnswers } from './variation/vary-answers.js';
import { varyWork } from './variation/vary-work.js';

/** A tracker that obeys the documents, and differs from the fake if they leave something open. */
export interface ObedientTracker {
  /** How it answers every open question. */
  readonly assumptions: Assumptions;
  /** How else it differs. */
  readonly override: Override;
}

/** The obedient tracker of a seed. */
export function obedientTracker(seed: number): ObedientTracker {
  const assumptions = drawAssumptions(seed);
  const random = randomOf(seed);
  return { assumptions, override: allOf(varyAnswers(seed, random), varyWork(random)) };
}
