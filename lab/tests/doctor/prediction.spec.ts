import { expect } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import { documented } from '../../../contracts/index.js';
import type { Api, DocumentedRuleId, TestNeeds } from '../../../contracts/index.js';
import { findMissingRequirements } from '../../../cli/doctor/prediction/find-missing-requirements.js';
import { ruleNeeds } from '../../../cli/doctor/prediction/rule-needs.js';
import { NotAvailableError } from '../../../fixtures/index.js';
import type {
  ConnectionNeeds,
  ProjectNeeds,
  ProvidedConnection,
  ProvidedTestProject,
  TemplateNeeds,
  TestProjectNeeds,
  Tracker,
} from '../../../fixtures/index.js';
import { openExternalTarget } from '../../../fixtures/target/external-target.js';
import { test } from './doctor-test.js';
import type { Subject } from './doctor-test.js';

// One tracker provides what every rule needs.
test.describe.configure({ timeout: 120_000 });

/** Asks for everything that a test needs, as the fixtures do. @returns why it can't be had; undefined if it can */
async function provide(tracker: Tracker, needs: TestNeeds): Promise<string | undefined> {
  const { provisioner } = tracker;
  try {
    if (needs.admin === true && tracker.admin === undefined) return 'no admin';
    // One is as good as fifty here.
    for (const need of (needs.projects ?? []).slice(0, 3)) await provisioner.project(need as ProjectNeeds);
    for (const need of needs.templates ?? []) await provisioner.template(need as TemplateNeeds);
    const connections: ProvidedConnection[] = [];
    for (const { sameUsers, disabled, ...need } of lastIf(needs.connections, 'sameUsers')) {
      const like = sameUsers === true && { usersOf: connections[0] };
      const wanted = { ...need, ...like, enabled: disabled !== true } as ConnectionNeeds;
      connections.push(await provisioner.connection(wanted));
    }
    const projects: ProvidedTestProject[] = [];
    for (const { unlike, columnsUnlike: _, ...need } of lastIf(needs.testProjects, 'unlike')) {
      const wanted = { ...need, ...(unlike === true && { unlike: projects[0] }) } as TestProjectNeeds;
      projects.push(await provisioner.testProject(wanted));
    }
    if (needs.plainUsers !== undefined) await provisioner.plainUser();
    return undefined;
  } catch (error) {
    if (error instanceof NotAvailableError) return error.message;
    throw error;
  }
}

/** What refers to another comes after it. */
function lastIf<Need extends object>(needs: readonly Need[] | undefined, reference: string): Need[] {
  return [...(needs ?? [])].sort((left, right) => Number(reference in left) - Number(reference in right));
}

