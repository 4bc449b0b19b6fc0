import { skipAsUnavailable, test } from '../../../fixtures/index.js';
import type { TestFixtures, TestManagementFixtures } from '../../../fixtures/index.js';
import { stepsIn } from './rows.js';
import type { Scene } from './scene.js';

/** The parts that a step of a case may have besides cells when it is read back (TM-N02). */
export const executionParts = ['status', 'comments', 'attachments'] as const;

/** One of {@link executionParts}. */
export type ExecutionPart = (typeof executionParts)[number];

interface Looking extends Pick<TestFixtures, 'assumptions' | 'tracker'>, Pick<TestManagementFixtures, 'stepsTables'> {
  readonly scene: Pick<Scene, 'project' | 'testCase'>;
}

/**
 * Whether steps of a case are read back with a part, so that a test can see what becomes of it. If the tracker
 * is known to do what is assumed, no call is made.
 */
export async function isReadBack(
  part: ExecutionPart,
  { tracker, assumptions, stepsTables, scene }: Looking,
): Promise<boolean> {
  if (tracker.answersAsAssumed) return assumptions['TM-N02'].readBack.includes(part);
  const what = `${part} on ${tracker.baseUrl}`;
  if (seen.has(what)) return true;
  const steps = stepsIn(await stepsTables.of(scene.project, scene.testCase));
  const isShown = steps.length > 0 && steps.every((step) => part in step);
  if (isShown) seen.add(what);
  return isShown;
}

/** The parts that this worker has seen, and on which tracker. */
const seen = new Set<string>();

/**
 * Skips a test that can't see what becomes of a part. If a profile or a setting says that the tracker does not read the
 * part back, the test is not available there. Otherwise its rule stays unverified.
 */
export function skipUnlessReadBack(
  part: ExecutionPart,
  isShown: boolean,
  { 'TM-N02': { readBack } }: TestFixtures['assumptions'],
): void {
  const isKnown = !readBack.includes(part);
  skipAsUnavailable(!isShown && isKnown, notReadBack(part));
  test.skip(!isShown, notReadBack(part));
}

function notReadBack(part: ExecutionPart): string {
  return `The tracker reads steps back without their ${part} (TM-N02), so nobody can see what becomes of it.`;
}
