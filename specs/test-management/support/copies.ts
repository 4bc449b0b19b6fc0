import type { CopyPlanBuilder } from '../../../builders/index.js';
import type { Assumptions } from '../../../contracts/index.js';
import { test } from '../../../fixtures/index.js';
import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';
import type { NamedIssue } from './results.js';

type Lists = Assumptions['TM-N20'];

/** A copy into projects, which it names by key or by id (TM-N20). */
export function into(
  copy: CopyPlanBuilder,
  by: Lists['projects'],
  ...projects: readonly NamedIssue[]
): CopyPlanBuilder {
  return by === 'keys' ? copy.to(...projects) : copy.toIds(...projects);
}

/** A copy of some cases or templates, whose ids it has as numbers or as text (TM-N20). */
export function only(
  copy: CopyPlanBuilder,
  as: Lists['issueIds'],
  ...issues: readonly Pick<NamedIssue, 'id'>[]
): CopyPlanBuilder {
  return as === 'numbers' ? copy.only(...issues) : copy.onlyAsText(...issues);
}

/** Skips a test after a refused copy if the copy may have named projects or issues in the wrong way (TM-N20). */
export function skipIfNamedOtherwise(
  { answersAsAssumed, accordingTo }: TestFixtures['tracker'],
  { ok }: ApiResponse,
): void {
  const isGuess = !answersAsAssumed && accordingTo('TM-N20') === 'assumption';
  test.skip(isGuess && !ok, 'The copy was refused, and may have to name projects or issues otherwise (TM-N20).');
}

/** The meaning of an empty list, by the copies it led to. */
export function meaningOfEmpty({ ok }: ApiResponse, copied: readonly unknown[]): Lists['noProjects'] {
  if (!ok) return 'refused';
  return copied.length === 0 ? 'nothing' : 'as if left out';
}
