import type { Flags, SubCommand } from './support/sub-command.js';
import { wholeNumber, UsageError } from './support/usage-error.js';
import { counted } from '../contracts/counted.js';
import type { ExternalTracker } from '../client/settings/settings.js';
import { nameOfUser, missing, notChecked, openContext } from './doctor/check.js';
import { settingsOfCommand } from './support/settings.js';
import { asPublic } from '../client/secrets.js';
import { formatRuleIds } from '../reports/matrix/format.js';
import { inOneLine, print } from '../client/print.js';
import type { Check, Seen, CheckFinding, Facts, Context } from './doctor/check.js';
import { clock, edition, reachable, version, extensions, rateLimits, leftovers } from './doctor/checks/tracker.js';
import { connectionCheck } from './doctor/checks/connections.js';
import {
  customFields,
  issueTypes,
  sandboxProjects,
  testProjectCheck,
  templateCheck,
  workers,
} from './doctor/checks/sandbox.js';
import { credentials, permissions, userChecks } from './doctor/checks/users.js';
import { HarnessError, messageToPrint } from '../client/errors.js';
import { documented, documentedRuleIds } from '../contracts/index.js';
import type { DocumentedRuleId, Demands } from '../contracts/index.js';
import { findMissingRequirements } from './doctor/prediction/find-missing-requirements.js';
import type { MissingRequirement } from './doctor/prediction/find-missing-requirements.js';
import { ruleNeeds } from './doctor/prediction/rule-needs.js';
import { exitCodes } from '../reports/exit-codes.js';
import type { ExitCode } from '../reports/exit-codes.js';

export function addDoctorCommand(command: SubCommand): void {
  command
    .description('check the tracker that TRACKER_URL names, without changes: what is missing, and what to do')
    .option('--json', 'as JSON, for machines')
    .option('--workers <number>', 'the number of workers for which the sandbox should suffice', wholeNumber(3), 4)
    .notes([
      'It only reads. Its list of rules is a forecast, which docs/real-tracker.md explains.',
      'Exit codes: 0 a run makes sense, 2 bad settings, 3 rules that TRACKER_GATE asks for can’t be verified,',
      '4 no tracker answers, or it refuses the login, 130 ended by Ctrl+C, 143 ended by SIGTERM.',
      'Examples:',
      '  TRACKER_URL=https://tracker.example.com/jira TRACKER_USERNAME=qa TRACKER_PASSWORD=… tracker-e2e doctor',
      '  tracker-e2e doctor --json     with the settings in .env',
    ])
    .action(runDoctor);
}

async function runDoctor({ json, workers }: Flags<'json'> & { readonly workers: number }): Promise<void> {
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
  const report = { ...results, external, predictions, forecast };
  print(json === true ? toJson(report) : renderReport(report));
  process.exitCode = forecast.exitCode;
}

interface Report extends CheckResults {
  readonly external: ExternalTracker;
  readonly predictions: readonly Prediction[] | undefined;
  readonly forecast: ReturnType<typeof judgeForecast>;
}

