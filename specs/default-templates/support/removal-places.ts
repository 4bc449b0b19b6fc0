import type { Assumptions, Entry } from '../../../contracts/index.js';
import type { ProvidedTemplate, Tracker } from '../../../fixtures/index.js';

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

/** Removes what is left of a template's entries, so that they can be made anew. */
export async function removeAll(
  { setup }: Tracker,
  { id: templateId }: ProvidedTemplate,
  left: readonly Entry[],
): Promise<void> {
  if (left.length > 0) await setup.deleteByTemplate({ templateId });
}
