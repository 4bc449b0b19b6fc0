import { expect, test } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';

/** Some of everything, in a fixed order. */
function everything(seed: number): unknown {
  const build = seededBuilders(seed);
  const project = build.project.withIssueTypes(2).withRequestTypes(1).build();
  const named = { id: 1, key: 'ABC' };
  return {
    templates: [build.template.build(), build.template.withTexts().build()],
    project,
    issue: build.issue.in({ key: 'ABC' }, { name: 'Task' }).build(),
    user: build.user.inGroups('staff').build(),
    defaults: build.defaults.issueTypes(named, project.issueTypes).build(),
    unused: [build.unusedId(), build.unusedKey()],
  };
}

test.describe('seeded builders', () => {
  test('build the same data from the same seed', () => {
    expect(everything(42)).toStrictEqual(everything(42));
  });

  test('build other data from another seed', () => {
    const builds = Array.from({ length: 50 }, (_, seed) => JSON.stringify(everything(seed)));

    expect(new Set(builds).size).toBe(50);
  });

  test('build other data at every call', () => {
    const build = seededBuilders(42);

    expect(build.user.build()).not.toEqual(build.user.build());
    expect(build.template.build().id).not.toBe(build.template.build().id);
    expect(build.project.build().projects[0]?.key).not.toBe(build.project.build().projects[0]?.key);
  });

  test('never give a number or a key twice', () => {
    const build = seededBuilders(42);
    const ids = Array.from({ length: 500 }, () => build.unusedId());
    const keys = Array.from({ length: 500 }, () => build.unusedKey());

    expect(new Set(ids).size).toBe(500);
    expect(new Set(keys).size).toBe(500);
    expect(Math.min(...ids)).toBeGreaterThan(1_900_000_000);
    expect(Math.max(...ids)).toBeLessThan(2 ** 31);
  });

  test('give keys a tracker takes', () => {
    const build = seededBuilders(42);
    const keys = Array.from({ length: 200 }, () => build.unusedKey());

    expect(keys.filter((key) => !/^[A-Z][A-Z0-9]{1,9}$/.test(key))).toEqual([]);
  });

  test('begin with other numbers for each of a hundred seeds, most of the time', () => {
    const ids = Array.from({ length: 100 }, (_, seed) => seededBuilders(seed).unusedId());

    expect(new Set(ids).size).toBeGreaterThan(90);
  });

  test('give values of their own seed, whichever was made or asked before', () => {
    const words = (seed: number) => {
      const { source } = seededBuilders(seed);
      return () => source.faker.word.noun();
    };
    const [alone, first, second] = [words(1), words(1), words(2)];
    const expected = [alone(), alone(), alone()];

    const mixed = [first(), second(), first(), second(), first()];

    expect(mixed.filter((_, index) => index % 2 === 0)).toEqual(expected);
    expect(() => seededBuilders(1).source.faker.seed(5)).toThrow('What faker gives comes from the seed of its source');
  });

  test('say which seed they have', () => {
    expect(seededBuilders(7).seed).toBe(7);
  });
});