export function toJson({ external, facts, lines, predictions, forecast }: Report): string {
  const { serverInfo, user } = facts;
  return JSON.stringify(
    {
      schemaVersion: 1,
      tracker: {
        url: asPublic(external.url),
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
export function renderReport({ external, lines, predictions, forecast }: Report): string {
  const told = lines.filter(({ state }) => predictions !== undefined || state !== 'not checked');
  const rows = told.flatMap(({ state, check, text, remedy }) => [
    `${asPublic(state.padEnd(12))} ${asPublic(check.padEnd(17))} ${inOneLine(text)}`,
    ...(remedy === undefined ? [] : [`${INDENT}→ ${inOneLine(remedy)}`]),
  ]);
  const expected = predictions === undefined ? [] : ['', ...renderPredictions(predictions)];
  return [asPublic(external.url), '', ...rows, ...expected, '', asPublic(forecast.text)].join('\n');
}

function renderPredictions(predictions: readonly Prediction[]): string[] {
  const not = predictions.filter(({ forecast }) => forecast !== 'can be verified');
  const count = `${counted(predictions.length, 'documented rule')}: ${predictions.length - not.length} can be verified, ${not.length} not.`;
  const told =
    'Nothing was created for this forecast. Properties that only a creation shows are assumed to be correct.';
  const reasonsOf = (one: Prediction) => one.missingRequirements.map(({ reason }) => reason).join('; ');
  const groups = [...new Set(not.map(reasonsOf))].map((reason) => not.filter((one) => reasonsOf(one) === reason));
  const lines = groups.flatMap((group) => {
    const what = group[0]?.forecast === 'failing' ? 'fail' : 'are skipped';
    const remedies = (group[0]?.missingRequirements ?? []).map(({ remedy }) => remedy);
    return [
      `  ${formatRuleIds(group.map(({ rule }) => rule))}: tests ${what}: ${group.map(reasonsOf)[0] ?? ''}`,
      ...[...new Set(remedies)].map((remedy) => `      → ${remedy}`),
    ];
  });
  return [asPublic(count), asPublic(told), ...lines];
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
  testProjectCheck,
  templateCheck,
  connectionCheck,
  workers,
  ...userChecks,
  leftovers,
  rateLimits,
];

export interface CheckResults {
  readonly facts: Facts;
  readonly lines: (CheckFinding & { readonly check: string })[];
}

/** A check that fails does not stop the others. */
export async function runChecks(context: Context): Promise<CheckResults> {
  let facts: Facts = {};
  const lines: CheckResults['lines'] = [];
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

export interface Prediction {
  readonly rule: DocumentedRuleId;
  /** Whether its tests are expected to run; else whether the missing requirement skips them or makes them fail. */
  readonly forecast: 'can be verified' | MissingRequirement['ends'];
  readonly missingRequirements: readonly MissingRequirement[];
}

/** The forecasts for a run, as far as the doctor can see without changes; undefined if the user can't log in. */
export function predict(context: Context, facts: Facts): readonly Prediction[] | undefined {
  if (facts.user === undefined || facts.answering === undefined) return undefined;
  return documentedRuleIds.map((rule) => predictRule(rule, context, facts));
}

function predictRule(rule: DocumentedRuleId, context: Context, facts: Facts): Prediction {
  const { api } = documented[rule];
  const ways = ruleNeeds(rule).map((needs) => findMissingRequirements(api, needs, context, facts));
  const forecasts = ways.map(forecastOf);
  // A rule fails if one of its tests fails; else it is verified if one of its tests passes.
  const forecast =
    (['failing', 'can be verified', 'skipped'] as const).find((one) => forecasts.includes(one)) ?? 'skipped';
  // A skipped test does not reach its other missing requirements.
  const missingRequirements = (ways[forecasts.indexOf(forecast)] ?? []).filter(({ ends }) => ends === forecast);
  // A missing requirement in several projects of a test counts once.
  return {
    rule,
    forecast,
    missingRequirements: [...new Map(missingRequirements.map((one) => [one.reason, one])).values()],
  };
}

function forecastOf(missingRequirements: readonly MissingRequirement[]): Prediction['forecast'] {
  if (missingRequirements.length === 0) return 'can be verified';
  return missingRequirements.some(({ ends }) => ends === 'skipped') ? 'skipped' : 'failing';
}

/** Judges whether a run makes sense: the tracker answers, and the rules that the gate demands can be verified. */
export function judgeForecast(
  predictions: readonly Prediction[] | undefined,
  demands: Demands = 'reachable',
): { readonly exitCode: ExitCode; readonly text: string } {
  if (predictions === undefined) {
    return {
      exitCode: exitCodes.trackerUnreachable,
      text: 'A run makes no sense yet: no tracker answers, or it does not let the user in.',
    };
  }
  const verifiable = predictions.filter(({ forecast }) => forecast === 'can be verified');
  if (verifiable.length === 0) {
    return { exitCode: exitCodes.rulesUnverified, text: 'A run makes no sense yet: it can verify no rule.' };
  }
  const unmet = predictions.filter((one) => one.forecast !== 'can be verified' && isAskedFor(one, demands));
  if (unmet.length === 0) return { exitCode: exitCodes.passed, text: 'A run makes sense.' };
  return {
    exitCode: exitCodes.rulesUnverified,
    text: `A run would not pass its gate: ${unmet.length === 1 ? 'a rule it asks for' : `${unmet.length} rules it asks for`} can’t be verified: ${formatRuleIds(unmet.map(({ rule }) => rule))}.`,
  };
}

function isAskedFor({ rule, forecast }: Prediction, demands: Demands): boolean {
  if (demands === 'all') return true;
  return typeof demands === 'string' ? forecast === 'failing' : demands.includes(rule);
}
