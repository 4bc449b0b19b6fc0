import { isDeepStrictEqual } from 'node:util';
import { defaultAssumptions } from '../../contracts/index.js';
import type { Assumptions, WorldInput } from '../../contracts/index.js';
import { documentsWorld } from './documents.js';

type Statuses = Assumptions['TM-N11'];
type NamedStatus = WorldInput['statuses'][number];

const workflowNames: { readonly [Kind in keyof Statuses]: string } = {
  testCaseTemplate: 'Test case template workflow',
  testCase: 'Test case workflow',
  testPlan: 'Test plan workflow',
};

/** The first id of added statuses. */
const FIRST_NEW_ID = 201;

/**
 * The documents' world in which templates, cases and plans have the statuses that TM-N11 names. Its projects have test
 * settings of their own only if TM-N04 says nothing else of new projects.
 */
export function documentsWorldFor(assumptions: Pick<Assumptions, 'TM-N04' | 'TM-N11'>): WorldInput {
  const isUsual = isDeepStrictEqual(assumptions['TM-N04'], defaultAssumptions['TM-N04']);
  const projects = documentsWorld.projects.map(({ tests, ...project }) => ({
    ...project,
    ...(isUsual && tests !== undefined && { tests }),
  }));
  return withStatuses({ ...documentsWorld, projects }, assumptions['TM-N11']);
}

function withStatuses(world: WorldInput, names: Statuses): WorldInput {
  if (isDeepStrictEqual(names, defaultAssumptions['TM-N11'])) return world;
  const statuses = statusesNamed(Object.values(names).flat());
  const idOf = (name: string | undefined) => statuses.find((status) => status.name === name)?.id ?? 0;
  const workflows = (Object.keys(workflowNames) as (keyof Statuses)[]).map((kind) => ({
    name: workflowNames[kind],
    initial: { to: idOf(names[kind][0]) },
    transitions: names[kind].map((name, index) => ({
      id: 301 + index,
      name: `To ${name}`,
      from: 'any' as const,
      to: idOf(name),
    })),
  }));
  const others = world.workflows.filter(({ name }) => !Object.values(workflowNames).includes(name));
  return {
    ...world,
    statuses,
    workflows: [...others, ...workflows],
    // What an issue starts in is one of the statuses named, and no issue of this world has moved.
    issues: (world.issues ?? []).map(({ statusId: _moved, ...issue }) => issue),
  };
}

function statusesNamed(names: readonly string[]): NamedStatus[] {
  const known = documentsWorld.statuses;
  const missing = [...new Set(names)].filter((name) => !known.some((status) => status.name === name));
  return [
    ...known,
    ...missing.map((name, index) => ({ id: FIRST_NEW_ID + index, name, category: 'indeterminate' as const })),
  ];
}
