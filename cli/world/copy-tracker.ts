import * as z from 'zod';
import { globalPermissions } from '../../contracts/index.js';
import type { World, WorldInput } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import { loadWorld } from '../../fake/state/load-world.js';
import { WorldError } from '../../fake/state/problems.js';
import { discoverBasePaths } from '../../fixtures/discovery/discover.js';
import type { Settings } from '../../fixtures/index.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import { credentialsOf } from '../../fixtures/http/credentials.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { UsageError } from '../support/usage-error.js';
import { Anonymizer, COPY_PASSWORD } from './anonymizer.js';
import { copyCatalogue } from './copy-catalogue.js';
import { copyConnections, copyGroups } from './copy-connections.js';
import { copyIssues } from './copy-issues.js';
import { copyProjects } from './copy-projects.js';
import type { CopyContext } from './tracker-reader.js';
import { Screens, TrackerReader } from './tracker-reader.js';
import { asPublic } from '../../fixtures/reporting/secrets.js';
import { refuseUnwritable } from '../support/files.js';
import { checkReachable, environmentWith, settingsOfCommand } from '../support/settings.js';
import { worldText, writeWorld } from '../support/write-world.js';
import { print } from '../../fixtures/reporting/print.js';
import type { Flags, Texts } from '../support/sub-command.js';

/** The most users of each connection and group. */
const USERS = 500;

type TrackerCopy = Awaited<ReturnType<typeof copyTracker>>;

const infoSchema = answers.serverInfoSchema.pick({ version: true, serverTitle: true });

/** Reads a tracker with GET only, and makes an anonymized world of it. @throws UsageError */
export async function copyTracker(
  settings: Settings,
  external: ExternalTracker,
  { jql, projects, users = USERS, anonymizeProjects = false }: CopyChoice,
) {
  const transport = setupTransport(settings, external.url);
  const looking = { baseUrl: external.url, transport, caller: credentialsOf(external.login) };
  const basePaths = await discoverBasePaths(settings, looking);
  const reader = new TrackerReader(external, looking, basePaths);
  const anonymizer = new Anonymizer();
  // The query comes first: if it is refused, nothing else has to be read.
  if (jql !== undefined) {
    await reader.need(answers.searchResultSchema, 'tracker', '/search', { jql, maxResults: 1, fields: 'key' });
  }
  const info = await reader.need(infoSchema, 'tracker', '/serverInfo');
  const self = anonymizer.user(await reader.need(answers.userSchema, 'tracker', '/myself'));
  // The users come first, so that their names are recognized elsewhere, as in histories.
  await copyGroups({ reader, anonymizer }, users);
  const catalogue = await copyCatalogue(reader, anonymizer, settings, external);
  const context: CopyContext = {
    ...{ reader, anonymizer, settings, external, catalogue },
    screens: new Screens(),
    self: self.key,
    keys: projects,
    renamesProjects: anonymizeProjects,
  };
  const copied = await copyProjects(context);
  const [first] = copied.projects;
  if (first === undefined) throw new UsageError(nothing(projects));
  const directories = await copyConnections(context, users);
  const issues = jql === undefined ? {} : await copyIssues(context, jql, copied);
  const templates = templatesOf(context, copied.entries);
  const held = await reader.read(answers.myPermissionsSchema, 'tracker', '/mypermissions');
  const grants = globalPermissions.filter((name) => held?.permissions[name]?.havePermission === true);
  const { workflow, issueTypeIds, permissions } = first;
  const world: WorldInput = {
    title: info.serverTitle,
    version: /^\d+\.\d+\.\d+/.exec(info.version)?.[0] ?? `${info.version}.0.0`,
    basePaths,
    newProject: { workflow, issueTypeIds, permissions },
    globalPermissions: Object.fromEntries(grants.map((name) => [name, [{ user: self.key }]])),
    ...catalogue,
    screens: context.screens.rows,
    ...copied,
    templates,
    ...directories,
    ...issues,
    // The users come last: everything read before may name a user.
    users: [...anonymizer.users],
  };
  const notes = [...reader.notes, ...UNTOLD];
  const whole = { ...world, notes };
  check(whole);
  return { world: whole, notes, login: self.name, replacements: anonymizer.replacements };
}

