import { expect, test } from '@playwright/test';
import { compareClauses, suspectRules } from '../../../cli/documents/revision.js';
import type { DocumentRevision } from '../../../cli/documents/revision.js';
import { renderRevisions, renderRows } from '../../../cli/documents/compare-documents.js';
import { splitDocument } from '../../../cli/documents/read-documents.js';
import { catalogueVersion, documented } from '../../../contracts/index.js';

const document = [
  ...['# Votes', '', '## Rules', '', 'A vote counts once. A vote can be withdrawn. Votes are public.', ''],
  ...['## Endpoints', '', '| Path | Answer |', '|---|---|', '| /votes | all votes |', '| /voters | all voters |', ''],
  ...['```', '{"votes": 1}', '```', ''],
].join('\n');

const outcomes: readonly (readonly string[] | string)[] = [
  ['DT-01'],
  ['DT-02', 'DT-N05'],
  'explains a word',
  ['DT-03'],
  ['DT-04'],
  ['DT-03', 'DT-05'],
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
  const { moved, changed, added, removed } = revision.changes;
  return {
    moved: moved.map(
      ({ known: one, found }) => `${one.section}, ${one.position} > ${found.section}, ${found.position}`,
    ),
    changed: changed.map(({ found }) => found.text),
    added: added.map(({ text }) => text),
    removed: removed.map(({ section, position }) => `${section}, ${position}`),
    suspects: suspectRules([revision]).map(({ id }) => id),
  };
}

const nothing = { moved: [], changed: [], added: [], removed: [], suspects: [] };
const withdrawn = 'A vote can be withdrawn.';

test('a document that says the same puts nothing in question', () => {
  expect(summaryOf(revise(['A vote counts once.', 'A **vote**\ncounts once.']))).toEqual(nothing);
});

test('a sentence that changed makes its rules and open questions suspect', () => {
  expect(summaryOf(revise([withdrawn, 'No vote can be withdrawn.']))).toEqual({
    ...nothing,
    changed: ['No vote can be withdrawn.'],
    suspects: ['DT-02', 'DT-N05'],
  });
});

test('a table row that changed makes its rules suspect', () => {
  expect(summaryOf(revise(['| /votes | all votes |', '| /votes | own votes |']))).toEqual({
    ...nothing,
    changed: ['/votes | own votes'],
    suspects: ['DT-03'],
  });
});

test('an example that changed makes its rules suspect', () => {
  expect(summaryOf(revise(['{"votes": 1}', '{"votes": "1"}']))).toEqual({
    ...nothing,
    changed: ['{"votes": "1"}'],
    suspects: ['DT-03', 'DT-05'],
  });
});

test('a changed sentence with nothing to test makes no rule suspect', () => {
  expect(summaryOf(revise(['Votes are public.', 'Votes are open.']))).toEqual({
    ...nothing,
    changed: ['Votes are open.'],
  });
});

test('a new sentence is listed, and makes no rule suspect', () => {
  expect(summaryOf(revise([withdrawn, `Votes expire. ${withdrawn}`]))).toEqual({
    ...nothing,
    moved: ['Rules, paragraph 1.2 > Rules, paragraph 1.3', 'Rules, paragraph 1.3 > Rules, paragraph 1.4'],
    added: ['Votes expire.'],
  });
});

test('a removed sentence makes its rules suspect', () => {
  expect(summaryOf(revise([` ${withdrawn}`, '']))).toEqual({
    ...nothing,
    moved: ['Rules, paragraph 1.3 > Rules, paragraph 1.2'],
    removed: ['Rules, paragraph 1.2'],
    suspects: ['DT-02', 'DT-N05'],
  });
});

test('sentences and rows that moved and kept their words make no rule suspect', () => {
  const [first, second] = ['| /votes | all votes |\n', '| /voters | all voters |\n'];
  const revision = revise(
    [` ${withdrawn}`, ''],
    ['## Endpoints\n', `## Endpoints\n\n${withdrawn}\n`],
    [first + second, second + first],
  );

  expect(summaryOf(revision)).toEqual({
    ...nothing,
    moved: [
      'Rules, paragraph 1.3 > Rules, paragraph 1.2',
      'Rules, paragraph 1.2 > Endpoints, paragraph 1.1',
      'Endpoints, row 2 > Endpoints, row 1',
      'Endpoints, row 1 > Endpoints, row 2',
    ],
  });
});

test('a heading that changed moves its sentences', () => {
  expect(summaryOf(revise(['## Rules', '## Rules of votes']))).toEqual({
    ...nothing,
    moved: [1, 2, 3].map((number) => `Rules, paragraph 1.${number} > Rules of votes, paragraph 1.${number}`),
  });
});

test('of two sentences with the same words one can go', () => {
  const twice = splitDocument('## Rules\n\nNot shown. Not shown.');
  const before = twice.map(({ section, position, hash }) => ({ section, position, hash, outcome: ['DT-01'] }));

  const { unchanged, removed } = compareClauses(before, splitDocument('## Rules\n\nNot shown.'));

  expect(unchanged).toHaveLength(1);
  expect(removed.map(({ position }) => position)).toEqual(['paragraph 1.2']);
});

test('the text names each change, what became of the sentence, and the suspect rules', () => {
  const revision = revise(
    ['A vote counts once.', 'A vote counts twice.'],
    [' Votes are public.', ''],
    ['| /votes | all votes |', '| /votes | all votes |\n| /polls | all polls |'],
    ['\n```\n{"votes": 1}\n```\n', ''],
  );

  expect(renderRevisions('new', [revision], suspectRules([revision])).split('\n')).toEqual([
    `Rule catalogue ${catalogueVersion}, compared with the documents in new`,
    '',
    'default-template.md: 1 changed, 1 new, 2 removed, 1 moved, 2 unchanged',
    '  changed  Rules, paragraph 1.1',
    '           now: A vote counts twice.',
    '           was: DT-01',
    '  new      Endpoints, row 2',
    '           now: /polls | all polls',
    '  removed  Rules, paragraph 1.3',
    '           was: nothing to test, as it explains a word',
    '  removed  Endpoints, example 1',
    '           was: DT-03, DT-05',
    '',
    'Suspect, because their sentences changed or are gone: 3',
    `  DT-01   ${documented['DT-01'].text}`,
    '          changed: default-template.md, Rules, paragraph 1.1',
    `  DT-03   ${documented['DT-03'].text}`,
    '          removed: default-template.md, Endpoints, example 1',
    `  DT-05   ${documented['DT-05'].text}`,
    '          removed: default-template.md, Endpoints, example 1',
    '',
    'docs/documents.md says what to do with each.',
    '',
  ]);
});

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
