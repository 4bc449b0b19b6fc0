import type { StepResult } from '../../../contracts/report/finished-test.js';
import type { Results, TestResultRow } from '../../../reports/documents/results.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import type { Transport } from '../../../client/transport.js';
import { loadSettings } from '../../../client/settings/load-settings.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';
import { openPlanClient } from '../../../reports/results/publish/plan-client.js';
import type { PlanClient } from '../../../reports/results/publish/plan-client.js';
import { publish } from '../../../reports/results/publish/publish.js';
import type { PublishReport } from '../../../reports/results/publish/publish.js';
import { publishDefaults } from '../../../reports/results/publish/find-plan.js';
import type { PublishChoice } from '../../../reports/results/publish/find-plan.js';
import { PROJECT, STEPS, test as base } from '../test-management/tests-test.js';
import type { SeenRow, TestsTenant } from '../test-management/tests-test.js';

export const test = base.extend<{ tests: TestsTenant; plan: { readonly id: number; readonly key: string } }>({
  tests: async ({ open }, use) => use(open()),
  plan: async ({ tests }, use) => use(await tests.create('Test Plan')),
});

export function sampleResult(title: string, parts: Partial<TestResultRow> = {}): TestResultRow {
  const name = `chromium › shop.spec.ts › ${title}`;
  return { name, title, status: 'passed', cases: [], rules: [], steps: [], ...parts };
}

/** Steps that passed; one whose title begins with `!` failed, with `-` was skipped. */
export function steps(...titles: readonly string[]): StepResult[] {
  return titles.map((title) =>
    title.startsWith('-')
      ? { title: title.slice(1), status: 'skipped' }
      : title.startsWith('!')
        ? { title: title.slice(1), status: 'failed', error: `expected ${title.slice(1)}` }
        : { title, status: 'passed' },
  );
}

export function sampleResults(id: string, ...tests: readonly TestResultRow[]): Results {
  const startedAt = '2026-11-21T14:30:05.000Z';
  return {
    schemaVersion: 1,
    run: { id, name: `run ${id}`, startedAt, url: 'https://ci.example.com/7' },
    errors: [],
    tests: [...tests],
  };
}

/** Publishes results to a tenant, as its administrator. @param wire stands between the publisher and the tenant */
export async function publishTo(
  tests: TestsTenant,
  results: Results,
  choice: Partial<PublishChoice>,
  wire: (send: Transport) => Transport = (send) => send,
): Promise<PublishReport> {
  const all = { ...publishDefaults, settle: 0, ...choice };
  return publish(results, all, await clientOf(tests, all.dryRun, wire));
}

export function clientOf(
  tests: TestsTenant,
  dryRun = false,
  wire: (send: Transport) => Transport = (send) => send,
): Promise<PlanClient> {
  const env = { TRACKER_URL: tests.url, TRACKER_USERNAME: 'admin', TRACKER_PASSWORD: 'admin', TRACKER_SEED: '1' };
  const settings = loadSettings(env);
  return openPlanClient(settings, settings.external as ExternalTracker, dryRun, wire(undiciTransport(60_000)));
}

interface ShownFields {
  readonly summary: string;
  readonly status: { readonly name: string };
  readonly comment?: { readonly comments: readonly { readonly body: string }[] };
  readonly customfield_10103: unknown;
  readonly [STEPS]: { readonly stepsRows: readonly SeenRow[] } | null;
}

/** The cases of a plan in their order; the steps of each as `title: status`. */
export async function casesOf(tests: TestsTenant, plan: { readonly key: string }) {
  const read = async (id: number) => {
    const { body } = await tests.call('GET', `/rest/api/2/issue/${id}`);
    const { body: links } = await tests.call('GET', `/rest/api/2/issue/${id}/remotelink`);
    const { key, fields } = body as { key: string; fields: ShownFields };
    const { summary, status, comment, customfield_10103: template, [STEPS]: table } = fields;
    const rows = table?.stepsRows ?? [];
    return {
      ...{ id, key, summary, template, rows, links: links as readonly object[] },
      status: status.name,
      steps: rows.map(({ cells, status: step }) => `${cells[0]}: ${step?.name}`),
      comments: (comment?.comments ?? []).map((one) => one.body),
    };
  };
  return Promise.all((await tests.caseIds(plan)).map(read));
}

export const release = (name: string): Partial<PublishChoice> => ({ release: name, project: PROJECT });
