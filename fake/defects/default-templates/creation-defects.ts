import type { WorldEntry } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import { findProject } from '../../tracker/rows.js';
import { changeBodies, changeElements, changeHandlers, changeMore } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { itemsRead, projectIn } from './entries.js';

/** A tracker that answers a creation correctly, and then changes the created entries. */
function creationMakes(change: (made: readonly WorldEntry[], state: State, sent: unknown) => void): Override {
  return changeHandlers('create', (call, answer) => {
    const before = new Set(call.state.tables.entries.all().map(({ id }) => id));
    const right = answer(call);
    const made = call.state.tables.entries.all().filter(({ id }) => !before.has(id));
    change(made, call.state, JSON.parse(call.bodyText));
    return right;
  });
}

/** Gives an entry another id. */
function move(state: State, entry: WorldEntry, id: number): void {
  state.tables.entries.delete(entry.id);
  state.tables.entries.set({ ...entry, id });
  state.reserveId('entry', id);
}

/** The assignment of an entry as a text, without the id of the entry. */
function assignmentOf({ projectId, templateId, issueTypeId, requestTypeId }: WorldEntry): string {
  return JSON.stringify([projectId, templateId, issueTypeId, requestTypeId]);
}

type Sent = Readonly<Record<string, unknown>> & { readonly defaults: readonly Readonly<Record<string, unknown>>[] };

/** Defects of the assignment of a template. */
export const entryCreationDefects: DefectTable = {
  'DT-08-new-entry-has-screen': creationMakes((made, state) => {
    for (const entry of made) {
      const others = state.tables.entries.where('project', entry.projectId);
      const { transitions } = others.find((other) => other.transitions.length > 0) ?? entry;
      state.tables.entries.set({ ...entry, transitions });
    }
  }),
  'DT-09-transitions-stored': creationMakes((made, state, sent) => {
    const { transitions, defaults } = sent as Sent;
    const given = transitions ?? defaults[0]?.['transitions'];
    if (given === undefined) return;
    for (const entry of made) {
      state.tables.entries.set({ ...entry, transitions: [{ transitionId: 1, name: 'Create', screenId: 1 }] });
    }
  }),
  'DT-10-sent-id-used': creationMakes((made, state, sent) => {
    const { id, defaults } = sent as Sent;
    const given = id ?? defaults[0]?.['id'];
    const [first] = made;
    if (typeof given === 'number' && first !== undefined) move(state, first, given);
  }),
  'DT-10-list-counts-ids-itself': changeBodies(
    'listByProject',
    (entries: readonly Readonly<Record<string, unknown>>[]) =>
      entries.map((entry, index) => ({ ...entry, id: index + 1 })),
  ),
  'DT-10-id-given-again': (implementation) => {
    const ids = new Map<string, number>();
    return creationMakes((made, state) => {
      for (const entry of made) {
        const id = ids.get(assignmentOf(entry));
        if (id === undefined) ids.set(assignmentOf(entry), entry.id);
        else if (state.tables.entries.get(id) === undefined) move(state, entry, id);
      }
    })(implementation);
  },
  'DT-17-first-type-only': itemsRead('create', (items) =>
    items.map((item) => ({
      ...item,
      ...(item.issueTypeIds && { issueTypeIds: item.issueTypeIds.slice(0, 1) }),
      ...(item.requestTypeIds && { requestTypeIds: item.requestTypeIds.slice(0, 1) }),
    })),
  ),
  'DT-17-first-project-only': creationMakes((made, state) => {
    for (const entry of made) if (entry.projectId !== made[0]?.projectId) state.tables.entries.delete(entry.id);
  }),
  'DT-17-not-in-list-of-template': (implementation) => {
    const made = new Set<number>();
    const remember = creationMakes((entries) => {
      for (const { id } of entries) made.add(id);
    });
    const forget = changeBodies('listByTemplate', (entries) => entries.filter(({ id }) => !made.has(Number(id))));
    return forget(remember(implementation));
  },
  'DT-17-screens-lost-by-creation': changeMore('create', (call) => {
    const { entries } = call.state.tables;
    for (const item of call.body.defaults) {
      for (const entry of entries.where('project', projectIn(call.state, item)?.id ?? 0)) {
        if (entry.templateId === Number(call.parameters.templateId)) entries.set({ ...entry, transitions: [] });
      }
    }
  }),
  'DT-18-request-types-lost-in-mixture': itemsRead('create', (items) =>
    items.some(({ issueTypeIds = [] }) => issueTypeIds.length > 0)
      ? items.map(({ requestTypeIds: _, ...item }) => item).filter(({ issueTypeIds = [] }) => issueTypeIds.length > 0)
      : items,
  ),
  'DT-18-service-desk-takes-no-issue-types': itemsRead('create', (items, state) => {
    if (!items.some(({ requestTypeIds = [] }) => requestTypeIds.length > 0)) return items;
    return items.flatMap(({ issueTypeIds, ...item }) => {
      if (projectIn(state, item)?.type !== 'service_desk') return [{ ...item, ...(issueTypeIds && { issueTypeIds }) }];
      return item.requestTypeIds === undefined ? [] : [item];
    });
  }),
  'DT-19-last-item-of-project-wins': itemsRead('create', (items, state) => {
    const byProject = new Map(items.map((item) => [projectIn(state, item)?.id, item]));
    return [...byProject.values()];
  }),
  'DT-20-echo-by-id': changeElements('create', ({ projectKey, ...item }, { state, body }) => {
    const byId = body.defaults.some(({ projectId }) => projectId !== undefined);
    return byId ? { projectId: findProject(state, String(projectKey))?.id, ...item } : { projectKey, ...item };
  }),
  'DT-20-echo-repeats-first': changeBodies('create', ({ defaults }) => ({ defaults: defaults.slice(0, 1) })),
  'DT-20-echo-without-request-types': changeElements('create', ({ requestTypeIds: _, ...item }) => item),
  'DT-20-echo-of-another-project': changeBodies('create', ({ defaults }) => ({
    defaults: defaults.map((item) => ({ ...item, projectKey: defaults[0]?.['projectKey'] })),
  })),
  'DT-20-echo-of-last-item-of-project': changeBodies('create', ({ defaults }) => ({
    defaults: [...new Map(defaults.map((item) => [item['projectKey'], item])).values()],
  })),
  'DT-21-cut-at-25-projects': itemsRead('create', (items) => items.slice(0, 25)),
};
