import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { KeptResults } from '../../../proof/mutation/kept-results.js';
import { mutant } from './sample-mutant.js';

const [first, second] = ['a.spec.ts › first', 'b.spec.ts › second'];
const coverage = { tests: [first, second], reaching: { 1: [0, 1] }, onLoad: [] };
const killed = { ran: 1, killedBy: first, message: 'a difference' };
const survived = { ran: 2, killedBy: undefined, message: '' };

/** Opens a folder whose spec files have these contents. */
function open(folder: string, specs: Readonly<Record<string, string>>): Promise<KeptResults> {
  const whole = JSON.stringify(specs);
  const of = (file: string, names: Iterable<string>) =>
    JSON.stringify([file, ...[...names].map((name) => specs[name])]);
  return KeptResults.open(folder, { whole, of }, () => Promise.resolve(coverage));
}

const before = { 'a.spec.ts': 'one', 'b.spec.ts': 'one' };

test.describe('a run of mutants that goes on', () => {
  test('knows what an earlier one found out, and not the line that was half written', async ({}, testInfo) => {
    (await open(testInfo.outputPath(), before)).add(mutant, killed);
    appendFileSync(join(testInfo.outputPath(), 'results.jsonl'), '["other",{"ran"');

    expect((await open(testInfo.outputPath(), before)).get(mutant)).toEqual(killed);
  });

  test('still knows of a kill if another spec has changed', async ({}, testInfo) => {
    (await open(testInfo.outputPath(), before)).add(mutant, killed);

    expect((await open(testInfo.outputPath(), { ...before, 'b.spec.ts': 'two' })).get(mutant)).toEqual(killed);
  });

  test('tries a mutant again if the spec that killed it has changed, with the same test first', async ({}, testInfo) => {
    (await open(testInfo.outputPath(), before)).add(mutant, killed);

    const again = await open(testInfo.outputPath(), { ...before, 'a.spec.ts': 'two' });

    expect(again.get(mutant)).toBeUndefined();
    expect(again.killerOf(mutant)).toBe(first);
  });

  test('tries a survivor again if any spec that reaches it has changed', async ({}, testInfo) => {
    (await open(testInfo.outputPath(), before)).add(mutant, survived);

    expect((await open(testInfo.outputPath(), before)).get(mutant)).toEqual(survived);
    expect((await open(testInfo.outputPath(), { ...before, 'b.spec.ts': 'two' })).get(mutant)).toBeUndefined();
  });
});
