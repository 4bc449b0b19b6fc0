import type { EndpointName } from '../../../../contracts/index.js';

/**
 * The objects whose every property is documented: "connection name → array of attribute names", "object with the
 * one requested attribute", "attribute name → value (string)". One more property would be a connection or attribute.
 */
const maps: { readonly [Name in EndpointName]?: readonly RegExp[] } = {
  listConnections: [/^$/],
  getUserInConnection: [/^$/],
  getUserField: [/^$/],
  getUserAttributes: [/^$/, /^\/[^/]*$/],
  listUsers: [/^\/elements\/\d+\/fields$/],
  listConnectionUsers: [/^\/elements\/\d+\/fields$/],
};

/** The tracker's own objects that have a property for each field, permission or the like, by the name they stand under. */
const trackersMaps = new Set(['fields', 'errors', 'permissions', 'avatarUrls']);

/** Whether an object in an answer is a map, to which no property can be added without saying something. */
export function isMap(endpoint: string | undefined, family: unknown, place: string): boolean {
  if (endpoint !== undefined && maps[endpoint as EndpointName]?.some((one) => one.test(place)) === true) return true;
  return trackersMaps.has(place.split('/').at(-1) ?? '');
}
