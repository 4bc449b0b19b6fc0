import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Source } from '../../../builders/source.js';
import { credentialsOf } from '../../../client/credentials.js';
import { retrying } from '../../../client/retrying.js';
import { createSetupClient, setupEndpoints } from '../../../client/setup-client.js';
import { unwatched } from '../../../client/transport.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import type { TenantControl, TenantState } from '../../../fake/control/control.js';
import { startFake } from '../../../fake/index.js';
import type { FaultInput } from '../../../fake/index.js';
import { compareStates } from '../../../provide/shared/start-shared-fake.js';
import { externalWorld, movedPaths } from './external-world.js';
import type { BackgroundUserPlan } from './external-world.js';

export interface Comparison {
  readonly differences: readonly string[];
  /** How many rows were looked at, and how many things the background user has done so far. */
  readonly rows: number;
  readonly done: number;
}

/** A tracker in place of a real one, with a background user who works there. */
export interface Environment {
  /** The settings of a run there. The harness gets nothing else. */
  readonly settings: Readonly<Record<string, string>>;
  /** Compares what the tracker holds with what it would hold without the harness; the background user pauses meanwhile. */
  compare(): Promise<Comparison>;
  close(): Promise<void>;
}

const CONTEXT_PATH = '/tools/issues';

/** Starts a tracker, and the background user in it. @param folder where the sandbox's file goes */
export async function openEnvironment(
  folder: string,
  seed: number,
  assumptions: AssumptionOverrides = {},
): Promise<Environment> {
  const { world, login, sandbox, backgroundUser: plan } = externalWorld(seed, assumptions);
  const fake = await startFake({ world, contextPath: CONTEXT_PATH, assumptions, faults: badWire(seed) });
  const [url, tenant] = [`${fake.url}${CONTEXT_PATH}`, fake.control.tenant('main')];
  const backgroundUser = new BackgroundUser(url, tenant, plan, seed);
  backgroundUser.work();
  const sandboxFile = join(folder, 'sandbox.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(sandboxFile, JSON.stringify(sandbox, null, 2));
  return {
    settings: {
      TRACKER_URL: url,
      TRACKER_USERNAME: login.username,
      TRACKER_PASSWORD: login.password,
      TRACKER_SANDBOX: sandboxFile,
      TRACKER_BASE_PATHS: JSON.stringify(movedPaths),
      TRACKER_SEED: String(seed),
    },
    compare: async () => {
      const compared = await backgroundUser.rest();
      backgroundUser.work();
      return { ...compared, rows: Object.values(tenant.state()).flat().length };
    },
    close: async () => {
      await backgroundUser.rest();
      await fake.close();
    },
  };
}

/**
 * How the wire to the tracker is: some answers come late, and now and then the tracker limits the rate.
 *
 * A call under test is never repeated by the harness, so a limit fails its test. Playwright runs that again, and one
 * request of five hundred makes it next to impossible that all four attempts meet one.
 */
function badWire(seed: number): FaultInput[] {
  return [
    { kind: 'latency', milliseconds: { from: 5, to: 60 }, share: 0.2, seed },
    { kind: 'error-response', status: 429, retryAfter: 1, share: 0.002, seed },
  ];
}

/** How long the background user waits after each thing, in milliseconds. */
const PAUSE = 120;

/** A user who works in projects and directories of their own in the tracker, and knows what all else there was before. */
class BackgroundUser {
  readonly #tenant: TenantControl;
  readonly #plan: BackgroundUserPlan;
  readonly #things: readonly (() => Promise<unknown>)[];
  readonly #source: Source;
  readonly #before: TenantState;
  /** The user's own rows after the last thing. */
  #seen: TenantState;
  #differences: readonly string[] = [];
  #working = false;
  #atWork: Promise<void> = Promise.resolve();
  #done = 0;

  constructor(baseUrl: string, tenant: TenantControl, plan: BackgroundUserPlan, seed: number) {
    this.#tenant = tenant;
    this.#plan = plan;
    this.#source = new Source(seed);
    this.#things = thingsToDo(baseUrl, plan, this.#source);
    this.#before = this.#rows(false);
    this.#seen = this.#rows(true);
  }

  work(): void {
    this.#working = true;
    this.#atWork = this.#workOn();
    // `rest` throws it.
    this.#atWork.catch(() => undefined);
  }

  /**
   * Finishes the current thing and pauses.
   *
   * @returns how many things were done so far, and each row that somebody else has changed, made or removed
   * @throws Error if something could not be done
   */
  async rest(): Promise<{ readonly differences: readonly string[]; readonly done: number }> {
    this.#working = false;
    await this.#atWork;
    this.#compareOwn();
    const differences = [...compareStates(this.#before, this.#rows(false)), ...this.#differences];
    return { differences, done: this.#done };
  }

  async #workOn(): Promise<void> {
    while (this.#working) {
      this.#compareOwn();
      await this.#source.faker.helpers.arrayElement(this.#things)();
      this.#seen = this.#rows(true);
      this.#done += 1;
      await sleep(PAUSE);
    }
  }

  #compareOwn(): void {
    const differences = compareStates(this.#seen, this.#rows(true));
    if (differences.length > 0) this.#differences = differences;
  }

  /** The rows of the tracker that the user alone changes, or the others. */
  #rows(own: boolean): TenantState {
    const state = this.#tenant.state();
    const isOwn = ownRows(state, this.#plan);
    const tables = Object.entries(state) as [string, readonly Row[]][];
    const selected = tables.map(([table, rows]) => [table, rows.filter((row) => isOwn(table, row) === own)]);
    return Object.fromEntries(selected) as TenantState;
  }
}

type Row = Readonly<Record<string, unknown>>;

function ownRows(state: TenantState, { projects, cases, connection }: BackgroundUserPlan) {
  const isInProject = ({ projectId }: Row) => projects.some(({ id }) => id === projectId);
  const isOwnIssue = (issue: Row) => isInProject(issue) || cases.includes(Number(issue['id']));
  const issues = new Set((state.issues as readonly Row[]).filter(isOwnIssue).map(({ id }) => id));
  const isOfIssue = ({ issueId }: Row) => issues.has(issueId);
  const own: Readonly<Record<string, (row: Row) => boolean>> = {
    issues: isOwnIssue,
    comments: isOfIssue,
    attachments: isOfIssue,
    entries: isInProject,
    syncedUsers: ({ connectionId }) => String(connectionId) === connection.id,
  };
  return (table: string, row: Row) => own[table]?.(row) === true;
}

/** What the user does, each by one call or two. A call that is put off (429) is sent again. */
function thingsToDo(baseUrl: string, plan: BackgroundUserPlan, source: Source) {
  const pick = <Item>(items: readonly Item[]) => source.faker.helpers.arrayElement(items);
  const upTo = (max: number) => source.faker.number.int({ max });
  const setup = createSetupClient(setupEndpoints, {
    baseUrl,
    basePaths: movedPaths,
    caller: credentialsOf(plan.login),
    transport: retrying(undiciTransport(10_000), unwatched),
  });
  const issues = [...plan.issues];
  /** Issues the user made, which are the only ones to be deleted. */
  const made: string[] = [];
  const some = () => ({ issueIdOrKey: pick(issues) });
  const words = () => `${pick(['Revisto', 'Adiado', 'Medido', 'Trocado'])} à ${upTo(9_999)}.ª vez`;
  const label = () => `lote-${upTo(99)}`;
  const step = () => ({ issueId: pick(plan.cases), rowIndex: upTo(plan.steps.count - 1) });

  const create = async () => {
    const { key: project, issueTypeId } = pick(plan.projects);
    const fields = { project: { key: project }, issuetype: { id: String(issueTypeId) }, summary: words() };
    const { key } = await setup.createIssue({ body: { fields } });
    issues.push(key);
    made.push(key);
  };
  return [
    create,
    () => setup.editIssue({ ...some(), body: { fields: { summary: words(), labels: [label()] } } }),
    () => setup.addComment({ ...some(), body: { body: words() } }),
    async () => {
      const issue = some();
      const { transitions } = await setup.listTransitions(issue);
      await setup.transitionIssue({ ...issue, body: { transition: { id: pick(transitions).id } } });
    },
    () => {
      const file = { name: `medições ${upTo(999)}.txt`, mimeType: 'text/plain', buffer: Buffer.from(words()) };
      return setup.addAttachments({ ...some(), files: [file] });
    },
    async () => {
      const key = made.shift();
      if (key === undefined) return create();
      issues.splice(issues.indexOf(key), 1);
      await setup.deleteIssue({ issueIdOrKey: key });
    },
    // Neither assigns a template twice nor takes away an unassigned one: the result of that is an open question.
    async () => {
      const { id: projectId, issueTypeId, requestTypeIds } = pick(plan.projects);
      const place = { projectIdOrKey: projectId, templateId: pick(plan.templates) };
      const types = requestTypeIds.length > 0 ? { requestTypeIds } : { issueTypeIds: [issueTypeId] };
      const known = await setup.listByProject({ projectIdOrKey: projectId });
      if (known.some(({ templateId }) => templateId === place.templateId))
        await setup.deleteByProjectAndTemplate(place);
      else await setup.create({ templateId: place.templateId, body: { defaults: [{ projectId, ...types }] } });
    },
    () => {
      const includeProjectKeys = plan.projects.map(({ key }) => key);
      return setup.setTransitions({ transitionId: 1, body: { includeProjectKeys } });
    },
    () => {
      const { id: connectionId, userKeys } = plan.connection;
      const data = [{ userKey: pick(userKeys), fields: [{ department: words(), title: label() }] }];
      return setup.updateUsers({ body: { connectionId, update: [{ data }] } });
    },
    () => setup.setStepStatus({ body: { ...step(), status: pick(plan.steps.statuses) } }),
    () => setup.addStepComment({ body: { ...step(), comment: words() } }),
    () => setup.setStepCell({ body: { ...step(), columnIndex: upTo(plan.steps.columns - 1), cellValue: words() } }),
  ];
}
