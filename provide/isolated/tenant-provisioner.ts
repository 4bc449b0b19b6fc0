import { SIGNS } from '../../builders/default-templates.js';
import { commonAttributes } from '../../builders/directory-sync.js';
import type { Builders } from '../../builders/index.js';
import type { SyncedUser } from '../../builders/directory-sync.js';
import type {
  Assumptions,
  CreateIssueRequest,
  Endpoints,
  Field,
  ProjectPermission,
  WorldCustomField,
  WorldProject,
  WorldTestSettings,
} from '../../contracts/index.js';
import { credentialsOf } from '../../client/credentials.js';
import type { SetupClient } from '../../client/setup-client.js';
import type { TenantControl } from './fake-host.js';
import type { ConnectionNeeds, ProjectNeeds, TemplateNeeds, TestManagementProjectNeeds } from '../needs.js';
import type {
  ProvidedConnection,
  ProvidedIssue,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedTestManagementProject,
  ProvidedUser,
} from '../provided.js';
import type { Provisioner, UserNeeds } from '../provisioner.js';
import { defaultFieldNames, defaultIssueTypeNames, mapValues } from '../../client/settings/sandbox.js';

/** The group of the fake's own world whose members administer the tracker and are no system administrators. */
const OPERATORS = 'tracker-operators';

/** Provides a test with data on a tenant of the fake: it makes new data and adds it to the tenant. */
export class TenantProvisioner implements Provisioner {
  readonly #tenant: TenantControl;
  readonly #build: Builders;
  readonly #setup: SetupClient<Endpoints>;
  readonly #expected: Assumptions;

  /** @param expected how the tenant is assumed to answer open questions; it may answer differently */
  constructor(tenant: TenantControl, build: Builders, setup: SetupClient<Endpoints>, expected: Assumptions) {
    this.#expected = expected;
    this.#tenant = tenant;
    this.#build = build;
    this.#setup = setup;
  }

  project(needs: ProjectNeeds): Promise<ProvidedProject> {
    const shared = needs.issueTypesOf?.issueTypes;
    let builder =
      shared === undefined
        ? this.#build.project.withIssueTypes(needs.issueTypes ?? 1)
        : this.#build.project.sharingIssueTypes(shared);
    if (needs.requestTypes !== undefined) builder = builder.withRequestTypes(needs.requestTypes);
    if (needs.sameNumber === true) builder = builder.withSameNumbers();
    if (needs.templatePostFunction !== undefined)
      builder = builder.withTemplatePostFunction(needs.templatePostFunction);
    const grants = Object.entries(needs.grants ?? {}) as [ProjectPermission, readonly ProvidedUser[]][];
    for (const [permission, users] of grants) {
      builder = builder.granting(
        permission,
        users.map(({ key }) => ({ user: key as string })),
      );
    }
    const rows = builder.build();
    this.#tenant.add(rows);
    const [project, workflow] = [rows.projects[0], rows.workflows[0]];
    const [initial, other] = [workflow?.initial, workflow?.transitions[0]];
    if (project === undefined || initial === undefined || other === undefined) {
      throw new Error('The project builder built no project with a workflow of two transitions.');
    }
    const screenOf = ({ id, name, screenId }: typeof initial | typeof other) => ({
      transitionId: id,
      name,
      screenId: screenId as number,
    });
    return Promise.resolve({
      id: project.id,
      key: project.key,
      issueTypes: shared ?? rows.issueTypes.filter(({ subtask }) => !subtask).map(({ id, name }) => ({ id, name })),
      requestTypes: project.requestTypes.map(({ id, name }) => ({ id, name })),
      screens: { initial: screenOf(initial), other: screenOf(other) },
      isEmpty: true,
    });
  }

