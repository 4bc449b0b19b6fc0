import { usernameAt } from '../directory-sync-world.js';
import { jobsWorld } from './jobs-world.js';
import { counts, firstIds } from './requests.js';

/** The data of the jobs for servers of plain collections: lists of objects with an id. */
export function collections() {
  const { directoryUsers = [] } = jobsWorld();
  return {
    users: directoryUsers.map(({ values }, place) => ({
      id: place + 1,
      username: usernameAt(place),
      configurationName: 'Measured',
      fields: values,
    })),
    steps: Array.from({ length: counts.cases * counts.steps }, (_, place) => {
      const [step, issueId] = [place % counts.steps, firstIds.case + Math.floor(place / counts.steps)];
      return {
        id: `${issueId}-${step}`,
        issueId,
        rowIndex: step,
        cells: [`Do ${step}`, 'x', `See ${step}`],
        status: 'To do',
      };
    }),
    entries: [] as readonly object[],
  };
}
