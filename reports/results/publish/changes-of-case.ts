import { createHash } from 'node:crypto';
import { counted } from '../../../contracts/counted.js';
import type { StepsRow } from '../../../contracts/index.js';
import type { Results } from '../../documents/results.js';
import type { Publication, PublishChoice } from './find-plan.js';
import type { CaseRecord, Written } from './run-link.js';
import type { SeenCase } from './plan-cases.js';
import { withOccurrences } from './wanted-cases.js';
import type { Outcome } from '../../matrix/count-states.js';
import type { WantedCase } from './wanted-cases.js';

export interface FailedStep {
  readonly rowIndex: number;
  /** The comment without the mark of the run; undefined if it exists already. */
  readonly comment: string | undefined;
  /** The file; undefined if it exists already. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
}

export type CaseChanges = NonNullable<ReturnType<typeof changesOfCase>>;

/** The most characters of errors, and of an exchange, in a comment. Their sum is below a tracker's limit, 32,767. */
const MOST_ERRORS = 8_000;
const MOST_EXCHANGE = 20_000;

const RUN_COMMENT = /\(tracker-e2e run \S+\)$/;

/** The mark at the end of a run's comments, by which they are found again. */
export function markOf({ id }: Results['run']): string {
  return `(tracker-e2e run ${id})`;
}

/**
 * The changes of a run to a case; undefined if the run has been published there. Values that a person has set since the
 * last publication are kept: a step with neither its first status nor the published one, and a case that was moved
 * elsewhere.
 */
export function changesOfCase(
  publication: Publication,
  wanted: WantedCase,
  seen: SeenCase,
  record: CaseRecord | undefined,
) {
  const { run, choice } = publication;
  const runKey = `${run.id}.${digestOf(wanted)}`;
  if (record?.state === 'done' && record.run === runKey) return undefined;
  const steps = new StepChanges(publication, wanted, seen, record);
  // What did not run has not passed.
  const isPart = wanted.outcome === 'passed' && wanted.steps.some(({ status }) => status === 'skipped');
  const move = moveOf(isPart ? 'open' : wanted.outcome, seen, record, choice.caseStatuses);
  const errors = [...wanted.errors, ...steps.errors];
  const text = errors.length === 0 ? undefined : caseComment(errors, wanted.exchange, run);
  const { before: old, after, table, tableAfter } = steps;
  const both = { run: runKey, before: old, after, table, tableAfter, moved: move.before, moves: move.after };
  return {
    rows: steps.rows,
    statuses: steps.statuses,
    failures: steps.failures,
    /** A comment on the case about errors that no step shows, without the mark of the run. */
    comment: seen.comments.some((comment) => isOf(run, comment)) ? undefined : text,
    target: move.target,
    begun: { ...both, state: 'begun' as const },
    done: { ...both, state: 'done' as const, before: after, table: tableAfter, moved: move.after },
    notes: [...steps.notes, ...move.notes],
  };
}

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
  names: PublishChoice['caseStatuses'],
): { target?: string; before: Outcome; after: Outcome; notes: string[] } {
  const before = record?.moved ?? 'open';
  if (outcome === 'open') return { before, after: before, notes: [] };
  const target = names[outcome];
  if (status.name === target) return { before, after: outcome, notes: [] };
  const wasSetHere = [before, record?.moves ?? 'open'].some((one) => one !== 'open' && names[one] === status.name);
  const isUnderWay = status.category !== 'done' && record?.state !== 'done';
  if (wasSetHere || isUnderWay || status.category === 'new') return { target, before, after: outcome, notes: [] };
  return { before, after: before, notes: [`it stays ${status.name}, which a person set; the run says ${target}`] };
}

