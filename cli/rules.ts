import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { apis, nearest, ruleIds, ruleStates } from '../contracts/index.js';
import type { JudgedMatrix, RuleRow, RunTarget } from '../contracts/index.js';
import { closingLines } from '../reports/closing-lines.js';
import { exitCodeOf } from '../reports/exit-codes.js';
import { judge } from '../reports/gate.js';
import { formatStart } from '../reports/matrix/format.js';
import { renderRules } from '../reports/matrix/render-rules.js';
import { findMatrix, readMatrix } from './find-matrix.js';
import { settingsOrUsageError } from './settings-or-usage-error.js';

interface Filters {
  readonly api?: readonly string[];
  readonly state?: readonly string[];
  readonly rule?: readonly string[];
}

interface RulesOptions extends Filters {
  readonly file?: string;
  readonly mode?: RunTarget['mode'];
  readonly json?: boolean;
}

/** `tracker-e2e rules`: the rule matrix of the last run, judged by the settings in force. */
export function addRulesCommand(program: Command): void {
  program
    .command('rules')
    .description('print the rule matrix of the last run, and judge it by the settings in force')
    .summary('print the rule matrix of the last run')
    .addOption(new Option('--mode <mode>', 'of the last run in this mode').choices(['own-space', 'shared']))
    .addOption(new Option('--file <file>', 'of the run that wrote this rules.json').conflicts('mode'))
    .option('--api <api>', `only rules of this API: ${apis.join(', ')}; can be repeated`, oneOf(apis))
    .option('--state <state>', `only rules in this state: ${ruleStates.join(', ')}; can be repeated`, oneOf(ruleStates))
    .option('--rule <id>', 'only this rule, for example DT-13; can be repeated', oneOf(ruleIds))
    .addOption(
      new Option('--json', 'print the whole judged matrix as JSON, as in rules.json').conflicts([
        'api',
        'state',
        'rule',
      ]),
    )
    .addHelpText(
      'after',
      [
        '',
        'It is judged as the run was, save where TRACKER_GATE, TRACKER_GATE_DIFFERS or TRACKER_GATE_FLAKY is set. The',
        'exit code is that of the whole run, whatever is printed of it; 2 where there is no run yet.',
        'Example:\n  tracker-e2e rules --state failing --state unverified',
      ].join('\n'),
    )
    .action(printRules);
}

function printRules({ file, mode, json, ...filters }: RulesOptions): void {
  const settings = settingsOrUsageError();
  const found = file === undefined ? findMatrix(settings.outputDir, mode) : readMatrix(file);
  const { demands, differs, flaky } = found.matrix.verdict;
  const verdict = judge(found.matrix, {
    rules: settings.gate ?? demands,
    differs: settings.gateDiffers ?? differs,
    flaky: settings.gateFlaky ?? flaky,
  });
  const matrix = { ...found.matrix, verdict };
  const lines = json === true ? [JSON.stringify(matrix, null, 2)] : overview(matrix, found.file, filters);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = exitCodeOf(verdict);
}

function overview(matrix: JudgedMatrix, file: string, filters: Filters): string[] {
  const rows = matrix.rules.filter((row) => isAskedFor(row, filters));
  const { isTTY, columns } = process.stdout;
  const view = { width: isTTY ? columns : 120, colours: isTTY && !process.env['NO_COLOR'] };
  return [
    ...(rows.length === 0 ? ['No rule of the matrix is as asked for.'] : renderRules(rows, view)),
    ...closingLines(matrix, { matrix: `${file}, of the run of ${formatStart(matrix)}` }),
  ];
}

function isAskedFor({ id, api, state }: RuleRow, filters: Filters): boolean {
  const pairs = [
    [api, filters.api],
    [state, filters.state],
    [id, filters.rule],
  ] as const;
  return pairs.every(([value, wanted]) => wanted?.includes(value) ?? true);
}

/** Reads an option that takes one of these values and can be repeated; blanks may be written as dashes. */
function oneOf(values: readonly string[]) {
  return (text: string, before: readonly string[] = []): readonly string[] => {
    const plain = (value: string) => value.toLowerCase().replaceAll(' ', '-');
    const value = values.find((one) => plain(one) === plain(text));
    if (value !== undefined) return [...before, value];
    const near = nearest(text, values);
    throw new InvalidArgumentError(
      near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${shortList(values)}.`,
    );
  };
}

function shortList(values: readonly string[]): string {
  return values.length > 8 ? `${values.slice(0, 3).join(', ')} and so on` : values.join(', ');
}
