import type { Profile } from '../contracts/index.js';
import { readProfile } from '../fixtures/settings/read-profile.js';
import { SettingsError } from '../fixtures/settings/settings-error.js';
import { UsageError } from './usage-error.js';

/** Reads the profile that an option names. @throws UsageError with a sentence for each fault */
export function profileOrUsageError(option: string, file: string): Profile {
  try {
    return readProfile(option, file);
  } catch (cause) {
    if (cause instanceof SettingsError) throw new UsageError(cause.message, undefined, { cause });
    throw cause;
  }
}
