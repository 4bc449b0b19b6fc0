import { expect, test } from '@playwright/test';
import { ZodError } from 'zod';
import { seededBuilders } from '../../../builders/index.js';
import {
  bulkTransitionRequestSchema,
  createIssueRequestSchema,
  defaultsRequestSchema,
  worldAdditionsSchema,
  worldTemplateSchema,
  worldUserSchema,
} from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { addToState } from '../../../fake/state/add-to-state.js';
import { loadWorld } from '../../../fake/state/load-world.js';

const build = seededBuilders(42);
const abc = { id: 1, key: 'ABC' };
const project = build.project.withIssueTypes(3).withRequestTypes(4).withTemplatePostFunction('overwrite');

const built = [
  {
    title: 'defaults',
    schema: defaultsRequestSchema,
    value: build.defaults
      .issueTypes(abc, [{ id: 1 }])
      .byKey()
      .requestTypes(abc, [{ id: 2 }])
      .build(),
  },
  { title: 'bulk transitions', schema: bulkTransitionRequestSchema, value: build.bulkTransitions.include(abc).build() },
  {
    title: 'an issue',
    schema: createIssueRequestSchema,
    value: build.issue.in(abc, { name: 'Task' }).fromTemplate({ id: 'customfield_1' }, { id: 7 }).build(),
  },
  { title: 'a template', schema: worldTemplateSchema, value: build.template.withTexts().build() },
  { title: 'a user', schema: worldUserSchema, value: build.user.inGroups('staff').build() },
  { title: 'a project', schema: worldAdditionsSchema, value: project.build() },
];

for (const { title, schema, value } of built) {
  test(`${title} as it is built fits its schema, and nothing is left out`, () => {
    expect(schema.parse(value)).toStrictEqual(value);
  });
}

const refused = [
  { title: 'an issue type that is no number', run: () => build.defaults.issueTypes(abc, [{ id: 1.5 }]).build() },
  { title: 'a project without issue types', run: () => build.project.withIssueTypes(0).build() },
  { title: 'a user in a group without a name', run: () => build.user.inGroups('').build() },
];

for (const { title, run } of refused) {
  test(`${title} can not be built`, () => {
    expect(run).toThrow(ZodError);
  });
}

test('what is built can be added to a running tracker', () => {
  const { state } = loadWorld(documentsWorld);
  const rows = { ...project.build(), templates: [build.template.withTexts().build()], users: [build.user.build()] };

  addToState(state, rows);

  const [made] = rows.projects;
  expect(state.tables.projects.get(made?.id ?? 0)).toMatchObject({ key: made?.key, type: 'service_desk' });
  expect(state.tables.requestTypes.where('project', made?.id ?? 0)).toHaveLength(4);
});

for (const postFunction of ['overwrite', 'keep', 'none'] as const) {
  test(`a project whose post function is ${postFunction} has it on its create transition`, () => {
    const { workflows } = build.project.withTemplatePostFunction(postFunction).build();

    expect(workflows[0]?.initial.postFunctions).toEqual(
      postFunction === 'none' ? [] : [{ type: 'create from template', overwrite: postFunction === 'overwrite' }],
    );
  });
}
