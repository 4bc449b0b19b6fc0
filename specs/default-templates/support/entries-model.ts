import { skipAsUnavailable } from '../../../fixtures/index.js';
import type { DocumentedRuleId, Entry, TestFixtures } from '../../../fixtures/index.js';
import type { Check, SequenceModel } from '../../support/sequences/sequence-model.js';
import { NONE_IN_DESKS, provideInDesk } from './desk-issue-types.js';
import { assigned } from './entries.js';
import {
  bulk,
  create,
  deleteByProject,
  deleteByProjectAndTemplate,
  deleteByTemplate,
  filterByTemplate,
  removalOfType,
  selection,
} from './entries-calls.js';
import { projects, spelled, spellings, templates, typesOf, written } from './entries-state.js';
import type { Assigned, EntriesData, State } from './entries-state.js';

type Fixtures = Pick<TestFixtures, 'defaultTemplates' | 'projects' | 'templates' | 'entries'>;

function compare(state: State, rule: DocumentedRuleId): Check[] {
  state.compared += 1;
  const { api, data, compared, entries } = state;
  const by = spellings[compared % 2] ?? 'id';
  const read = (
    of: DocumentedRuleId,
    list: () => Promise<{ readonly data: readonly Entry[] }>,
    isMeant: (entry: Assigned) => boolean,
  ): Check => ({
    rule: of,
    seen: async () => assigned((await list()).data),
    matcher: 'toEqual',
    expected: written(state, entries.filter(isMeant)),
  });
  const [one, both] = [projects[compared % 3] ?? 'regular', templates[compared % 2] ?? 'template'];
  const ofBoth = { projectIdOrKey: spelled(state, one, by), templateId: data[both].id };
  return [
    ...templates.map((template) =>
      read(
        rule,
        () => api.listByTemplate({ templateId: data[template].id }),
        (entry) => entry.template === template,
      ),
    ),
    ...projects.map((project, index) => {
      const spelling = (compared + index) % 2 === 0 ? 'id' : 'key';
      const list = () => api.listByProject({ projectIdOrKey: spelled(state, project, spelling) });
      return read(spelling === 'id' ? 'DT-01' : 'DT-02', list, (entry) => entry.project === project);
    }),
    read(
      'DT-03',
      () => api.listByProjectAndTemplate(ofBoth),
      (entry) => entry.project === one && entry.template === both,
    ),
  ];
}

async function removeAll({ defaultTemplates }: Fixtures, data: EntriesData): Promise<void> {
  for (const project of projects) await defaultTemplates.deleteByProject({ projectIdOrKey: data[project].id });
}

async function provideTemplates({ templates }: Fixtures) {
  return { template: await templates.provide(), other: await templates.provide() };
}

const both = {
  create,
  deleteByProjectTemplateAndIssueType: removalOfType('issueType', true),
  deleteByProjectTemplateAndRequestType: removalOfType('requestType', true),
  deleteByTemplateAndIssueType: removalOfType('issueType', false),
  deleteByTemplateAndRequestType: removalOfType('requestType', false),
  setTransitions: bulk(true),
  clearTransitions: bulk(false),
};

const lists = ['DT-01', 'DT-02', 'DT-03'] as const;
const filters = ['DT-13', 'DT-14', 'DT-16'] as const;
const creations = ['DT-17', 'DT-18', 'DT-19', 'DT-20'] as const;
const removals = ['DT-22', 'DT-23', 'DT-24', 'DT-25', 'DT-26', 'DT-27', 'DT-28', 'DT-29'] as const;
const screens = ['DT-31', 'DT-33', 'DT-34', 'DT-35', 'DT-36'] as const;

/** Entries of two templates in a regular project and a service desk. */
export const entriesModel: SequenceModel<Fixtures, EntriesData, State> = {
  title: 'assigns, filters, removes and gives screens',
  rules: [...lists, ...filters, ...creations, ...removals, ...screens],
  provide: async (fixtures) => ({
    regular: await fixtures.projects.provide({ issueTypes: 2 }),
    desk: await fixtures.projects.provide({ requestTypes: 2 }),
    further: await fixtures.projects.provide(),
    ...(await provideTemplates(fixtures)),
  }),
  again: async (fixtures, data) => {
    await removeAll(fixtures, data);
    return data;
  },
  start: ({ defaultTemplates: api }, data) => {
    const types = { regular: typesOf(data.regular, 2, 0), desk: typesOf(data.desk, 0, 2), further: [] };
    return { api, data, entries: [], compared: 0, types };
  },
  operations: { ...both, filterByTemplate, deleteByTemplate, deleteByProject, deleteByProjectAndTemplate },
  compare,
};

/** Assigns the first issue type of the desk. Skips the test if the desk takes no issue types. */
async function assignInDesk({ entries }: Fixtures, { desk, template }: EntriesData): Promise<void> {
  const [{ id } = { id: 0 }] = desk.issueTypes;
  const made = await provideInDesk(entries, template, { defaults: [{ projectId: desk.id, issueTypeIds: [id] }] });
  skipAsUnavailable(made.length === 0, NONE_IN_DESKS);
}

/** The same in a service desk whose first issue type and request type have the same number. */
export const equalNumbersModel: SequenceModel<Fixtures, EntriesData, State> = {
  title: 'tells issue types from request types with the same number',
  rules: ['DT-13', 'DT-14', 'DT-15', 'DT-25', 'DT-26', 'DT-27', 'DT-28', 'DT-31', 'DT-36'],
  provide: async (fixtures) => {
    const data = {
      desk: await fixtures.projects.provide({ issueTypes: 1, requestTypes: 2, sameNumber: true }),
      regular: await fixtures.projects.provide(),
      further: await fixtures.projects.provide(),
      ...(await provideTemplates(fixtures)),
    };
    await assignInDesk(fixtures, data);
    return data;
  },
  again: async (fixtures, data) => {
    await removeAll(fixtures, data);
    await assignInDesk(fixtures, data);
    return data;
  },
  start: ({ defaultTemplates: api }, data) => {
    const types = { regular: typesOf(data.regular, 1, 0), desk: typesOf(data.desk, 1, 2), further: [] };
    const [first] = types.desk;
    const entries: Assigned[] = first ? [{ ...first, project: 'desk', template: 'template', hasScreen: false }] : [];
    return { api, data, entries, compared: 0, types };
  },
  operations: { ...both, filterByTemplate: selection('filterByTemplate') },
  compare,
};

export const selectedRemovalModel: typeof equalNumbersModel = {
  ...equalNumbersModel,
  title: 'removes what a body selects',
  rules: ['DT-30'],
  operations: { create, deleteSelected: selection('deleteSelected') },
};
