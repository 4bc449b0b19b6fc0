import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../contracts/index.js';
import { writeWhole } from '../../../client/settings/output-folder.js';
import { NotAvailableError } from '../../../client/errors.js';
import type { Endpoints, TrackerProject } from '../../../contracts/index.js';
import type { SandboxUser } from '../../../client/settings/sandbox.js';
import { administrationOf, completeConnection, creationIn, findWrongUser } from '../discovery/complete-sandbox.js';
import { ignoreMissing } from '../../../client/statuses.js';
import type { SetupClient } from '../../../client/setup-client.js';
import type { ProvidedType } from '../../provided.js';

export type RunKnowledge = ReturnType<typeof knowledgeOf>;

/**
 * Facts that do not change while a run lasts: a worker that asks the tracker writes its answer into a file, and later workers
 * of the run on this machine read it there. Answers must be JSON and hold no secrets.
 *
 * @param folder of the run and the tracker alone
 */
export function knowledgeOf(folder: string) {
  const answers = new Map<string, Promise<unknown>>();

  /** The question may be longer than the name of a file may be. */
  const fileOf = (what: string) =>
    join(folder, `${createHash('sha256').update(what).digest('hex').slice(0, 24)}.known`);

  /** Asks even if an answer is known, and keeps the new one for all workers. A failure is not kept. */
  const again = <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const asked = ask().then((answer) => {
      writeWhole(fileOf(what), { answer });
      return answer;
    });
    answers.set(what, asked);
    asked.catch(() => answers.delete(what));
    return asked;
  };

  /** The answer to a question that some worker has asked; asks if none has. */
  const once = <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    if (!answers.has(what) && existsSync(fileOf(what))) {
      const { answer } = parseJson(readFileSync(fileOf(what), 'utf8')) as { readonly answer: Answer };
      answers.set(what, Promise.resolve(answer));
    }
    return (answers.get(what) as Promise<Answer> | undefined) ?? again(what, ask);
  };

  return { once, again };
}

/** The types of a project, without types of sub-tasks. */
export interface Types {
  readonly issueTypes: readonly ProvidedType[];
  readonly requestTypes: readonly ProvidedType[];
}

type Setup = SetupClient<Endpoints>;
export type Catalog = ReturnType<typeof catalogOf>;

/** The data of a tracker that does not change while a run lasts: one worker on each machine reads it. */
export function catalogOf(setup: Setup, run: RunKnowledge) {
  const project = (projectIdOrKey: string) =>
    run.once(`project ${projectIdOrKey}`, () => setup.getProject({ projectIdOrKey }));

  const desk = async ({ key, id }: { readonly key?: string; readonly id?: string }) => {
    const list = () => ignoreMissing(() => setup.listServiceDesks({ query: { limit: 1000 } }));
    for (const ask of [() => run.once('desks', list), () => run.again('desks', list)]) {
      const desks = await ask();
      if (desks === undefined) throw new NotAvailableError(NO_SERVICE_DESK);
      const found = desks.values.find((one) => one.projectKey === key || one.id === id);
      // A project may be newer than the list.
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const requestTypes = (serviceDeskId: string) =>
    run.once(`request types ${serviceDeskId}`, async () => (await setup.listRequestTypes({ serviceDeskId })).values);

  const typesOf = async (key: string): Promise<Types> => {
    const found = await project(key);
    const its = isDesk(found) ? await desk({ key }) : undefined;
    const named = ({ id, name }: { id: string; name: string }) => ({ id: Number(id), name });
    return {
      issueTypes: found.issueTypes.filter(({ subtask }) => !subtask).map(named),
      requestTypes: its === undefined ? [] : (await requestTypes(its.id)).map(named),
    };
  };

  return {
    project,
    desk,
    typesOf,
    fields: () => run.once('fields', () => setup.listFields()),
    /** The attributes of each connection, by its name. */
    connections: () => run.once('connections', () => setup.listConnections()),
    /** The users of all connections, of the first pages of their list: names, how many each has, whether two share one. */
    usernames: () => run.once('usernames', () => readUsernames(setup)),
    connection: (named: Parameters<typeof completeConnection>[0]) =>
      run.once(`connection ${JSON.stringify(named)}`, () => completeConnection(named, setup)),
    wrongUser: (users: Parameters<typeof findWrongUser>[0]) =>
      run.once(`users ${JSON.stringify(users)}`, () => findWrongUser(users, setup)),
    administrationOf: (user: SandboxUser, ...[reader]: Parameters<typeof administrationOf>) =>
      run.once(`administration of ${user}`, () => administrationOf(reader)),
    plainUserCreates: (...[keys, reader]: Parameters<typeof creationIn>) =>
      run.once(`creation by plainUser in ${keys.join(' ')}`, () => creationIn(keys, reader)),
    lead: async () => (await run.once('myself', () => setup.getMyself())).name,
  };
}

const [PAGES, SIZE] = [20, 1_000];

/** Whole only if as many were read as the list says there are: a tracker may count its pages from 0 (AD-N13). */
async function readUsernames(setup: Setup) {
  const names = new Set<string>();
  const places = new Set<string>();
  const counts: Record<string, number> = {};
  let read = 0;
  for (let page = 1; page <= PAGES; page += 1) {
    const given = await setup.listUsers({ query: { size: String(SIZE), ...(page > 1 && { page: String(page) }) } });
    for (const { username, configurationName: name } of given.elements) {
      names.add(username);
      places.add(JSON.stringify([username, name]));
      counts[name] = (counts[name] ?? 0) + 1;
    }
    read += given.elements.length;
    const isWhole = read >= given.page.totalElements;
    if (isWhole || given.elements.length === 0)
      return { names: [...names], counts, isShared: places.size > names.size, isWhole };
  }
  return { names: [...names], counts, isShared: places.size > names.size, isWhole: false };
}

export function isDesk({ projectTypeKey }: TrackerProject): boolean {
  return projectTypeKey === 'service_desk';
}

const NO_SERVICE_DESK =
  'No service desk answers, and this needs one: install it, or set TRACKER_BASE_PATHS if it is at another path.';
