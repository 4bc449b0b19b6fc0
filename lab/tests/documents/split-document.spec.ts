import { expect, test } from '@playwright/test';
import { splitDocument } from '../../../cli/documents/read-documents.js';

function textsOf(markdown: string): string[] {
  return splitDocument(markdown).map(({ section, position, text }) => `${section}, ${position}: ${text}`);
}

test('sentences, list items, table rows and examples are clauses; headings and header rows are none', () => {
  const document = [
    ...['# Votes API', '', 'It counts votes. See e.g. the example!', '', '## Endpoints', ''],
    ...['| Path | Answer |', '|---|---|', '| /votes | all. Or none. |', '| a \\| b | `code` |', ''],
    ...['Rules:', '1. One vote a user. A second', '   one is refused.', '2. Kinds:', '   - for', '   - against', ''],
    ...['```json', '{ "votes": 3.', '  "of": 4 }', '```', '', '### Answers', '', 'none'],
  ].join('\n');

  expect(textsOf(document)).toEqual([
    'Votes API, paragraph 1.1: It counts votes.',
    'Votes API, paragraph 1.2: See e.g. the example!',
    'Endpoints, row 1: /votes | all. Or none.',
    'Endpoints, row 2: a | b | code',
    'Endpoints, paragraph 1.1: Rules:',
    'Endpoints, item 1.1: One vote a user.',
    'Endpoints, item 1.2: A second one is refused.',
    'Endpoints, item 2.1: Kinds:',
    'Endpoints, item 3.1: for',
    'Endpoints, item 4.1: against',
    'Endpoints, example 1: { "votes": 3. "of": 4 }',
    'Endpoints: Answers, paragraph 1.1: none',
  ]);
});

const same = [
  ['white space and line ends', 'A  vote\r\ncounts.', 'A vote counts.'],
  ['emphasis and code marks', 'A **vote** `counts`.', '*A* __vote__ counts.'],
  ['the target of a link', 'A [vote](a.md) counts.', 'A [vote](b.md) counts.'],
  ['the mark of a list', '* A vote counts.', '- A vote counts.'],
  ['the mark of a list with boxes', '- [x] A vote counts.', '- [X] A vote counts.'],
  ['the language of an example', '```JSON\nvotes\n```', '~~~json\nvotes\n~~~'],
  ['the padding and alignment of a table', '| a |\n|---|\n|  vote  |', 'a |\n:-:|\nvote'],
  ['a comment', '<!-- draft -->\n\nA vote counts.', 'A vote counts.'],
] as const;

for (const [what, one, other] of same) {
  test(`${what} leaves the hash of a clause as it is`, () => {
    expect(splitDocument(one)).toHaveLength(1);
    expect(splitDocument(one)).toEqual(splitDocument(other));
  });
}

const different = [
  ['a word', 'A vote counts.', 'A vote expires.'],
  ['a capital in a name', 'It is projectKey.', 'It is projectkey.'],
  ['a placeholder', 'GET /votes/<id>', 'GET /votes/<key>'],
  ['a cell', '| a | b |\n|---|---|\n| votes | 1 |', '| a | b |\n|---|---|\n| votes | 2 |'],
  ['a value in an example', '```\n{"votes": 1}\n```', '```\n{"votes": 2}\n```'],
  ['an underscore in a name', 'It is issue_key.', 'It is issuekey.'],
] as const;

for (const [what, one, other] of different) {
  test(`${what} that changes gives a clause another hash`, () => {
    const [before, after] = [splitDocument(one), splitDocument(other)];

    expect(after.map(({ position }) => position)).toEqual(before.map(({ position }) => position));
    expect(after[0]?.hash).toMatch(/^[\da-f]{12}$/);
    expect(after[0]?.hash).not.toBe(before[0]?.hash);
  });
}
