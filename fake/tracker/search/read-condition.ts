import type { Condition } from './jql-query.js';
import { readClause } from './read-clause.js';
import type { Check, Predicate } from './read-clause.js';

/** Turns a condition into a test of issues. @throws TrackerError 400 for a field or an operator that can't be */
export function readCondition(check: Check, condition: Condition): Predicate {
  switch (condition.kind) {
    case 'clause':
      return readClause(check, condition);
    case 'not': {
      const test = readCondition(check, condition.part);
      return (issue) => !test(issue);
    }
    case 'and': {
      const tests = condition.parts.map((part) => readCondition(check, part));
      return (issue) => tests.every((test) => test(issue));
    }
    case 'or': {
      const tests = condition.parts.map((part) => readCondition(check, part));
      return (issue) => tests.some((test) => test(issue));
    }
  }
}
