import { anonymous } from '../../fixtures/http/caller.js';
import { serverInfoSchema } from '../../contracts/index.js';
import { look } from '../../fixtures/discovery/find-base-path.js';
import type { Patient } from './check.js';

/** Context paths that many installations have. */
const usual = ['', '/jira', '/tracker', '/issues'];

/** The URL of a tracker on the same server under another context path; undefined where none is found. */
export async function findTrackerNearby({ remote, settings, transport }: Patient): Promise<string | undefined> {
  const { origin, pathname } = new URL(remote.url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const parents = parts.map((_, index) =>
    parts
      .slice(0, index)
      .map((part) => `/${part}`)
      .join(''),
  );
  for (const path of new Set([...parents.reverse(), ...usual])) {
    const baseUrl = `${origin}${path}`;
    if (baseUrl !== remote.url && (await isTracker(baseUrl))) return baseUrl;
  }
  return undefined;

  async function isTracker(baseUrl: string): Promise<boolean> {
    try {
      const { status, body } = await look(
        { baseUrl, transport, caller: anonymous },
        `${settings.basePaths.tracker}/serverInfo`,
      );
      return status === 200 && serverInfoSchema.safeParse(JSON.parse(body.toString('utf8'))).success;
    } catch {
      // No answer, or none that can be read, is none of a tracker.
      return false;
    }
  }
}
