import { keepSecrets } from '../fixtures/reporting/known-secrets.js';
import { loadSettings } from '../fixtures/settings/load-settings.js';
import { secretsOf } from '../fixtures/settings/secrets-of.js';
import { SettingsError } from '../fixtures/settings/settings-error.js';
import type { Settings } from '../fixtures/index.js';
import { exitCodes } from '../reports/exit-codes.js';
import { UsageError } from './usage-error.js';

/** The settings of the environment. @throws UsageError with a sentence for each that is wrong */
export function settingsOrUsageError(): Settings {
  try {
    const settings = loadSettings();
    keepSecrets(secretsOf(settings));
    return settings;
  } catch (cause) {
    if (cause instanceof SettingsError) throw new UsageError(cause.message, exitCodes.badSettings, { cause });
    throw cause;
  }
}
