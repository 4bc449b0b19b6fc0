import { documentsWorld } from '../../fake/index.js';
import type { WorldInput } from '../../contracts/index.js';

const { testIssueTypes, ...rest } = documentsWorld;
const testTypes = new Set(Object.values(testIssueTypes ?? {}));
const testProject = 'QA';

/** The bundled world without test management: small enough for tests that list all of something. */
export const worldWithoutTests: WorldInput = {
  ...rest,
  issueTypes: documentsWorld.issueTypes.filter(({ id }) => !testTypes.has(id)),
  statuses: documentsWorld.statuses.filter(({ id }) => id < 10),
  workflows: documentsWorld.workflows.filter(({ name }) => !name.startsWith('Test ')),
  customFields: documentsWorld.customFields.filter(({ id }) => id < 10_100),
  projects: documentsWorld.projects.filter(({ key }) => key !== testProject),
  issues: (documentsWorld.issues ?? []).filter(({ key }) => !key.startsWith(`${testProject}-`)),
};
