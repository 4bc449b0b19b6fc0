import { expect } from '@playwright/test';
import { test } from './doctor-test.js';

test.describe('on a tracker that has everything', () => {
  test('every check is fine', async ({ subject }) => {
    const { lines } = await subject.runChecks({ workers: 2 });

    expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect([...new Set(lines.map(({ check }) => check))]).toEqual([
      'reachable',
      'version',
      'edition',
      'clock',
      'credentials',
      'permissions',
      'extensions',
      'custom fields',
      'issue types',
      'sandbox projects',
      'test projects',
      'templates',
      'connections',
      'workers',
      'second user',
      'leftovers',
      'rate limits',
    ]);
  });

  test('says who and what is there', async ({ subject }) => {
    const { of } = await subject.runChecks();

    expect(of('reachable')).toEqual([`ok: “Tracker of other people” answers at ${subject.url}`]);
    expect(of('version')).toEqual(['ok: 9.4.17, build 90417']);
    expect(of('credentials')).toEqual([
      expect.stringMatching(`^ok: ${subject.login.username} \\(key JIRAUSER\\d+\\), by HTTP Basic$`),
    ]);
    expect(of('extensions')[0]).toBe('ok: Default templates at /rest/api/it/1.0/default-template');
    const desk = subject.world.projects.find(
      ({ type, key }) => type === 'service_desk' && subject.sandbox.projects.some((project) => project.key === key),
    );
    expect(of('sandbox projects')).toContain(
      `ok: ${desk?.key} (overwrite): service desk, request types House request 1, House request 2, House request 3`,
    );
    expect(of('connections').at(-1)).toMatch(/^ok: "Closed directory" \(id \d+\) is not enabled, as the settings say$/);
  });

  test('nothing but GET is sent, and nothing is changed', async ({ subject }) => {
    const before = JSON.stringify(subject.tenant.state());

    await subject.runChecks();

    const journal = subject.tenant.journal();
    expect(journal.length).toBeGreaterThan(50);
    expect([...new Set(journal.map(({ method }) => method))]).toEqual(['GET']);
    expect(journal.every(({ requestBody }) => requestBody === '')).toBe(true);
    expect(JSON.stringify(subject.tenant.state())).toBe(before);
  });

  test('no call is made twice', async ({ subject }) => {
    await subject.runChecks();

    const journal = subject.tenant.journal();
    const calls = journal.map(({ url, caller }) => `${url} as ${caller ?? 'nobody'}`);
    const twice = calls.filter((call, index) => calls.indexOf(call) !== index);
    // The second user logs in by password and by token; an extension is looked for before it is read.
    expect(twice.filter((call) => !/\/(myself|connection) /.test(call))).toEqual([]);
  });

  test('all rules but those that take an admin or a disposable tracker can be verified', async ({ subject }) => {
    const { predictions = [] } = await subject.runChecks();

    expect(predictions).toHaveLength(104);
    const not = predictions.filter(({ forecast }) => forecast !== 'can be verified');
    expect(not.map(({ rule, forecast }) => `${rule} ${forecast}`)).toEqual([
      'DT-32 skipped',
      'AD-22 skipped',
      'AD-24 skipped',
      'AD-25 skipped',
    ]);
  });

  test('on a disposable one no rule is left to its scope', async ({ subject }) => {
    const { predictions = [] } = await subject.runChecks({ sandbox: { ...subject.sandbox, disposable: true } });

    const not = predictions.filter(({ forecast }) => forecast !== 'can be verified');
    expect(not.map(({ rule }) => rule)).toEqual(['AD-22', 'AD-24', 'AD-25']);
  });
});

test('what is not GET is stopped before it is sent', async ({ subject }) => {
  const { context } = await subject.runChecks();
  const sent = subject.tenant.journal().length;

  await expect(context.read().deleteProject({ projectIdOrKey: 'ANY' })).rejects.toThrow('DELETE');

  expect(subject.tenant.journal()).toHaveLength(sent);
});
