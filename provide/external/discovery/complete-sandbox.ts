import type { Assumptions, Endpoints, Field } from '../../../contracts/index.js';
import type { Cleanup } from '../undo/cleanup.js';
import { SettingsError } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { ignoreMissing, ignoreStatus } from '../../../client/statuses.js';
import { unusualIn } from '../../match-sandbox.js';
import {
  defaultFieldNames,
  defaultIssueTypeNames,
  defaultTemplateField,
  mapValues,
} from '../../../client/settings/sandbox.js';
import type { Sandbox, SandboxSettings } from '../../../client/settings/sandbox.js';

/** Except of connections. Projects with test management are assumed to be as new ones are (TM-N04). */
export async function completeSandbox(
  sandbox: SandboxSettings,
  listFields: () => Promise<readonly Field[]>,
  assumptions: Assumptions,
): Promise<Sandbox> {
  const fields = await listFields();
  const connections = sandbox.connections.filter(isComplete);
  const incompleteConnections = sandbox.connections.filter((connection) => !isComplete(connection));
  return { ...sandbox, connections, incompleteConnections, ...completeNames(sandbox, fields, assumptions) };
}

/** The fields of a tracker; none if the user may not read them: tests that need them read them again, and are refused. */
export async function readableFields(setup: Pick<SetupClient<Endpoints>, 'listFields'>): Promise<readonly Field[]> {
  return (await ignoreStatus(isRefusal, () => setup.listFields())) ?? [];
}

function isComplete(connection: NamedConnection): connection is CompleteConnection {
  const { id, name, users } = connection;
  return ![id, name, users].includes(undefined);
}

function isRefusal(status: number): boolean {
  return [401, 403, 404].includes(status);
}

/** The names and the settings of test projects that a sandbox leaves out; each field by its id, if the tracker has it. */
export function completeNames(
  sandbox: SandboxSettings,
  fields: readonly Field[],
  assumptions: Assumptions,
): Pick<Sandbox, 'tests' | 'templateField'> {
  const set: Partial<Record<FieldRole, string | undefined>> = {
    ...sandbox.tests.fields,
    template: sandbox.templateField,
  };
  const fieldOf = (role: FieldRole) => findField(role, set[role], fields)?.id ?? set[role] ?? roles[role].name;
  const { columns, statuses, defaultStatus } = assumptions['TM-N04'];
  const { projects, issueTypes } = sandbox.tests;
  return {
    templateField: fieldOf('template'),
    tests: {
      projects: projects.map((project) => ({
        key: project.key,
        columns: project.columns ?? [...columns],
        statuses: project.statuses ?? statuses.map(({ name }) => name),
        defaultStatus: project.defaultStatus ?? defaultStatus,
        preconditions: project.preconditions,
      })),
      issueTypes: mapValues(defaultIssueTypeNames, (usual, type) => issueTypes[type] ?? usual),
      fields: mapValues(defaultFieldNames, (_usual, role) => fieldOf(role)),
    },
  };
}

export type FieldRole = keyof typeof defaultFieldNames | 'template';

/** Each {@link FieldRole} with its usual name and a pattern for the last part of its type, letters only. */
const roles: Readonly<Record<FieldRole, { readonly name: string; readonly type: RegExp }>> = {
  template: { name: defaultTemplateField, type: /^(?!.*(case|tc)).*template(field)?$/ },
  steps: { name: defaultFieldNames.steps, type: /steps(field)?$/ },
  preconditions: { name: defaultFieldNames.preconditions, type: /preconditions?(field)?$/ },
  requirement: { name: defaultFieldNames.requirement, type: /requirements?(field)?$/ },
  testCaseTemplate: { name: defaultFieldNames.testCaseTemplate, type: /(tc|testcase)template(field)?$/ },
};

/** The beginning of the types of fields that come with the tracker itself. */
const OWN_TYPE = 'com.atlassian.jira.plugin.system.customfieldtypes:';

/**
 * The custom field that has a role: the one with the id that is set. Else, of those with the name that is set, or with
 * the usual name: one whose type fits, or one of no type of the tracker's own. If no name is set: the only field whose
 * type fits. Else a field of that name, whatever its type.
 */
export function findField(role: FieldRole, set: string | undefined, fields: readonly Field[]): Field | undefined {
  const { name, type } = roles[role];
  const custom = fields.filter((field) => field.custom);
  const named = custom.filter((field) => field.name === (set ?? name));
  const typed = custom.filter((field) => type.test(typeOf(field)));
  return (
    custom.find(({ id }) => id === set) ??
    named.find((field) => typed.includes(field)) ??
    named.find(({ schema }) => schema?.custom?.startsWith(OWN_TYPE) !== true) ??
    (set === undefined && typed.length === 1 ? typed[0] : named[0])
  );
}

/** The type of a custom field without its plug-in: `com.example.tests:tc-template` is `tctemplate`. */
function typeOf({ schema }: Field): string {
  const [last = ''] = (schema?.custom ?? '').split(':').slice(-1);
  return last.toLowerCase().replace(/[^a-z]/g, '');
}

type NamedConnection = SandboxSettings['connections'][number];
type CompleteConnection = Sandbox['connections'][number];
type ConnectionReader = Pick<SetupClient<Endpoints>, 'listConnections' | 'listConnectionUsers' | 'getUser'>;

