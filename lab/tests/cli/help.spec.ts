import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { createProgram } from '../../../cli/create-program.js';
import { refuseBadValues } from '../../../cli/support/refuse-options.js';
import { playwrightOptions } from '../../../reports/selection/playwright-options.js';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { exitCodes } from '../../../reports/exit-codes.js';
import { run } from './command.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

interface Help {
  readonly args: readonly string[];
  /** What it has to name. */
  readonly names: readonly string[];
}

const helps: readonly Help[] = [
  {
    args: ['--help'],
    names: [
      'Usage: tracker-e2e [options] [command]',
      'TRACKER_URL',
      '  init ',
      '  run ',
      '  merge ',
      '  rules ',
      '  fake ',
      '  world ',
    ],
  },
  {
    args: ['run', '--help'],
    names: [
      'Usage: tracker-e2e run [options] [playwright arguments...]',
      '--shared',
      '--grep',
      '--shard',
      '--reports',
      '.env.example',
      ...Object.values(exitCodes).map((code) => `${code} `),
    ],
  },
  {
    args: ['verify', '--help'],
    names: [
      'Usage: tracker-e2e verify [options] [playwright arguments...]',
      '--shard',
      '--rules',
      '--endpoints',
      '.env',
    ],
  },
  {
    args: ['eject', '--help'],
    names: ['Usage: tracker-e2e eject [options] <rule|file> [folder]', 'overwrites nothing'],
  },
  {
    args: ['fake', '--help'],
    names: [
      'Usage: tracker-e2e fake [options]',
      '--port',
      '--host',
      '--context-path',
      '--world',
      '--assumptions',
      '--defect',
    ],
  },
  {
    args: ['merge', '--help'],
    names: ['Usage: tracker-e2e merge [options] <folder>', '--reports', '--config', 'TRACKER_GATE'],
  },
  {
    args: ['rules', '--help'],
    names: ['Usage: tracker-e2e rules [options]', '--mode', '--file', '--api', '--state', '--rule', '--json'],
  },
  {
    args: ['sweep', '--help'],
    names: [
      'Usage: tracker-e2e sweep',
      '--yes',
      '--older-than',
      '--ledger',
      '--settle',
      '--json',
      '6 something is left',
    ],
  },
  {
    args: ['documents', '--help'],
    names: ['Usage: tracker-e2e documents [options] <folder>', '--json', '--rows', '--output', '7 sentences differ'],
  },
  {
    args: ['init', '--help'],
    names: ['Usage: tracker-e2e init [options] [folder]', '--ci', '--from', '--no-install', 'overwrites nothing'],
  },
  { args: ['world', '--help'], names: ['Usage: tracker-e2e world [options]', '--output'] },
  {
    args: ['defects', '--help'],
    names: ['Usage: tracker-e2e defects [options] [rules...]', '--json', 'TRACKER_DEFECT='],
  },
];

for (const { args, names } of helps) {
  test(`${args.join(' ')} explains itself and ends with 0`, async ({}, testInfo) => {
    const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), args);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(names.filter((name) => !stdout.includes(name))).toEqual([]);
  });
}

const commands = createProgram().commands.filter((command) => command.name() !== 'help');

test('there are commands whose help can be asked for', () => {
  expect(commands.length).toBeGreaterThan(helps.length);
});

for (const name of commands.map((command) => command.name())) {
  test(`help ${name} has an example of it and its exit codes`, async ({}, testInfo) => {
    const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), ['help', name]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Examples?:\\n  .*tracker-e2e ${name}\\b`, 'm'));
    expect(stdout).toMatch(/^Exit codes?:?\s.*\d|exit codes? (is|are) /im);
    expect(stdout).toContain('-h, --help');
  });
}

test('the first sentence of the help fills its lines', async ({}, testInfo) => {
  const { stdout } = await run(testInfo.outputPath('cwd'), ['--help']);

  expect(
    stdout
      .split('\n\n')[1]
      ?.split('\n')
      .slice(0, -1)
      .filter((line) => line.length < 60),
  ).toEqual([]);
});

test('help of a command nobody knows ends with 2 and the one that is meant', async ({}, testInfo) => {
  expect(await run(testInfo.outputPath('cwd'), ['help', 'runn'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "error: unknown command 'runn'\n(Did you mean run?)\n(--help lists the commands and options)\n",
  });
});

test('--version is that of the package', async ({}, testInfo) => {
  expect(await run(testInfo.outputPath('cwd'), ['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test('a command nobody knows ends with 2 and the one that is meant', async ({}, testInfo) => {
  expect(await run(testInfo.outputPath('cwd'), ['wrold'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "error: unknown command 'wrold'\n(Did you mean world?)\n(--help lists the commands and options)\n",
  });
});

const mistyped = [
  { args: ['fake', '--prot', '1'], unknown: '--prot', meant: '--port' },
  { args: ['rules', '--states', 'failing'], unknown: '--states', meant: '--state' },
  { args: ['world', '--outptu', 'a.json'], unknown: '--outptu', meant: '--output' },
];

for (const { args, unknown, meant } of mistyped) {
  test(`${args.join(' ')} ends with 2 and the option that is meant`, async ({}, testInfo) => {
    expect(await run(testInfo.outputPath('cwd'), args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: unknown option '${unknown}'\n(Did you mean ${meant}?)\n(--help lists the commands and options)\n`,
    });
  });
}

