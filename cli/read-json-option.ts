import { readJsonFile } from './read-json-file.js';
import { UsageError } from './usage-error.js';

/** Reads JSON that an option holds, or the file of it that the option names. @throws UsageError */
export function readJsonOption(option: string, text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return readJsonFile(option, text);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UsageError(`${option} can't be read: it is no JSON: ${(cause as Error).message}.`, undefined, { cause });
  }
}
