import { createHash } from 'node:crypto';
import { counted } from '../../../contracts/counted.js';
import type { StepsRow } from '../../../contracts/index.js';
import type { Results } from '../../../contracts/report/results.js';
import type { CaseRecord, Written } from './run-link.js';
import type { SeenCase } from './plan-cases.js';
import { withOccurrences } from './wanted-cases.js';
import type { Outcome, WantedCase } from './wanted-cases.js';

/** The names of the statuses of a project, by result. */
export interface StatusNames {
  readonly step: { readonly passed: string; readonly failed: string };
  readonly case: { readonly passed: string; readonly failed: string };
  /** The status of a step before it is executed, and the number of columns, if the tracker does not tell. */
  readonly defaultStep: string;
  readonly columns: number;
}

export interface FailedStep {
  readonly rowIndex: number;
  /** The comment without the mark of the run; undefined if it exists already. */
  readonly comment: string | undefined;
  /** The file; undefined if it exists already. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
}

export interface CaseChanges {
  /** The whole Steps table, if steps are missing in it. */
  readonly rows: readonly StepsRow[] | undefined;
  readonly statuses: readonly { readonly rowIndex: number; readonly status: string }[];
  readonly failures: readonly FailedStep[];
  /** A comment on the case about errors that no step shows, without the mark of the run. */
  readonly comment: string | undefined;
  /** The mark at the end of the run's comments, by which they are found again. */
  readonly mark: string;
  readonly target: string | undefined;
  readonly begun: CaseRecord;
  readonly done: CaseRecord;
  /** The values of people that were kept, and the results without a row, a sentence each. */
  readonly notes: readonly string[];
}

/** The most characters of errors, and of an exchange, in a comment. Their sum is below a tracker's limit, 32,767. */
const MOST_ERRORS = 8_000;
const MOST_EXCHANGE = 20_000;

/** The mark at the end of each comment that a run writes. */
const RUN_COMMENT = /\(tracker-e2e run \S+\)$/;

/**
 * The changes of a run to a case; undefined if the run has been published there. Values that a person has set since the
 * last publication are kept: a step with neither its first status nor the published one, and a case that was moved
 * elsewhere.
 */
export function changesOfCase(
  wanted: WantedCase,
  seen: SeenCase,
  record: CaseRecord | undefined,
  run: Results['run'],
  names: StatusNames,
): CaseChanges | undefined {
  const runKey = `${run.id}.${digestOf(wanted)}`;
  if (record?.state === 'done' && record.run === runKey) return undefined;
  const steps = new StepsPlan(wanted, seen, record, names).decide(run.id);
  const move = moveOf(wanted.outcome, seen, record, names.case);
  const mark = `(tracker-e2e run ${run.id})`;
  const errors = [...wanted.errors, ...steps.errors];
  const text = errors.length === 0 ? undefined : caseComment(errors, wanted.exchange, run);
  const { before: old, after, table, tableAfter } = steps;
  const both = { run: runKey, before: old, after, table, tableAfter, moved: move.before, moves: move.after };
  return {
    rows: steps.rows,
    statuses: steps.statuses,
    failures: steps.failures,
    comment: seen.comments.some((comment) => comment.trim().endsWith(mark)) ? undefined : text,
    mark,
    target: move.target,
    begun: { ...both, state: 'begun' },
    done: { ...both, state: 'done', before: after, table: tableAfter, moved: move.after },
    notes: [...steps.notes, ...move.notes],
  };
}

/** Whether changes are more than the record of the run. */
export function writesAnything({ rows, statuses, failures, comment, target }: CaseChanges): boolean {
  return rows !== undefined || statuses.length + failures.length > 0 || comment !== undefined || target !== undefined;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}

function caseComment(errors: readonly string[], exchange: string | undefined, run: Results['run']): string {
  const shown = exchange === undefined ? [] : [`{noformat}\n${cutTo(MOST_EXCHANGE, exchange)}\n{noformat}`];
  return [`Failed in ${run.name}:`, cutTo(MOST_ERRORS, errors.join('\n')), ...shown].join('\n');
}

