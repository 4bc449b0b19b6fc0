import { expect, test } from '@playwright/test';
import { writeJson, writtenOnce } from '../../../fake/server/write-json.js';

const ann = writtenOnce({ username: 'ann', fields: { city: 'Zürich', note: '"…" 🎈' } });
const bob = writtenOnce({ username: 'bob', fields: {} });

const bodies = {
  'a list of written elements': { elements: [ann, bob], page: { current: 1 } },
  'the same element twice, and one that is not written': { elements: [ann, ann, { username: 'eve' }] },
  'what JSON has no word for': { elements: [ann, undefined, null, () => 1], left: undefined, page: { out: undefined } },
  'lists beside it': { empty: [], 'é"': [1, 'é'], elements: [bob], last: 'ü' },
  'a copy of a written element': { elements: [{ ...ann, username: 'anna' }] },
  'a list alone': [ann, bob],
  'no list': { username: 'ann' },
  nothing: null,
  'a text': 'ü',
};

for (const [title, body] of Object.entries(bodies)) {
  test(`an answer is written as JSON.stringify writes it: ${title}`, () => {
    const { text, size } = writeJson(body);

    expect(text).toBe(JSON.stringify(body));
    expect(size).toBe(Buffer.byteLength(text));
  });
}

test('a written element can not be changed', () => {
  expect(() => Object.assign(ann, { username: 'anna' })).toThrow(TypeError);
});
