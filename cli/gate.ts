import type { Command } from 'commander';
import type { GateOptions } from './gate/answer-gate.js';

/** `tracker-e2e gate`: whether a candidate may be released, by the files of two runs. */
export function addGateCommand(program: Command): void {
  program
    .command('gate')
    .description(
      'say whether a candidate may be released: compare its run with that of a baseline, and with what is known',
    )
    .summary('say whether a candidate may be released')
    .option('--candidate <run>', 'the rules.json of the candidate, or its folder')
    .option('--baseline <run>', 'the rules.json of what was released last, or its folder')
    .option('--known <file>', 'the failures that are known; without it every new failure counts')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'It reads these files and nothing else, so it also works in the release job of another repository.',
        'No: new failures, known failures that are out of date, documented rules that lost their verification, tests that',
        'are gone or did not run, a smaller catalogue, a run of selected tests or one that was not whole, a planted defect,',
        'a candidate that is older than the baseline, or whose own run did not pass for another reason than its tests.',
        'Exit codes: 0 yes, 9 no, 2 a file can’t be used, or does not say what its run was.',
        'Example:\n  tracker-e2e gate --candidate candidate/rules.json --baseline released/rules.json --known known-failures.json',
      ].join('\n'),
    )
    .action(async (options: GateOptions) => {
      const { answerGate } = await import('./gate/answer-gate.js');
      answerGate(options);
    });
}
