import type { Call } from '../server/call.js';

/** What is needed to write rows as JSON: the tracker they stand in and the addresses it is reached at. */
export type View = Pick<Call, 'state' | 'assumptions' | 'baseUrl' | 'basePaths'>;

/** The URL of a resource of the tracker's own API, for example `selfUrl(view, 'issue', 12001)`. */
export function selfUrl({ baseUrl, basePaths }: View, ...segments: readonly (string | number)[]): string {
  return [`${baseUrl}${basePaths.tracker}`, ...segments.map(encodeURIComponent)].join('/');
}
