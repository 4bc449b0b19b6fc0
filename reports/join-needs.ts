import type { TestNeeds } from '../contracts/report/test-needs.js';

type Need = true | readonly object[];

/** Joins what a test asked for, one fixture after another. */
export function joinNeeds(asked: readonly TestNeeds[]): TestNeeds {
  const joined: Record<string, Need> = {};
  for (const [name, need] of asked.flatMap((needs) => Object.entries(needs as Record<string, Need>))) {
    const before = joined[name];
    joined[name] = need === true || before === undefined || before === true ? need : [...before, ...need];
  }
  return joined;
}
