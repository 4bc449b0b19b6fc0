import type { TestNeeds } from '../../../contracts/index.js';
import type { Context } from '../context.js';
import type { Facts } from '../facts.js';
import { fails, mayNotLease, mayNotWrite, noLease, noWriting, skips } from './missing-requirement.js';
import type { MissingRequirement } from './missing-requirement.js';

type Need = NonNullable<TestNeeds['projects']>[number];

/** Why projects that a test asks for can't be had; nothing if they can be expected. */
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
  const { broken, projects = [] } = facts;
  const names = broken?.projects ?? [];
  if (names.length > 0) {
    const reason = `the sandbox names ${names.join(', ')}, which can’t be used`;
    return [fails(reason, 'correct the projects in TRACKER_SANDBOX.')];
  }
  const lacking = needs.filter((need) => {
    const alike = needs.filter((other) => competes(other, need));
    return projects.filter((project) => fits(project, need)).length < alike.length;
  });
  const barred = needs.flatMap((need) => {
    const fitting = projects.filter((project) => fits(project, need)).map(({ key }) => key);
    const key = fitting.find((one) => mayNotLease(one, facts));
    if (key !== undefined) return [noLease(key)];
    // Only issues are made there, which templates fill in.
    const unwritable = need.templatePostFunction === undefined ? [] : fitting.filter((one) => mayNotWrite(one, facts));
    return unwritable.length > 0 ? [noWriting(unwritable)] : [];
  });
  if (lacking.length === 0) return barred;
  return lacking.map((need) => {
    const why = need.templatePostFunction === undefined && !mayCreate ? 'no project can be created, and ' : '';
    const count = needs.filter((other) => competes(other, need)).length;
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
