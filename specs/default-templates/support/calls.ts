import type { Endpoints } from '../../../contracts/index.js';
import type { ApiResponse, RequestOf, TestFixtures } from '../../../fixtures/index.js';
import type { EntryKind, Place, Scene } from './scene.js';
import { CREATE } from './stored-screens.js';

type Api = TestFixtures['defaultTemplates'];

/** The name of an endpoint of the default-template API. */
export type CallName = Exclude<keyof Api, 'as'>;

/** A parameter of a path that names something which may not exist. */
export type NamedInPath = 'projectIdOrKey' | 'templateId';

interface CallRow<Name extends CallName> {
  /** The kind of call, as DT-N01 tells them apart. */
  readonly kind: 'list' | 'create' | 'delete' | 'transitions';
  /** The kinds of entries it can be about. */
  readonly about: readonly [EntryKind, ...EntryKind[]];
  readonly path: readonly NamedInPath[];
  /** What its body is; none where it takes none. */
  readonly body?: 'defaults' | 'bulk transitions';
  /** A request that succeeds in a place of the scene. */
  readonly request: (place: Place) => RequestOf<Endpoints[Name]>;
}

const both = ['issue type', 'request type'] as const;

/** A valid request for every endpoint of the API. */
const calls: { readonly [Name in CallName]: CallRow<Name> } = {
  listByProject: {
    kind: 'list',
    about: both,
    path: ['projectIdOrKey'],
    request: ({ project }) => ({ projectIdOrKey: project.id }),
  },
  listByProjectAndTemplate: {
    kind: 'list',
    about: both,
    path: ['projectIdOrKey', 'templateId'],
    request: ({ project, template }) => ({ projectIdOrKey: project.id, templateId: template.id }),
  },
  listByTemplate: {
    kind: 'list',
    about: both,
    path: ['templateId'],
    request: ({ template }) => ({ templateId: template.id }),
  },
  filterByTemplate: {
    kind: 'list',
    about: both,
    path: ['templateId'],
    body: 'defaults',
    request: ({ template, assigned }) => ({ templateId: template.id, body: assigned }),
  },
  create: {
    kind: 'create',
    about: both,
    path: ['templateId'],
    body: 'defaults',
    request: ({ template, unassigned }) => ({ templateId: template.id, body: unassigned }),
  },
  deleteByTemplate: {
    kind: 'delete',
    about: both,
    path: ['templateId'],
    request: ({ template }) => ({ templateId: template.id }),
  },
  deleteSelected: {
    kind: 'delete',
    about: both,
    path: ['templateId'],
    body: 'defaults',
    request: ({ template, assigned }) => ({ templateId: template.id, body: assigned }),
  },
  deleteByProject: {
    kind: 'delete',
    about: both,
    path: ['projectIdOrKey'],
    request: ({ project }) => ({ projectIdOrKey: project.id }),
  },
  deleteByProjectAndTemplate: {
    kind: 'delete',
    about: both,
    path: ['projectIdOrKey', 'templateId'],
    request: ({ project, template }) => ({ projectIdOrKey: project.id, templateId: template.id }),
  },
  deleteByProjectTemplateAndIssueType: {
    kind: 'delete',
    about: ['issue type'],
    path: ['projectIdOrKey', 'templateId'],
    request: ({ project, template, type }) => ({
      projectIdOrKey: project.id,
      templateId: template.id,
      issueTypeId: type.id,
    }),
  },
  deleteByProjectTemplateAndRequestType: {
    kind: 'delete',
    about: ['request type'],
    path: ['projectIdOrKey', 'templateId'],
    request: ({ project, template, type }) => ({
      projectIdOrKey: project.id,
      templateId: template.id,
      requestTypeId: type.id,
    }),
  },
  deleteByTemplateAndIssueType: {
    kind: 'delete',
    about: ['issue type'],
    path: ['templateId'],
    request: ({ template, type }) => ({ templateId: template.id, issueTypeId: type.id }),
  },
  deleteByTemplateAndRequestType: {
    kind: 'delete',
    about: ['request type'],
    path: ['templateId'],
    request: ({ template, type }) => ({ templateId: template.id, requestTypeId: type.id }),
  },
  setTransitions: {
    kind: 'transitions',
    about: both,
    path: [],
    body: 'bulk transitions',
    request: ({ bulk }) => ({ transitionId: CREATE, body: bulk }),
  },
  clearTransitions: {
    kind: 'transitions',
    about: both,
    path: [],
    body: 'bulk transitions',
    request: ({ bulk }) => ({ body: bulk }),
  },
};

/** A valid request for one endpoint, as tests are generated from it. */
export interface Call extends Omit<CallRow<CallName>, 'request'> {
  readonly name: CallName;
  /** Sends the request in the place of the scene the endpoint is about, changed where the test says so. */
  readonly send: (api: Api, scene: Scene, change?: Change) => Promise<ApiResponse>;
}

/** What differs from the valid request. */
export interface Change {
  /** The kind of entry it is about, where the endpoint leaves a choice. */
  readonly about?: EntryKind;
  /** Parameters or a body in place of the valid ones. */
  readonly request?: Readonly<Record<string, unknown>>;
}

/** A valid request for every endpoint of the API. */
export const allCalls: readonly Call[] = (Object.keys(calls) as CallName[]).map((name) => {
  const row: CallRow<CallName> = calls[name];
  return {
    ...row,
    name,
    send: (api, scene, { about = row.about[0], request = {} } = {}) => {
      const call = api[name] as unknown as (request: object) => Promise<ApiResponse>;
      return call({ ...row.request(scene[about]), ...request });
    },
  };
});
