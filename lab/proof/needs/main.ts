import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMatrix } from '../../../cli/support/find-matrix.js';
import { documented } from '../../../contracts/index.js';
import type { DocumentedRuleId } from '../../../contracts/index.js';
import { loadSettings } from '../../../fixtures/index.js';
import { leastNeeds, mostTemplates } from './least-needs.js';

/*
 * Compares what the doctor knows of what the tests of each rule need with what they asked for in the last `npm start`:
 * `npm run check:needs`. With `--update` it writes that down: `npm run needs`.
 */

const root = join(import.meta.dirname, '../../..');
const file = 'cli/doctor/prediction/rule-needs.ts';

const run = findMatrix(loadSettings().outputDir, 'isolated');
const { verdict, tests } = run.matrix;
if (verdict.verdict !== 'passed' || (verdict.demands !== 'reachable' && verdict.demands !== 'all')) {
  fail(`The run in ${run.file} says too little: it has to pass, with every test. Run \`npm start\`.`);
}
const passed = tests.filter(({ status }) => status === 'passed' || status === 'flaky');
const rules = (Object.keys(documented) as DocumentedRuleId[]).map((rule) => {
  return `  '${rule}': ${JSON.stringify(leastNeeds(passed.filter((test) => test.rules.includes(rule))))},`;
});
const text = `import type { DocumentedRuleId, TestNeeds } from '../../../contracts/index.js';

/** The needs of the least demanding tests of each documented rule: one of them is enough. \`npm run -w lab needs\` writes it. */
// prettier-ignore
export const ruleNeeds: Readonly<Record<DocumentedRuleId, readonly TestNeeds[]>> = {
${rules.join('\n')}
};

/** The most templates that a test asks for at once, on a tracker that others use. \`npm run -w lab needs\` writes it. */
export const mostTemplates = ${mostTemplates(passed)};
`;
const known = readFileSync(join(root, file), 'utf8');
if (process.argv.includes('--update')) writeFileSync(join(root, file), text);
else if (text !== known) {
  const lines = known.split('\n');
  const changed = rules.filter((line) => !lines.includes(line));
  fail(
    `${file} is not what the tests asked for:\n${changed.join('\n')}\nIs that meant? Then commit what \`npm run -w lab needs\` writes.`,
  );
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
