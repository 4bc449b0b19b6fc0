import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { DoctorOptions } from './doctor/run-checks.js';

/** `tracker-e2e doctor`: whether a run against a tracker makes sense, and what it could verify. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look at the tracker that TRACKER_URL names, without changing anything: what is missing, what to do')
    .summary('look at a tracker: what a run needs there')
    .option('--json', 'as JSON, for machines')
    .option('--workers <number>', 'for how many workers of a run the sandbox has to name enough', whole, 4)
    .addHelpText(
      'after',
      [
        '',
        'Only GET requests are sent. What is said of rules is a prediction; docs/real-tracker.md says what it rests on.',
        'Exit codes: 0 a run makes sense, 2 bad settings, 3 rules that TRACKER_GATE asks for can’t be verified,',
        '4 no tracker answers, or it does not let the user in, 130 ended by Ctrl+C, 143 ended by SIGTERM.',
        'Examples:',
        '  TRACKER_URL=https://tracker.example.com/jira TRACKER_USERNAME=qa TRACKER_PASSWORD=… tracker-e2e doctor',
        '  tracker-e2e doctor --json     where .env has the settings',
      ].join('\n'),
    )
    .action(async (options: DoctorOptions) => (await import('./doctor/run-checks.js')).runChecks(options));
}

function whole(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 to 999 is needed.');
  return Number(text);
}
