import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { apis } from '../../contracts/rules/rule.js';

/** How two runs stand in time: by the first that differs of their versions, and else by when they began. */
export interface TrackerOrder {
  /** Below 0 if the first is older, above 0 if it is newer. */
  readonly sign: number;
  /** What tells it. */
  readonly by: string;
}

/** Which of the trackers of two runs is the older one. Versions that one of the two does not know tell nothing. */
export function compareTrackers(one: JudgedMatrix, other: JudgedMatrix): TrackerOrder {
  const [mine, theirs] = [one.about.tracker, other.about.tracker];
  const versions: [by: string, mine: string | undefined, theirs: string | undefined][] = [
    ['version', mine.version, theirs.version],
    ['build', mine.build, theirs.build],
    ...apis.map((api): [string, string | undefined, string | undefined] => [
      `version of ${api}`,
      mine.extensions[api],
      theirs.extensions[api],
    ]),
  ];
  for (const [by, left, right] of versions) {
    const sign = left === undefined || right === undefined ? 0 : compareVersions(left, right);
    if (sign !== 0) return { sign, by };
  }
  return { sign: one.startedAt.localeCompare(other.startedAt), by: 'start' };
}

/** Compares the numbers with which versions such as `9.9.1` and `9.12-rc2` begin; what else they say tells no order. */
function compareVersions(one: string, other: string): number {
  const [mine, theirs] = [one, other].map((text) => (/^\d+(\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number));
  const index = (mine ?? []).findIndex((part, position) => part !== (theirs?.[position] ?? 0));
  if (index === -1) return (theirs ?? []).slice(mine?.length).some((part) => part > 0) ? -1 : 0;
  return (mine?.[index] ?? 0) - (theirs?.[index] ?? 0);
}