/** What a run changes of the steps of a case. A step keeps what a person has set. */
class StepChanges {
  readonly statuses: { readonly rowIndex: number; readonly status: string }[] = [];
  readonly failures: FailedStep[] = [];
  readonly notes: string[] = [];
  readonly errors: string[] = [];
  /** The rows that the case gets; undefined if it keeps its own. */
  readonly rows: readonly StepsRow[] | undefined;
  /** What runs have written to each step, before this run and after it. */
  readonly before: readonly Written[];
  readonly after: Written[];
  readonly table: string;
  readonly tableAfter: string;
  readonly #publication: Publication;
  readonly #wanted: WantedCase;
  readonly #seen: SeenCase;
  /** What earlier runs wrote or were about to write, if no person has added or removed a step since. */
  readonly #written: readonly (readonly Written[])[];
  /** The status that a step begins with. */
  readonly #usual: string;

  constructor(publication: Publication, wanted: WantedCase, seen: SeenCase, record: CaseRecord | undefined) {
    const { steps, defaultStatus } = seen;
    const { client } = publication;
    const { before: known = [], after: planned = [] } = record ?? {};
    const fits = (letters: readonly Written[]) => letters.length === steps.length;
    this.#publication = publication;
    this.#wanted = wanted;
    this.#seen = seen;
    this.#written = [known, planned].filter(fits);
    this.#usual = defaultStatus ?? client.usual.defaultStatus;
    this.table = ourTable(wanted, seen, record);
    const isOpen = wanted.outcome === 'open';
    const mayWriteRows = !isOpen && this.table !== '-' && this.#hasOnlyOurs();
    this.rows = mayWriteRows ? missingRows(wanted, seen, client.usual.columns) : undefined;
    const stepRows = this.rows?.filter(({ isGroup }) => !isGroup);
    this.before = stepRows?.map((): Written => '-') ?? steps.map((_, at) => (fits(known) ? (known[at] ?? '-') : '-'));
    this.after = [...this.before];
    this.tableAfter = this.rows === undefined ? this.table : tableOf(this.rows);
    if (isOpen) return;
    this.#write(stepRows?.map(({ cells }) => cells[0] ?? '') ?? steps.map(({ title }) => title));
    this.statuses.sort((one, other) => one.rowIndex - other.rowIndex);
  }

  #hasOnlyOurs(): boolean {
    const isOfRun = (comment: string) => RUN_COMMENT.test(comment.trim());
    return this.#seen.steps.every(({ comments = [] }, at) => this.#mayReplace(at) && comments.every(isOfRun));
  }

  /** Whether a step shows nothing that a person has set. */
  #mayReplace(rowIndex: number): boolean {
    const shown = this.#seen.steps[rowIndex]?.status;
    if (shown === undefined || shown === this.#usual) return true;
    return this.#written.some((letters) => shown === this.#statusOf(letters[rowIndex] ?? '-'));
  }

  #statusOf(letter: Written): string {
    const { passed, failed } = this.#publication.choice.stepStatuses;
    return { P: passed, F: failed, '-': this.#usual }[letter];
  }

  #write(titles: readonly string[]): void {
    const places = pathsOf(titles);
    const told = new Set<number>();
    for (const { key, step } of resultsOf(this.#wanted, this.#seen)) {
      const rowIndex = places.get(key);
      if (rowIndex === undefined) this.#noteUnplaced(step);
      else if (step.status === 'passed' || step.status === 'failed') {
        told.add(rowIndex);
        this.#writeResult(rowIndex, step);
      }
    }
    // An earlier run's results of steps that this run did not reach no longer hold.
    for (const [rowIndex, letter] of this.before.entries()) {
      if (!told.has(rowIndex) && letter !== '-' && this.#mayReplace(rowIndex)) this.#set(rowIndex, '-');
    }
  }

  #noteUnplaced({ status, title, error }: WantedStep): void {
    if (status === 'failed') this.errors.push(`${title}: ${error ?? 'it failed'}`);
    else this.notes.push(`no row of it is “${title}”`);
  }

  #writeResult(rowIndex: number, { status, error }: WantedStep): void {
    const isSet = this.#set(rowIndex, status === 'passed' ? 'P' : 'F');
    if (!isSet || status === 'passed') return;
    const shown = this.rows === undefined ? this.#seen.steps[rowIndex] : undefined;
    this.failures.push(...failureOf(rowIndex, shown, error, this.#wanted.exchange, this.#publication.run));
  }

  /** @returns false if a person has set the status */
  #set(rowIndex: number, letter: Written): boolean {
    const status = this.#statusOf(letter);
    const shown = this.rows === undefined ? this.#seen.steps[rowIndex]?.status : this.#usual;
    if (shown !== status && this.rows === undefined && !this.#mayReplace(rowIndex)) {
      this.notes.push(`step ${rowIndex + 1} stays ${shown ?? 'as it is'}, which a person set; the run says ${status}`);
      return false;
    }
    if (shown !== status) this.statuses.push({ rowIndex, status });
    this.after[rowIndex] = letter;
    return true;
  }
}

