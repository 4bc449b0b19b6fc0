import type { Variant } from './behaviour.js';

/** A tracker with several changes at once. */
export function allOf(...variants: readonly Variant[]): Variant {
  return (behaviour) => variants.reduce((changed, variant) => variant(changed), behaviour);
}
