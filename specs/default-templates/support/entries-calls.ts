import type { DocumentedRuleId } from '../../../fixtures/index.js';
import { at, inOrder, keysOf } from '../../support/values.js';
import { once, operationsOn, same } from '../../support/sequences/sequence-model.js';
import type { Check, Operation, Values } from '../../support/sequences/sequence-model.js';
import { assigned, assignments, unwantedScreens } from './entries.js';
import type { Assigned } from './entries.js';
import {
  add,
  bodyOf,
  complete,
  ensure,
  free,
  isIn,
  isOf,
  projects,
  projectsOf,
  setScreens,
  storeIn,
  templates,
  written,
} from './entries-state.js';
import type { EntriesState as State, Project, Template, Type } from './entries-state.js';
import { CREATE } from './stored-screens.js';

const operation = operationsOn<State>();

type Calls = State['api'];

/** The projects that a body names; the last place has an item for each type. */
const places = {
  'the regular project': ['regular'],
  'the service desk': ['desk'],
  both: ['desk', 'regular'],
  'both, each in several items': ['regular', 'desk'],
} as const;

type Place = keyof typeof places;

const isSplit = (place: Place) => place === 'both, each in several items';

const ofPlaces = {
  template: templates,
  place: keysOf(places),
  by: ['id', 'key', 'id and key in turn'],
  which: ['all', 'the first', 'the last'],
} as const;

/** All types of each project of a place, or one of each: several items need several types. */
function typesAt({ types, data }: State, place: Place, which: (typeof ofPlaces)['which'][number]): Type[] {
  return places[place].flatMap((project) => {
    const own = types.filter(({ projectId }) => projectId === data[project].id);
    return which === 'all' || isSplit(place) ? own : own.slice(which === 'the first' ? 0 : -1).slice(0, 1);
  });
}

export const create = operation(
  { ...ofPlaces, beside: ['what is there', 'stored screens'] },
  ({ place }) => (isSplit(place) ? 'DT-19' : place === 'both' ? 'DT-18' : 'DT-17'),
  async (state, { template, place, by, which, beside }) => {
    const types = typesAt(state, place, which);
    await free(state, types);
    const isBeside = (type: Type) => types.some(({ projectId }) => projectId === type.projectId) && !isIn(types)(type);
    const rest = state.types.filter(isBeside);
    if (beside === 'stored screens' && rest.length > 0) {
      await complete(state, template, rest);
      await storeIn(state, rest);
    }
    add(state, template, types);
    const body = bodyOf(state, types, by, isSplit(place));
    const answer = await state.api.create({ templateId: state.data[template].id, body });
    return [same('DT-20', () => assignments(answer.data), assignments(bodyOf(state, types, 'key')))];
  },
);

function filtered(
  state: State,
  rule: DocumentedRuleId,
  template: Template,
  types: readonly Type[],
  body: Parameters<Calls['filterByTemplate']>[0]['body'],
): Check[] {
  const { id: templateId } = state.data[template];
  const read = once(async () => assigned((await state.api.filterByTemplate({ templateId, body })).data));
  const expected = written(state, (entry) => entry.templateId === templateId && isIn(types)(entry));
  return [same('DT-08', async () => unwantedScreens(await read(), expected), []), same(rule, read, expected)];
}

const filterByTemplate = operation(
  ofPlaces,
  ({ place }) => (place === 'the regular project' ? 'DT-14' : place === 'the service desk' ? 'DT-13' : 'DT-16'),
  (state, { template, place, by, which }, rule) => {
    const types = typesAt(state, place, which);
    return filtered(state, rule, template, types, bodyOf(state, types, by, isSplit(place)));
  },
);

const ofKinds = { template: templates, kind: ['issueType', 'requestType', 'both'], by: ofPlaces.by } as const;

/** A body that names projects in turn has an item for each type. */
const bodyInTurn = (state: State, types: readonly Type[], by: string) => bodyOf(state, types, by, by.endsWith('turn'));

const typesOfKind = ({ types }: State, wanted: (typeof ofKinds)['kind'][number] = 'both') =>
  types.filter((type) => wanted === 'both' || type[`${wanted}Id`] !== undefined);

export const filterByKind = operation(
  ofKinds,
  ({ kind, by }) => {
    if (by.endsWith('turn')) return 'DT-16';
    return kind === 'issueType' ? 'DT-14' : kind === 'requestType' ? 'DT-13' : 'DT-15';
  },
  async (state, { template, kind, by }, rule) => {
    const types = typesOfKind(state, kind);
    await ensure(state, template, types);
    return filtered(state, rule, template, types, bodyInTurn(state, types, by));
  },
);

/** A removal of the entries that `isMeant` says. Of these there is one at least: one of the types has the template. */
async function remove(
  state: State,
  { template, types }: { readonly template: Template; readonly types: readonly Type[] },
  isMeant: (entry: Assigned) => boolean,
  send: () => ReturnType<Calls['deleteByTemplate']>,
): Promise<Check[]> {
  await ensure(state, template, types);
  const removed = written(state, isMeant);
  state.entries = state.entries.filter((entry) => !isMeant(entry));
  const answer = await send();
  return [
    same('DT-29', () => answer.data.removed, removed.length, 'removed'),
    same('DT-29', () => assigned(answer.data.defaults), removed, 'defaults'),
  ];
}

