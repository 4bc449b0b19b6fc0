import type { Command } from 'commander';
import type { PublishOptions } from './publish/publish-runs.js';

/** `tracker-e2e publish`: takes the results of a run to a test plan of the tracker. */
export function addPublishCommand(program: Command): void {
  program
    .command('publish')
    .description('publish the results of a run in a test plan: a case for each test, with steps and status')
    .summary('publish the results of a run in a test plan')
    .argument(
      '<runs...>',
      'the results.json of the reporter tracker-e2e/results, the rules.json of a run, or a folder of one; all shards of a run',
    )
    .option('--plan <key>', 'the test plan; the same as TRACKER_PLAN')
    .option('--release <name>', 'find the plan of a release, or make it; the same as TRACKER_RELEASE')
    .option('--project <key>', 'the project with the plans of releases; the same as TRACKER_PLAN_PROJECT')
    .option('--from <key>', 'the plan of the previous release; by default the last one that was made for a release')
    .option('--template <key>', 'the template of new cases whose test names none; the same as TRACKER_CASE_TEMPLATE')
    .option('--by <test|rule>', 'one case for each test or for each rule, for tests that name no case (default: test)')
    .option('--passed <step,case>', 'the statuses of passed steps and passed cases in the project (default: Pass,Pass)')
    .option('--failed <step,case>', 'the statuses of failed steps and failed cases in the project (default: Fail,Fail)')
    .option('--run-url <url>', 'the page that shows the run; the same as TRACKER_RUN_URL')
    .option('--dry-run', 'change nothing, send GET only, and print the changes')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'You can repeat it at any time, also after it was killed, because the tracker has the record of it. It changes only the',
        'plan and its cases, and keeps the changes of people there.',
        'Exit codes: 0 published; 1 some cases failed; 2 bad settings, or a file can’t be used; 4 tracker unreachable.',
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
