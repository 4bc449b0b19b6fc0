import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execFile } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { parse, parseAllDocuments } from 'yaml';
import { builtCommand } from '../built-package.js';
import { verifiesAllButLast, writeSmallSuite } from './small-suite.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

const root = join(import.meta.dirname, '../../..');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly if?: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly with?: Readonly<Record<string, string>>;
    }[];
  };
}

interface Example {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly if?: string; readonly run?: string }[];
}

interface Spec {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string }>> };
}

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>> };
}

/** A text with the values of inputs in place of what stands for them. */
function filled(text: string, place: RegExp, inputs: Readonly<Record<string, string>>): string {
  return text.replaceAll(place, (_, name: string) => inputs[name] ?? `(no input ${name})`);
}

function defaultsOf(inputs: Action['inputs']): Record<string, string> {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
}

/** A folder with a suite whose gate is red though its test passes, and an `npx` that finds the command built here. */
function suiteIn(folder: string): NodeJS.ProcessEnv {
  writeSmallSuite(folder, { files: { 'a.spec.ts': verifiesAllButLast } });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\n[ "$1 $2 $3" = '--no -- tracker-e2e' ] || exit 99\nshift 3\nexec node '${builtCommand}' "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const { PATH = '', HOME } = process.env;
  return { PATH: `${bin}${delimiter}${PATH}`, HOME, NO_COLOR: '1', TRACKER_GATE: 'reachable' };
}

/** Runs a script as a CI runner does: it ends with the first command that fails. */
function shell(cwd: string, script: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const child = execFile('bash', ['-e', '-c', script], { cwd, env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, output: stdout + stderr });
    });
  });
}

/** The scripts of the action, and what they say to later steps. */
function actionIn(cwd: string, command: string, more: NodeJS.ProcessEnv = {}) {
  const env = suiteIn(cwd);
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
  const given = { ...defaultsOf(inputs), install: 'touch "in stalled"', command };
  const GITHUB_OUTPUT = join(cwd, 'outputs');
  const [install, run] = runs.steps.map((step) => () => {
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      filled(value, /\$\{\{ inputs\.(\w+) \}\}/g, given),
    ]);
    const all = { ...env, ...more, ...Object.fromEntries<string>(own as [string, string][]), GITHUB_OUTPUT };
    return shell(cwd, step.run ?? '', all);
  });
  const outputs = () =>
    Object.fromEntries(
      readFileSync(GITHUB_OUTPUT, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('=', 2)),
    ) as Record<string, string>;
  return { install, run, outputs };
}

test('action.yml: its scripts install, run, keep the exit code and name the file of failures', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('suite');
  const { install, run, outputs } = actionIn(cwd, 'run --workers "1"');
  mkdirSync(join(cwd, 'tracker-output/shared'), { recursive: true });
  writeFileSync(join(cwd, 'tracker-output/shared/failures.md'), 'of an earlier run');

  const installed = await install?.();
  const ran = await run?.();

  expect(installed?.code, installed?.output).toBe(0);
  expect(existsSync(join(cwd, 'in stalled'))).toBe(true);
  expect(ran?.code, ran?.output).toBe(3);
  expect(ran?.output).toContain('\n::error file=');
  expect(outputs()).toEqual({
    'exit-code': '3',
    reports: './tracker-output',
    failures: join(cwd, 'tracker-output/isolated/failures.md'),
  });
  expect(readFileSync(outputs()['failures'] ?? '', 'utf8')).toContain('is not verified');
});

test('action.yml: the reports are those of TRACKER_OUTPUT, and a run that can not begin names no file', async ({}, testInfo) => {
  const [cwd, elsewhere] = [testInfo.outputPath('suite'), testInfo.outputPath('else where')];
  const near = actionIn(cwd, 'run --no-such-option', { TRACKER_OUTPUT: 'out put' });
  const far = actionIn(testInfo.outputPath('other'), 'run --workers 1', { TRACKER_OUTPUT: elsewhere });

  await near.run?.();
  await far.run?.();

  expect(near.outputs()).toEqual({ 'exit-code': '2', reports: './out put', failures: '' });
  expect(far.outputs()).toEqual({
    'exit-code': '3',
    reports: elsewhere,
    failures: join(elsewhere, 'isolated/failures.md'),
  });
});

test('docs/ci.md: the example may comment, and does so only if there is a file', () => {
  const [, yaml = ''] =
    /```yaml\n(# GitHub Actions: the repository.*?)```/s.exec(readFileSync(join(root, 'docs/ci.md'), 'utf8')) ?? [];
  const job = (parse(yaml) as Record<string, Example>)['api-tests'];
  const comment = job?.steps.find(({ run = '' }) => run.startsWith('gh pr comment'));

  expect(job?.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
  expect(comment?.if).toContain("steps.tracker.outputs.failures != ''");
});

test('action.yml: the jobs of a matrix keep their reports under names of their own', () => {
  const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
  const names = runs.steps.flatMap((step) => step.with?.['name'] ?? []);
  const upload = runs.steps.at(-1);

  expect(upload?.with?.['path']).toBe('${{ steps.run.outputs.reports }}');
  expect(upload?.if).toContain("steps.run.outputs.reports != ''");

  expect(names).toEqual([
    "${{ inputs.artifact }}${{ strategy.job-total > 1 && format('-{0}', strategy.job-index) || '' }}",
  ]);
});

test('examples/ci/tracker-e2e.yml: its script runs, and its reports are where it says', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('repository');
  const env = suiteIn(join(cwd, 'e2e tests'));
  const [head, body = ''] = readFileSync(join(root, 'examples/ci/tracker-e2e.yml'), 'utf8').split('\n---\n');
  const { spec } = parse(head ?? '') as Spec;
  const given = {
    ...defaultsOf(spec.inputs),
    folder: 'e2e tests',
    install: 'touch installed',
    output: 'kept/reports',
    command: 'run --workers 1',
  };
  const [document] = parseAllDocuments(filled(body, /\$\[\[ inputs\.(\w+) \]\]/g, given));
  const job = (document?.toJS() as Record<string, Job>)['tracker-e2e'] as Job;

  const ran = await shell(cwd, job.script.join('\n'), { ...env, ...job.variables, CI_PROJECT_DIR: cwd });

  expect(ran.code, ran.output).toBe(3);
  expect(existsSync(join(cwd, 'e2e tests/installed'))).toBe(true);
  expect(existsSync(join(cwd, job.artifacts.paths[0] ?? ''))).toBe(true);
  const text = (pattern: string | undefined, folder = 'isolated') =>
    readFileSync(join(cwd, pattern?.replace('**', folder) ?? ''), 'utf8');
  const { junit, codequality, metrics } = job.artifacts.reports;
  expect(text(junit)).toContain('is not verified');
  expect(text(codequality)).toContain('"path": "e2e tests/playwright.config.ts"');
  expect(text(metrics)).toContain('tracker_e2e_rules');

  const part = await shell(cwd, job.script.join('\n'), {
    ...env,
    ...job.variables,
    CI_PROJECT_DIR: cwd,
    CI_NODE_INDEX: '2',
  });
  expect(part.code, part.output).toBe(3);
  expect(text(junit, '2/isolated')).toContain('is not verified');
});
