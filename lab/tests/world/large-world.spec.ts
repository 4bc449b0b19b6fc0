import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test as base } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld, startFake } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';

const SIZE = 1 << 20;
const FILES = 8;

/** Notes the lengths of the texts that a method is given first or returns. @returns what ends it */
function noteLengths(prototype: object, name: string, lengths: number[]): () => void {
  const method = Reflect.get(prototype, name) as (...given: unknown[]) => unknown;
  const noting = function (this: unknown, ...given: unknown[]) {
    const result = method.apply(this, given);
    lengths.push(...[given[0], result].filter((value) => typeof value === 'string').map(({ length }) => length));
    return result;
  };
  Object.assign(prototype, { [name]: noting });
  return () => void Object.assign(prototype, { [name]: method });
}

const test = base.extend<{ lengths: readonly number[] }>({
  /** How long each text is that answers are written in. */
  lengths: async ({}, use) => {
    const lengths: number[] = [];
    const end = noteLengths(ServerResponse.prototype, 'write', lengths);
    await use(lengths);
    end();
  },
});

test('the state of a tracker with large attachments is sent a row at a time, and loads back', async ({
  lengths,
}, testInfo) => {
  const content = Buffer.alloc(SIZE, 255).toString('base64');
  const [{ id: issueId } = { id: 0 }] = documentsWorld.issues ?? [];
  const [{ key: author } = { key: '' }] = documentsWorld.users;
  const common = { issueId, author, mimeType: 'image/png', created: '2026-01-02T03:04:05.000+0000', content };
  const attachments = Array.from({ length: FILES }, (_, id) => ({ ...common, id: id + 1, filename: `${id}.png` }));
  const fake = await startFake({ world: { ...documentsWorld, attachments } });
  const file = testInfo.outputPath('world.json');

  const state = await fetch(`${fake.url}/control/tenants/main/state`);
  await pipeline(Readable.fromWeb(state.body as never), createWriteStream(file));
  await fake.close();
  const { attachments: loaded } = loadWorld(JSON.parse(readFileSync(file, 'utf8')) as WorldInput).state.tables;

  expect(state.status).toBe(200);
  expect(statSync(file).size).toBeGreaterThan(FILES * content.length);
  expect(Math.max(...lengths)).toBeGreaterThan(content.length);
  expect(Math.max(...lengths)).toBeLessThan(2 * content.length);
  expect(loaded.all().map(({ size }) => size)).toEqual(Array.from({ length: FILES }, () => SIZE));
  expect(loaded.all().every(({ chunks }) => chunks[0]?.every((byte) => byte === 255))).toBe(true);
});
