import { endpoints } from '../../contracts/index.js';
import type { Endpoints } from '../../contracts/index.js';
import { discoverBasePaths } from '../../fixtures/discovery/discover.js';
import { completeNames } from '../../fixtures/discovery/complete-sandbox.js';
import { MissingFieldError } from '../../fixtures/errors.js';
import { credentialsOf } from '../../fixtures/http/credentials.js';
import { createSetupClient } from '../../fixtures/http/setup-client.js';
import type { SetupClient } from '../../fixtures/http/setup-client.js';
import { setupTransport } from '../../fixtures/http/tracker-transports.js';
import type { Transport } from '../../fixtures/http/transport.js';
import { expectationsOf } from '../../fixtures/settings/expected-assumptions.js';
import type { ExternalTracker, Settings } from '../../fixtures/settings/settings.js';
import { PlanScope } from './plan-scope.js';
import type { CaseFields } from './seen-case.js';

/** A tracker that results are published to. */
export interface PlanClient {
  readonly url: string;
  readonly api: SetupClient<Endpoints>;
  readonly scope: PlanScope;
  readonly fields: CaseFields;
  readonly issueTypes: { readonly testCase: string; readonly testPlan: string; readonly testCaseTemplate: string };
  /** What new projects begin with, if a case does not tell it. */
  readonly usual: { readonly columns: number; readonly defaultStatus: string };
  /** How many requests were sent so far. */
  readonly requests: () => number;
}

/**
 * Opens the tracker of the settings: finds the base paths and the fields of test cases. Only GET is sent.
 *
 * @param wire sends in place of the connection of the settings; for tests
 * @throws MissingFieldError, SetupError, UnreachableError
 */
export async function openPlanClient(
  settings: Settings,
  external: ExternalTracker,
  isDryRun: boolean,
  wire: Transport = setupTransport(settings, external.url),
): Promise<PlanClient> {
  let sent = 0;
  const transport: Transport = (request) => {
    sent += 1;
    return wire(request);
  };
  const looking = { baseUrl: external.url, transport, caller: credentialsOf(external.login) };
  const basePaths = await discoverBasePaths(settings, looking);
  const scope = new PlanScope(isDryRun);
  const around: PlanScope['around'] = (call, send) => scope.around(call, send);
  const api = createSetupClient(endpoints, { ...looking, basePaths, around });
  const { assumptions } = expectationsOf(settings);
  const listed = (await api.listFields()).filter(({ custom }) => custom);
  const { tests } = completeNames(external.sandbox, listed, assumptions);
  const idOf = (name: string): string => {
    const field = listed.find((one) => one.name === name);
    if (field !== undefined) return field.id;
    throw new MissingFieldError(
      name,
      listed.map((one) => one.name),
    );
  };
  return {
    url: external.url,
    api,
    scope,
    fields: {
      steps: idOf(tests.fields.steps),
      template: idOf(tests.fields.testCaseTemplate),
      rows: assumptions['TM-N02'].rows,
    },
    issueTypes: tests.issueTypes,
    usual: { columns: assumptions['TM-N04'].columns.length, defaultStatus: assumptions['TM-N04'].defaultStatus },
    requests: () => sent,
  };
}
