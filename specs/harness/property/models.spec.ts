import { expect, test } from '@playwright/test';
import { findDefect } from '../../../fake/index.js';
import { defaultTemplatesModel } from '../../../proof/properties/models/default-templates.js';
import { directorySyncModel } from '../../../proof/properties/models/directory-sync.js';
import { testManagementModel } from '../../../proof/properties/models/test-management.js';
import { tryModel } from '../../../proof/properties/models/try-model.js';

/** How many scenarios of up to twenty operations run. */
const RUNS = 60;

// Nothing here hangs; this limit is for a machine with much else to do.
test.describe.configure({ timeout: 300_000 });

test.describe('the fake and a simple model agree, operation by operation', () => {
  test('on default templates', async () => {
    expect(await tryModel(defaultTemplatesModel, { runs: RUNS, seed: 1 })).toBeUndefined();
  });

  test('on directory sync', async () => {
    expect(await tryModel(directorySyncModel, { runs: RUNS, seed: 1 })).toBeUndefined();
  });

  test('on test management', async () => {
    expect(await tryModel(testManagementModel, { runs: RUNS, seed: 1 })).toBeUndefined();
  });
});

test.describe('a model notices', () => {
  for (const name of ['DT-01-last-entry-dropped', 'DT-02-key-leaves-out-request-types', 'DT-04-first-project-only']) {
    test(name, async () => {
      const { override } = findDefect(name);

      expect(await tryModel(defaultTemplatesModel, { runs: RUNS, seed: 1, override })).toContain('They disagree on');
    });
  }

  for (const name of ['AD-12-total-one-less', 'AD-20-first-user-only', 'AD-20-every-connection-changed']) {
    test(name, async () => {
      const { override } = findDefect(name);

      expect(await tryModel(directorySyncModel, { runs: RUNS, seed: 1, override })).toContain('They disagree on');
    });
  }

  for (const name of [
    'TM-02-status-counts-groups',
    'TM-04-first-row-only',
    'TM-27-template-for-each-case',
    'TM-28-only-active-ignored',
  ]) {
    test(name, async () => {
      const { override } = findDefect(name);

      expect(await tryModel(testManagementModel, { runs: RUNS, seed: 1, override })).toContain('They disagree on');
    });
  }

  test('with a scenario of few calls', async () => {
    const { override } = findDefect('DT-04-first-project-only');

    const scenario = await tryModel(defaultTemplatesModel, { runs: RUNS, seed: 1, override });

    expect(scenario?.match(/^\d+\. /gm)?.length).toBeLessThanOrEqual(2);
  });
});
