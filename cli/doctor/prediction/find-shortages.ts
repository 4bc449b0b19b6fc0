import type { Api } from '../../../contracts/index.js';
import type { Patient } from '../check.js';
import type { BrokenKind, Facts } from '../facts.js';
import { findConnectionShortage } from './find-connection-shortage.js';
import { findProjectShortages } from './find-project-shortages.js';
import { fails, skips } from './shortage.js';
import type { Shortage } from './shortage.js';
import type { TestNeeds, TestProjectWish, UserWish } from './test-needs.js';

/** What of a test's needs this set-up does not have; nothing where the test can be expected to run. */
export function findShortages(api: Api, needs: TestNeeds, patient: Patient, facts: Facts): Shortage[] {
  const { templateField, plainUser, basicLogin, operator } = needs;
  const shortages: (Shortage | undefined)[] = [
    facts.answering?.has(api) === true
      ? undefined
      : fails(`the ${api} API does not answer`, 'see what is said of the extensions.'),
    operator === true
      ? skips(
          'no API synchronizes, configures or restarts a tracker',
          'nothing to be done: the bundled fake shows these.',
        )
      : undefined,
    ...findProjectShortages(needs.projects ?? [], patient, facts),
    findTemplateShortage(needs.templates ?? [], facts),
    templateField === true && facts.fieldsFound?.has('template') !== true
      ? fails(`no custom field "${facts.names?.templateField ?? ''}"`, 'name it in TRACKER_SANDBOX as templateField.')
      : undefined,
    findConnectionShortage(needs.connections ?? [], facts),
    findTestProjectShortage(needs.testProjects ?? [], facts),
    basicLogin === true && 'token' in patient.remote.login
      ? skips('the run logs in by token', 'set TRACKER_USERNAME and TRACKER_PASSWORD, or name a plainUser.')
      : undefined,
    plainUser === undefined ? undefined : findUserShortage(plainUser, patient, facts),
  ];
  return shortages.filter((one) => one !== undefined);
}

/** What the sandbox names and the tracker does not have. */
function findBroken(kind: BrokenKind, { broken }: Facts): Shortage | undefined {
  const names = broken?.[kind] ?? [];
  return names.length === 0
    ? undefined
    : fails(`the sandbox names ${names.join(', ')}, which can’t be used`, `correct the ${kind} in TRACKER_SANDBOX.`);
}

function findTemplateShortage(wishes: NonNullable<TestNeeds['templates']>, facts: Facts): Shortage | undefined {
  // What was not looked at has a cause of its own.
  if (wishes.length === 0 || facts.templates === undefined) return undefined;
  const wanted = wishes.flatMap(({ fields = [] }) => fields);
  const fitting = facts.templates.filter(({ fields }) => wanted.every((field) => field in fields));
  const broken = findBroken('templates', facts);
  if (broken !== undefined || fitting.length >= wishes.length) return broken;
  const withFields = wanted.length === 0 ? '' : ` with ${[...new Set(wanted)].join(' and ')}`;
  return skips(
    `the sandbox has ${fitting.length} of ${wishes.length} templates${withFields} that nobody uses`,
    'name more as templates in TRACKER_SANDBOX.',
  );
}

function findTestProjectShortage(wishes: readonly TestProjectWish[], facts: Facts): Shortage | undefined {
  if (wishes.length === 0 || facts.testProjects === undefined) return undefined;
  const broken = findBroken('testProjects', facts);
  if (broken !== undefined) return broken;
  const roles = ['steps', 'preconditions', 'requirement', 'testCaseTemplate'] as const;
  const lacking = roles.filter((role) => facts.fieldsFound?.has(role) !== true);
  if (lacking.length > 0) {
    return fails(`custom fields are missing: ${lacking.join(', ')}`, 'name them in TRACKER_SANDBOX as tests.fields.');
  }
  const projects = facts.testProjects;
  const [first] = projects.filter(({ preconditions }) => wishes[0]?.preconditions !== true || preconditions);
  if (first === undefined) {
    const what =
      wishes[0]?.preconditions === true ? 'no project with Preconditions' : 'no project with test management';
    return skips(`the sandbox names ${what}`, 'name one as tests.projects in TRACKER_SANDBOX.');
  }
  const second = projects.some(({ statuses }) => lacks(statuses, first.statuses) && lacks(first.statuses, statuses));
  return wishes.some(({ unlike }) => unlike === true) && !second
    ? skips('the sandbox names no two projects with step statuses of their own', 'name a second one as tests.projects.')
    : undefined;
}

function lacks(left: readonly string[], right: readonly string[]): boolean {
  return left.some((name) => !right.includes(name));
}

function findUserShortage(wish: UserWish, { remote }: Patient, { secondUser }: Facts): Shortage | undefined {
  if (remote.sandbox.plainUser === undefined) {
    return skips('the sandbox names no plainUser', 'name one in TRACKER_SANDBOX.');
  }
  const remedy = 'see what is said of the second user.';
  if (secondUser?.logsIn !== true) return fails('the plainUser does not log in', remedy);
  const { createsIn, blindIn } = secondUser;
  if (wish.mayNotCreate === true && createsIn.length > 0) {
    return fails(`the plainUser may create tests in ${createsIn.join(', ')}`, remedy);
  }
  return wish.sees === true && blindIn.length > 0
    ? fails(`the plainUser does not see ${blindIn.join(', ')}`, remedy)
    : undefined;
}
