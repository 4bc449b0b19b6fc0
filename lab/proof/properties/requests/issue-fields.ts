import type { State } from '../../../../fake/state/state.js';
import type { Choices } from './choices.js';

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
export function issueFields(state: State, choices: Choices): Readonly<Record<string, unknown>> {
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
