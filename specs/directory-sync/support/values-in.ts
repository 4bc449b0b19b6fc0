import type { ApiResponse } from '../../../fixtures/index.js';
import { isObject } from '../../support/json.js';

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

/** The values in an answer that need not have any, whatever its status; none in an error body, or in none at all. */
export function valuesIn({ ok, json }: ApiResponse): Readonly<Record<string, unknown>> {
  if (!ok || !isObject(json)) return {};
  return Object.fromEntries(Object.entries(json).filter(([name]) => !ofErrors.has(name)));
}
