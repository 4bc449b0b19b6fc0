/** The property that names users who are exempt from the permission check (document: Authentication). */
export const WHITELIST = 'ext.adas.rest.whitelist';
