import type { Assumptions } from '../../../contracts/index.js';

/** What DT-N11 says. */
type Place = Assumptions['DT-N11'];

/** Where a removal with a body may be served: whatever each of them does, it does it to one template. */
export const removalPlaces: readonly Place[] = [
  { method: 'DELETE', path: '/template/{templateId}' },
  { method: 'POST', path: '/template/{templateId}/delete' },
  { method: 'POST', path: '/template/{templateId}/remove' },
  { method: 'DELETE', path: '/template/{templateId}/defaults' },
  { method: 'PUT', path: '/template/{templateId}/delete' },
  { method: 'PUT', path: '/template/{templateId}' },
];

/** The first place where the removal is; undefined where it is at none. */
export async function firstPlace(
  places: readonly Place[],
  isThere: (place: Place) => Promise<boolean>,
): Promise<Place | undefined> {
  for (const place of places) if (await isThere(place)) return place;
  return undefined;
}
