import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';
import { keysOf } from '../../support/values.js';
import type { EntryKind, Place, Scene } from './scene.js';
import { CREATE } from './stored-screens.js';

type Api = TestFixtures['defaultTemplates'];

export type CallName = Exclude<keyof Api, 'as'>;

const parameters = {
  projectIdOrKey: ({ project }: Place) => project.id,
  templateId: ({ template }: Place) => template.id,
  issueTypeId: ({ type }: Place) => type.id,
  requestTypeId: ({ type }: Place) => type.id,
  transitionId: () => CREATE,
} satisfies Readonly<Record<string, (place: Place) => number>>;

interface CallRow {
  /** The kind of call, as DT-N01 tells them apart. */
  readonly kind: 'list' | 'create' | 'delete' | 'transitions';
  readonly path: readonly (keyof typeof parameters)[];
  /** The part of a place that is its body; absent if it takes none. */
  readonly body?: 'assigned' | 'unassigned' | 'bulk';
}

const calls: Readonly<Record<CallName, CallRow>> = {
  listByProject: { kind: 'list', path: ['projectIdOrKey'] },
  listByProjectAndTemplate: { kind: 'list', path: ['projectIdOrKey', 'templateId'] },
  listByTemplate: { kind: 'list', path: ['templateId'] },
  filterByTemplate: { kind: 'list', path: ['templateId'], body: 'assigned' },
  create: { kind: 'create', path: ['templateId'], body: 'unassigned' },
  deleteByTemplate: { kind: 'delete', path: ['templateId'] },
  deleteSelected: { kind: 'delete', path: ['templateId'], body: 'assigned' },
  deleteByProject: { kind: 'delete', path: ['projectIdOrKey'] },
  deleteByProjectAndTemplate: { kind: 'delete', path: ['projectIdOrKey', 'templateId'] },
  deleteByProjectTemplateAndIssueType: { kind: 'delete', path: ['projectIdOrKey', 'templateId', 'issueTypeId'] },
  deleteByProjectTemplateAndRequestType: { kind: 'delete', path: ['projectIdOrKey', 'templateId', 'requestTypeId'] },
  deleteByTemplateAndIssueType: { kind: 'delete', path: ['templateId', 'issueTypeId'] },
  deleteByTemplateAndRequestType: { kind: 'delete', path: ['templateId', 'requestTypeId'] },
  setTransitions: { kind: 'transitions', path: ['transitionId'], body: 'bulk' },
  clearTransitions: { kind: 'transitions', path: [], body: 'bulk' },
};

export interface Call extends CallRow {
  readonly name: CallName;
  readonly about: readonly [EntryKind, ...EntryKind[]];
  /** Sends the request in the place of the scene the endpoint is about, changed if the test says so. */
  readonly send: (api: Api, scene: Scene, change?: Change) => Promise<ApiResponse>;
}

export interface Change {
  readonly about?: EntryKind;
  /** Parameters or a body in place of the valid ones. */
  readonly request?: Readonly<Record<string, unknown>>;
}

export const allCalls: readonly Call[] = keysOf(calls).map((name) => {
  const row = calls[name];
  const { path, body } = row;
  const about = kindsOf(path);
  return {
    ...row,
    name,
    about,
    send: (api, scene, { about: kind = about[0], request = {} } = {}) => {
      const send = api[name] as (request: object) => Promise<ApiResponse>;
      const place = scene[kind];
      const given = Object.fromEntries<number>(path.map((parameter) => [parameter, parameters[parameter](place)]));
      return send({ ...given, ...(body !== undefined && { body: place[body] }), ...request });
    },
  };
});

function kindsOf(path: CallRow['path']): Call['about'] {
  if (path.includes('issueTypeId')) return ['issue type'];
  return path.includes('requestTypeId') ? ['request type'] : ['issue type', 'request type'];
}
