/** The target of published results, and their form there. */
export interface PublishChoice {
  /** The key of the plan. */
  readonly plan?: string | undefined;
  /** The release whose plan is found, or made, in a project. */
  readonly release?: string | undefined;
  readonly project?: string | undefined;
  /** The key of the template of cases that stand for a test or a rule. Default: none */
  readonly template?: string | undefined;
  /** The subject of a case if its tests name no case. */
  readonly by: 'test' | 'rule';
  /** The names of the project's statuses for passed and failed steps, and for passed and failed cases. */
  readonly stepStatuses: { readonly passed: string; readonly failed: string };
  readonly caseStatuses: { readonly passed: string; readonly failed: string };
  /** Whether the results go to the plan as it is, or to a new iteration, in which all cases start again. */
  readonly iteration: 'current' | 'next';
  /** The page that shows the run. Default: the page that the results name */
  readonly runUrl?: string | undefined;
  /** Whether nothing is changed. */
  readonly dryRun: boolean;
  /** The longest delay until the tracker has indexed a new plan, in milliseconds. */
  readonly settle: number;
}

export const publishDefaults = {
  by: 'test',
  stepStatuses: { passed: 'Pass', failed: 'Fail' },
  caseStatuses: { passed: 'Pass', failed: 'Fail' },
  iteration: 'current',
  dryRun: false,
  settle: 15_000,
} as const satisfies PublishChoice;

export function choiceOf(choice: Partial<PublishChoice>): PublishChoice {
  return {
    ...publishDefaults,
    ...Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined)),
  };
}
