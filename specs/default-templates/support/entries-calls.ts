import type { DocumentedRuleId } from '../../../fixtures/index.js';
import { apply, call, name } from '../../support/sequences/code.js';
import type { Code } from '../../support/sequences/code.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Check, Line, Operation, Step } from '../../support/sequences/sequence-model.js';
import {
  add,
  bodyOf,
  complete,
  ensure,
  free,
  given,
  isIn,
  isOf,
  itemParameters,
  itemsOf,
  listsOf,
  projects,
  spelled,
  spellings,
  storeBeside,
  templates,
  written,
} from './entries-state.js';
import type { Assigned, Kind, Project, State } from './entries-state.js';

/** A removal of the entries that `isMeant` says, of which there is one at least. */
function remove(
  state: State,
  rule: DocumentedRuleId,
  { before, code, isMeant }: { before: Line[]; code: Code; isMeant: (entry: Assigned) => boolean },
): Step {
  const line = given(state, code);
  const removed = state.entries.filter(isMeant);
  state.entries = state.entries.filter((entry) => !isMeant(entry));
  const answered = (of: string) => name(`${line.gives}.data.${of}`);
  return {
    rule,
    lines: [...before, line],
    checks: () => [
      { rule: 'DT-29', seen: answered('removed'), matcher: 'toBe', expected: removed.length },
      { rule: 'DT-29', seen: apply('assigned', answered('defaults')), matcher: 'toEqual', expected: written(removed) },
    ],
  };
}

const createParameters = { ...itemParameters, beside: ['what is there', 'stored screens'] } as const;

export const create = operation('create', createParameters, (state: State, { template, place, by, types, beside }) => {
  const items = itemsOf(state, { place, types });
  const before = [...free(state, items), ...(beside === 'stored screens' ? storeBeside(state, template, items) : [])];
  const body = bodyOf(items, by);
  const line = given(state, call('defaultTemplates.create', { templateId: name(`${template}.id`), body }));
  add(state, template, items);
  const echo = items.map(({ project, types: some }) => ({ projectKey: name(`${project}.key`), ...listsOf(some) }));
  const rule = { both: 'DT-18', 'both, each in several items': 'DT-19' } as const;
  return {
    rule: place in rule ? rule[place as keyof typeof rule] : 'DT-17',
    lines: [...before, line],
    checks: () => [
      {
        rule: 'DT-20',
        seen: apply('echoedAssignments', name(`${line.gives}.data`)),
        matcher: 'toEqual',
        expected: apply('echoedAssignments', { defaults: echo }),
      },
    ],
  };
});

export const filterByTemplate = operation(
  'filterByTemplate',
  itemParameters,
  (state: State, { template, place, by, types }) => {
    const items = itemsOf(state, { place, types });
    const matching = state.entries.filter((entry) => entry.template === template && isIn(items)(entry));
    const request = { templateId: name(`${template}.id`), body: bodyOf(items, by) };
    const byPlace = { 'the regular project': 'DT-14', 'the service desk': 'DT-13' } as const;
    const rule = place in byPlace ? byPlace[place as keyof typeof byPlace] : 'DT-16';
    const seen = apply('assigned', call('defaultTemplates.filterByTemplate', request).at('data'));
    return {
      rule,
      lines: [],
      isRead: true,
      checks: () => [{ rule, seen, matcher: 'toEqual', expected: written(matching) }],
    };
  },
);

/** A filter or a removal by types of one kind or of both. */
export function selection(endpoint: 'filterByTemplate' | 'deleteSelected'): Operation<State> {
  const parameters = { template: templates, kind: ['issueType', 'requestType', 'both'], by: spellings } as const;
  return operation(endpoint, parameters, (state: State, { template, kind, by }) => {
    const some = (project: Project) => state.types[project].filter((type) => kind === 'both' || type.kind === kind);
    const items = projects
      .map((project) => ({ project, types: some(project) }))
      .filter(({ types }) => types.length > 0);
    const before = ensure(state, template, items);
    const isMeant = (entry: Assigned) => entry.template === template && isIn(items)(entry);
    const code = call(`defaultTemplates.${endpoint}`, { templateId: name(`${template}.id`), body: bodyOf(items, by) });
    if (endpoint === 'deleteSelected') return remove(state, 'DT-30', { before, code, isMeant });
    const rule = ({ issueType: 'DT-14', requestType: 'DT-13', both: 'DT-15' } as const)[kind];
    const expected = written(state.entries.filter(isMeant));
    const seen = apply('assigned', code.at('data'));
    return { rule, lines: before, checks: () => [{ rule, seen, matcher: 'toEqual', expected }] };
  });
}

export const deleteByTemplate = operation('deleteByTemplate', { template: templates }, (state: State, { template }) =>
  remove(state, 'DT-22', {
    before: ensure(state, template, itemsOf(state, { place: 'both', types: 'the last' })),
    code: call('defaultTemplates.deleteByTemplate', { templateId: name(`${template}.id`) }),
    isMeant: (entry) => entry.template === template,
  }),
);

export const deleteByProject = operation(
  'deleteByProject',
  { project: ['regular', 'desk'], by: spellings },
  (state: State, { project, by }) =>
    remove(state, 'DT-23', {
      before: ensure(state, 'template', [{ project, types: state.types[project] }]),
      code: call('defaultTemplates.deleteByProject', { projectIdOrKey: spelled(project, by) }),
      isMeant: (entry) => entry.project === project,
    }),
);

