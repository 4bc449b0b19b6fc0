import type { Assumptions, PermissionKey } from '../../../contracts/index.js';
import type { ApiResponse, EntryChanges, ProvidedProject, TestFixtures } from '../../../fixtures/index.js';

/** What DT-N07 says. */
type Needed = Assumptions['DT-N07'];

/** A call by somebody whose permissions are known. */
export interface Attempt {
  /** The keys of the permissions the caller holds in the project. */
  readonly held: ReadonlySet<string>;
  readonly response: ApiResponse;
}

/** The permissions a caller holds in a project; none where the tracker won't show them. */
export async function permissionsIn(
  project: ProvidedProject,
  issues: TestFixtures['issues'],
): Promise<ReadonlySet<string>> {
  const response = await issues.getMyPermissions({ query: { projectKey: project.key } });
  if (!response.ok) return new Set();
  const held = Object.values(response.data.permissions).filter(({ havePermission }) => havePermission);
  return new Set(held.map(({ key }) => key));
}

/**
 * What attempts tell of the permissions that calls need, in the terms of DT-N07. What they leave open stays as it is
 * assumed.
 */
export function observedPermissions(
  assumed: Needed,
  attempts: { readonly [Kind in 'read' | 'change' | 'bulk']?: readonly Attempt[] },
): Needed {
  const { read = [], change = [], bulk = [] } = attempts;
  const refused = [...read, ...change, ...bulk].find(({ response }) => !response.ok);
  return {
    read: likeliest(assumed.read, read),
    change: likeliest(assumed.change, change),
    bulk: likeliest(assumed.bulk, bulk),
    refusal: refused?.response.status ?? assumed.refusal,
  };
}

/** The refused calls among these that changed something all the same. */
export function refusedWithEffect(changes: readonly EntryChanges[]): readonly EntryChanges[] {
  return changes.filter(
    ({ response, added, removed, changed, elsewhere }) =>
      !response.ok && [added, removed, changed, elsewhere].some((list) => list.length > 0),
  );
}

const candidates: readonly (PermissionKey | null)[] = [
  null,
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'ADMINISTER_PROJECTS',
  'ADMINISTER',
  'SYSTEM_ADMIN',
];

/** The permission that the fewest attempts speak against; the assumed one where none fits better. */
function likeliest(assumed: PermissionKey | null, attempts: readonly Attempt[]): PermissionKey | null {
  const against = (permission: PermissionKey | null) =>
    attempts.filter(({ held, response }) => response.ok !== (permission === null || held.has(permission))).length;
  return candidates.reduce((best, next) => (against(next) < against(best) ? next : best), assumed);
}
