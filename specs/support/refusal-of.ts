import type { RefusalKind, Refusals } from '../../contracts/index.js';
import type { ApiResponse } from '../../fixtures/index.js';
import { isObject, propertyOf } from './json.js';

/** How a call was refused, in the terms of the settings for refusals (DT-N17, AD-N14, TM-N17). */
export function refusalOf(kind: RefusalKind, response: ApiResponse): Partial<Refusals> {
  return { [kind]: response.status, body: shapeOf(response) };
}

function shapeOf({ bytes, json }: ApiResponse): Refusals['body'] {
  if (bytes.length === 0) return 'empty';
  if (isObject(json) && Array.isArray(propertyOf(json, 'errorMessages'))) return 'errorMessages';
  return typeof propertyOf(json, 'message') === 'string' ? 'message' : 'text';
}
