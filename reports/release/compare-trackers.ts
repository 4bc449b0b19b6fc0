import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import { apis } from '../../contracts/rules/rule.js';

/** The order of two runs: by the first of their versions that differs, or else by their start. */
export interface TrackerOrder {
  /** Below 0 if the first is older, above 0 if it is newer. */
  readonly sign: number;
  /** The criterion that decided. */
  readonly by: string;
}

/** The order of the trackers of two runs. A version that one of the two does not know decides nothing. */
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

/** Compares the first numbers of versions such as `9.9.1` and `9.12-rc2`. The rest of a version does not count. */
function compareVersions(one: string, other: string): number {
  const [mine, theirs] = [one, other].map((text) => (/^\d+(\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number));
  const index = (mine ?? []).findIndex((part, position) => part !== (theirs?.[position] ?? 0));
  if (index === -1) return (theirs ?? []).slice(mine?.length).some((part) => part > 0) ? -1 : 0;
  return (mine?.[index] ?? 0) - (theirs?.[index] ?? 0);
}
