import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clauseDocuments } from '../../../contracts/clauses/clause-documents.js';
import {
  compareClauses,
  differs,
  readRevisions,
  suspectRules,
  renderRevisions,
  renderRows,
} from '../../proof/documents/compare-documents.js';
import type { DocumentRevision } from '../../proof/documents/compare-documents.js';
import { splitDocument } from '../../proof/documents/read-documents.js';

const document = [
  ...['# Votes', '', '## Rules', '', 'A vote counts once. A vote can be withdrawn. Votes are public.', ''],
  ...['## Endpoints', '', '| Path | Answer |', '|---|---|', '| /votes | all votes |', '| /voters | all voters |', ''],
  ...['```', '{"votes": 1}', '```', ''],
].join('\n');

const outcomes: readonly (readonly string[] | string)[] = [
  ...[['DT-01'], ['DT-02', 'DT-N05'], 'explains a word', ['DT-03'], ['DT-04'], ['DT-03', 'DT-05']],
];
const known = splitDocument(document).map(({ section, position, hash }, index) => ({
  ...{ section, position, hash },
  outcome: outcomes[index] ?? [],
}));

/** The document after each text is replaced by the other. */
function revise(...changes: readonly (readonly [before: string, after: string])[]): DocumentRevision {
  const revised = changes.reduce((text, [before, after]) => text.replace(before, after), document);
  const clauses = splitDocument(revised);
  return { document: 'default-template.md', clauses, changes: compareClauses(known, clauses) };
}

/** What a revision changes, in short, and the ids of the suspect rules. */
function summaryOf(revision: DocumentRevision) {
  const { changed, added, removed } = revision.changes;
  return {
    changed: changed.map(({ found }) => found.text),
    added: added.map(({ text }) => text),
    removed: removed.map(({ section, position }) => `${section}, ${position}`),
    suspects: suspectRules([revision]).map(({ id }) => id),
  };
}

const nothing = { changed: [], added: [], removed: [], suspects: [] };
const withdrawn = 'A vote can be withdrawn.';

const [votes, voters] = ['| /votes | all votes |\n', '| /voters | all voters |\n'];

for (const [what, changes, summary] of [
  ['says the same', [['A vote counts once.', 'A **vote**\ncounts once.']], {}],
  [
    'has another sentence',
    [[withdrawn, 'No vote can be withdrawn.']],
    { changed: ['No vote can be withdrawn.'], suspects: ['DT-02', 'DT-N05'] },
  ],
  ['has a new sentence', [[withdrawn, `Votes expire. ${withdrawn}`]], { added: ['Votes expire.'] }],
  ['lacks a sentence', [[` ${withdrawn}`, '']], { removed: ['Rules, paragraph 1.2'], suspects: ['DT-02', 'DT-N05'] }],
  [
    'has sentences and rows elsewhere',
    [
      [` ${withdrawn}`, ''],
      ['## Endpoints\n', `## Endpoints\n\n${withdrawn}\n`],
      [votes + voters, voters + votes],
    ],
    {},
  ],
] as const) {
  test(`a document that ${what} makes the rules of what changed or is gone suspect`, () => {
    expect(summaryOf(revise(...changes))).toEqual({ ...nothing, ...summary });
  });
}

test('the rows keep the outcome of sentences with the same words, and leave that of others open', () => {
  const rows = renderRows(revise([withdrawn, 'Votes expire.'], ['## Endpoints', '## Paths']));

  expect(JSON.parse(rows)).toMatchObject([
    {
      section: 'Rules',
      clauses: [
        ['paragraph 1.1', known[0]?.hash, ['DT-01']],
        ['paragraph 1.2', expect.not.stringMatching(known[1]?.hash ?? ''), []],
        ['paragraph 1.3', known[2]?.hash, 'explains a word'],
      ],
    },
    { section: 'Paths', clauses: known.slice(3).map(({ position, hash, outcome }) => [position, hash, outcome]) },
  ]);
});

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

test('a clause has another hash if the document says something else, and the same if it looks different', () => {
  for (const [what, isSame, one, other] of [
    ['white space and line ends', true, 'A  vote\r\ncounts.', 'A vote counts.'],
    ['emphasis and code marks', true, 'A **vote** `counts`.', '*A* __vote__ counts.'],
    ['the target of a link', true, 'A [vote](a.md) counts.', 'A [vote](b.md) counts.'],
    ['the mark of a list', true, '* A vote counts.', '- A vote counts.'],
    ['the mark of a list with boxes', true, '- [x] A vote counts.', '- [X] A vote counts.'],
    ['the language of an example', true, '```JSON\nvotes\n```', '~~~json\nvotes\n~~~'],
    ['the padding and alignment of a table', true, '| a |\n|---|\n|  vote  |', 'a |\n:-:|\nvote'],
    ['a comment', true, '<!-- draft -->\n\nA vote counts.', 'A vote counts.'],
    ['a word', false, 'A vote counts.', 'A vote expires.'],
    ['a capital in a name', false, 'It is projectKey.', 'It is projectkey.'],
    ['a placeholder', false, 'GET /votes/<id>', 'GET /votes/<key>'],
    ['a cell', false, '| a | b |\n|---|---|\n| votes | 1 |', '| a | b |\n|---|---|\n| votes | 2 |'],
    ['a value in an example', false, '```\n{"votes": 1}\n```', '```\n{"votes": 2}\n```'],
    ['an underscore in a name', false, 'It is issue_key.', 'It is issuekey.'],
  ] as const) {
    const [before, after] = [splitDocument(one), splitDocument(other)];
    expect
      .soft(after, what)
      .toMatchObject([{ position: before[0]?.position, hash: expect.stringMatching(/^[\da-f]{12}$/) }]);
    expect.soft([before.length, after[0]?.hash === before[0]?.hash], what).toEqual([1, isSame]);
  }
});

/** The folder with the three API documents, which are not part of this repository. */
const folder = process.env['TRACKER_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/spec');

test('the documents say what the catalogue says, and have a row for each sentence', () => {
  test.skip(!existsSync(folder), `There is no folder ${folder}: TRACKER_DOCUMENTS names it.`);

  const revisions = readRevisions(folder);

  expect(revisions.some(differs), renderRevisions(folder, revisions)).toBe(false);
  for (const one of revisions) expect(JSON.parse(renderRows(one))).toEqual(clauseDocuments[one.document]);
});
