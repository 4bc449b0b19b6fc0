import type { ApiResponse } from '../../../fixtures/index.js';

/** The values of an object in an answer; none if the call was refused. */
export function valuesIn<Value>(
  response: ApiResponse<Readonly<Record<string, Value>>>,
): Readonly<Record<string, Value>> {
  return response.ok ? response.data : {};
}
