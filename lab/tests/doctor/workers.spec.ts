import { expect } from '@playwright/test';
import { mostTemplates } from '../../../cli/doctor/prediction/rule-needs.js';
import { test } from './doctor-test.js';

test('says how many templates it takes that every worker has a slot', async ({ subject }) => {
  const templates = subject.sandbox.templates.slice(0, 1);

  const { of } = await subject.runChecks({ sandbox: { ...subject.sandbox, templates }, workers: 4 });

  expect(of('workers')).toEqual([
    'warning: the sandbox has 1 slot, and a run 4 workers: the others run tests of test management only → ' +
      `name more templates in TRACKER_SANDBOX: 4 slots take ${4 * mostTemplates} templates with values for the same fields.`,
  ]);
});

test('is content with as many slots as workers', async ({ subject }) => {
  const { of } = await subject.runChecks({ workers: 4 });

  expect(of('workers')).toEqual(['ok: the sandbox has 4 slots, and a run 4 workers']);
});
