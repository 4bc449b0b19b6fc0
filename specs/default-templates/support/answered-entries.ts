import type { ApiResponse } from '../../../fixtures/index.js';
import { isObject, itemsOf, propertyOf } from '../../support/json.js';

/** An entry as it stands in a body, unchecked. */
export interface RawEntry {
  readonly id?: unknown;
  readonly transitions?: unknown;
  readonly [property: string]: unknown;
}

/** The entries in the body of a list or a removal, unchecked; none if it has another shape. */
export function answeredEntries(body: unknown): RawEntry[] {
  return itemsOf(Array.isArray(body) ? body : propertyOf(body, 'defaults')).filter(isObject);
}

/** How many entries an answer holds; none if the call was refused. */
export function selectedCount(response: ApiResponse): number {
  return response.ok ? answeredEntries(response.json).length : 0;
}
