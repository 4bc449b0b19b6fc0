import { endpoints, propertyOf } from '../../../contracts/index.js';
import type { Endpoints } from '../../../contracts/index.js';
import { discoverBasePaths } from '../../../provide/external/discovery/discover.js';
import { customField } from '../../../provide/custom-field.js';
import { completeNames } from '../../../provide/external/discovery/complete-sandbox.js';
import { TrackerOutageError, ScopeError } from '../../../client/errors.js';
import { credentialsOf, loginsOf } from '../../../client/credentials.js';
import { createSetupClient } from '../../../client/setup-client.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { setupTransport } from '../../../client/tracker-transports.js';
import type { Transport } from '../../../client/transport.js';
import { explainAnswer, problemOf } from '../../../provide/external/outage/explain-answer.js';
import { inSentences } from '../../../client/wire-errors.js';
import { expectationsOf } from '../../../client/settings/settings.js';
import type { ExternalTracker, Settings } from '../../../client/settings/settings.js';
import { guardedBy } from '../../../provide/external/guard/guard.js';
import { isRead, requirementsOf } from '../../../provide/external/guard/requirements.js';
import type { PlannedCall } from '../../../client/api-client.js';

/** The ids of the custom fields of a test case, and the property of the Steps field that holds the rows. */
export interface CaseFields {
  readonly steps: string;
  readonly template: string;
  readonly rows: string | null;
}

export interface PlanClient {
  readonly url: string;
  readonly api: SetupClient<Endpoints>;
  readonly scope: PlanScope;
  readonly fields: CaseFields;
  readonly issueTypes: { readonly testCase: string; readonly testPlan: string; readonly testCaseTemplate: string };
  /** The defaults of new projects, for a case that does not show its own values. */
  readonly usual: { readonly columns: number; readonly defaultStatus: string };
  readonly requests: () => number;
}

/** Opens the tracker of the settings: finds the base paths and the fields of test cases. Only GET is sent. */
export async function openPlanClient(
  settings: Settings,
  external: ExternalTracker,
  isDryRun: boolean,
  wire: Transport = setupTransport(settings, external.url),
): Promise<PlanClient> {
  let sent = 0;
  let refusal: TrackerOutageError | undefined;
  const [login] = loginsOf(external);
  // A tracker locks an account after a few refused logins, so the first one ends all.
  const transport: Transport = async (request) => {
    if (refusal !== undefined) throw refusal;
    sent += 1;
    const answer = await wire(request);
    if (problemOf(answer) !== 'refused login') return answer;
    const why = explainAnswer('refused login', answer, { request, baseUrl: external.url, login });
    refusal = new TrackerOutageError(
      `${request.method} ${request.url} answered ${answer.status}: ${inSentences(why)} Nothing more is sent.`,
    );
    throw refusal;
  };
  const looking = { baseUrl: external.url, transport, caller: credentialsOf(external.login) };
  const basePaths = await discoverBasePaths(settings, looking);
  const scope = new PlanScope(isDryRun);
  const around = guardedBy((call) => scope.check(call));
  const api = createSetupClient(endpoints, { ...looking, basePaths, around });
  const { assumptions } = expectationsOf(settings);
  const listed = (await api.listFields()).filter(({ custom }) => custom);
  const { tests } = completeNames(external.sandbox, listed, assumptions);
  const idOf = (idOrName: string): string => customField(idOrName, listed).id;
  return {
    url: external.url,
    api,
    scope,
    fields: {
      steps: idOf(tests.fields.steps),
      template: idOf(tests.fields.testCaseTemplate),
      rows: assumptions['TM-N02'],
    },
    issueTypes: tests.issueTypes,
    usual: { columns: assumptions['TM-N04'].columns.length, defaultStatus: assumptions['TM-N04'].defaultStatus },
    requests: () => sent,
  };
}

const remedy =
  'Publishing changes nothing but the named plan and its cases: this is an error of tracker-e2e, please report it.';

/** Stops every call that would change something else than one plan and its cases, and in a dry run every change. */
class PlanScope {
  readonly #issues = new Set<string>();
  readonly #isDryRun: boolean;
  #newPlan: string | undefined;

  constructor(isDryRun: boolean) {
    this.#isDryRun = isDryRun;
  }

  allow(...issues: readonly { readonly id: string | number; readonly key: string }[]): void {
    for (const { id, key } of issues) this.#issues.add(String(id)).add(key);
  }

  allowPlanIn(project: string): void {
    this.#newPlan = project;
  }

  /** @throws ScopeError if a call would reach too far */
  check(call: PlannedCall): void {
    if (isRead(call)) return;
    if (this.#isDryRun) throw new ScopeError(call, 'the tracker in a dry run', remedy);
    const requirements = requirementsOf(call) ?? [];
    const isKnown =
      requirements.length > 0 && requirements.every(([{ kind }]) => kind === 'issue' || kind === 'new issue');
    const others = requirements.flatMap(([{ kind, named }]) =>
      kind === 'issue' && !this.#issues.has(named) ? [named] : [],
    );
    const made = requirements.flatMap(([{ kind, named }]) => (kind === 'new issue' ? [named] : []));
    const isCase = newIssues(call.json).every(
      (issue) => propertyOf(propertyOf(issue, 'fields'), 'parent') !== undefined,
    );
    const isPlan = made.length === 1 && made[0] === this.#newPlan;
    if (!isKnown || others.length > 0 || (made.length > 0 && !isCase && !isPlan)) {
      throw new ScopeError(call, others.join(', ') || made.join(', ') || 'more than a plan', remedy);
    }
  }
}

function newIssues(json: unknown): readonly unknown[] {
  const many = propertyOf(json, 'issueUpdates');
  return many === undefined ? [json] : Array.isArray(many) ? (many as readonly unknown[]) : [];
}
