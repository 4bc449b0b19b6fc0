import leven from 'leven';

/** A served method and path. */
export interface Address {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** The title of the endpoint that answers there. */
  readonly endpoint: string;
}

/** An address that a request nearly met. */
export interface NearMiss extends Address {
  /** The differences from the request, one sentence each. */
  readonly differences: readonly string[];
  /** The distance from the request: 0 for the address itself, 1 for one completely different step of the path. */
  readonly distance: number;
}

/** The differences between a request's steps and a path's steps. */
interface Gap {
  readonly distance: number;
  readonly differences: readonly string[];
}

/** The largest distance that still counts as near. */
const FARTHEST = 1.5;
/** Other addresses are listed only if they are at most this much farther than the nearest one. */
const NEXT_TO_NEAREST = 0.4;
const MOST = 3;
const OTHER_METHOD = 0.5;
/** A step of this length is longer than every served step. */
const LONGEST_STEP = 60;
const NO_GAP: Gap = { distance: 0, differences: [] };

/**
 * The addresses nearest to an unmatched request: by mistyped, missing and extra steps of the path, and by the method.
 * Nearest first, one for each endpoint, three at most.
 */
export function nearMisses(addresses: readonly Address[], method: string, url: string): NearMiss[] {
  const steps = stepsOf(url.replace(/[?#].*$/, ''));
  const measured = addresses
    .filter(({ path }) => Math.abs(stepsOf(path).length - steps.length) <= FARTHEST)
    .map((address) => ({ ...address, ...gapTo(address, method, steps) }))
    .filter(({ distance }) => distance <= FARTHEST)
    .sort((one, other) => one.distance - other.distance || parametersIn(one) - parametersIn(other));
  const least = measured[0]?.distance ?? 0;
  const near = new Map<string, NearMiss>();
  for (const miss of measured) {
    const worthAWord = miss.distance <= least + NEXT_TO_NEAREST;
    if (worthAWord && !near.has(miss.endpoint)) near.set(miss.endpoint, miss);
  }
  return [...near.values()].slice(0, MOST);
}

function gapTo(address: Address, method: string, steps: readonly string[]): Gap {
  const [sent, served] = withoutSharedEnds(steps, stepsOf(address.path));
  const longer = sent.length > served.length ? sent : served;
  const gaps = longer.map((_, place) => gapBetween(sent[place], served[place])).filter((one) => one !== NO_GAP);
  if (address.method !== method) {
    gaps.unshift(gap(OTHER_METHOD, `The method is ${address.method}, not ${method}.`));
  }
  const distance = gaps.reduce((sum, gap) => sum + gap.distance, 0);
  return { distance: Math.round(distance * 100) / 100, differences: gaps.flatMap(({ differences }) => differences) };
}

/** Both lists without the beginning and the end that they share. */
function withoutSharedEnds(sent: readonly string[], served: readonly string[]): [string[], string[]] {
  const shorter = Math.min(sent.length, served.length);
  const isShared = (at: number) => gapBetween(sent.at(at), served.at(at)) === NO_GAP;
  let start = 0;
  while (start < shorter && isShared(start)) start += 1;
  let end = 0;
  while (end < shorter - start && isShared(-1 - end)) end += 1;
  return [sent.slice(start, sent.length - end), served.slice(start, served.length - end)];
}

/** The difference of a request's step from a path's step; one of them can be missing. */
function gapBetween(sent: string | undefined, served: string | undefined): Gap {
  if (served === undefined) {
    return sent === '' ? gap(0.2, 'There is a / too many.') : gap(1, `The step ${short(sent ?? '')} is too many.`);
  }
  if (sent === undefined) return gap(1, `The step ${served} is missing.`);
  if (sent === served) return NO_GAP;
  if (served.startsWith('{')) return sent === '' ? gap(1, `There is no ${served}.`) : NO_GAP;
  return gap(measureLetters(sent, served), `The step is ${served}, not ${short(sent) || 'empty'}.`);
}

function gap(distance: number, difference: string): Gap {
  return { distance, differences: [difference] };
}

/** The distance of two steps by their differing letters: 0 to 1. */
function measureLetters(sent: string, served: string): number {
  if (sent.length > LONGEST_STEP) return 1;
  const apart = leven(sent.toLowerCase(), served.toLowerCase());
  return Math.max(apart / Math.max(sent.length, served.length), 0.1);
}

function short(step: string): string {
  return step.length > LONGEST_STEP ? `${step.slice(0, LONGEST_STEP)}…` : step;
}

function stepsOf(path: string): string[] {
  return path.split('/').slice(1);
}

function parametersIn({ path }: Address): number {
  return path.split('{').length;
}
