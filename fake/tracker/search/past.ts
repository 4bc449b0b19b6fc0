import { TrackerError } from '../../server/errors.js';
import type { HistoryItem, IssueRow } from '../../state/tables.js';
import { userByName } from '../../state/users.js';
import type { Check, Predicate } from './check.js';
import { readMoment } from './field-kinds.js';
import type { JqlField } from './field-kinds.js';
import { callFunction } from './functions.js';
import type { Clause, HistoryLimit, Operand } from './jql.js';

/** A value that a field had, and from when to when, in milliseconds since 1970. */
interface Span {
  readonly value: string | null;
  readonly by: string;
  readonly from: number;
  readonly until: number;
}

/** Whether a field had one of the values of a clause, within its limits. */
export function was(check: Check, clause: Clause, field: JqlField): Predicate {
  const name = historyOf(clause, field);
  const limits = clause.limits ?? [];
  const wanted = clause.operands.flatMap((operand) =>
    operand.kind === 'empty' ? [null] : textsOf(check, operand).map((text) => wordsFor(check, name, text)),
  );
  return (issue) =>
    spansOf(check, issue, field, name).some(
      (span) => wanted.includes(span.value?.toLowerCase() ?? null) && isWithin(check, span, limits),
    );
}

/** Whether a field was changed, within the limits of a clause. */
export function changed(check: Check, clause: Clause, field: JqlField): Predicate {
  const name = historyOf(clause, field);
  const limits = clause.limits ?? [];
  return (issue) =>
    changesOf(check, issue, name).some(({ item, created, author }) => {
      const span = { value: item.toString, by: author, from: created, until: created };
      return (
        isWithin(check, span, limits) &&
        fits(check, name, item.fromString, limits, 'from') &&
        fits(check, name, item.toString, limits, 'to')
      );
    });
}

/** What histories say of a value that a query names: of a user, the display name. */
function wordsFor({ state }: Check, history: string, text: string): string {
  const user = history === 'assignee' ? userByName(state, text) : undefined;
  return (user?.displayName ?? text).toLowerCase();
}

function historyOf({ field: name, operator }: Clause, { history }: JqlField): string {
  if (history !== undefined) return history;
  throw new TrackerError(400, `History searches do not support the '${name}' field, nor the operator '${operator}'.`);
}

function changesOf({ state, effort }: Check, issue: IssueRow, name: string) {
  const rows = state.tables.histories.where('issue', issue.id);
  effort.spend(rows.length);
  return rows.flatMap(({ created, author, items }) =>
    items.filter(({ field }) => field === name).map((item: HistoryItem) => ({ item, created, author })),
  );
}

function spansOf(check: Check, issue: IssueRow, field: JqlField, name: string): Span[] {
  const changes = changesOf(check, issue, name);
  const [first] = changes;
  const start = first === undefined ? (field.wordsOf?.(issue) ?? null) : first.item.fromString;
  const spans: Span[] = [{ value: start, by: issue.creator, from: issue.created, until: first?.created ?? Infinity }];
  for (const [index, { item, created, author }] of changes.entries()) {
    spans.push({ value: item.toString, by: author, from: created, until: changes[index + 1]?.created ?? Infinity });
  }
  return spans;
}

function isWithin(check: Check, { by, from, until }: Span, limits: readonly HistoryLimit[]): boolean {
  return limits.every(({ word, operands }) => {
    if (word === 'from' || word === 'to') return true;
    const texts = operands.flatMap((operand) => textsOf(check, operand));
    if (word === 'by') return texts.some((text) => userByName(check.state, text)?.key === by);
    const [first = NaN, second = NaN] = texts.map((text) => readMoment(text, check.now) ?? NaN);
    if (word === 'after') return until > first;
    if (word === 'before') return from < first;
    const end = word === 'during' ? second : first + 86_400_000;
    return from < end && until >= first;
  });
}

function fits(
  check: Check,
  history: string,
  words: string | null,
  limits: readonly HistoryLimit[],
  word: 'from' | 'to',
): boolean {
  return limits.every(
    (limit) =>
      limit.word !== word ||
      limit.operands.some((operand) =>
        operand.kind === 'empty'
          ? words === null
          : textsOf(check, operand).some((text) => wordsFor(check, history, text) === words?.toLowerCase()),
      ),
  );
}

function textsOf(check: Check, operand: Operand): readonly string[] {
  if (operand.kind === 'empty') return [];
  if (operand.kind === 'value') return [operand.text];
  return callFunction(check, operand.name, operand.args) ?? [];
}
