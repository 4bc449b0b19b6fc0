import { catalogueVersion } from '../../contracts/rules/rules.js';
import type { RunTarget } from '../../contracts/report/run.js';
import { packageVersion } from '../own-file.js';

export interface AllureOptions {
  readonly resultsDir: string;
  /** `false`: only the steps of the harness and of the tests, without Playwright's own. */
  readonly detail: boolean;
  readonly environmentInfo: Record<string, string>;
  readonly categories: Category[];
  readonly target: RunTarget;
}

/** What the report says of the tracker and the versions, and how it groups failures. */
export function allureOptions({ resultsDir, target }: { resultsDir: string; target: RunTarget }): AllureOptions {
  return {
    resultsDir,
    detail: false,
    environmentInfo: {
      Tracker: target.name,
      Mode: target.mode,
      Seed: String(target.seed),
      'Disposable tracker': target.disposable ? 'yes' : 'no',
      Node: process.version,
      '@playwright/test': packageVersion('@playwright/test'),
      'tracker-e2e': packageVersion(),
      'Rule catalogue': catalogueVersion,
    },
    categories: [...categories],
    target,
  };
}

/** A group of the Allure report's page of failures: the first whose status and message fit takes the test. */
interface Category {
  readonly name: string;
  readonly matchedStatuses: readonly ('failed' | 'broken' | 'skipped')[];
  /** A regular expression that must match the whole message, as Allure 2 reads it. */
  readonly messageRegex?: string;
}

const failures = ['failed', 'broken'] as const;

export const categories: readonly Category[] = [
  { name: 'Known failure', matchedStatuses: failures, messageRegex: startingWith('Known failure, ') },
  { name: 'Refused set-up', matchedStatuses: failures, messageRegex: startingWith('SetupError:') },
  { name: 'Contract mismatch', matchedStatuses: failures, messageRegex: startingWith('ContractError:') },
  {
    name: 'Tracker not reachable',
    matchedStatuses: failures,
    messageRegex: startingWith('(Unreachable|TrackerOutage)Error:'),
  },
  { name: 'Left behind', matchedStatuses: failures, messageRegex: startingWith('CleanupError:') },
  { name: 'Failed rule', matchedStatuses: ['failed'] },
  { name: 'Broken test', matchedStatuses: ['broken'] },
  { name: 'Not run', matchedStatuses: ['skipped'], messageRegex: startingWith('Not run:') },
  { name: 'Not available here', matchedStatuses: ['skipped'], messageRegex: startingWith('Not available here:') },
  { name: 'Does not apply here', matchedStatuses: ['skipped'], messageRegex: startingWith('Does not apply here:') },
  { name: 'Skipped', matchedStatuses: ['skipped'] },
];

function startingWith(text: string): string {
  return `^${text}[\\s\\S]*`;
}
