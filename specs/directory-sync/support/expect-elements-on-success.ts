import { expect } from '../../../fixtures/index.js';
import type { ApiResponse } from '../../../fixtures/index.js';

/** Expects of a list that took a doubtful query that it has elements, and of one that refused it that it has none. */
export function expectElementsOnSuccess(response: ApiResponse, elements: readonly unknown[]): void {
  if (elements.length > 0) expect(response).toSucceed();
  else expect(response).not.toSucceed();
}
