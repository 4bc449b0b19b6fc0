import type { Random } from '../../random.js';

/** Values of properties that no document knows. Some look like what answers are searched for. */
const values: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  (random) => random.int(0, 20_000),
  (random) => [random.int(1, 9)],
  (random) => ({ id: random.int(1, 20_000), tags: [] }),
  (random) => `Of no document, ${random.int(1, 9)}`,
];

/** Names of such properties: undocumented ones of real trackers, and one that no tracker has. */
const names = ['self', '_links', 'expand', 'revision', 'createdBy', 'note', 'unknownProperty'];

/** The undocumented properties of the objects of a tracker. */
export interface MoreProperties {
  /** An object with more properties; its own properties stay as they are. */
  readonly of: (value: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/**
 * Draws more properties, the same for every object of a tracker.
 *
 * @param withTexts whether texts may be among their values
 */
export function drawProperties(random: Random, withTexts: boolean): MoreProperties {
  const made = names
    .filter(() => random.int(0, 1) === 1)
    .map((name) => [name, random.pick(values.slice(0, withTexts ? undefined : -1))(random)] as const);
  const more = Object.fromEntries([...made, ['unknownProperty', null]]);
  const areFirst = random.int(0, 1) === 1;
  return { of: (value) => (areFirst ? { ...more, ...value } : { ...value, ...withoutThose(more, value) }) };
}

function withoutThose(more: object, value: object): object {
  return Object.fromEntries(Object.entries(more).filter(([name]) => !Object.hasOwn(value, name)));
}
