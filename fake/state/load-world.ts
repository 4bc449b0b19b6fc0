import { firstProblems, describeUnknownKeys, worldSchema } from '../../contracts/index.js';
import type { Grantee, World, WorldInput } from '../../contracts/index.js';
import { addCheckedRows, unknownUser } from './add-to-state.js';
import { WorldError } from './problems.js';
import { State } from './state.js';
import { bytesIn } from './world-text.js';

/** A world that is loaded: its base paths, and the state every tenant of it starts from. */
export interface LoadedWorld {
  readonly basePaths: World['basePaths'];
  readonly properties: World['properties'];
  readonly state: State;
}

/**
 * Checks a world and builds the state its tenants start from.
 *
 * @throws WorldError naming each problem and its place in the document.
 */
export function loadWorld(input: WorldInput): LoadedWorld {
  // Compiling the schema, as zod does for values to come, takes three times as long as reading a small world.
  const contents = contentsOf(input);
  const parsed = worldSchema.safeParse(withoutContents(input, contents), {
    error: describeUnknownKeys,
    jitless: !hasManyRows(input),
  });
  if (!parsed.success) {
    throw new WorldError(firstProblems(parsed.error, 'the document').map((problem) => problem.join(': ')));
  }
  const { $schema: _schema, notes: _notes, basePaths, properties, ...world } = parsed.data;
  const { title, version, searchDelay, newProject, globalPermissions, testIssueTypes, counters, ...rows } = world;
  const state = State.empty({ title, version, searchDelay, newProject, testIssueTypes, globalPermissions });
  addCheckedRows(state, rows, { isSaved: counters !== undefined, contents });
  state.restoreCounters(counters ?? {});
  checkNewProject(state, newProject);
  checkGrants(state, { newProject: newProject.permissions, globalPermissions });
  checkTestIssueTypes(state, testIssueTypes);
  return { basePaths, properties, state };
}

/** The contents of attachments as bytes, by their places in the list; undefined for one that is no Base64. */
function contentsOf(input: WorldInput | null): readonly (Buffer | undefined)[] {
  const list: unknown = input?.attachments;
  return Array.isArray(list) ? list.map((row: { content?: unknown } | null) => bytesIn(row?.content)) : [];
}

/** A world whose attachments are empty, so that its check does not make all of them into texts at once. */
function withoutContents(input: WorldInput, contents: readonly (Buffer | undefined)[]): WorldInput {
  if (contents.length === 0) return input;
  const attachments = (input.attachments ?? []).map((row, index) =>
    contents[index] === undefined ? row : { ...Object.fromEntries(Object.entries(row)), content: '' },
  );
  return { ...input, attachments } as WorldInput;
}

/** From how many rows of a list on the compiled schema of a world is the quicker one. */
const MANY = 10_000;

function hasManyRows(input: object | null): boolean {
  return Object.values(input ?? {}).some((value) => Array.isArray(value) && value.length > MANY);
}

function checkGrants(
  state: State,
  places: Readonly<Record<string, Readonly<Record<string, readonly Grantee[]>>>>,
): void {
  const problems = Object.entries(places).flatMap(([place, permissions]) =>
    Object.values(permissions)
      .flat()
      .map((grantee) => unknownUser(state, grantee))
      .filter((name) => name !== undefined)
      .map((name) => `${place}: a permission is granted to ${name}, who is no user`),
  );
  if (problems.length > 0) throw new WorldError(problems);
}

function checkNewProject(state: State, newProject: World['newProject']): void {
  const problems: string[] = [];
  if (state.tables.workflows.get(newProject.workflow) === undefined) {
    problems.push(`newProject.workflow: no workflow ${newProject.workflow}`);
  }
  for (const name of Object.values(newProject.workflowByIssueType)) {
    if (state.tables.workflows.get(name) === undefined)
      problems.push(`newProject.workflowByIssueType: no workflow ${name}`);
  }
  const wanted = [...newProject.issueTypeIds, ...newProject.requestTypes.map((type) => type.issueTypeId)];
  for (const id of wanted.filter((typeId) => state.tables.issueTypes.get(typeId) === undefined)) {
    problems.push(`newProject: no issue type ${id}`);
  }
  if (problems.length > 0) throw new WorldError(problems);
}

function checkTestIssueTypes(state: State, testIssueTypes: World['testIssueTypes']): void {
  const problems = Object.entries(testIssueTypes ?? {}).flatMap(([kind, id]) =>
    state.tables.issueTypes.get(id) === undefined ? [`testIssueTypes.${kind}: no issue type ${id}`] : [],
  );
  if (problems.length > 0) throw new WorldError(problems);
}
