import type { Command } from 'commander';
import { exitCodeMeanings } from '../../reports/exit-codes.js';

/** Gives a command the options of a run that are not Playwright’s, and says what each exit code means. */
export function addRunOptions(command: Command): Command {
  return command
    .argument('[playwright arguments...]', 'files or titles to run, and any option of `playwright test`')
    .option('--shared', 'on the fake: one tracker for all tests, with other people’s data, instead of one each')
    .option('-g, --grep <pattern>', 'only tests that match, for example @DT-13')
    .option('--shard <current/total>', 'one part of the suite, such as 2/4; `tracker-e2e merge` judges them together')
    .option(
      '--endpoints <endpoints>',
      'only tests that a change of these endpoints can affect: names, calls such as "PUT /steps/cell", or an API; separated by commas',
      listed,
    )
    .option('--rules <rules>', 'only tests of these rules, such as DT-29,TM-*', listed)
    .option(
      '--reports <kinds>',
      'additional reports: junit, html, github, gitlab, markdown, blob; the same as TRACKER_REPORTS',
    )
    .option(
      '--profile <file>',
      'a profile of `tracker-e2e observe`: the answers that specs expect; the same as TRACKER_PROFILE',
    )
    .option('--known <file>', 'the file of known failures, which do not fail the run; the same as TRACKER_KNOWN')
    .allowUnknownOption()
    .addHelpText(
      'after',
      [
        '',
        'Settings come from the environment and from .env; docs/settings.md and .env.example explain each.',
        'Exit codes:',
        ...Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code.padStart(5)}  ${meaning}`),
        'The gate asks a run of some tests only for the rules of these tests, a run of all for every documented rule in scope.',
      ].join('\n'),
    );
}

/** The parts of an option between commas. */
function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
