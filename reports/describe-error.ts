import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestError } from '@playwright/test/reporter';
import { isAboutWriting } from './write-errors.js';

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
