import type { TestFixtures, TrackerUser } from '../../../fixtures/index.js';

/** Every member of a group, page by page. */
export async function membersOf(issues: TestFixtures['issues'], groupname: string): Promise<TrackerUser[]> {
  const members: TrackerUser[] = [];
  for (;;) {
    const { data } = await issues.listGroupMembers({ query: { groupname, startAt: members.length } });
    members.push(...data.values);
    if (data.isLast || data.values.length === 0) return members;
  }
}
