import { basePathsSchema, withAssumptions } from '../../../contracts/index.js';
import type { AssumptionOverrides, BasePaths, WorldInput } from '../../../contracts/index.js';
import type { SandboxSettings } from '../../../client/settings/sandbox.js';
import { sharedWorld } from '../../../provide/shared/shared-world.js';
import type { SharedWorld } from '../../../provide/shared/shared-world.js';

/** The data of a background user, who works in the tracker during a run. Only the background user changes it. */
export interface BackgroundUserPlan {
  readonly login: { readonly username: string; readonly password: string };
  readonly projects: readonly {
    readonly id: number;
    readonly key: string;
    readonly issueTypeId: number;
    readonly requestTypeIds: number[];
  }[];
  /** Issues of these projects, by key. */
  readonly issues: readonly string[];
  readonly templates: readonly number[];
  readonly connection: { readonly id: string; readonly userKeys: readonly string[] };
  /** The ids of the cases of a test plan, with what their Steps are like. */
  readonly cases: readonly number[];
  readonly steps: { readonly count: number; readonly columns: number; readonly statuses: readonly string[] };
}

/** A tracker that the harness did not make. Its owners tell the harness a part of what it has. */
export interface ExternalWorld {
  readonly world: WorldInput;
  readonly login: SharedWorld['login'];
  readonly sandbox: SandboxSettings;
  readonly backgroundUser: BackgroundUserPlan;
}

const SEARCH_DELAY = 1_200;

/** After how many milliseconds everything that was sent has arrived, is done, and is found by a search. */
export const SETTLING_TIME = SEARCH_DELAY + 800;

/** The paths of the APIs there: the three extensions were moved, the tracker's own has its usual path. */
export const movedPaths: BasePaths = basePathsSchema.parse({
  'default-templates': '/rest/modelos/2.1/padroes',
  'directory-sync': '/rest/diretorios/3.0/publico',
  'test-management': '/rest/ensaios/latest/api',
});

/** Words in the names of a shared world, and others with signs that are easily escaped wrongly. */
const words = Object.entries({
  House: 'Obra n.º «à»',
  'Workflow that': 'Fluxo que',
  Sandbox: 'Ensaios –',
  'directory-people': 'pessoas do diretório',
  operators: 'administradores',
  staff: 'equipa-técnica',
});

function inOtherWords<Value>(value: Value): Value {
  const text = words.reduce((all, [word, other]) => all.replaceAll(word, other), JSON.stringify(value));
  return JSON.parse(text) as Value;
}

/** How many projects of others are the background user's. */
const PROJECTS = 3;

/**
 * Makes the tracker of a shared run with other names, paths and times, with a sandbox that others have used already, and
 * with a background user, who gets some of the projects, templates and tests in it.
 *
 * @param answers how it answers open questions, if that shows in what it holds
 */
export function externalWorld(seed: number, answers: AssumptionOverrides = {}): ExternalWorld {
  const { world, login, sandbox } = inOtherWords(sharedWorld(seed, withAssumptions(answers)));
  const { 2: background } = sandbox.tests.projects;
  const administrator = world.users.find(({ name }) => name === login.username);
  if (background === undefined || administrator === undefined)
    throw new Error('The shared world lacks what is asked for.');
  const user = {
    ...{ ...administrator, key: 'pessoa:1', name: 'ines.conceicao.1', displayName: 'Conceição, Inês' },
    ...{ emailAddress: 'ines@exemplo.pt', password: 'senha 1 ção' },
  };
  return {
    world: {
      ...world,
      ...{ title: 'Gestão de obras', version: '10.3.6', basePaths: movedPaths, searchDelay: SEARCH_DELAY },
      users: [...world.users, user],
      projects: [...world.projects, lookalikeOf(world)],
      entries: [...(world.entries ?? []), ...usedEntries(world, sandbox)],
      attachments: (world.issues ?? []).filter((_, index) => index % 20 === 0).map(attachmentOf),
    },
    login,
    sandbox: {
      ...sandbox,
      connections: sandbox.connections.map(askedFor),
      tests: { ...sandbox.tests, projects: sandbox.tests.projects.filter((one) => one !== background) },
    },
    backgroundUser: {
      login: { username: user.name, password: user.password },
      ...planOf(world, background),
    },
  };
}

/** What the harness can ask the tracker for is not said of a connection. */
function askedFor(connection: SharedWorld['sandbox']['connections'][number]) {
  const { id, enabled, userDn, group } = connection;
  return enabled ? { id, enabled, userDn, group } : connection;
}

/** A file of an issue, with bytes that are no text. */
function attachmentOf({ id: issueId, key, reporter: author }: NonNullable<WorldInput['issues']>[number]) {
  const content = Buffer.from(`%PDF-1.4 ${key} \u0000\u00ff`, 'latin1').toString('base64');
  const file = { filename: `relatório ${key}.pdf`, mimeType: 'application/pdf', content };
  return { id: 3_800_000 + issueId, issueId, author, created: '2026-01-01T00:00:00.000+0000', ...file };
}

/** A project of others whose name begins as the harness's own projects are named. */
function lookalikeOf({ projects: [first] }: WorldInput): WorldInput['projects'][number] {
  if (first === undefined) throw new Error('The shared world has no project.');
  return { ...first, id: 3_999_999, key: 'EQUIPA_01', name: 'tracker-e2e (formação interna)', requestTypes: [] };
}

/** A sandbox is seldom empty: some of its templates are defaults already, and no test may touch those. The first workers have others. */
function usedEntries({ projects }: WorldInput, sandbox: SharedWorld['sandbox']) {
  const keys = sandbox.projects.slice(0, 2).map(({ key }) => key);
  const used = projects.filter(({ key }) => keys.includes(key));
  return sandbox.templates.slice(-2).flatMap(({ id: templateId }, index) =>
    used.map(({ id: projectId, issueTypeIds }, place) => ({
      ...{ id: 3_900_000 + 10 * index + place, templateId, projectId, issueTypeId: issueTypeIds[index] },
    })),
  );
}

function planOf(world: WorldInput, tests: SharedWorld['sandbox']['tests']['projects'][number]) {
  const { projects, entries = [], issues = [], connections = [], directoryUsers = [] } = world;
  const own = projects.slice(0, PROJECTS);
  const ofOwn = entries.filter(({ projectId }) => own.some(({ id }) => id === projectId));
  const [directory] = connections;
  const isIn = (key: string) => (issue: { readonly key: string }) => issue.key.startsWith(`${key}-`);
  return {
    projects: own.map(({ id, key, issueTypeIds: [issueTypeId = 0], requestTypes = [] }) => ({
      ...{ id, key, issueTypeId, requestTypeIds: requestTypes.map(({ id }) => id) },
    })),
    issues: own.flatMap(({ key }) => issues.filter(isIn(key)).map((issue) => issue.key)),
    templates: [...new Set(ofOwn.map(({ templateId }) => templateId))],
    connection: {
      id: String(directory?.id),
      userKeys: directoryUsers
        .filter(({ connectionId }) => connectionId === directory?.id)
        .map(({ userKey }) => userKey),
    },
    cases: issues.filter((issue) => isIn(tests.key)(issue) && issue.parent !== undefined).map(({ id }) => id),
    steps: { count: 1, columns: tests.columns.length, statuses: tests.statuses },
  };
}
