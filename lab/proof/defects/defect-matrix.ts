import { counted } from '../../../contracts/counted.js';

/** A test that failed on a tracker with a defect. */
export interface Catch {
  /** The titles of its describe blocks and its own, joined by ` › `. */
  readonly title: string;
  /** The spec file, with `/` on every system. */
  readonly file: string;
  readonly line: number;
  /** The first lines of its first error, without colours. */
  readonly message: string;
}

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
const defectStates = ['caught', 'survived', 'broke', 'not available', 'untested'] as const;

export interface DefectRow {
  /** For example `DT-02-key-answers-nothing`. */
  readonly name: string;
  readonly rule: string;
  readonly breaks: string;
  readonly state: (typeof defectStates)[number];
  /** Why no test can see it in this mode, if the tests of its rule ran all the same. */
  readonly reason?: string | undefined;
  readonly ran: number;
  readonly caughtBy: readonly Catch[];
  /** The tests of its rule that failed by a time-out or by an error of the harness. */
  readonly brokeIn: readonly Catch[];
}

/** The defects and their outcomes, as text for a person; defects that need attention come last. */
export function renderDefects(defects: readonly DefectRow[], isLast: boolean): string {
  const unseen = defects.filter(({ state }) => state === 'not available');
  const open = defects.filter(({ state }) => state !== 'caught' && state !== 'not available');
  return [
    '',
    ...defects.flatMap(defectLines),
    '',
    ...section(
      'Not to be seen in this mode:',
      unseen.map(({ name, reason }) => `${name}: ${reason ?? 'the tests of its rule are skipped here'}`),
    ),
    ...section(
      isLast ? 'NOT CAUGHT:' : 'Left for the next round:',
      open.map(({ name, state, ran }) => `${name}: ${state}, ${counted(ran, 'test')} of its rule ran`),
    ),
    summarizeDefects(defects),
    '',
  ].join('\n');
}

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

function place({ title, file, line }: Catch): string {
  return `${file}:${line} ${title}`;
}

function indent(message: string): string[] {
  return message.split('\n').map((line) => `      ${line}`);
}

export function summarizeDefects(defects: readonly DefectRow[]): string {
  const rules = new Set(defects.map(({ rule }) => rule));
  const counts = defectStates.map((state) => `${defects.filter((row) => row.state === state).length} ${state}`);
  const broke = defects.reduce((total, { brokeIn }) => total + brokeIn.length, 0);
  const beside = `${counted(broke, 'test')} broke beside`;
  return `${counted(defects.length, 'defect')} of ${counted(rules.size, 'rule')}: ${counts.join(', ')}; ${beside}`;
}
