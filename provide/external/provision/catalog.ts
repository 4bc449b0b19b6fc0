import { NotAvailableError } from '../../../client/errors.js';
import type { Endpoints, Field, TrackerProject } from '../../../contracts/index.js';
import { completeConnection, findWrongUser, findWrongRights } from '../discovery/complete-sandbox.js';
import { ignoreMissing } from '../../../client/statuses.js';
import type { RunKnowledge } from '../leases/run-knowledge.js';
import type { SetupClient } from '../../../client/setup-client.js';
import type { ProvidedType } from '../../provided.js';

/** The types of a project, without types of sub-tasks. */
export interface Types {
  readonly issueTypes: readonly ProvidedType[];
  readonly requestTypes: readonly ProvidedType[];
}

type Setup = SetupClient<Endpoints>;

/** The data of a tracker that does not change while a run lasts: one worker on each machine reads it. */
export class Catalog {
  readonly #setup: Setup;
  readonly #run: RunKnowledge;

  constructor(setup: Setup, run: RunKnowledge) {
    this.#setup = setup;
    this.#run = run;
  }

  project(projectIdOrKey: string): Promise<TrackerProject> {
    return this.#run.once(`project ${projectIdOrKey}`, () => this.#setup.getProject({ projectIdOrKey }));
  }

  fields(): Promise<Field[]> {
    return this.#run.once('fields', () => this.#setup.listFields());
  }

  /** The attributes of each connection, by its name. */
  connections(): Promise<Readonly<Record<string, readonly string[]>>> {
    return this.#run.once('connections', () => this.#setup.listConnections());
  }

  connection(named: Parameters<typeof completeConnection>[0]): ReturnType<typeof completeConnection> {
    return this.#run.once(`connection ${JSON.stringify(named)}`, () => completeConnection(named, this.#setup));
  }

  wrongUser(users: Parameters<typeof findWrongUser>[0]): ReturnType<typeof findWrongUser> {
    return this.#run.once(`users ${JSON.stringify(users)}`, () => findWrongUser(users, this.#setup));
  }

  wrongRights(...[projects, reader]: Parameters<typeof findWrongRights>): ReturnType<typeof findWrongRights> {
    return this.#run.once('rights of plainUser', () => findWrongRights(projects, reader));
  }

  async lead(): Promise<string> {
    return (await this.#run.once('myself', () => this.#setup.getMyself())).name;
  }

  async desk({ key, id }: { readonly key?: string; readonly id?: string }): Promise<Desk | undefined> {
    const list = () => ignoreMissing(() => this.#setup.listServiceDesks({ query: { limit: 1000 } }));
    for (const ask of [() => this.#run.once('desks', list), () => this.#run.again('desks', list)]) {
      const desks = await ask();
      if (desks === undefined) throw new NotAvailableError(NO_SERVICE_DESK);
      const desk = desks.values.find((one) => one.projectKey === key || one.id === id);
      // A project may be newer than the list.
      if (desk !== undefined) return desk;
    }
    return undefined;
  }

  async typesOf(key: string): Promise<Types> {
    const project = await this.project(key);
    const desk = isDesk(project) ? await this.desk({ key }) : undefined;
    const requestTypes =
      desk === undefined
        ? []
        : await this.#run.once(`request types ${desk.id}`, async () => {
            return (await this.#setup.listRequestTypes({ serviceDeskId: desk.id })).values;
          });
    const named = ({ id, name }: { id: string; name: string }) => ({ id: Number(id), name });
    return {
      issueTypes: project.issueTypes.filter(({ subtask }) => !subtask).map(named),
      requestTypes: requestTypes.map(named),
    };
  }
}

interface Desk {
  readonly id: string;
  readonly projectKey: string;
}

export function isDesk({ projectTypeKey }: TrackerProject): boolean {
  return projectTypeKey === 'service_desk';
}

const NO_SERVICE_DESK =
  'No service desk answers, and this needs one: install it, or set TRACKER_BASE_PATHS if it is at another path.';
