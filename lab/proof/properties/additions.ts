import type { Tenant } from '../../../fake/tenants/tenant.js';
import type { Choices } from '../random.js';

const steps = {
  stepsRows: [
    { isGroup: true, cells: ['A group'] },
    { isGroup: false, cells: ['Do it', '', 'It is done'] },
  ],
};

/** Values of further fields, of which an issue gets none or one. */
const further: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { description: 'What is wanted, and why.' },
  { labels: ['one', 'two'] },
  { customfield_10000: 7 },
  { customfield_10002: 2.5 },
  { customfield_10003: { value: 'Minor' } },
  { customfield_10101: steps },
  { customfield_10102: 'Somebody is logged in.' },
  { customfield_10104: ['DEMO-1'] },
  { priority: { id: '1' }, reporter: { name: 'tess' } },
];

/** The fields of a new issue of some type in a project that has it, below a parent if the type needs one. */
export function issueFields({ state }: Tenant, choices: Choices): Readonly<Record<string, unknown>> {
  const { projects, issueTypes, issues } = state.tables;
  const project = choices.of(projects.all());
  const types = (project?.issueTypeIds ?? []).flatMap((id) => issueTypes.get(id) ?? []);
  const type = choices.of(types);
  const parents = issues.where('project', project?.id ?? 0).filter(({ parentId }) => parentId === null);
  return {
    project: choices.below(2) === 0 ? { key: project?.key } : { id: String(project?.id) },
    issuetype: choices.below(2) === 0 ? { id: String(type?.id) } : { name: type?.name },
    summary: `Issue ${choices.below(1_000)}`,
    ...(type?.subtask === true && { parent: { key: choices.of(parents)?.key } }),
    ...choices.of(further),
  };
}

/** New rows of a tracker. @param oddName makes a name that is hard to cope with */
type Addition = (tenant: Tenant, choices: Choices, oddName: () => string) => object;

const newId = (choices: Choices) => 50_000 + choices.below(1_000);

/** What can be added to the rows of a tracker. */
export const additions: readonly Addition[] = [
  (_tenant, choices, oddName) => ({
    users: [{ key: `u${newId(choices)}`, name: oddName(), displayName: 'Somebody', password: 'x', groups: ['g'] }],
  }),
  (tenant, choices, oddName) => {
    const { project: _project, issuetype, parent, reporter, ...fields } = issueFields(tenant, choices);
    const { users, projects } = tenant.state.tables;
    const project = choices.of(projects.all());
    const user = choices.of(users.all())?.key;
    const issue = {
      ...{ id: newId(choices), key: `${project?.key ?? ''}-${newId(choices)}`, fields, reporter: user },
      issueTypeId: choices.of(project?.issueTypeIds ?? []),
      created: choices.of([
        '2026-01-01T09:00:00.000+0000',
        '0001-01-01T00:00:00.000+0000',
        '9999-12-31T23:59:59.999-1200',
      ]),
      comments: [{ author: user, body: oddName() }],
    };
    return { issues: [issue] };
  },
  ({ state }, choices) => {
    const like = choices.of(state.tables.projects.all());
    const key = `NEW${'ABCDEFGH'[choices.below(8)] ?? ''}`;
    const { lead, workflow, issueTypeIds, permissions } = like ?? {};
    return { projects: [{ id: newId(choices), key, name: key, lead, workflow, issueTypeIds, permissions }] };
  },
  (_tenant, choices, oddName) => ({
    connections: [{ id: newId(choices), name: oddName(), attributes: ['mail', oddName()] }],
  }),
  ({ state }, choices, oddName) => {
    const to = choices.of(state.tables.statuses.all())?.id;
    return {
      workflows: [{ name: oddName(), initial: { to }, transitions: [{ id: 5, name: 'Go', from: 'any', to }] }],
    };
  },
  (_tenant, choices, oddName) => ({
    templates: [{ id: newId(choices), name: oddName(), fields: { summary: oddName(), description: 'x' } }],
    statuses: [{ id: newId(choices), name: oddName() }],
    customFields: [{ id: newId(choices), name: oddName(), type: choices.of(['text', 'number', 'labels', 'select']) }],
  }),
];
