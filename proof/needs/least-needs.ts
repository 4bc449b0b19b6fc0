import type { TestNeeds } from '../../contracts/index.js';

type Item = Readonly<Record<string, unknown>>;

/**
 * What the least demanding of several tests ask for on a tracker that others use, one of which is enough: a test that asks
 * for more than another is left out. Tests that no such tracker can satisfy count only if there are no others.
 */
export function leastNeeds(tests: readonly TestNeeds[]): TestNeeds[] {
  const satisfiable = tests.filter(({ admin, ownTracker }) => admin !== true && ownTracker !== true);
  const counted = satisfiable.length > 0 ? satisfiable : tests;
  const distinct = [...new Map(counted.map(sorted).map((needs) => [JSON.stringify(needs), needs]))];
  const needs = distinct.sort(([left], [right]) => left.length - right.length || (left < right ? -1 : 1));
  const least: TestNeeds[] = [];
  for (const [, one] of needs) if (!least.some((less) => asksForAllOf(one, less))) least.push(one);
  return least;
}

/** The same with everything in an order of its own, so that two runs give the same. */
function sorted(needs: TestNeeds): TestNeeds {
  const entries = Object.entries(needs).map(([name, need]) => [name, Array.isArray(need) ? inOrder<Item>(need) : need]);
  return Object.fromEntries(inOrder(entries)) as TestNeeds;
}

function inOrder<One>(items: readonly One[]): One[] {
  return items
    .map((item) => [JSON.stringify(item), item] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, item]) => item);
}

function asksForAllOf(more: TestNeeds, less: TestNeeds): boolean {
  const asked = more as Item;
  return Object.entries(less).every(([name, need]) =>
    Array.isArray(need) ? hasEach(asked[name] as Item[] | undefined, need as Item[]) : asked[name] === need,
  );
}

/** Whether there is an item for each of these, one that asks for as much or more. */
function hasEach(items: readonly Item[] = [], wanted: readonly Item[]): boolean {
  const left = [...items];
  return wanted.every((item) => {
    const index = left.findIndex((one) => asksForItem(one, item));
    return index >= 0 && left.splice(index, 1).length > 0;
  });
}

function asksForItem(more: Item, less: Item): boolean {
  return kindOf(more) === kindOf(less) && Object.entries(less).every(([name, need]) => includes(more[name], need));
}

/** What is of another kind asks for something else, neither for less nor for more. */
function kindOf({ requestTypes, templatePostFunction, disabled }: Item): string {
  return JSON.stringify([requestTypes !== undefined, templatePostFunction, disabled]);
}

function includes(more: unknown, less: unknown): boolean {
  if (typeof less === 'number') return typeof more === 'number' && more >= less;
  if (Array.isArray(less)) return Array.isArray(more) && less.every((one) => more.includes(one));
  return more === less;
}
