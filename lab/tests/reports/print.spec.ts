import { expect, test } from '@playwright/test';
import { annotationLine, inOneLine, printable } from '../../../fixtures/reporting/print.js';

const controls = [0, 7, 8, 0x0b, 0x0c, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x9f].map((code) => String.fromCharCode(code));
const marks = ['\u061c', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'];

test('characters that steer a terminal are printed as escapes, which JSON reads; letters of any language stay', () => {
  const text = 'a\tb\nc\r\nä 日本 עברית 🙂 a::b # [x] ## [y]';
  for (const character of [...controls, ...marks]) {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    expect.soft(printable(`a${character}b`)).toBe(`a\\u${code}b`);
    expect.soft(JSON.parse(printable(JSON.stringify({ title: character })))).toEqual({ title: character });
  }
  expect(printable(text)).toBe(text.replace('\r', ''));
  expect(inOneLine('one\r\n  - two\nthree')).toBe(String.raw`one\u000a  - two\u000athree`);
});

test('a sequence that moves the cursor, hides text or names a link is printed as an escape, even among colours', () => {
  const text = '\u001b[31mred\u001b[39m \u001b[2J\u001b[8mhidden\u001b[0m\u001b[31;8m \u001b]8;;http://x\u0007';

  expect(printable(text, true)).toBe(
    '\u001b[31mred\u001b[39m \\u001b[2J\\u001b[8mhidden\u001b[0m\\u001b[31;8m \\u001b]8;;http://x\\u0007',
  );
  expect(printable(text)).not.toContain('\u001b');
});

test('a CI system sees no command in what is printed', () => {
  for (const [command, printed] of [
    ['::error::x', String.raw`\u003a:error::x`],
    ['1.0\n \t::stop-commands::x', `1.0\n \t${String.raw`\u003a:stop-commands::x`}`],
    ['\u3000::set-output name=a::b', `\u3000${String.raw`\u003a:set-output name=a::b`}`],
    ['1.0 ##[error]x', String.raw`1.0 \u0023#[error]x`],
    ['##vso[task.complete]', String.raw`\u0023#vso[task.complete]`],
    ["a ##teamcity[testFailed name='x']", String.raw`a \u0023#teamcity[testFailed name='x']`],
  ] as const) {
    expect.soft(printable(command)).toBe(printed);
  }
});

test('the command that marks a source holds no second command, and no control character', () => {
  const line = annotationLine({ file: 'a,b:c.ts', line: 7, title: 'x,y::z\n', text: '100%\r\n::error::\u001b[2J\rz' });

  expect(line).toBe(
    String.raw`::error file=a%2Cb%3Ac.ts,line=7,title=x%2Cy%3A%3Az%0A::100%25%0A::error::\u001b[2J\u000dz`,
  );
});
