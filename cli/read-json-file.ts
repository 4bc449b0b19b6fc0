import { readJsonText } from '../fixtures/settings/read-json-text.js';
import { UsageError } from './usage-error.js';

/** Reads a JSON file that an option names. @throws UsageError */
export function readJsonFile(option: string, path: string): unknown {
  try {
    return readJsonText(path);
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `it is no JSON: ${cause.message}` : (cause as Error).message;
    throw new UsageError(`${option} ${path} can't be read: ${reason}.`, undefined, { cause });
  }
}
