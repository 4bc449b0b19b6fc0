import { expect, test } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import type { Builder, Builders } from '../../../builders/index.js';

const build = seededBuilders(42);
const [abc, xyz] = [
  { id: 1, key: 'ABC' },
  { id: 2, key: 'XYZ' },
];

test('what no schema allows is told with its place', () => {
  for (const [fails, problem] of [
    [() => build.defaults.issueTypes(abc, [{ id: 1.5 }]), 'defaults.0.issueTypeIds.0 has to be a whole number'],
    [() => build.project.withIssueTypes(0), 'projects.0.issueTypeIds has to have at least 1 item'],
    [() => build.user.inGroups(''), 'groups.0 has to have at least 1 character'],
    [() => build.copyPlan.of({ key: 'QA-1' }).by('ALL' as never), 'copyStrategy has to be "BY_TEST_CASE_TEMPLATES" or'],
  ] as const) {
    expect(() => fails().build()).toThrow(`What is built can't be valid: ${problem}`);
  }
});

const inQa = { ...abc, issueTypes: {}, fields: {}, columns: ['Step', 'Result'] } as never;

/** What a newcomer leaves out or mixes up. */
const mistakes: readonly (readonly [what: () => unknown, sentence: string])[] = [
  [() => build.issue.build(), 'say in(project, issueType) before build()'],
  [() => build.issue.withFields({ project: { key: 'ABC' } }).build(), 'say in(project, issueType) before build()'],
  [() => build.issue.in(abc, undefined as never), 'has name, as project.issueTypes[0] gives it. It was given nothing.'],
  [
    () => build.issue.in(Promise.resolve(abc) as never, { name: 'Task' }),
    'It was given a promise: write `await` before',
  ],
  [() => build.issue.fromTemplate({} as never, { id: 1 }), 'as templates.field() gives it'],
  [() => build.testPlan.build(), 'say in(project) before build()'],
  [() => build.testPlan.in({ ...abc, issueTypes: [] } as never), 'as testManagementProjects.provide() gives it'],
  [
    () => build.testCase.in({ ...abc, issueTypes: { testCase: {} }, fields: {} } as never).build(),
    'say of(plan) before',
  ],
  [
    () => build.testCase.withSteps({} as never),
    'withSteps(rows) takes a list. It was given an object with nothing in it.',
  ],
  [() => build.update.build(), 'say of(connection) before build()'],
  [() => build.update.of('7' as never), 'as connections.provide() gives it. It was given a string.'],
  [() => build.update.of({ id: '7' }).user({ username: 'ann' } as never, {}), 'It was given an object with username.'],
  [() => build.update.of({ id: '7' }).connection({ name: '' }), 'leave `name` out'],
  [() => build.copyPlan.by('BY_TEST_CASES').build(), 'say of(plan) before build()'],
  [() => build.copyPlan.to([abc] as never), 'It was given a list.'],
  [() => build.copyPlan.only({ key: 'QA-1' } as never), 'only(issue, …) takes what has id'],
  [() => build.addTestCaseTemplates.templates({ key: 'QA-2' }).build(), 'say to(plan) before build()'],
  [() => build.addTestCaseTemplates.to({ key: 'QA-1' }).build(), 'say templates(template) before build()'],
  [() => build.steps.for(inQa).step('1', '2', '3'), '2 columns, and step(…) was given 3. For a project with other'],
  [
    () => build.steps.for(abc as never),
    'for(project) takes what has columns, as testManagementProjects.provide() gives it',
  ],
  [() => build.steps.steps(-1), 'a whole number of steps. It was given -1.'],
  [() => build.defaults.byKey().item({ id: 1 } as never), 'takes what has key, as projects.provide() gives it'],
  [() => build.defaults.requestTypes(abc, [7] as never), 'takes what has id. It was given a number.'],
  [() => build.bulkTransitions.ignore('ABC' as never), 'ignore(project, …) takes what has key'],
];

test('a builder refuses what can not be valid, and says what to do before build()', () => {
  for (const [mistake, sentence] of mistakes) {
    expect(mistake, sentence).toThrow(sentence);
    expect(mistake, sentence).toThrow(expect.objectContaining({ name: 'MistakeError' }));
  }
  const onPurpose = build.issue.withFields({ project: null, issuetype: null }).build();
  expect(onPurpose.fields).toMatchObject({ project: null, issuetype: null });
  const empty = { testPlanKeys: [], testCaseTemplateKeys: [] };
  expect(build.addTestCaseTemplates.to().templates().build()).toStrictEqual(empty);
  expect(build.copyPlan.of({ key: 'QA-1' }).build()).toStrictEqual({ testPlanKey: 'QA-1' });
});

