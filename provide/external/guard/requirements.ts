import { isObject } from '../../../contracts/index.js';
import type { Change, ChangedKind, NamedIn } from '../../../contracts/index.js';
import type { PlannedCall } from '../../../client/api-client.js';
import { readBody } from './read-body.js';

/** Something on the tracker that a call can change, as the call names it: by an id or a key, as text. */
export interface ChangedThing {
  readonly kind: ChangedKind;
  readonly named: string;
  /** Whether a tracker only may take this for the name: it is a word of a body that reads in several ways. */
  readonly guessed?: true;
}

/** The test has to own one of these, or one must not exist: the call changes only data that belongs to all of them. */
export type Requirement = readonly [ChangedThing, ...ChangedThing[]];

export const everything: ChangedThing = { kind: 'everything', named: '' };

/** Undefined if they are not known: a custom row that names none may change anything. */
export function requirementsOf(call: PlannedCall): readonly Requirement[] | undefined {
  const { changes, scope } = call.endpoint;
  return scope === 'read' ? [] : changes?.flatMap((change) => requirementsOfChange(change, call));
}

export function isRead({ endpoint }: PlannedCall): boolean {
  return endpoint.scope === 'read';
}

function requirementsOfChange(change: Change, call: PlannedCall): readonly Requirement[] {
  if (change.kind === 'everything') return [[everything]];
  const { or, otherwise } = change;
  const beside = or === undefined ? [] : targetsAt(or, call);
  const named = targetsAt(change, call).map((target): Requirement => [target, ...beside]);
  // To own what only a reading of another kind finds is no reason to change what the call names.
  const read = [change, ...(or === undefined ? [] : [or])].flatMap((one) => otherReadings(one, call));
  const all = [...named, ...read.map((target): Requirement => [target])];
  if (otherwise === undefined || isListOfTexts(valueAt(change, call))) return all;
  return [...all, ...requirementsOfChange(otherwise, call)];
}

function targetsAt(change: Change, call: PlannedCall): ChangedThing[] {
  if (change.kind === 'everything') return [everything];
  const names = new Set(textsIn(valueAt(change, call)));
  return [...names].map((named) => ({ kind: change.kind, named }));
}

/** The targets that a tracker may read from a part of a form, or from any word of a body that reads in several ways. */
function otherReadings(change: Change, call: PlannedCall): ChangedThing[] {
  if (change.kind === 'everything') return [];
  const { kind } = change;
  const parts = (call.files ?? []).filter(({ part = '' }) => lettersOf(part) === lettersOf(lastOf(change)));
  const words = 'property' in change ? wordsOf(call) : [];
  return [
    ...parts.flatMap(({ buffer }) => textsIn(buffer.toString())).map((named) => ({ kind, named })),
    ...words.map((named) => ({ kind, named, guessed: true as const })),
  ];
}

function wordsOf(call: PlannedCall): readonly string[] {
  const read = readBody(call);
  return 'words' in read ? read.words : [];
}

function valueAt(place: NamedIn, call: PlannedCall): unknown {
  if ('parameter' in place) return call.parameters[place.parameter];
  if ('query' in place) return call.query[place.query];
  const read = readBody(call);
  return 'json' in read ? valueIn(read.json, place.property.split('.')) : undefined;
}

/** A name of a parameter without its case and signs: `X-HTTP-Method-Override` and `_method` are written in many ways. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

function lastOf(place: NamedIn): string {
  if ('parameter' in place) return place.parameter;
  return 'query' in place ? place.query : (place.property.split('.').at(-1) ?? '');
}

/** A value of JSON by a path of properties, or the list of all values of a list on its way. A text may hold the rest. */
function valueIn(json: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return json;
  if (Array.isArray(json)) return json.flatMap((one) => valueIn(one, [first, ...rest]));
  if (!isObject(json)) return json;
  return valueIn(json[first], rest);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

export function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const isName = typeof value === 'string' || typeof value === 'number';
  return isName && !/^\.{0,2}$/.test(String(value)) ? [String(value)] : [];
}
