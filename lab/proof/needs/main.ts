import { join } from 'node:path';
import { ruleNeeds } from '../../../cli/doctor/prediction/rule-needs.js';
import { readMatrix } from '../../../cli/support/find-matrix.js';
import { documentedRuleIds } from '../../../contracts/index.js';
import { loadSettings } from '../../../fixtures/index.js';

/*
 * Looks at the last `npm start`: each rule is verified whole, and of the needs of rules in the doctor's forecast a test of
 * the rule has asked for just that, and passed.
 */

type Needs = Readonly<Record<string, unknown>>;

const run = readMatrix(join(loadSettings().outputDir, 'isolated/rules.json'));
const { verdict, tests, rules } = run.matrix;
if (verdict.verdict !== 'passed' || (verdict.demands !== 'reachable' && verdict.demands !== 'all')) {
  fail(`The run in ${run.file} says too little: it has to pass, with every test. Run \`npm start\`.`);
}
// A fake of a test's own has whatever a test can ask for.
const inPart = rules.filter(({ kind, state }) => kind === 'documented' && state !== 'verified');
if (inPart.length > 0)
  fail(inPart.map(({ id, state, reasons }) => `${id} is ${state}: ${reasons.slice(0, 3).join('; ')}`).join('\n'));
const passed = tests.filter(({ status }) => status === 'passed' || status === 'flaky');
const wrong = documentedRuleIds.flatMap((rule) => {
  const asked = passed.filter(({ rules }) => rules.includes(rule)).map(({ needs = [] }) => textOf(joined(needs)));
  const written = ruleNeeds(rule).map(textOf);
  const unasked = written.filter((needs) => !asked.includes(needs));
  if (written.length > 0 && unasked.length === 0) return [];
  const shortest = [...new Set(asked)].sort((one, other) => one.length - other.length).slice(0, 3);
  return `${rule}: not ${unasked.join(' nor ') || 'without needs'}, but for example\n  ${shortest.join('\n  ')}`;
});
if (wrong.length > 0) fail(`Correct cli/doctor/prediction/rule-needs.ts:\n${wrong.join('\n')}`);

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

/** The needs of a test in one: lists of all that it asked for. */
function joined(asked: readonly Needs[]): Needs {
  const names = new Set(asked.flatMap(Object.keys));
  const valuesOf = (name: string) => asked.flatMap((needs) => needs[name] ?? []);
  return Object.fromEntries([...names].map((name) => [name, valuesOf(name).includes(true) || valuesOf(name)]));
}

/** The same text for the same needs, in whichever order they are. */
function textOf(needs: unknown): string {
  if (Array.isArray(needs)) return `[${needs.map(textOf).sort().join(', ')}]`;
  if (typeof needs !== 'object' || needs === null) return JSON.stringify(needs);
  const parts = Object.entries(needs).map(([name, value]) => `${name}: ${textOf(value)}`);
  return `{ ${parts.sort().join(', ')} }`;
}
