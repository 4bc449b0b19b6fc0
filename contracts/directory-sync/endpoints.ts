import { catalogueEndpoints } from '../endpoints/endpoint.js';
import { updateRequestSchema, userListQuerySchema } from './requests.js';
import {
  connectionListSchema,
  userAttributesByConnectionSchema,
  userAttributesSchema,
  userPageSchema,
} from './responses.js';

const section = 'Endpoints';

/** The rules of each call that reads one user. */
const ofUser = [
  'AD-02',
  'AD-04',
  'AD-07',
  'AD-18',
  'AD-19',
  'AD-23',
  'AD-24',
  'AD-N02',
  'AD-N03',
  'AD-N16',
  'AD-N17',
] as const;

/** The rules of each call that lists users. */
const ofPage = [
  'AD-02',
  'AD-07',
  'AD-08',
  'AD-09',
  'AD-10',
  'AD-11',
  'AD-12',
  'AD-14',
  'AD-15',
  'AD-16',
  'AD-17',
  'AD-18',
  'AD-23',
  'AD-24',
  'AD-N03',
  'AD-N16',
  'AD-N17',
] as const;

/** The endpoints of the directory-sync API (document: Endpoints). */
export const directorySyncEndpoints = catalogueEndpoints('directory-sync', {
  /** `GET /connection`: Every enabled connection with its attribute names. */
  listConnections: {
    summary: 'Every enabled connection with its attribute names.',
    method: 'GET',
    path: '/connection',
    response: connectionListSchema,
    section,
    rules: ['AD-01', 'AD-02', 'AD-07', 'AD-21', 'AD-23', 'AD-24', 'AD-25', 'AD-N01', 'AD-N03', 'AD-N16'],
    scope: 'read',
  },
  /** `GET /connection/{idOrName}/user/{userKeyOrName}`: All attributes of a user in a connection. */
  getUserInConnection: {
    summary: 'All attributes of a user in a connection.',
    method: 'GET',
    path: '/connection/{idOrName}/user/{userKeyOrName}',
    response: userAttributesSchema,
    section,
    rules: ['AD-03', 'AD-22', ...ofUser],
    scope: 'read',
  },
  /** `GET /connection/{idOrName}/user/{userKeyOrName}/field/{idFromAD}`: One attribute of a user in a connection. */
  getUserField: {
    summary: 'One attribute of a user in a connection.',
    method: 'GET',
    path: '/connection/{idOrName}/user/{userKeyOrName}/field/{idFromAD}',
    response: userAttributesSchema,
    section,
    rules: ['AD-05', ...ofUser],
    scope: 'read',
  },
  /** `GET /user/{userKeyOrName}`: The values of a user in all enabled connections. */
  getUserAttributes: {
    summary: 'The values of a user in all enabled connections.',
    method: 'GET',
    path: '/user/{userKeyOrName}',
    response: userAttributesByConnectionSchema,
    section,
    rules: ['AD-06', ...ofUser],
    scope: 'read',
  },
  /** `PUT /update`: Changes values of users and details of a connection, until the next synchronization. */
  updateUsers: {
    summary: 'Changes values of users and details of a connection, until the next synchronization.',
    method: 'PUT',
    path: '/update',
    body: updateRequestSchema,
    section: 'Endpoints, rule 3',
    rules: ['AD-19', 'AD-20', 'AD-21', 'AD-22', 'AD-23', 'AD-24', 'AD-N03', 'AD-N09', 'AD-N10'],
    scope: 'own',
    changes: [{ kind: 'connection', property: 'connectionId' }],
  },
  /** `GET /user`: The users of all enabled connections, page by page. */
  listUsers: {
    summary: 'The users of all enabled connections, page by page.',
    method: 'GET',
    path: '/user',
    query: userListQuerySchema,
    response: userPageSchema,
    section: 'Endpoints, rules 1 and 2',
    rules: ['AD-13', ...ofPage],
    scope: 'read',
  },
  /** `GET /connection/{idOrName}/user`: The users of one connection, page by page. */
  listConnectionUsers: {
    summary: 'The users of one connection, page by page.',
    method: 'GET',
    path: '/connection/{idOrName}/user',
    query: userListQuerySchema,
    response: userPageSchema,
    section: 'Endpoints, rules 1 and 2',
    rules: ['AD-04', 'AD-N02', ...ofPage],
    scope: 'read',
  },
});

/** A base path of installations whose extension has another vendor's names. */
export const otherVendorBasePath = '/rest/intenso/ad/1.0/public';

/** The configuration property with the users whom directory sync does not check, if it is served at a base path. */
export function whitelistPropertyAt(basePath: string): string {
  return basePath === otherVendorBasePath ? 'deviniti.adas.rest.whitelist' : 'ext.adas.rest.whitelist';
}
