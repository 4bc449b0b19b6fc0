import type { TestNeeds } from '../../../contracts/index.js';
import type { Context, Facts, SandboxConnection, BrokenKind } from '../context.js';
import { describeConnection, matchConnections } from '../../../fixtures/provisioning/match-sandbox.js';
import type { ConnectionNeed } from '../../../fixtures/provisioning/match-sandbox.js';

export interface MissingRequirement {
  readonly ends: 'skipped' | 'failing';
  readonly reason: string;
  readonly remedy: string;
}

export function skips(reason: string, remedy: string): MissingRequirement {
  return { ends: 'skipped', reason, remedy };
}

export function fails(reason: string, remedy: string): MissingRequirement {
  return { ends: 'failing', reason, remedy };
}

export function findBroken(kind: BrokenKind, { broken }: Facts): MissingRequirement | undefined {
  const names = broken?.[kind] ?? [];
  if (names.length === 0) return undefined;
  return fails(`the sandbox names ${names.join(', ')}, which can’t be used`, `correct the ${kind} in TRACKER_SANDBOX.`);
}

const REMEDY = 'see what is said of the permissions.';

/** The missing requirement if the user may put no lease on a project: that is a component. */
export function findNoLease(key: string, { lacking }: Facts): MissingRequirement | undefined {
  if (lacking?.[key]?.includes('ADMINISTER_PROJECTS') !== true) return undefined;
  return fails(`no lease can be put on project ${key}, in which the user lacks ADMINISTER_PROJECTS`, REMEDY);
}

/** The missing requirement if the user lacks something that tests need to make issues in projects and to delete them. */
export function findNoWriting(keys: readonly string[], { lacking }: Facts): MissingRequirement | undefined {
  const barred = keys.filter((key) => lacking?.[key]?.some((permission) => permission !== 'ADMINISTER_PROJECTS'));
  return barred.length === 0 ? undefined : fails(`the user lacks permissions in ${barred.join(', ')}`, REMEDY);
}

type Need = NonNullable<TestNeeds['projects']>[number];

export function findProjectMissingRequirements(
  needs: readonly Need[],
  context: Context,
  facts: Facts,
): MissingRequirement[] {
  const mayCreate = facts.administers === true && context.external.sandbox.createProjects;
  const canBeNew = (need: Need) => need.templatePostFunction === undefined && need.sameNumber !== true;
  const made = needs.filter((need) => mayCreate && canBeNew(need));
  const taken = needs.filter((need) => !made.includes(need));
  const noDesk = made.some((need) => need.requestTypes !== undefined) && facts.serviceDesk !== true;
  return [
    ...(noDesk ? [skips('no service desk answers', 'see what is said of the extensions.')] : []),
    ...(taken.length > 0 ? fromSandbox(taken, facts, mayCreate) : []),
  ];
}

/** The types of a new project are unknown until it is made. The types of a sandbox project can be read. */
function fromSandbox(needs: readonly Need[], facts: Facts, mayCreate: boolean): MissingRequirement[] {
  const broken = findBroken('projects', facts);
  if (broken !== undefined) return [broken];
  const looked = needs.map((need) => ({
    need,
    fitting: (facts.projects ?? []).filter((project) => fits(project, need)).map(({ key }) => key),
    count: needs.filter((other) => competes(other, need)).length,
  }));
  const lacking = looked.filter(({ fitting, count }) => fitting.length < count);
  if (lacking.length === 0) {
    return looked.flatMap(({ need, fitting }) => {
      const [noLease] = fitting.flatMap((key) => findNoLease(key, facts) ?? []);
      // Only issues are made there, which templates fill in.
      return noLease ?? (need.templatePostFunction && findNoWriting(fitting, facts)) ?? [];
    });
  }
  return lacking.map(({ need, count }) => {
    const why = need.templatePostFunction === undefined && !mayCreate ? 'no project can be created, and ' : '';
    const many = count > 1 ? `, ${count} times` : '';
    return skips(`${why}the sandbox names no ${describe(need)}${many}`, 'name more as projects in TRACKER_SANDBOX.');
  });
}

/** Whether another need takes a project that would do for this one. */
function competes(other: Need, need: Need): boolean {
  const isOfKind = (other.requestTypes === undefined) === (need.requestTypes === undefined);
  if (need.sameNumber === true && other.sameNumber !== true) return false;
  const { templatePostFunction: wanted } = need;
  return isOfKind && (wanted === undefined || other.templatePostFunction === wanted);
}

function fits(project: NonNullable<Facts['projects']>[number], need: Need): boolean {
  const { templatePostFunction: wanted } = need;
  return (
    (wanted === undefined || project.templatePostFunction === wanted) &&
    (need.sameNumber !== true || project.sameNumber) &&
    project.serviceDesk === (need.requestTypes !== undefined) &&
    project.issueTypes >= need.issueTypes &&
    project.requestTypes >= (need.requestTypes ?? 0)
  );
}

function describe(need: Need): string {
  const { issueTypes, requestTypes } = need;
  const kinds =
    requestTypes === undefined
      ? `project with issue types (${issueTypes})`
      : `service desk with request types (${requestTypes}) and issue types (${issueTypes})`;
  const sameNumber = 'service desk with a request type that has the number of an issue type';
  const what = need.sameNumber === true ? sameNumber : kinds;
  return need.templatePostFunction === undefined
    ? what
    : `${what} whose post function is "${need.templatePostFunction}"`;
}

export function findConnectionMissingRequirement(
  needs: readonly ConnectionNeed[],
  facts: Facts,
): MissingRequirement | undefined {
  const { connections } = facts;
  // What was not looked at has a cause of its own.
  if (needs.length === 0 || connections === undefined) return undefined;
  const broken = findBroken('connections', facts);
  if (broken !== undefined) return broken;
  const taken: { readonly id: string; readonly users: SandboxConnection['users'] }[] = [];
  for (const need of needs) {
    const usersOf = need.sameUsers === true ? taken[0]?.users : undefined;
    const [match] = matchConnections(
      connections,
      { ...need, usersOf },
      ({ enabled, attributes }) => (enabled ? attributes : undefined),
      ({ id }) => taken.some((other) => other.id === id),
    );
    if (match === undefined) return missingConnection(need, needs);
    taken.push({ id: match.connection.id, users: match.users });
  }
  return undefined;
}

function missingConnection(need: ConnectionNeed, needs: readonly ConnectionNeed[]): MissingRequirement {
  if (need.sameUsers === true) {
    return skips(
      'the sandbox names no two connections with the same users',
      'name a second one with users of the first.',
    );
  }
  const alike = needs.filter(({ disabled }) => disabled === need.disabled).length;
  const many = alike > 1 ? `, ${alike} times` : '';
  return skips(
    `the sandbox names no connection ${describeConnection(need)}${many}`,
    'name more as connections in TRACKER_SANDBOX.',
  );
}
