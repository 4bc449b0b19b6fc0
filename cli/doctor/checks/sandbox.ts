import { counted } from '../../../contracts/counted.js';
import { propertyOf, stepsRowsIn } from '../../../contracts/index.js';
import type { RawRow } from '../../../contracts/find-in-json.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import { assumedToHold, missing, ok, warning, lookAtNamed, tryRead, meantNames, notChecked } from '../check.js';
import type { Check, Facts, SandboxProject, LookAtNamed, Context, CheckFinding } from '../check.js';
import type { Field } from '../../../contracts/index.js';
import { customField } from '../../../provide/custom-field.js';
import { completeNames } from '../../../provide/external/discovery/complete-sandbox.js';
import type { FieldRole } from '../../../provide/external/discovery/complete-sandbox.js';
import { shareCount } from '../../../provide/external/leases/share.js';
import { expectationsOf } from '../../../client/settings/settings.js';

async function readProject({ read }: Context, key: string) {
  const { data, refused } = await tryRead(() => read().getProject({ projectIdOrKey: key }));
  const remedy = 'name a project that the user sees, or grant Browse Projects in it.';
  return refused === undefined
    ? { data }
    : { finding: missing(`${key}: the tracker answers ${refused.status}`, remedy) };
}

export const sandboxProjects: Check = {
  name: 'sandbox projects',
  needs: { user: 'no login works', answering: 'the extensions were not looked for' },
  look: async (context, facts) => {
    const none = warning(
      'TRACKER_SANDBOX names none whose create transition creates from a template',
      'name a regular project and a service desk with the post function, as projects in TRACKER_SANDBOX.',
    );
    const { projects: named, newProjectScreens } = context.external.sandbox;
    const seen = await lookAtNamed('projects', facts, named, none, keyOf, (project) =>
      lookAtProject(context, facts, project),
    );
    const effects = named.map(({ key, templatePostFunction }) => `${key} ${templatePostFunction}`).join(', ');
    const unseen = [
      ...(named.length > 0 ? [assumedToHold(`the effect of their create transitions on templates: ${effects}`)] : []),
      ...(newProjectScreens === undefined ? [] : [assumedToHold('newProjectScreens, the screens of new projects')]),
    ];
    return { ...seen, findings: [...seen.findings, ...unseen] };
  },
};

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

