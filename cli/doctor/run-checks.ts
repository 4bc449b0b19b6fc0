import { SettingsError } from '../../fixtures/errors.js';
import type { ExternalTracker, Settings } from '../../fixtures/index.js';
import type { Context } from './check.js';
import { examine } from './examine.js';
import { judgeForecast } from './judge-forecast.js';
import { openContext } from './open-context.js';
import { predict } from './prediction/predict.js';
import { renderExamination } from './render-examination.js';
import { settingsOrUsageError } from '../support/settings.js';
import { asPublic, withoutSecrets } from '../../fixtures/reporting/secrets.js';
import { UsageError } from '../support/usage-error.js';
import { nameOfUser } from './try-read.js';
import type { Report } from './render-examination.js';

/** The options of `tracker-e2e doctor`. */
export interface DoctorOptions {
  readonly json?: boolean;
  /** For how many workers the sandbox has to name enough. */
  readonly workers: number;
}

/** Looks at the tracker of the settings, and says what it found. @throws UsageError if none is named */
export async function runChecks({ json, workers }: DoctorOptions): Promise<void> {
  const settings = settingsOrUsageError();
  const { external } = settings;
  if (external === undefined) {
    throw new UsageError(
      'The doctor looks at a tracker, and the settings name none: set TRACKER_URL, and TRACKER_USERNAME with TRACKER_PASSWORD or TRACKER_TOKEN. The bundled fake needs no doctor.',
    );
  }
  const context = openOrUsageError(settings, external, workers);
  const examination = await examine(context);
  const predictions = predict(context, examination.facts);
  const forecast = judgeForecast(predictions, settings.gate);
  const report = { ...examination, url: external.url, external, predictions, forecast };
  process.stdout.write(`${withoutSecrets(json === true ? toJson(report) : renderExamination(report))}\n`);
  process.exitCode = forecast.exitCode;
}

function openOrUsageError(settings: Settings, external: ExternalTracker, workers: number): Context {
  try {
    return openContext(settings, external, workers);
  } catch (cause) {
    if (cause instanceof SettingsError) throw new UsageError(cause.message, undefined, { cause });
    throw cause;
  }
}

/** The report as JSON, for machines. */
export function toJson({ url, external, facts, lines, predictions, forecast }: Report): string {
  const { serverInfo, user } = facts;
  return JSON.stringify(
    {
      schemaVersion: 1,
      tracker: {
        url: asPublic(url),
        title: serverInfo?.serverTitle ?? null,
        version: serverInfo?.version ?? null,
        edition: serverInfo?.deploymentType ?? null,
      },
      user: user === undefined ? null : { name: nameOfUser(external, user.name), key: nameOfUser(external, user.key) },
      basePaths: facts.basePaths ?? null,
      checks: lines.map(({ check, state, ...line }) => ({ check: asPublic(check), state: asPublic(state), ...line })),
      rules: predictions ?? null,
      verdict: { ...forecast, text: asPublic(forecast.text) },
    },
    null,
    2,
  );
}
