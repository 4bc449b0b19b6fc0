import { nearest, rowsIn } from '../../../contracts/index.js';
import type { Field } from '../../../contracts/index.js';
import { completeNames, completeConnection } from '../../../fixtures/discovery/complete-sandbox.js';
import type { FieldRole } from '../../../fixtures/discovery/complete-sandbox.js';
import type { Sandbox } from '../../../fixtures/index.js';
import { missing, notChecked, ok, tryRead, warning } from '../check.js';
import type { BrokenKind, Check, Context, Facts, Finding, SandboxConnection, SandboxProject, Seen } from '../check.js';
import { expectationsOf } from '../../../fixtures/settings/settings.js';
import { counted } from '../../../contracts/counted.js';
import { SettingsError, SetupError, messageToPrint } from '../../../fixtures/errors.js';
import type { SandboxSettings } from '../../../fixtures/settings/sandbox.js';

/** A look at something that the sandbox names: what the tracker has of it, undefined if no test can take it. */
interface Look<There> {
  readonly finding: Finding;
  readonly there?: There;
}

/**
 * Looks at each thing of a kind that the sandbox names. What a test can't take and is missing counts as broken.
 *
 * @param none the finding if the sandbox names nothing of the kind
 */
async function lookAtNamed<Named, There>(
  kind: BrokenKind,
  facts: Facts,
  named: readonly Named[],
  none: Finding,
  nameOf: (named: Named) => string,
  lookAt: (named: Named) => Promise<Look<There>>,
): Promise<Seen> {
  if (named.length === 0) return { findings: [none], facts: { [kind]: [] } };
  const looks: (Look<There> & { readonly name: string })[] = [];
  for (const one of named) looks.push({ name: nameOf(one), ...(await lookAt(one)) });
  const broken = looks.filter(({ there, finding }) => there === undefined && finding.state === 'missing');
  return {
    findings: looks.map(({ finding }) => finding),
    facts: {
      [kind]: looks.flatMap(({ there }) => there ?? []),
      broken: { ...facts.broken, ...(broken.length > 0 && { [kind]: broken.map(({ name }) => name) }) },
    },
  };
}

/** A project that the sandbox names, or the finding that the tracker refuses it. */
async function readProject({ read }: Context, key: string) {
  const { data, refused } = await tryRead(() => read().getProject({ projectIdOrKey: key }));
  const remedy = 'name a project that the user sees, or grant Browse Projects in it.';
  return refused === undefined
    ? { data }
    : { finding: missing(`${key}: the tracker answers ${refused.status}`, remedy) };
}

