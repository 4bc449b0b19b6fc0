import type { Endpoints } from '../../../contracts/index.js';
import type { IssueRow } from '../../state/tables.js';
import type { Override } from '../../tenants/implementation.js';
import { casesOf, isActive, isTestIssue, templateOf } from '../../test-management/test-issues.js';
import type { CallOf } from '../../tracker/call.js';
import { findIssue } from '../../tracker/rows.js';
import type { BodyOf, ListedId } from '../answered.js';
import { changeBodies, changeCalls, changeHandlers, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';

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

/** Ids as the tracker lists them. */
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

/** A tracker that ignores the requested value of `onlyActive`. */
function activityRead(
  change: (requested: TemplatesCall['query']['onlyActive']) => TemplatesCall['query']['onlyActive'],
) {
  return changeCalls('listTestCaseTemplateIds', ({ query }) => ({
    query: { ...query, onlyActive: change(query.onlyActive) },
  }));
}

/** A tracker that answers a list of a plan with so many ids and no more. */
function listCut(name: 'listTestCaseIds' | 'listTestCaseTemplateIds', length: number): Override {
  return changeBodies(name, (ids) => ids.slice(0, length));
}

/** Defects of the lists of a plan's cases and templates. */
export const planListDefects: DefectTable = {
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
  'TM-26-later-case-first': listsRemembering('createIssue', (ids, created) => [
    ...ids.filter((id) => created.has(id)),
    ...ids.filter((id) => !created.has(id)),
  ]),
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
  'TM-27-ordered-by-id': templatesListed((templates) => each(templates).toSorted((left, right) => left.id - right.id)),
  'TM-27-ordered-by-last-case': templatesListed((templates) => each(templates.toReversed()).toReversed()),
  'TM-27-last-template-dropped': templatesListed((templates) =>
    each(templates).length > 2 ? each(templates).slice(0, -1) : each(templates),
  ),
  'TM-27-case-without-template-counts': changeBodies('listTestCaseTemplateIds', (ids, { state, parameters }) => {
    const plan = findIssue(state, parameters.testPlanKey);
    const cases = plan === undefined ? [] : casesOf(state, plan);
    return [...ids, ...cases.filter((testCase) => templateOf(state, testCase) === undefined).map(({ id }) => id)];
  }),
  'TM-28-only-active-ignored': activityRead(() => 'false'),
  'TM-28-only-active-by-default': activityRead((requested) => requested ?? 'true'),
  'TM-28-any-text-is-true': activityRead((requested) => (requested === undefined ? requested : 'true')),
  'TM-28-only-active-lists-inactive': changeHandlers('listTestCaseTemplateIds', (call, answer) => {
    if (call.query.onlyActive !== 'true') return answer(call);
    const active = answer(call).json as readonly number[];
    const all = answer({ ...call, query: {} });
    return { ...all, json: (all.json as readonly number[]).filter((id) => !active.includes(id)) };
  }),
  'TM-28-active-repeated': templatesListed((templates, { query }) =>
    query.onlyActive === 'true' ? templates : [...new Set(templates)],
  ),
  'TM-28-active-by-age': templatesListed((templates, { query }) => {
    const once = [...new Set(templates)];
    return query.onlyActive === 'true' ? once.sort((left, right) => left.id - right.id) : once;
  }),
};
