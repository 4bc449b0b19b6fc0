import { loadSettings } from '../fixtures/settings/load-settings.js';
import { SettingsError } from '../fixtures/settings/settings-error.js';
import type { Settings } from '../fixtures/index.js';
import { exitCodes } from '../reports/exit-codes.js';
import { UsageError } from './usage-error.js';

/** The settings of the environment. @throws UsageError with a sentence for each that is wrong */
export function settingsOrUsageError(): Settings {
  try {
    return loadSettings();
  } catch (cause) {
    if (cause instanceof SettingsError) throw new UsageError(cause.message, exitCodes.badSettings, { cause });
    throw cause;
  }
}
