import { createWriteStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { basic } from '../fake/fake-test.js';
import { loadWorld } from '../../../fake/state/load-world.js';
import { readWorldFile } from '../../../fake/state/world-text.js';

const SIZE = 10 * 1024 * 1024;
const FILES = 48;

/** The largest number of characters that a text can have. */
const LONGEST_TEXT = 0x1fffffe8;

test('the state of a tracker with many large attachments is sent, and loads back', async ({}, testInfo) => {
  const fake = await startFake();
  const file = testInfo.outputPath('world.json');
  const body = new FormData();
  for (let part = 0; part < 6; part += 1) body.append('file', new Blob([Buffer.alloc(SIZE, 255)]), `${part}.bin`);
  const headers = { Authorization: basic('admin'), 'X-Atlassian-Token': 'no-check' };
  for (let sent = 0; sent < FILES; sent += 6) {
    const { status } = await fetch(`${fake.url}/rest/api/2/issue/DEMO-1/attachments`, {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBe(200);
  }

  const state = await fetch(`${fake.url}/control/tenants/main/state`);
  await pipeline(Readable.fromWeb(state.body as never), createWriteStream(file));
  await fake.close();

  expect(state.status).toBe(200);
  expect(statSync(file).size).toBeGreaterThan(LONGEST_TEXT);
  const { attachments } = loadWorld(readWorldFile(file) as WorldInput).state.tables;
  expect(attachments.all().map(({ size }) => size)).toEqual(Array.from({ length: FILES }, () => SIZE));
  expect(
    attachments
      .all()
      .at(-1)
      ?.chunks[0]?.every((byte) => byte === 255),
  ).toBe(true);
});
