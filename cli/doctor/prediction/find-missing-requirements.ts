import { counted } from '../../../contracts/counted.js';
import type { Api } from '../../../contracts/index.js';
import type { Facts, SandboxConnection, BrokenKind, Context } from '../check.js';
import { sandboxUsers } from '../../../client/settings/sandbox.js';
import type { SandboxUser } from '../../../client/settings/sandbox.js';
import {
  describeTestProject,
  matchTestProjects,
  describeConnection,
  matchConnections,
} from '../../../provide/match-sandbox.js';
import { leaseProjectOf } from '../../../provide/external/leases/share.js';
import type { ConnectionNeed, ProjectNeed, TemplateNeeds, TestNeeds, TestProjectNeed } from '../../../provide/needs.js';

export function findMissingRequirements(
  api: Api,
  needs: TestNeeds,
  context: Context,
  facts: Facts,
): MissingRequirement[] {
  const { sandbox, login } = context.external;
  const inExtensions = 'see what is said of the extensions.';
  const general: readonly (false | undefined | MissingRequirement)[] = [
    needs.disposable === true &&
      !sandbox.disposable &&
      skips(
        'it changes every project, and the tracker is not declared disposable',
        'say "disposable": true in TRACKER_SANDBOX, only of a tracker that can be thrown away.',
      ),
    facts.answering?.has(api) !== true && fails(`the ${api} API does not answer`, inExtensions),
    facts.refusing?.has(api) === true && fails(`the ${api} API refuses the user`, inExtensions),
    missingLease(needs, context, facts),
    needs.whitelist === true &&
      sandbox.whitelist === null &&
      skips('this version of directory sync has no whitelist', 'nothing to be done: newer versions have one.'),
    needs.admin === true &&
      skips(
        'no API synchronizes, configures or restarts a tracker',
        'nothing to be done: the bundled fake shows these.',
      ),
    needs.ownTracker === true &&
      skips('others use the tracker too', 'nothing to be done: the bundled fake gives each test one of its own.'),
    ...missingProjects(needs.projects ?? [], context, facts),
    missingTemplates(needs.templates ?? [], facts),
    needs.templateField === true &&
      facts.fieldsFound?.has('template') !== true &&
      fails(`no custom field "${facts.names?.templateField ?? ''}"`, 'name it in TRACKER_SANDBOX as templateField.'),
    missingConnections(needs.connections ?? [], facts),
    missingTestProjects(needs.testManagementProjects ?? [], facts),
    needs.basicLogin === true &&
      'token' in login &&
      skips('the run logs in by token', 'set TRACKER_USERNAME and TRACKER_PASSWORD, or name a plainUser.'),
    ...sandboxUsers.map((user) => needs[user] === true && missingUser(user, context, facts)),
  ];
  return general.filter((one) => one !== undefined && one !== false);
}

/** Without a lease a connection can still be read. Templates can't be used, as tests make entries of them. */
function missingLease(
  { templates = [], changesConnection, disposable }: TestNeeds,
  { external }: Context,
  facts: Facts,
): MissingRequirement | undefined {
  const key = leaseProjectOf(external.sandbox) ?? '';
  const isLeased = templates.length > 0 || changesConnection === true || disposable === true;
  // A lease is a component of the project.
  if (!isLeased || facts.lacking?.[key]?.includes('ADMINISTER_PROJECTS') !== true) return undefined;
  return fails(`no lease can be put on project ${key}, in which the user lacks ADMINISTER_PROJECTS`, REMEDY);
}

function missingTemplates(needs: readonly TemplateNeeds[], facts: Facts): MissingRequirement | undefined {
  // If the templates were not checked, that has a cause of its own.
  if (needs.length === 0 || facts.templates === undefined) return undefined;
  const wanted = needs.flatMap(({ fields = [] }) => fields);
  const choices = needs.flatMap(({ anyOf }) => (anyOf === undefined ? [] : [anyOf]));
  const fitting = facts.templates.filter(
    ({ fields }) =>
      wanted.every((field) => field in fields) && choices.every((choice) => choice.some((field) => field in fields)),
  );
  const broken = brokenData('templates', facts);
  if (broken !== undefined || fitting.length >= needs.length) return broken;
  const values = [...new Set([...wanted, ...choices.map((choice) => choice.join(' or '))])];
  const withFields = values.length === 0 ? '' : ` with ${values.join(' and ')}`;
  return skips(
    `the sandbox has ${fitting.length} of ${counted(needs.length, 'template')}${withFields} that nobody uses`,
    'name more as templates in TRACKER_SANDBOX.',
  );
}

