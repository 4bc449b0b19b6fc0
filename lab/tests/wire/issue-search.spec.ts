import { expect, test } from '@playwright/test';
import type { Issue } from '../../../contracts/index.js';
import { IssueSearch } from '../../../fixtures/issue-search.js';
import type { Tracker } from '../../../fixtures/index.js';
import { TestClock } from './test-clock.js';

interface Query {
  readonly jql: string;
  readonly startAt: number;
  readonly maxResults: number;
}

const issue = (key: string) => ({ key }) as Issue;

/** A search on a tracker that indexes each of these keys after so many milliseconds. */
function searchWith(indexedAfter: Readonly<Record<string, number>>, known: readonly Issue[] = []) {
  const clock = new TestClock();
  const [begun, queries]: [number, Query[]] = [clock.now(), []];
  const searchIssues = ({ query }: { query: Query }) => {
    queries.push(query);
    const indexed = Object.keys(indexedAfter).filter((key) => begun + (indexedAfter[key] ?? 0) <= clock.now());
    const all = [...known, ...indexed.map(issue)];
    const issues = all.slice(query.startAt, query.startAt + query.maxResults);
    return Promise.resolve({ issues, total: all.length });
  };
  const tracker = { setup: { searchIssues } } as unknown as Tracker;
  return { search: new IssueSearch(tracker, clock), clock, queries };
}

test('issues that are indexed late are searched for until all are found, in the order of the search', async () => {
  const { search, clock } = searchWith({ 'QA-1': 0, 'QA-2': 650, 'QA-3': 250 });

  const found = await search.untilFound('project = QA', [{ key: 'QA-3' }, { key: 'QA-2' }]);

  expect(found.map(({ key }) => key)).toStrictEqual(['QA-2', 'QA-3']);
  expect(clock.slept).toStrictEqual([100, 200, 400]);
});

test('what is not found in time is named, beside what is', async () => {
  const { search, clock } = searchWith({ 'QA-1': 0, 'QA-2': 30_000 });
  const begun = clock.now();

  const message = await search
    .untilFound('project = QA', [{ key: 'QA-1' }, { key: 'QA-2' }, { key: 'QA-3' }])
    .then(() => 'found', String);

  expect(message.split('\n').slice(0, 3)).toStrictEqual([
    'NotFoundYetError: After 20 s a search still does not find QA-2, QA-3.',
    'JQL: project = QA',
    'It finds QA-1.',
  ]);
  expect(message).toContain('A tracker indexes new issues late: give it longer with `timeout`');
  expect(clock.now() - begun).toBeGreaterThan(18_000);
  expect(clock.now() - begun).toBeLessThanOrEqual(20_000);
});
