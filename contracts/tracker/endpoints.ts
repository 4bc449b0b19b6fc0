import * as z from 'zod';
import { catalogueEndpoints } from '../endpoints/catalogue-endpoints.js';
import { filterEndpoints } from './endpoints/filters.js';
import { issueEndpoints } from './endpoints/issues.js';
import { projectEndpoints } from './endpoints/projects.js';
import { typeEndpoints } from './endpoints/types.js';
import { userEndpoints } from './endpoints/users.js';
import { count, own } from './endpoints/row.js';
import { createServiceRequestSchema, createSessionRequestSchema } from './requests.js';
import * as answers from './responses.js';

/** The endpoints of the tracker's own API that the documents and their clients lean on. */
export const trackerEndpoints: typeof typeEndpoints &
  typeof projectEndpoints &
  typeof issueEndpoints &
  typeof userEndpoints &
  typeof filterEndpoints = {
  ...typeEndpoints,
  ...projectEndpoints,
  ...issueEndpoints,
  ...userEndpoints,
  ...filterEndpoints,
};

/** The service-desk endpoints that the documents lean on: its request types, and raising a request. */
export const serviceDeskEndpoints = catalogueEndpoints('service-desk', {
  listServiceDesks: {
    ...own,
    method: 'GET',
    path: '/servicedesk',
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.serviceDesksSchema,
    scope: 'read',
  },
  getServiceDeskInfo: {
    ...own,
    method: 'GET',
    path: '/info',
    response: z.looseObject({ version: z.string() }),
    scope: 'read',
  },
  getServiceDesk: {
    ...own,
    method: 'GET',
    path: '/servicedesk/{serviceDeskId}',
    response: answers.serviceDeskSchema,
    scope: 'read',
  },
  listRequestTypes: {
    ...own,
    method: 'GET',
    path: '/servicedesk/{serviceDeskId}/requesttype',
    query: z.object({ start: count.optional(), limit: count.optional() }),
    response: answers.requestTypesSchema,
    scope: 'read',
  },
  createServiceRequest: {
    ...own,
    method: 'POST',
    path: '/request',
    body: createServiceRequestSchema,
    response: answers.createdServiceRequestSchema,
    rules: ['DT-37'],
    scope: 'own',
    changes: [{ kind: 'service desk', property: 'serviceDeskId' }],
    makes: { kind: 'issue' },
  },
});

/** The tracker's paths that are no REST resources. */
export const secureEndpoints = catalogueEndpoints('secure', {
  /** The bytes of an attachment. */
  downloadAttachment: {
    ...own,
    method: 'GET',
    path: '/attachment/{attachmentId}/{filename}',
    scope: 'read',
    open: true,
  },
  /** A small picture of an attachment that is a picture. */
  downloadThumbnail: {
    ...own,
    method: 'GET',
    path: '/thumbnail/{attachmentId}/{filename}',
    scope: 'read',
    open: true,
  },
  /** The pictures of users, projects and issue types. */
  showUserAvatar: { ...own, method: 'GET', path: '/useravatar', scope: 'read', open: true },
  showProjectAvatar: { ...own, method: 'GET', path: '/projectavatar', scope: 'read', open: true },
  showTypeAvatar: { ...own, method: 'GET', path: '/viewavatar', scope: 'read', open: true },
});

/** Login sessions, which a cookie stands for. */
export const authEndpoints = catalogueEndpoints('auth', {
  getSession: {
    ...own,
    method: 'GET',
    path: '/session',
    response: answers.currentSessionSchema,
    scope: 'read',
    open: true,
  },
  createSession: {
    ...own,
    method: 'POST',
    path: '/session',
    body: createSessionRequestSchema,
    response: answers.createdSessionSchema,
    scope: 'read',
    open: true,
    holdsCredentials: true,
  },
  deleteSession: { ...own, method: 'DELETE', path: '/session', scope: 'read' },
});

/** The endpoints of the tracker's own API, its service desk and sessions included: the fixture `issues`. */
export const ownApiEndpoints: typeof trackerEndpoints &
  typeof serviceDeskEndpoints &
  typeof secureEndpoints &
  typeof authEndpoints = { ...trackerEndpoints, ...serviceDeskEndpoints, ...secureEndpoints, ...authEndpoints };
