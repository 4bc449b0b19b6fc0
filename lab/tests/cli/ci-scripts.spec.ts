import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parseAllDocuments } from 'yaml';
import { builtCommand } from '../built-package.js';
import { demandedRules } from '../reports/sample-run.js';
import { testOf, writeSmallSuite } from './small-suite.js';

// Each runs its shards twice.
test.describe.configure({ timeout: 600_000 });

/** What a CI file does, as scripts of a shell. */
interface Pipeline {
  readonly settings: Readonly<Record<string, string>>;
  /** What the shard of a number, from 1 on, does. */
  readonly shard: (number: number) => string;
  readonly gate: string;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

type GitLabJobs = Readonly<Record<string, { readonly script: readonly string[] }>>;

function parse<Document>(file: string): Document[] {
  const text = readFileSync(join(import.meta.dirname, '../../../examples/ci', file), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as Document);
}

const settings = { TRACKER_SEED: '7', TRACKER_RECORDS: 'records' };

const pipelines: Readonly<Record<string, (folder: string) => Pipeline>> = {
  'github-actions.yml': () => {
    const [workflow] = parse<Workflow>('github-actions.yml');
    const scripts = (job: string) =>
      (workflow?.jobs[job]?.steps ?? []).flatMap(({ run = 'npm ci' }) => (run === 'npm ci' ? [] : [run])).join('\n');
    return {
      settings,
      shard: (number) =>
        `export TRACKER_OUTPUT=shards/${number}\n${scripts('shard').replaceAll('${{ matrix.shard }}', String(number))}`,
      gate: scripts('gate'),
    };
  },
  'gitlab-ci.yml': () => {
    const [jobs] = parse<GitLabJobs>('gitlab-ci.yml');
    const script = (job: string) => jobs?.[job]?.script.join('\n') ?? '';
    return {
      settings,
      shard: (number) => `mkdir -p records\nexport CI_NODE_INDEX=${number} CI_NODE_TOTAL=4\n${script('shard')}`,
      gate: script('gate'),
    };
  },
  'kubernetes.yml': (folder) => {
    const scripts = parse<unknown>('kubernetes.yml').flatMap((one) => containerOf(one)?.args ?? []);
    const inFolder = (script = '') => script.replaceAll('/data/', `${folder}/`).replaceAll('/tmp/', `${folder}/tmp/`);
    return {
      settings: { ...settings, TRACKER_RECORDS: join(folder, 'records') },
      shard: (number) => `export JOB_COMPLETION_INDEX=${number - 1}\n${inFolder(scripts[0])}`,
      gate: inFolder(scripts[1]),
    };
  },
};

interface Job {
  readonly spec?: {
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly args: string[] }[] } };
  };
}

function containerOf(document: unknown): { readonly args: string[] } | undefined {
  return (document as Job).spec?.template?.spec?.containers?.[0];
}

/** Runs a script as a CI runner does: it ends with the first command that fails. */
function shell(cwd: string, script: string, env: Readonly<Record<string, string>>) {
  const { PATH, HOME } = process.env;
  const child = spawn('sh', ['-c', script], { cwd, env: { PATH, HOME, NO_COLOR: '1', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
}

for (const [file, pipelineIn] of Object.entries(pipelines)) {
  test(`${file}: four shards and the gate, and in the next run shards by the records of this one`, async ({}, testInfo) => {
    const cwd = testInfo.outputPath('cwd');
    const slow = 'await new Promise((done) => setTimeout(done, 600));';
    const tests = demandedRules.map((id, index) => testOf(`test ${index}`, [id], index % 40 === 0 ? slow : ''));
    const async = tests.map((source) => source.replace('({}, info) =>', 'async ({}, info) =>'));
    writeSmallSuite(cwd, { files: { 'a.spec.ts': async.join('') } });
    const command = `node ${builtCommand}`;
    writeFileSync(
      join(cwd, 'package.json'),
      JSON.stringify({ type: 'module', scripts: { start: `${command} run`, 'tracker-e2e': command } }),
    );
    mkdirSync(join(cwd, 'tmp'));
    const { settings: env, shard, gate } = pipelineIn(cwd);
    const all = async () => {
      const shards: Awaited<ReturnType<typeof shell>>[] = [];
      // A CI system gives each shard a folder of its own; here they have one.
      for (const number of [1, 2, 3, 4]) shards.push(await shell(cwd, shard(number), env));
      return { shards, gate: await shell(cwd, gate, env) };
    };

    const first = await all();
    const second = await all();

    const whole = `Verdict    passed\n\n${demandedRules.length} passed, 0 failed, 0 skipped`;
    for (const { shards, gate: judged } of [first, second]) {
      expect(
        shards.map(({ code }) => code),
        shards.map(({ output }) => output).join('\n'),
      ).toEqual([0, 0, 0, 0]);
      expect(judged.output).toContain(whole);
      expect(judged.code).toBe(0);
    }
    expect(existsSync(join(cwd, 'records/durations.json'))).toBe(true);
    const counts = second.shards.map(({ output }) => Number(/(\d+) passed, 0 failed/.exec(output)?.[1]));
    // By number each has a fourth of the tests; by time one with a slow test has fewer.
    expect(Math.min(...counts)).toBeLessThan(Math.floor(demandedRules.length / 4));
  });
}
