import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { slowSpecs } from '../slow-specs.js';

const text = (spec: string) => readFileSync(join(import.meta.dirname, '..', spec), 'utf8');

test('every spec that counts as slow is there, once, in order', () => {
  expect(slowSpecs.filter((spec) => text(spec) === '')).toEqual([]);
  expect([...new Set(slowSpecs)].sort()).toEqual(slowSpecs);
});

test('the scripts that leave out the slow specs and that run them alone run all of them together', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

  expect(scripts['test:fast']).toBe('playwright test -c specs/harness --project=fast');
  expect(scripts['test:slow']).toBe('playwright test -c specs/harness --project=slow');
  expect(scripts['test']).toContain('npm run test:fast');
  expect(scripts['test:all']).toMatch(/^npm test && npm run test:slow/);
});
