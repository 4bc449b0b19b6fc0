import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { photographMatrix } from '../../tools/photograph-matrix.js';
import { shrinkPng } from '../../tools/shrink-png.js';
import { judgedMatrix, sampleTest } from '../reports/sample-run.js';
import { test } from './page-test.js';
import { samplePage } from './sample-page.js';

/** The lightness of a picture's corner, and how many of its pixels differ clearly from another's; runs in a page. */
const compare = (one: string, other: string) => `(async () => {
  const pixelsOf = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return { width: image.width, height: image.height, data: canvas.getImageData(0, 0, image.width, image.height).data };
  };
  const [one, other] = [await pixelsOf('${one}'), await pixelsOf('${other}')];
  const different = one.data.filter((value, index) => Math.abs(value - other.data[index]) > 40).length;
  return { width: one.width, sameSize: one.height === other.height, corner: one.data[0], different: different / one.data.length };
})()`;

const asData = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

interface Comparison {
  readonly width: number;
  readonly sameSize: boolean;
  readonly corner: number;
  readonly different: number;
}

test('the pictures of a rule matrix show its upper part, light and dark, in few bytes', async ({
  openPage,
}, testInfo) => {
  const file = await samplePage(testInfo, judgedMatrix([sampleTest({ rules: ['DT-01'] })]));
  const page = await openPage(file);
  const browser = page.context().browser() as Browser;

  const pictures = await photographMatrix(browser, file, testInfo.outputDir);

  expect(pictures.map((path) => basename(path))).toEqual(['rule-matrix-light.png', 'rule-matrix-dark.png']);
  const [light, dark] = pictures.map((path) => readFileSync(path)) as [Buffer, Buffer];
  expect(Math.max(light.length, dark.length)).toBeLessThan(100_000);
  const blank = await page.context().newPage();
  const result = await blank.evaluate<Comparison>(compare(asData(light), asData(dark)));
  expect(result).toMatchObject({ width: 1430, sameSize: true, corner: 244 });
  expect(result.different).toBeGreaterThan(0.5);
});

test('a picture of fewer colours looks as it did', async ({ openPage }, testInfo) => {
  const file = await samplePage(testInfo, judgedMatrix([sampleTest({ rules: ['DT-01'] })]));
  const page = await openPage(file);
  const original = await page.screenshot();

  const shrunk = shrinkPng(original, 32);

  expect(shrunk.length).toBeLessThan(original.length / 2);
  const blank = await page.context().newPage();
  const result = await blank.evaluate<Comparison>(compare(asData(original), asData(shrunk)));
  expect(result).toMatchObject({ width: 1400, sameSize: true, corner: 244 });
  expect(result.different).toBeLessThan(0.001);
});
