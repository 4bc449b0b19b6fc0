import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { run } from './command.js';
import { runPlaywrightIn } from './run-playwright-in.js';
import { writeSmallSuite } from './small-suite.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

interface BadFile {
  readonly title: string;
  readonly args: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly stderr: string | RegExp;
}

const noMatrix =
  'is no rule matrix of this version of tracker-e2e: run the tests again.\n✖ Invalid input: expected object';
const fake = ['fake', '--port', '0'];
const broken = 'is no blob report, or was cut off: fetch it again, or run that shard again.\n';
const external = { TRACKER_URL: 'http://127.0.0.1:1', TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'x' };

const bad: readonly BadFile[] = [
  ...[
    ['compare', 'loop'],
    ['gate', '--candidate', 'loop', '--baseline', 'null.json'],
    ['known', '--update', 'loop'],
    ['publish', 'loop', '--plan', 'QA-1'],
    ['merge', 'loop'],
    ['compare', 'null.json/below'],
  ].map((args) => ({
    title: `a path that can't be followed (${args.join(' ')})`,
    args,
    stderr: /^\S+ can't be used: (ELOOP|ENOTDIR): [^\n]*\.\n$/,
  })),
  {
    title: 'a world that is null',
    args: [...fake, '--world', 'null.json'],
    stderr: "The world can't be loaded:\n  - the document: Invalid input: expected object, received null\n",
  },
  {
    title: 'a world that is a folder',
    args: [...fake, '--world', 'folder'],
    stderr: /^--world folder can't be read: EISDIR: [^\n]*\n$/,
  },
  {
    title: 'a world that is binary',
    args: [...fake, '--world', 'binary'],
    stderr: /^--world binary can't be read: it is no JSON: [^\n]*\n$/,
  },
  ...['null.json', 'list.json', 'text.json'].map((file) => ({
    title: `assumptions that are ${file.replace('.json', '')}`,
    args: [...fake, '--assumptions', file],
    stderr: `--assumptions ${file} can't be used: it has to hold an object, with answers by rule id.\n`,
  })),
  {
    title: 'assumptions that are a list on the command line',
    args: [...fake, '--assumptions', '[]'],
    stderr: "--assumptions can't be used: it has to hold an object, with answers by rule id.\n",
  },
  {
    title: 'a profile that is a list',
    args: [...fake, '--profile', 'list.json'],
    stderr:
      '--profile (in list.json): It is no profile: it has no schemaVersion. `tracker-e2e observe` writes profiles.\n',
  },
  {
    title: 'shards in what is no folder',
    args: ['merge', 'null.json'],
    stderr: 'null.json is no folder: name the one with what all shards left.\n',
  },
  {
    title: 'shards that left nothing',
    args: ['merge', 'folder'],
    stderr: /^There is no blob report in folder: [^\n]*\n$/,
  },
  {
    title: 'blobs that are none, that are empty and that were cut off',
    args: ['merge', 'shards'],
    stderr: ['1', '2', '3'].map((name) => `${join('shards', name, 'report.zip')} ${broken}`).join(''),
  },
  {
    title: 'a configuration that is not there',
    args: ['merge', 'shards', '--config', 'gone.ts'],
    stderr: '--config gone.ts is neither a configuration nor a folder of one.\n',
  },
  ...['run', 'observe'].map((command) => ({
    title: 'a configuration that is not there',
    args: [command, '--config', 'gone.ts'],
    stderr: '--config gone.ts is neither a configuration nor a folder of one.\n',
  })),
  ...['run', 'rules', 'doctor', 'observe', 'sweep'].map((command) => ({
    title: 'a file in place of the folder for reports',
    args: [command],
    settings: { ...external, TRACKER_OUTPUT: 'null.json' },
    stderr: 'TRACKER_OUTPUT has to name a folder: null.json is a file.\n',
  })),
  {
    title: 'a file above the folder for reports',
    args: ['rules'],
    settings: { TRACKER_OUTPUT: join('null.json', 'of', 'mine') },
    stderr: 'TRACKER_OUTPUT has to name a folder: null.json is a file.\n',
  },
  ...[
    ['empty', /^The rule matrix empty can't be read: it is no JSON: [^\n]*\n$/],
    ['folder', /^The rule matrix folder can't be read: EISDIR: [^\n]*\n$/],
    ['list.json', `list.json ${noMatrix}, received array\n`],
    ['null.json', `null.json ${noMatrix}, received null\n`],
  ].map(([file, stderr]) => ({
    title: `a matrix that is ${String(file)}`,
    args: ['rules', '--file', String(file)],
    stderr: stderr as string | RegExp,
  })),
  {
    title: 'a profile to be written over a folder',
    args: ['observe', '--output', 'folder'],
    stderr: /^folder can't be written: EISDIR: [^\n]*\n$/,
  },
  {
    title: 'a profile to be written below a file',
    args: ['observe', '--output', join('null.json', 'profile.json')],
    stderr: /^null.json.profile\.json can't be written: (EEXIST|ENOTDIR): [^\n]*\n$/,
  },
  ...['folder', 'binary', 'empty', 'list.json'].map((file) => ({
    title: `a sandbox that is ${file}`,
    args: ['doctor'],
    settings: { ...external, TRACKER_SANDBOX: file },
    stderr: /^TRACKER_SANDBOX (has to be JSON, or name a file of it|\(in list\.json\)): [^\n]*\n$/,
  })),
  {
    title: 'a sandbox with keys that are a letter or two off',
    args: ['doctor'],
    settings: { ...external, TRACKER_SANDBOX: 'mistyped.json' },
    stderr: [
      'connections.0 Unrecognized key: "nmae" (did you mean "name"?).\n',
      'connections.0 needs an id or a name.\n',
      'Unrecognized keys: "templtes" (did you mean "templates"?), "anything".\n',
    ]
      .map((fault) => `TRACKER_SANDBOX (in mistyped.json): ${fault}`)
      .join(''),
  },
  {
    title: 'a world with keys that are a letter or two off',
    args: [...fake, '--world', 'mistyped.json'],
    stderr: /\n {2}- the document: Unrecognized keys: "templtes" \(did you mean "templates"\?\), "anything"\n$/,
  },
  {
    title: 'settings that are a letter or two off',
    args: ['rules'],
    settings: { TRACKER_SEDE: '7', TRACKER_SANDBXO: 'sandbox.json', TRACKER_OTHERS: 'are fine' },
    stderr:
      'TRACKER_SEDE is no setting: did you mean TRACKER_SEED or TRACKER_MODE?\nTRACKER_SANDBXO is no setting: did you mean TRACKER_SANDBOX?\n',
  },
  {
    title: 'short settings that are a letter off',
    args: ['rules'],
    settings: { TRACKER_ULR: 'http://127.0.0.1:1', TRACKER_URI: 'http://127.0.0.1:1', TRACKER_ID: '7' },
    stderr:
      'TRACKER_ULR is no setting: did you mean TRACKER_URL?\nTRACKER_URI is no setting: did you mean TRACKER_URL?\n',
  },
];

for (const { title, args, settings, stderr } of bad) {
  test(`${String(args[0])} with ${title} ends with 2 and one sentence for each fault`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    writeFiles(folder);

    const ending = await run(folder, args, settings);

    expect(ending).toMatchObject({ code: 2, stdout: '' });
    expect(ending.stderr).toEqual(stderr instanceof RegExp ? expect.stringMatching(stderr) : stderr);
    expect(readFileSync(join(folder, 'null.json'), 'utf8')).toBe('null');
  });
}

const marked: readonly (readonly [string, (json: string) => Buffer])[] = [
  ['UTF-8 with a mark of the order of its bytes', (json) => Buffer.from(`\uFEFF${json}`)],
  ['UTF-16', (json) => Buffer.from(`\uFEFF${json}`, 'utf16le')],
];

for (const [what, written] of marked) {
  test(`a world, a profile, assumptions and a sandbox in ${what} are read`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    mkdirSync(folder, { recursive: true });
    const files = { world: '{"projcts": []}', profile: '{"schemaVersion": 0}', assumptions: '[]', sandbox: '{"A": 1}' };
    for (const [name, json] of Object.entries(files)) writeFileSync(join(folder, name), written(json));

    const endings = [
      await run(folder, [...fake, '--world', 'world']),
      await run(folder, [...fake, '--profile', 'profile']),
      await run(folder, [...fake, '--assumptions', 'assumptions']),
      await run(folder, ['doctor'], { ...external, TRACKER_SANDBOX: 'sandbox' }),
    ];

    expect(endings.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(endings.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('Unrecognized key: "projcts" (did you mean "projects"?)'),
      expect.stringContaining('--profile (in profile): '),
      "--assumptions assumptions can't be used: it has to hold an object, with answers by rule id.\n",
      'TRACKER_SANDBOX (in sandbox): Unrecognized key: "A".\n',
    ]);
  });
}

