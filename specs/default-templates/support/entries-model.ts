import { skipAsUnavailable } from '../../../fixtures/index.js';
import type { DocumentedRuleId, Entry, TestFixtures } from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { same, unlessOneHolds } from '../../support/sequences/sequence-model.js';
import type { Check, SequenceModel } from '../../support/sequences/sequence-model.js';
import { NONE_IN_DESKS } from './scene.js';
import { assigned, unwantedScreens } from './entries.js';
import { create, deleteSelected, deskOperations, entriesOperations, filterByKind } from './entries-calls.js';
import { EntriesState, projects, templates, typesOf } from './entries-state.js';
import type { Assigned, EntriesData } from './entries-state.js';

type Fixtures = Pick<TestFixtures, 'defaultTemplates' | 'projects' | 'templates' | 'entries'>;

type Model = SequenceModel<Fixtures, EntriesData, EntriesState>;

/** The rules of a creation, whose entries have no stored screens. */
const ofCreation: readonly DocumentedRuleId[] = ['DT-17', 'DT-18', 'DT-19'];

function compare(state: EntriesState, rule: DocumentedRuleId): Check[] {
  state.compared += 1;
  const { api, data, compared } = state;
  type Lists = Promise<{ readonly data: readonly Entry[] }>;
  const once = (ask: () => Lists) => {
    let asked: Lists | undefined;
    return async () => assigned((await (asked ??= ask())).data);
  };
  const list = (of: DocumentedRuleId, ask: () => Lists, isMeant: (entry: Assigned) => boolean) =>
    same(of, once(ask), state.written(isMeant));
  const spelled = (index: number) => ((compared + index) % 2 === 0 ? 'id' : 'key');
  const [one, both] = [at(projects, compared % 3), at(templates, compared % 2)];
  const ofBoth = { projectIdOrKey: data[one][spelled(0)], templateId: data[both].id };
  const readings = templates.map((template) => ({
    seen: once(() => api.listByTemplate({ templateId: data[template].id })),
    expected: state.written((entry) => entry.template === template),
  }));
  const ofTemplates = readings.map(({ seen, expected }) => same('DT-04', seen, expected));
  const ofScreens = readings.map(({ seen, expected }) =>
    same('DT-08', async () => unwantedScreens(await seen(), expected), []),
  );
  const ofProjects = projects.map((project, index) => {
    const ask = () => api.listByProject({ projectIdOrKey: data[project][spelled(index)] });
    return list(spelled(index) === 'id' ? 'DT-01' : 'DT-02', ask, (entry) => entry.project === project);
  });
  return [
    ...(ofCreation.includes(rule) ? ofScreens : []),
    unlessOneHolds(rule, ofTemplates, ofProjects),
    ...ofTemplates,
    ...ofProjects,
    list(
      'DT-03',
      () => api.listByProjectAndTemplate(ofBoth),
      (entry) => entry.project === one && entry.template === both,
    ),
  ];
}

async function removeAll({ defaultTemplates }: Fixtures, data: EntriesData): Promise<EntriesData> {
  for (const project of projects) await defaultTemplates.deleteByProject({ projectIdOrKey: data[project].id });
  return data;
}

async function provideBeside({ projects: provider, templates: some }: Fixtures) {
  return { further: await provider.provide(), template: await some.provide(), other: await some.provide() };
}

/** Entries of two templates in a regular project and a service desk. */
export const entriesModel: Model = {
  title: 'assigns, filters, removes and gives screens',
  rules: [
    ...(['DT-01', 'DT-02', 'DT-03', 'DT-08', 'DT-13', 'DT-14', 'DT-16', 'DT-17', 'DT-18', 'DT-19', 'DT-20'] as const),
    ...(['DT-22', 'DT-23', 'DT-24', 'DT-25', 'DT-26', 'DT-27', 'DT-28', 'DT-29'] as const),
    ...(['DT-31', 'DT-33', 'DT-34', 'DT-35', 'DT-36'] as const),
  ],
  provide: async (fixtures) => ({
    regular: await fixtures.projects.provide({ issueTypes: 2 }),
    desk: await fixtures.projects.provide({ requestTypes: 2 }),
    ...(await provideBeside(fixtures)),
  }),
  again: removeAll,
  start: ({ defaultTemplates }, data, isCareful) => {
    const types = [...typesOf('regular', data.regular, 2, 0), ...typesOf('desk', data.desk, 0, 2)];
    return new EntriesState(defaultTemplates, data, types, isCareful);
  },
  operations: entriesOperations,
  compare,
  comparesFirst: true,
};

/** Assigns the first issue type of the desk. Skips the test if the desk takes no issue types. */
async function assignInDesk({ entries }: Fixtures, data: EntriesData): Promise<EntriesData> {
  const { desk, template } = data;
  const issueTypeIds = [at(desk.issueTypes, 0).id];
  const made = await entries.provideIfTaken(template, { defaults: [{ projectId: desk.id, issueTypeIds }] });
  skipAsUnavailable(made.length === 0, NONE_IN_DESKS);
  return data;
}

/** The same in a service desk whose first issue type and request type have the same number. */
export const equalNumbersModel: Model = {
  title: 'tells issue types from request types with the same number',
  rules: ['DT-13', 'DT-14', 'DT-15', 'DT-25', 'DT-26', 'DT-27', 'DT-28', 'DT-31', 'DT-36'],
  provide: async (fixtures) => {
    const desk = await fixtures.projects.provide({ issueTypes: 1, requestTypes: 2, sameNumber: true });
    const regular = await fixtures.projects.provide();
    return assignInDesk(fixtures, { desk, regular, ...(await provideBeside(fixtures)) });
  },
  again: async (fixtures, data) => assignInDesk(fixtures, await removeAll(fixtures, data)),
  start: ({ defaultTemplates }, data, isCareful) => {
    const desk = typesOf('desk', data.desk, 1, 2);
    const types = [...typesOf('regular', data.regular, 1, 0), ...desk];
    const state = new EntriesState(defaultTemplates, data, types, isCareful);
    state.add('template', desk.slice(0, 1));
    return state;
  },
  operations: { ...deskOperations, filterByTemplate: filterByKind },
  compare,
  comparesFirst: true,
};

export const selectedRemovalModel: Model = {
  ...equalNumbersModel,
  title: 'removes what a body selects',
  rules: ['DT-30'],
  operations: { create, deleteSelected },
};
