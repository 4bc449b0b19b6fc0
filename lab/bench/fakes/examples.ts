import { usernameAt } from '../directory-sync-world.js';
import { collections } from './collections.js';
import { counts, ISSUE_TYPE, projectKeyAt } from './requests.js';

/** One answer to each job, for servers that give the same answer each time. */
export function examples() {
  const { users, steps } = collections();
  return {
    page: {
      elements: users.slice(0, 25).map(({ configurationName, fields }, place) => ({
        username: usernameAt(place),
        configurationName,
        fields,
      })),
      page: { current: 1, pageSize: 25, totalPages: counts.users / 25, totalElements: counts.users },
    },
    change: {
      stepsRows: steps.slice(0, 1).map(({ cells }) => ({
        isGroup: false,
        cells,
        status: { ids: [3], name: 'Pass', color: '#00875a', isFinalStatus: true },
        comments: [],
        attachments: [],
      })),
    },
    create: { defaults: [{ projectKey: projectKeyAt(0), issueTypeIds: [ISSUE_TYPE] }] },
  };
}
