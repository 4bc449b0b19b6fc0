import { isObject } from '../../contracts/index.js';
import { isDeepStrictEqual } from 'node:util';
import type { FinishedTest, TestStatus } from '../../contracts/report/finished-test.js';
import type { RuleRow, EndpointRow, DocumentedState } from '../documents/matrix.js';
import { joinSurfaces } from '../../contracts/report/surface.js';
import type { CalledEndpoint, Surface } from '../../contracts/report/surface.js';
import type { CustomRule } from '../../contracts/rules/custom-rules.js';
import { strengthOf } from '../../contracts/clauses/clause-documents.js';
import { apis } from '../../contracts/rules/rule.js';
import type { Rule, Api } from '../../contracts/rules/rule.js';
import { endpoints } from '../../contracts/endpoints/endpoints.js';
import { endpointTitle } from '../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../contracts/endpoints/endpoint.js';
import { findRule } from '../../contracts/rules/rules.js';
import { easiestFirst, isSequence, factOf } from '../failures/fact-of.js';
import { distinct } from '../finish-test.js';
import type { CustomDefinitions } from '../custom-definitions.js';
import { countTests } from './count-states.js';

type Seen = Extract<RuleRow, { kind: 'assumed' }>['observations'][number];

export interface RuleContext {
  readonly endpoints: readonly string[];
  readonly isCalledBy: (test: FinishedTest) => boolean;
  readonly defects: RuleRow['defects'];
}

export function ruleRow(
  id: string,
  rule: Rule | CustomRule,
  tests: readonly FinishedTest[],
  context: RuleContext,
): RuleRow {
  const { api, section, text } = rule;
  const { endpoints, defects, isCalledBy } = context;
  const told = tests.flatMap((test) => whyIdle(test, rule, isCalledBy(test)) ?? []);
  const idle = told.map(({ test }) => test);
  const untried = untriedIn(tests);
  const state = documentedState(
    tests.map((test) => (idle.includes(test) ? 'skipped' : statusFor(id, test))),
    untried.length > 0 || tests.some((test) => unseenOf(id, test).length > 0),
  );
  const tickets = ticketsOf(tests);
  const row = {
    ...{ id, api, section, text },
    tests: tests.map((test) => test.id),
    endpoints: [...endpoints],
    defects: defects.map(({ name, breaks }) => ({ name, breaks })),
    ...(tickets !== undefined && { knownBy: tickets }),
  };
  const reasons = [
    ...reasonsOf(id, state, tests),
    ...(state === 'verified in part' ? untried : []),
    ...told.map(({ test, why }) => `“${test.title}” passed without ${why}`),
  ];
  if (rule.kind === 'documented') {
    const strength = strengthOf(id, !apis.some((one) => one === api));
    return { ...row, kind: rule.kind, scope: rule.scope, strength, state, reasons };
  }

  const observations = observationsOf(id, tests);
  const differing = observations.filter((seen) => !isDeepStrictEqual(seen.observed, seen.expected));
  if (state !== 'verified' && state !== 'verified in part') {
    return { ...row, kind: rule.kind, state: state === 'deviates' ? 'failing' : state, reasons, observations };
  }
  const unclear = untold(id, tests, observations);
  if (observations.length === 0) {
    return { ...row, kind: rule.kind, state: 'unverified', reasons: [...unclear, ...reasons], observations };
  }
  return {
    ...row,
    kind: rule.kind,
    state: differing.length > 0 ? 'differs' : 'as assumed',
    reasons: [...differing.map(differenceReason), ...unclear, ...reasons],
    observations,
  };
}

/** Why no test ran at an endpoint, if each of them does not apply: a rule is not whole then. */
function untriedIn(tests: readonly FinishedTest[]): string[] {
  const titles = distinct(tests.flatMap(({ endpoints }) => endpoints));
  return titles.flatMap((title) => {
    const at = tests.filter(({ endpoints }) => endpoints.includes(title));
    return at.every(({ status }) => status === 'does not apply') ? [`${title}: ${at[0]?.reason ?? ''}`] : [];
  });
}

