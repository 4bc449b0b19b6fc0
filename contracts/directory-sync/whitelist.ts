/** A base path of installations whose extension has another vendor's names. */
export const otherVendorBasePath = '/rest/intenso/ad/1.0/public';

/** The configuration property with the users whom directory sync does not check, if it is served at a base path. */
export function whitelistPropertyAt(basePath: string): string {
  return basePath === otherVendorBasePath ? 'deviniti.adas.rest.whitelist' : 'ext.adas.rest.whitelist';
}
