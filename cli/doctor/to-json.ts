import type { Report } from './render-examination.js';

/** The report as JSON, for machines. */
export function toJson({ url, facts, lines, predictions, outlook }: Report): string {
  const { serverInfo, user } = facts;
  return JSON.stringify(
    {
      schemaVersion: 1,
      tracker: {
        url,
        title: serverInfo?.serverTitle ?? null,
        version: serverInfo?.version ?? null,
        edition: serverInfo?.deploymentType ?? null,
      },
      user: user === undefined ? null : { name: user.name, key: user.key },
      basePaths: facts.basePaths ?? null,
      checks: lines,
      rules: predictions ?? null,
      verdict: outlook,
    },
    null,
    2,
  );
}