function whyIdle(test: FinishedTest, { kind }: Rule | CustomRule, isCalled: boolean) {
  if (test.status !== 'passed' && test.status !== 'flaky') return undefined;
  if (!isCalled) return { test, why: 'calling an endpoint of the rule' };
  // An open question is observed.
  if (kind === 'assumed' || test.unchecked !== true) return undefined;
  return { test, why: 'checking with expect what was answered' };
}

const failing: readonly TestStatus[] = ['failed', 'expected failure', 'known failure'];

/** The status of a test for one rule: a test that does not show that the rule is broken leaves it open. */
function statusFor(id: string, test: FinishedTest): TestStatus {
  const { status } = test;
  if (status === 'deviates') return breaks(id, test) ? status : 'skipped';
  return failing.includes(status) && !breaks(id, test) ? 'skipped' : status;
}

function breaks(id: string, { kind = 'broken rule', accuses }: FinishedTest): boolean {
  return kind === 'broken rule' && (accuses === undefined || accuses === id);
}

function ticketsOf(tests: readonly FinishedTest[]): string[] | undefined {
  const failed = tests.filter(({ status }) => failing.includes(status));
  if (failed.length === 0 || failed.some(({ status }) => status !== 'known failure')) return undefined;
  return [...new Set(failed.map(({ knownBy }) => knownBy?.ticket ?? ''))];
}

function documentedState(all: readonly TestStatus[], hasUnseen: boolean): DocumentedState {
  const statuses = new Set(all);
  if (failing.some((status) => statuses.has(status))) return 'failing';
  if (statuses.has('deviates')) return 'deviates';
  const isSkipped = statuses.has('skipped') || statuses.has('not run');
  const isLeftOut = hasUnseen || statuses.has('not available') || isSkipped;
  if (statuses.has('passed') || statuses.has('flaky')) return isLeftOut ? 'verified in part' : 'verified';
  const isUnavailable = statuses.has('not available') || statuses.has('does not apply');
  return isUnavailable && !isSkipped ? 'not available' : 'unverified';
}

function reasonsOf(id: string, state: DocumentedState, tests: readonly FinishedTest[]): string[] {
  if (tests.length === 0) return ['no test covers it'];
  const easiest = easiestFirst(tests, ({ error = '' }) => error);
  const first = easiest.toSorted((one, other) => Number(breaks(id, other)) - Number(breaks(id, one)));
  const reasons = first.flatMap((test) => [reasonOf(id, state, test) ?? [], unseenOf(id, test)].flat());
  return [...new Set(reasons)];
}

function unseenOf(id: string, { notSeen = [] }: FinishedTest): string[] {
  return notSeen.flatMap((reason) => {
    const { rule = id, what = '' } = /^(?:(?<rule>[A-Z]+-N?\d+): )?(?<what>.*)$/s.exec(reason)?.groups ?? {};
    return rule === id ? what : [];
  });
}

function reasonOf(id: string, state: DocumentedState, test: FinishedTest): string | undefined {
  const { status, reason, title, knownBy, kind, accuses } = test;
  const open = kind === undefined || kind === 'broken rule' ? `stopped by ${accuses ?? ''}` : kind;
  const failure = breaks(id, test) ? failureOf(test) : `${open}: ${failureOf(test)}`;
  switch (status) {
    case 'failed':
    case 'deviates':
      return failure;
    case 'known failure':
      return `known, ${knownBy?.ticket ?? ''}: ${failure}`;
    case 'expected failure':
      return `“${title}” is marked to fail`;
    case 'flaky':
      return `“${title}” passed only on a retry`;
    case 'skipped':
    case 'not run':
    case 'not available':
    case 'does not apply':
      if (state === 'failing' || (status === 'does not apply' && state !== 'not available')) return undefined;
      return reason ?? `“${title}” was skipped`;
    case 'passed':
      return undefined;
  }
}

