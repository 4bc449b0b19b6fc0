import type { ApiResponse } from '../../../fixtures/index.js';
import { answered } from '../../support/attempts.js';
import { isObject, propertyOf } from '../../support/values.js';

/** How a path names a connection and its user: by the tracker's id and key, or by their names. */
export const namings = [
  { connection: 'id', user: 'key', words: 'key' },
  { connection: 'name', user: 'username', words: 'name' },
] as const;

/** How whenCreated reads, as the document says it: day/abbreviated month/two-digit year hour:minute AM or PM. */
export const WHEN_CREATED =
  /^(0?[1-9]|[12]\d|3[01])\/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/\d\d (0?[1-9]|1[0-2]):[0-5]\d [AP]M$/;

/** Properties of an error body, which a server may answer with any status. */
const ofErrors = new Set([
  'message',
  'messages',
  'error',
  'errors',
  'errorMessages',
  'status',
  'status-code',
  'reason',
]);

/** The values in an answer that need not have any, be it a success or a refusal; none in an error body, or in none at all. */
export function valuesIn(response: ApiResponse): Readonly<Record<string, unknown>> {
  const { ok, json } = answered(response);
  if (!ok || !isObject(json)) return {};
  return Object.fromEntries(Object.entries(json).filter(([name]) => !ofErrors.has(name)));
}

/** Whether an answer is a refusal, or has neither a value nor an element. */
export function isEmptyAnswer(response: ApiResponse): boolean {
  const elements = propertyOf(response.json, 'elements');
  return !response.ok || Object.keys(elements ?? valuesIn(response)).length === 0;
}
