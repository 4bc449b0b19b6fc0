import { spawnSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createProgram } from '../../../cli/carry-out.js';
import { playwrightCommand } from '../../../cli/support/playwright.js';
import { exitCodeMeanings, exitCodes } from '../../../reports/exit-codes.js';
import { playwrightOptions } from '../../../reports/playwright-options.js';
import { projectText } from '../fixtures/run-specs.js';
import { runHere, writeFiles } from './command.js';
import { ejectedFiles, findSpecs } from '../../../cli/eject.js';
import { ruleIds } from '../../../contracts/index.js';
import { defects } from '../../../fake/index.js';

const commands = (await createProgram()).commands.map((command) => command.name()).filter((name) => name !== 'help');

test('the help names every command, each help has an example and exit codes, and --version is that of the package', async () => {
  const { code, stdout, stderr } = await runHere(['--help']);

  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  expect(commands.length).toBeGreaterThan(12);
  expect(commands.filter((name) => !stdout.includes(`  ${name} `))).toStrictEqual([]);
  expect(await runHere(['--version'])).toStrictEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  for (const name of commands) {
    const help = await runHere(['help', name]);
    expect.soft(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('-h, --help') });
    expect.soft(help.stdout).toMatch(new RegExp(`^Examples?:\\n  .*tracker-e2e ${name}\\b`, 'm'));
    expect.soft(help.stdout).toMatch(/^Exit codes?:?\s.*\d|exit codes? (is|are) /im);
  }
});

test('README.md has every exit code, as the command says it', async () => {
  const rows = [...projectText('README.md').matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map((row) => row.slice(1));
  const { stdout } = await runHere(['run', '--help']);

  expect(rows).toStrictEqual(Object.entries(exitCodeMeanings));
  expect(Object.keys(exitCodeMeanings).map(Number)).toStrictEqual(Object.values(exitCodes));
  expect(Object.values(exitCodes).filter((code) => !stdout.includes(`${code} `))).toStrictEqual([]);
});

test('the options of Playwright that run and observe know are those of the Playwright that is installed', () => {
  const { stdout } = spawnSync(process.execPath, [playwrightCommand(), 'test', '--help'], { encoding: 'utf8' });
  const kinds: Readonly<Record<string, string>> = { '<': 'required', '[': 'optional' };
  const installed = [...stdout.matchAll(/^ {2}(-[\w-]+(?:, --[\w-]+)?)(?: ([<[]))?/gm)];

  expect(playwrightOptions.map(({ names, value }) => [names.join(), value]).sort()).toStrictEqual(
    installed.map(([, names = '', value = '']) => [names.replace(', ', ','), kinds[value]]).sort(),
  );
});

const binary = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 167) % 256));
const ID = '00000000-0000-4000-8000-000000000000';

const files: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  binary,
  'null.json': 'null',
  'list.json': '[]',
  'newer.json': '{"schemaVersion": 2}',
  // With a mark of the order of its bytes, as the one in UTF-16.
  'mistyped.json': '\uFEFF{"templtes": [], "connections": [{"nmae": "A"}], "anything": 1}',
  'utf16.json': Buffer.from('\uFEFF{"projcts": []}', 'utf16le'),
  'folder/file': '',
  'text.pid': '12 monkeys\n',
  'other.pid': `${process.pid}\nhttp://127.0.0.1:1\n${ID}\n`,
};

const external = { TRACKER_URL: 'http://127.0.0.1:1', TRACKER_USERNAME: 'qa', TRACKER_PASSWORD: 'not-the-point' };
const help = '\n(--help lists the commands and options)\n';
const ours = '\n(--help lists those of tracker-e2e, `npx playwright test --help` Playwright’s)\n';
const inSandbox = 'TRACKER_SANDBOX (in mistyped.json): ';
const replaced = /^--reporter replaces the reporters of .* TRACKER_REPORTS .* --add-reporter\.\n$/;

