import type { State } from '../../state/state.js';
import type { IssueRow } from '../../state/tables.js';
import type { Implementation, Override } from '../../tenants/implementation.js';
import { casesOf, isTestIssue, templateOf, testIssueTypeId } from '../../test-management/test-issues.js';
import { readObject } from '../../tracker/read-values.js';
import { findIssue, projectOf } from '../../tracker/rows.js';
import type { AnsweredCopy } from '../answered.js';
import { changeHandlers, changeParts, changeRequests, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { pageSizes } from './plan-defects.js';
import {
  copiesBecome,
  defers,
  isOfKind,
  mapSteps,
  sourceOf,
  storedStepsOf,
  valueOf,
  withSteps,
  withValue,
} from './test-issues.js';
import type { Copy, CopyCall } from './test-issues.js';

/** A project other than this one that can hold a copy. */
function elsewhere(state: State, projectId: number) {
  const types = (['testPlan', 'testCase'] as const).map((kind) => testIssueTypeId(state, kind) ?? 0);
  return state.tables.projects
    .all()
    .find(({ id, issueTypeIds }) => id !== projectId && types.every((type) => issueTypeIds.includes(type)));
}

/** A tracker that takes a copy without the key of a plan for one of the newest plan. */
const keyNotRequired: Override = (implementation) => {
  const newest = changeHandlers('copyPlan', (call, answer) => {
    const plans = call.state.tables.issues.all().filter((issue) => isTestIssue(call.state, issue, 'testPlan'));
    const testPlanKey = call.body.testPlanKey === '' ? (plans.at(-1)?.key ?? '') : call.body.testPlanKey;
    return answer({ ...call, body: { ...call.body, testPlanKey } });
  });
  const readBody: Implementation['readBody'] = (endpoint, body) => {
    const read = implementation.readBody(endpoint, body);
    const sent = endpoint === 'copyPlan' ? readObject(read) : undefined;
    return sent === undefined ? read : { testPlanKey: '', ...sent };
  };
  return { ...newest(implementation), readBody };
};

function sourceCases(call: CopyCall): readonly IssueRow[] {
  const source = sourceOf(call);
  return source === undefined ? [] : casesOf(call.state, source);
}

function idsRead(
  change: (ids: readonly (number | string)[], call: CopyCall) => readonly (number | string)[] | undefined,
): Override {
  return changeHandlers('copyPlan', (call, answer) => {
    const { issueIds, ...body } = call.body;
    const read = issueIds === undefined ? undefined : change(issueIds, call);
    if (read === undefined) return answer({ ...call, body });
    // What is left of a list selects as it stands, also if it is nothing.
    const lists = { ...call.assumptions['TM-N20'], noIssueIds: 'nothing' as const };
    return answer({
      ...call,
      body: { ...body, issueIds: read.map((id) => (lists.issueIds === 'text' ? String(id) : Number(id))) },
      assumptions: { ...call.assumptions, 'TM-N20': lists },
    });
  });
}

/** A tracker that limits a copy without `issueIds`. */
function allMeans(change: (cases: readonly IssueRow[], call: CopyCall) => readonly IssueRow[]): Override {
  return changeRequests('copyPlan', (body, call) =>
    body.issueIds === undefined ? { ...body, issueIds: idsSent(change(sourceCases(call), call), call) } : body,
  );
}

/** The ids of cases as the tracker takes them (TM-N20). */
function idsSent(cases: readonly IssueRow[], { assumptions }: CopyCall): (number | string)[] {
  return cases.map(({ id }) => (assumptions['TM-N20'].issueIds === 'text' ? String(id) : id));
}

/** Puts cases in another order: the ids, which are the order, stay where they are. */
function reorder(state: State, cases: readonly IssueRow[], order: readonly IssueRow[]): void {
  for (const [position, { id, key }] of cases.entries()) {
    state.tables.issues.set({ ...(order[position] as IssueRow), id, key });
  }
}

/** Each case of a copy with its source, if all cases were copied. */
function pairsOf({ source, cases }: Copy, { state, body }: CopyCall): readonly (readonly [IssueRow, IssueRow])[] {
  const sources = casesOf(state, source);
  if (body.issueIds !== undefined || sources.length !== cases.length) return [];
  return cases.map((testCase, index) => [testCase, sources[index] as IssueRow]);
}

/** Whether a copy was asked for without a strategy, or without async. */
function saysNo(property: 'copyStrategy' | 'async', { bodyText }: CopyCall): boolean {
  return !bodyText.includes(`"${property}"`);
}

function copiesBy(copyStrategy: CopyCall['body']['copyStrategy'], when: (call: CopyCall) => boolean): Override {
  return changeRequests('copyPlan', (body, call) => (when(call) ? { ...body, copyStrategy } : body));
}

function casesBecome(
  strategy: CopyCall['body']['copyStrategy'],
  change: (testCase: IssueRow, source: IssueRow, state: State) => IssueRow,
): Override {
  return copiesBecome((copy, call) => {
    if (call.body.copyStrategy !== strategy) return;
    for (const [testCase, source] of pairsOf(copy, call)) {
      call.state.tables.issues.set(change(testCase, source, call.state));
    }
  });
}

function resultsWrite(change: (copy: AnsweredCopy, call: CopyCall, position: number) => AnsweredCopy): Override {
  return changeParts('copyPlan', ({ testPlans }, call) => ({
    testPlans: testPlans.map((copy, position) => change(copy, call, position)),
  }));
}

function withoutCases({ testCases: _, ...copy }: AnsweredCopy): AnsweredCopy {
  return copy;
}

export const copyDefects: DefectTable = {
  'TM-17-plan-without-cases': copiesBecome(({ cases }, { state }) => {
    for (const { id } of cases) state.tables.issues.delete(id);
  }),
  'TM-17-cases-moved': copiesBecome(({ source, plan, cases }, { state }) => {
    for (const { id } of cases) state.tables.issues.delete(id);
    for (const moved of casesOf(state, source)) state.tables.issues.set({ ...moved, parentId: plan.id });
  }),
  'TM-17-source-renamed': copiesBecome(({ source }, { state }) => {
    const summary = `${String(source.fields['summary'])} (copied)`;
    state.tables.issues.set({ ...source, fields: { ...source.fields, summary } });
  }),
  'TM-17-key-not-required': keyNotRequired,
  'TM-18-another-project': changeRequests('copyPlan', (body, call) => {
    const source = sourceOf(call);
    const project = source && elsewhere(call.state, source.projectId);
    return body.projects === undefined && project !== undefined ? { ...body, projects: [project.key] } : body;
  }),
  'TM-19-own-project-too': changeRequests('copyPlan', (body, call) => {
    const source = sourceOf(call);
    const own = source && projectOf(call.state, source).key;
    if (body.projects === undefined || own === undefined) return body;
    return { ...body, projects: [...new Set([...body.projects, own])] };
  }),
  'TM-19-all-in-the-first': changeRequests('copyPlan', (body) => {
    const { projects } = body;
    return projects === undefined ? body : { ...body, projects: projects.flatMap(() => projects.slice(0, 1)) };
  }),
  'TM-19-later-copies-empty': copiesBecome(({ cases }, { state }, position) => {
    for (const { id } of position === 0 ? [] : cases) state.tables.issues.delete(id);
  }),
  'TM-19-cases-stay-behind': copiesBecome(({ source, cases }, { state }) => {
    for (const testCase of cases) state.tables.issues.set({ ...testCase, projectId: source.projectId });
  }),
  'TM-19-async-first-project-only': changeRequests('copyPlan', ({ projects, ...body }) => ({
    ...body,
    ...(projects && { projects: body.async ? projects.slice(0, 1) : projects }),
  })),
  'TM-22-first-id-only': idsRead((ids) => ids.slice(0, 1)),
  'TM-22-ids-of-cases-unknown': idsRead((ids, { state }) => ids.filter((id) => !isOfKind(state, id, 'testCase'))),
  'TM-22-ids-of-templates-unknown': idsRead((ids, { state }) =>
    ids.filter((id) => !isOfKind(state, id, 'testCaseTemplate')),
  ),
  'TM-22-case-brings-its-kind': idsRead((ids, { state }) =>
    ids.map((id) => {
      const issue = findIssue(state, String(id));
      return (issue && templateOf(state, issue))?.id ?? id;
    }),
  ),
  'TM-22-nothing-found-means-all': idsRead((ids, call) => {
    const wanted = new Set(ids.map(Number));
    const found = sourceCases(call).some(
      (testCase) => wanted.has(testCase.id) || wanted.has(templateOf(call.state, testCase)?.id ?? 0),
    );
    return found ? ids : undefined;
  }),
  'TM-22-by-cases-ignores-ids': idsRead((ids, { body }) => (body.copyStrategy === 'BY_TEST_CASES' ? undefined : ids)),
  'TM-22-async-ignores-ids': changeRequests('copyPlan', ({ issueIds, ...body }) =>
    body.async || !issueIds ? body : { ...body, issueIds },
  ),
  'TM-23-each-template-once': allMeans((cases, { state }) => {
    const templates = cases.map((testCase) => templateOf(state, testCase)?.id);
    return cases.filter((_, index) => templates[index] === undefined || templates.indexOf(templates[index]) === index);
  }),
  ...defectsFor(pageSizes, (size) => ({
    [`TM-23-cut-at-${size}`]: [
      `Without issueIds the first ${size} cases are copied.`,
      allMeans((cases) => cases.slice(0, size)),
    ],
  })),
  'TM-23-by-cases-reversed': copiesBecome(({ cases }, { state, body }) => {
    if (body.copyStrategy !== 'BY_TEST_CASES' || body.issueIds !== undefined) return;
    reorder(state, cases, cases.toReversed());
  }),
  'TM-23-reversed-in-further-projects': copiesBecome(({ cases }, { state }, position) => {
    if (position === 0) return;
    for (const [index, one] of cases.entries()) {
      state.tables.issues.set({ ...one, fields: cases.at(-1 - index)?.fields ?? one.fields });
    }
  }),
  'TM-20-default-is-by-cases': copiesBy('BY_TEST_CASES', (call) => saysNo('copyStrategy', call)),
  'TM-20-by-templates-ignored': copiesBy('BY_TEST_CASES', (call) => !saysNo('copyStrategy', call)),
  'TM-20-statuses-kept': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
    const steps = storedStepsOf(state, source.id).filter(({ isGroup }) => !isGroup);
    const rows = mapSteps(storedStepsOf(state, testCase.id), (step, index) => {
      const status = (steps[index] as { readonly status?: string } | undefined)?.status;
      return status === undefined ? step : { ...step, status };
    });
    return withSteps(state, testCase, rows);
  }),
  'TM-20-summary-of-the-case': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source) => ({
    ...testCase,
    fields: { ...testCase.fields, summary: source.fields['summary'] },
  })),
  'TM-20-preconditions-of-the-case': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) =>
    withValue(state, testCase, 'preconditions', valueOf(state, source, 'preconditions')),
  ),
  'TM-21-preconditions-of-the-template': casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
    const template = templateOf(state, testCase);
    return template === undefined
      ? testCase
      : withValue(state, testCase, 'preconditions', valueOf(state, template, 'preconditions'));
  }),
  'TM-20-steps-of-the-first-copy': casesBecome('BY_TEST_CASE_TEMPLATES', (testCase, source, state) => {
    const asMade = mapSteps(storedStepsOf(state, source.id), ({ isGroup, cells }) => ({ isGroup, cells }));
    return withSteps(state, testCase, asMade);
  }),
  'TM-20-old-steps-with-ids': copiesBy('BY_TEST_CASES', ({ body }) => body.issueIds !== undefined),
  'TM-21-steps-of-the-template': casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
    const template = templateOf(state, testCase);
    return template === undefined ? testCase : withSteps(state, testCase, storedStepsOf(state, template.id));
  }),
  'TM-21-summary-of-the-template': casesBecome('BY_TEST_CASES', (testCase, _source, state) => {
    const summary = templateOf(state, testCase)?.fields['summary'] ?? testCase.fields['summary'];
    return { ...testCase, fields: { ...testCase.fields, summary } };
  }),
  'TM-21-case-without-template-left-out': copiesBecome(({ cases }, { state, body }) => {
    if (body.copyStrategy !== 'BY_TEST_CASES') return;
    for (const testCase of cases) {
      if (templateOf(state, testCase) === undefined) state.tables.issues.delete(testCase.id);
    }
  }),
  'TM-21-async-ignores-strategy': copiesBy('BY_TEST_CASE_TEMPLATES', ({ body }) => body.async),
  'TM-24-left-out-by-default': resultsWrite((copy, call) => (saysNo('async', call) ? withoutCases(copy) : copy)),
  'TM-24-left-out-with-false': resultsWrite((copy, call) => (saysNo('async', call) ? copy : withoutCases(copy))),
  'TM-24-first-copy-only': resultsWrite((copy, _call, position) =>
    position === 0 || !('testCases' in copy) ? copy : { ...copy, testCases: [] },
  ),
  'TM-25-async-ignored': changeRequests('copyPlan', (body) => ({ ...body, async: false })),
  'TM-25-never-created': defers('copyPlan', 0),
  'TM-25-created-twice': defers('copyPlan', 2),
};
