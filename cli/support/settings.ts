import type { Settings } from '../../fixtures/index.js';
import { asPublic, keepSecrets } from '../../client/secrets.js';
import { loadSettings, OUTPUT, secretsOf } from '../../client/settings/load-settings.js';
import { printError } from '../../client/print.js';
import { unchecked } from '../../contracts/report/run.js';
import { isInsecure, trackerUnreachableReason } from '../../provide/run-target.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { beginRefused } from '../../reports/run/begin-result.js';
import { outputProblem } from '../../reports/writing-problems.js';
import { UsageError } from './usage-error.js';

/** The environment for a command and the Playwright that it starts; what is undefined stays as it is. */
export function environmentWith(told: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return { ...process.env, ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) };
}

/** The settings in an environment, which takes what `.env` adds and what a run makes up. @throws SettingsError */
export function settingsOfCommand(env: NodeJS.ProcessEnv = { ...process.env }): Settings {
  const settings = loadSettings(env);
  keepSecrets(secretsOf(settings));
  return settings;
}

/**
 * The same for a command that makes a result. If they can't be read, no result of an earlier run in these folders passes for
 * its own.
 */
export function settingsOfRun(env: NodeJS.ProcessEnv, folders: readonly string[]): Settings {
  try {
    return settingsOfCommand(env);
  } catch (error) {
    beginRefused(env['TRACKER_OUTPUT'] ?? OUTPUT, folders);
    throw error;
  }
}

export async function checkReachable(settings: Settings): Promise<void> {
  if (isInsecure(settings)) printError(`Warning: ${asPublic(settings.external?.url ?? '')}: ${unchecked}.`);
  const reason = await trackerUnreachableReason(settings);
  if (reason !== undefined) throw new UsageError(reason, exitCodes.trackerUnreachable);
}

export function refuseUnwritableOutput({ outputDir }: Pick<Settings, 'outputDir'>): void {
  const problem = outputProblem(outputDir);
  if (problem !== undefined) throw new UsageError(problem);
}