test('settings in an .env with a mark of the order of its bytes are read, the first one too', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.env'), '\uFEFFTRACKER_SEED=seven\nTRACKER_MODE=alone\n');

  const ending = await run(folder, ['rules']);

  expect(ending).toEqual({
    code: 2,
    stdout: '',
    stderr: 'TRACKER_MODE has to be isolated or shared.\nTRACKER_SEED has to be a whole number.\n',
  });
});

for (const [what, source, reason] of [
  ['is no TypeScript', 'export default { testDir: ;', /^SyntaxError( \[Error\])?: \S*bad\.config\.ts: .*\(1:26\)$/],
  ['throws', "throw new Error('no sandbox today');", /^Error: no sandbox today$/],
] as const) {
  test(`run with a configuration that ${what} ends with 2 and says so last`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    startSuite(folder);
    writeFileSync(join(folder, 'bad.config.ts'), source);

    const ending = await run(folder, ['run', '--config', 'bad.config.ts']);

    expect(ending.code).toBe(2);
    const said = "The configuration bad.config.ts can't be loaded: ";
    const last = ending.stderr.trimEnd().split('\n').at(-1) ?? '';
    expect(last.slice(0, said.length)).toBe(said);
    expect(last.slice(said.length)).toMatch(reason);
  });
}