type WantedStep = ReturnType<typeof resultsOf>[number]['step'];

/** The result of each step. A passed test without steps counts for all steps. */
function resultsOf({ hasSteps, isManaged, outcome, steps }: WantedCase, seen: SeenCase) {
  const all = hasSteps || isManaged || outcome !== 'passed';
  return withOccurrences(
    all ? steps : seen.steps.map(({ title }) => ({ title, status: 'passed' as const, error: undefined })),
    ({ title }) => title,
  );
}

function missingRows(
  { isManaged, isWhole, steps }: WantedCase,
  seen: SeenCase,
  usualColumns: number,
): StepsRow[] | undefined {
  const places = pathsOf(seen.steps.map(({ title }) => title));
  const missing = withOccurrences(steps, ({ title }) => title).filter(({ key }) => !places.has(key));
  if (!isManaged || missing.length === 0) return undefined;
  const width = seen.columns ?? seen.rows.find(({ isGroup }) => !isGroup)?.cells.length ?? usualColumns;
  const kept = isWhole ? [] : seen.rows.map(({ isGroup, cells }) => ({ isGroup, cells }));
  const added = isWhole ? steps : missing.map(({ step }) => step);
  return [...kept, ...added.map(({ title }) => stepRow(title, width))];
}

/** The digest of the table, if it is as a publisher left it; else `-`. */
function ourTable({ steps }: WantedCase, { rows }: SeenCase, record: CaseRecord | undefined): string {
  const shown = tableOf(rows);
  if (record !== undefined) return [record.table, record.tableAfter].includes(shown) ? shown : '-';
  // A new case has the steps of its test.
  const isNew = rows.length === steps.length && rows.every(({ cells }, index) => cells[0] === steps[index]?.title);
  return isNew ? shown : '-';
}

function failureOf(
  rowIndex: number,
  seen: SeenCase['steps'][number] | undefined,
  error = 'it failed and says no reason',
  exchange: string | undefined,
  run: Results['run'],
): FailedStep[] {
  const name = `tracker-e2e-${run.id}-step-${rowIndex + 1}.txt`;
  const hasFile = seen?.attachments.includes(name) === true;
  const hasComment = seen?.comments?.some((one) => isOf(run, one)) ?? hasFile;
  if (hasFile && hasComment) return [];
  const text = [error, ...(exchange === undefined ? [] : [exchange])].join('\n\n');
  return [
    {
      rowIndex,
      comment: hasComment ? undefined : cutTo(MOST_ERRORS, error),
      file: hasFile ? undefined : { name, text: `${text}\n` },
    },
  ];
}

function isOf(run: Results['run'], comment: string): boolean {
  return comment.trim().endsWith(markOf(run));
}

export function stepRow(title: string, columns: number): StepsRow {
  return {
    isGroup: false,
    cells: Array.from({ length: Math.max(columns, 1) }, (_, index) => (index === 0 ? title : '')),
  };
}

function tableOf(rows: readonly StepsRow[]): string {
  return digestOf(rows.map(({ isGroup, cells }) => [isGroup, cells]));
}

function pathsOf(titles: readonly string[]): ReadonlyMap<string, number> {
  return new Map(withOccurrences(titles, (title) => title).map(({ key }, index) => [key, index]));
}
