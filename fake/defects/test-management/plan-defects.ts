import type { Endpoints, WorldUser } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import type { IssueRow, ProjectRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { renderAdded } from '../../test-management/plans.js';
import {
  casesOf,
  isActive,
  isTestIssue,
  mayCreateIssues,
  requireCreateIssues,
  templateOf,
} from '../../test-management/test-issues.js';
import type { CallOf } from '../../tracker/call.js';
import { findIssue, projectOf } from '../../tracker/rows.js';
import type { BodyOf, ListedId } from '../answered.js';
import { changeBodies, changeCalls, changeHandlers, changeRequests, changeSome, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { defers } from './test-issues.js';

/** Page sizes of trackers that answer only the first page of a list. */
export const pageSizes = [10, 50, 100] as const;

type TemplatesCall = CallOf<Endpoints['listTestCaseTemplateIds']>;

/** A tracker that remembers the issues some calls of its own API are about and lists the cases of a plan otherwise. */
function listsRemembering(
  name: 'createIssue' | 'editIssue',
  change: (ids: readonly number[], remembered: ReadonlySet<number>) => readonly number[],
): Override {
  return (implementation) => {
    const remembered = new Set<number>();
    const remembering = changeHandlers(name, (call, answer) => {
      const right = answer(call);
      const named =
        'issueIdOrKey' in call.parameters ? call.parameters.issueIdOrKey : (right.json as BodyOf<'createIssue'>).id;
      const issue = findIssue(call.state, named);
      if (issue !== undefined) remembered.add(issue.id);
      return right;
    });
    const listing = changeBodies('listTestCaseIds', (ids, call) => inForm(change(ids.map(Number), remembered), call));
    return listing(remembering(implementation));
  };
}

function inForm(ids: readonly number[], { assumptions }: Pick<TemplatesCall, 'assumptions'>): readonly ListedId[] {
  return assumptions['TM-N20'].listedIds === 'text' ? ids.map(String) : ids;
}

/** A tracker that lists other templates of a plan. `change` gets the templates of its cases in plan order. */
function templatesListed(
  change: (templates: readonly IssueRow[], call: TemplatesCall) => readonly IssueRow[],
): Override {
  return changeBodies('listTestCaseTemplateIds', (_ids, call) => {
    const plan = findIssue(call.state, call.parameters.testPlanKey);
    const cases = plan === undefined ? [] : casesOf(call.state, plan);
    const templates = cases.flatMap((testCase) => templateOf(call.state, testCase) ?? []);
    const onlyActive = call.query.onlyActive === 'true';
    const wanted = templates.filter((template) => !onlyActive || isActive(call, template));
    return change(wanted, call).map(({ id }) => id);
  });
}

/** Each template once, in the order of the first case of each. */
function each(templates: readonly IssueRow[]): readonly IssueRow[] {
  return [...new Map(templates.map((template) => [template.id, template])).values()];
}

function activityRead(
  change: (requested: TemplatesCall['query']['onlyActive']) => TemplatesCall['query']['onlyActive'],
) {
  return changeCalls('listTestCaseTemplateIds', ({ query }) => ({
    query: { ...query, onlyActive: change(query.onlyActive) },
  }));
}

function listCut(name: 'listTestCaseIds' | 'listTestCaseTemplateIds', length: number): Override {
  return changeBodies(name, (ids) => ids.slice(0, length));
}

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

function keysAddedTo({ state, body }: AddCall, testPlanKey: string): string[] {
  const plan = findIssue(state, testPlanKey);
  const cases = plan === undefined ? [] : casesOf(state, plan);
  return cases.slice(-body.testCaseTemplateKeys.length).map(({ key }) => key);
}

function projectsOf({ state, body }: AddCall): readonly ProjectRow[] {
  return body.testPlanKeys.flatMap((key) => {
    const plan = findIssue(state, key);
    return plan === undefined ? [] : [projectOf(state, plan)];
  });
}

function lacksPermission(call: AddCall): boolean {
  return projectsOf(call).some((project) => !mayCreateIssues(call, project));
}

/** Whether a call is to be refused: cases that are created later are left out without an error. */
function isRefused(call: AddCall): boolean {
  return call.body.async !== true && lacksPermission(call);
}

function somebodyWhoMay(call: AddCall): WorldUser | null {
  const users = call.state.tables.users.all();
  const projects = projectsOf(call);
  const allowed = users.find((user) =>
    projects.every((project) => mayCreateIssues({ ...call, caller: user }, project)),
  );
  return allowed ?? call.caller;
}

function calledBySomebody(when: (call: AddCall) => boolean): Override {
  return changeCalls('addTestCaseTemplates', (call) => ({ caller: when(call) ? somebodyWhoMay(call) : call.caller }));
}

export const planDefects: DefectTable = {
  ...defectsFor(pageSizes, (size) => ({
    [`TM-26-cut-at-${size}`]: [
      `Of the cases of a plan the first ${size} are listed.`,
      listCut('listTestCaseIds', size),
    ],
    [`TM-27-cut-at-${size}`]: [
      `Of the templates of a plan the first ${size} are listed.`,
      listCut('listTestCaseTemplateIds', size),
    ],
  })),
  'TM-26-later-case-left-out': listsRemembering('createIssue', (ids, created) => ids.filter((id) => !created.has(id))),
  'TM-26-edited-case-last': listsRemembering('editIssue', (ids, edited) => [
    ...ids.filter((id) => !edited.has(id)),
    ...ids.filter((id) => edited.has(id)),
  ]),
  'TM-26-cases-of-other-plans': changeBodies('listTestCaseIds', (listed, { state, assumptions }) => {
    if (listed.length !== 1) return listed;
    const ids = listed.map(Number);
    const templates = new Set(ids.map((id) => templateOf(state, state.tables.issues.get(id) as IssueRow)?.id));
    const cases = state.tables.issues.all().filter((issue) => isTestIssue(state, issue, 'testCase'));
    const others = cases.filter((issue) => ids.includes(issue.id) || templates.has(templateOf(state, issue)?.id ?? 0));
    return inForm(
      others.map(({ id }) => id),
      { assumptions },
    );
  }),
  'TM-27-template-for-each-case': templatesListed((templates) => templates),
  'TM-27-ordered-by-last-case': templatesListed((templates) => each(templates.toReversed()).toReversed()),
  'TM-27-case-without-template-counts': changeBodies('listTestCaseTemplateIds', (ids, { state, parameters }) => {
    const plan = findIssue(state, parameters.testPlanKey);
    const cases = plan === undefined ? [] : casesOf(state, plan);
    return [...ids, ...cases.filter((testCase) => templateOf(state, testCase) === undefined).map(({ id }) => id)];
  }),
  'TM-28-only-active-ignored': activityRead(() => 'false'),
  'TM-28-only-active-by-default': activityRead((requested) => requested ?? 'true'),
  'TM-28-any-text-is-true': activityRead((requested) => (requested === undefined ? requested : 'true')),
  'TM-28-active-by-age': templatesListed((templates, { query }) => {
    const once = [...new Set(templates)];
    return query.onlyActive === 'true' ? once.sort((left, right) => left.id - right.id) : once;
  }),
  'TM-29-first-plan-only': changeRequests('addTestCaseTemplates', (body) => ({
    ...body,
    testPlanKeys: body.testPlanKeys.slice(0, 1),
  })),
  'TM-29-first-template-only': changeRequests('addTestCaseTemplates', (body) =>
    body.testPlanKeys.length === 1 ? body : { ...body, testCaseTemplateKeys: body.testCaseTemplateKeys.slice(0, 1) },
  ),
  'TM-30-left-out-with-false': keysAnswered(() => undefined),
  'TM-30-first-plan-only': keysAnswered((keys, { body }) => keys.slice(0, body.testCaseTemplateKeys.length)),
  'TM-31-no-error': changeSome('addTestCaseTemplates', isRefused, () => json(renderAdded([]))),
  'TM-31-created-all-the-same': changeSome('addTestCaseTemplates', isRefused, (call, answer) => {
    const refusal = answer({ ...call, state: call.state.fork() });
    answer({ ...call, caller: somebodyWhoMay(call) });
    return refusal;
  }),
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
