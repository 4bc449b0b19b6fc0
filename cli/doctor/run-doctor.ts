import { counted } from '../../contracts/counted.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import { openContext } from './context.js';
import { nameOfUser, missing, notChecked } from './check.js';
import { judgeForecast, predict } from './forecast.js';
import type { Forecast, Prediction } from './forecast.js';
import { settingsOfCommand } from '../support/settings.js';
import { asPublic } from '../../fixtures/reporting/secrets.js';
import { UsageError } from '../support/usage-error.js';
import { formatRuleIds } from '../../reports/matrix/format.js';
import { inOneLine, print } from '../../fixtures/reporting/print.js';
import type { Check, Seen, Finding } from './check.js';
import { clock, edition, reachable, version } from './checks/tracker.js';
import { connections } from './checks/connections.js';
import { credentials, permissions, secondUser } from './checks/users.js';
import { customFields, issueTypes } from './checks/names.js';
import { extensions } from './checks/extensions.js';
import { leftovers } from './checks/leftovers.js';
import { rateLimits, workers } from './checks/capacity.js';
import { sandboxProjects, testProjects } from './checks/projects.js';
import { templates } from './checks/templates.js';
import { HarnessError, messageToPrint } from '../../fixtures/errors.js';
import type { Context, Facts } from './context.js';

export interface DoctorOptions {
  readonly json?: boolean;
  readonly workers: number;
}

/** Checks the tracker of the settings, and prints what it found. @throws UsageError if none is named */
export async function runDoctor({ json, workers }: DoctorOptions): Promise<void> {
  const settings = settingsOfCommand();
  const { external } = settings;
  if (external === undefined) {
    throw new UsageError(
      'The doctor looks at a tracker, and the settings name none: set TRACKER_URL, and TRACKER_USERNAME with TRACKER_PASSWORD or TRACKER_TOKEN. The bundled fake needs no doctor.',
    );
  }
  const context = openContext(settings, external, workers);
  const results = await runChecks(context);
  const predictions = predict(context, results.facts);
  const forecast = judgeForecast(predictions, settings.gate);
  const report = { ...results, url: external.url, external, predictions, forecast };
  print(json === true ? toJson(report) : renderReport(report));
  process.exitCode = forecast.exitCode;
}

interface Report extends CheckResults {
  readonly url: string;
  readonly external: ExternalTracker;
  readonly predictions: readonly Prediction[] | undefined;
  readonly forecast: Forecast;
}

export function toJson({ url, external, facts, lines, predictions, forecast }: Report): string {
  const { serverInfo, user } = facts;
  return JSON.stringify(
    {
      schemaVersion: 1,
      tracker: {
        url: asPublic(url),
        title: serverInfo?.serverTitle ?? null,
        version: serverInfo?.version ?? null,
        edition: serverInfo?.deploymentType ?? null,
      },
      user: user === undefined ? null : { name: nameOfUser(external, user.name), key: nameOfUser(external, user.key) },
      basePaths: facts.basePaths ?? null,
      checks: lines.map(({ check, state, ...line }) => ({ check: asPublic(check), state: asPublic(state), ...line })),
      rules: predictions ?? null,
      verdict: { ...forecast, text: asPublic(forecast.text) },
    },
    null,
    2,
  );
}

const INDENT = ' '.repeat(31);

/** The report as text. If no login works, only that is told, and not each check that waits for it. */
export function renderReport({ url, lines, predictions, forecast }: Report): string {
  const told = lines.filter(({ state }) => predictions !== undefined || state !== 'not checked');
  const rows = told.flatMap(({ state, check, text, remedy }) => [
    `${asPublic(state.padEnd(12))} ${asPublic(check.padEnd(17))} ${inOneLine(text)}`,
    ...(remedy === undefined ? [] : [`${INDENT}→ ${inOneLine(remedy)}`]),
  ]);
  const expected = predictions === undefined ? [] : ['', ...renderPredictions(predictions)];
  return [asPublic(url), '', ...rows, ...expected, '', asPublic(forecast.text)].join('\n');
}

function renderPredictions(predictions: readonly Prediction[]): string[] {
  const not = predictions.filter(({ forecast }) => forecast !== 'can be verified');
  const count = `${counted(predictions.length, 'documented rule')}: ${predictions.length - not.length} can be verified, ${not.length} not.`;
  const told =
    'Nothing was created for this forecast. Properties that only a creation shows are assumed to be correct.';
  return [asPublic(count), asPublic(told), ...groups(not).flatMap(renderGroup)];
}

/** Rules that can't be verified for the same reasons, together. */
function groups(predictions: readonly Prediction[]) {
  const byReason = new Map<string, Omit<Prediction, 'rule'> & { readonly rules: string[] }>();
  for (const { rule, ...prediction } of predictions) {
    const key = prediction.missingRequirements.map(({ reason }) => reason).join('; ');
    byReason.set(key, { ...prediction, rules: [...(byReason.get(key)?.rules ?? []), rule] });
  }
  return [...byReason.values()];
}

function renderGroup({ rules, missingRequirements, forecast }: ReturnType<typeof groups>[number]): string[] {
  const what = forecast === 'failing' ? 'fail' : 'are skipped';
  return [
    `  ${formatRuleIds(rules)}: tests ${what}: ${missingRequirements.map(({ reason }) => reason).join('; ')}`,
    ...[...new Set(missingRequirements.map(({ remedy }) => remedy))].map((remedy) => `      → ${remedy}`),
  ];
}

const checks: readonly Check[] = [
  reachable,
  version,
  edition,
  clock,
  credentials,
  permissions,
  extensions,
  customFields,
  issueTypes,
  sandboxProjects,
  testProjects,
  templates,
  connections,
  workers,
  secondUser,
  leftovers,
  rateLimits,
];

export interface CheckResults {
  readonly facts: Facts;
  readonly lines: readonly (Finding & { readonly check: string })[];
}

/** Runs all checks in order. A check that fails does not stop the others. */
export async function runChecks(context: Context): Promise<CheckResults> {
  let facts: Facts = {};
  const lines: (Finding & { readonly check: string })[] = [];
  for (const check of checks) {
    const seen = await look(check, context, facts);
    facts = { ...facts, ...seen.facts };
    lines.push(...seen.findings.map((finding) => ({ check: check.name, ...finding })));
  }
  return { facts, lines };
}

async function look(check: Check, context: Context, facts: Facts): Promise<Seen> {
  const lacking = Object.entries(check.needs ?? {}).find(([fact]) => facts[fact as keyof Facts] === undefined);
  if (lacking !== undefined) return { findings: [notChecked(lacking[1])] };
  try {
    const seen = await check.look(context, facts);
    return 'findings' in seen ? seen : { findings: [seen] };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const [first = ''] = messageToPrint(error).split('\n');
    return { findings: [missing(first, 'have the tracker answer this as its documentation says.')] };
  }
}
