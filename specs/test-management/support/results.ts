import { placesOf, standsIn } from '../../../fixtures/index.js';
import type { ApiResponse, Assumptions } from '../../../fixtures/index.js';

/** How long an asynchronous creation is waited for, and how long between two looks, in milliseconds. */
export const UNTIL_CREATED = { timeout: 20_000, intervals: [10, 50, 100, 250, 500, 1_000] };

/** An issue that an answer names. */
export interface NamedIssue {
  readonly id: number;
  readonly key: string;
}

/** The keys of those of some issues that an answer names anywhere. */
export function namedIn(response: ApiResponse, issues: readonly NamedIssue[]): string[] {
  return keysOf(issues.filter((issue) => standsIn(contentOf(response), issue)));
}

/** The places in an answer that name some issues, as text. */
export function placesIn({ json }: ApiResponse, issues: readonly NamedIssue[]): string {
  return placesOf(
    json,
    issues.flatMap(({ id, key }) => [id, key]),
  );
}

/** The error message of an answer with any status, and its place: a text that is no key and no URL. */
export function messageIn(response: ApiResponse): { readonly text: string; readonly place: string } {
  const content = contentOf(response);
  const texts = textsIn(content).filter((text) => !/^([A-Z][A-Z0-9_]*-\d+|https?:\S+)$/.test(text));
  const text = texts.find((one) => /\p{L}/u.test(one)) ?? '';
  return { text, place: placesOf(content, [text]) };
}

function contentOf({ json, bytes }: ApiResponse): unknown {
  return json ?? bytes.toString('utf8');
}

/** The texts among the values of an answer. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The order of the cases that additions made (TM-N22), by the keys of their templates and the templates that were named. */
export function howOrdered(
  additions: readonly { readonly keys: readonly unknown[]; readonly named: readonly Pick<NamedIssue, 'key'>[] }[],
): Assumptions['TM-N22'] {
  const areAsNamed = additions.every(({ keys, named: templates }) =>
    templates.every(({ key }, index) => key === keys[index]),
  );
  return areAsNamed ? 'as named' : 'otherwise';
}

/** The keys of issues in an order that does not depend on theirs. */
export function keysOf(issues: readonly Pick<NamedIssue, 'key'>[]): string[] {
  return issues.map(({ key }) => key).toSorted();
}
