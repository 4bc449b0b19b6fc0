import type { ApiResponse, BulkTransitionResult, DocumentedRuleId } from '../../../fixtures/index.js';
import { inOrder } from '../../support/values.js';
import { operation } from '../../support/sequences/sequence-model.js';
import type { Check, Operation, Step } from '../../support/sequences/sequence-model.js';
import { assigned, echoedAssignments } from './entries.js';
import {
  add,
  bodyOf,
  complete,
  ensure,
  free,
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
import type { Assigned, Kind, Project, State, Template } from './entries-state.js';

type Removed = ReturnType<State['api']['deleteByTemplate']>;

/** A removal of the entries that `isMeant` says. Of these there is one at least: one of the items, of the template. */
function remove(
  state: State,
  rule: DocumentedRuleId,
  { template, items }: { template: Template; items: Parameters<typeof ensure>[2] },
  isMeant: (entry: Assigned) => boolean,
  send: () => Removed,
): Step {
  const make = async (): Promise<Check[]> => {
    await ensure(state, template, items);
    const removed = state.entries.filter(isMeant);
    state.entries = state.entries.filter((entry) => !isMeant(entry));
    const answer = await send();
    const expected = written(state, removed);
    return [
      { rule: 'DT-29', seen: () => answer.data.removed, matcher: 'toBe', expected: removed.length },
      { rule: 'DT-29', seen: () => assigned(answer.data.defaults), matcher: 'toEqual', expected },
    ];
  };
  return { rule, make };
}

const createParameters = { ...itemParameters, beside: ['what is there', 'stored screens'] } as const;

export const create = operation('create', createParameters, (state: State, { template, place, by, types, beside }) => {
  const rule = { both: 'DT-18', 'both, each in several items': 'DT-19' } as const;
  const make = async (): Promise<Check[]> => {
    const items = itemsOf(state, { place, types });
    await free(state, items);
    if (beside === 'stored screens') await storeBeside(state, template, items);
    add(state, template, items);
    const body = bodyOf(state, items, by);
    const answer = await state.api.create({ templateId: state.data[template].id, body });
    const echo = items.map(({ project, types: some }) => ({ projectKey: state.data[project].key, ...listsOf(some) }));
    const expected = echoedAssignments({ defaults: echo });
    return [{ rule: 'DT-20', seen: () => echoedAssignments(answer.data), matcher: 'toEqual', expected }];
  };
  return { rule: place in rule ? rule[place as keyof typeof rule] : 'DT-17', make };
});

export const filterByTemplate = operation(
  'filterByTemplate',
  itemParameters,
  (state: State, { template, place, by, types }) => {
    const byPlace = { 'the regular project': 'DT-14', 'the service desk': 'DT-13' } as const;
    const rule = place in byPlace ? byPlace[place as keyof typeof byPlace] : 'DT-16';
    const items = itemsOf(state, { place, types });
    return { rule, isRead: true, make: () => Promise.resolve([filtered(state, rule, template, items, by)]) };
  },
);

function filtered(
  state: State,
  rule: DocumentedRuleId,
  template: Template,
  items: ReturnType<typeof itemsOf>,
  by: string,
): Check {
  const matching = state.entries.filter((entry) => entry.template === template && isIn(items)(entry));
  const request = { templateId: state.data[template].id, body: bodyOf(state, items, by) };
  const seen = async () => assigned((await state.api.filterByTemplate(request)).data);
  return { rule, seen, matcher: 'toEqual', expected: written(state, matching) };
}

export function selection(endpoint: 'filterByTemplate' | 'deleteSelected'): Operation<State> {
  const parameters = { template: templates, kind: ['issueType', 'requestType', 'both'], by: spellings } as const;
  return operation(endpoint, parameters, (state: State, { template, kind, by }) => {
    const some = (project: Project) => state.types[project].filter((type) => kind === 'both' || type.kind === kind);
    const items = projects
      .map((project) => ({ project, types: some(project) }))
      .filter(({ types }) => types.length > 0);
    if (endpoint === 'deleteSelected') {
      const isMeant = (entry: Assigned) => entry.template === template && isIn(items)(entry);
      const request = { templateId: state.data[template].id, body: bodyOf(state, items, by) };
      return remove(state, 'DT-30', { template, items }, isMeant, () => state.api.deleteSelected(request));
    }
    const rule = ({ issueType: 'DT-14', requestType: 'DT-13', both: 'DT-15' } as const)[kind];
    const make = async () => {
      await ensure(state, template, items);
      return [filtered(state, rule, template, items, by)];
    };
    return { rule, make };
  });
}

export const deleteByTemplate = operation('deleteByTemplate', { template: templates }, (state: State, { template }) =>
  remove(
    state,
    'DT-22',
    { template, items: itemsOf(state, { place: 'both', types: 'the last' }) },
    (entry) => entry.template === template,
    () => state.api.deleteByTemplate({ templateId: state.data[template].id }),
  ),
);

export const deleteByProject = operation(
  'deleteByProject',
  { project: ['regular', 'desk'], by: spellings },
  (state: State, { project, by }) =>
    remove(
      state,
      'DT-23',
      { template: 'template', items: [{ project, types: state.types[project] }] },
      (entry) => entry.project === project,
      () => state.api.deleteByProject({ projectIdOrKey: spelled(state, project, by) }),
    ),
);

export const deleteByProjectAndTemplate = operation(
  'deleteByProjectAndTemplate',
  { project: ['regular', 'desk'], by: spellings, template: templates },
  (state: State, { project, by, template }) => {
    const request = { projectIdOrKey: spelled(state, project, by), templateId: state.data[template].id };
    return remove(
      state,
      'DT-24',
      { template, items: [{ project, types: state.types[project].slice(0, 1) }] },
      (entry) => entry.project === project && entry.template === template,
      () => state.api.deleteByProjectAndTemplate(request),
    );
  },
);

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
    const send = state.api[endpoint] as (request: object) => Removed;
    const request = {
      ...(isInProject && { projectIdOrKey: spelled(state, project, by) }),
      templateId: state.data[template].id,
      [`${kind}Id`]: type.id,
    };
    return remove(
      state,
      rules[kind][Number(isInProject)] ?? 'DT-25',
      { template, items: [{ project, types: [type] }] },
      (entry) => entry.template === template && isOf(type)(entry) && (!isInProject || entry.project === project),
      () => send(request),
    );
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
    const keys = (some: readonly Project[]) => some.map((project) => state.data[project].key);
    const make = async (): Promise<Check[]> => {
      const both = itemsOf(state, { place: 'both', types: entries === 'of all types' ? 'all' : 'the first' });
      await (entries === 'of all types' ? complete : ensure)(state, 'template', both);
      const body = {
        includeProjectKeys: keys(included),
        ...(ignore !== 'not given' && { ignoreProjectKeys: keys(ignored) }),
      };
      const answer = await (isSet
        ? state.api.setTransitions({ transitionId: 1, body })
        : state.api.clearTransitions({ body }));
      const touched = state.entries.filter(({ project }) => included.includes(project));
      const isSoAlready = touched.some(({ hasScreen }) => hasScreen === isSet);
      state.entries = state.entries.map((entry) => (touched.includes(entry) ? { ...entry, hasScreen: isSet } : entry));
      const errors: Check = { rule: 'DT-35', seen: () => answer.data.errorMessages, matcher: 'toEqual', expected: [] };
      return [errors, ...(isSoAlready ? [] : counts(answer, touched))];
    };
    const counts = (answer: ApiResponse<BulkTransitionResult>, touched: readonly Assigned[]): Check[] => {
      const updated = included.filter((one) => touched.some(({ project }) => project === one));
      const skipped = inOrder(keys(included.filter((one) => !updated.includes(one))));
      // Whether a removal lists projects that it skips is open; none that is out of scope is skipped.
      const mayListNone = ({ skippedProjects: listed }: BulkTransitionResult) => !isSet && listed.length === 0;
      const seenSkipped = () => (mayListNone(answer.data) ? skipped : inOrder(answer.data.skippedProjects));
      const seenUpdated = () => inOrder(answer.data.updatedProjects);
      const seenCount = () => answer.data.updatedDefaultTemplates;
      return [
        { rule: 'DT-35', seen: seenUpdated, matcher: 'toEqual', expected: inOrder(keys(updated)) },
        { rule: 'DT-35', seen: seenCount, matcher: 'toBe', expected: touched.length },
        { rule: 'DT-34', seen: seenSkipped, matcher: 'toEqual', expected: skipped },
      ];
    };
    return { rule: isSet ? (ignored.length > 0 ? 'DT-33' : 'DT-31') : 'DT-36', make };
  });
}
