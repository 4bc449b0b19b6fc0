import { counted } from '../contracts/counted.js';
import { Option } from 'commander';
import type { Flags, SubCommand, Texts } from './support/sub-command.js';
import { apis, didYouMean, ruleIds } from '../contracts/index.js';
import { ruleStates } from '../reports/documents/matrix.js';
import type { JudgedMatrix, RuleRow, Verdict } from '../reports/documents/matrix.js';
import { closingLines } from '../reports/closing-lines.js';
import { exitCodeOf } from '../reports/exit-codes.js';
import { judge } from '../reports/gate.js';
import { formatStart } from '../reports/matrix/format.js';
import { summaryOf, renderRules } from '../reports/matrix/render-rules.js';
import { print } from '../client/print.js';
import { findMatrix, readMatrix } from './support/find-matrix.js';
import { settingsOfCommand } from './support/settings.js';
import { printDocument, terminalView } from './support/files.js';

type Filters = Readonly<Partial<Record<'api' | 'state' | 'rule', readonly string[]>>>;

type RulesOptions = Filters & Texts<'file'> & Flags<'json' | 'all' | 'summary'>;

export function addRulesCommand(command: SubCommand): void {
  command
    .description('print the rule matrix of the last run, and judge it by the present settings')
    .option('--file <file>', 'the run that wrote this rules.json, instead of the last one')
    .option(
      '--api <api>',
      `only rules of this API: ${apis.join(', ')}, or a group of your own; can be repeated`,
      collected,
    )
    .option('--state <state>', `only rules in this state: ${ruleStates.join(', ')}; can be repeated`, collected)
    .option('--rule <id>', 'only this rule, for example DT-13; can be repeated', collected)
    .option('--all', 'after a run of selected tests: also the rules without a test for which the gate does not ask')
    .addOption(
      new Option('--json', 'print the whole judged matrix as JSON, as in rules.json').conflicts([
        'api',
        'state',
        'rule',
      ]),
    )
    .addOption(
      new Option(
        '--summary',
        'print one page of Markdown without data and names, to publish or to attach to a ticket',
      ).conflicts(['json', 'api', 'state', 'rule', 'all']),
    )
    .notes([
      'The verdict is that of the run, unless TRACKER_GATE, TRACKER_GATE_DIFFERS or TRACKER_GATE_FLAKY is set.',
      'Exit codes: those of `tracker-e2e run` for the whole run, even if only some rules are printed; 2 if there is no run yet.',
      'Examples:',
      '  tracker-e2e rules --state failing --state unverified',
      '  tracker-e2e rules --rule DT-13',
      '  tracker-e2e rules --summary > summary.md',
      '  tracker-e2e rules --all                       also what a small suite has no tests for',
      '  TRACKER_GATE=all tracker-e2e rules --json     judge the run by a stricter gate',
    ])
    .action(printRules);
}

function printRules({ file, json, summary = false, all = false, ...asked }: RulesOptions, command: SubCommand): void {
  const settings = settingsOfCommand();
  const found = file === undefined ? findMatrix(settings.outputDir) : readMatrix(file);
  const filters = readFilters(asked, found.matrix, command);
  const { demands, differs, flaky } = found.matrix.verdict;
  const verdict = judge(found.matrix, {
    rules: settings.gate ?? demands,
    differs: settings.gateDiffers ?? differs,
    flaky: settings.gateFlaky ?? flaky,
  });
  const matrix = { ...found.matrix, verdict };
  if (summary) print(summaryOf(matrix));
  else printDocument(json, matrix, overview(matrix, found.file, filters, all), true);
  process.exitCode = exitCodeOf(verdict);
}

function overview(matrix: JudgedMatrix, file: string, filters: Filters, all: boolean): string[] {
  const asked = matrix.rules.filter((row) => isAskedFor(row, filters));
  // Whoever names a rule wants to see it.
  const rows = all || filters.rule !== undefined ? asked : asked.filter((row) => isOfRun(row, matrix.verdict));
  const others = asked.length - rows.length;
  return [
    ...(asked.length === 0 ? ['No rule of the matrix is as asked for.'] : renderRules(rows, terminalView())),
    ...(others === 0 ? [] : [...(rows.length === 0 ? [] : ['']), othersLine(others)]),
    ...closingLines(matrix, { matrix: `${file}, of the run of ${formatStart(matrix)}` }),
  ];
}

function isOfRun({ id, tests }: RuleRow, { demands }: Pick<Verdict, 'demands'>): boolean {
  if (demands === 'all' || demands === 'reachable' || tests.length > 0) return true;
  return demands !== 'selected' && demands.some((wanted) => wanted === id);
}

function othersLine(count: number): string {
  return `${counted(count, 'other rule has', 'other rules have')} no test in this run, and the gate does not ask for ${count === 1 ? 'it' : 'them'}: --all shows ${count === 1 ? 'it' : 'them'} too.`;
}

function isAskedFor({ id, api, state }: RuleRow, filters: Filters): boolean {
  return Object.entries({ api, state, rule: id }).every(
    ([name, value]) => filters[name as keyof Filters]?.includes(value) ?? true,
  );
}

function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Reads the chosen values; their case does not matter, and blanks may be written as dashes. */
function readFilters(asked: Filters, { rules }: JudgedMatrix, command: SubCommand): Filters {
  const choices: Required<Filters> = {
    rule: [...new Set([...ruleIds, ...rules.map(({ id }) => id)])],
    state: ruleStates,
    api: [...new Set([...apis, ...rules.map(({ api }) => api)])],
  };
  const plain = (value: string) => value.toLowerCase().replaceAll(' ', '-');
  return Object.fromEntries(
    Object.entries(choices).flatMap(([name, values]) => {
      const meant = asked[name as keyof Filters]?.map((text) => {
        const value = values.find((one) => plain(one) === plain(text));
        if (value !== undefined) return value;
        const some = `There are: ${values.slice(0, 8).join(', ')}${values.length > 8 ? ' …' : '.'}`;
        const remedy = didYouMean(text, values, some);
        return command.error(`error: option '--${name}' argument '${text}' is invalid. ${remedy}`);
      });
      return meant === undefined ? [] : [[name, meant]];
    }),
  );
}