function failureOf({ error, title, endpoints: [endpoint, ...others] }: FinishedTest): string {
  if (error === undefined) return `“${title}” failed`;
  const fact = factOf(error);
  const isNamed = / answered \d/.test(fact) || isSequence(fact);
  return isNamed || endpoint === undefined || others.length > 0 ? fact : `${endpoint}: ${fact}`;
}

function observationsOf(id: string, tests: readonly FinishedTest[]): Seen[] {
  const all = tests
    .flatMap(({ observations }) => observations)
    .filter(({ rule }) => rule === id)
    .map(({ expected, observed, according = 'assumption' }) => ({
      expected,
      observed,
      ...(according === 'profile' && { according }),
    }));
  return all.filter((one, index) => all.findIndex((other) => isDeepStrictEqual(one, other)) === index);
}

function differenceReason({ expected, observed, according }: Seen): string {
  if (according === 'profile') {
    return `the profile says ${JSON.stringify(expected)}, the tracker now answers ${JSON.stringify(observed)}`;
  }
  return `assumed ${JSON.stringify(expected)}, observed ${JSON.stringify(observed)}`;
}

/** Why an answer, or a part of it that no test saw, is not known. */
function untold(id: string, tests: readonly FinishedTest[], observations: readonly Seen[]): string[] {
  const isSeen = (part: string | undefined) =>
    observations.some(({ observed }) => part === undefined || (isObject(observed) && part in observed));
  const told = tests.flatMap(({ unclear = [] }) => unclear.filter(({ rule, part }) => rule === id && !isSeen(part)));
  if (told.length + observations.length === 0) return ['no test observed it'];
  return [...new Set(told.map(({ reason }) => reason))];
}

/** The documented endpoints; others carry no rules and have no rows. */
export const documentedEndpoints = Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
  const api = apis.find((name) => name === endpoint.family);
  return api === undefined || endpoint.rules.length === 0 ? [] : [{ api, title: endpointTitle(endpoint), endpoint }];
});

/** The view by endpoint. Endpoints that are not in the table belong to the group of their rules. */
export function endpointRows(
  covered: readonly Api[],
  tests: readonly FinishedTest[],
  { own, surfaces }: { readonly own: CustomDefinitions; readonly surfaces: readonly CalledEndpoint[] },
): EndpointRow[] {
  const isOwn = (title: string, { id }: FinishedTest) =>
    own.endpoints.some((endpoint) => endpoint.title === title && endpoint.tests.has(id));
  const documented = documentedEndpoints
    .filter(({ api }) => covered.includes(api))
    .map(({ api, title, endpoint: { section, rules } }) => {
      const isAbout = (test: FinishedTest) =>
        test.endpoints.includes(title) && !isOwn(title, test) && speaksOf(api, test);
      return { api, family: api, title, section, rules, about: tests.filter(isAbout) };
    });
  const custom = own.endpoints.map(({ api: family, title, section, rules, tests: ids }) => {
    const api = rules.map((id) => own.rules[id]?.api).find((group) => group !== undefined) ?? family;
    return { api, family, title, section, rules, about: tests.filter(({ id }) => ids.has(id)) };
  });
  return [...documented, ...custom].map(({ api, family, title, section, rules, about }) => {
    const [first, ...more] = surfaces
      .filter((one) => one.family === family && one.title === title)
      .map(({ family: _family, title: _title, ...surface }): Surface => surface);
    return {
      ...{ api, title, section, rules: [...rules] },
      tests: about.map(({ id }) => id),
      totals: countTests(about),
      ...(first !== undefined && { surface: more.reduce(joinSurfaces, first) }),
    };
  });
}

/** Two APIs can have an endpoint of the same title; the rules a test covers tell which one it means. */
function speaksOf(api: Api, { rules }: FinishedTest): boolean {
  const documented = rules.flatMap((id) => findRule(id) ?? []);
  return documented.length === 0 || documented.some((rule) => rule.api === api);
}
