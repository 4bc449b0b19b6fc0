import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { UnreachableError } from '../../../client/wire-errors.js';
import { renderSweep } from '../../../cli/sweep.js';
import { printable } from '../../../client/print.js';
import { findLeftovers } from '../../../provide/external/sweep/find-leftovers.js';
import type { LeftAlone } from '../../../provide/external/sweep/find-leftovers.js';
import { openSweep, undoLeftovers } from '../../../provide/external/sweep/sweep.js';
import { abandon, entryIn, leaseSandbox, ledgersOf, valuesIn, sweep, test as base, unguarded } from './sweep-test.js';
import type { Run } from './sweep-test.js';

const HOUR = 3_600_000;

/** Longer than the search of the tracker takes to find a new issue, in milliseconds. */
const FOUND = 400;

type Made = Awaited<ReturnType<typeof makeData>>;

/** A project that the run has made, and an issue in a project of the sandbox. */
async function makeData({ provisioner, build }: Pick<Run, 'provisioner' | 'build'>) {
  const sandboxProject = await provisioner.project({ templatePostFunction: 'keep' });
  const [type = { name: '' }] = sandboxProject.issueTypes;
  const { key: issue } = await provisioner.issue(build.issue.in(sandboxProject, type).build());
  return { project: (await provisioner.project({})).key, issue };
}

const test = base.extend<{ made: Made }>({
  made: async ({ run }, use) => use(await makeData(run)),
});

