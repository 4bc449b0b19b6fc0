/** A group of the Allure report's page of failures: the first whose status and message fit takes the test. */
export interface Category {
  readonly name: string;
  readonly matchedStatuses: readonly ('failed' | 'broken' | 'skipped')[];
  /** A regular expression that must match the whole message, as Allure 2 reads it. */
  readonly messageRegex?: string;
}

const failures = ['failed', 'broken'] as const;

/** The groups of the Allure report: failures that are known, and others by the names of the harness's own errors. */
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
  { name: 'Skipped', matchedStatuses: ['skipped'] },
];

function startingWith(text: string): string {
  return `^${text}[\\s\\S]*`;
}
