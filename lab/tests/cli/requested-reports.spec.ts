import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demandedRules } from '../reports/sample-run.js';
import { run } from './command.js';
import { failingTest, verifiesAll, verifiesAllButLast, writeSmallSuite } from './small-suite.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/** An opening tag of an XML document with its attributes. */
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The opening tags of an XML document, which fails if one is not closed in its turn. */
function tagsOf(xml: string): Tag[] {
  const open: string[] = [];
  const tags: Tag[] = [];
  const text = xml.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, '');
  for (const [, close, name = '', rest = '', empty] of text.matchAll(/<(\/?)([\w-]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (close === '/') {
      expect(open.pop()).toBe(name);
      continue;
    }
    const attributes = [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
    tags.push({ name, attributes: Object.fromEntries(attributes) as Record<string, string> });
    if (empty !== '/') open.push(name);
  }
  expect(open).toEqual([]);
  return tags;
}

test('run writes JUnit, HTML, GitHub annotations and a blob report if they are asked for', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files: { 'a.spec.ts': verifiesAll + failingTest('breaks', ['DT-01']) } });

  const ending = await run(cwd, ['run', '--reports', 'junit,html,github,blob'], { GITHUB_WORKSPACE: cwd });

  expect(ending.code, ending.stdout + ending.stderr).toBe(1);
  const output = join(cwd, 'tracker-output/isolated');

  expect(readdirSync(output).filter((name) => name.startsWith('junit'))).toEqual(['junit.xml']);
  const tags = tagsOf(readFileSync(join(output, 'junit.xml'), 'utf8'));
  expect(tags[0]).toMatchObject({ name: 'testsuites', attributes: { tests: '2', failures: '1' } });
  expect(tags.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes['name'])).toEqual([
    'verifies all',
    'breaks',
  ]);
  expect(tags.filter(({ name }) => name === 'failure')).toHaveLength(1);

  expect(ending.stdout).toMatch(/^::error file=a\.spec\.ts,line=3,title=breaks::[^\n]*an entry/m);
  expect(ending.stdout.trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(readFileSync(join(output, 'html/index.html'), 'utf8')).toContain('<html');

  const { PATH, HOME, SystemRoot } = process.env;
  const merged = execFileSync(
    process.execPath,
    [playwright, 'merge-reports', '--reporter', 'json', join(output, 'blob')],
    { cwd, env: { PATH, HOME, SystemRoot }, encoding: 'utf8' },
  );
  expect(JSON.parse(merged)).toMatchObject({ stats: { expected: 1, unexpected: 1 } });
});

test('a run whose gate is red though every test passed says so where CI systems show it', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('cwd');
  writeSmallSuite(cwd, { files: { 'a.spec.ts': verifiesAllButLast } });
  const summary = join(cwd, 'summary.md');

  const ending = await run(cwd, ['run', '--reports', 'junit,github,gitlab,markdown'], {
    TRACKER_GATE: 'reachable',
    GITHUB_WORKSPACE: cwd,
    GITHUB_STEP_SUMMARY: summary,
  });

  expect(ending.code, ending.stdout + ending.stderr).toBe(3);
  const rule = `${demandedRules.at(-1) ?? ''} is not verified`;
  expect(ending.stdout).toContain(`\n::error file=playwright.config.ts,line=1,title=${rule}::`);
  expect(readFileSync(summary, 'utf8')).toContain(`### \` ${rule} \``);
  const output = join(cwd, 'tracker-output/isolated');
  const tags = tagsOf(readFileSync(join(output, 'junit.xml'), 'utf8'));
  expect(tags[0]).toMatchObject({ name: 'testsuites', attributes: { tests: '2', failures: '1' } });
  expect(tags.filter(({ name }) => name === 'failure').map(({ attributes }) => attributes['message'])).toEqual([rule]);
  expect(readFileSync(join(output, 'failures.md'), 'utf8')).toContain(rule);
  expect(readFileSync(join(output, 'gl-code-quality.json'), 'utf8')).toContain(rule);
  expect(readFileSync(join(output, 'metrics.txt'), 'utf8')).toContain('tracker_e2e_rules{state="unverified"} 1');
});
