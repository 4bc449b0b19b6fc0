import { skipAsUnavailable } from '../../../fixtures/index.js';
import type { DocumentedRuleId } from '../../../fixtures/index.js';
import { apply, call, name } from '../../support/sequences/code.js';
import type { Code } from '../../support/sequences/code.js';
import type { Check, Line, SequenceModel } from '../../support/sequences/sequence-model.js';
import { NONE_IN_DESKS } from './desk-issue-types.js';
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
import { projects, spelled, spellings, templates, typeAt, typesOf, written } from './entries-state.js';
import type { Assigned, State } from './entries-state.js';

function compare(state: State, rule: DocumentedRuleId): Check[] {
  state.compared += 1;
  const by = spellings[state.compared % 2] ?? 'id';
  const entriesOf = (isMeant: (entry: Assigned) => boolean) => written(state.entries.filter(isMeant));
  const read = (
    of: DocumentedRuleId,
    endpoint: string,
    request: Code,
    isMeant: (entry: Assigned) => boolean,
  ): Check => ({
    rule: of,
    seen: apply('assigned', call(`defaultTemplates.${endpoint}`, request).at('data')),
    matcher: 'toEqual',
    expected: entriesOf(isMeant),
  });
  const [one, both] = [projects[state.compared % 3] ?? 'regular', templates[state.compared % 2] ?? 'template'];
  return [
    ...templates.map((template) =>
      read(rule, 'listByTemplate', { templateId: name(`${template}.id`) }, (entry) => entry.template === template),
    ),
    ...projects.map((project, index) => {
      const spelling = (state.compared + index) % 2 === 0 ? 'id' : 'key';
      const request = { projectIdOrKey: spelled(project, spelling) };
      const of = spelling === 'id' ? 'DT-01' : 'DT-02';
      return read(of, 'listByProject', request, (entry) => entry.project === project);
    }),
    read(
      'DT-03',
      'listByProjectAndTemplate',
      { projectIdOrKey: spelled(one, by), templateId: name(`${both}.id`) },
      (entry) => entry.project === one && entry.template === both,
    ),
  ];
}

const imports = {
  'tracker-e2e': ['covers', 'describeEndpoint', 'expect', 'test'],
  '../support/values.js': ['inOrder'],
  './support/entries.js': ['assigned', 'echoedAssignments'],
};

const shared = {
  fixtures: ['defaultTemplates', 'projects', 'templates'],
  again: projects.map((project) => ({
    code: call('defaultTemplates.deleteByProject', { projectIdOrKey: name(`${project}.id`) }),
  })),
  compare,
};

const templateLines: readonly Line[] = templates.map((gives) => ({ gives, code: call('templates.provide') }));

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
export const entriesModel: SequenceModel<State> = {
  ...shared,
  title: 'assigns, filters, removes and gives screens',
  rules: [...lists, ...filters, ...creations, ...removals, ...screens],
  imports,
  setUp: [
    { gives: 'regular', code: call('projects.provide', { issueTypes: 2 }) },
    { gives: 'desk', code: call('projects.provide', { requestTypes: 2 }) },
    { gives: 'further', code: call('projects.provide') },
    ...templateLines,
  ],
  start: (scope) => ({
    entries: [],
    named: 0,
    compared: 0,
    types: { regular: typesOf(scope, 'regular', 2, 0), desk: typesOf(scope, 'desk', 0, 2), further: [] },
  }),
  operations: { ...both, filterByTemplate, deleteByTemplate, deleteByProject, deleteByProjectAndTemplate },
};

const FIRST_TYPE = 'desk.issueTypes[0].id';

const inDesk: Line = {
  gives: 'inDesk',
  code: call('provideInDesk', name('entries'), name('template'), {
    defaults: [{ projectId: name('desk.id'), issueTypeIds: [name(FIRST_TYPE)] }],
  }),
};

/**
 * The same in a service desk whose first issue type and request type have the same number. Skips the test if the desk takes
 * no issue types.
 */
export const equalNumbersModel: SequenceModel<State> = {
  ...shared,
  title: 'tells issue types from request types with the same number',
  rules: ['DT-13', 'DT-14', 'DT-15', 'DT-25', 'DT-26', 'DT-27', 'DT-28', 'DT-31', 'DT-36'],
  imports: { ...imports, './support/desk-issue-types.js': ['provideInDesk'] },
  fixtures: [...shared.fixtures, 'entries'],
  setUp: [
    { gives: 'desk', code: call('projects.provide', { issueTypes: 1, requestTypes: 2, sameNumber: true }) },
    { gives: 'regular', code: call('projects.provide') },
    { gives: 'further', code: call('projects.provide') },
    ...templateLines,
    inDesk,
  ],
  again: [...shared.again, inDesk],
  start: (scope) => {
    skipAsUnavailable((scope['inDesk'] as readonly unknown[]).length === 0, NONE_IN_DESKS);
    const types = { regular: typesOf(scope, 'regular', 1, 0), desk: typesOf(scope, 'desk', 1, 2), further: [] };
    const first = typeAt(scope, FIRST_TYPE, 'issueType');
    const entry: Assigned = { ...first, project: 'desk', template: 'template', hasScreen: false };
    return { entries: [entry], named: 0, compared: 0, types };
  },
  operations: { ...both, filterByTemplate: selection('filterByTemplate') },
};

/** Removals with a body there. */
export const selectedRemovalModel: SequenceModel<State> = {
  ...equalNumbersModel,
  title: 'removes what a body selects',
  rules: ['DT-30'],
  operations: { create, deleteSelected: selection('deleteSelected') },
};
