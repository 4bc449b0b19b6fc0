import type { ApiResponse } from '../../fixtures/index.js';

/** A call and its status, for the message of an expectation that is about something else than the answer. */
export function callOf({ exchange: { method, url, status } }: ApiResponse): string {
  return `${method} ${url} answered ${status}`;
}
