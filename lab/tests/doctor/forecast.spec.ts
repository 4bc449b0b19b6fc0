import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { documented, documentedRuleIds } from '../../../contracts/index.js';
import type { Api } from '../../../contracts/index.js';
import { findMissingRequirements } from '../../../cli/doctor/prediction/find-missing-requirements.js';
import { ruleNeeds } from '../../../cli/doctor/prediction/rule-needs.js';
import { NotAvailableError } from '../../../client/errors.js';
import type { ProvidedConnection, ProvidedTestManagementProject, Tracker } from '../../../fixtures/index.js';
import type { ProjectNeeds, TestNeeds } from '../../../provide/needs.js';
import { shareOf } from '../../../provide/external/leases/share.js';
import { openExternalTarget } from '../../../provide/external/external-target.js';
import { test } from './doctor-test.js';
import type { Subject } from './doctor-test.js';

/** Asks for everything that a test needs, as the fixtures do. @returns why it can't be had; undefined if it can */
async function provide(tracker: Tracker, needs: TestNeeds): Promise<string | undefined> {
  const { provisioner } = tracker;
  try {
    if (needs.admin === true && tracker.admin === undefined) return 'no admin';
    for (const need of needs.projects ?? []) await provisioner.project(need as ProjectNeeds);
    for (const need of needs.templates ?? []) await provisioner.template(need);
    const connections: ProvidedConnection[] = [];
    for (const need of needs.connections ?? []) {
      connections.push(await provisioner.connection(withOthers(need, connections[0])));
    }
    const projects: ProvidedTestManagementProject[] = [];
    for (const need of needs.testManagementProjects ?? []) {
      projects.push(await provisioner.testProject(withOthers(need, projects[0])));
    }
    if (needs.plainUser === true) await provisioner.plainUser();
    if (needs.whitelistedUser === true) await provisioner.plainUser({ whitelist: 'x' });
    return undefined;
  } catch (error) {
    if (error instanceof NotAvailableError) return error.message;
    throw error;
  }
}

/** The need with the first thing of its kind that the test has in place of the flags that name another. */
function withOthers(need: object, first: unknown): object {
  const names = ['usersOf', 'usersNotOf', 'otherThan'].filter((name) => name in need);
  return { ...need, ...Object.fromEntries(names.map((name) => [name, first])) };
}

function distinctNeeds(): { api: Api; needs: TestNeeds }[] {
  const all = documentedRuleIds.flatMap((rule) =>
    ruleNeeds(rule).map((needs) => ({ api: documented[rule].api, needs })),
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

type Sandbox = Subject['sandbox'];

/** The connections but those with the same users: the last one has three whom the others lack. */
const unlikeConnections = ({ connections: [first, , , last] }: Sandbox) => [
  first,
  { ...last, users: last?.users.slice(-3) },
];
const testProjectsOf = ({ tests }: Sandbox, from: number, to?: number) => ({
  tests: { ...tests, projects: tests.projects.slice(from, to) },
});
const withoutGroups = ({ connections }: Sandbox) =>
  connections.slice(0, 2).map(({ id, name, users }) => ({ id, name, users: users.slice(0, 2) }));
const withPlain = ({ projects: [first, ...others] }: Sandbox) => [
  { ...first, templatePostFunction: 'none' },
  ...others,
];
const keeping = ({ projects }: Sandbox) => projects.filter((one) => one.templatePostFunction !== 'overwrite');

/** Parts of a sandbox that differ from the whole one, and whether every rule can be verified all the same. */
const sandboxes: readonly (readonly [lacks: string, of: (whole: Sandbox) => object, isEnough?: boolean])[] = [
  ['nothing', () => ({}), true],
  ['templates', () => ({ templates: [] })],
  ['projects that overwrite', (whole) => ({ projects: keeping(whole) })],
  ['projects', () => ({ projects: [] })],
  ['the right to create projects, and a plain project', () => ({ createProjects: false })],
  ['only the right to create projects', (whole) => ({ createProjects: false, projects: withPlain(whole) }), true],
  ['connections', () => ({ connections: [] })],
  ['a connection that is not enabled', ({ connections }) => ({ connections: connections.slice(0, 2) })],
  ['groups, and users but two', (whole) => ({ connections: withoutGroups(whole) })],
  ['two connections with the same users', (whole) => ({ connections: unlikeConnections(whole) })],
  ['two of the test projects', (whole) => testProjectsOf(whole, 2), true],
  ['a test project in which plainUser may not create', (whole) => testProjectsOf(whole, 3)],
  ['test projects', (whole) => testProjectsOf(whole, 0, 0)],
  ['a second test project, and Preconditions', (whole) => testProjectsOf(whole, 1, 2)],
  ['a second user', () => ({ plainUser: undefined })],
  ['a user on the whitelist', () => ({ whitelistedUser: undefined })],
];

for (const [lacks, of, isEnough = false] of sandboxes) {
  test(`what is predicted if the sandbox lacks ${lacks} is what a run is given`, async ({ subject }) => {
    const sandbox = { ...subject.sandbox, ...of(subject.sandbox), disposable: true };
    const { context, facts } = await subject.runChecks({ sandbox });
    const target = openExternalTarget(
      context.settings,
      context.external,
      0,
      shareOf(context.external.sandbox, { parallelIndex: 0, isFull: true }),
    );
    const seen: { readonly given: boolean; readonly told: boolean; readonly needs: TestNeeds }[] = [];

    for (const { api, needs } of distinctNeeds()) {
      const told = findMissingRequirements(api, needs, context, facts).length === 0;
      const tracker = await target.openTracker(seededBuilders(1), undefined);
      const given = (await provide(tracker, needs)) === undefined;
      await tracker.release();
      seen.push({ given, told, needs });
    }

    const wrong = seen.filter(({ given, told }) => given !== told);
    expect(wrong).toStrictEqual([]);
    const met = new Set(
      seen.filter(({ given, needs }) => given || needs.admin).map(({ needs }) => JSON.stringify(needs)),
    );
    expect(documentedRuleIds.map(ruleNeeds).every((ways) => ways.some((needs) => met.has(JSON.stringify(needs))))).toBe(
      isEnough,
    );
  });
}