function nothing(projects: CopyChoice['projects']): string {
  const which = projects === undefined ? 'no project' : `none of the projects ${projects.join(', ')}`;
  return `There is nothing to copy: the user sees ${which}.`;
}

/** The data that no API gives to any user. */
const UNTOLD: readonly string[] = [
  'No API answers the permissions of other users: the copy grants permissions only to the user that read it',
  'No API answers workflows and screens: the copy has the transitions that issues show, and makes up the rest',
];

function templatesOf({ external, anonymizer, reader }: CopyContext, entries: World['entries'] | WorldInput['entries']) {
  const named = new Map(external.sandbox.templates.map(({ id, fields }) => [id, fields]));
  const ids = new Set([...named.keys(), ...(entries ?? []).map(({ templateId }) => templateId)]);
  const unknown = [...ids].filter((id) => !named.has(id));
  if (unknown.length > 0) {
    reader.notes.add(`No API tells the fields of the templates ${unknown.join(', ')}: name them in TRACKER_SANDBOX`);
  }
  return [...ids]
    .sort((left, right) => left - right)
    .map((id) => ({ id, name: `Template ${id}`, fields: anonymous(anonymizer, named.get(id) ?? {}) }));
}

function anonymous(anonymizer: Anonymizer, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([id, value]) => {
      if (typeof value === 'string' && id !== 'duedate') return [id, anonymizer.text(value)];
      const words = z.array(z.string()).safeParse(value);
      if (words.success) return [id, words.data.map((label) => anonymizer.named('label-', label))];
      const person = z.looseObject({ name: z.string() }).safeParse(value);
      const isPerson = id === 'assignee' || id === 'reporter';
      return [id, isPerson && person.success ? { key: anonymizer.user(person.data).key } : value];
    }),
  );
}

function check(world: WorldInput): void {
  try {
    loadWorld(world);
  } catch (cause) {
    if (!(cause instanceof WorldError)) throw cause;
    throw new UsageError(
      `The tracker answers what no world can hold, and nothing is written. ${cause.message}`,
      exitCodes.testsFailed,
      { cause },
    );
  }
}

export type CopyOptions = Texts<'output' | 'jql'> &
  Flags<'anonymizeProjects'> &
  Readonly<Partial<Record<'issues' | 'projects', readonly string[]>>> & { readonly users?: number };

type CopyChoice = Omit<CopyOptions, 'output' | 'issues'>;

/** Copies a tracker to a file, or to the standard output; messages then go to the standard error. */
export async function copyFrom(url: string, options: CopyOptions): Promise<void> {
  const { output, issues, ...choice } = options;
  if (choice.jql !== undefined && issues !== undefined)
    throw new UsageError('--jql and --issues both choose issues: give one of them.');
  const settings = settingsOfCommand(environmentWith({ TRACKER_URL: url }));
  const { external } = settings;
  if (external === undefined) throw new UsageError(`--from ${url} names no tracker.`);
  if (output !== undefined) refuseUnwritable(output);
  await checkReachable(settings);
  const asked = issues === undefined ? choice : { ...choice, jql: `key in (${issues.join(', ')})` };
  const copy = await copyTracker(settings, external, asked);
  const lines = report(copy, options).join('\n');
  if (output === undefined) print(asPublic(worldText(copy.world)));
  else writeWorld(output, copy.world);
  print(lines, { on: output === undefined ? 'stderr' : 'stdout' });
}

function report(
  { world, notes, login }: TrackerCopy,
  { output, jql, issues, anonymizeProjects }: CopyOptions,
): string[] {
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
    ...(jql !== undefined || issues !== undefined ? [] : ['No issues are copied: choose them with --jql or --issues.']),
    `Not anonymized: the tracker's title, keys${anonymizeProjects === true ? '' : ' and names'} of projects, names of issue types,`,
    '  request types, statuses, priorities, resolutions, link types, fields and their options, groups, connections and',
    '  their attributes, columns and statuses of Steps. Read them before you pass the file on.',
    `Whoever read the tracker is ${login} in the copy; everybody logs in with “${COPY_PASSWORD}”.`,
    'Gaps:',
    ...notes.map((note) => `  - ${note}.`),
    ...(output === undefined ? [] : [`World      ${output}`]),
  ];
}