test('run with a spec that can not be loaded is a run that broke off', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  startSuite(folder);
  writeFileSync(join(folder, 'playwright.config.ts'), "export default { testDir: '.' };");
  writeFileSync(join(folder, 'a.spec.ts'), 'const = 1;');

  const ending = await run(folder, ['run']);

  expect(ending.code).toBe(1);
  expect(ending.stdout + ending.stderr).toMatch(/SyntaxError: \S*a\.spec\.ts: /);
});

test('playwright test with a wrong setting prints the sentence that the command prints, and no stack', async ({}, testInfo) => {
  const folder = testInfo.outputPath('cwd');
  writeSmallSuite(folder, { files: {} });

  const { code, stderr } = await runPlaywrightIn(folder, [], { TRACKER_MODE: 'alone' });

  expect(stderr).toMatch(/^\[?SettingsError: TRACKER_MODE has to be isolated or shared\.\]?\n$/);
  expect(code).toBe(1);
});

/** Makes a folder a project of its own: Playwright empties a folder beside the nearest package.json. */
function startSuite(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
}

/** Everything that can be given in place of the right file. */
function writeFiles(folder: string): void {
  for (const name of ['folder', 'shards/1', 'shards/2', 'shards/3']) mkdirSync(join(folder, name), { recursive: true });
  const binary = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 167) % 256));
  const files: readonly (readonly [string, string | Buffer])[] = [
    ['empty', ''],
    ['binary', binary],
    ['null.json', 'null'],
    ['list.json', '[]'],
    ['text.json', '"DT-N09"'],
    ['mistyped.json', '{"templtes": [], "connections": [{"nmae": "A"}], "anything": 1}'],
    ['shards/1/report.zip', binary],
    ['shards/2/report.zip', ''],
    ['shards/3/report.zip', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), binary])],
  ];
  symlinkSync('loop', join(folder, 'loop'));
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
}
