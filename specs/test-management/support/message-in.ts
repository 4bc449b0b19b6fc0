import type { Assumptions } from '../../../contracts/index.js';
import type { ApiResponse } from '../../../fixtures/index.js';
import { isObject } from '../../support/json.js';

/** The error message of an answer, and where it stands, in the terms of TM-N10 and TM-N17. */
export interface FoundMessage {
  readonly text: string;
  readonly message: Assumptions['TM-N17']['message'];
  /** The property that holds it; undefined if it is the whole body. */
  readonly property: string | undefined;
}

const none: FoundMessage = { text: '', message: 'body', property: undefined };

/** The error message of an answer of any shape; empty if it has none. */
export function messageIn({ json, bytes }: ApiResponse): FoundMessage {
  if (json === undefined) return { ...none, text: bytes.toString('utf8') };
  if (typeof json === 'string') return { ...none, text: json };
  if (!isObject(json)) return none;
  const found = Object.entries(json).flatMap(([property, value]) => {
    const one = textIn(value);
    return one === undefined ? [] : [{ ...one, property }];
  });
  return found.find(({ property }) => /message|error/i.test(property)) ?? found[0] ?? none;
}

/** The text in a property of an error body, and how it stands there. */
function textIn(value: unknown): Pick<FoundMessage, 'text' | 'message'> | undefined {
  const [text] = textsIn(value);
  if (text === undefined) return undefined;
  if (typeof value === 'string') return { text, message: 'text' };
  return { text, message: Array.isArray(value) ? 'list' : 'by field' };
}

function textsIn(value: unknown): string[] {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return values.filter((text): text is string => typeof text === 'string' && /\w/.test(text));
}
