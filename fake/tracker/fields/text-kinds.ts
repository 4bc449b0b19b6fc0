import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

const PARAGRAPH_LIMIT = 32_767;
const LINE_LIMIT = 255;

/** What is said of an issue without a summary. */
export const SUMMARY_MISSING = 'You must specify a summary of the issue.';

/** Text of any number of lines. */
export const paragraphKind: ValueKind = textKind((text) => {
  if (text.length > PARAGRAPH_LIMIT) {
    throw new FieldFault('The entered text is too long. It exceeds the allowed limit of 32,767 characters.');
  }
});

/** One line of text. */
export const lineKind: ValueKind = textKind((text) => {
  if (text.length > LINE_LIMIT) {
    throw new FieldFault('The entered text is too long. It exceeds the allowed limit of 255 characters.');
  }
  if (/[\r\n]/.test(text)) throw new FieldFault('The entered text is invalid because it contains newline characters.');
});

/** The summary of an issue, which is never empty. */
export const summaryKind: ValueKind = textKind((text) => {
  if (text.trim() === '') throw new FieldFault(SUMMARY_MISSING);
  if (/[\r\n]/.test(text)) throw new FieldFault('The summary is invalid because it contains newline characters.');
  if (text.length > LINE_LIMIT) throw new FieldFault('Summary must be less than 255 characters.');
});

/** A day, as in 2026-11-21. */
export const dayKind: ValueKind = {
  ...textKind((text) => {
    if (text !== '' && !isDay(text)) throw new FieldFault(`Error parsing date string: ${text}`);
  }),
  schema: { type: 'date' },
};

function textKind(check: (text: string) => void): ValueKind {
  return {
    schema: { type: 'string' },
    unset: null,
    list: false,
    read: (value) => {
      if (typeof value !== 'string') throw new FieldFault('Operation value must be a string');
      check(value);
      return value === '' ? null : value;
    },
    render: (value) => value,
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
