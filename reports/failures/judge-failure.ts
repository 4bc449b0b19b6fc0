import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { FailureKind, ReportedExchange } from '../../contracts/report/finished-test.js';
import { ownFolder } from '../own-file.js';
import { TIMED_OUT, openSteps } from './failure-of.js';

export interface JudgedFailure {
  readonly kind: FailureKind;
  /** The rule of the contract that an answer breaks, which need not be a rule of the test. */
  readonly accuses?: string;
  /** Whether the code that threw the error is a part of this package. */
  readonly isOurs?: true;
}

/** The names of errors of this package, by what they say of a test. */
const kindsByName: Readonly<Record<string, FailureKind>> = {
  ...named('could not be tested', ['Setup', 'Settings', 'MissingField', 'NotFoundYet', 'UnreadValues', 'Cleanup']),
  ...named('could not be tested', ['LeaseHeld', 'LeaseLost', 'LeaseRefused', 'TrackerOutage', 'Output', 'Proxy']),
  ...named('could not be tested', ['Foreign', 'TestOver']),
  ...named('unexpected answer', ['Unreachable', 'UnreadAnswer']),
  ...named('error in the test code', ['Needs', 'UnawaitedCall', 'Scope', 'Hook', 'EndedTest', 'Usage', 'Mistake']),
};

/** Errors of JavaScript itself, which the code of this package may throw too. */
const ofJavaScript = named('error in the test code', ['Type', 'Reference', 'Range', 'Syntax']);

function named(kind: FailureKind, names: readonly string[]): Record<string, FailureKind> {
  return Object.fromEntries(names.map((name) => [`${name}Error`, kind]));
}

/** A line of a contract that an answer does not fit, with its rule: `defaults.0.id: Invalid input (DT-05)`. */
const BROKEN_CONTRACT = /: (?:Invalid|Unrecognized|Too|Expected)[^\n]* \(([A-Z]{2}-\d+)\)$/gm;
const SERVER_ERROR = /^(?:\w*Error: )?(?:Set-up failed: .*?)?[A-Z]+ \S+(?: as \S+)? answered 5\d\d\b/;
const REFUSED = /^Set-up failed: .* answered [345]\d\d:/;
/** A request of Playwright's own that got no answer, which need not have been the tracker's. */
const OWN_REQUEST = /^(?:Error: )?apiRequestContext\.\w+: /;
const WEB_PAGE = /^(?:Answer|Body): (?:a|the) web page/m;
const NO_JSON = 'the body: it is no JSON';

/**
 * What a failed test says of the tracker, by its first error: what came later may follow from that. Undefined if it has
 * none.
 *
 * @param calls the last calls under test of the failed attempt, with their answers
 */
export function judgeFailure(
  { results }: Pick<TestCase, 'results'>,
  calls: readonly ReportedExchange[],
): JudgedFailure | undefined {
  const failed = results.find(({ errors }) => errors.length > 0);
  const [error] = failed?.errors ?? [];
  if (failed === undefined || error === undefined) return undefined;
  const text = stripVTControlCharacters(error.message ?? error.value ?? '').trim();
  if (TIMED_OUT.test(text)) return { kind: kindOfTimeout(failed, calls.length > 0) };
  const [, name = ''] = /^(\w+Error): /.exec(text) ?? [];
  const message = text.slice(name === '' ? 0 : name.length + 2);
  const [accuses] = rulesOfContract(message);
  if (accuses !== undefined && !REFUSED.test(message)) return { kind: 'broken rule', accuses };
  const known = kindsByName[name];
  if (known === 'unexpected answer') return { kind: calls.length === 0 ? 'could not be tested' : known };
  if (known !== undefined) return { kind: known };
  const thrown = ofJavaScript[name];
  if (thrown !== undefined) return { kind: thrown, ...(isOurs(error) && { isOurs: true as const }) };
  if (OWN_REQUEST.test(message)) return { kind: 'could not be tested' };
  if (SERVER_ERROR.test(message) || WEB_PAGE.test(message) || message.includes(NO_JSON))
    return { kind: 'unexpected answer' };
  if (isCheck(error, message)) return { kind: failsByServer(message, calls) ? 'unexpected answer' : 'broken rule' };
  if (isOurs(error, /^(?:dist\/)?specs\//)) return { kind: 'error in the test code', isOurs: true };
  // What a test throws after an answer is a check of its own.
  return { kind: calls.length > 0 ? 'broken rule' : 'error in the test code' };
}

/** The rules of the parts of a contract that an answer does not fit. */
export function rulesOfContract(message: string): string[] {
  return [...message.matchAll(BROKEN_CONTRACT)].map(([, rule = '']) => rule);
}

/** A test that waits in its body was not given what it waits for; one in set-up did not come to its call. */
function kindOfTimeout({ steps }: Pick<TestResult, 'steps'>, hasCalled: boolean): FailureKind {
  const open = openSteps(steps);
  const isSetUp = open.some((title) => /^(?:Set-up: |Before Hooks|Fixture )/.test(title));
  if (isSetUp) return 'could not be tested';
  if (open.length > 0) return 'unexpected answer';
  return hasCalled ? 'error in the test code' : 'could not be tested';
}

function isCheck({ stack = '' }: TestError, message: string): boolean {
  return (
    /expect(?:\.\w+)*\(|answered \d{3}|^(?:Error: )?The Steps table /.test(message) || stack.includes('AssertionError')
  );
}

/** A check that does not name its call is about the last one. */
function failsByServer(message: string, calls: readonly ReportedExchange[]): boolean {
  return !/ answered \d{3}/.test(message) && (calls.at(-1)?.status ?? 0) >= 500;
}

/** Whether a file of this package threw an error; a spec of it may fail a check by a plain one. */
function isOurs({ location }: TestError, but = /^$/): boolean {
  if (location === undefined) return false;
  const path = relative(ownFolder(), location.file).split(sep).join('/');
  return /^(?:dist|specs|client|provide|fixtures|builders|contracts|fake)\//.test(path) && !but.test(path);
}
