import * as z from 'zod';
import { counted } from '../../../contracts/counted.js';

export const catchSchema = z.strictObject({
  /** The titles of its describe blocks and its own, joined by ` › `. */
  title: z.string(),
  /** The spec file, with `/` on every system. */
  file: z.string(),
  line: z.int(),
  /** The ids of the rules it covers. */
  rules: z.array(z.string()),
  /** The first lines of its first error, without colours. */
  message: z.string(),
});

/** A test that failed on a tracker with a defect. */
export type Catch = z.infer<typeof catchSchema>;

/**
 * The states of a defect after the suite ran against it.
 *
 * - `caught`: a test of the rule it breaks failed with the message of an assertion
 * - `broke`: tests of the rule failed, but each by a time-out or by an error of the harness
 * - `survived`: tests of the rule ran and all of them passed
 * - `not available`: in this mode no test can see it: every test of the rule was skipped because the tracker can't
 *   provide what it needs, or for the reason the row gives
 * - `untested`: no test of the rule ran
 */
const defectStates = ['caught', 'broke', 'survived', 'not available', 'untested'] as const;

export const defectRowSchema = z.strictObject({
  /** For example `DT-02-key-answers-nothing`. */
  name: z.string(),
  /** The id of the documented rule it breaks. */
  rule: z.string(),
  /** The wrong behaviour of the tracker, in a sentence. */
  breaks: z.string(),
  state: z.enum(defectStates),
  /** Why no test can see it in this mode, if the tests of its rule ran all the same. */
  reason: z.string().optional(),
  /** How many tests of its rule ran. */
  ran: z.int(),
  /** The tests of its rule that failed by an assertion. */
  caughtBy: z.array(catchSchema),
  /** The tests of its rule that failed by a time-out or by an error of the harness. */
  brokeIn: z.array(catchSchema),
  /** The tests that failed although they do not cover its rule. */
  unrelated: z.array(catchSchema),
});

/** A defect that the fake can have, with its state. */
export type DefectRow = z.infer<typeof defectRowSchema>;

/** The results of a run of the suite against every defect, as `defects.json` holds them. */
export const defectMatrixSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** `isolated`: every test had a tracker of its own. `shared`: the tests of a defect used one that others use too. */
  mode: z.enum(['isolated', 'shared']),
  /** Whether all tests of a defect's API ran, so that `unrelated` is known. */
  wide: z.boolean(),
  seed: z.int(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().min(0),
  defects: z.array(defectRowSchema),
});

/** The results of a run of the suite against every defect. */
export type DefectMatrix = z.infer<typeof defectMatrixSchema>;

/**
 * The defects and their outcomes, as text for a person; defects that need attention come last.
 *
 * @param isLast whether no other run follows for the defects that were not caught
 */
export function renderDefects(matrix: DefectMatrix, isLast: boolean): string {
  const { defects, mode, durationMs, seed, wide } = matrix;
  const others = defects.filter(({ unrelated }) => unrelated.length > 0);
  const unseen = defects.filter(({ state }) => state === 'not available');
  const open = defects.filter(({ state }) => state !== 'caught' && state !== 'not available');
  return [
    '',
    ...defects.flatMap(defectLines),
    '',
    ...section('Tests that fail though they do not cover the rule that was broken:', others.flatMap(unrelatedLines)),
    ...section(
      'Not to be seen in this mode:',
      unseen.map(({ name, reason }) => `${name}: ${reason ?? 'the tests of its rule are skipped here'}`),
    ),
    ...section(
      isLast ? 'NOT CAUGHT:' : 'Left for the next round:',
      open.map(({ name, state, ran }) => `${name}: ${state}, ${counted(ran, 'test')} of its rule ran`),
    ),
    `${summarizeDefects(defects, wide)} (${mode}, seed ${seed}, ${(durationMs / 1000).toFixed(0)} s)`,
    '',
  ].join('\n');
}

/** The lines of a list with a title; none if the list is empty. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function defectLines({ name, breaks, state, ran, caughtBy, brokeIn }: DefectRow): string[] {
  const [first] = caughtBy;
  const tests = `${caughtBy.length + brokeIn.length} of ${counted(ran, 'test')}`;
  return [
    `${state.padEnd(13)} ${name}: ${breaks}`,
    ...(first === undefined ? [] : [`    ${tests}, first ${place(first)}`, ...indent(first.message)]),
    ...brokeIn.flatMap((one) => [`    broke ${place(one)}`, ...indent(one.message)]),
  ];
}

function unrelatedLines({ name, unrelated }: DefectRow): string[] {
  return [name, ...unrelated.map((one) => `  ${place(one)}`)];
}

function place({ title, file, line }: Catch): string {
  return `${file}:${line} ${title}`;
}

function indent(message: string): string[] {
  return message.split('\n').map((line) => `      ${line}`);
}

/** The outcome of defects, in numbers. @param wide whether tests ran that do not cover the rules they break */
export function summarizeDefects(defects: readonly DefectRow[], wide: boolean): string {
  const rules = new Set(defects.map(({ rule }) => rule));
  const count = (state: DefectRow['state']) => defects.filter((row) => row.state === state).length;
  const states = ['caught', 'survived', 'broke', 'not available', 'untested'] as const;
  const counts = states.map((state) => `${count(state)} ${state}`).join(', ');
  const sum = (list: 'brokeIn' | 'unrelated') => defects.reduce((total, row) => total + row[list].length, 0);
  const unrelated = wide
    ? `${counted(sum('unrelated'), 'failure')} of unrelated tests`
    : 'unrelated tests not run (--wide)';
  return `${counted(defects.length, 'defect')} of ${counted(rules.size, 'rule')}: ${counts}; ${counted(sum('brokeIn'), 'test')} broke beside; ${unrelated}`;
}
