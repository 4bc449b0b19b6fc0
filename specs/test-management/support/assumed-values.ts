import type { Assumptions } from '../../../contracts/index.js';
import type { ProvidedIssue } from '../../../fixtures/index.js';
import { itemsOf } from '../../support/json.js';

/** The texts that name issues in a Requirement field: keys or ids (TM-N03). */
export function requirementOf(issues: readonly ProvidedIssue[], assumptions: Assumptions): string[] {
  return issues.map(({ id, key }) => (assumptions['TM-N03'] === 'issue keys' ? key : String(id)));
}

/** The lists that name issues in a Requirement field: their keys, and their ids as text. */
export function namesOf(issues: readonly ProvidedIssue[]): string[][] {
  return [issues.map(({ key }) => key), issues.map(({ id }) => String(id))];
}

/** How the value of a Requirement field names these issues; what names them in no known way counts as ids. */
export function howRequired(value: unknown, [first]: readonly ProvidedIssue[]): Assumptions['TM-N03'] {
  return itemsOf(value)[0] === first?.key ? 'issue keys' : 'issue ids';
}