const mistaken = [
  { args: ['init', '--ci', 'gitlba'], option: '--ci <kind>', value: 'gitlba', meant: 'gitlab' },
  { args: ['rules', '--mode', 'shraed'], option: '--mode <mode>', value: 'shraed', meant: 'shared' },
];

for (const { args, option, value, meant } of mistaken) {
  test(`${args.join(' ')} ends with 2 and the value that is meant`, async ({}, testInfo) => {
    expect(await run(testInfo.outputPath('cwd'), args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: option '${option}' argument '${value}' is invalid. Did you mean ${meant}?\n(--help lists the commands and options)\n`,
    });
  });
}

const likeOurs = [
  { args: ['run', '--grpe', '@DT-13'], unknown: '--grpe', meant: '--grep' },
  { args: ['run', '--reporter', 'line', '--profil=a.json'], unknown: '--profil', meant: '--profile' },
  { args: ['observe', '--snice', 'old.json'], unknown: '--snice', meant: '--since' },
];

for (const { args, unknown, meant } of likeOurs) {
  test(`${args.join(' ')} ends with 2 before anything runs, with the option of tracker-e2e that is meant`, async ({}, testInfo) => {
    expect(await run(testInfo.outputPath('cwd'), args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: unknown option '${unknown}'\n(Did you mean ${meant}?)\n(--help lists those of tracker-e2e, \`npx playwright test --help\` Playwright’s)\n`,
    });
  });
}

const playwrightRefuses = [
  { args: ['run', '--retrys=2'], says: "unknown option '--retrys=2'", refused: '--retrys=2' },
  { args: ['observe', '-y'], says: "unknown option '-y'", refused: '-y' },
];

for (const { args, says, refused } of playwrightRefuses) {
  test(`${args.join(' ')} ends with 2, as Playwright has no such option`, async ({}, testInfo) => {
    const { code, stderr } = await run(testInfo.outputPath('cwd'), args);

    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${says}`);
    expect(stderr).toContain(`Playwright refuses ${refused}: \`npx playwright test --help\` lists its options.\n`);
  });
}

test('the options of Playwright that run and observe know are those of the Playwright that is installed', () => {
  const { stdout } = spawnSync(process.execPath, [playwrightCommand(), 'test', '--help'], { encoding: 'utf8' });
  const installed = [...stdout.matchAll(/^ {2}(-[\w-]+(?:, --[\w-]+)?)(?: ([<[]))?/gm)].map(
    ([, names = '', value]) => ({
      names: names.split(', '),
      value: value === '<' ? 'required' : value === '[' ? 'optional' : undefined,
    }),
  );

  expect(playwrightOptions.map(({ names, value }) => ({ names, value }))).toEqual(installed);
});

for (const value of [
  ...['--workers=0', '-j0', '--workers=-1', '--retries=x', '--timeout=-5', '--repeat-each=1.5', '--max-failures='],
  ...['--shard=0/4', '--shard=5/4', '--shard=x', '--grep=[', '-G('],
]) {
  test(`${value} is refused before anything runs`, () => {
    expect(() => refuseBadValues([value])).toThrow(/^error: option '--[a-z-]+' argument '.*' is invalid\. [A-Z].*\.$/);
  });
}

test('values that Playwright takes are not refused', () => {
  const taken = [
    '--workers=50%',
    '-j',
    '2',
    '-j4',
    '--retries=0',
    '--timeout=0',
    '--shard=4/4',
    '--grep',
    '/a|b/i',
    '-gv',
    'x',
  ];

  expect(() => refuseBadValues([...taken, '--last-failed', '--ui', 'some.spec.ts', '--unknown=['])).not.toThrow();
});

for (const args of [
  ['run', '--workers', '0'],
  ['run', '--shard', '0/4'],
  ['observe', '--retries=x'],
]) {
  test(`${args.join(' ')} ends with 2 and says what is needed`, async ({}, testInfo) => {
    const { code, stdout, stderr } = await run(testInfo.outputPath('cwd'), args);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: option '--(workers|shard|retries)' argument '[^']+' is invalid\. [^\n]+\n$/);
  });
}

test('no command ends with 2 and the help', async ({}, testInfo) => {
  const { code, stderr } = await run(testInfo.outputPath('cwd'), []);

  expect(code).toBe(2);
  expect(stderr).toContain('Usage: tracker-e2e [options] [command]');
});