function missingTestProjects(needs: readonly TestProjectNeed[], facts: Facts): MissingRequirement | undefined {
  if (needs.length === 0 || facts.testManagementProjects === undefined) return undefined;
  const broken = brokenData('testManagementProjects', facts);
  if (broken !== undefined) return broken;
  const keys = facts.testManagementProjects.map(({ key }) => key);
  const barred = noWriting(keys, facts);
  if (barred !== undefined) return barred;
  const roles = ['steps', 'preconditions', 'requirement', 'testCaseTemplate'] as const;
  const lacking = roles.filter((role) => facts.fieldsFound?.has(role) !== true);
  if (lacking.length > 0) {
    return fails(`custom fields are missing: ${lacking.join(', ')}`, 'name them in TRACKER_SANDBOX as tests.fields.');
  }
  let first: (typeof facts.testManagementProjects)[number] | undefined;
  for (const need of needs) {
    const others = {
      otherThan: need.otherThan && first,
      statusesUnlike: need.statusesUnlike && first,
      columnCountUnlike: need.columnCountUnlike && first,
    };
    const [match] = matchTestProjects(facts.testManagementProjects, need, others, facts.plainUserCreates);
    if (match === undefined) {
      const reason = `the sandbox names no ${describeTestProject(need)}`;
      return skips(reason, 'name one as tests.projects in TRACKER_SANDBOX.');
    }
    first ??= match;
  }
  return undefined;
}

function missingUser(
  user: SandboxUser,
  { external }: Context,
  { [user]: known }: Facts,
): MissingRequirement | undefined {
  if (external.sandbox[user] === undefined) {
    return skips(`the sandbox names no ${user}`, 'name one in TRACKER_SANDBOX.');
  }
  const remedy = `see what is said of the ${user === 'plainUser' ? 'second' : 'whitelisted'} user.`;
  if (known?.logsIn !== true) return fails(`the ${user} does not log in`, remedy);
  return known.isWrong ? fails(`the ${user} is not as the sandbox says`, remedy) : undefined;
}

export interface MissingRequirement {
  readonly ends: 'skipped' | 'failing';
  readonly reason: string;
  readonly remedy: string;
}

function skips(reason: string, remedy: string): MissingRequirement {
  return { ends: 'skipped', reason, remedy };
}

function fails(reason: string, remedy: string): MissingRequirement {
  return { ends: 'failing', reason, remedy };
}

function brokenData(kind: BrokenKind, { broken }: Facts): MissingRequirement | undefined {
  const names = broken?.[kind] ?? [];
  if (names.length === 0) return undefined;
  return fails(
    `the sandbox names ${names.join(', ')}, which can’t be used`,
    `correct ${kind === 'testManagementProjects' ? 'tests.projects' : kind} in TRACKER_SANDBOX.`,
  );
}

const REMEDY = 'see what is said of the permissions.';

/** The missing requirement if the user lacks something that tests need to make issues in projects and to delete them. */
function noWriting(keys: readonly string[], { lacking }: Facts): MissingRequirement | undefined {
  const barred = keys.filter((key) => lacking?.[key]?.some((permission) => permission !== 'ADMINISTER_PROJECTS'));
  return barred.length === 0 ? undefined : fails(`the user lacks permissions in ${barred.join(', ')}`, REMEDY);
}

function missingProjects(needs: readonly ProjectNeed[], context: Context, facts: Facts): MissingRequirement[] {
  const mayCreate = facts.administers === true && context.external.sandbox.createProjects;
  const canBeNew = (need: ProjectNeed) => !isConfigured(need) && need.sameNumber !== true;
  const made = needs.filter((need) => mayCreate && canBeNew(need));
  const taken = needs.filter((need) => !made.includes(need));
  const noDesk = made.some((need) => need.requestTypes !== undefined) && facts.serviceDesk !== true;
  return [
    ...(noDesk ? [skips('no service desk answers', 'see what is said of the extensions.')] : []),
    ...(taken.length > 0 ? fromSandbox(taken, facts, mayCreate) : []),
  ];
}

