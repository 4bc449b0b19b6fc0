import type { ApiResponse } from '../../../fixtures/index.js';

/** What an object in an answer holds; nothing if the call was refused. */
export function valuesIn<Value>(
  response: ApiResponse<Readonly<Record<string, Value>>>,
): Readonly<Record<string, Value>> {
  return response.ok ? response.data : {};
}
