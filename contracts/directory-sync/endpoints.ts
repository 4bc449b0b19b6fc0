import * as z from 'zod';
import { catalogueEndpoints, rowsWith } from '../endpoints/endpoint.js';
import {
  connectionListSchema,
  updateRequestSchema,
  userAttributesSchema,
  userListQuerySchema,
  userPageSchema,
} from './bodies.js';

const { calls, reads } = rowsWith({ section: 'Endpoints', scope: 'own' });

/** The rules of each call that reads users. */
const ofUsers = ['AD-02', 'AD-07', 'AD-18', 'AD-23', 'AD-24', 'AD-N03', 'AD-N16', 'AD-N17'] as const;

/** The rules of each call that reads one user. */
const ofUser = ['AD-04', 'AD-19', 'AD-N02', ...ofUsers] as const;

/** The rules of the filters of each list. */
const ofFilters = ['AD-15', 'AD-16', 'AD-17', 'AD-N19'] as const;

/** The rules of each call that lists users. */
const ofPage = ['AD-08', 'AD-09', 'AD-10', 'AD-11', 'AD-12', 'AD-14', ...ofFilters, ...ofUsers] as const;

const page = { response: userPageSchema, shape: { '': 'AD-08', page: 'AD-12', fields: 'AD-07' } } as const;

/** The endpoints of the directory-sync API (document: Endpoints). */
export const directorySyncEndpoints = catalogueEndpoints('directory-sync', {
  listConnections: reads('/connection', {
    summary: 'Every enabled connection with its attribute names.',
    response: connectionListSchema,
    shape: { '': 'AD-01' },
    rules: ['AD-01', 'AD-02', 'AD-07', 'AD-21', 'AD-23', 'AD-24', 'AD-25', 'AD-N01', 'AD-N03', 'AD-N16'],
  }),
  getUserInConnection: reads('/connection/{idOrName}/user/{userKeyOrName}', {
    summary: 'All attributes of a user in a connection.',
    response: userAttributesSchema,
    shape: { '': 'AD-07' },
    rules: ['AD-03', 'AD-22', ...ofUser],
  }),
  getUserField: reads('/connection/{idOrName}/user/{userKeyOrName}/field/{idFromAD}', {
    summary: 'One attribute of a user in a connection.',
    response: userAttributesSchema,
    shape: { '': 'AD-07' },
    rules: ['AD-05', ...ofUser],
  }),
  getUserAttributes: reads('/user/{userKeyOrName}', {
    summary: 'The values of a user in all enabled connections.',
    // By the names of connections.
    response: z.record(z.string(), userAttributesSchema),
    shape: { '': 'AD-06' },
    rules: ['AD-06', 'AD-N18', ...ofUser],
  }),
  updateUsers: calls('PUT', '/update', {
    summary: 'Changes values of users and details of a connection, until the next synchronization.',
    body: updateRequestSchema,
    section: 'Endpoints, rule 3',
    rules: ['AD-19', 'AD-20', 'AD-21', 'AD-22', 'AD-23', 'AD-24', 'AD-N03', 'AD-N09', 'AD-N10'],
    changes: [{ kind: 'connection', property: 'connectionId' }],
  }),
  listUsers: reads('/user', {
    summary: 'The users of all enabled connections, page by page.',
    query: userListQuerySchema,
    ...page,
    section: 'Endpoints, rules 1 and 2',
    rules: ['AD-13', ...ofPage],
  }),
  listConnectionUsers: reads('/connection/{idOrName}/user', {
    summary: 'The users of one connection, page by page.',
    query: userListQuerySchema,
    ...page,
    section: 'Endpoints, rules 1 and 2',
    rules: ['AD-04', 'AD-N02', ...ofPage],
  }),
});

/** A base path of installations whose extension has another vendor's names. */
export const otherVendorBasePath = '/rest/intenso/ad/1.0/public';

/** The configuration property with the users whom directory sync does not check, if it is served at a base path. */
export function whitelistPropertyAt(basePath: string): string {
  return basePath === otherVendorBasePath ? 'deviniti.adas.rest.whitelist' : 'ext.adas.rest.whitelist';
}

/** The rows of the directory-sync API. Editors show its name in place of all rows. */
export interface DirectorySyncEndpoints extends Readonly<typeof directorySyncEndpoints> {}
