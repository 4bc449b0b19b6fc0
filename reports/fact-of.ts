const longest = 60;

/** A first line of Playwright's that names a matcher and nothing that was seen. */
const MATCHER = /^expect\(.*\)\.[\w.]+\(.*\)(?: \/\/.*)?$/;

/**
 * What an error says in one line: its first one, with what was expected and received if Playwright tells that further
 * down. The class of an error is told if it says more than that it is one.
 */
export function factOf(error: string): string {
  const [line = ''] = error.replace(/^(?:Error: )+/, '').split('\n', 1);
  const [expected, received] = [valueOf('Expected', error), valueOf('Received', error)];
  const fact =
    expected === undefined || received === undefined
      ? differenceOf(error)
      : `expected ${expected}, received ${received}`;
  if (fact === undefined) return line;
  return MATCHER.test(line) ? fact : `${line} (${fact})`;
}

/** The lines in which what was expected and what was received differ, if Playwright shows both as one text. */
function differenceOf(error: string): string | undefined {
  const [, text] = /^- Expected .*\n\+ Received .*\n([^]*)$/m.exec(error) ?? [];
  const lines = text?.split('\n').filter((line) => /^[-+] /.test(line)) ?? [];
  if (lines.length === 0) return undefined;
  const shown = cut(lines.map((line) => line.replaceAll(/ +/g, ' ')).join(' '), 2 * longest);
  return `expected -, received +: ${shown}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The value in a line such as `Expected string: "a"`; that of `Expected: not 1` includes the word. */
function valueOf(what: 'Expected' | 'Received', error: string): string | undefined {
  const [, value] = new RegExp(`^ *${what}(?: \\w+)*: +(\\S.*)$`, 'm').exec(error) ?? [];
  return value === undefined ? undefined : cut(value, longest);
}
