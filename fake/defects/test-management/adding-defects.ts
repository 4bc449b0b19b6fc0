import type { Endpoints, WorldUser } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import type { ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { casesOf, mayCreateIssues, requireCreateIssues } from '../../test-management/test-issues.js';
import type { CallOf } from '../../tracker/call.js';
import { findIssue, projectOf } from '../../tracker/rows.js';
import { renderAdded } from '../../test-management/plans.js';
import { changeCalls, changeHandlers, changeRequests, changeSome } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { defers } from './test-issues.js';

type AddCall = CallOf<Endpoints['addTestCaseTemplates']>;

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

/** Whether a call is to be refused: cases that are created later are left out without an error. */
function isRefused(call: AddCall): boolean {
  return call.body.async !== true && lacksPermission(call);
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

/** A tracker that takes the caller of some additions for a user who may create issues. */
function calledBySomebody(when: (call: AddCall) => boolean): Override {
  return changeCalls('addTestCaseTemplates', (call) => ({ caller: when(call) ? somebodyWhoMay(call) : call.caller }));
}

/** Defects of what adding templates to plans creates and answers. */
export const addingDefects: DefectTable = {
  'TM-29-first-plan-only': changeRequests('addTestCaseTemplates', (body) => ({
    ...body,
    testPlanKeys: body.testPlanKeys.slice(0, 1),
  })),
  'TM-29-first-template-only': changeRequests('addTestCaseTemplates', (body) =>
    body.testPlanKeys.length === 1 ? body : { ...body, testCaseTemplateKeys: body.testCaseTemplateKeys.slice(0, 1) },
  ),
  'TM-29-plans-and-templates-paired': changeHandlers('addTestCaseTemplates', (call, answer) => {
    const { testPlanKeys, testCaseTemplateKeys } = call.body;
    if (testPlanKeys.length === 1) return answer(call);
    const answers = testPlanKeys.map((key, index) => {
      const pair = { testPlanKeys: [key], testCaseTemplateKeys: testCaseTemplateKeys.slice(index, index + 1) };
      return answer({ ...call, body: { ...call.body, ...pair } });
    });
    return answers[0] ?? answer(call);
  }),
  'TM-30-left-out-with-false': keysAnswered(() => undefined),
  'TM-30-first-plan-only': keysAnswered((keys, { body }) => keys.slice(0, body.testCaseTemplateKeys.length)),
  'TM-30-last-key-missing': keysAnswered((keys) => keys.slice(0, -1)),
  'TM-30-keys-of-the-templates': keysAnswered((_keys, { body }) => body.testCaseTemplateKeys),
  'TM-31-no-error': changeSome('addTestCaseTemplates', isRefused, () => json(renderAdded([]))),
  'TM-31-created-all-the-same': changeSome('addTestCaseTemplates', isRefused, (call, answer) => {
    const refusal = answer({ ...call, state: call.state.fork() });
    answer({ ...call, caller: somebodyWhoMay(call) });
    return refusal;
  }),
  'TM-31-permission-not-asked': calledBySomebody((call) => !call.body.async),
  'TM-31-first-project-only': calledBySomebody((call) => {
    const [first] = projectsOf(call);
    return !call.body.async && first !== undefined && mayCreateIssues(call, first);
  }),
  'TM-31-last-project-only': calledBySomebody((call) => {
    const last = projectsOf(call).at(-1);
    return !call.body.async && last !== undefined && mayCreateIssues(call, last);
  }),
  'TM-31-error-without-a-message': changeSome('addTestCaseTemplates', isRefused, () => {
    throw new TrackerError(403, [], {}, {}, { errorMessages: [], errors: {} });
  }),
  'TM-32-async-ignored': changeRequests('addTestCaseTemplates', (body, call) => ({
    ...body,
    async: body.async && lacksPermission(call),
  })),
  'TM-32-never-created': defers('addTestCaseTemplates', 0),
  'TM-32-created-twice': defers('addTestCaseTemplates', 2),
  'TM-32-async-first-plan-only': changeRequests('addTestCaseTemplates', (body) => ({
    ...body,
    testPlanKeys: body.async === true ? body.testPlanKeys.slice(0, 1) : body.testPlanKeys,
  })),
  'TM-33-error-shown': changeHandlers('addTestCaseTemplates', (call, answer) => {
    if (call.body.async) for (const project of projectsOf(call)) requireCreateIssues(call, project);
    return answer(call);
  }),
  'TM-33-created-all-the-same': calledBySomebody((call) => call.body.async === true),
};
