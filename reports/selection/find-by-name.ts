import { basePathOf, defaultBasePaths, endpointTitle } from '../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../contracts/endpoints/endpoint.js';
import { endpoints } from '../../contracts/endpoints/endpoints.js';
import { didYouMean } from '../../contracts/nearest.js';
import { rules } from '../../contracts/rules/rules.js';
import type { CustomDefinitions } from '../custom-definitions.js';

export interface KnownEndpoint {
  readonly name?: string;
  /** The family of its paths: one of the APIs, `tracker` and so on. */
  readonly family: string;
  readonly title: string;
  readonly rules: readonly string[];
  /** Its call with the base path of the documents; absent for a custom one. */
  readonly call?: string;
}

const ofTheTable: readonly KnownEndpoint[] = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => {
  const { family, method, path, rules } = endpoint;
  const call = `${method} ${basePathOf(family, defaultBasePaths)}${path}`;
  return {
    name,
    family: typeof family === 'string' ? family : family.name,
    title: endpointTitle(endpoint),
    rules,
    call,
  };
});

/** The endpoints of the table, and those that the tests of a run define. */
export function knownEndpoints({ endpoints: custom }: CustomDefinitions): readonly KnownEndpoint[] {
  return [...ofTheTable, ...custom.map(({ api, title, rules }) => ({ family: api, title, rules }))];
}

/** The items that some texts mean, each once, and a sentence for each text that means nothing. */
interface Found<One> {
  readonly found: readonly One[];
  readonly problems: readonly string[];
}

/**
 * Finds the endpoints that some texts mean. A text is a name (`create`), a call with or without the base path and with
 * values or names of parameters (`PUT /steps/cell`, `GET /rest/tms/1.0/api/testplan/test-case-ids/QA-1`), or all of a
 * family (`directory-sync`). A call means each endpoint of that method and path, with a body or without.
 */
export function findEndpoints(texts: readonly string[], known: readonly KnownEndpoint[]): Found<KnownEndpoint> {
  const names = known.flatMap(({ name, title, family }) => [...(name === undefined ? [] : [name]), title, family]);
  return findEach(
    texts,
    (text) => known.filter((row) => isMeant(text.trim(), row)),
    (text) => `There is no endpoint ${text}. ${didYouMean(text, [...new Set(names)], 'docs/endpoints.md lists them.')}`,
  );
}

function isMeant(text: string, { name, family, title, call }: KnownEndpoint): boolean {
  if (text === name || text === family || text === title) return true;
  return [title.replace(/ with a body$/, ''), ...(call === undefined ? [] : [call])].some((one) => isCall(text, one));
}

function isCall(text: string, call: string): boolean {
  const parts = call.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/ ]+')}$`).test(text);
}

/** Finds the ids of the rules that some texts mean: an id, or a pattern in which `*` stands for any characters. */
export function findRules(texts: readonly string[], own: Pick<CustomDefinitions, 'rules'>): Found<string> {
  const known = [...Object.keys(rules), ...Object.keys(own.rules)];
  return findEach(
    texts,
    (text) => known.filter((id) => fitsPattern(id.toUpperCase(), text.toUpperCase())),
    (text) => `There is no rule ${text}. ${didYouMean(text, known, '`tracker-e2e rules --all` lists them.')}`,
  );
}

/** Whether a text is like a pattern, in which `*` stands for any characters. No pattern takes long. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let place = first.length;
  for (const part of others) {
    const found = text.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return place + last.length <= text.length;
}

function findEach<One>(
  texts: readonly string[],
  meantBy: (text: string) => readonly One[],
  problemOf: (text: string) => string,
): Found<One> {
  const found = texts.map((text) => ({ text, meant: meantBy(text) }));
  return {
    found: [...new Set(found.flatMap(({ meant }) => meant))],
    problems: found.filter(({ meant }) => meant.length === 0).map(({ text }) => problemOf(text)),
  };
}
