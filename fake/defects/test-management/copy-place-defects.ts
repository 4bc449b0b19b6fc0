import { json } from '../../server/answer.js';
import type { Behaviour, Variant } from '../../spaces/behaviour.js';
import type { State } from '../../state/state.js';
import { casesOf, projectOf } from '../../test-management/plans/plan.js';
import { testIssueTypeId } from '../../test-management/test-settings.js';
import { readObject } from '../../tracker/read-id.js';
import { changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { copiesAskedFor, copiesBecome, sourceOf } from './copied-plans.js';

/** Where a copy can go beside a project. */
function elsewhere(state: State, projectId: number) {
  const types = (['testPlan', 'testCase'] as const).map((kind) => testIssueTypeId(state, kind) ?? 0);
  return state.tables.projects
    .all()
    .find(({ id, issueTypeIds }) => id !== projectId && types.every((type) => issueTypeIds.includes(type)));
}

/** A tracker that takes a copy without the key of a plan for one of no plan. */
const keyNotRequired: Variant = (behaviour) => {
  const nothing = changeHandlers('copyPlan', (call, answer) =>
    call.body.testPlanKey === '' ? json({ [call.assumptions['TM-N08'].plans]: [] }) : answer(call),
  );
  const readBody: Behaviour['readBody'] = (endpoint, body) => {
    const read = behaviour.readBody(endpoint, body);
    const sent = endpoint === 'copyPlan' ? readObject(read) : undefined;
    return sent === undefined ? read : { testPlanKey: '', ...sent };
  };
  return { ...nothing(behaviour), readBody };
};

/** Defects of which plan is copied, and to where. */
export const copyPlaceDefects = [
  defect(
    'TM-17',
    'plan-without-cases',
    'A copy of a plan has no cases.',
    copiesBecome(({ cases }, { state }) => {
      for (const { id } of cases) state.tables.issues.delete(id);
    }),
  ),
  defect(
    'TM-17',
    'cases-moved',
    'The cases of a plan move to its copy.',
    copiesBecome(({ source, plan, cases }, { state }) => {
      for (const { id } of cases) state.tables.issues.delete(id);
      for (const moved of casesOf(state, source)) state.tables.issues.set({ ...moved, parentId: plan.id });
    }),
  ),
  defect(
    'TM-17',
    'source-renamed',
    'The plan that is copied gets a note of it in its summary.',
    copiesBecome(({ source }, { state }) => {
      const summary = `${String(source.fields['summary'])} (copied)`;
      state.tables.issues.set({ ...source, fields: { ...source.fields, summary } });
    }),
  ),
  defect(
    'TM-17',
    'summary-lost',
    'A copy of a plan does not have the summary of the plan.',
    copiesBecome(({ plan }, { state }) => {
      state.tables.issues.set({ ...plan, fields: { ...plan.fields, summary: 'New test plan' } });
    }),
  ),
  defect('TM-17', 'key-not-required', 'A copy without testPlanKey succeeds and copies nothing.', keyNotRequired),
  defect(
    'TM-18',
    'another-project',
    'Without projects the copy is made in the first project of the tracker that manages tests.',
    copiesAskedFor((body, call) => {
      const source = sourceOf(call);
      const project = source && elsewhere(call.state, source.projectId);
      return body.projects === undefined && project !== undefined ? { ...body, projects: [project.key] } : body;
    }),
  ),
  defect(
    'TM-18',
    'plan-filed-elsewhere',
    'Without projects the copy has its cases where they belong and stands in another project itself.',
    copiesBecome(({ plan }, { state, body }) => {
      const project = elsewhere(state, plan.projectId);
      if (body.projects !== undefined || project === undefined) return;
      state.tables.issues.set({ ...plan, projectId: project.id });
    }),
  ),
  defect(
    'TM-19',
    'first-project-only',
    'Of several projects only the first one gets a copy.',
    copiesAskedFor((body) => (body.projects === undefined ? body : { ...body, projects: body.projects.slice(0, 1) })),
  ),
  defect(
    'TM-19',
    'own-project-too',
    'With projects the project of the plan gets a copy too.',
    copiesAskedFor((body, call) => {
      const source = sourceOf(call);
      const own = source && projectOf(call.state, source).key;
      if (body.projects === undefined || own === undefined) return body;
      return { ...body, projects: [...new Set([...body.projects, own])] };
    }),
  ),
  defect(
    'TM-19',
    'projects-ignored',
    'Whatever projects are named, the copy is made in the project of the plan.',
    copiesAskedFor(({ projects: _named, ...body }) => body),
  ),
  defect(
    'TM-19',
    'all-in-the-first',
    'As many copies are made as projects are named, all of them in the first one.',
    copiesAskedFor((body) => {
      const { projects } = body;
      return projects === undefined ? body : { ...body, projects: projects.flatMap(() => projects.slice(0, 1)) };
    }),
  ),
  defect(
    'TM-19',
    'later-copies-empty',
    'The copies after the first one have no cases.',
    copiesBecome(({ cases }, { state }, position) => {
      for (const { id } of position === 0 ? [] : cases) state.tables.issues.delete(id);
    }),
  ),
  defect(
    'TM-19',
    'cases-stay-behind',
    'The copy stands in the project that is named, its cases in that of the plan.',
    copiesBecome(({ source, cases }, { state }) => {
      for (const testCase of cases) state.tables.issues.set({ ...testCase, projectId: source.projectId });
    }),
  ),
];
