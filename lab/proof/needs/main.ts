import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readMatrix } from '../../../cli/support/find-matrix.js';
import { documented } from '../../../contracts/index.js';
import type { DocumentedRuleId, FinishedTest, TestNeeds } from '../../../contracts/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { ROOT } from '../processes.js';

/*
 * Compares what the doctor knows of what the tests of each rule need with what they asked for in the last `npm start`:
 * `npm run check:needs`. With `--update` it writes that down: `npm run needs`.
 */

const file = 'cli/doctor/prediction/rule-needs.ts';

const run = readMatrix(join(loadSettings().outputDir, 'isolated/rules.json'));
const { verdict, tests } = run.matrix;
if (verdict.verdict !== 'passed' || (verdict.demands !== 'reachable' && verdict.demands !== 'all')) {
  fail(`The run in ${run.file} says too little: it has to pass, with every test. Run \`npm start\`.`);
}
const passed = tests.filter(({ status }) => status === 'passed' || status === 'flaky');
const rulesByNeeds = new Map<string, DocumentedRuleId[]>();
for (const rule of Object.keys(documented) as DocumentedRuleId[]) {
  const needs = JSON.stringify(leastNeeds(passed.filter((test) => test.rules.includes(rule))));
  rulesByNeeds.set(needs, [...(rulesByNeeds.get(needs) ?? []), rule]);
}
const rows = [...rulesByNeeds].map(([needs, rules]) => `  ['${rules.join(' ')}', ${needs}],`);
const text = `import type { DocumentedRuleId, TestNeeds } from '../../../contracts/index.js';

/** The needs of the least demanding tests of documented rules. \`npm run -w lab needs\` writes them. */
// oxfmt-ignore
const rows: readonly (readonly [rules: string, needs: readonly TestNeeds[]])[] = [
${rows.join('\n')}
];

/** The needs of each documented rule: one of them is enough. */
export const ruleNeeds = Object.fromEntries(
  rows.flatMap(([rules, needs]) => rules.split(' ').map((rule) => [rule, needs])),
) as Readonly<Record<DocumentedRuleId, readonly TestNeeds[]>>;

/** The most templates that a test asks for at once, on a tracker that others use. \`npm run -w lab needs\` writes it. */
export const mostTemplates = ${mostTemplatesOf(passed)};
`;
const known = readFileSync(resolve(ROOT, file), 'utf8');
if (process.argv.includes('--update')) writeFileSync(resolve(ROOT, file), text);
else if (text !== known) {
  const lines = known.split('\n');
  const changed = rows.filter((line) => !lines.includes(line));
  fail(
    `${file} is not what the tests asked for:\n${changed.join('\n')}\nIs that meant? Then commit what \`npm run -w lab needs\` writes.`,
  );
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

type Item = Readonly<Record<string, unknown>>;
type Needs = Readonly<Record<string, true | readonly Item[]>>;

/**
 * The needs of the least demanding of several tests on a tracker that others use. One test is enough: a test that asks
 * for more than another is left out. Tests that no such tracker can satisfy count only if there are no others. The
 * result does not depend on the order of the tests, nor on the order in which they ask.
 */
function leastNeeds(tests: readonly Pick<FinishedTest, 'needs'>[]): TestNeeds[] {
  const joined = tests.map(({ needs = [] }) => joinedNeeds(needs as Needs[]));
  const satisfiable = joined.filter(({ admin, ownTracker }) => admin !== true && ownTracker !== true);
  const least: Needs[] = [];
  for (const needs of inOrder(satisfiable.length > 0 ? satisfiable : joined)) {
    if (!least.some((less) => asksForAllOf(needs, less))) least.push(needs);
  }
  return least;
}

function mostTemplatesOf(tests: readonly Pick<FinishedTest, 'needs'>[]): number {
  const satisfiable = tests.filter(({ needs = [] }) => !needs.some(({ admin, ownTracker }) => admin ?? ownTracker));
  return Math.max(0, ...satisfiable.map(({ needs = [] }) => needs.flatMap(({ templates = [] }) => templates).length));
}

function joinedNeeds(asked: readonly Needs[]): Needs {
  const names = [...new Set(asked.flatMap(Object.keys))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const all = asked.flatMap<true | Item>((needs) => needs[name] ?? []);
      return [name, all.includes(true) || inOrder(all as Item[])];
    }),
  );
}

/** Shorter needs come first: those that ask for more are longer. */
function inOrder<One>(items: readonly One[]): One[] {
  const written = items.map((item) => ({ item, text: JSON.stringify(item) }));
  written.sort((left, right) => left.text.length - right.text.length || (left.text < right.text ? -1 : 1));
  return written.map(({ item }) => item);
}

function asksForAllOf(more: Needs, less: Needs): boolean {
  return Object.entries(less).every(([name, need]) => {
    const asked = more[name];
    return need === true || asked === true || asked === undefined ? asked === need : hasEach(asked, need);
  });
}

/** Whether each wanted item has an item of its own that asks for as much or more. */
function hasEach(items: readonly Item[], wanted: readonly Item[]): boolean {
  const left = [...items];
  return wanted.every((item) => {
    const index = left.findIndex((one) => asksForItem(one, item));
    return index >= 0 && left.splice(index, 1).length > 0;
  });
}

function asksForItem(more: Item, less: Item): boolean {
  // An item of another kind asks for something else, neither less nor more.
  const isAlike = ['templatePostFunction', 'disabled', 'plainUserCreates'].every((name) => more[name] === less[name]);
  const areDesks = 'requestTypes' in more === 'requestTypes' in less;
  return isAlike && areDesks && Object.entries(less).every(([name, need]) => includes(more[name], need));
}

function includes(more: unknown, less: unknown): boolean {
  if (typeof less === 'number') return Number(more) >= less;
  if (Array.isArray(less)) return Array.isArray(more) && less.every((one) => more.includes(one));
  return more === less;
}
