import { inPlainText } from '../../../fixtures/reporting/print.js';
import { withoutSecrets } from '../../../fixtures/reporting/secrets.js';

/** A value of JSON whose texts a tracker can store: without secrets, control characters and halves of characters. */
export function plainTexts(value: unknown): unknown {
  if (typeof value === 'string') return inPlainText(withoutSecrets(value));
  if (Array.isArray(value)) return value.map(plainTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainTexts(one)]));
}

/** A text with this many UTF-16 units at most, without half a character at its end. */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