/** What tests need, each once. */
function distinctNeeds(): { api: Api; needs: TestNeeds }[] {
  const all = (Object.keys(ruleNeeds) as DocumentedRuleId[]).flatMap((rule) =>
    ruleNeeds[rule].map((needs) => ({ api: documented[rule].api, needs })),
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Sandboxes that lack something. */
const sandboxes: readonly {
  readonly lacks: string;
  /** Whether every rule can be verified all the same. */
  readonly isEnough?: boolean;
  readonly of: (whole: Subject['sandbox']) => object;
}[] = [
  { lacks: 'nothing', of: (whole) => whole },
  { lacks: 'templates', of: (whole) => ({ ...whole, templates: [] }) },
  {
    lacks: 'templates with a summary',
    of: (whole) => ({ ...whole, templates: whole.templates.map(({ id }) => ({ id, fields: { description: 'x' } })) }),
  },
  {
    lacks: 'projects that overwrite',
    of: (whole) => ({
      ...whole,
      projects: whole.projects.filter(({ templatePostFunction }) => templatePostFunction !== 'overwrite'),
    }),
  },
  { lacks: 'projects', of: (whole) => ({ ...whole, projects: [] }) },
  {
    lacks: 'the right to create projects',
    isEnough: true,
    of: (whole) => ({ ...whole, createProjects: false }),
  },
  {
    lacks: 'the right to create projects, and all projects but two that keep',
    of: (whole) => ({ ...whole, createProjects: false, projects: whole.projects.slice(5, 7) }),
  },
  { lacks: 'connections', of: (whole) => ({ ...whole, connections: [] }) },
  {
    lacks: 'a connection that is not enabled',
    of: (whole) => ({ ...whole, connections: whole.connections.slice(0, 2) }),
  },
  {
    lacks: 'groups, and users but two',
    of: (whole) => ({
      ...whole,
      connections: whole.connections.slice(0, 2).map(({ id, name, users }) => ({ id, name, users: users.slice(0, 2) })),
    }),
  },
  {
    lacks: 'two connections with the same users',
    of: (whole) => ({
      ...whole,
      connections: whole.connections
        .slice(0, 2)
        .map((one, index) => ({ ...one, users: one.users.slice(index * 30, 30 + index * 30) })),
    }),
  },
  {
    lacks: 'common users at the beginning of two connections, and a third connection',
    isEnough: false,
    of: (whole) => ({
      ...whole,
      connections: whole.connections
        .slice(0, 2)
        .map((one, index) => ({ ...one, users: one.users.slice(index * 25, 30 + index * 25) })),
    }),
  },
  {
    lacks: 'common users in its first connection',
    isEnough: false,
    of: (whole) => ({
      ...whole,
      connections: whole.connections
        .slice(0, 3)
        .map((one, index) => ({ ...one, users: one.users.slice(index === 0 ? 0 : 30, index === 0 ? 30 : 60) })),
    }),
  },
  {
    lacks: 'two test projects that are alike for plainUser',
    isEnough: true,
    of: ({ tests, ...whole }) => ({ ...whole, tests: { ...tests, projects: tests.projects.slice(2) } }),
  },
  {
    lacks: 'a test project in which plainUser may not create',
    of: ({ tests, ...whole }) => ({ ...whole, tests: { ...tests, projects: tests.projects.slice(3) } }),
  },
  {
    lacks: 'other statuses in the first two test projects',
    isEnough: true,
    of: ({ tests, ...whole }) => {
      const [first, second, ...others] = tests.projects;
      const alike = second && { ...second, statuses: [...(first?.statuses ?? []), ...second.statuses] };
      return { ...whole, tests: { ...tests, projects: [first, alike, ...others] } };
    },
  },
  { lacks: 'test projects', of: (whole) => ({ ...whole, tests: { ...whole.tests, projects: [] } }) },
  {
    lacks: 'a second test project, and Preconditions',
    of: (whole) => ({ ...whole, tests: { ...whole.tests, projects: whole.tests.projects.slice(1, 2) } }),
  },
  { lacks: 'a second user', of: ({ plainUser: _, ...whole }) => whole },
];

for (const { lacks, isEnough = lacks === 'nothing', of } of sandboxes) {
  test(`what is predicted if the sandbox lacks ${lacks} is what a run is given`, async ({ subject }) => {
    const sandbox = { ...of(subject.sandbox), disposable: true };
    const { context, facts } = await subject.runChecks({ sandbox, env: { TRACKER_LEASE_WAIT: '100' } });
    const target = openExternalTarget(context.settings, context.external, 0);
    const seen: { readonly given: boolean; readonly told: boolean; readonly needs: TestNeeds }[] = [];

    for (const { api, needs } of distinctNeeds()) {
      const told = findMissingRequirements(api, needs, context, facts).length === 0;
      const tracker = await target.openTracker(seededBuilders(1), undefined);
      const given = (await provide(tracker, needs)) === undefined;
      await tracker.release();
      seen.push({ given, told, needs });
    }

    const wrong = seen.filter(({ given, told }) => given !== told);
    expect(wrong).toEqual([]);
    const met = new Set(
      seen.filter(({ given, needs }) => given || needs.admin).map(({ needs }) => JSON.stringify(needs)),
    );
    const rules = Object.values(ruleNeeds);
    expect(rules.every((ways) => ways.some((needs) => met.has(JSON.stringify(needs))))).toBe(isEnough);
  });
}

test('a rule is verified by one of several tests, and fails by one', async ({ subject }) => {
  const token = subject.world.users.find(({ name }) => name === subject.login.username)?.token ?? '';
  const { plainUser, ...without } = subject.sandbox;
  const forecast = async (sandbox: object) => {
    const { predictions = [] } = await subject.runChecks({ login: { token }, sandbox });
    return predictions.find(({ rule }) => rule === 'DT-41')?.forecast;
  };

  expect(await forecast(subject.sandbox)).toBe('can be verified');
  expect(await forecast(without)).toBe('skipped');
  expect(await forecast({ ...without, plainUser: { ...plainUser, password: 'wrong' } })).toBe('failing');
});
