import { expect, test } from '@playwright/test';
import { Journal } from '../../../fake/tenants/journal.js';

const request = {
  ...{ at: 0, method: 'GET', url: '/rest/api/2/myself', endpoint: 'GET /myself', refused: null, caller: 'admin' },
  ...{ contentType: null, requestBody: '', status: 200, responseBody: '{}', duration: 1, faults: [] },
};

function journalOf(count: number): Journal {
  const journal = new Journal();
  for (let made = 0; made < count; made += 1) journal.record(request);
  return journal;
}

test('the journal keeps the last thousand requests, and finds these and no others', () => {
  for (const count of [1_000, 1_001, 1_999, 2_000, 5_003]) {
    const ids = journalOf(count)
      .entries()
      .map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, count - 999, count]);
  }
  const journal = journalOf(2_500);
  const found = [1, 500, 1_500, 1_501, 2_500, 2_501, -1, 1_501.5].filter((id) => journal.find(id)?.id === id);
  expect(found).toEqual([1_501, 2_500]);
  expect(journal.find(1_501.5)).toBeUndefined();
  expect(journal.entries(2_498).map(({ id }) => id)).toEqual([2_499, 2_500]);
});

test('the journal gives each request back as it was written, however its place was used before', () => {
  const journal = new Journal();
  const texts = ['', '{"a":"é☃😀"}', 'x'.repeat(3_000), '\ufeff\u0000"', 'y'.repeat(5_000), '☃'.repeat(10_000)];
  const made = Array.from({ length: 3_000 }, (_, index) => ({
    at: 1_700_000_000_000 + index,
    method: index % 2 === 0 ? 'GET' : 'PUT',
    url: `/rest/api/2/issue/${index}?${'q'.repeat(index % 7)}`,
    endpoint: index % 3 === 0 ? null : 'GET /issue/{issueIdOrKey}',
    refused: ([null, 'login', 'address', 'request'] as const)[index % 4] ?? null,
    caller: index % 5 === 0 ? null : 'admin',
    contentType: [null, '', 'application/json'][index % 3] as string | null,
    requestBody: texts[index % texts.length] as string,
    status: index % 11 === 0 ? 0 : 200,
    responseBody: texts[(index * 5 + 1) % texts.length] as string,
    duration: index / 8,
    faults: index % 13 === 0 ? [`fault-${index}`] : [],
  }));

  for (const each of made.slice(0, 700)) journal.record(each);
  journal.clear();
  for (const each of made.slice(700)) journal.record(each);

  expect(journal.entries()).toEqual(made.slice(-1_000).map((each, index) => ({ id: 2_001 + index, ...each })));
});
