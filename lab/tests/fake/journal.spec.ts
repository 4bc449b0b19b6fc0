import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { curlOf } from '../../../fake/control/exchange.js';
import { writeJson, writtenOnce } from '../../../fake/server/write-json.js';
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

test('the journal cuts long bodies, and counts on after it was cleared', () => {
  const journal = journalOf(1);
  journal.clear();
  journal.record({ ...request, requestBody: 'q'.repeat(20_000), responseBody: 'a'.repeat(20_000) });

  const cut = { requestBody: 'q'.repeat(16_384), responseBody: 'a'.repeat(16_384) };
  expect(journal.entries()).toEqual([{ ...request, ...cut, id: 2 }]);
  expect(journal.span).toEqual({ first: 2, last: 2 });
  expect([journal.find(1), journal.find(2)?.id]).toEqual([undefined, 2]);
});

test('the command of an upload names each file, whatever signs its name has, in order of its length', () => {
  const lines = ['file: a.txt (5 bytes)', 'file: b: c (1 bytes) d.txt (0 bytes)', 'file:  (3 bytes)', 'cut: off (1'];
  const upload = { ...request, id: 1, method: 'POST', contentType: 'multipart/form-data; boundary=x' };
  const make = (requestBody: string) => curlOf({ ...upload, requestBody }, 'http://fake');
  // Colons that are each tried as the end of a part's name take minutes; only the machine can stop that.
  const long = runInNewContext(`make(': '.repeat(100000))`, { make }, { timeout: 15_000 }) as string;

  const parts = ['a.txt', 'b: c (1 bytes) d.txt', ''].map((name) => `-F 'file=@"${name}"'`);
  expect(make(lines.join('\n')).match(/-F '[^']*'/g)).toEqual(parts);
  expect(long).not.toContain('-F');
});

test('an answer is written as JSON.stringify writes it, also with elements that were written before', () => {
  const ann = writtenOnce({ username: 'ann', fields: { city: 'Zürich', note: '"…" 🎈' } });
  const bob = writtenOnce({ username: 'bob', fields: {} });
  const bodies = [
    { elements: [ann, bob], page: { current: 1 } },
    { elements: [ann, ann, { username: 'eve' }] },
    { elements: [ann, undefined, null, () => 1], left: undefined, page: { out: undefined } },
    { empty: [], 'é"': [1, 'é'], elements: [bob], last: 'ü' },
    { elements: [{ ...ann, username: 'anna' }] },
    ...[[ann, bob], { username: 'ann' }, null, 'ü'],
  ];

  for (const body of bodies) {
    const { text, size } = writeJson(body);
    expect([text, size]).toEqual([JSON.stringify(body), Buffer.byteLength(text)]);
  }
  expect(() => Object.assign(ann, { username: 'anna' })).toThrow(TypeError);
});
