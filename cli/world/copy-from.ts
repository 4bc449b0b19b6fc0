import { asPublic } from '../../fixtures/reporting/secrets.js';
import { refuseUnwritable } from '../support/files.js';
import { checkReachable, environmentWith, settingsOfCommand } from '../support/settings.js';
import { UsageError } from '../support/usage-error.js';
import { worldText, writeWorld } from '../support/write-world.js';
import { COPY_PASSWORD } from './anonymizer.js';
import { copyTracker } from './copy-tracker.js';
import type { TrackerCopy } from './copy-tracker.js';
import { print } from '../../fixtures/reporting/print.js';

export interface CopyOptions {
  readonly output?: string;
  readonly jql?: string;
  readonly issues?: readonly string[];
  readonly projects?: readonly string[];
  readonly users?: number;
  readonly anonymizeProjects?: boolean;
}

/** The default number of users that are copied of a connection and of a group. */
const USERS = 500;

/** Copies a tracker to a file, or to the standard output; messages then go to the standard error. */
export async function copyFrom(url: string, options: CopyOptions): Promise<void> {
  const { output, jql, issues, projects, users = USERS, anonymizeProjects: renamesProjects = false } = options;
  if (jql !== undefined && issues !== undefined)
    throw new UsageError('--jql and --issues both choose issues: give one of them.');
  const settings = settingsOfCommand(environmentWith({ TRACKER_URL: url }));
  const { external } = settings;
  if (external === undefined) throw new UsageError(`--from ${url} names no tracker.`);
  if (output !== undefined) refuseUnwritable(output);
  await checkReachable(settings);
  const query = issues === undefined ? jql : `key in (${issues.join(', ')})`;
  const copy = await copyTracker(settings, external, { jql: query, projects, users, renamesProjects });
  const lines = report(copy, { isQueried: query !== undefined, renamesProjects, output }).join('\n');
  if (output === undefined) print(asPublic(worldText(copy.world)));
  else writeWorld(output, copy.world);
  print(lines, { on: output === undefined ? 'stderr' : 'stdout' });
}

interface Told {
  readonly isQueried: boolean;
  readonly renamesProjects: boolean;
  readonly output: string | undefined;
}

function report({ world, notes, login }: TrackerCopy, { isQueried, renamesProjects, output }: Told): string[] {
  const count = (rows: readonly unknown[] | undefined, what: string) => `${rows?.length ?? 0} ${what}`;
  const counts = [
    count(world.projects, 'projects'),
    count(world.users, 'users'),
    count(world.issues, 'issues'),
    count(world.entries, 'default template entries'),
    count(world.connections, 'connections'),
  ];
  return [
    `Copied ${counts.join(', ')}.`,
    ...(isQueried ? [] : ['No issues are copied: choose them with --jql or --issues.']),
    `Not anonymized: the tracker's title, keys${renamesProjects ? '' : ' and names'} of projects, names of issue types,`,
    '  request types, statuses, priorities, resolutions, link types, fields and their options, groups, connections and',
    '  their attributes, columns and statuses of Steps. Read them before you pass the file on.',
    `Whoever read the tracker is ${login} in the copy; everybody logs in with “${COPY_PASSWORD}”.`,
    'Gaps:',
    ...notes.map((note) => `  - ${note}.`),
    ...(output === undefined ? [] : [`World      ${output}`]),
  ];
}
