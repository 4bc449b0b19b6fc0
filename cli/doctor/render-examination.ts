import { formatRuleIds } from '../../reports/matrix/format.js';
import { asPublic } from '../../fixtures/reporting/secrets.js';
import type { ExternalTracker } from '../../fixtures/index.js';
import type { Examination } from './examine.js';
import type { Forecast } from './judge-forecast.js';
import type { Prediction } from './prediction/predict.js';

/** Everything the doctor has to say. */
export interface Report extends Examination {
  readonly url: string;
  readonly external: ExternalTracker;
  readonly predictions: readonly Prediction[] | undefined;
  readonly forecast: Forecast;
}

const INDENT = ' '.repeat(31);

/** The report as text, a line each; what to do about it stands below. */
export function renderExamination({ url, lines, predictions, forecast }: Report): string {
  const rows = lines.flatMap(({ state, check, text, remedy }) => [
    `${asPublic(state.padEnd(12))} ${asPublic(check.padEnd(17))} ${text}`,
    ...(remedy === undefined ? [] : [`${INDENT}→ ${remedy}`]),
  ]);
  return [asPublic(url), '', ...rows, '', ...renderPredictions(predictions), '', asPublic(forecast.text)].join('\n');
}

function renderPredictions(predictions: Report['predictions']): string[] {
  if (predictions === undefined) return ['There is no forecast of the rules that can be verified.'];
  const not = predictions.filter(({ forecast }) => forecast !== 'can be verified');
  const count = `${predictions.length} documented rules: ${predictions.length - not.length} can be verified, ${not.length} not.`;
  const told =
    'Nothing was created for this forecast. Properties that only a creation shows are assumed to be correct.';
  return [asPublic(count), asPublic(told), ...groups(not).flatMap(renderGroup)];
}

interface Group {
  readonly rules: readonly string[];
  readonly missingRequirements: Prediction['missingRequirements'];
  readonly forecast: Prediction['forecast'];
}

/** Rules that can't be verified for the same reasons, together. */
function groups(predictions: readonly Prediction[]): Group[] {
  const byReason = new Map<string, Group>();
  for (const { rule, missingRequirements, forecast } of predictions) {
    const key = missingRequirements.map(({ reason }) => reason).join('; ');
    byReason.set(key, { missingRequirements, forecast, rules: [...(byReason.get(key)?.rules ?? []), rule] });
  }
  return [...byReason.values()];
}

function renderGroup({ rules, missingRequirements, forecast }: Group): string[] {
  const what = forecast === 'failing' ? 'fail' : 'are skipped';
  return [
    `  ${formatRuleIds(rules)}: tests ${what}: ${missingRequirements.map(({ reason }) => reason).join('; ')}`,
    ...[...new Set(missingRequirements.map(({ remedy }) => remedy))].map((remedy) => `      → ${remedy}`),
  ];
}
