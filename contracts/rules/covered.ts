import type { Api } from './rule.js';

/** The APIs whose rules have specs: the gate asks for every documented rule of these. */
export const coveredApis: readonly Api[] = ['default-templates', 'directory-sync', 'test-management'];