/** Whether it needs a project in which templates fill in issues, as no new one does. */
function isConfigured({ templatePostFunction = 'none' }: ProjectNeed): boolean {
  return templatePostFunction !== 'none';
}

/** The types of a new project are unknown until it is made. The types of a sandbox project can be read. */
function fromSandbox(needs: readonly ProjectNeed[], facts: Facts, mayCreate: boolean): MissingRequirement[] {
  const broken = brokenData('projects', facts);
  if (broken !== undefined) return [broken];
  const looked = needs.map((need) => ({
    need,
    fitting: (facts.projects ?? []).filter((project) => fits(project, need)).map(({ key }) => key),
    count: needs.filter((other) => competes(other, need)).length,
  }));
  const lacking = looked.filter(({ fitting, count }) => fitting.length < count);
  if (lacking.length === 0) {
    // Only issues are made there, which templates fill in.
    return looked.flatMap(({ need, fitting }) => (need.templatePostFunction && noWriting(fitting, facts)) ?? []);
  }
  return lacking.map(({ need, count }) => {
    const why = !isConfigured(need) && !mayCreate ? 'no project can be created, and ' : '';
    const many = count > 1 ? `, ${count} times` : '';
    return skips(`${why}the sandbox names no ${describe(need)}${many}`, 'name more as projects in TRACKER_SANDBOX.');
  });
}

/** Whether another need takes a project that would do for this one. */
function competes(other: ProjectNeed, need: ProjectNeed): boolean {
  const isOfKind = (other.requestTypes === undefined) === (need.requestTypes === undefined);
  if (need.sameNumber === true && other.sameNumber !== true) return false;
  const { templatePostFunction: wanted } = need;
  return isOfKind && (wanted === undefined || other.templatePostFunction === wanted);
}

function fits(project: NonNullable<Facts['projects']>[number], need: ProjectNeed): boolean {
  const { templatePostFunction: wanted } = need;
  return (
    (wanted === undefined || project.templatePostFunction === wanted) &&
    (need.sameNumber !== true || project.sameNumber) &&
    project.serviceDesk === (need.requestTypes !== undefined) &&
    project.issueTypes >= need.issueTypes &&
    project.requestTypes >= (need.requestTypes ?? 0)
  );
}

function describe(need: ProjectNeed): string {
  const { issueTypes, requestTypes } = need;
  const kinds =
    requestTypes === undefined
      ? `project with issue types (${issueTypes})`
      : `service desk with request types (${requestTypes}) and issue types (${issueTypes})`;
  const sameNumber = 'service desk with a request type that has the number of an issue type';
  const what = need.sameNumber === true ? sameNumber : kinds;
  return need.templatePostFunction === undefined
    ? what
    : `${what} whose post function is "${need.templatePostFunction}"`;
}

function missingConnections(needs: readonly ConnectionNeed[], facts: Facts): MissingRequirement | undefined {
  const { connections } = facts;
  // What was not looked at has a cause of its own.
  if (needs.length === 0 || connections === undefined) return undefined;
  const broken = brokenData('connections', facts);
  if (broken !== undefined) return broken;
  const taken: { readonly connection: SandboxConnection; readonly users: SandboxConnection['users'] }[] = [];
  for (const need of needs) {
    const [first] = taken;
    const [match] = matchConnections(connections, need, {
      usersOf: need.usersOf && first && { users: first.users, attributes: first.connection.attributes },
      usersNotOf: need.usersNotOf && first?.connection,
      attributesOf: ({ enabled, attributes }) => (enabled ? attributes : undefined),
      isTaken: (connection) => taken.some((other) => other.connection === connection),
    });
    if (match === undefined) return noConnection(need, needs);
    taken.push(match);
  }
  return undefined;
}

function noConnection(need: ConnectionNeed, needs: readonly ConnectionNeed[]): MissingRequirement {
  if (need.usersOf === true) {
    return skips(
      'the sandbox names no two connections with the same users',
      'name a second one with users of the first.',
    );
  }
  const alike = needs.filter(({ enabled }) => enabled === need.enabled).length;
  const many = alike > 1 ? `, ${alike} times` : '';
  return skips(
    `the sandbox names no connection ${describeConnection(need)}${many}`,
    'name more as connections in TRACKER_SANDBOX.',
  );
}
