import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { TestCase } from '@playwright/test/reporter';

/** A line of a file of tests, for example the one that a failure names. */
export interface TestLine {
  /** The whole path of the file. */
  readonly file: string;
  readonly line: number;
}

/**
 * Takes the lines off words such as `specs/create.spec.ts:44`, because Playwright itself knows a test by its first line
 * only. A word that names no file is left as it is.
 *
 * @param words arguments of `playwright test`
 */
export function splitLines(words: readonly string[]): { readonly words: string[]; readonly lines: TestLine[] } {
  const lines: TestLine[] = [];
  const left = words.map((word) => {
    const [, path = '', line] = /^(.+\.[cm]?[jt]sx?):(\d+)(?::\d+)?$/.exec(word) ?? [];
    if (line === undefined || !existsSync(path)) return word;
    lines.push({ file: resolve(path), line: Number(line) });
    return path;
  });
  return { words: left, lines };
}

/**
 * The tests of some files in which none of the lines is. A test reaches from its first line to the next test; the
 * first line of a `describe` means all of its tests.
 *
 * @returns also a sentence for each line without a test
 */
export function leftOutByLines(
  tests: readonly TestCase[],
  lines: readonly TestLine[],
): { readonly leftOut: readonly TestCase[]; readonly problems: readonly string[] } {
  const meant = lines.map((at) => ({ ...at, tests: testsAt(at, tests) }));
  const files = new Set(lines.map(({ file }) => file));
  const kept = new Set(meant.flatMap(({ tests }) => tests));
  return {
    leftOut: tests.filter((test) => files.has(test.location.file) && !kept.has(test)),
    problems: meant
      .filter(({ tests }) => tests.length === 0)
      .map(({ file, line }) => `There is no test at ${relative(process.cwd(), file)}:${line}.`),
  };
}

function testsAt({ file, line }: TestLine, all: readonly TestCase[]): readonly TestCase[] {
  const tests = all.filter(({ location }) => location.file === file);
  const described = tests.filter((test) => suiteLines(test).includes(line));
  if (described.length > 0) return described;
  const start = Math.max(...tests.map(({ location }) => location.line).filter((first) => first <= line));
  return tests.filter(({ location }) => location.line === start);
}

function suiteLines({ parent }: TestCase): number[] {
  const lines: number[] = [];
  for (let suite = parent as typeof parent | undefined; suite?.type === 'describe'; suite = suite.parent) {
    lines.push(suite.location?.line ?? 0);
  }
  return lines;
}
