import { formatRuleIds } from '../../reports/matrix/format.js';
import type { Examination } from './examine.js';
import type { Outlook } from './judge-outlook.js';
import type { Prediction } from './prediction/predict.js';

/** Everything the doctor has to say. */
export interface Report extends Examination {
  readonly url: string;
  readonly predictions: readonly Prediction[] | undefined;
  readonly outlook: Outlook;
}

const INDENT = ' '.repeat(31);

/** The report as text, a line each; what to do about it stands below. */
export function renderExamination({ url, lines, predictions, outlook }: Report): string {
  const rows = lines.flatMap(({ state, check, text, remedy }) => [
    `${state.padEnd(12)} ${check.padEnd(17)} ${text}`,
    ...(remedy === undefined ? [] : [`${INDENT}→ ${remedy}`]),
  ]);
  return [url, '', ...rows, '', ...renderPredictions(predictions), '', outlook.text].join('\n');
}

function renderPredictions(predictions: Report['predictions']): string[] {
  if (predictions === undefined) return ['Which rules could be verified can’t be told.'];
  const not = predictions.filter(({ outlook }) => outlook !== 'can be verified');
  const count = `${predictions.length} documented rules: ${predictions.length - not.length} can be verified, ${not.length} not.`;
  const told = 'Nothing was created to find this out: what only shows then is taken to be as it should.';
  return [count, told, ...groups(not).flatMap(renderGroup)];
}

interface Group {
  readonly rules: readonly string[];
  readonly shortages: Prediction['shortages'];
  readonly outlook: Prediction['outlook'];
}

/** Rules that can't be verified for the same reasons, together. */
function groups(predictions: readonly Prediction[]): Group[] {
  const byReason = new Map<string, Group>();
  for (const { rule, shortages, outlook } of predictions) {
    const key = shortages.map(({ reason }) => reason).join('; ');
    byReason.set(key, { shortages, outlook, rules: [...(byReason.get(key)?.rules ?? []), rule] });
  }
  return [...byReason.values()];
}

function renderGroup({ rules, shortages, outlook }: Group): string[] {
  const what = outlook === 'failing' ? 'fail' : 'are skipped';
  return [
    `  ${formatRuleIds(rules)}: tests ${what}: ${shortages.map(({ reason }) => reason).join('; ')}`,
    ...[...new Set(shortages.map(({ remedy }) => remedy))].map((remedy) => `      → ${remedy}`),
  ];
}
