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

test('a journal that was cleared counts on, and keeps the beginning of a long body', () => {
  const journal = journalOf(3);
  journal.clear();

  journal.record({ ...request, requestBody: 'x'.repeat(20_000) });

  expect(journal.span).toEqual({ first: 4, last: 4 });
  expect(journal.entries()).toEqual([{ id: 4, ...request, requestBody: 'x'.repeat(16_384) }]);
});
