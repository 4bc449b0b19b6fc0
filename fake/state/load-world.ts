import { tellUnknownKeys, worldSchema } from '../../contracts/index.js';
import type { Grantee, World, WorldInput } from '../../contracts/index.js';
import { addCheckedRows, unknownUser } from './add-to-state.js';
import { State } from './state.js';
import { WorldError } from './world-error.js';

/** A world that is loaded: its base paths, and the state every space of it starts from. */
export interface LoadedWorld {
  readonly basePaths: World['basePaths'];
  readonly properties: World['properties'];
  readonly state: State;
}

/**
 * Checks a world and builds the state its spaces start from.
 *
 * @throws WorldError naming each fault and where in the document it stands.
 */
export function loadWorld(input: WorldInput): LoadedWorld {
  // A world is read once: compiling its schema, as zod does for values to come, takes three times as long as reading it.
  const parsed = worldSchema.safeParse(input, { error: tellUnknownKeys, jitless: true });
  if (!parsed.success) {
    throw new WorldError(
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the document'}: ${issue.message}`),
    );
  }
  const { title, version, searchDelay, newProject, globalPermissions, testIssueTypes, basePaths, properties, ...rows } =
    parsed.data;
  const state = State.empty({ title, version, searchDelay, newProject, testIssueTypes, globalPermissions });
  addCheckedRows(state, rows);
  checkNewProject(state, newProject);
  checkGrants(state, { newProject: newProject.permissions, globalPermissions });
  checkTestIssueTypes(state, testIssueTypes);
  return { basePaths, properties, state };
}

function checkGrants(
  state: State,
  places: Readonly<Record<string, Readonly<Record<string, readonly Grantee[]>>>>,
): void {
  const faults = Object.entries(places).flatMap(([place, permissions]) =>
    Object.values(permissions)
      .flat()
      .map((grantee) => unknownUser(state, grantee))
      .filter((name) => name !== undefined)
      .map((name) => `${place}: a permission is granted to ${name}, who is no user`),
  );
  if (faults.length > 0) throw new WorldError(faults);
}

function checkNewProject(state: State, newProject: World['newProject']): void {
  const faults: string[] = [];
  if (state.tables.workflows.get(newProject.workflow) === undefined) {
    faults.push(`newProject.workflow: no workflow ${newProject.workflow}`);
  }
  for (const name of Object.values(newProject.workflowByIssueType)) {
    if (state.tables.workflows.get(name) === undefined)
      faults.push(`newProject.workflowByIssueType: no workflow ${name}`);
  }
  const wanted = [...newProject.issueTypeIds, ...newProject.requestTypes.map((type) => type.issueTypeId)];
  for (const id of wanted.filter((typeId) => state.tables.issueTypes.get(typeId) === undefined)) {
    faults.push(`newProject: no issue type ${id}`);
  }
  if (faults.length > 0) throw new WorldError(faults);
}

function checkTestIssueTypes(state: State, testIssueTypes: World['testIssueTypes']): void {
  const faults = Object.entries(testIssueTypes ?? {}).flatMap(([kind, id]) =>
    state.tables.issueTypes.get(id) === undefined ? [`testIssueTypes.${kind}: no issue type ${id}`] : [],
  );
  if (faults.length > 0) throw new WorldError(faults);
}
