import { expect } from '@playwright/test';
import { mostAtOnce } from '../../../cli/doctor/prediction/rule-needs.js';
import { test } from './doctor-test.js';

test('says how many templates and connections it takes that no worker waits', async ({ subject }) => {
  const templates = subject.sandbox.templates.slice(0, 1);
  const connections = subject.sandbox.connections.filter(({ enabled }) => enabled).slice(0, 2);

  const { of } = await subject.runChecks({ sandbox: { ...subject.sandbox, templates, connections }, workers: 4 });

  expect(of('workers')).toEqual([
    `warning: with ${4 * mostAtOnce.templates} templates, 4 workers never wait; you name 1 → name more in TRACKER_SANDBOX, ` +
      'or run with --workers=1: others wait.',
    `warning: with ${4 * mostAtOnce.connections} connections, 4 workers never wait; you name 2 → name more in ` +
      'TRACKER_SANDBOX, or run with --workers=1: others wait.',
  ]);
});

test('is content with as many as the workers take', async ({ subject }) => {
  const templates = subject.sandbox.templates.slice(0, mostAtOnce.templates);

  const { of } = await subject.runChecks({ sandbox: { ...subject.sandbox, templates }, workers: 1 });

  expect(of('workers')[0]).toBe(
    `ok: with ${mostAtOnce.templates} templates, 1 worker never waits; you name ${mostAtOnce.templates}`,
  );
});

test('counts no connection that is not enabled, and says nothing of what the sandbox does not name', async ({
  subject,
}) => {
  const connections = subject.sandbox.connections.filter(({ enabled }) => !enabled);

  const { of } = await subject.runChecks({ sandbox: { ...subject.sandbox, templates: [], connections } });

  expect(of('workers')).toEqual([]);
});