/** Commands with words between blanks, what they say, and the settings that they have. */
const refused: readonly (readonly [string, string | RegExp, Readonly<Record<string, string>>?])[] = [
  // Commands and options nobody knows.
  ['', /^Usage: tracker-e2e \[options\] \[command\]/],
  ['wrold', `error: unknown command 'wrold'\n(Did you mean world?)${help}`],
  ['fake --prot 1', `error: unknown option '--prot'\n(Did you mean --port?)${help}`],
  ['run --grpe @DT-13', `error: unknown option '--grpe'\n(Did you mean --grep?)${ours}`],
  ['eject DT01', /^DT01 is neither a rule nor a spec of the suite\. Did you mean DT-01/],
  ['eject list-user', /\. Did you mean list-users\?\n$/],
  ['eject sequences', /^sequences is more than one spec\. Did you mean default-templates\/sequences\.spec\.ts or /],
  ['eject nothing-like-it', /`tracker-e2e verify --list` lists the specs\.\n$/],
  // Values that options do not take.
  ['fake --port 70000', /argument '70000' is invalid\. A port is a number from 0 to 65535\.\n/],
  ['run --retries=x', "error: option '--retries' argument 'x' is invalid. A whole number is needed.\n"],
  ['run', /There is no defect 'DT-01-last'/, { TRACKER_DEFECT: 'DT-01-last' }],
  ['run --reporter line', replaced],
  ['verify --reporter=line', replaced],
  [
    'verify default-templates/create.spec.ts default-templates/creates.spec.ts',
    'There is no file default-templates/creates.spec.ts. Did you mean default-templates/create.spec.ts?\n',
  ],
  // Settings.
  [
    'rules',
    'TRACKER_SEDE is no setting: did you mean TRACKER_SEED or TRACKER_MODE?\n' +
      'TRACKER_SANDBXO is no setting: did you mean TRACKER_SANDBOX?\n',
    { TRACKER_SEDE: '7', TRACKER_SANDBXO: 'sandbox.json', TRACKER_OTHERS: 'are fine' },
  ],
  ['doctor', /^The doctor looks at a tracker, and the settings name none: set TRACKER_URL, /],
  [
    'sweep',
    /^TRACKER_URL is missing: a sweep is for a tracker that others use\. The bundled fake is gone with its run\.\n/,
  ],
  [
    'doctor',
    `${inSandbox}connections.0 Unrecognized key: "nmae" (did you mean "name"?).\n` +
      `${inSandbox}connections.0 needs an id or a name.\n` +
      `${inSandbox}Unrecognized keys: "templtes" (did you mean "templates"?), "anything".\n`,
    { ...external, TRACKER_SANDBOX: 'mistyped.json' },
  ],
  ['rules', 'TRACKER_OUTPUT has to name a folder: null.json is a file.\n', { TRACKER_OUTPUT: 'null.json' }],
  // Files and folders.
  ['merge folder', /^There is no blob report in folder: name the folder with what `tracker-e2e run --shard` left/],
  ['run --config gone.ts', '--config gone.ts is neither a configuration nor a folder of one.\n'],
  ['fake --world null.json', "The world can't be loaded:\n  - the document: has to be an object\n"],
  ['fake --world utf16.json', /Unrecognized key: "projcts" \(did you mean "projects"\?\)/],
  ['fake --world binary', "--world binary can't be read: it is no text in UTF-8 or UTF-16: save it in UTF-8.\n"],
  ['fake --assumptions list.json', '--assumptions (in list.json): has to be an object.\n'],
  ['fake --faults {"kind":"connection-reset","moment":"x"}', /^The fault can't be used: 0\.moment: has to be /],
  [
    'fake --host 0.0.0.0',
    'On 0.0.0.0 other machines may reach the fake, so its control API needs a token: name one with --control-token or ' +
      'TRACKER_CONTROL_TOKEN (in a program: controlToken), or listen on 127.0.0.1.\n',
  ],
  [
    'fake --control-token short',
    "The token of the control API can't be used: it is 8 to 200 letters, digits and signs, without blanks.\n",
  ],
  ['fake --stop --pid-file text.pid', /is no pid file/],
  ['fake --stop --pid-file other.pid', new RegExp(`^Nothing was stopped: process ${process.pid} does not answer`)],
  ['run --profile newer.json', /^TRACKER_PROFILE \(in newer\.json\): Its schemaVersion 2 is newer than 1, [^\n]*\.\n$/],
  [
    'rules --file list.json',
    'list.json is no rule matrix of this version of tracker-e2e: run the tests again.\n' +
      '✖ Invalid input: expected object, received array\n',
  ],
  ['rules', 'There is no run yet: no rules.json in a folder of tracker-output. `tracker-e2e run` writes one.\n'],
  ['observe --output null.json/profile.json', /^null.json.profile\.json can't be written: (EEXIST|ENOTDIR): [^\n]*\n$/],
  ['sweep --ledger nowhere', /^--ledger nowhere is neither a folder nor a file: name a ledger, or a folder /, external],
];

for (const [index, [command, stderr, settings]] of refused.entries()) {
  test(`“${command}” with ${JSON.stringify(settings ?? {})} ends with 2 and says why (${index})`, async ({}, testInfo) => {
    const folder = testInfo.outputPath('cwd');
    writeFiles(folder, files);

    const ending = await runHere(command.split(' ').slice(command === '' ? 1 : 0), settings);

    expect(ending).toMatchObject({
      code: 2,
      stderr: stderr instanceof RegExp ? expect.stringMatching(stderr) : stderr,
    });
    expect(ending.stdout.replace(/^Running .*\n/, '')).toBe('');
    expect(readFileSync(join(folder, 'null.json'), 'utf8')).toBe('null');
  });
}

test('defects lists every defect under the rule it breaks, or those of one rule', async () => {
  const { code, stdout, stderr } = await runHere(['defects']);
  const some = await runHere(['defects', 'DT-02']);

  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  expect(defects.filter(({ name, breaks }) => !stdout.includes(`    ${name}: ${breaks}\n`))).toStrictEqual([]);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${defects.length} defects of 104 rules`);
  const own = defects.filter(({ rule }) => rule === 'DT-02');
  expect(some.stdout).toMatch(new RegExp(`^DT-02 [^]*\n${own.length} defects of 1 rule\n$`));
});

const specs = join(import.meta.dirname, '../../../specs');

test('each rule has a spec to copy, and copied specs import each other and the entries of the package only', () => {
  expect(ruleIds.filter((id) => findSpecs(specs, id).length === 0)).toStrictEqual([]);
  const files = ejectedFiles(specs, [...new Set(ruleIds.flatMap((id) => findSpecs(specs, id)))]);
  const imports = files.flatMap(({ path, text }) =>
    [...text.matchAll(/ from '([^']+)'/g)].map(([, from = '']) =>
      from.startsWith('.') ? join(path, '..', from).replace(/\.js$/, '.ts') : from,
    ),
  );
  const known = [...files.map(({ path }) => path), 'tracker-e2e', 'tracker-e2e/builders'];

  expect(files.length).toBeGreaterThan(50);
  expect([...new Set(imports)].filter((from) => !known.includes(from) && !from.startsWith('node:'))).toStrictEqual([]);
  expect(files.filter(({ path }) => !existsSync(join(specs, path)))).toStrictEqual([]);
});
