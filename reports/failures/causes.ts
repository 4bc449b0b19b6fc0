import { failureKinds } from '../../contracts/report/finished-test.js';
import type { FailureKind, FinishedTest, ReportedExchange } from '../../contracts/report/finished-test.js';
import { counted } from '../../contracts/counted.js';
import type { Matrix, RuleRow } from '../documents/matrix.js';
import { distinct, isAssumed } from '../finish-test.js';
import { rulePrefix } from '../../contracts/rules/custom-rules.js';
import { cut, formatRuleIds } from '../matrix/format.js';
import { easiestFirst, factOf, isSequence } from './fact-of.js';
import { rulesOfContract } from './judge-failure.js';

/** Failed tests with one cause. */
export interface FailureCause {
  readonly kind: FailureKind;
  /** The rule that is broken; absent if the tests show none. */
  readonly rule?: string;
  /** Other rules that the same tests fail for, so that any of them may be the broken one. */
  readonly alike?: readonly string[];
  /** The rule of a cause before it in whose failures the same differs. */
  readonly like?: string | undefined;
  /** Open questions that are answered otherwise, which may follow from the broken rules. */
  readonly questions?: readonly string[];
  /** The sentence of that rule. */
  readonly text: string;
  /** The other rules that these tests fail for, or that they could not test for the failure. */
  readonly others: readonly string[];
  /** The call and the difference, in one line, of the failure that is told in the fewest words. */
  readonly fact: string;
  /** The tests, the easiest failure first. */
  readonly tests: readonly FinishedTest[];
}

/**
 * The causes of the failures of a run, the likeliest broken rule first. Failures that name one broken rule are one cause,
 * and others that have the same call and the same difference. What shows no rule to be broken comes last.
 */
export function causesOf({ tests, rules }: Pick<Matrix, 'tests' | 'rules'>): FailureCause[] {
  const failed = tests.filter(({ status }) => status === 'failed' || status === 'deviates');
  const open = failed.filter((test) => kindOf(test) !== 'broken rule' || rulesShown(test).length === 0);
  const causeOf = (test: FinishedTest) => `${kindOf(test)} ${test.failure?.cause ?? test.error ?? test.title}`;
  const causes = distinct(open.map(causeOf));
  return [
    ...ofRules(
      failed.filter((test) => !open.includes(test)),
      { tests, rules },
    ),
    ...failureKinds.flatMap((kind) =>
      causes
        .map((cause) => causeFrom(open.filter((test) => causeOf(test) === cause)))
        .filter((cause) => cause.kind === kind),
    ),
  ];
}

/** `DT-20 is broken: The answer to a creation echoes …`, or what the tests met in place of an answer. */
export function titleOfCause(cause: FailureCause): string {
  return cause.rule === undefined ? headOfCause(cause) : `${headOfCause(cause)}: ${cause.text}`;
}

/** The same without the sentence of the rule. */
export function headOfCause({ kind, rule, alike = [], like, questions, tests }: FailureCause): string {
  if (questions !== undefined)
    return `${counted(questions.length, 'open question is', 'open questions are')} answered otherwise, which may follow from that: ${formatRuleIds(questions)}`;
  if (rule === undefined && kind === 'broken rule') return tests[0]?.title ?? kind;
  if (rule === undefined) return describeKind({ kind, isOurs: tests.find(({ isOurs }) => isOurs)?.isOurs });
  if (like !== undefined) return `${rule} fails too, with a difference as in ${like}`;
  const deviates = tests.every(({ status }) => status === 'deviates');
  const other = alike.length === 0 ? '' : ` (or ${formatRuleIds(alike)})`;
  const is = isAssumed(rule) ? 'is answered otherwise' : deviates ? 'deviates from its example' : 'is broken';
  return `${rule}${other} ${is}`;
}

/** A kind of failure in words, with the reader who can do something about it. */
export function describeKind({ kind = 'broken rule', isOurs }: Pick<FinishedTest, 'kind' | 'isOurs'>): string {
  return isOurs === true ? `${kind}, of tracker-e2e itself: report it to its authors` : kind;
}