export const deleteSelected = operation(ofKinds, 'DT-30', (state, { template, kind, by }) => {
  const types = typesOfKind(state, kind);
  const { id: templateId } = state.data[template];
  const isMeant = (entry: Assigned) => entry.templateId === templateId && isIn(types)(entry);
  const request = { templateId, body: bodyInTurn(state, types, by) };
  return remove(state, { template, types }, isMeant, () => state.api.deleteSelected(request));
});

/** A removal of what the name of its endpoint says: of a project, a template and a type, or of some of the three. */
function removal(endpoint: Extract<keyof Calls, `deleteBy${string}`>, rule: DocumentedRuleId): Operation<State> {
  const [isOfProject, isOfTemplate] = [endpoint.includes('Project'), endpoint.includes('Template')];
  const kind = (['issueType', 'requestType'] as const).find((one) =>
    endpoint.toLowerCase().endsWith(one.toLowerCase()),
  );
  const parameters = { template: templates, place: [0, -1], by: ['id', 'key'], isStored: [false, true] } as const;
  return operation(parameters, rule, async (state, { template, place, by, isStored }) => {
    const type = at(typesOfKind(state, kind), place);
    await ensure(state, template, [type]);
    if (isStored) await storeIn(state, [type]);
    const { id: templateId } = state.data[template];
    const request = {
      ...(isOfProject && { projectIdOrKey: at(projectsOf(state, [type]), 0)[by] }),
      ...(isOfTemplate && { templateId }),
      ...(kind !== undefined && { [`${kind}Id`]: Number(type[`${kind}Id`]) }),
    };
    const isMeant = (entry: Assigned) =>
      (!isOfProject || entry.projectId === type.projectId) &&
      (!isOfTemplate || entry.templateId === templateId) &&
      (kind === undefined || isOf(type)(entry));
    const send = state.api[endpoint] as (request: object) => ReturnType<Calls['deleteByTemplate']>;
    return remove(state, { template, types: [type] }, isMeant, () => send(request));
  });
}

/** Projects of a call on stored screens. */
const scopes = {
  'one project': ['regular'],
  'the service desk': ['desk'],
  'two projects': ['desk', 'regular'],
  'a project without entries': ['regular', 'further'],
  'only a project without entries': ['further'],
} as const;

const ofScreens = {
  include: keysOf(scopes),
  ignore: ['not given', 'none', 'the other projects', 'another project'],
  entries: ['of some types', 'of all types'],
} as const;

/** A call on the stored screens of many projects. Whether it counts what was so already is open (DT-N18). */
function screens(isSet: boolean): Operation<State> {
  const ruleOf = ({ ignore }: Values<typeof ofScreens>) => (ignore.includes('other') ? 'DT-33' : 'DT-31');
  return operation(ofScreens, isSet ? ruleOf : 'DT-36', async (state, { include, ignore, entries }) => {
    const scope: readonly Project[] = scopes[include];
    const included = scope.map((project) => state.data[project]);
    const others = projects.filter((project) => !scope.includes(project)).map((project) => state.data[project]);
    const ignored = ignore === 'none' ? [] : others.slice(0, ignore === 'another project' ? 1 : undefined);
    const keys = (some: readonly { readonly key: string }[]) => some.map(({ key }) => key);
    if (entries === 'of all types') await complete(state, 'template', typesAt(state, 'both', 'all'));
    else await ensure(state, 'template', typesAt(state, 'both', 'the first'));
    const body = {
      includeProjectKeys: keys(included),
      ...(ignore !== 'not given' && { ignoreProjectKeys: keys(ignored) }),
    };
    const send = () => state.api.setTransitions({ transitionId: CREATE, body });
    const answer = await (isSet ? send() : state.api.clearTransitions({ body }));
    const touched = state.entries.filter(({ projectId }) => included.some(({ id }) => id === projectId));
    setScreens(state, included, isSet);
    const errors = same('DT-35', () => answer.data.errorMessages, [], 'errorMessages');
    if (touched.some(({ hasScreen }) => hasScreen === isSet)) return [errors];
    const updated = projectsOf(state, touched);
    const skipped = inOrder(keys(included.filter((one) => !updated.includes(one))));
    // Whether a call lists ignored projects is open (DT-N22), and whether a removal lists any that it skips.
    const listed = (some: readonly string[]) => {
      const named = some.filter((key) => !keys(ignored).includes(key));
      return !isSet && named.length === 0 ? skipped : inOrder(named);
    };
    return [
      errors,
      same('DT-35', () => inOrder(answer.data.updatedProjects), inOrder(keys(updated)), 'updatedProjects'),
      same('DT-35', () => answer.data.updatedDefaultTemplates, touched.length, 'updatedDefaultTemplates'),
      same('DT-34', () => listed(answer.data.skippedProjects), skipped, 'skippedProjects'),
    ];
  });
}

export const deskOperations = {
  create,
  deleteByProjectTemplateAndIssueType: removal('deleteByProjectTemplateAndIssueType', 'DT-25'),
  deleteByProjectTemplateAndRequestType: removal('deleteByProjectTemplateAndRequestType', 'DT-26'),
  deleteByTemplateAndIssueType: removal('deleteByTemplateAndIssueType', 'DT-27'),
  deleteByTemplateAndRequestType: removal('deleteByTemplateAndRequestType', 'DT-28'),
  setTransitions: screens(true),
  clearTransitions: screens(false),
};

export const entriesOperations = {
  ...deskOperations,
  filterByTemplate,
  deleteByTemplate: removal('deleteByTemplate', 'DT-22'),
  deleteByProject: removal('deleteByProject', 'DT-23'),
  deleteByProjectAndTemplate: removal('deleteByProjectAndTemplate', 'DT-24'),
};
