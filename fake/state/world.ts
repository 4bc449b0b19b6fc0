import { describeIssue, firstProblems, formatTrackerTime, worldSchema } from '../../contracts/index.js';
import type { World, WorldInput } from '../../contracts/index.js';
import { addCheckedRows } from './add-to-state.js';
import { missingIn, Problems, WorldError } from './problems.js';
import { State } from './state.js';
import { mapRecord } from './table.js';

export interface LoadedWorld {
  readonly basePaths: World['basePaths'];
  readonly properties: World['properties'];
  readonly state: State;
}

/** @throws WorldError naming each problem and its place in the document */
export function loadWorld(input: WorldInput): LoadedWorld {
  // Compiling the schema, as zod does for values to come, takes three times as long as reading a small world.
  const parsed = worldSchema.safeParse(input, { error: describeIssue, jitless: true });
  if (!parsed.success) {
    throw new WorldError(firstProblems(parsed.error, 'the document').map((problem) => problem.join(': ')));
  }
  const { $schema: _schema, notes: _notes, basePaths, properties, ...world } = parsed.data;
  const { title, version, searchDelay, newProject, globalPermissions, testIssueTypes, counters, ...rows } = world;
  const state = State.empty({ title, version, searchDelay, newProject, testIssueTypes, globalPermissions });
  addCheckedRows(state, rows, counters !== undefined);
  state.restoreCounters(counters ?? {});
  checkSettings(state);
  return { basePaths, properties, state };
}

/** @throws WorldError if a setting of the tracker refers to what it does not have */
function checkSettings({ tables, settings }: State): void {
  const { newProject, globalPermissions, testIssueTypes } = settings;
  const problems = new Problems();
  const missing = missingIn(tables);
  const requested = newProject.requestTypes.map((type) => type.issueTypeId);
  problems.add('newProject.workflow', missing.workflow(newProject.workflow));
  problems.add(
    'newProject.workflowByIssueType',
    ...Object.values(newProject.workflowByIssueType).map(missing.workflow),
  );
  problems.add('newProject', ...[...newProject.issueTypeIds, ...requested].map(missing.issueType));
  problems.add('newProject', ...Object.values(newProject.permissions).flat().map(missing.grantee));
  problems.add('globalPermissions', ...Object.values(globalPermissions).flat().map(missing.grantee));
  for (const [kind, id] of Object.entries(testIssueTypes ?? {})) {
    problems.add(`testIssueTypes.${kind}`, missing.issueType(id));
  }
  problems.refuse();
}

/**
 * A tracker as a world that loads back: with every row, id and moment, so that each GET is answered as before. Login
 * sessions, and work that calls left for later, are no part of it. The contents of attachments are made into texts when
 * they are read, because all together could be too much for memory.
 */
export function saveWorld(state: State, { basePaths, properties }: Pick<World, 'basePaths' | 'properties'>): World {
  const { settings, tables } = state;
  const keys = new Map(tables.issues.all().map(({ id, key }) => [id, key]));
  const issues = tables.issues.all().map(({ projectId: _, parentId, requestTypeId, ...issue }) => ({
    ...issue,
    ...(parentId !== null && { parent: keys.get(parentId) }),
    ...(requestTypeId !== null && { requestTypeId }),
    created: formatTrackerTime(issue.created),
    updated: formatTrackerTime(issue.updated),
    ...(issue.resolved !== undefined && { resolved: formatTrackerTime(issue.resolved) }),
  }));
  const { projects, issues: _, linkTypes, links, own, requestTypes, attachments: files, ...plain } = tables;
  const world = {
    ...settings,
    basePaths,
    properties,
    ...mapRecord(plain, (table): readonly object[] => table.all()),
    issueLinkTypes: linkTypes.all(),
    projects: projects.all().map((project) => ({
      ...project,
      requestTypes: requestTypes.where('project', project.id).map(({ projectId: _, ...row }) => row),
    })),
    // A sub-task stands after its issue.
    issues: [...issues.filter(({ parent }) => !parent), ...issues.filter(({ parent }) => parent)],
    issueLinks: links.all(),
    customRows: own.all(),
    counters: state.counters(),
  };
  // The schema puts properties into one order; rows can have another.
  const attachments = files.all().map(({ chunks, size: _, ...row }) => ({
    ...row,
    get content() {
      return Buffer.concat(chunks).toString('base64');
    },
  }));
  return { ...worldSchema.parse(world), attachments };
}

/** A world as JSON with a row a line, in pieces: the text of a large one would be too long. */
export function* worldPieces(world: World | WorldInput): Generator<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(world) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* rowsOf(value);
    else yield JSON.stringify(value);
    before = ',\n';
  }
  yield '\n}\n';
}

function* rowsOf(rows: readonly unknown[]): Generator<string> {
  let before = '[\n';
  for (const row of rows) {
    yield `${before}  ${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield '\n]';
}
