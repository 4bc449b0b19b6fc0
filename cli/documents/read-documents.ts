import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../contracts/clauses/clause.js';
import type { DocumentFile } from '../../contracts/clauses/clause.js';
import { nearest } from '../../contracts/rules/nearest.js';
import { messageOf } from '../../contracts/thrown.js';
import { UsageError } from '../support/usage-error.js';
import { splitDocument } from './split-document.js';
import type { Clause } from './split-document.js';

/** Reads the three documents in a folder, clause by clause. @throws UsageError */
export function readDocuments(folder: string): Readonly<Record<DocumentFile, readonly Clause[]>> {
  const names = namesIn(folder);
  const missing = documentFiles.filter((file) => !names.includes(file));
  if (missing.length > 0) {
    throw new UsageError(`${folder} lacks ${missing.map((file) => `${file}${hintOf(file, names)}`).join(', ')}.`);
  }
  const read = (file: DocumentFile) => [file, readDocument(join(folder, file))] as const;
  return Object.fromEntries(documentFiles.map(read)) as Record<DocumentFile, readonly Clause[]>;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    const remedy = `Name the folder that holds ${documentFiles.join(', ')}.`;
    throw new UsageError(`The folder ${folder} can't be read: ${messageOf(cause)}. ${remedy}`, undefined, { cause });
  }
}

/** The file that is meant, if its name is mistyped or has another ending. */
function hintOf(file: DocumentFile, names: readonly string[]): string {
  const others = names.filter((name) => !documentFiles.some((known) => known === name));
  const near = nearest(file, others, 'markdown'.length);
  return near.length === 0 ? '' : ` (rename ${near.join(' or ')}?)`;
}

function readDocument(path: string): readonly Clause[] {
  const clauses = splitDocument(textOf(path));
  if (clauses.some(({ section }) => section !== '')) return clauses;
  throw new UsageError(`${path} is no Markdown document: it has no text below a heading such as "## Endpoints".`);
}

function textOf(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    const isOtherText = cause instanceof TypeError;
    const problem = isOtherText ? 'is no Markdown document: it is not UTF-8' : `can't be read: ${messageOf(cause)}`;
    throw new UsageError(`${path} ${problem}.`, undefined, { cause });
  }
}