async function lookAtProject(
  context: Context,
  facts: Facts,
  { key, templatePostFunction }: Pick<SandboxProject, 'key' | 'templatePostFunction'>,
): Promise<LookAtNamed<SandboxProject>> {
  const { data, finding } = await readProject(context, key);
  if (data === undefined) return { finding };
  const serviceDesk = data.projectTypeKey === 'service_desk';
  const requestTypes = serviceDesk && facts.serviceDesk === true ? await requestTypesOf(context, key) : [];
  const issueTypes = data.issueTypes.filter(({ subtask }) => !subtask);
  const there = {
    key,
    templatePostFunction,
    serviceDesk,
    issueTypes: issueTypes.length,
    requestTypes: requestTypes.length,
    sameNumber: issueTypes.some(({ id }) => requestTypes.some((type) => type.id === id)),
  };
  const what = `${key}: `;
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

export const testProjectCheck: Check = {
  name: 'test projects',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async (context, facts) => {
    const none = warning(
      'TRACKER_SANDBOX names none',
      'name two projects with test management as tests.projects in TRACKER_SANDBOX.',
    );
    const named = facts.names?.tests.projects ?? [];
    return lookAtNamed('testManagementProjects', facts, named, none, keyOf, (one) =>
      lookAtTestProject(context, facts, one),
    );
  },
};

async function lookAtTestProject(
  context: Context,
  facts: Facts,
  there: TestProject,
): Promise<LookAtNamed<TestProject>> {
  const { key, columns, statuses, defaultStatus } = there;
  const { data, finding } = await readProject(context, key);
  if (data === undefined) return { finding };
  const types = Object.values(facts.names?.tests.issueTypes ?? {});
  const lacking = types.filter((name) => !data.issueTypes.some((type) => type.name === name));
  if (lacking.length > 0) {
    const remedy = 'add them to its issue type scheme, or name another project.';
    return { finding: missing(`${key} lacks the issue types ${lacking.join(', ')}`, remedy) };
  }
  const rows = await rowsOfSome(context, facts, key);
  const cells = rows.find(({ isGroup }) => !isGroup)?.cells.length;
  if (cells !== undefined && cells !== columns.length) {
    const text = `${key} has ${counted(cells, 'column')} of Steps, and ${columns.length} in the settings (${columns.join(', ')})`;
    return { there, finding: missing(text, 'name its columns as tests.projects in TRACKER_SANDBOX.') };
  }
  const others = rows
    .map((row) => propertyOf(row, 'status'))
    .map((status) => propertyOf(status, 'name') ?? status)
    .filter((status) => typeof status === 'string');
  const unknown = [...new Set(others)].filter((status) => !statuses.includes(status));
  if (unknown.length > 0) {
    const text = `${key} has steps with the status ${unknown.join(', ')}, and the settings say ${statuses.join(', ')}`;
    return { there, finding: missing(text, 'name its statuses as tests.projects in TRACKER_SANDBOX.') };
  }
  const told = cells === undefined ? 'no issue there shows how many' : 'as many as its issues have';
  const text = `${key}: columns ${columns.join(', ')} (${told}), statuses ${statuses.join(', ')}, the first ${defaultStatus}`;
  return { there, finding: assumedToHold(text) };
}

/** Rows of Steps of the newest templates and cases of a project. */
async function rowsOfSome({ read }: Context, { names, fields = [] }: Facts, key: string): Promise<readonly RawRow[]> {
  const steps = fields.find(({ id }) => id === names?.tests.fields.steps);
  if (steps === undefined || names === undefined) return [];
  const { testCaseTemplate, testCase } = names.tests.issueTypes;
  const jql = `project = "${key}" AND issuetype in ("${testCaseTemplate}", "${testCase}") ORDER BY created DESC`;
  const { data } = await tryRead(() => read().searchIssues({ query: { jql, fields: steps.id, maxResults: 20 } }));
  return (data?.issues ?? []).flatMap((issue) => stepsRowsIn(issue.fields[steps.id]) ?? []);
}

export const customFields: Check = {
  name: 'custom fields',
  needs: { user: 'no login works' },
  look: async ({ read, external, settings }) => {
    const fields = await read().listFields();
    const names = completeNames(external.sandbox, fields, expectationsOf(settings).assumptions);
    const wanted: Record<FieldRole, string> = { template: names.templateField, ...names.tests.fields };
    const looked = Object.entries(wanted).map(
      ([role, idOrName]) => [role as FieldRole, lookAtField(role as FieldRole, idOrName, fields)] as const,
    );
    const fieldsFound = new Set(looked.filter(([, { state }]) => state !== 'missing').map(([role]) => role));
    return { findings: looked.map(([, finding]) => finding), facts: { fields, fieldsFound, names } };
  },
};

function lookAtField(role: FieldRole, idOrName: string, fields: readonly Field[]): CheckFinding {
  const custom = fields.filter((field) => field.custom);
  const setting = role === 'template' ? 'templateField' : `tests.fields.${role}`;
  if (!custom.some(({ id, name }) => id === idOrName || name === idOrName)) {
    const names = custom.map((field) => field.name);
    const text = `no custom field "${idOrName}"${meantNames(idOrName, names)}`;
    return missing(text, `name it in TRACKER_SANDBOX as ${setting}.`);
  }
  const { id, name, schema } = customField(idOrName, fields);
  const text = `"${name}" is ${id}`;
  const same = custom.filter((field) => field.name === name);
  if (!same.some((field) => field.id !== id && field.schema?.custom === schema?.custom)) return ok(text);
  return warning(
    `${text}, and others are named so: ${same.map((field) => field.id).join(', ')}`,
    `write the id of the right one in TRACKER_SANDBOX as ${setting}.`,
  );
}

export const issueTypes: Check = {
  name: 'issue types',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async ({ read }, { names }) => {
    const known = (await read().listIssueTypes()).map(({ name }) => name);
    const wanted = Object.entries(names?.tests.issueTypes ?? {});
    const findings = wanted.map(([kind, name]) => {
      const count = known.filter((one) => one === name).length;
      if (count === 1) return ok(`"${name}"`);
      if (count > 1) return missing(`${count} issue types are named "${name}"`, 'rename those that are not meant.');
      const text = `no issue type "${name}"${meantNames(name, known)}`;
      return missing(text, `name it in TRACKER_SANDBOX as tests.issueTypes.${kind}.`);
    });
    return { findings };
  },
};

type Template = Sandbox['templates'][number];

/** An id that no template has. The answer shows whether the tracker reports unknown ids. */
const NOBODYS = 2_147_483_647;

export const templateCheck: Check = {
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
        const finding = await lookAtTemplate(context, facts, template);
        // A test takes none that is a default already.
        return finding.state === 'ok' ? { finding, there: template } : { finding };
      },
    );
    const ids = named.map(({ id }) => id).join(', ');
    const there = tells ? '' : 'that they are there, and ';
    const unseen = named.length === 0 ? [] : [assumedToHold(`${there}the values that they give an issue: ${ids}`)];
    return { ...seen, findings: [...summarize(seen.findings), ...unseen] };
  },
};

async function lookAtTemplate(context: Context, { basePaths, fields = [] }: Facts, { id, fields: values }: Template) {
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
      'name an unused one, or clean up with `tracker-e2e sweep` after a killed run.',
    );
  }
  return ok(String(id));
}

function summarize(findings: readonly CheckFinding[]): CheckFinding[] {
  const fine = findings.filter(({ state }) => state === 'ok').map(({ text }) => text);
  const others = findings.filter(({ state }) => state !== 'ok');
  return [...(fine.length > 0 ? [ok(fine.join(', '))] : []), ...others];
}

export const workers: Check = {
  name: 'workers',
  look: ({ external, workers: wanted }, { templates }) => {
    // Another check says why nothing could be read.
    if (templates === undefined) return { findings: [] };
    const shares = shareCount(external.sandbox);
    const text = `the sandbox is enough for ${counted(shares, 'worker')}, and a run has ${wanted}`;
    const more = `${wanted} workers take ${2 * wanted} templates with values for the same fields.`;
    if (shares >= wanted) return ok(text);
    return shares === 1
      ? warning(
          `${text}: the others run tests of test management only`,
          `name more templates in TRACKER_SANDBOX: ${more}`,
        )
      : warning(`${text}: it will not begin`, `run with --workers=${shares}, or name more templates: ${more}`);
  },
};
