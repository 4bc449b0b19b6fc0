import type { Endpoints, WorldUser } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { casesOf, mayCreateIssues, requireCreateIssues } from '../../test-management/test-issues.js';
import type { CallOf } from '../../tracker/call.js';
import { findIssue, projectOf } from '../../tracker/rows.js';
import { renderAdded } from '../../test-management/plans.js';
import { changeHandlers, defect } from '../defect.js';

type AddCall = CallOf<Endpoints['addTestCaseTemplates']>;

/** A tracker that reads other plans and templates than a call names. */
function additionsRead(change: (body: AddCall['body'], call: AddCall) => AddCall['body']): Override {
  return changeHandlers('addTestCaseTemplates', (call, answer) => answer({ ...call, body: change(call.body, call) }));
}

/** A tracker that answers additions with other keys. `change` gets the keys of all plans; undefined means no keys. */
function keysAnswered(change: (keys: readonly string[], call: AddCall) => readonly string[] | undefined): Override {
  return changeHandlers('addTestCaseTemplates', (call, answer) => {
    const right = answer(call);
    if (call.body.async) return right;
    const keys = change(
      call.body.testPlanKeys.flatMap((key) => keysAddedTo(call, key)),
      call,
    );
    return json(keys === undefined ? {} : renderAdded([keys]), right.status);
  });
}

/** The keys of the cases that a call has just added to a plan: its last ones. */
function keysAddedTo({ state, body }: AddCall, testPlanKey: string): string[] {
  const plan = findIssue(state, testPlanKey);
  const cases = plan === undefined ? [] : casesOf(state, plan);
  return cases.slice(-body.testCaseTemplateKeys.length).map(({ key }) => key);
}

/** The projects of the plans that templates are added to. */
function projectsOf({ state, body }: AddCall): readonly ProjectRow[] {
  return body.testPlanKeys.flatMap((key) => {
    const plan = findIssue(state, key);
    return plan === undefined ? [] : [projectOf(state, plan)];
  });
}

/** Whether the caller may not create issues in the project of some plan. */
function lacksPermission(call: AddCall): boolean {
  return projectsOf(call).some((project) => !mayCreateIssues(call, project));
}

/** A user who may create issues in the projects of all plans. */
function somebodyWhoMay(call: AddCall): WorldUser | null {
  const users = call.state.tables.users.all();
  const projects = projectsOf(call);
  const allowed = users.find((user) =>
    projects.every((project) => mayCreateIssues({ ...call, caller: user }, project)),
  );
  return allowed ?? call.caller;
}

/** Defects of what adding templates to plans creates and answers. */
export const addingDefects = [
  defect(
    'TM-29-first-plan-only',
    'Of several plans only the first one gets cases.',
    additionsRead((body) => ({ ...body, testPlanKeys: body.testPlanKeys.slice(0, 1) })),
  ),
  defect(
    'TM-29-first-template-only',
    'Several plans get a case of the first template only.',
    additionsRead((body) =>
      body.testPlanKeys.length === 1 ? body : { ...body, testCaseTemplateKeys: body.testCaseTemplateKeys.slice(0, 1) },
    ),
  ),
  defect(
    'TM-29-plans-and-templates-paired',
    'Several plans and templates are paired: the first plan gets the first template, the second the second.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      const { testPlanKeys, testCaseTemplateKeys } = call.body;
      if (testPlanKeys.length === 1) return answer(call);
      const answers = testPlanKeys.map((key, index) =>
        answer({
          ...call,
          body: {
            ...call.body,
            testPlanKeys: [key],
            testCaseTemplateKeys: testCaseTemplateKeys.slice(index, index + 1),
          },
        }),
      );
      return answers[0] ?? answer(call);
    }),
  ),
  defect(
    'TM-30-left-out-with-false',
    'The response does not have the created keys with async false.',
    keysAnswered(() => undefined),
  ),
  defect(
    'TM-30-first-plan-only',
    'The response has the keys that were created in the first plan only.',
    keysAnswered((keys, { body }) => keys.slice(0, body.testCaseTemplateKeys.length)),
  ),
  defect(
    'TM-30-last-key-missing',
    'The response does not have the last of the created keys.',
    keysAnswered((keys) => keys.slice(0, -1)),
  ),
  defect(
    'TM-30-keys-of-the-templates',
    'The response has the keys of the templates in place of the created ones.',
    keysAnswered((_keys, { body }) => body.testCaseTemplateKeys),
  ),
  defect(
    'TM-31-no-error',
    'Somebody without Create Issues gets no error with async false, and no cases.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      !call.body.async && lacksPermission(call) ? json(renderAdded([])) : answer(call),
    ),
  ),
  defect(
    'TM-31-created-all-the-same',
    'Somebody without Create Issues gets an error, and the cases are created all the same.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      if (call.body.async || !lacksPermission(call)) return answer(call);
      const refusal = answer({ ...call, state: call.state.fork() });
      answer({ ...call, caller: somebodyWhoMay(call) });
      return refusal;
    }),
  ),
  defect(
    'TM-31-permission-not-asked',
    'Somebody without Create Issues creates cases with async false.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer(call.body.async ? call : { ...call, caller: somebodyWhoMay(call) }),
    ),
  ),
  defect(
    'TM-31-first-project-only',
    'Create Issues is asked for in the project of the first plan only.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      const [first] = projectsOf(call);
      const passes = first !== undefined && mayCreateIssues(call, first);
      return answer(call.body.async || !passes ? call : { ...call, caller: somebodyWhoMay(call) });
    }),
  ),
  defect(
    'TM-31-last-project-only',
    'Create Issues is asked for in the project of the last plan only.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      const last = projectsOf(call).at(-1);
      const passes = last !== undefined && mayCreateIssues(call, last);
      return answer(call.body.async || !passes ? call : { ...call, caller: somebodyWhoMay(call) });
    }),
  ),
  defect(
    'TM-31-error-without-a-message',
    'Somebody without Create Issues is refused without a message.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      if (call.body.async || !lacksPermission(call)) return answer(call);
      throw new TrackerError(403, [], {}, {}, { errorMessages: [], errors: {} });
    }),
  ),
  defect(
    'TM-32-async-ignored',
    'With async true the call waits for the cases, and the response has their keys.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer({ ...call, body: { ...call.body, async: call.body.async && lacksPermission(call) } }),
    ),
  ),
  defect(
    'TM-32-never-created',
    'With async true the cases are never created.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer({
        ...call,
        defer: () => {
          // What is left for later is forgotten.
        },
      }),
    ),
  ),
  defect(
    'TM-32-created-twice',
    'With async true the cases are created twice.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer({
        ...call,
        defer: (action) => {
          call.defer(action);
          call.defer(action);
        },
      }),
    ),
  ),
  defect(
    'TM-33-error-shown',
    'Somebody without Create Issues gets an error with async true.',
    changeHandlers('addTestCaseTemplates', (call, answer) => {
      if (call.body.async) for (const project of projectsOf(call)) requireCreateIssues(call, project);
      return answer(call);
    }),
  ),
  defect(
    'TM-33-created-all-the-same',
    'With async true cases are created for somebody without Create Issues too.',
    changeHandlers('addTestCaseTemplates', (call, answer) =>
      answer(call.body.async ? { ...call, caller: somebodyWhoMay(call) } : call),
    ),
  ),
];