function ofRules(failed: readonly FinishedTest[], { rules, tests }: Pick<Matrix, 'tests' | 'rules'>): FailureCause[] {
  const rows = new Map(rules.map((row) => [row.id, row]));
  const plain = byRule(tests.filter(({ error }) => !isSequence(error)));
  const causes: FailureCause[] = [];
  let left = failed;
  for (const login of rules.filter(({ id, section }) => section === 'Authentication' && failed.some(shows(id)))) {
    const refused = left.filter((test) => test.exchanges.kept.at(-1)?.status === 401 && isOfApi(test, login));
    if (refused.length === 0) continue;
    causes.push(causeFrom(refused, login));
    left = left.filter((test) => !refused.includes(test));
  }
  while (left.length > 0) {
    const [rule = '', ...alike] = likeliest(left, plain, rows);
    if (causes.length > 0 && isAssumed(rule)) {
      causes.push({ ...causeFrom(left), others: [], questions: distinct(left.flatMap(rulesShown)) });
      break;
    }
    const explained = left.filter(shows(rule));
    const accused = distinct(explained.flatMap(({ error = '' }) => rulesOfContract(error))).filter(
      (id) => id !== rule && explained.every(({ error = '' }) => rulesOfContract(error).includes(id)),
    );
    const cause = causeFrom(explained, rows.get(rule) ?? { id: rule, text: '' });
    causes.push({ ...cause, alike: distinct([...alike, ...accused]) });
    left = left.filter((test) => !explained.includes(test));
  }
  return causes.map((cause, place) => {
    const differing = differingIn(cause);
    const like = causes.slice(0, place).find((one) => differingIn(one).some((name) => differing.includes(name)));
    return { ...cause, like: cause.rule && like?.rule };
  });
}

/** What differs in the failures of a cause: properties by their names, and the status of a refusal. */
function differingIn({ tests }: FailureCause): string[] {
  const found = tests.flatMap(({ error = '' }) => [
    ...factOf(error).matchAll(/\b(\w+)(?:\[\d+\])*: expected |answered ([45]\d\d)\b/g),
  ]);
  return distinct(found.map(([, name, status]) => name ?? status ?? ''));
}

function byRule(tests: readonly FinishedTest[]): Map<string, FinishedTest[]> {
  const found = new Map<string, FinishedTest[]>();
  for (const test of tests) {
    for (const id of rulesShown(test)) {
      const own = found.get(id);
      if (own === undefined) found.set(id, [test]);
      else own.push(test);
    }
  }
  return found;
}

const shows = (id: string) => (test: FinishedTest) => rulesShown(test).includes(id);

/** Whether a test is about the API of a rule, so that a login which that API refuses may be why it failed. */
function isOfApi(test: FinishedTest, { id }: RuleRow): boolean {
  return rulesShown(test).some((shown) => rulePrefix(shown) === rulePrefix(id));
}

/** The endpoint by which set-up makes issues: what a test of it finds broken, tests of others meet too. How much that counts. */
const [CREATION, OF_CREATION] = ['POST /issue', 2];

/** How much it counts for a rule that all failed sequences name it. */
const SEQUENCES = 0.1;

/**
 * The rule that the failed tests speak of most, and others that the same tests fail for. Of its tests many failed, and many
 * of the failed tests are its own (the coefficient of Ochiai, as fault localization uses it). Of a rule of several endpoints
 * only the tests at those where some failed are counted, and it counts less by the share of these endpoints. The weights
 * are those that named most of 373 defects and breaks first.
 */
function likeliest(
  failed: readonly FinishedTest[],
  tests: ReadonlyMap<string, readonly FinishedTest[]>,
  rows: ReadonlyMap<string, RuleRow>,
): string[] {
  const sequences = failed.filter(({ error }) => isSequence(error));
  const plain = failed.filter(({ error }) => !isSequence(error));
  const [told, inSequences] = [byRule(plain.length > 0 ? plain : failed), byRule(sequences)];
  const scored = [...byRule(failed).keys()].map((id) => {
    const [own, all] = [told.get(id) ?? [], tests.get(id) ?? []];
    const titles = rows.get(id)?.endpoints ?? [];
    const endpointsOf = (some: readonly FinishedTest[]) =>
      titles.filter((title) => some.some(({ endpoints }) => endpoints.includes(title)));
    const [failing, reached] = [endpointsOf(own), endpointsOf(all)];
    const isNear = ({ endpoints }: FinishedTest) => failing.some((title) => endpoints.includes(title));
    const near = failing.length === 0 ? all : all.filter(isNear);
    const share = reached.length === 0 ? 1 : failing.length / reached.length;
    const score = (own.length * share) / Math.sqrt(Math.max(near.length, own.length, 1));
    const ofSequences = (inSequences.get(id)?.length ?? 0) / Math.max(sequences.length, 1);
    const isOfCreation = own.some(({ endpoints }) => endpoints.length === 1 && endpoints[0] === CREATION);
    return { id, own, score: score + SEQUENCES * ofSequences + (isOfCreation ? OF_CREATION : 0) };
  });
  const isOpen = ({ id }: { readonly id: string }) => Number(isAssumed(id));
  const [first, ...others] = scored.toSorted((one, other) => isOpen(one) - isOpen(other) || other.score - one.score);
  const alike = others.filter(
    ({ own, score }) =>
      first !== undefined &&
      score > 0.8 * first.score &&
      own.length === first.own.length &&
      own.every((test) => first.own.includes(test)),
  );
  return [first?.id ?? '', ...alike.map(({ id }) => id)];
}

