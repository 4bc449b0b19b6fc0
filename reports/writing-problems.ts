import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestError } from '@playwright/test/reporter';
import { messageOf } from '../contracts/thrown.js';

/** A disk that has less room than this is full to any run, in bytes. */
const LEAST_ROOM = 1_048_576;

export function outputProblem(folder: string): string | undefined {
  const reason = whyUnwritable(folder);
  return reason === undefined
    ? undefined
    : `Nothing can be written to ${folder} (${reason}): make room there, or name another folder with TRACKER_OUTPUT.`;
}

export function testFilesProblem(folder: string): string | undefined {
  const reason = whyUnwritable(folder);
  return reason === undefined
    ? undefined
    : `Playwright can't write the files of tests to ${folder} (${reason}): make room there, or name another folder ` +
        'with --output, or with outputDir in the configuration.';
}

/** Why nothing can be written to a folder; a file is tried, in the nearest folder that there is. */
function whyUnwritable(folder: string): string | undefined {
  let there = folder;
  while (!isThere(there) && there !== dirname(there)) there = dirname(there);
  if (statSync(there, { throwIfNoEntry: false })?.isDirectory() !== true) return `${there} is no folder`;
  const file = join(there, `.tracker-e2e-${String(process.pid)}`);
  try {
    writeFileSync(file, Buffer.alloc(LEAST_ROOM));
    return undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether anything has this path, a link to nowhere too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Below a file, or below what may not be looked into.
    return false;
  }
}

/** The error codes of a disk that is full or may not be written to. */
const CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'];

/** Whether a text is about a file that could not be written: Playwright and its reporters say no more of that. */
function isAboutWriting(text: string): boolean {
  return CODES.some((code) => new RegExp(`\\b${code}\\b`).test(text));
}

/** Keeps the process alive if another reporter fails to write a file that it does not wait for. */
export function outliveWriteErrors(onError: (error: Error) => void): () => void {
  const listen = (reason: unknown): void => {
    if (!(reason instanceof Error) || !isAboutWriting(reason.message)) throw reason;
    onError(reason);
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
