import type { DocumentedRuleId, Entry, TestFixtures } from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { once, same, unlessOneHolds } from '../../support/sequences/sequence-model.js';
import type { Check, SequenceModel } from '../../support/sequences/sequence-model.js';
import { assigned, issueTypeEntries, requestTypeEntries, unwantedScreens } from './entries.js';
import type { Assigned } from './entries.js';
import { create, deleteSelected, deskOperations, entriesOperations, filterByKind } from './entries-calls.js';
import { add, projects, templates, written } from './entries-state.js';
import type { EntriesData, EntriesState, Type } from './entries-state.js';

type Fixtures = Pick<TestFixtures, 'defaultTemplates' | 'projects' | 'templates' | 'entries' | 'tracker'>;

type Model = SequenceModel<Fixtures, EntriesData, EntriesState>;

/** The rules of calls on screens. After any other call an entry has a screen that it was not given only if it is new. */
const ofScreens: readonly DocumentedRuleId[] = ['DT-31', 'DT-33', 'DT-36'];

type List = () => Promise<{ readonly data: readonly Entry[] }>;

/** Lists by template and by project in turn: so half as many reads find the same. */
function compare(state: EntriesState, rule: DocumentedRuleId, isWhole: boolean): Check[] {
  state.compared += 1;
  const { api, data } = state;
  const isByTemplate = state.compared % 2 === 0;
  const compared = Math.floor(state.compared / 2);
  const reading = (ask: List, isMeant: (entry: Assigned) => boolean) => {
    return { seen: once(async () => assigned((await ask()).data)), expected: written(state, isMeant) };
  };
  const spelled = (index: number) => ((compared + index) % 2 === 0 ? 'id' : 'key');
  const ofTemplates = templates.map((template) => {
    const { id: templateId } = data[template];
    return reading(
      () => api.listByTemplate({ templateId }),
      (entry) => entry.templateId === templateId,
    );
  });
  const ofProjects = projects.map((project, index) => {
    const { [spelled(index)]: projectIdOrKey, id } = data[project];
    return reading(
      () => api.listByProject({ projectIdOrKey }),
      ({ projectId }) => projectId === id,
    );
  });
  const [one, { id: templateId }] = [data[at(projects, compared % 3)], data[at(templates, compared % 2)]];
  const ofBoth = reading(
    () => api.listByProjectAndTemplate({ projectIdOrKey: one[spelled(0)], templateId }),
    (entry) => entry.projectId === one.id && entry.templateId === templateId,
  );
  const ofTemplate = ofTemplates.map(({ seen, expected }) => same('DT-04', seen, expected));
  const ofProject = ofProjects.map(({ seen, expected }, index) => {
    return same(spelled(index) === 'id' ? 'DT-01' : 'DT-02', seen, expected);
  });
  const screens = ofTemplates.map(({ seen, expected }) =>
    same('DT-08', async () => unwantedScreens(await seen(), expected), []),
  );
  const [read, unread] = isByTemplate ? [ofTemplate, ofProject] : [ofProject, ofTemplate];
  return [
    ...((isByTemplate || isWhole) && !ofScreens.includes(rule) ? screens : []),
    unlessOneHolds(rule, read, unread),
    ...read,
    ...(isWhole ? unread : []),
    ...(isByTemplate || isWhole ? [same('DT-03', ofBoth.seen, ofBoth.expected)] : []),
  ];
}

async function removeAll({ defaultTemplates }: Fixtures, data: EntriesData): Promise<EntriesData> {
  for (const project of projects) await defaultTemplates.deleteByProject({ projectIdOrKey: data[project].id });
  return data;
}

const startOf = (api: EntriesState['api'], data: EntriesData, types: readonly Type[], isCareful: boolean) => {
  return { api, data, types, isCareful, entries: [], compared: 0 };
};

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
  provide: async (fixtures) => {
    const many = fixtures.tracker.contents === undefined ? 3 : 6;
    const regular = await fixtures.projects.provide({ issueTypes: many });
    const desk = await fixtures.projects.provide({ requestTypes: many });
    return { regular, desk, ...(await provideBeside(fixtures)) };
  },
  again: removeAll,
  start: ({ defaultTemplates }, data, isCareful) => {
    const { regular, desk, template } = data;
    const types = issueTypeEntries(template, regular, regular.issueTypes);
    return startOf(
      defaultTemplates,
      data,
      [...types, ...requestTypeEntries(template, desk, desk.requestTypes)],
      isCareful,
    );
  },
  operations: entriesOperations,
  compare,
  comparesFirst: true,
};

/** Assigns the issue type of the desk. If the desk takes none, its request type is told from an issue type elsewhere. */
async function assignInDesk({ entries }: Fixtures, data: EntriesData): Promise<EntriesData> {
  const { desk, template } = data;
  const issueTypeIds = desk.issueTypes.map(({ id }) => id);
  if (issueTypeIds.length === 0) return data;
  const made = await entries.provideIfTaken(template, { defaults: [{ projectId: desk.id, issueTypeIds }] });
  return made.length > 0 ? data : { ...data, desk: { ...desk, issueTypes: [] } };
}

/** The same in a service desk whose first issue type and request type have the same number. */
export const equalNumbersModel: Model = {
  title: 'tells issue types from request types with the same number',
  rules: ['DT-13', 'DT-14', 'DT-15', 'DT-25', 'DT-26', 'DT-27', 'DT-28', 'DT-31', 'DT-36'],
  provide: async (fixtures) => {
    const desk = await fixtures.projects.provide({ issueTypes: 1, requestTypes: 2, sameNumber: true });
    const regular = await fixtures.projects.provide({ issueTypesOf: desk });
    return assignInDesk(fixtures, { desk, regular, ...(await provideBeside(fixtures)) });
  },
  again: async (fixtures, data) => assignInDesk(fixtures, await removeAll(fixtures, data)),
  start: ({ defaultTemplates }, data, isCareful) => {
    const { regular, desk, template } = data;
    const assignedInDesk = issueTypeEntries(template, desk, desk.issueTypes);
    const types = [
      ...issueTypeEntries(template, regular, regular.issueTypes),
      ...assignedInDesk,
      ...requestTypeEntries(template, desk, desk.requestTypes),
    ];
    const state = startOf(defaultTemplates, data, types, isCareful);
    add(state, 'template', assignedInDesk);
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
