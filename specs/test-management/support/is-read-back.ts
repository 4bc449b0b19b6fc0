import type { TestFixtures, TestManagementFixtures } from '../../../fixtures/index.js';
import { stepsIn } from './rows.js';
import type { Scene } from './scene.js';

/** What a step of a case may carry when it is read back, beside its cells (TM-N02). */
export const executionParts = ['status', 'comments', 'attachments'] as const;

/** One of {@link executionParts}. */
export type ExecutionPart = (typeof executionParts)[number];

interface Looking extends Pick<TestFixtures, 'assumptions' | 'tracker'>, Pick<TestManagementFixtures, 'stepsTables'> {
  readonly scene: Pick<Scene, 'project' | 'testCase'>;
}

/**
 * Whether steps of a case are read back with a part, so that a test can see what becomes of it. A tracker that is known
 * to do what is assumed is believed; another is looked at.
 */
export async function isReadBack(
  part: ExecutionPart,
  { tracker, assumptions, stepsTables, scene }: Looking,
): Promise<boolean> {
  if (tracker.answersAsAssumed) return assumptions['TM-N02'].readBack.includes(part);
  const steps = stepsIn(await stepsTables.of(scene.project, scene.testCase));
  return steps.length > 0 && steps.every((step) => part in step);
}

/** Why a test is skipped that could not see what becomes of a part. */
export function notReadBack(part: ExecutionPart | undefined): string {
  return `The tracker reads steps back without their ${part ?? 'cells'} (TM-N02), so nobody can see what becomes of it.`;
}
