import type { Settings } from '../../fixtures/settings/settings.js';

/** Where results go, and how they stand there. */
export interface PublishChoice {
  /** The key of the plan. */
  readonly plan?: string | undefined;
  /** The release whose plan is found, or made, in a project. */
  readonly release?: string | undefined;
  readonly project?: string | undefined;
  /** The key of the plan of the release before. Default: the last plan that was made for another release */
  readonly from?: string | undefined;
  /** The key of the template of cases that stand for a test or a rule. Default: none */
  readonly template?: string | undefined;
  /** What a case stands for if its tests name no case. */
  readonly by: 'test' | 'rule';
  /** What the project calls a step that passed or failed, and a case. */
  readonly stepStatuses: { readonly passed: string; readonly failed: string };
  readonly caseStatuses: { readonly passed: string; readonly failed: string };
  /** The page that shows the run; the results may tell another. */
  readonly runUrl?: string | undefined;
  /** Whether nothing is changed. */
  readonly dryRun: boolean;
  /** How late the tracker may index a plan that was just made, in milliseconds. */
  readonly settle: number;
}

/** The defaults. */
export const publishDefaults = {
  by: 'test',
  stepStatuses: { passed: 'Pass', failed: 'Fail' },
  caseStatuses: { passed: 'Pass', failed: 'Fail' },
  dryRun: false,
  settle: 15_000,
} as const satisfies PublishChoice;

/** Where results go: as the choice says, or else the settings, or else the defaults. */
export function choiceOf({ publish: told }: Pick<Settings, 'publish'>, choice: Partial<PublishChoice>): PublishChoice {
  const given = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  // The choice and the settings are not mixed: a plan from one may not belong to a release from the other.
  const { plan, release, ...rest } = told;
  const place = choice.plan === undefined && choice.release === undefined ? { plan, release } : {};
  return { ...publishDefaults, ...rest, ...place, ...given };
}
