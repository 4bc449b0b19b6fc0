import { basePathsSchema } from '../../../../contracts/index.js';
import type { AssumptionOverrides, BasePaths, WorldInput } from '../../../../contracts/index.js';
import type { SandboxSettings } from '../../../../fixtures/settings/sandbox.js';
import { workflowNames } from './catalogue.js';
import { grants, groups } from './context.js';
import { backgroundUserOf, partsOf, preExistingDataOf, sandboxOf } from './owners.js';
import type { BackgroundUserPlan, Parts } from './owners.js';

/** A tracker that the harness did not make. Its owners tell the harness a part of what it has. */
export interface ExternalWorld {
  readonly world: WorldInput;
  readonly login: { readonly username: string; readonly password: string };
  readonly sandbox: SandboxSettings;
  readonly backgroundUser: BackgroundUserPlan;
}

/** After how many milliseconds a search finds a new issue there. */
const SEARCH_DELAY = 1_200;

/** After how many milliseconds everything that was sent has arrived, is done, and is found by a search. */
export const SETTLING_TIME = SEARCH_DELAY + 800;

/** The path before every path of it. */
export const CONTEXT_PATH = '/tools/issues';

/** Where the APIs start there: the three extensions were moved, the tracker's own stands where it always does. */
export const movedPaths: BasePaths = basePathsSchema.parse({
  'default-templates': '/rest/modelos/2.1/padroes',
  'directory-sync': '/rest/diretorios/3.0/publico',
  'test-management': '/rest/ensaios/latest/api',
});

/**
 * Makes a tracker unlike the harness's own shared world in everything that may differ from tracker to tracker.
 *
 * @param answers how it answers open questions, if that shows in what it holds
 */
export function externalWorld(seed: number, answers: AssumptionOverrides = {}): ExternalWorld {
  const parts = partsOf(seed, answers);
  const { people, catalogue, tests, directories } = parts;
  const [theirs, backgroundUser, ours] = [preExistingDataOf(parts), backgroundUserOf(parts), sandboxOf(parts)];
  const { administrator, plain } = people;
  return {
    login: { username: administrator.name, password: administrator.password },
    sandbox: ours.sandbox,
    backgroundUser: backgroundUser.plan,
    world: {
      ...settingsOf(parts),
      ...catalogue.rows,
      issueTypes: [...catalogue.rows.issueTypes, ...tests.rows.issueTypes],
      statuses: [...catalogue.rows.statuses, ...tests.rows.statuses],
      workflows: [...catalogue.rows.workflows, ...tests.rows.workflows],
      customFields: [...catalogue.rows.customFields, ...tests.rows.customFields],
      users: [...people.team, ...people.directory, administrator, plain, people.backgroundUser],
      ...directories.rows,
      projects: [...theirs.projects, ...ours.projects, ...backgroundUser.projects],
      templates: [...theirs.templates, ...ours.templates, ...backgroundUser.templates],
      entries: [...theirs.entries, ...ours.entries, ...backgroundUser.entries],
      issues: [...theirs.issues, ...backgroundUser.issues],
    },
  };
}

/** The parts of a world that are no lists. */
function settingsOf({ catalogue: { issueTypes }, tests: { types } }: Parts) {
  const administrators = [{ group: groups.administrators }];
  const requestType = (name: string, index: number) => ({
    name,
    issueTypeId: (issueTypes[index] as { id: number }).id,
  });
  return {
    title: 'Gestão de obras',
    version: '10.3.6',
    basePaths: movedPaths,
    searchDelay: SEARCH_DELAY,
    testIssueTypes: {
      testCaseTemplate: types.testCaseTemplate.id,
      testCase: types.testCase.id,
      testPlan: types.testPlan.id,
    },
    globalPermissions: { ADMINISTER: administrators, SYSTEM_ADMIN: administrators },
    newProject: {
      workflow: workflowNames.plain,
      issueTypeIds: issueTypes.map(({ id }) => id),
      requestTypes: ['Dúvida', 'Avaria', 'Material', 'Outro pedido'].map(requestType),
      permissions: grants(),
    },
  };
}
