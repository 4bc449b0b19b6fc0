import { asPublic } from '../../fixtures/reporting/secrets.js';
import { nameOfUser } from './name-of-user.js';
import type { Report } from './render-examination.js';

/** The report as JSON, for machines. */
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
