import type { ApiResponse } from '../../../fixtures/index.js';
import { propertyOf } from '../../support/json.js';
import { valuesIn } from './user-values.js';

/** Whether an answer is a refusal, or has neither a value nor an element. */
export function isEmptyAnswer(response: ApiResponse): boolean {
  const elements = propertyOf(response.json, 'elements');
  return Object.keys(elements ?? valuesIn(response)).length === 0 || !response.ok;
}

/** The status of an answer without elements; undefined for one that has some. */
export function statusIfEmpty(response: ApiResponse): number | undefined {
  return isEmptyAnswer(response) ? response.status : undefined;
}
