import type { ApiResponse } from '../../../fixtures/index.js';

/** Whether an answer is a refusal, or has neither a value nor an element. */
export function isEmptyAnswer({ ok, status, json }: ApiResponse): boolean {
  if (!ok) return status < 500;
  const { elements } = (json ?? {}) as { elements?: unknown };
  return JSON.stringify(elements ?? json) === (elements === undefined ? '{}' : '[]');
}

/** The status of an answer without elements; undefined for one that has some. */
export function statusIfEmpty(response: ApiResponse): number | undefined {
  return isEmptyAnswer(response) ? response.status : undefined;
}
