import { counted } from '../../../contracts/counted.js';
import type { Api, TestNeeds } from '../../../contracts/index.js';
import type { Context, Facts } from '../context.js';
import { matchTestProjects } from '../../../fixtures/provisioning/match-sandbox.js';
import { leaseProjectOf } from '../../../fixtures/cleanup/leases/slots.js';
import {
  findConnectionMissingRequirement,
  findProjectMissingRequirements,
  fails,
  findBroken,
  findNoLease,
  findNoWriting,
  skips,
} from './sandbox-requirements.js';
import type { MissingRequirement } from './sandbox-requirements.js';

/** The requirements of a test that this set-up lacks; empty if the test can be expected to run. */
export function findMissingRequirements(
  api: Api,
  needs: TestNeeds,
  context: Context,
  facts: Facts,
): MissingRequirement[] {
  const { sandbox, login } = context.external;
  const inExtensions = 'see what is said of the extensions.';
  const general: readonly (false | undefined | MissingRequirement)[] = [
    needs.disposable === true &&
      !sandbox.disposable &&
      skips(
        'it changes every project, and the tracker is not declared disposable',
        'say "disposable": true in TRACKER_SANDBOX, only of a tracker that can be thrown away.',
      ),
    facts.answering?.has(api) !== true && fails(`the ${api} API does not answer`, inExtensions),
    facts.refusing?.has(api) === true && fails(`the ${api} API refuses the user`, inExtensions),
    findLeaseMissingRequirement(needs, context, facts),
    needs.whitelist === true &&
      sandbox.whitelist === null &&
      skips('this version of directory sync has no whitelist', 'nothing to be done: newer versions have one.'),
    needs.admin === true &&
      skips(
        'no API synchronizes, configures or restarts a tracker',
        'nothing to be done: the bundled fake shows these.',
      ),
    needs.ownTracker === true &&
      skips('others use the tracker too', 'nothing to be done: the bundled fake gives each test one of its own.'),
    ...findProjectMissingRequirements(needs.projects ?? [], context, facts),
    findTemplateMissingRequirement(needs.templates ?? [], facts),
    needs.templateField === true &&
      facts.fieldsFound?.has('template') !== true &&
      fails(`no custom field "${facts.names?.templateField ?? ''}"`, 'name it in TRACKER_SANDBOX as templateField.'),
    findConnectionMissingRequirement(needs.connections ?? [], facts),
    findTestProjectMissingRequirement(needs.testProjects ?? [], facts),
    needs.basicLogin === true &&
      'token' in login &&
      skips('the run logs in by token', 'set TRACKER_USERNAME and TRACKER_PASSWORD, or name a plainUser.'),
    needs.plainUsers !== undefined && findUserMissingRequirement(needs.plainUsers, context, facts),
  ];
  return general.filter((one) => one !== undefined && one !== false);
}

/** Without a lease a connection can still be read. Templates can't be used, as tests make entries of them. */
function findLeaseMissingRequirement(
  { templates = [], changesConnection, disposable }: TestNeeds,
  { external }: Context,
  facts: Facts,
): MissingRequirement | undefined {
  const key = leaseProjectOf(external.sandbox);
  const isLeased = templates.length > 0 || changesConnection === true || disposable === true;
  return isLeased && key !== undefined ? findNoLease(key, facts) : undefined;
}

function findTemplateMissingRequirement(
  needs: NonNullable<TestNeeds['templates']>,
  facts: Facts,
): MissingRequirement | undefined {
  // If the templates were not checked, that has a cause of its own.
  if (needs.length === 0 || facts.templates === undefined) return undefined;
  const wanted = needs.flatMap(({ fields = [] }) => fields);
  const choices = needs.flatMap(({ anyOf }) => (anyOf === undefined ? [] : [anyOf]));
  const fitting = facts.templates.filter(
    ({ fields }) =>
      wanted.every((field) => field in fields) && choices.every((choice) => choice.some((field) => field in fields)),
  );
  const broken = findBroken('templates', facts);
  if (broken !== undefined || fitting.length >= needs.length) return broken;
  const values = [...new Set([...wanted, ...choices.map((choice) => choice.join(' or '))])];
  const withFields = values.length === 0 ? '' : ` with ${values.join(' and ')}`;
  return skips(
    `the sandbox has ${fitting.length} of ${counted(needs.length, 'template')}${withFields} that nobody uses`,
    'name more as templates in TRACKER_SANDBOX.',
  );
}

function findTestProjectMissingRequirement(
  needs: NonNullable<TestNeeds['testProjects']>,
  facts: Facts,
): MissingRequirement | undefined {
  if (needs.length === 0 || facts.testProjects === undefined) return undefined;
  const broken = findBroken('testProjects', facts);
  if (broken !== undefined) return broken;
  const noWriting = findNoWriting(
    facts.testProjects.map(({ key }) => key),
    facts,
  );
  if (noWriting !== undefined) return noWriting;
  const roles = ['steps', 'preconditions', 'requirement', 'testCaseTemplate'] as const;
  const lacking = roles.filter((role) => facts.fieldsFound?.has(role) !== true);
  if (lacking.length > 0) {
    return fails(`custom fields are missing: ${lacking.join(', ')}`, 'name them in TRACKER_SANDBOX as tests.fields.');
  }
  const projects = facts.testProjects;
  const isSecond = ({ unlike, columnsUnlike }: (typeof needs)[number]) => unlike === true || columnsUnlike === true;
  const [plain, second] = [false, true].map((wanted) => needs.filter((need) => isSecond(need) === wanted));
  const matched = (plain ?? []).map((need) => ({
    need,
    project: matchTestProjects(projects, { ...need, unlike: undefined, columnsUnlike: undefined })[0],
  }));
  const unmet = matched.find(({ project }) => project === undefined)?.need;
  if (unmet !== undefined) {
    const what =
      unmet.plainUserCreates === true
        ? 'test management in which plainUser may create issues'
        : unmet.preconditions === true
          ? 'Preconditions'
          : (unmet.columns?.join(', ') ?? 'test management');
    return skips(`the sandbox names no project with ${what}`, 'name one as tests.projects in TRACKER_SANDBOX.');
  }
  const first = matched[0]?.project;
  const isThere = ({ unlike, columnsUnlike, ...need }: (typeof needs)[number]) =>
    matchTestProjects(projects, {
      ...need,
      unlike: unlike === true ? first : undefined,
      columnsUnlike: columnsUnlike === true ? first : undefined,
    }).length > 0;
  return (second ?? []).every(isThere)
    ? undefined
    : skips(
        'the sandbox names no two projects with step statuses, or numbers of columns, of their own',
        'name a second one as tests.projects.',
      );
}

function findUserMissingRequirement(
  needs: NonNullable<TestNeeds['plainUsers']>,
  { external }: Context,
  { secondUser }: Facts,
): MissingRequirement | undefined {
  if (external.sandbox.plainUser === undefined) {
    return skips('the sandbox names no plainUser', 'name one in TRACKER_SANDBOX.');
  }
  const remedy = 'see what is said of the second user.';
  if (secondUser?.logsIn !== true) return fails('the plainUser does not log in', remedy);
  const { createsIn, blindIn } = secondUser;
  if (needs.some(({ mayNotCreate }) => mayNotCreate === true) && createsIn.length > 0) {
    return fails(`the plainUser may create tests in ${createsIn.join(', ')}`, remedy);
  }
  return needs.some(({ sees }) => sees === true) && blindIn.length > 0
    ? fails(`the plainUser does not see ${blindIn.join(', ')}`, remedy)
    : undefined;
}
