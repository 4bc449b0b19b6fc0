import type { Command } from 'commander';
import type { PublishOptions } from './publish/publish-runs.js';

/** `tracker-e2e publish`: takes the results of a run to a test plan of the tracker. */
export function addPublishCommand(program: Command): void {
  program
    .command('publish')
    .description('take the results of a finished run to a test plan: a case for each test, its steps, its status')
    .summary('take the results of a run to a test plan')
    .argument(
      '<runs...>',
      'the results.json of the reporter tracker-e2e/results, the rules.json of a run, or a folder of one; all shards of a run',
    )
    .option('--plan <key>', 'the test plan; the same as TRACKER_PLAN')
    .option('--release <name>', 'find the plan of a release, or make it; the same as TRACKER_RELEASE')
    .option('--project <key>', 'the project with the plans of releases; the same as TRACKER_PLAN_PROJECT')
    .option('--from <key>', 'the plan of the release before; else the last one that was made for a release')
    .option('--template <key>', 'the template of new cases whose test names none; the same as TRACKER_CASE_TEMPLATE')
    .option('--by <test|rule>', 'what a case stands for, of tests that name none (default: test)')
    .option('--passed <step,case>', 'what the project calls steps and cases that passed (default: Pass,Pass)')
    .option('--failed <step,case>', 'what the project calls steps and cases that failed (default: Fail,Fail)')
    .option('--run-url <url>', 'the page that shows the run; the same as TRACKER_RUN_URL')
    .option('--dry-run', 'change nothing, send GET only, and print what would change')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'It may be repeated at any time, also after it was killed: what is published is found on the tracker. It changes',
        'the plan and its cases and nothing else, and leaves what people have set there.',
        'Exit codes: 0 published; 1 some cases could not be; 2 bad settings, or a file can’t be used; 4 tracker unreachable.',
        'Examples:',
        '  tracker-e2e publish results.json --plan QA-50 --dry-run',
        '  tracker-e2e publish shard-1/results.json shard-2/results.json --release 2.4 --project QA',
        '  tracker-e2e publish reports/output/isolated --plan QA-50 --by rule',
      ].join('\n'),
    )
    .action(async (runs: readonly [string, ...string[]], options: PublishOptions) => {
      const { publishRuns } = await import('./publish/publish-runs.js');
      await publishRuns(runs, options);
    });
}