test.describe('a sweep leaves alone', () => {
  const younger = { olderThan: HOUR };
  const over = 'it has ended, but only recently: its last entry in the ledger is from';
  const mayGoOn = 'it may still be running on another machine: what carries its mark was made';
  const ago = String.raw`\d+ s ago, and the sweep waits until 1 h after that$`;
  for (const [what, need, state, reason] of [
    ['whose process lives, whatever its age', { goesOn: true }, 'going on', /^it is still running: its process \d+ is/],
    ['that is younger', younger, 'over', new RegExp(`^${over} ${ago}`)],
    ['that is younger, by its marks without its ledger', younger, 'may go on', new RegExp(`^${mayGoOn} ${ago}`)],
  ] as const) {
    test(`a run ${what}`, async ({ shared, run: { setup }, made }) => {
      for (const file of ledgersOf(shared).filter(() => state === 'may go on')) rmSync(file);
      await sleep(FOUND);

      const report = await sweep(shared, { yes: true, ...need });

      const why = expect.stringMatching(reason);
      const left = expect.arrayContaining([`project ${made.project}`, `issue ${made.issue}`]);
      expect(report).toMatchObject({ rows: [], remaining: 0 });
      expect(report.leftAlone).toStrictEqual([{ run: shared.settings.runId, state, why, left }]);
      expect(await setup.getIssue({ issueIdOrKey: made.issue })).toMatchObject({ key: made.issue });
    });
  }

  test('what a ledger says of another tracker, however its URL is written', async ({ shared, run }) => {
    const { key } = await run.provisioner.project({});
    const [file = ''] = ledgersOf(shared);
    const text = readFileSync(file, 'utf8');
    const { hostname, port } = new URL(shared.external.url);

    writeFileSync(file, text.replaceAll(shared.external.url, 'https://other.example.com'));
    const { leftAlone } = await sweep(shared);
    writeFileSync(file, text.replaceAll(shared.external.url, `https://${hostname.toUpperCase()}:${port}/x/`));
    const ours = await sweep(shared);

    const why = 'it was a run on another tracker, https://other.example.com';
    expect(leftAlone).toStrictEqual([
      { run: shared.settings.runId, why, state: 'elsewhere', left: [`project ${key}`] },
    ]);
    expect(valuesIn(ours)).toStrictEqual([`project ${key}: listed`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run.setup.getProject({ projectIdOrKey: key })).toMatchObject({ key });
  });

  test('a part of the sandbox that a run has by now', async ({ shared, run: { tracker, provisioner } }) => {
    const project = await provisioner.project({});
    const { id } = await provisioner.template({});
    await tracker.setup.create(entryIn(project.id, id, project.issueTypes[0]?.id));
    await abandon(shared);
    const held = await openSweep(shared.settings, shared.external, { olderThan: 0, settle: 0 }).claim();

    const report = await sweep(shared, { yes: true, goesOn: true });
    await held?.release();

    const why = `a run has the sandbox now, and template ${id} with it: sweep again when it has ended`;
    expect(report.rows).toContainEqual(expect.objectContaining({ kind: 'entries', outcome: 'left', why }));
  });
});

test.describe('without a ledger', () => {
  test('marks tell what is ours, once their run no longer has the sandbox', async ({ shared, run, made }) => {
    const lease = await leaseSandbox(shared, run);
    for (const file of ledgersOf(shared)) rmSync(file);
    await sleep(FOUND);

    const spared = await sweep(shared, { yes: true, goesOn: true });
    await lease.release();
    for (const file of ledgersOf(shared)) rmSync(file);
    const report = await sweep(shared, { yes: true });

    const why: unknown = expect.stringContaining('it has the sandbox, since ');
    expect(spared).toMatchObject({ rows: [], leftAlone: [{ run: shared.settings.runId, state: 'may go on', why }] });

    expect(
      report.rows.map(({ run: of, toldBy, what, outcome }) => [of, toldBy, what.replace(/ ".*"/, ''), outcome]),
    ).toStrictEqual(
      [`issue ${made.issue}`, `project ${made.project}`].map((what) => [
        shared.settings.runId,
        'mark',
        what,
        'deleted',
      ]),
    );
    expect(shared.tenant.state()).toStrictEqual(run.before);
  });

  test('what only looks like ours is left, and named if another user put the mark of a run on it', async ({
    shared,
    run: { tracker, provisioner, setup },
  }) => {
    const { caller } = await provisioner.plainUser();
    const [{ key: sandboxKey } = { key: '' }] = shared.sandbox.projects;
    const { issueTypes } = await setup.getProject({ projectIdOrKey: sandboxKey });
    const { name: lead } = await setup.getMyself();
    await setup.createProject({ body: { key: 'EMINE', name: 'tracker-e2e EMINE', projectTypeKey: 'software', lead } });
    const fields = { project: { key: sandboxKey }, issuetype: { id: issueTypes[0]?.id } };
    for (const summary of ['Copied by hand [tracker-e2e abc12]', 'About [tracker-e2e] as such']) {
      await unguarded(tracker, caller).createIssue({ body: { fields: { ...fields, summary } } });
    }
    const before = shared.tenant.state();
    await sleep(FOUND);

    const sandbox = { ...shared.sandbox, plainUser: undefined, whitelistedUser: undefined };
    const report = await sweep(shared, { yes: true, sandbox });

    expect(report).toMatchObject({ rows: [], remaining: 0 });
    expect(report.foreign.map(({ what, why }) => `${what.replace(/[A-Z0-9]+-\d+/, 'X')}: ${why}`)).toStrictEqual([
      `issue X "Copied by hand [tracker-e2e abc12]": ${caller.name} created it, and runs with these settings log in as ${lead}`,
    ]);
    expect(shared.tenant.state()).toStrictEqual(before);
  });
});

test('what can not be looked at or read is named, and the rest is cleaned up', async ({ shared, run }) => {
  const { key } = await run.provisioner.project({});
  const issue = `${shared.leaseProject}-1`;
  shared.ledger().pending({ kind: 'issue', what: issue });
  const [ledger = ''] = ledgersOf(shared);
  appendFileSync(ledger, '\n{"event":"pen');
  writeFileSync(join(dirname(ledger), 'z.jsonl'), Buffer.from([0xff, 0xfe, 0, 10, 0, 1, 10, 200]));
  const silent = (what: string) => () => Promise.reject(new UnreachableError('GET', what, new Error('timed out')));
  const setup = { ...run.setup, getIssue: silent('the issue'), searchIssuesByPost: silent('the search') };

  const report = await sweep(shared, { yes: true, setup });

  expect(report.rows).toMatchObject([
    { what: `issue ${issue}`, outcome: 'left', why: expect.stringContaining('the issue got no answer') },
    { what: `project ${key}`, outcome: 'deleted' },
  ]);
  expect(report.unseen).toStrictEqual([
    expect.stringMatching(
      /z\.jsonl is no ledger that can be read: none of its 3 lines is one of a ledger\. Restore the file, or move it away/,
    ),
    expect.stringMatching(/^Not every issue .* the search got no answer: timed out/),
  ]);
  expect(report.notes).toStrictEqual([
    expect.stringMatching(`Line \\d+ of ${ledger} is cut off or no line of a ledger, and is passed over\\.$`),
  ]);
  // What was written after the line that is cut off stands by itself.
  expect(shared.left()).toStrictEqual([`issue ${issue}`]);
  const text = renderSweep(report, { olderThan: 0, settle: 0 });
  expect(text).toContain('Not everything could be looked for. Sweep again.');
});

test('two sweeps at once do no harm', async ({ shared, run, made }) => {
  await abandon(shared);
  const scope = openSweep(shared.settings, shared.external, { olderThan: 0, settle: 500 });
  const found = await Promise.all([findLeftovers(scope), findLeftovers(scope)]);

  const ended = await Promise.all(found.map(({ items }) => undoLeftovers(items, scope)));

  expect(ended.flat().map(({ item }) => item.what)).toContain(made.project);
  expect(ended.flat().filter(({ problem, foreign }) => problem !== undefined || foreign !== undefined)).toStrictEqual(
    [],
  );
  run.expectAsBefore();
});

const nothing = { tracker: 'http://tracker.test', foreign: [], leftAlone: [], notes: [], unseen: [] };

test('the command that cleans up after a recent run stands after it, and none for a run that was elsewhere', () => {
  const recent = { run: 'ab12z', why: 'it has ended, but only recently', left: ['project ONE'] };
  const command = 'tracker-e2e sweep --older-than 0s --ledger ledgers --yes';
  const [older, earlier] = ['runs that are older than 1 h', 'earlier runs'];
  for (const [states, of, remedy] of [
    [['over'], older, 'the recent run now'],
    [['may go on'], older, 'the recent run now, if you know that it has ended'],
    [['may go on', 'over'], older, 'the 2 recent runs now, if you know that they have ended'],
    [['elsewhere'], earlier, undefined],
  ] as const) {
    const leftAlone = states.map((state): LeftAlone => ({ ...recent, run: state, state }));
    const text = renderSweep(
      { ...nothing, rows: [], remaining: 0, leftAlone },
      { olderThan: HOUR, settle: 15_000, ledger: 'ledgers' },
    );

    expect(text).toContain(`\nNothing of ${of} is left on http://tracker.test.\n`);
    expect(text.split('\nTo clean up after ')[1]).toBe(remedy && `${remedy}: ${command}`);
  }
});

test('a summary of an issue can neither look like another line of a sweep nor clear the terminal', () => {
  const row = { run: 'ab12z', at: '2026-01-02T03:04:05.000Z', toldBy: 'mark', kind: 'issue', where: 'ONE' } as const;
  const what = 'issue ONE-1 "x\u001b[2J\r\n  - project ALL (ALL): delete it"';
  const rows = [{ ...row, what, would: 'delete it with its sub-tasks', outcome: 'listed' }] as const;

  const text = printable(renderSweep({ ...nothing, rows, remaining: 1 }, { olderThan: HOUR, settle: 15_000 }));

  expect(text.split('\n').slice(0, 3)).toStrictEqual([
    'Run ab12z of 2026-01-02 03:04 UTC, found by its mark:',
    String.raw`  - issue ONE-1 "x\u001b[2J\u000a  - project ALL (ALL): delete it" (ONE): delete it with its sub-tasks`,
    '',
  ]);
});
