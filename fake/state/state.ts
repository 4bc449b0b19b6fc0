import { createHash } from 'node:crypto';
import type { World, WorldWorkflow } from '../../contracts/index.js';
import { mapRecord, Table, UndoLog } from './table.js';
import { emptyTables, forkOf } from './tables.js';
import type { ProjectRow, TableName, Tables } from './tables.js';

export type TrackerSettings = Readonly<
  Pick<World, 'title' | 'version' | 'searchDelay' | 'newProject' | 'testIssueTypes' | 'globalPermissions'>
>;

export type Sequence =
  | 'project'
  | 'component'
  | 'requestType'
  | 'entry'
  | 'issue'
  | 'comment'
  | 'attachment'
  | 'link'
  | 'remoteLink'
  | 'version';

interface Counter {
  readonly name: string;
  readonly last: number;
}

function digestOf(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** The first ids are left to worlds that name their own. */
const FIRST_ID = 10_000;

/** Everything that one tracker stores. The cost of a fork does not depend on its size. */
export class State {
  private constructor(
    readonly settings: TrackerSettings,
    readonly tables: Tables,
    private readonly lastIds: Table<Counter, string>,
    private readonly undoLog: UndoLog,
  ) {}

  static empty(settings: TrackerSettings): State {
    return new State(settings, emptyTables(), new Table((row: Counter) => row.name, {}), new UndoLog());
  }

  /** A state that starts as this one is; neither of the two changes when the other does. */
  fork(): State {
    const undoLog = new UndoLog();
    return new State(this.settings, forkOf(this.tables, undoLog), this.lastIds.fork(undoLog), undoLog);
  }

  /** Runs an action that changes this state; if it throws, nothing has happened. */
  change<Result>(action: (state: State) => Result): Result {
    return this.undoLog.run(() => action(this));
  }

  /** The next id for a kind of row. Ids are not given twice, not even after a deletion. */
  nextId(kind: Sequence): number {
    return this.#count(kind, FIRST_ID);
  }

  /** Keeps {@link nextId} above an id that is already taken. */
  reserveId(kind: Sequence, taken: number): void {
    this.#reserve(kind, taken, FIRST_ID);
  }

  /** The next issue number of a project, as in ABC-7. */
  nextIssueNumber(projectKey: string): number {
    return this.#count(`${projectKey}-`, 0);
  }

  /** Keeps {@link nextIssueNumber} above a number that is already taken. */
  reserveIssueNumber(projectKey: string, taken: number): void {
    this.#reserve(`${projectKey}-`, taken, 0);
  }

  /**
   * Every row of every table, as plain data. An attachment has a digest in place of its bytes. The
   * counters of new ids are left out, because they describe the past.
   */
  dump(): Record<TableName, unknown[]> {
    const attachments = this.tables.attachments
      .all()
      .map(({ chunks, ...row }) => ({ ...row, digest: digestOf(chunks) }));
    return { ...mapRecord(this.tables, (table): unknown[] => [...table.all()]), attachments };
  }

  /** The last number given for each kind of row and for the issues of each project, by its name. */
  counters(): Record<string, number> {
    return Object.fromEntries(this.lastIds.all().map(({ name, last }) => [name, last]));
  }

  restoreCounters(counters: Readonly<Record<string, number>>): void {
    for (const [name, last] of Object.entries(counters)) this.#reserve(name, last, 0);
  }

  #count(name: string, start: number): number {
    const last = (this.lastIds.get(name)?.last ?? start) + 1;
    this.lastIds.set({ name, last });
    return last;
  }

  #reserve(name: string, taken: number, start: number): void {
    if (taken > (this.lastIds.get(name)?.last ?? start)) this.lastIds.set({ name, last: taken });
  }
}

/** The workflow that issues of a type follow in a project; without a type, the workflow of most types. */
export function workflowOf(
  { tables }: Pick<State, 'tables'>,
  project: ProjectRow,
  issueTypeId?: number,
): WorldWorkflow {
  const name = workflowName(project, issueTypeId);
  const workflow = tables.workflows.get(name);
  if (workflow === undefined) throw new Error(`The project ${project.key} has no workflow ${name}.`);
  return workflow;
}

export function workflowName({ workflow, workflowByIssueType }: ProjectRow, issueTypeId?: number): string {
  return issueTypeId === undefined ? workflow : (workflowByIssueType[issueTypeId] ?? workflow);
}