/** The most users that a test asks for. */
const USERS = 30;

/** How many users of a connection are looked at for names that are unusual. */
const LISTED = 100;

/** The highest id to try for a connection that is known only by its name. */
const HIGHEST_ID = 50;

/** Its name or id, and some of its users, with their keys from the tracker's user API. Only GET is sent. */
export async function completeConnection(
  connection: NamedConnection,
  setup: ConnectionReader,
): Promise<CompleteConnection> {
  const { id = await findId(connection, setup), name = await nameOf(id, setup), users } = connection;
  return { ...connection, id, name, users: users ?? (await findUsers(id, name, setup)) };
}

/** No API gives the id of a connection by its name, so ids are tried. */
async function findId({ name = '' }: NamedConnection, setup: ConnectionReader): Promise<string> {
  await expectEnabled(name, setup);
  for (let id = 1; id <= HIGHEST_ID; id += 1)
    if ((await readConnectionNames(String(id), setup))[0] === name) return String(id);
  // Another test may have renamed it meanwhile.
  await expectEnabled(name, setup);
  throw connectionProblem(
    `the id of "${name}" is none from 1 to ${HIGHEST_ID}: name it, as {"id": "…", "name": "${name}"}.`,
  );
}

async function expectEnabled(name: string, setup: ConnectionReader): Promise<void> {
  const known = Object.keys(await setup.listConnections());
  if (known.includes(name)) return;
  throw connectionProblem(`the tracker has no enabled connection "${name}". It has: ${known.join(', ') || 'none'}.`);
}

async function nameOf(id: string, setup: ConnectionReader): Promise<string> {
  const [name] = await readConnectionNames(id, setup);
  if (name !== undefined) return name;
  throw connectionProblem(
    `no user is synchronized over a connection with the id ${id}, so its name can't be told: name it.`,
  );
}

async function findUsers(id: string, name: string, setup: ConnectionReader): Promise<CompleteConnection['users']> {
  const { elements } = await setup.listConnectionUsers({ idOrName: id, query: { size: String(LISTED) } });
  const keyOf = async (username: string) => (await setup.getUser({ query: { username } })).key;
  const seen = new Set<string>();
  const hasNew = ({ username }: (typeof elements)[number]) => {
    const unusual = [...unusualIn(username)].filter((what) => !seen.has(what));
    for (const what of unusual) seen.add(what);
    return unusual.length > 0;
  };
  const [first, others] = [elements.slice(0, USERS), elements.slice(USERS)];
  const users = await eachOf(
    [...first, ...others.filter(hasNew)],
    async ({ username }) => ({ username, key: await keyOf(username) }),
    2,
  );
  if (users.length === 0) throw connectionProblem(`"${name}" synchronizes no user: name a connection that has some.`);
  return users;
}

function connectionProblem(what: string): SettingsError {
  return new SettingsError([`TRACKER_SANDBOX, connections: ${what}`]);
}

/** What a sandbox says wrongly of users; undefined if the tracker has them all, with these keys. */
export async function findWrongUser(
  users: CompleteConnection['users'],
  setup: Pick<ConnectionReader, 'getUser'>,
): Promise<string | undefined> {
  const found = await eachOf(users, async ({ username, key }) => {
    const user = await ignoreMissing(() => setup.getUser({ query: { username } }));
    if (user === undefined) return `no user "${username}" (404)`;
    return user.key === key ? undefined : `the key of ${username} is ${user.key}, not ${key}`;
  });
  return found.find((problem) => problem !== undefined);
}

/** The names that users of a connection are listed with; none if it has no users, or the tracker no such connection. */
export async function readConnectionNames(
  idOrName: string,
  setup: Pick<Cleanup['setup'], 'listConnectionUsers'>,
): Promise<string[]> {
  const isUnknown = (status: number) => [400, 404, 410].includes(status);
  const page = await ignoreStatus(isUnknown, () => setup.listConnectionUsers({ idOrName }));
  return page?.elements.map(({ configurationName }) => configurationName) ?? [];
}

type Reader = Pick<SetupClient<Endpoints>, 'getMyPermissions'>;
/** The permissions by which a user administers something: a plain user holds none. @param reader reads as that user */
export async function administrationOf(reader: Reader): Promise<string[]> {
  const { permissions } = await reader.getMyPermissions();
  return ['ADMINISTER', 'SYSTEM_ADMIN', 'ADMINISTER_PROJECTS'].filter((right) => permissions[right]?.havePermission);
}

/**
 * Whether a user may create issues, by the key of each project in which the user edits some.
 *
 * @param reader reads as that user
 */
export async function creationIn(keys: readonly string[], reader: Reader): Promise<Record<string, boolean>> {
  const found = await eachOf(keys, async (projectKey) => {
    const given = await ignoreStatus(isRefusal, () => reader.getMyPermissions({ query: { projectKey } }));
    const has = (right: string) => given?.permissions[right]?.havePermission === true;
    return has('BROWSE_PROJECTS') && has('EDIT_ISSUES') ? [[projectKey, has('CREATE_ISSUES')] as const] : [];
  });
  return Object.fromEntries(found.flat());
}
