import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';
import type { EntryKind, Place, Scene } from './scene.js';
import { CREATE } from './stored-screens.js';
import { keysOf } from '../../support/values.js';

type Api = TestFixtures['defaultTemplates'];

/** The name of an endpoint of the default-template API. */
export type CallName = Exclude<keyof Api, 'as'>;

/** A parameter of a path that names something which may not exist. */
export type NamedInPath = 'projectIdOrKey' | 'templateId';

interface CallRow {
  /** The kind of call, as DT-N01 tells them apart. */
  readonly kind: 'list' | 'create' | 'delete' | 'transitions';
  /** The kinds of entries it can be about. */
  readonly about: readonly [EntryKind, ...EntryKind[]];
  readonly path: readonly NamedInPath[];
  /** Its body; absent if it takes none. */
  readonly body?: 'defaults' | 'bulk transitions';
  /** Sends a request that succeeds in a place of the scene, with parts of it replaced. */
  readonly send: (api: Api, place: Place, change: Parts) => Promise<ApiResponse>;
}

const both = ['issue type', 'request type'] as const;

/** A valid request for every endpoint of the API. */
const calls: Readonly<Record<CallName, CallRow>> = {
  listByProject: {
    kind: 'list',
    about: both,
    path: ['projectIdOrKey'],
    send: (api, { project }, change) => api.listByProject({ projectIdOrKey: project.id, ...change }),
  },
  listByProjectAndTemplate: {
    kind: 'list',
    about: both,
    path: ['projectIdOrKey', 'templateId'],
    send: (api, { project, template }, change) =>
      api.listByProjectAndTemplate({ projectIdOrKey: project.id, templateId: template.id, ...change }),
  },
  listByTemplate: {
    kind: 'list',
    about: both,
    path: ['templateId'],
    send: (api, { template }, change) => api.listByTemplate({ templateId: template.id, ...change }),
  },
  filterByTemplate: {
    kind: 'list',
    about: both,
    path: ['templateId'],
    body: 'defaults',
    send: (api, { template, assigned }, change) =>
      api.filterByTemplate({ templateId: template.id, body: assigned, ...change }),
  },
  create: {
    kind: 'create',
    about: both,
    path: ['templateId'],
    body: 'defaults',
    send: (api, { template, unassigned }, change) =>
      api.create({ templateId: template.id, body: unassigned, ...change }),
  },
  deleteByTemplate: {
    kind: 'delete',
    about: both,
    path: ['templateId'],
    send: (api, { template }, change) => api.deleteByTemplate({ templateId: template.id, ...change }),
  },
  deleteSelected: {
    kind: 'delete',
    about: both,
    path: ['templateId'],
    body: 'defaults',
    send: (api, { template, assigned }, change) =>
      api.deleteSelected({ templateId: template.id, body: assigned, ...change }),
  },
  deleteByProject: {
    kind: 'delete',
    about: both,
    path: ['projectIdOrKey'],
    send: (api, { project }, change) => api.deleteByProject({ projectIdOrKey: project.id, ...change }),
  },
  deleteByProjectAndTemplate: {
    kind: 'delete',
    about: both,
    path: ['projectIdOrKey', 'templateId'],
    send: (api, { project, template }, change) =>
      api.deleteByProjectAndTemplate({ projectIdOrKey: project.id, templateId: template.id, ...change }),
  },
  deleteByProjectTemplateAndIssueType: {
    kind: 'delete',
    about: ['issue type'],
    path: ['projectIdOrKey', 'templateId'],
    send: (api, { project, template, type }, change) =>
      api.deleteByProjectTemplateAndIssueType({
        projectIdOrKey: project.id,
        templateId: template.id,
        issueTypeId: type.id,
        ...change,
      }),
  },
  deleteByProjectTemplateAndRequestType: {
    kind: 'delete',
    about: ['request type'],
    path: ['projectIdOrKey', 'templateId'],
    send: (api, { project, template, type }, change) =>
      api.deleteByProjectTemplateAndRequestType({
        projectIdOrKey: project.id,
        templateId: template.id,
        requestTypeId: type.id,
        ...change,
      }),
  },
  deleteByTemplateAndIssueType: {
    kind: 'delete',
    about: ['issue type'],
    path: ['templateId'],
    send: (api, { template, type }, change) =>
      api.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: type.id, ...change }),
  },
  deleteByTemplateAndRequestType: {
    kind: 'delete',
    about: ['request type'],
    path: ['templateId'],
    send: (api, { template, type }, change) =>
      api.deleteByTemplateAndRequestType({ templateId: template.id, requestTypeId: type.id, ...change }),
  },
  setTransitions: {
    kind: 'transitions',
    about: both,
    path: [],
    body: 'bulk transitions',
    send: (api, { bulk }, change) => api.setTransitions({ transitionId: CREATE, body: bulk, ...change }),
  },
  clearTransitions: {
    kind: 'transitions',
    about: both,
    path: [],
    body: 'bulk transitions',
    send: (api, { bulk }, change) => api.clearTransitions({ body: bulk, ...change }),
  },
};

/** Parameters or a body in place of the valid ones. */
type Parts = Readonly<Record<string, unknown>>;

/** A valid request for one endpoint, as tests are generated from it. */
export interface Call extends Omit<CallRow, 'send'> {
  readonly name: CallName;
  /** Sends the request in the place of the scene the endpoint is about, changed if the test says so. */
  readonly send: (api: Api, scene: Scene, change?: Change) => Promise<ApiResponse>;
}

/** The difference from the valid request. */
export interface Change {
  /** The kind of entry it is about, if the endpoint leaves a choice. */
  readonly about?: EntryKind;
  readonly request?: Parts;
}

/** A valid request for every endpoint of the API. */
export const allCalls: readonly Call[] = keysOf(calls).map((name) => {
  const row = calls[name];
  return {
    ...row,
    name,
    send: (api, scene, { about = row.about[0], request = {} } = {}) => row.send(api, scene[about], request),
  };
});