  template(needs: TemplateNeeds): Promise<ProvidedTemplate> {
    const { fields = [], anyOf = [] } = needs;
    // Whoever asks for one of some other fields gets a template that has no texts.
    const hasTexts = anyOf.length === 0 || ['summary', 'description', 'labels'].some((id) => anyOf.includes(id));
    const template = (hasTexts ? this.#build.template.withTexts() : this.#build.template)
      .withFields({ ...this.#systemValues(), ...this.#customValues() })
      .build();
    const lacks = (field: string): boolean => !(field in template.fields);
    const missing = [...fields.filter(lacks), ...(anyOf.every(lacks) ? anyOf : [])];
    if (missing.length > 0) throw new Error(`The template builder gives no value to ${missing.join(', ')}.`);
    this.#tenant.add({ templates: [template] });
    return Promise.resolve({ id: template.id, fields: template.fields });
  }

  connection(needs: ConnectionNeeds): Promise<ProvidedConnection> {
    // No two connections synchronize the same attributes.
    const own = `extensionAttribute${this.#build.unusedId()}`;
    // Who asks for whenCreated gets it: how it reads is an example of the documents (AD-18).
    const common = commonAttributes.filter((name) => name !== 'whenCreated');
    const named = [...(needs.attributes ?? []), ...(needs.values ?? []).flatMap((values) => Object.keys(values))];
    const attributes = [...new Set([...common, own, ...named])];
    const described = this.#build.connection.withAttributes(attributes);
    const connection = (needs.enabled === false ? described.disabled() : described).build();
    const synced = usersFor(needs, attributes, this.#build, this.#usersNamed(needs.usernames));
    const group = needs.inGroup === true ? `people-${connection.id}` : undefined;
    const groups = group === undefined ? [] : [group];
    this.#tenant.add({
      users: synced.flatMap(({ user }) => ('password' in user ? [{ ...user, groups }] : [])),
      connections: [connection],
      directoryUsers: synced.map(({ user, values }) => ({ connectionId: connection.id, userKey: user.key, values })),
    });
    return Promise.resolve({
      id: String(connection.id),
      name: connection.name,
      attributes: connection.attributes,
      users: synced.map(({ user, values }) => ({
        username: user.name,
        key: user.key,
        values,
      })),
      complete: true,
      group,
    });
  }

  testProject(needs: TestManagementProjectNeeds): Promise<ProvidedTestManagementProject> {
    const tracker = this.#testTracker();
    const settings = testSettingsFor(needs, this.#build);
    const rows = this.#build.project
      .managingTests({ ...tracker, settings })
      .granting('EDIT_ISSUES', ['users'])
      .granting('CREATE_ATTACHMENTS', ['users'])
      .granting('CREATE_ISSUES', needs.plainUserCreates === true ? ['users'] : [])
      .build();
    this.#tenant.add(rows);
    const project = rows.projects[0] as (typeof rows.projects)[number];
    const { columns, statuses, defaultStatus } = settings ?? this.#tenant.assumptions()['TM-N04'];
    return Promise.resolve({
      id: project.id,
      key: project.key,
      columns,
      statuses: statuses.map(({ name }) => name),
      defaultStatus,
      issueTypes: tracker.issueTypes,
      fields: tracker.fields,
      rowsProperty: this.#expected['TM-N02'],
    });
  }

  reuse<Made>(_name: string, make: () => Promise<Made>): Promise<Made> {
    return make();
  }

  async issues(bodies: readonly CreateIssueRequest[]): Promise<ProvidedIssue[]> {
    const made: ProvidedIssue[] = [];
    for (const body of bodies) made.push(await this.issue(body));
    return made;
  }

  async issue(body: CreateIssueRequest): Promise<ProvidedIssue> {
    const { id, key } = await this.#setup.createIssue({ body });
    return { id: Number(id), key };
  }

  fields(): Promise<readonly Field[]> {
    return this.#setup.listFields();
  }

  plainUser({ operates = false, whitelist }: UserNeeds = {}): Promise<ProvidedUser> {
    const user = (operates ? this.#build.user.inGroups(OPERATORS) : this.#build.user).build();
    this.#tenant.add({ users: [user] });
    if (whitelist !== undefined) {
      this.#tenant.configure({ [whitelist]: user.name });
      this.#tenant.restart();
    }
    return Promise.resolve({
      username: user.name,
      key: user.key,
      caller: credentialsOf({ username: user.name, password: user.password }, user.token),
      bearer: user.token === undefined ? undefined : credentialsOf({ token: user.token }),
    });
  }

  /** Who of these users is there already, by name: the test may have provided them. */
  #usersNamed(usernames: readonly string[] = []): ReadonlyMap<string, AnyUser> {
    if (usernames.length === 0) return new Map();
    const named = this.#rows('users').filter(({ name }) => usernames.includes(name));
    return new Map(named.map((user) => [user.name, user]));
  }

  #systemValues(): Record<string, unknown> {
    const [priority] = this.#rows('priorities');
    const assignee = this.#build.user.build();
    this.#tenant.add({ users: [assignee] });
    return {
      environment: `From the template: ${SIGNS}`,
      duedate: '2031-03-01',
      assignee: { name: assignee.name },
      ...(priority !== undefined && { priority: { id: String(priority.id) } }),
    };
  }

  #customValues(): Record<string, unknown> {
    const values = this.#rows('customFields').flatMap(({ id, type, options }) => {
      const value = customValue(type, options?.at(-1), this.#build.unusedId());
      return value === undefined ? [] : [[`customfield_${id}`, value] as const];
    });
    return Object.fromEntries(values);
  }

