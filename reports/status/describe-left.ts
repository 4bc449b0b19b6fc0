import type { LeftItem } from '../../contracts/report/worker-status.js';

/** What is counted of each kind, one and several. */
const names: Readonly<Record<LeftItem['kind'], readonly [string, string]>> = {
  project: ['project', 'projects'],
  issue: ['issue', 'issues'],
  issues: ['call that was not answered', 'calls that were not answered'],
  entries: ['template with entries', 'templates with entries'],
  'project entries': ['project with entries', 'projects with entries'],
  connection: ['connection', 'connections'],
  lease: ['lease', 'leases'],
};

/** What a run that went wrong has left, and the command that takes it back; nothing if it left nothing. */
export function leftReasons(left: readonly LeftItem[] = []): string[] {
  if (left.length === 0) return [];
  return [`Left on the tracker: ${describeLeft(left)}. \`tracker-e2e sweep --older-than 0s --yes\` takes it back.`];
}

/** How much of each kind there is, for example `6 issues, 2 leases`. */
export function describeLeft(left: readonly LeftItem[]): string {
  return Object.entries(names)
    .map(([kind, [one, several]]) => {
      const count = left.filter((item) => item.kind === kind).length;
      return count === 0 ? '' : `${String(count)} ${count === 1 ? one : several}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}