export const deleteByProjectAndTemplate = operation(
  'deleteByProjectAndTemplate',
  { project: ['regular', 'desk'], by: spellings, template: templates },
  (state: State, { project, by, template }) =>
    remove(state, 'DT-24', {
      before: ensure(state, template, [{ project, types: state.types[project].slice(0, 1) }]),
      code: call('defaultTemplates.deleteByProjectAndTemplate', {
        projectIdOrKey: spelled(project, by),
        templateId: name(`${template}.id`),
      }),
      isMeant: (entry) => entry.project === project && entry.template === template,
    }),
);

/** The removal of one type of a template, in a project or in all. */
export function removalOfType(kind: Kind, isInProject: boolean): Operation<State> {
  const ends = { issueType: 'IssueType', requestType: 'RequestType' } as const;
  const endpoint = isInProject
    ? (`deleteByProjectTemplateAnd${ends[kind]}` as const)
    : (`deleteByTemplateAnd${ends[kind]}` as const);
  const rules = { issueType: ['DT-27', 'DT-25'], requestType: ['DT-28', 'DT-26'] } as const;
  const parameters = { template: templates, by: spellings, place: [0, -1] } as const;
  return operation(endpoint, parameters, (state: State, { template, by, place }) => {
    const all = projects.flatMap((project) =>
      state.types[project].filter((type) => type.kind === kind).map((type) => ({ project, type })),
    );
    const chosen = all.at(place);
    if (chosen === undefined) throw new Error(`No project has ${kind}s.`);
    const { project, type } = chosen;
    const before = ensure(state, template, [{ project, types: [type] }]);
    const code = call(`defaultTemplates.${endpoint}`, {
      ...(isInProject && { projectIdOrKey: spelled(project, by) }),
      templateId: name(`${template}.id`),
      [`${kind}Id`]: name(type.id),
    });
    const isMeant = (entry: Assigned) =>
      entry.template === template && isOf(type)(entry) && (!isInProject || entry.project === project);
    return remove(state, rules[kind][Number(isInProject)] ?? 'DT-25', { before, code, isMeant });
  });
}

const scopes = {
  'one project': ['regular'],
  'the service desk': ['desk'],
  'two projects': ['desk', 'regular'],
  'a project without entries': ['regular', 'further'],
} as const;

const bulkParameters = {
  include: Object.keys(scopes) as (keyof typeof scopes)[],
  ignore: ['not given', 'none', 'the other projects', 'another project'],
  entries: ['of some types', 'of all types'],
} as const;

/** A call on the stored screens of many projects. Whether it counts what was so already is open (DT-N18). */
export function bulk(isSet: boolean): Operation<State> {
  const endpoint = isSet ? 'setTransitions' : 'clearTransitions';
  return operation(endpoint, bulkParameters, (state: State, { include, ignore, entries }) => {
    const included: readonly Project[] = scopes[include];
    const others = projects.filter((project) => !included.includes(project));
    const ignored = ignore === 'the other projects' ? others : ignore === 'another project' ? others.slice(0, 1) : [];
    const both = itemsOf(state, { place: 'both', types: entries === 'of all types' ? 'all' : 'the first' });
    const before = entries === 'of all types' ? complete(state, 'template', both) : ensure(state, 'template', both);
    const body = {
      includeProjectKeys: included.map((project) => name(`${project}.key`)),
      ...(ignore !== 'not given' && { ignoreProjectKeys: ignored.map((project) => name(`${project}.key`)) }),
    };
    const line = given(state, call(`defaultTemplates.${endpoint}`, { ...(isSet && { transitionId: 1 }), body }));
    const touched = state.entries.filter(({ project }) => included.includes(project));
    const isSoAlready = touched.some(({ hasScreen }) => hasScreen === isSet);
    state.entries = state.entries.map((entry) => (touched.includes(entry) ? { ...entry, hasScreen: isSet } : entry));
    const updated = included.filter((one) => touched.some(({ project }) => project === one));
    const skipped = included.filter((one) => !updated.includes(one));
    const answered = (of: string) => name(`${line.gives}.data.${of}`);
    const keys = (some: readonly Project[]) =>
      apply(
        'inOrder',
        some.map((project) => name(`${project}.key`)),
      );
    const keysIn = (of: string) => apply('inOrder', answered(of));
    const listed = (rule: DocumentedRuleId, of: string, some: readonly Project[]): Check => ({
      rule,
      seen: keysIn(of),
      matcher: 'toEqual',
      expected: keys(some),
    });
    const counts: Check[] = [
      listed('DT-35', 'updatedProjects', updated),
      { rule: 'DT-35', seen: answered('updatedDefaultTemplates'), matcher: 'toBe', expected: touched.length },
      // Whether a removal lists projects that it skips is open; none that is out of scope is skipped.
      isSet
        ? listed('DT-34', 'skippedProjects', skipped)
        : { rule: 'DT-34', seen: [keys(skipped), []], matcher: 'toContainEqual', expected: keysIn('skippedProjects') },
    ];
    const rule = isSet ? (ignored.length > 0 ? 'DT-33' : 'DT-31') : 'DT-36';
    return {
      rule,
      lines: [...before, line],
      checks: () => [
        { rule: 'DT-35', seen: answered('errorMessages'), matcher: 'toEqual', expected: [] },
        ...(isSoAlready ? [] : counts),
      ],
    };
  });
}