/** The names that another name may mean, as the end of a sentence: they differ in case, blanks, marks or a few letters. */
function didYouMean(wanted: string, names: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = names.filter((name) => plain(name) === plain(wanted));
  const alike = same.length > 0 ? same : names.filter((name) => plain(name).includes(plain(wanted)));
  const near = alike.length > 0 ? alike.slice(0, 3) : nearest(wanted, names);
  return near.length === 0 ? '' : `; is it ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

export const customFields: Check = {
  name: 'custom fields',
  needs: { user: 'no login works' },
  look: async ({ read, external, settings }) => {
    const fields = await read().listFields();
    const names = completeNames(external.sandbox, fields, expectationsOf(settings).assumptions);
    const looked = Object.entries(wantedNames(names)).map(
      ([role, name]) => [role as FieldRole, findField(role as FieldRole, name, fields)] as const,
    );
    const fieldsFound = new Set(looked.filter(([, { state }]) => state !== 'missing').map(([role]) => role));
    return { findings: looked.map(([, finding]) => finding), facts: { fields, fieldsFound, names } };
  },
};

function wantedNames({ templateField, tests }: Pick<Sandbox, 'tests' | 'templateField'>): Record<FieldRole, string> {
  return { template: templateField, ...tests.fields };
}

function findField(role: FieldRole, name: string, fields: readonly Field[]): Finding {
  const custom = fields.filter((field) => field.custom);
  const [found, ...more] = custom.filter((field) => field.name === name);
  const setting = role === 'template' ? 'templateField' : `tests.fields.${role}`;
  if (found === undefined) {
    const names = custom.map((field) => field.name);
    return missing(`no custom field "${name}"${didYouMean(name, names)}`, `name it in TRACKER_SANDBOX as ${setting}.`);
  }
  if (more.length === 0) return ok(`"${name}" is ${found.id}`);
  return warning(
    `${more.length + 1} custom fields are named "${name}": ${[found, ...more].map(({ id }) => id).join(', ')}`,
    `a run takes ${found.id}: rename the others if that is the wrong one.`,
  );
}

export const issueTypes: Check = {
  name: 'issue types',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async ({ read }, { names }) => {
    const known = (await read().listIssueTypes()).map(({ name }) => name);
    const wanted = Object.entries(names?.tests.issueTypes ?? {});
    const findings = wanted.map(([kind, name]) =>
      known.includes(name)
        ? ok(`"${name}"`)
        : missing(
            `no issue type "${name}"${didYouMean(name, known)}`,
            `name it in TRACKER_SANDBOX as tests.issueTypes.${kind}.`,
          ),
    );
    return { findings };
  },
};

export const sandboxProjects: Check = {
  name: 'sandbox projects',
  needs: { user: 'no login works', answering: 'the extensions were not looked for' },
  look: async (context, facts) => {
    const none = warning(
      'TRACKER_SANDBOX names none whose create transition creates from a template',
      'name a regular project and a service desk with the post function, as projects in TRACKER_SANDBOX.',
    );
    const named = context.external.sandbox.projects;
    return lookAtNamed('projects', facts, named, none, keyOf, (project) => lookAtProject(context, facts, project));
  },
};

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

async function lookAtProject(
  context: Context,
  facts: Facts,
  { key, templatePostFunction }: Pick<SandboxProject, 'key' | 'templatePostFunction'>,
): Promise<Look<SandboxProject>> {
  const { data, finding } = await readProject(context, key);
  if (data === undefined) return { finding };
  const serviceDesk = data.projectTypeKey === 'service_desk';
  const requestTypes = serviceDesk && facts.serviceDesk === true ? await requestTypesOf(context, key) : [];
  const issueTypes = data.issueTypes.filter(({ subtask }) => !subtask);
  const there = {
    ...{ key, templatePostFunction, serviceDesk },
    issueTypes: issueTypes.length,
    requestTypes: requestTypes.length,
    sameNumber: issueTypes.some(({ id }) => requestTypes.some((type) => type.id === id)),
  };
  const what = `${key} (${templatePostFunction}): `;
  if (serviceDesk && requestTypes.length === 0) {
    return { there, finding: warning(`${what}a service desk without request types`, 'give it two request types.') };
  }
  const types = serviceDesk
    ? `service desk, request types ${requestTypes.map(({ name }) => name).join(', ')}`
    : `${data.projectTypeKey}, ${counted(issueTypes.length, 'issue type')}`;
  return { there, finding: ok(`${what}${types}`) };
}

async function requestTypesOf({ read }: Context, key: string): Promise<{ id: string; name: string }[]> {
  const desks = await read().listServiceDesks({ query: { limit: 1_000 } });
  const desk = desks.values.find(({ projectKey }) => projectKey === key);
  if (desk === undefined) return [];
  return (await read().listRequestTypes({ serviceDeskId: desk.id })).values;
}

type TestProject = Sandbox['tests']['projects'][number];

export const testProjects: Check = {
  name: 'test projects',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async (context, facts) => {
    const none = warning(
      'TRACKER_SANDBOX names none',
      'name two projects with test management as tests.projects in TRACKER_SANDBOX.',
    );
    const named = facts.names?.tests.projects ?? [];
    return lookAtNamed('testProjects', facts, named, none, keyOf, (one) => lookAtTestProject(context, facts, one));
  },
};

async function lookAtTestProject(context: Context, facts: Facts, there: TestProject): Promise<Look<TestProject>> {
  const { key, columns, statuses } = there;
  const { data, finding } = await readProject(context, key);
  if (data === undefined) return { finding };
  const types = Object.values(facts.names?.tests.issueTypes ?? {});
  const lacking = types.filter((name) => !data.issueTypes.some((type) => type.name === name));
  if (lacking.length > 0) {
    const remedy = 'add them to its issue type scheme, or name another project.';
    return { finding: missing(`${key} lacks the issue types ${lacking.join(', ')}`, remedy) };
  }
  const cells = await cellsOfSomeStep(context, facts, key);
  if (cells !== undefined && cells !== columns.length) {
    const text = `${key} has ${counted(cells, 'column')} of Steps in its templates, and ${columns.length} in the settings (${columns.join(', ')})`;
    return { there, finding: missing(text, 'name its columns as tests.projects in TRACKER_SANDBOX.') };
  }
  const told = cells === undefined ? ' (no template there shows them)' : '';
  return { there, finding: ok(`${key}: columns ${columns.join(', ')}${told}, statuses ${statuses.join(', ')}`) };
}

/** The number of cells in a step of any template of the project; undefined if no template has steps. */
async function cellsOfSomeStep(
  { read }: Context,
  { names, fields = [] }: Facts,
  key: string,
): Promise<number | undefined> {
  const steps = fields.find(({ name, custom }) => custom && name === names?.tests.fields.steps);
  if (steps === undefined) return undefined;
  const jql = `project = "${key}" AND issuetype = "${names?.tests.issueTypes.testCaseTemplate ?? ''}" ORDER BY created DESC`;
  const { data } = await tryRead(() => read().searchIssues({ query: { jql, fields: steps.id, maxResults: 20 } }));
  const rows = (data?.issues ?? []).flatMap((issue) => rowsIn(issue.fields[steps.id]) ?? []);
  return rows.find(({ isGroup }) => !isGroup)?.cells.length;
}

type Template = Sandbox['templates'][number];

/** An id that no template has. The answer shows whether the tracker reports unknown ids. */
const NOBODYS = 2_147_483_647;

export const templates: Check = {
  name: 'templates',
  needs: { answering: 'the extensions were not looked for', fields: 'the custom fields were not looked at' },
  look: async (context, facts) => {
    if (facts.answering?.has('default-templates') !== true) {
      return notChecked('the default-template API does not answer');
    }
    const none = warning(
      'TRACKER_SANDBOX names none',
      'name two for each worker as templates in TRACKER_SANDBOX: they can’t be made over HTTP.',
    );
    const { refused } = await tryRead(() => context.read(facts.basePaths).listByTemplate({ templateId: NOBODYS }));
    const tells = refused !== undefined;
    const named = context.external.sandbox.templates;
    const seen = await lookAtNamed(
      'templates',
      facts,
      named,
      none,
      ({ id }) => String(id),
      async (template) => {
        const finding = await lookAtTemplate(context, facts, template, tells);
        // A test takes none that is a default already.
        return finding.state === 'ok' ? { finding, there: template } : { finding };
      },
    );
    return { ...seen, findings: summarize(seen.findings) };
  },
};

async function lookAtTemplate(
  context: Context,
  { basePaths, fields = [] }: Facts,
  { id, fields: values }: Template,
  tells: boolean,
) {
  const { data, refused } = await tryRead(() => context.read(basePaths).listByTemplate({ templateId: id }));
  if (refused !== undefined) {
    return missing(
      `${id}: the tracker answers ${refused.status}`,
      'name a template that is there, and that the user may assign.',
    );
  }
  const unknown = Object.keys(values).filter((field) => !fields.some((one) => one.id === field));
  if (unknown.length > 0) {
    return missing(
      `${id}: the tracker has no field ${unknown.join(', ')}`,
      'write its fields by their ids on this tracker.',
    );
  }
  const places = data.filter(({ templateId }) => templateId === id).length;
  if (places > 0) {
    return warning(
      `${id} is a default already, in ${counted(places, 'place')}: no test takes it`,
      'name one that nobody uses, or clean up with `tracker-e2e sweep` after a killed run.',
    );
  }
  return ok(tells ? String(id) : `${id}, if it is there: the tracker says nothing of ids that are not`);
}

function summarize(findings: readonly Finding[]): Finding[] {
  const fine = findings.filter(({ state }) => state === 'ok').map(({ text }) => text);
  const others = findings.filter(({ state }) => state !== 'ok');
  return [...(fine.length > 0 ? [ok(fine.join(', '))] : []), ...others];
}

/** Of how many users of a connection the key is compared with the tracker's. */
const SAMPLE = 3;

export const connections: Check = {
  name: 'connections',
  needs: { answering: 'the extensions were not looked for' },
  look: async (context, facts) => {
    if (facts.answering?.has('directory-sync') !== true) {
      return notChecked('the directory-sync API does not answer');
    }
    if (facts.refusing?.has('directory-sync') === true) {
      return notChecked('the directory-sync API refuses the user');
    }
    const { data: known, refused } = await tryRead(() => context.read(facts.basePaths).listConnections());
    if (refused !== undefined) {
      return missing(`the tracker answers ${refused.status} to their list`, 'name a user who administers the tracker.');
    }
    const none = warning(
      `TRACKER_SANDBOX names none; enabled are: ${Object.keys(known).join(', ') || 'none'}`,
      'name two that nobody else changes, and one that is not enabled, as connections in TRACKER_SANDBOX.',
    );
    const named = context.external.sandbox.connections;
    return lookAtNamed('connections', facts, named, none, titleOf, (one) =>
      lookAtConnection(context, facts, one, known),
    );
  },
};

type Named = SandboxSettings['connections'][number];
type Known = Readonly<Record<string, readonly string[]>>;

function titleOf({ name, id = '' }: Named): string {
  return name ?? `connection ${id}`;
}

async function lookAtConnection(
  context: Context,
  facts: Facts,
  named: Named,
  known: Known,
): Promise<Look<SandboxConnection>> {
  try {
    const connection = await completeConnection(named, context.read(facts.basePaths));
    const problem = await problemOfConnection(context, facts, connection, known);
    if (problem !== undefined) return { finding: problem };
    const attributes = known[connection.name] ?? [];
    const { id, name, enabled, users, group } = connection;
    const inGroup = group === undefined ? 'no group named' : `group ${group}`;
    const text = enabled
      ? `"${name}" (id ${id}): ${counted(attributes.length, 'attribute')}, ${counted(users.length, 'user')} to work with, ${inGroup}`
      : `"${name}" (id ${id}) is not enabled, as the settings say`;
    return { finding: ok(text), there: { ...connection, attributes } };
  } catch (error) {
    if (error instanceof SettingsError) return { finding: missing(error.message, 'correct it in TRACKER_SANDBOX.') };
    if (!(error instanceof SetupError)) throw error;
    const [first = ''] = messageToPrint(error).split('\n');
    return { finding: missing(`"${titleOf(named)}": ${first}`, 'name a connection whose users the caller may read.') };
  }
}

async function problemOfConnection(
  context: Context,
  { basePaths }: Facts,
  { id, name, enabled, users }: Pick<SandboxConnection, 'id' | 'name' | 'enabled' | 'users'>,
  known: Known,
): Promise<Finding | undefined> {
  if (name in known !== enabled) {
    return enabled
      ? missing(
          `no enabled connection "${name}"${didYouMean(name, Object.keys(known))}`,
          'enable it, or name another in TRACKER_SANDBOX.',
        )
      : missing(`"${name}" is enabled, and the settings say it is not`, 'leave out "enabled": false, or disable it.');
  }
  if (!enabled) return undefined;
  const read = context.read(basePaths);
  for (const { username, key } of users.slice(0, SAMPLE)) {
    const { data: user, refused } = await tryRead(() => read.getUser({ query: { username } }));
    if (refused !== undefined)
      return missing(`"${name}": no user "${username}" (${refused.status})`, 'name users of the connection.');
    if (user.key !== key) {
      return missing(
        `"${name}": the key of ${username} is ${user.key}, not ${key}`,
        'write the key, or leave the users out.',
      );
    }
    const values = await tryRead(() => read.getUserInConnection({ idOrName: id, userKeyOrName: key }));
    if (values.refused !== undefined) {
      return missing(
        `"${name}" (id ${id}) does not have ${username} (${values.refused.status})`,
        'name users of the connection, and its right id.',
      );
    }
  }
  return undefined;
}
