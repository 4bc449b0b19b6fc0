import type { Command } from 'commander';
import type { GateOptions } from './gate/answer-gate.js';

/** `tracker-e2e gate`: whether a candidate may be released, by the files of two runs. */
export function addGateCommand(program: Command): void {
  program
    .command('gate')
    .description(
      'decide whether a candidate may be released: compare its run with a baseline run and the known failures',
    )
    .summary('decide whether a candidate may be released')
    .option('--candidate <run>', 'the rules.json of the candidate, or its folder')
    .option('--baseline <run>', 'the rules.json of the last release, or its folder')
    .option('--known <file>', 'the file of known failures; without it every new failure counts')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'It reads these files only, so it also works in the release job of another repository.',
        'Reasons for no: new failures, outdated known failures, documented rules that lost their verification, tests that vanished',
        'or did not run, a smaller catalogue, a run of selected tests or an incomplete run, a planted defect, a candidate that is',
        'older than the baseline, or a candidate whose run failed for another reason than its tests.',
        'Exit codes: 0 yes, 9 no, 2 a file can’t be used, or does not describe its run.',
        'Example:\n  tracker-e2e gate --candidate candidate/rules.json --baseline released/rules.json --known known-failures.json',
      ].join('\n'),
    )
    .action(async (options: GateOptions) => {
      const { answerGate } = await import('./gate/answer-gate.js');
      answerGate(options);
    });
}