function causeFrom(tests: readonly FinishedTest[], rule?: Pick<RuleRow, 'id' | 'text'>): FailureCause {
  const [first, ...more] = easiestFirst(tests, ({ error = '' }) => error);
  const others = distinct(tests.flatMap((test) => test.rules)).filter((id) => id !== rule?.id);
  return {
    kind: first === undefined ? 'broken rule' : kindOf(first),
    ...(rule !== undefined && { rule: rule.id }),
    text: rule?.text ?? '',
    others,
    fact: first === undefined ? '' : factWithCall(first),
    tests: first === undefined ? [] : [first, ...more],
  };
}

/** The most characters of a path with its query: what differs stands behind it. */
const PATH = 130;

/** The fact of a failure after the last calls, as far as it does not name its call itself. */
function factWithCall({ error, title, exchanges: { kept } }: FinishedTest): string {
  const fact = factOf(error ?? `“${title}” failed`);
  const change = kept.findLast(mayChange);
  if (isSequence(fact)) {
    const refused = change !== undefined && change.status >= 400 ? `, answered ${change.status}` : '';
    return fact.replace(/ in sequence, [^:]*/, `$&${refused}`);
  }
  if (/^Set-up: |^CleanupError: |^(?!GET )[A-Z]+ \S+ answered \d/.test(fact)) return fact;
  const last = /^GET \S+ answered \d/.test(fact) ? undefined : kept.at(-1);
  const calls = distinct([change, last].filter((one) => one !== undefined));
  const told = calls.map(({ method, path, status }) => `${method} ${cut(path, PATH)} → ${status}`).join(', ');
  return told === '' ? fact : `${told}${last === undefined ? ', ' : ': '}${fact}`;
}

/** A search is a POST, too. */
function mayChange({ method, path }: ReportedExchange): boolean {
  return method !== 'GET' && !path.endsWith('/search');
}

/** The most calls of a sequence whose bodies are told. */
const CALLS = 4;

/** What the last call that changed something has sent, or the last ones of a sequence, in the easiest failed test. */
export function sentBy({ tests: [first] }: Pick<FailureCause, 'tests'>): string | undefined {
  const [, calls = 1] = /(\d+) calls in sequence, /.exec(first?.error ?? '') ?? [];
  const last = first?.exchanges.kept.filter(mayChange).slice(-Math.min(Number(calls), CALLS)) ?? [];
  const told = last.flatMap(({ method, path, details: { requestBody } = {} }) => {
    if (last.length === 1) return requestBody ?? [];
    return `${method} …/${path.split('/').slice(-2).join('/')}${requestBody === undefined ? '' : ` ${requestBody}`}`;
  });
  return told.length === 0 ? undefined : told.join(', then ');
}

/** The test that tells a cause in the fewest words, and what its last calls that changed something have sent. */
export function firstTestOf({ tests }: FailureCause): string {
  const [first, ...more] = tests;
  if (first === undefined) return '';
  const sent = sentBy({ tests });
  const others = more.length === 0 ? '' : `, and ${counted(more.length, 'other test')}`;
  return `in “${first.title.split(' › ').at(-1) ?? ''}”${others}${sent === undefined ? '' : `; sent: ${sent}`}`;
}

function kindOf({ kind = 'broken rule' }: FinishedTest): FailureKind {
  return kind;
}

/** The documented rules that a failure shows to be broken; for a test of open questions only, these. */
function rulesShown({ accuses, rules }: FinishedTest): readonly string[] {
  if (accuses !== undefined) return [accuses];
  const documented = rules.filter((id) => !isAssumed(id));
  return documented.length > 0 ? documented : rules;
}
