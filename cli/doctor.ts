import type { Command } from 'commander';
import { SettingsError } from '../fixtures/settings/settings-error.js';
import type { RemoteTracker, Settings } from '../fixtures/index.js';
import type { Patient } from './doctor/check.js';
import { examine } from './doctor/examine.js';
import { judgeOutlook } from './doctor/judge-outlook.js';
import { openPatient } from './doctor/open-patient.js';
import { predict } from './doctor/prediction/predict.js';
import { renderExamination } from './doctor/render-examination.js';
import { toJson } from './doctor/to-json.js';
import { settingsOrUsageError } from './settings-or-usage-error.js';
import { withoutSecrets } from '../fixtures/reporting/known-secrets.js';
import { UsageError } from './usage-error.js';

/** `tracker-e2e doctor`: whether a run against a tracker makes sense, and what it could verify. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look at the tracker that TRACKER_URL names, without changing anything: what is missing, what to do')
    .summary('look at a tracker: what a run needs there')
    .option('--json', 'as JSON, for machines')
    .addHelpText(
      'after',
      [
        '',
        'Only GET requests are sent. What is said of rules is a prediction; docs/real-tracker.md says what it rests on.',
        'Exit codes: 0 a run makes sense, 2 bad settings, 3 rules that TRACKER_GATE asks for can’t be verified,',
        '4 no tracker answers, or it does not let the user in.',
        'Examples:',
        '  TRACKER_URL=https://tracker.example.com/jira TRACKER_USERNAME=qa TRACKER_PASSWORD=… tracker-e2e doctor',
        '  tracker-e2e doctor --json     where .env has the settings',
      ].join('\n'),
    )
    .action(diagnose);
}

async function diagnose({ json }: { readonly json?: boolean }): Promise<void> {
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
