import type { Patient } from '../check.js';
import type { Facts } from '../facts.js';
import { fails, skips } from './shortage.js';
import type { Shortage } from './shortage.js';
import type { TestNeeds } from './test-needs.js';

type Wish = NonNullable<TestNeeds['projects']>[number];

/** Why projects that a test asks for can't be had; nothing where they can be expected. */
export function findProjectShortages(wishes: readonly Wish[], patient: Patient, facts: Facts): Shortage[] {
  const mayCreate = facts.administers === true && patient.remote.sandbox.createProjects;
  const made = wishes.filter((wish) => mayCreate && postFunctionOf(wish) === 'none');
  const taken = wishes.filter((wish) => !made.includes(wish));
  const noDesk = made.some((wish) => wish.requestTypes !== undefined) && facts.serviceDesk !== true;
  return [
    ...(noDesk ? [skips('no service desk answers', 'see what is said of the extensions.')] : []),
    ...(taken.length > 0 ? fromSandbox(taken, facts, mayCreate) : []),
  ];
}

function postFunctionOf({ templatePostFunction = 'none' }: Wish) {
  return templatePostFunction;
}

/** What types a new project has nobody can know before there is one; those of the sandbox are there to be seen. */
function fromSandbox(wishes: readonly Wish[], { broken, projects = [] }: Facts, mayCreate: boolean): Shortage[] {
  const names = broken?.projects ?? [];
  if (names.length > 0) {
    const reason = `the sandbox names ${names.join(', ')}, which can’t be used`;
    return [fails(reason, 'correct the projects in TRACKER_SANDBOX.')];
  }
  const lacking = wishes.filter((wish) => {
    const alike = wishes.filter((other) => kindOf(other) === kindOf(wish));
    return projects.filter((project) => fits(project, wish)).length < alike.length;
  });
  return lacking.map((wish) => {
    const why = postFunctionOf(wish) === 'none' && !mayCreate ? 'no project can be created, and ' : '';
    const count = wishes.filter((other) => kindOf(other) === kindOf(wish)).length;
    const many = count > 1 ? `, ${count} times` : '';
    return skips(`${why}the sandbox names no ${describe(wish)}${many}`, 'name more as projects in TRACKER_SANDBOX.');
  });
}

/** Wishes of one kind are for the same projects of the sandbox, and each takes one. */
function kindOf(wish: Wish): string {
  return `${postFunctionOf(wish)} ${wish.requestTypes === undefined ? 'regular' : 'service desk'}`;
}

function fits(project: NonNullable<Facts['projects']>[number], wish: Wish): boolean {
  return (
    project.templatePostFunction === postFunctionOf(wish) &&
    project.serviceDesk === (wish.requestTypes !== undefined) &&
    project.issueTypes >= (wish.issueTypes ?? 1) &&
    project.requestTypes >= (wish.requestTypes ?? 0)
  );
}

function describe(wish: Wish): string {
  const { issueTypes = 1, requestTypes } = wish;
  const what =
    requestTypes === undefined
      ? `project with issue types (${issueTypes})`
      : `service desk with request types (${requestTypes}) and issue types (${issueTypes})`;
  return `${what} whose post function is "${postFunctionOf(wish)}"`;
}