function cutTo(length: number, text: string): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}\n… (${counted(text.length - length, 'more character is', 'more characters are')} left out)`;
}

function moveOf(
  outcome: Outcome,
  { status }: SeenCase,
  record: CaseRecord | undefined,
  names: StatusNames['case'],
): { target?: string; before: Outcome; after: Outcome; notes: string[] } {
  const before = (record?.state === 'done' ? record.moves : record?.moved) ?? 'open';
  if (outcome === 'open') return { before, after: before, notes: [] };
  const target = names[outcome];
  if (status.name === target) return { before, after: outcome, notes: [] };
  const set = [before, ...(record?.state === 'begun' ? [record.moves] : [])];
  const wasSetHere = set.some((one) => one !== 'open' && names[one] === status.name);
  const isUnderWay = status.category !== 'done' && record?.state !== 'done';
  if (wasSetHere || isUnderWay || status.category === 'new') return { target, before, after: outcome, notes: [] };
  return { before, after: before, notes: [`it stays ${status.name}, which a person set; the run says ${target}`] };
}

class StepsPlan {
  readonly #wanted: WantedCase;
  readonly #seen: SeenCase;
  readonly #names: StatusNames;
  readonly #default: string;
  /** The results that each step may show without a change by a person. */
  readonly #replaceable: readonly ReadonlySet<Written>[];
  readonly #before: readonly Written[];
  readonly #record: CaseRecord | undefined;

  constructor(wanted: WantedCase, seen: SeenCase, record: CaseRecord | undefined, names: StatusNames) {
    this.#wanted = wanted;
    this.#record = record;
    this.#seen = seen;
    this.#names = names;
    this.#default = seen.defaultStatus ?? names.defaultStep;
    const { state, before: old = [], after = [] } = record ?? {};
    const known = state === 'done' ? after : old;
    // Rows that a person added or removed have moved the others.
    const fits = (letters: readonly Written[]) => letters.length === seen.steps.length;
    this.#before = seen.steps.map((_, index) => (fits(known) ? (known[index] ?? '-') : '-'));
    this.#replaceable = seen.steps.map((_, index) => {
      const letters = [known, ...(state === 'begun' ? [after] : [])].filter(fits);
      return new Set(letters.map((row) => row[index] ?? '-'));
    });
  }

  decide(run: string): Pick<CaseChanges, 'rows' | 'statuses' | 'failures' | 'notes'> & {
    readonly before: readonly Written[];
    readonly after: readonly Written[];
    readonly table: string;
    readonly tableAfter: string;
    readonly errors: readonly string[];
  } {
    const { outcome } = this.#wanted;
    const nothing = { rows: undefined, statuses: [], failures: [], notes: [], errors: [] };
    const table = this.#ourTable();
    const same = { before: this.#before, after: this.#before, table, tableAfter: table };
    if (outcome === 'open') return { ...nothing, ...same };
    const rows = this.#missingRows();
    const tableAfter = rows === undefined ? table : tableOf(rows);
    const titles = rows?.flatMap(({ isGroup, cells }) => (isGroup ? [] : [cells[0] ?? '']));
    const places = placesOf(titles ?? this.#seen.steps.map(({ title }) => title));
    const before = titles === undefined ? this.#before : titles.map((): Written => '-');
    const after = [...before];
    const statuses: { rowIndex: number; status: string }[] = [];
    const failures: FailedStep[] = [];
    const notes: string[] = [];
    const errors: string[] = [];
    const set = (rowIndex: number, status: string, letter: Written): boolean => {
      const shown = titles === undefined ? this.#seen.steps[rowIndex]?.status : this.#default;
      if (shown !== status && titles === undefined && !this.#mayReplace(rowIndex)) {
        notes.push(`step ${rowIndex + 1} stays ${shown ?? 'as it is'}, which a person set; the run says ${status}`);
        return false;
      }
      if (shown !== status) statuses.push({ rowIndex, status });
      after[rowIndex] = letter;
      return true;
    };
    const told = new Set<number>();
    for (const { key, step } of this.#results()) {
      const rowIndex = places.get(key);
      if (rowIndex === undefined) {
        if (step.status === 'failed') errors.push(`${step.title}: ${step.error ?? 'it failed'}`);
        else notes.push(`no row of it is “${step.title}”`);
        continue;
      }
      told.add(rowIndex);
      const isSet = set(rowIndex, this.#names.step[step.status], step.status === 'passed' ? 'P' : 'F');
      if (isSet && step.status === 'failed')
        failures.push(...this.#failure(rowIndex, step.error, run, titles === undefined));
    }
    // An earlier run's results of steps that this run did not reach no longer hold.
    for (const [rowIndex, letter] of before.entries()) {
      if (!told.has(rowIndex) && letter !== '-' && this.#mayReplace(rowIndex)) set(rowIndex, this.#default, '-');
    }
    return {
      rows,
      statuses: statuses.toSorted((a, b) => a.rowIndex - b.rowIndex),
      failures,
      notes,
      errors,
      before,
      after,
      table,
      tableAfter,
    };
  }

  /** The result of each step. A passed test without steps counts for all steps. */
  #results() {
    const { hasSteps, isManaged, outcome, steps } = this.#wanted;
    const all = hasSteps || isManaged || outcome !== 'passed';
    return withOccurrences(
      all ? steps : this.#seen.steps.map(({ title }) => ({ title, status: 'passed' as const, error: undefined })),
      ({ title }) => title,
    );
  }

  #mayReplace(rowIndex: number): boolean {
    const shown = this.#seen.steps[rowIndex]?.status;
    if (shown === undefined || shown === this.#default) return true;
    const letters = this.#replaceable[rowIndex] ?? new Set();
    return (
      (letters.has('P') && shown === this.#names.step.passed) || (letters.has('F') && shown === this.#names.step.failed)
    );
  }

  /** The table with the steps that a managed case lacks; undefined if it lacks none, or if a person has changed it. */
  #missingRows(): StepsRow[] | undefined {
    const { isManaged, isWhole, steps } = this.#wanted;
    const { rows, columns } = this.#seen;
    const places = placesOf(this.#seen.steps.map(({ title }) => title));
    const missing = withOccurrences(steps, ({ title }) => title).filter(({ key }) => !places.has(key));
    if (!isManaged || missing.length === 0 || !this.#isUntouched()) return undefined;
    const width = columns ?? rows.find(({ isGroup }) => !isGroup)?.cells.length ?? this.#names.columns;
    const kept = isWhole ? [] : rows.map(({ isGroup, cells }) => ({ isGroup, cells }));
    const added = isWhole ? steps : missing.map(({ step }) => step);
    return [...kept, ...added.map(({ title }) => stepRow(title, width))];
  }

  /** The digest of the table, if it is as a publisher left it; else `-`. */
  #ourTable(): string {
    const { rows } = this.#seen;
    const shown = tableOf(rows);
    if (this.#record !== undefined) {
      const { state, table, tableAfter } = this.#record;
      return shown === table || (state === 'begun' && shown === tableAfter) ? shown : '-';
    }
    // A new case has the steps of its test.
    const { steps } = this.#wanted;
    const isNew = rows.length === steps.length && rows.every(({ cells }, index) => cells[0] === steps[index]?.title);
    return isNew ? shown : '-';
  }

  #isUntouched(): boolean {
    if (this.#ourTable() === '-') return false;
    return this.#seen.steps.every(
      ({ comments = [] }, index) =>
        this.#mayReplace(index) && comments.every((comment) => RUN_COMMENT.test(comment.trim())),
    );
  }

  #failure(rowIndex: number, error = 'it failed and says no reason', run: string, isSame: boolean): FailedStep[] {
    const name = `tracker-e2e-${run}-step-${rowIndex + 1}.txt`;
    const mark = `(tracker-e2e run ${run})`;
    const seen = isSame ? this.#seen.steps[rowIndex] : undefined;
    const hasFile = seen?.attachments.includes(name) === true;
    const hasComment = seen?.comments?.some((comment) => comment.trim().endsWith(mark)) ?? hasFile;
    if (hasFile && hasComment) return [];
    const text = [error, ...(this.#wanted.exchange === undefined ? [] : [this.#wanted.exchange])].join('\n\n');
    return [
      {
        rowIndex,
        comment: hasComment ? undefined : cutTo(MOST_ERRORS, error),
        file: hasFile ? undefined : { name, text: `${text}\n` },
      },
    ];
  }
}

/** A row of a Steps table for a step of a test: its title in the first column. */
export function stepRow(title: string, columns: number): StepsRow {
  return {
    isGroup: false,
    cells: Array.from({ length: Math.max(columns, 1) }, (_, index) => (index === 0 ? title : '')),
  };
}

function tableOf(rows: readonly StepsRow[]): string {
  return digestOf(rows.map(({ isGroup, cells }) => [isGroup, cells]));
}

function placesOf(titles: readonly string[]): ReadonlyMap<string, number> {
  return new Map(withOccurrences(titles, (title) => title).map(({ key }, index) => [key, index]));
}
