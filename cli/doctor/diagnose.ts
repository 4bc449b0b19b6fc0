import { SettingsError } from '../../fixtures/settings/settings-error.js';
import type { RemoteTracker, Settings } from '../../fixtures/index.js';
import type { Patient } from './check.js';
import { examine } from './examine.js';
import { judgeOutlook } from './judge-outlook.js';
import { openPatient } from './open-patient.js';
import { predict } from './prediction/predict.js';
import { renderExamination } from './render-examination.js';
import { toJson } from './to-json.js';
import { settingsOrUsageError } from '../settings-or-usage-error.js';
import { withoutSecrets } from '../../fixtures/reporting/known-secrets.js';
import { UsageError } from '../usage-error.js';

/** The options of `tracker-e2e doctor`. */
export interface DoctorOptions {
  readonly json?: boolean;
}

/** Looks at the tracker of the settings, and says what it found. @throws UsageError where none is named */
export async function diagnose({ json }: DoctorOptions): Promise<void> {
  const settings = settingsOrUsageError();
  const { remote } = settings;
  if (remote === undefined) {
    throw new UsageError(
      'The doctor looks at a tracker, and the settings name none: set TRACKER_URL, and TRACKER_USERNAME with TRACKER_PASSWORD or TRACKER_TOKEN. The bundled fake needs no doctor.',
    );
  }
  const patient = openOrUsageError(settings, remote);
  const examination = await examine(patient);
  const predictions = predict(patient, examination.facts);
  const outlook = judgeOutlook(predictions, settings.gate);
  const report = { ...examination, url: remote.url, predictions, outlook };
  process.stdout.write(`${withoutSecrets(json === true ? toJson(report) : renderExamination(report))}\n`);
  process.exitCode = outlook.exitCode;
}

function openOrUsageError(settings: Settings, remote: RemoteTracker): Patient {
  try {
    return openPatient(settings, remote);
  } catch (cause) {
    if (cause instanceof SettingsError) throw new UsageError(cause.message, undefined, { cause });
    throw cause;
  }
}
