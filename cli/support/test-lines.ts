import { existsSync, readFileSync } from 'node:fs';

/** The first line of a test or a `describe`: a call with a title. */
const begins = /^\s*(?:\w*[tT]est|it)(?:\.(?:only|skip|fixme|fail|describe(?:\.\w+)?))?\((?:['"`]|\.\.\.|\s*$)/;

/**
 * Words such as `specs/create.spec.ts:44`, with the first line of the test that has the line, because Playwright knows a
 * test by that line only. A word that names no file, or a line before every test, is left as it is.
 *
 * @param words arguments of `playwright test`
 */
export function atFirstLines(words: readonly string[]): string[] {
  return words.map((word) => {
    const [, path = '', line] = /^(.+\.[cm]?[jt]sx?):(\d+)(?::\d+)?$/.exec(word) ?? [];
    if (line === undefined || !existsSync(path)) return word;
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, Number(line));
    const first = lines.findLastIndex((text) => begins.test(text)) + 1;
    return first === 0 ? word : `${path}:${first}`;
  });
}
