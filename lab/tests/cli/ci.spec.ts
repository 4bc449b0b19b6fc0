import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse, parseAllDocuments } from 'yaml';
import { builtCommand } from '../built-package.js';
import { execute, projectText } from '../fixtures/run-specs.js';
import { standIn } from './command.js';
import { verifiesAllButLast, writeSmallSuite } from './small-suite.js';

type Texts = Readonly<Record<string, string>>;
type Inputs = Readonly<Record<string, { readonly default: string }>>;

interface Step {
  readonly run?: string;
  readonly env?: Texts;
}

interface Action {
  readonly inputs: Inputs;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Job {
  readonly env?: Texts;
  readonly steps?: readonly Step[];
  readonly script?: readonly string[];
  readonly args?: readonly string[];
  readonly variables?: Texts;
  readonly artifacts?: { readonly paths: readonly string[]; readonly reports: Texts };
}

/** Runs a script as a CI runner does: it ends with the first command that fails. */
const shell = (cwd: string, script: string, env: Texts) => execute(['-e', '-c', script], cwd, env, 'bash');

function scriptsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { env = {}, steps, script, args } = value as Job;
  const lines = steps?.flatMap(({ run = [] }) => run) ?? script ?? args;
  if (lines === undefined) return Object.values(value).flatMap(scriptsIn);
  const variables = Object.entries(env).map(([name, text]) => `export ${name}="${text}"`);
  return [[...variables, ...lines.filter((line) => line !== 'npm ci')].join('\n')];
}

for (const [file, shards, output] of [
  ['github-actions.yml', 'shards', ''],
  ['gitlab-ci.yml', 'shards', ''],
  ['kubernetes.yml', 'data/runs/7', ' --output=tmp/test-results'],
] as const) {
  test(`${file}: each shard and the gate call the command, by documented settings @release`, async ({}, testInfo) => {
    const cwd = testInfo.outputPath('cwd');
    // It writes down its arguments, and the folders that the command is to write to.
    const tells = 'mkdir -p "${TRACKER_OUTPUT:=tracker-output}"; echo "$@" "$TRACKER_OUTPUT" >> told.txt';
    const env = { ...standIn(cwd, 'npm', tells), TRACKER_SEED: '7', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
    const halved = projectText(`examples/ci/${file}`).replaceAll(/(?<=\$shard\/|\}\/|-lt )4/g, '2');
    const scripts = parseAllDocuments(halved).flatMap((one) => scriptsIn(one.toJS()));
    const [shard = '', gate = ''] = scripts.slice(-2).map((one) => one.replaceAll(/\/(data|tmp)\//g, `${cwd}/$1/`));

    // A CI system gives each job a folder of its own; here they have one.
    const ran = [];
    for (const number of ['1', '2']) {
      const place = { CI_NODE_INDEX: number, CI_NODE_TOTAL: '2', JOB_COMPLETION_INDEX: String(Number(number) - 1) };
      ran.push(await shell(cwd, shard.replaceAll('${{ matrix.shard }}', number), { ...env, ...place }));
    }
    const judged = await shell(cwd, gate, env);

    expect([...ran, judged].map(({ code }) => code)).toStrictEqual([0, 0, 0]);
    expect(readFileSync(join(cwd, 'told.txt'), 'utf8').replaceAll(`${cwd}/`, '').split('\n')).toStrictEqual([
      `start -- --shard=1/2${output} ${shards}/1`,
      `start -- --shard=2/2${output} ${shards}/2`,
      expect.stringMatching(`^run tracker-e2e -- merge ${shards} \\S+$`),
      '',
    ]);
    const named = [...projectText(`examples/ci/${file}`).matchAll(/\bTRACKER_\w+/g)].map(([name]) => `\`${name}\``);
    expect(named.filter((name) => !projectText('docs/settings.md').includes(name))).toStrictEqual([]);
    expect(projectText('docs/ci.md')).toContain(`(../examples/ci/${file})`);
  });
}

const filled = (given: string, place: RegExp, inputs: Texts) =>
  given.replaceAll(place, (_, name: string) => inputs[name] ?? `(no input ${name})`);

const defaultsOf = (inputs: Inputs) =>
  Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));

/** What the files call, in the place of `npx`; `$@` are the arguments of the command after it. */
const npx = (folder: string, script: string) =>
  standIn(folder, 'npx', `[ "$1 $2 $3" = '--no -- tracker-e2e' ] || exit 99\nshift 3\n${script}`);

