import type { Command } from 'commander';
import type { CompareOptions } from './compare/compare-command.js';

/** `tracker-e2e compare`: runs of several trackers or versions side by side. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description(
      'compare runs of several trackers or versions: which rules changed, since when, and which answers differ',
    )
    .summary('compare runs of several trackers or versions')
    .argument('[runs...]', 'the rules.json of each run, or its folder, the oldest first')
    .option('--history <folder>', 'also every rules.json below this folder, by the time of its run')
    .option('--all', 'also rules that are the same in all runs and do not fail')
    .option('--json', 'as JSON, for machines')
    .option('--html <file>', 'write a page that shows each rule through all runs')
    .option('--badge <file>', 'write a badge of the last run as SVG')
    .option('--shields <file>', 'write the same badge as JSON, for an endpoint of shields.io')
    .addHelpText(
      'after',
      [
        '',
        'It reads files only. It refuses a run that does not name its tracker.',
        'Exit codes: 0 compared, with or without differences; 2 a file can’t be used or written. For a verdict use `tracker-e2e gate`.',
        'Examples:',
        '  tracker-e2e compare jira-9/rules.json jira-10/rules.json',
        '  tracker-e2e compare --history runs --html history.html --badge rules.svg',
      ].join('\n'),
    )
    .action(async (runs: readonly string[], options: CompareOptions) => {
      const { compareRunsOf } = await import('./compare/compare-command.js');
      compareRunsOf(runs, options);
    });
}
