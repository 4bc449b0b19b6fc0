import { readFileSync } from 'node:fs';
import type { Location } from '@playwright/test/reporter';

/** How many lines before and after its matcher a check may have, and how long its text is shown. */
const reach = 12;
const longest = 160;

const sources = new Map<string, readonly string[]>();

/**
 * The expression of a check in the source, in one line: `expect(response).toHaveStatus(404)`. Undefined if the source is
 * not here, as in a merge of shards.
 */
export function statementAt({ file, line }: Location, matcher: string): string | undefined {
  const lines = linesOf(file);
  const before = lines.slice(Math.max(0, line - reach), line);
  const first = before.findLastIndex((text) => /\bexpect\b/.test(text));
  if (first === -1) return undefined;
  const text = [...before.slice(first), ...lines.slice(line, line + reach)].join('\n');
  const start = text.search(/\bexpect\b/);
  const end = text.indexOf(';\n', text.indexOf(matcher, start));
  const words = text
    .slice(start, end === -1 ? undefined : end)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=[(.]) | (?=[).])/g, '');
  return words.includes(matcher) ? shorten(words) : undefined;
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function linesOf(file: string): readonly string[] {
  let lines = sources.get(file);
  if (lines === undefined) {
    lines = read(file);
    sources.set(file, lines);
  }
  return lines;
}

function read(file: string): string[] {
  try {
    return `${readFileSync(file, 'utf8')}\n`.split('\n');
  } catch {
    return [];
  }
}
