import { basePathOf, defaultBasePaths } from '../../../../contracts/index.js';
import type { Endpoint } from '../../../../contracts/index.js';
import type { State } from '../../../../fake/state/state.js';
import type { Choices } from './choices.js';
import { fillSchema } from './fill-schema.js';
import { knownValue } from './known-value.js';
import type { FilePart } from './request.js';

/** A request that makes sense, its body still a value. */
export interface SensibleRequest {
  readonly method: string;
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly files: readonly FilePart[] | undefined;
}

/** The parts of issues, by the parameter of their id. */
const partsOfIssues: Readonly<
  Record<string, (state: State) => readonly { readonly id: number; readonly issueId: number }[]>
> = {
  commentId: ({ tables }) => tables.comments.all(),
  worklogId: ({ tables }) => tables.worklogs.all(),
  remoteLinkId: ({ tables }) => tables.remoteLinks.all(),
};

/** A request to an endpoint that fits its row of the table and, for the most part, the data of the tracker. */
export function sensibleRequest(name: string, endpoint: Endpoint, state: State, choices: Choices): SensibleRequest {
  const place = { endpoint: name, name, state, choices };
  const base = basePathOf(endpoint.family, defaultBasePaths);
  // A part of an issue is requested below that issue.
  const below = Object.entries(partsOfIssues).find(([parameter]) => endpoint.path.includes(`{${parameter}}`));
  const part = below && choices.of(below[1](state));
  const path = `${base}${endpoint.path}`.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (part !== undefined) return String(parameter === below?.[0] ? part.id : part.issueId);
    return encodeURIComponent(String(knownValue(name, parameter, state, choices)));
  });
  const multipart = endpoint.encoding === 'multipart';
  const files = Array.from({ length: 1 + choices.below(2) }, (_, index) => ({
    part: 'file',
    filename: `file-${index}.txt`,
    text: `Bytes ${choices.below(100)}`,
  }));
  return {
    method: endpoint.method,
    segments: path.split('/'),
    query: endpoint.query === undefined ? [] : pairsOf(fillSchema(endpoint.query, place)),
    headers: multipart ? { 'x-atlassian-token': 'no-check' } : {},
    json: endpoint.body === undefined ? undefined : fillSchema(endpoint.body, place),
    files: multipart ? files : undefined,
  };
}

function pairsOf(query: unknown): (readonly [string, string])[] {
  return Object.entries(query as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
  );
}
