import { createWriteStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld, startFake } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';
import { readWorldFile } from '../../../fake/state/world-text.js';

const SIZE = 10 * 1024 * 1024;
const FILES = 39;

/** The largest number of characters that a text can have. */
const LONGEST_TEXT = 0x1fffffe8;

test('the state of a tracker with many large attachments is sent, and loads back', async ({}, testInfo) => {
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

  expect(state.status).toBe(200);
  expect(statSync(file).size).toBeGreaterThan(LONGEST_TEXT);
  const { attachments: read } = loadWorld(readWorldFile(file) as WorldInput).state.tables;
  expect(read.all().map(({ size }) => size)).toEqual(Array.from({ length: FILES }, () => SIZE));
  expect(
    read
      .all()
      .at(-1)
      ?.chunks[0]?.every((byte) => byte === 255),
  ).toBe(true);
});