  #testTracker() {
    const [issueTypes, customFields] = [this.#rows('issueTypes'), this.#rows('customFields')];
    const type = (name: string) => find(issueTypes, name);
    const field = (name: string) => `customfield_${find(customFields, name).id}`;
    const types = mapValues(defaultIssueTypeNames, type);
    const issueTypeIds = Object.values(types).map(({ id }) => id);
    const home = this.#rows('projects').find((project) =>
      issueTypeIds.every((id) => String(id) in project.workflowByIssueType),
    );
    return {
      issueTypes: types,
      issueTypeIds,
      workflowByIssueType: home?.workflowByIssueType ?? {},
      fields: mapValues(defaultFieldNames, field),
    };
  }

  #rows<Table extends keyof Rows>(table: Table): readonly Rows[Table][] {
    return this.#tenant.rows(table, { limit: Infinity }).rows as readonly unknown[] as readonly Rows[Table][];
  }
}

/** The rows of a tenant that are read here, by their table. */
interface Rows {
  readonly users: { readonly key: string; readonly name: string };
  readonly priorities: NamedRow;
  readonly issueTypes: NamedRow;
  readonly customFields: WorldCustomField;
  readonly projects: WorldProject;
}

type AnyUser = SyncedUser['user'] | Rows['users'];

/** The users of a connection with the values in its directory: new users, those of another connection, or who is there by a name. */
function usersFor(
  { users = 1, usernames = [], usersOf, values = [] }: ConnectionNeeds,
  attributes: readonly string[],
  build: Builders,
  existing: ReadonlyMap<string, AnyUser>,
): { user: AnyUser; values: SyncedUser['values'] }[] {
  const count = Math.max(usersOf?.users.length ?? 0, usernames.length, values.length, users);
  const builder = build.syncedUser.withAttributes(attributes);
  return Array.from({ length: count }, (_, index) => {
    const [username, known] = [usernames[index], usersOf?.users[index]];
    const described = username === undefined ? builder : builder.named(username);
    const made = described.withValues(values[index] ?? {}).build();
    const same = known === undefined ? existing.get(made.user.name) : { key: known.key, name: known.username };
    return same === undefined ? made : { user: same, values: made.values };
  });
}

function customValue(type: string, option: string | undefined, number: number): unknown {
  switch (type) {
    case 'text':
    case 'paragraph':
      return `From the template, ${number}: ${SIGNS}`;
    case 'number':
      return number;
    case 'select':
      return { value: option };
    case 'labels':
      return [`label-${number}`];
    default:
      return undefined;
  }
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** The settings a project needs; undefined if the settings of a new project (TM-N04) will do. */
function testSettingsFor(needs: TestManagementProjectNeeds, build: Builders): WorldTestSettings | undefined {
  const { columns, preconditions, otherThan, columnCountUnlike } = needs;
  const statusesUnlike = needs.statusesUnlike ?? otherThan;
  if ([columns, preconditions, statusesUnlike, columnCountUnlike].every((need) => need === undefined)) return undefined;
  const status = (name: string, color: string, isFinalStatus: boolean) => ({
    id: build.unusedId(),
    name,
    color,
    isFinalStatus,
  });
  const taken = statusesUnlike?.statuses.includes('Planned') === true;
  const [start, right, wrong] = taken
    ? (['Not run', 'Held', 'Broke'] as const)
    : (['Planned', 'Right (as “seen”)', "N/A, isn't run; 100%"] as const);
  return {
    columns: [
      ...(columns ??
        ((columnCountUnlike ?? statusesUnlike)?.columns.length === 2 ? ['Do', 'With', 'See'] : ['Do', 'See'])),
    ],
    statuses: [status(start, '#c1c7d0', false), status(right, '#51a825', true), status(wrong, '#d04437', true)],
    defaultStatus: start,
    preconditions: preconditions ?? true,
  };
}

function find(rows: readonly NamedRow[], name: string): NamedRow {
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined) throw new Error(`The tenant has nothing named "${name}".`);
  return { id: row.id, name: row.name };
}
