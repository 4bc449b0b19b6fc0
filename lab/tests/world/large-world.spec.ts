import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld, startFake } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';

const SIZE = 1 << 20;
const FILES = 8;

test('the state of a tracker with large attachments is sent a row at a time, and loads back', async ({}, testInfo) => {
  const content = Buffer.alloc(SIZE, 255).toString('base64');
  const [{ id: issueId } = { id: 0 }] = documentsWorld.issues ?? [];
  const [{ key: author } = { key: '' }] = documentsWorld.users;
  const common = { issueId, author, mimeType: 'image/png', created: '2026-01-02T03:04:05.000+0000', content };
  const attachments = Array.from({ length: FILES }, (_, id) => ({ ...common, id: id + 1, filename: `${id}.png` }));
  const fake = await startFake({ world: { ...documentsWorld, attachments } });
  const file = testInfo.outputPath('world.json');
  const write = mock.method(ServerResponse.prototype, 'write');

  const state = await fetch(`${fake.url}/control/tenants/main/state`);
  await pipeline(Readable.fromWeb(state.body as never), createWriteStream(file));
  write.mock.restore();
  await fake.close();
  const { attachments: loaded } = loadWorld(JSON.parse(readFileSync(file, 'utf8')) as WorldInput).state.tables;

  const longest = Math.max(...write.mock.calls.map((call) => String(call.arguments[0]).length));
  expect(state.status).toBe(200);
  expect(statSync(file).size).toBeGreaterThan(FILES * content.length);
  expect(longest).toBeGreaterThan(content.length);
  expect(longest).toBeLessThan(2 * content.length);
  expect(loaded.all().map(({ size }) => size)).toEqual(Array.from({ length: FILES }, () => SIZE));
  expect(loaded.all().every(({ chunks }) => chunks[0]?.every((byte) => byte === 255))).toBe(true);
});