/** Two builders of one seed, the first led on in another direction: what each builds. */
function continued<Kind extends Builder<unknown>>(begin: (build: Builders) => Kind, goOn: (first: Kind) => unknown) {
  const [first, untouched] = [begin(seededBuilders(42)), begin(seededBuilders(42))];
  goOn(first);
  return [first.build(), untouched.build()];
}

test('a step never changes the builder it starts from', () => {
  for (const [built, untouched] of [
    continued(
      ({ defaults }) => defaults.issueTypes(abc, [{ id: 10 }]),
      (first) =>
        first
          .byKey()
          .requestTypes(xyz, [{ id: 20 }])
          .item(abc)
          .build(),
    ),
    continued(
      ({ bulkTransitions }) => bulkTransitions.include(abc),
      (first) => first.include(xyz).ignore(abc).build(),
    ),
    continued(
      ({ issue }) => issue.in(abc, { name: 'Task' }).withFields({ summary: 'first' }),
      (first) => first.in(xyz, { name: 'Bug' }).fromTemplate({ id: 'customfield_1' }, { id: 7 }),
    ),
    continued(
      ({ project }) => project.withIssueTypes(2),
      (first) => first.withRequestTypes(3).withTemplatePostFunction('keep').ledBy('ANN').granting('CREATE_ISSUES', []),
    ),
  ]) {
    expect(built).toStrictEqual(untouched);
  }
});

test('a template is named in the template field as text, and a summary ends with the mark of the run', () => {
  const [marked, plain] = [seededBuilders(42, '[tracker-e2e abc12]'), seededBuilders(42)];
  const fieldsOf = ({ issue }: Builders) =>
    issue.in(abc, { name: 'Task' }).fromTemplate({ id: 'customfield_10000' }, { id: 7 }).build().fields;

  const [fields, expected] = [fieldsOf(marked), fieldsOf(plain)];

  const named = { project: { key: 'ABC' }, issuetype: { name: 'Task' }, customfield_10000: '7' };
  expect(expected).toMatchObject({ ...named, summary: expect.stringMatching(/^Written by the caller: ./) });
  expect(fields).toStrictEqual({ ...expected, summary: `${String(expected['summary'])} [tracker-e2e abc12]` });
  expect([marked.summary('Mine'), plain.summary('Mine')]).toStrictEqual(['Mine [tracker-e2e abc12]', 'Mine']);
});

test.describe('seeded builders', () => {
  function everything(seed: number): unknown {
    const { project, template, issue, user, defaults, ...builders } = seededBuilders(seed);
    const made = project.withIssueTypes(2).withRequestTypes(1).build();
    return [
      made,
      [template.build(), template.withTexts().build()],
      issue.in({ key: 'ABC' }, { name: 'Task' }).build(),
      user.inGroups('staff').build(),
      defaults.issueTypes(abc, made.issueTypes).build(),
      [builders.unusedId(), builders.unusedKey()],
    ];
  }

  test('build the same data from the same seed, and other data from another one and at every call', () => {
    const { user, template, project } = seededBuilders(42);
    const builds = Array.from({ length: 50 }, (_, one) => JSON.stringify(everything(one)));

    expect(everything(42)).toStrictEqual(everything(42));
    expect(new Set(builds).size).toBe(50);
    expect(user.build()).not.toStrictEqual(user.build());
    expect(template.build().id).not.toBe(template.build().id);
    expect(project.build().projects[0]?.key).not.toBe(project.build().projects[0]?.key);
  });

  test('never give a number or a key twice, and keys that a tracker takes', () => {
    const ids = Array.from({ length: 500 }, () => build.unusedId());
    const keys = Array.from({ length: 500 }, () => build.unusedKey());
    const firsts = Array.from({ length: 100 }, (_, seed) => seededBuilders(seed).unusedId());

    expect([new Set(ids).size, new Set(keys).size]).toStrictEqual([500, 500]);
    expect(Math.min(...ids)).toBeGreaterThan(1_900_000_000);
    expect(Math.max(...ids)).toBeLessThan(2 ** 31);
    expect(keys.filter((key) => !/^[A-Z][A-Z0-9]{1,9}$/.test(key))).toStrictEqual([]);
    expect(new Set(firsts).size).toBeGreaterThan(90);
  });
});
