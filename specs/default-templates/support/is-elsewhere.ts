import { isDeepStrictEqual } from 'node:util';
import type { Entry, RunTarget } from '../../../contracts/index.js';
import { byId } from './by-id.js';

/**
 * Whether a tracker has to be taken to serve the removal with a body at another place: sent where it is assumed to be,
 * it left other entries than it was to leave. The bundled fake serves it where it is assumed.
 */
export function isElsewhere({ kind }: RunTarget, left: readonly Entry[], kept: readonly Entry[]): boolean {
  return kind === 'tracker' && !isDeepStrictEqual(byId(left), byId(kept));
}
