import type { Command } from 'commander';
import { exitCodeMeanings } from '../reports/exit-codes.js';
import type { RunOptions } from './run/run-suite.js';

/** `tracker-e2e run`: the regression suite, with the reports and the gate. */
export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('run the suite against the bundled fake, or against the tracker that TRACKER_URL names')
    .summary('run the suite, on the fake or on a tracker')
    .argument('[playwright arguments...]', 'files or titles to run, and any option of `playwright test`')
    .option('--shared', 'on the fake: one tracker for all tests, full of other people’s data, instead of one each')
    .option('-g, --grep <pattern>', 'only tests that match, for example @DT-13')
    .option('--shard <current/total>', 'one part of the suite, such as 2/4; `tracker-e2e merge` judges them together')
    .option(
      '--endpoints <endpoints>',
      'only tests that a change of these can affect: names, calls such as "PUT /steps/cell", or an API; separated by commas',
      listed,
    )
    .option('--rules <rules>', 'only tests of these rules, such as DT-29,TM-*', listed)
    .option('--changed-since <commit>', 'only tests that what has changed since this commit can affect')
    .option(
      '--reports <kinds>',
      'reports to write too: junit, html, github, gitlab, markdown, blob; the same as TRACKER_REPORTS',
    )
    .option('--profile <file>', 'what `tracker-e2e observe` wrote: what the specs expect; the same as TRACKER_PROFILE')
    .option('--known <file>', 'the failures that are known, which do not fail the run; the same as TRACKER_KNOWN')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'Settings come from the environment and from .env; docs/settings.md and .env.example explain each.',
        'Exit codes:',
        ...Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code.padStart(5)}  ${meaning}`),
        'Tests that --endpoints, --rules or --changed-since selects run together; files, --grep and the like choose among them.',
        'A run of some tests only asks for the rules of those; a run of all asks for every documented rule in scope.',
        'Examples:',
        '  tracker-e2e run                              all, each test on a fake of its own',
        '  tracker-e2e run --grep @DT-13                only the tests of a rule',
        '  tracker-e2e run --endpoints setStepCell,updateUsers    what a change of two endpoints can affect',
        '  tracker-e2e run --changed-since origin/main            what has changed on this branch can affect',
        '  tracker-e2e run specs/directory-sync --retries=1   a folder, with options of Playwright',
        '  tracker-e2e run --shared --reports junit,html',
      ].join('\n'),
    )
    .action(async (selection: readonly string[], options: RunOptions, command: Command) => {
      const { runSuite } = await import('./run/run-suite.js');
      await runSuite(selection, options, command);
    });
}

/** The parts of an option between commas. */
function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
