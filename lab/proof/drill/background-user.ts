import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsOf } from '../../../client/credentials.js';
import { retrying } from '../../../client/retrying.js';
import { createSetupClient, setupEndpoints } from '../../../client/setup-client.js';
import { unwatched } from '../../../client/transport.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import type { TenantControl, TenantState } from '../../../fake/control/control.js';
import { compareStates } from '../../../provide/shared/start-shared-fake.js';
import { randomOf } from '../random.js';
import { movedPaths } from './external-world.js';
import type { BackgroundUserPlan } from './external-world.js';

/** How long the background user waits after each thing, in milliseconds. */
const PAUSE = 120;

/** A user who works in projects and directories of their own in the tracker, and knows what all else there was before. */
export class BackgroundUser {
  readonly #tenant: TenantControl;
  readonly #plan: BackgroundUserPlan;
  readonly #things: readonly (() => Promise<unknown>)[];
  readonly #pick: <Item>(items: readonly Item[]) => Item;
  readonly #before: TenantState;
  /** The user's own rows after the last thing. */
  #seen: TenantState;
  #differences: readonly string[] = [];
  #working = false;
  #atWork: Promise<void> = Promise.resolve();
  #done = 0;

  constructor(baseUrl: string, tenant: TenantControl, plan: BackgroundUserPlan, seed: number) {
    const random = randomOf(seed);
    this.#tenant = tenant;
    this.#plan = plan;
    this.#pick = (items) => random.pick(items);
    this.#things = thingsToDo(baseUrl, plan, random);
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
      await this.#pick(this.#things)();
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
function thingsToDo(baseUrl: string, plan: BackgroundUserPlan, { pick, int }: ReturnType<typeof randomOf>) {
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
  const words = () => `${pick(['Revisto', 'Adiado', 'Medido', 'Trocado'])} à ${int(1, 9_999)}.ª vez`;
  const label = () => `lote-${int(1, 99)}`;
  const step = () => ({ issueId: pick(plan.cases), rowIndex: int(0, plan.steps.count - 1) });

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
      const file = { name: `medições ${int(1, 999)}.txt`, mimeType: 'text/plain', buffer: Buffer.from(words()) };
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
    () => setup.setStepCell({ body: { ...step(), columnIndex: int(0, plan.steps.columns - 1), cellValue: words() } }),
  ];
}
