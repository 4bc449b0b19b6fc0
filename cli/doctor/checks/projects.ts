import { counted } from '../../../contracts/counted.js';
import { propertyOf, stepsRowsIn } from '../../../contracts/index.js';
import type { RawRow } from '../../../contracts/find-in-json.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import { assumedToHold, missing, ok, warning, lookAtNamed, tryRead } from '../check.js';
import type { Check, Facts, SandboxProject, LookAtNamed, Context } from '../check.js';

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
