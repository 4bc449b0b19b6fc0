import type { Row } from './context.js';
import { issuesOf } from './issues.js';
import type { Parts } from './parts.js';
import type { Project } from './projects.js';
import type { Template } from './templates.js';
import { testIssuesOf } from './test-issues.js';
import { testProjectOf } from './test-projects.js';

/** The data that belongs neither to the suite nor to the background user. It stays unchanged during a run. */
export function preExistingDataOf({ context, people, catalogue, tests, project, templates }: Parts) {
  const lead = people.administrator.key;
  const projects = [0, 3, 0, 2, 0, 0, 4, 0, 0, 0, 1, 0].map((requestTypes) =>
    project({ lead, requestTypes, workflow: context.random.pick(['plain', 'overwrite']) }),
  );
  // A name that begins as the harness's own projects are named.
  const lookalike = { ...project({ lead }), key: 'EQUIPA0001', name: 'tracker-e2e (formação interna)' };
  const testProject = testProjectOf(context, tests, { key: 'RECECAO', kind: 'works', lead });
  const { templates: testTemplates, plan, cases } = testIssuesOf(context, tests, testProject, lead);
  const made = templates(6);
  const all = [...projects, lookalike];
  return {
    projects: [...all, testProject],
    templates: made,
    entries: all.flatMap((one) => entriesOf(context.id, one, context.random.pick(made))),
    issues: [...all.flatMap((one) => issuesOf(context, catalogue, people, one)), ...testTemplates, plan, ...cases],
  };
}

/** Default template entries for two issue types of a project, and for each of its request types. */
export function entriesOf(id: () => number, project: Project, { id: templateId }: Template): Row<'entries'>[] {
  const types = [
    ...project.issueTypeIds.slice(0, 2).map((issueTypeId) => ({ issueTypeId })),
    ...project.requestTypes.map((requestType) => ({ requestTypeId: requestType.id })),
  ];
  return types.map((type) => ({ id: id(), templateId, projectId: project.id, ...type }));
}
