import { expect } from '@playwright/test';
import { defaultBasePaths } from '../../../contracts/index.js';
import { test } from './doctor-test.js';

/** A tracker with an API at another path. */
const movedTo = (api: keyof typeof defaultBasePaths, path: string) => ({
  basePaths: { ...defaultBasePaths, [api]: path },
});

test('an extension under a path that is known is found, and used by what follows', async ({ subject }) => {
  subject.reopen(movedTo('directory-sync', '/rest/adas/1.0/public'));

  const { of, facts, predictions = [] } = await subject.runChecks();

  expect(of('extensions')[1]).toBe(
    'ok: Directory sync at /rest/adas/1.0/public, not at /rest/ext/ad/1.0/public: a run finds it too; ' +
      `TRACKER_BASE_PATHS='{"directory-sync":"/rest/adas/1.0/public"}' spares the search`,
  );
  expect(facts.basePaths?.['directory-sync']).toBe('/rest/adas/1.0/public');
  expect(of('connections').every((line) => line.startsWith('ok'))).toBe(true);
  expect(predictions.find(({ rule }) => rule === 'AD-01')?.forecast).toBe('can be verified');
});

test('a path that is set wrong is told with the right one', async ({ subject }) => {
  const { of, predictions = [] } = await subject.runChecks({
    env: { TRACKER_BASE_PATHS: '{"default-templates": "/rest/wrong/1.0"}' },
  });

  expect(of('extensions')[0]).toBe(
    'missing: Default templates at /rest/api/it/1.0/default-template, and nothing at /rest/wrong/1.0 → set ' +
      `TRACKER_BASE_PATHS='{"default-templates":"/rest/api/it/1.0/default-template"}'.`,
  );
  expect(of('templates')).toEqual(['not checked: the default-template API does not answer']);
  expect(predictions.find(({ rule }) => rule === 'DT-01')).toMatchObject({
    forecast: 'failing',
    missingRequirements: [{ reason: 'the default-templates API does not answer' }],
  });
});

test('a path that is set right needs no search', async ({ subject }) => {
  subject.reopen(movedTo('test-management', '/rest/tests/2.0'));

  const { of } = await subject.runChecks({ env: { TRACKER_BASE_PATHS: '{"test-management": "/rest/tests/2.0"}' } });

  expect(of('extensions')[2]).toBe('ok: Test management at /rest/tests/2.0');
  expect(subject.tenant.journal().filter(({ url }) => url.startsWith('/rest/tms/1.0/api'))).toEqual([]);
});

test('an extension that answers nowhere is missing, and its rules fail', async ({ subject }) => {
  subject.reopen(movedTo('directory-sync', '/rest/nobody/knows'));

  const { of, predictions = [] } = await subject.runChecks();

  expect(of('extensions')[1]).toMatch(
    /^missing: Directory sync: nothing answers at \/rest\/ext\/ad\/1\.0\/public, nor at \d other paths .* → have the /,
  );
  expect(of('connections')).toEqual(['not checked: the directory-sync API does not answer']);
  const failing = predictions.filter(({ forecast }) => forecast === 'failing').map(({ rule }) => rule.slice(0, 2));
  expect([...new Set(failing)]).toEqual(['AD']);
});

test('an extension that refuses the user is missing, and its rules alone fail', async ({ subject }) => {
  subject.tenant.addFault({ kind: 'error-response', status: 403, path: '/rest/tms/1.0/api/steps/status' });

  const { of, predictions = [] } = await subject.runChecks();

  expect(of('extensions')[2]).toBe(
    'missing: Test management at /rest/tms/1.0/api answers 403 to the user → grant the user what the API asks for, or name ' +
      'a user who may use it.',
  );
  const failing = predictions.filter(({ forecast }) => forecast === 'failing');
  expect([...new Set(failing.map(({ rule }) => rule.slice(0, 2)))]).toEqual(['TM']);
  expect(failing[0]?.missingRequirements[0]?.reason).toBe('the test-management API refuses the user');
});

test('a previous pattern is told, if it is the only one or elsewhere', async ({ subject }) => {
  subject.reopen(movedTo('test-management', '/rest/nobody/knows'));
  const only = await subject.runChecks();
  subject.reopen({ assumptions: { 'TM-N01': '/rest/old/tests' } });
  const elsewhere = await subject.runChecks();

  expect(only.of('extensions')[2]).toBe(
    'missing: Test management at /rest/tms/1.0, and nothing at /rest/tms/1.0/api → set ' +
      `TRACKER_BASE_PATHS='{"test-management":"/rest/tms/1.0"}'.`,
  );
  expect(elsewhere.of('extensions')[3]).toMatch(
    /^warning: nothing answers at \/rest\/tms\/1\.0, .* → say where it is: TRACKER_ASSUMPTIONS/,
  );
});

test('a tracker without a service desk is told, and what is skipped for it', async ({ subject }) => {
  subject.reopen(movedTo('service-desk', '/rest/elsewhere'));

  const { of, predictions = [] } = await subject.runChecks();

  expect(of('extensions')[4]).toMatch(/^warning: no service desk answers → rules about request types need one/);
  expect(predictions.find(({ rule }) => rule === 'DT-26')?.forecast).toBe('skipped');
  expect(predictions.find(({ rule }) => rule === 'DT-25')?.forecast).toBe('can be verified');
});
