import { expect, test } from '@playwright/test';
import { seededBuilders } from '../../../builders/index.js';
import type { Builders } from '../../../builders/index.js';

interface Step {
  readonly title: string;
  /** What a builder that was led on once builds, and what it builds after it was led on in another direction. */
  readonly build: (build: Builders) => { readonly before: unknown; readonly after: unknown };
}

const [abc, xyz] = [
  { id: 1, key: 'ABC' },
  { id: 2, key: 'XYZ' },
];

const steps: readonly Step[] = [
  {
    title: 'items of defaults',
    build: ({ defaults }) => {
      const first = defaults.issueTypes(abc, [{ id: 10 }]);
      const before = first.build();
      first
        .byKey()
        .requestTypes(xyz, [{ id: 20 }])
        .item(abc)
        .build();
      return { before, after: first.build() };
    },
  },
  {
    title: 'how defaults name projects',
    build: ({ defaults }) => {
      const before = defaults.item(abc).build();
      defaults.byKey();
      return { before, after: defaults.item(abc).build() };
    },
  },
  {
    title: 'projects of bulk transitions',
    build: ({ bulkTransitions }) => {
      const first = bulkTransitions.include(abc);
      const before = first.build();
      first.include(xyz).ignore(abc).build();
      return { before, after: first.build() };
    },
  },
  {
    title: 'fields of a template',
    build: ({ template }) => {
      const first = template.withFields({ summary: 'first' });
      const before = first.build().fields;
      first.withFields({ summary: 'second', labels: [] }).withTexts();
      return { before, after: first.build().fields };
    },
  },
  {
    title: 'fields of an issue',
    build: ({ issue }) => {
      const first = issue.in(abc, { name: 'Task' }).withFields({ summary: 'first' });
      const before = first.build();
      first.in(xyz, { name: 'Bug' }).fromTemplate({ id: 'customfield_1' }, { id: 7 }).build();
      return { before, after: first.build() };
    },
  },
  {
    title: 'groups of a user',
    build: ({ user }) => {
      const first = user.inGroups('staff');
      const before = first.build().groups;
      first.inGroups('operators').build();
      return { before, after: first.build().groups };
    },
  },
  {
    title: 'traits of a project',
    build: ({ project }) => {
      const shape = (builder: typeof project) => {
        const { issueTypes, projects, workflows } = builder.build();
        const [{ type, lead, permissions, requestTypes } = { requestTypes: [] }] = projects;
        return [issueTypes.length, requestTypes.length, type, lead, permissions, workflows[0]?.initial.postFunctions];
      };
      const first = project.withIssueTypes(2);
      const before = shape(first);
      first.withRequestTypes(3).withTemplatePostFunction('keep').ledBy('SOMEBODY').granting('CREATE_ISSUES', []);
      return { before, after: shape(first) };
    },
  },
];

for (const { title, build } of steps) {
  test(`a step never changes the ${title} of the builder it starts from`, () => {
    const { before, after } = build(seededBuilders(42));

    expect(after).toStrictEqual(before);
  });
}

test('defaults name projects by id, and by key from where they are told to', () => {
  const { defaults } = seededBuilders(42);

  const built = defaults
    .issueTypes(abc, [{ id: 10 }, { id: 11 }])
    .byKey()
    .requestTypes(xyz, [{ id: 20 }])
    .byId()
    .item(xyz)
    .build();

  expect(built).toStrictEqual({
    defaults: [{ projectId: 1, issueTypeIds: [10, 11] }, { projectKey: 'XYZ', requestTypeIds: [20] }, { projectId: 2 }],
  });
});

test('bulk transitions are about every project unless some are included', () => {
  const { bulkTransitions } = seededBuilders(42);

  expect(bulkTransitions.build()).toStrictEqual({ ignoreProjectKeys: [] });
  expect(bulkTransitions.include(abc, xyz).ignore(xyz).build()).toStrictEqual({
    includeProjectKeys: ['ABC', 'XYZ'],
    ignoreProjectKeys: ['XYZ'],
  });
});

test('a template is named in the template field as text', () => {
  const { issue } = seededBuilders(42);

  const { fields } = issue.in(abc, { name: 'Task' }).fromTemplate({ id: 'customfield_10000' }, { id: 7 }).build();

  expect(fields).toMatchObject({
    project: { key: 'ABC' },
    issuetype: { name: 'Task' },
    customfield_10000: '7',
    summary: expect.stringMatching(/^Written by the caller: ./),
  });
});

test('issue builders and summaries end with the mark they are given, and with none if there is none', () => {
  const [marked, plain] = [seededBuilders(42, '[tracker-e2e abc12]'), seededBuilders(42)];
  const project = {
    key: 'QA',
    issueTypes: {
      testCaseTemplate: { id: 1, name: 'T' },
      testCase: { id: 2, name: 'C' },
      testPlan: { id: 3, name: 'P' },
    },
    fields: { steps: 'a', preconditions: 'b', requirement: 'c', testCaseTemplate: 'd' },
    rowsProperty: 'stepsRows',
  };
  const summariesOf = (build: typeof plain) =>
    [build.issue, build.testPlan.in(project)].map((builder) => builder.build().fields['summary']);

  const [summaries, expected] = [summariesOf(marked), summariesOf(plain)];

  expect(summaries).toEqual(expected.map((summary) => `${String(summary)} [tracker-e2e abc12]`));
  expect([marked.summary('Mine'), plain.summary('Mine')]).toEqual(['Mine [tracker-e2e abc12]', 'Mine']);
});
