import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestError } from '@playwright/test/reporter';

/** What a disk that is full, or may not be written to, is called. */
const CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'];

/** Whether a text is about a file that could not be written: Playwright and its reporters say no more of that. */
function isAboutWriting(text: string): boolean {
  return CODES.some((code) => new RegExp(`\\b${code}\\b`).test(text));
}

/**
 * Goes on if another reporter can't write a file and nobody waits for it, as `allure-playwright` does: the process would
 * end at once, without a verdict.
 *
 * @param say is told of each such error
 * @returns what to call when the run is judged
 */
export function outliveWriteErrors(say: (error: Error) => void): () => void {
  const listen = (reason: unknown): void => {
    if (!(reason instanceof Error) || !isAboutWriting(reason.message)) throw reason;
    say(reason);
  };
  process.on('unhandledRejection', listen);
  return () => void process.off('unhandledRejection', listen);
}

/** The first line of an error that belongs to no test, with the place it comes from relative to a folder. */
export function describeError({ message, value, location }: TestError, directory: string): string {
  const [line = ''] = stripVTControlCharacters(message ?? value ?? 'an error without a message')
    .trim()
    .replace(/^(?:Error: )+/, '')
    .split('\n', 1);
  if (isAboutWriting(line))
    return `A file of the run could not be written, so its reports may lack something (${line}).`;
  if (location === undefined) return line;
  return `${line} (${relative(directory, location.file).split(sep).join('/')}:${String(location.line)})`;
}
