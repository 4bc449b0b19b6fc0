import type { SubCommand } from './support/sub-command.js';
import type { DoctorOptions } from './doctor/run-doctor.js';
import { wholeNumber } from './support/usage-error.js';

export function addDoctorCommand(command: SubCommand): void {
  command
    .description('check the tracker that TRACKER_URL names, without changes: what is missing, and what to do')
    .option('--json', 'as JSON, for machines')
    .option('--workers <number>', 'the number of workers for which the sandbox should suffice', wholeNumber(3), 4)
    .notes([
      'It sends GET requests only. Its list of rules is a forecast, which docs/real-tracker.md explains.',
      'Exit codes: 0 a run makes sense, 2 bad settings, 3 rules that TRACKER_GATE asks for can’t be verified,',
      '4 no tracker answers, or it refuses the login, 130 ended by Ctrl+C, 143 ended by SIGTERM.',
      'Examples:',
      '  TRACKER_URL=https://tracker.example.com/jira TRACKER_USERNAME=qa TRACKER_PASSWORD=… tracker-e2e doctor',
      '  tracker-e2e doctor --json     with the settings in .env',
    ])
    .action(async (options: DoctorOptions) => (await import('./doctor/run-doctor.js')).runDoctor(options));
}
