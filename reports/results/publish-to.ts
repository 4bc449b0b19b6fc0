import type { Results } from '../../contracts/report/results.js';
import { SettingsError } from '../../fixtures/errors.js';
import { keepSecrets } from '../../fixtures/reporting/secrets.js';
import { loadSettings, secretsOf } from '../../fixtures/settings/load-settings.js';
import { choiceOf } from './publish/publish-choice.js';
import type { PublishChoice } from './publish/publish-choice.js';
import { openPlanClient } from './publish/plan-client.js';
import { publish, renderReport } from './publish/publish.js';

/** Publishes results on the tracker of the settings. `isWhole`: every case could be published. @throws HarnessError */
export async function publishTo(
  results: Results,
  told: Partial<PublishChoice>,
  settings = loadSettings({ ...process.env }),
) {
  keepSecrets(secretsOf(settings));
  const { external } = settings;
  if (external === undefined) {
    throw new SettingsError(['TRACKER_URL is missing: it says which tracker the results are published to.']);
  }
  const choice = choiceOf(settings, told);
  const report = await publish(results, choice, await openPlanClient(settings, external, choice.dryRun));
  const isWhole = report.cases.every(({ problem }) => problem === undefined);
  return { report, text: renderReport(report), isWhole };
}
