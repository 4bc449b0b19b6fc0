const longest = 60;

/** A first line of Playwright's that names a matcher and nothing that was seen. */
const MATCHER = /^(?:\w*Error: )?expect\(.*\)\.[\w.]+\(.*\)(?: \/\/.*)?$/;

/**
 * What an error says in one line: its first one, with what was expected and received where Playwright tells that in lines
 * of their own.
 */
export function factOf(error: string): string {
  const [line = ''] = error.split('\n', 1);
  const values = [valueOf('Expected', error), valueOf('Received', error)];
  const [expected, received] = values;
  if (expected === undefined || received === undefined) return line;
  const fact = `expected ${expected}, received ${received}`;
  return MATCHER.test(line) ? `Error: ${fact}` : `${line} (${fact})`;
}

/** The value in a line such as `Expected string: "a"`; that of `Expected: not 1` includes the word. */
function valueOf(what: 'Expected' | 'Received', error: string): string | undefined {
  const [, value] = new RegExp(`^ *${what}(?: \\w+)*: +(\\S.*)$`, 'm').exec(error) ?? [];
  return value === undefined || value.length <= longest ? value : `${value.slice(0, longest - 1)}…`;
}
