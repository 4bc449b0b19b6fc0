import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first is one without windows, which takes a third of the time of the others. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds a Chromium to open the reports with: only the one that TRACKER_CHROMIUM names, or one in a usual place if it is not
 * set.
 */
export function findChromium(env: Environment, usualPlaces: readonly string[] = ['/usr/bin', '/snap/bin']) {
  const named = env['TRACKER_CHROMIUM'] ?? '';
  if (named !== '') return isExecutable(named) ? named : undefined;
  const folders = [...(env['PATH'] ?? '').split(delimiter), ...usualPlaces];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
