import { isDeepStrictEqual } from 'node:util';
import type { Assumptions, TrackerUser } from '../../../fixtures/index.js';

/** The change of the tracker's own account of a user, in the terms of AD-N15. */
export function accountChange(before: TrackerUser, after: TrackerUser): Assumptions['AD-N15'] {
  const isSame = isDeepStrictEqual(valuesOf(before), valuesOf(after));
  return isSame ? 'left as it was' : 'changed too';
}

function valuesOf({ emailAddress, displayName }: TrackerUser): readonly unknown[] {
  return [emailAddress, displayName];
}
