import { firstProblems, describeIssue, worldSchema } from '../../contracts/index.js';
import type { World, WorldInput } from '../../contracts/index.js';
import { addCheckedRows } from './add-to-state.js';
import { missingIn, Problems, WorldError } from './problems.js';
import { State } from './state.js';

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