function actionIn(cwd: string, script: string, more: Texts = {}) {
  const env = npx(cwd, script);
  const { inputs, runs } = parse(projectText('action.yml')) as Action;
  const given = { ...defaultsOf(inputs), install: 'touch "in stalled"', command: 'run --grep "a b"' };
  const GITHUB_OUTPUT = join(cwd, 'outputs');
  const GITHUB_STEP_SUMMARY = join(cwd, 'summary.md');
  const steps = runs.steps.filter((step) => step.run !== undefined);
  const [install, run, link] = steps.map((step) => () => {
    const own = Object.entries(step.env ?? {}).map(
      ([name, value]) => [name, filled(value, /\$\{\{ inputs\.(\w+) \}\}/g, given)] as const,
    );
    const files = { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY };
    return shell(cwd, step.run ?? '', { ...env, ...Object.fromEntries(own), ...more, ...files });
  });
  const outputs = () => {
    const lines = readFileSync(GITHUB_OUTPUT, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=', 2))) as Record<string, string>;
  };
  return { install, run, link, outputs };
}

test('action.yml: its scripts install, run, keep the exit code and name the reports and the file of failures @release', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('suite');
  const failures = 'tracker-output/isolated/failures.md';
  const page = 'tracker-output/isolated/rules.html';
  const near = actionIn(cwd, `echo "$TRACKER_REPORTS" "$3"; sleep 0.1; touch ${failures} ${page}; exit 3`, {
    PAGE: join(cwd, 'tracker-e2e-rules.html'),
    URL: 'https://github.example.com/artifacts/7',
    FAILURES: join(cwd, failures),
  });
  const wrong = actionIn(testInfo.outputPath('wrong'), 'exit 2', { TRACKER_OUTPUT: 'out put' });
  for (const folder of [join(cwd, 'tracker-output/isolated'), testInfo.outputPath('wrong/out put')]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'failures.md'), 'of an earlier run');
    utimesSync(join(folder, 'failures.md'), 0, 0);
  }

  const installed = await near.install?.();
  const ran = await near.run?.();
  await wrong.run?.();
  await near.link?.();

  expect(installed?.code, installed?.output).toBe(0);
  expect(existsSync(join(cwd, 'in stalled'))).toBe(true);
  expect(ran).toMatchObject({ code: 3, output: 'junit,github,markdown a b\n' });
  expect(near.outputs()).toStrictEqual({
    'exit-code': '3',
    reports: './tracker-output',
    failures: join(cwd, failures),
    page: join(cwd, 'tracker-e2e-rules.html'),
  });
  const link = '[The rule matrix of this run](https://github.example.com/artifacts/7)\n';
  expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toBe(link);
  expect(readFileSync(join(cwd, failures), 'utf8')).toContain(link);
  // It did not begin.
  expect(wrong.outputs()).toStrictEqual({ 'exit-code': '2', reports: './out put', failures: '' });
});

test('examples/ci/tracker-e2e.yml: its script runs, and writes the reports that it names @release', async ({}, testInfo) => {
  const cwd = testInfo.outputPath('repository');
  const suite = join(cwd, 'e2e tests');
  writeSmallSuite(suite, { files: { 'a.spec.ts': verifiesAllButLast } });
  const env = { ...npx(suite, `exec node '${builtCommand}' "$@"`), TRACKER_GATE: 'reachable' };
  const [head = '', body = ''] = projectText('examples/ci/tracker-e2e.yml').split('\n---\n');
  const { spec } = parse(head) as { readonly spec: { readonly inputs: Inputs } };
  const own = { folder: 'e2e tests', install: 'touch installed', output: 'kept/reports', command: 'run --workers 1' };
  const given = { ...defaultsOf(spec.inputs), ...own };
  const jobs = parse(filled(body, /\$\[\[ inputs\.(\w+) \]\]/g, given)) as Record<string, Job>;
  const { script = [], variables, artifacts } = jobs['tracker-e2e'] ?? {};
  const commands = script.join('\n');
  const report = (kind: string) =>
    readFileSync(join(cwd, artifacts?.reports[kind]?.replace('**', '2/isolated') ?? ''), 'utf8');

  const ran = await shell(cwd, commands, { ...env, ...variables, CI_PROJECT_DIR: cwd, CI_NODE_INDEX: '2' });
  const single = await shell(cwd, commands.replace(/^npx .*/m, 'echo "$TRACKER_OUTPUT"'), env);

  expect(ran.code, ran.output).toBe(3);
  expect(existsSync(join(cwd, 'e2e tests/installed'))).toBe(true);
  expect(existsSync(join(cwd, artifacts?.paths[0] ?? ''))).toBe(true);
  expect(report('junit')).toContain('is not verified');
  expect(readFileSync(join(suite, 'kept/reports/2/isolated/failures.md'), 'utf8')).toContain('is not verified');
  expect(report('codequality')).toContain('"path": "e2e tests/playwright.config.ts"');
  expect(report('metrics')).toContain('tracker_e2e_rules');
  // A job that is not one of several ones.
  expect(single.output).toBe('kept/reports\n');
});
