import { endpointTitle, endpoints } from '../../../contracts/index.js';
import type { WorldEntry } from '../../../contracts/index.js';
import type { State } from '../../state/state.js';
import type { Override } from '../../tenants/implementation.js';
import { findProject } from '../../tracker/rows.js';
import { removals } from '../answered.js';
import type { Removal } from '../answered.js';
import { changeBodies, changeElements, changeMore, changeParts, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import {
  allByKey,
  alike,
  changeEntries,
  itemsRead,
  keeps,
  lastOfSeveral,
  ofFurtherProjects,
  ofRequestTypes,
  projectIn,
  sameNumbers,
  takesToo,
} from './entries.js';

function creationMakes(change: (made: readonly WorldEntry[], state: State, sent: unknown) => void): Override {
  return changeEntries('create', ({ made, call }) => change(made, call.state, JSON.parse(call.bodyText)));
}

function move(state: State, entry: WorldEntry, id: number): void {
  state.tables.entries.delete(entry.id);
  state.tables.entries.set({ ...entry, id });
  state.reserveId('entry', id);
}

function assignmentOf({ projectId, templateId, issueTypeId, requestTypeId }: WorldEntry): string {
  return JSON.stringify([projectId, templateId, issueTypeId, requestTypeId]);
}

type Sent = Readonly<Record<string, unknown>> & { readonly defaults: readonly Readonly<Record<string, unknown>>[] };

/** Removals that might mix up an issue type and a request type, by the rule that says what they remove. */
const removalsByType = {
  'DT-25': 'deleteByProjectTemplateAndIssueType',
  'DT-26': 'deleteByProjectTemplateAndRequestType',
  'DT-27': 'deleteByTemplateAndIssueType',
  'DT-28': 'deleteByTemplateAndRequestType',
  'DT-30': 'deleteSelected',
} as const;

/** The title of each removal in the names of its defects. */
const titles: Readonly<Record<Removal, string>> = {
  deleteByTemplate: 'template',
  deleteSelected: 'body',
  deleteByProject: 'project',
  deleteByProjectAndTemplate: 'project-and-template',
  deleteByProjectTemplateAndIssueType: 'one-issue-type',
  deleteByProjectTemplateAndRequestType: 'one-request-type',
  deleteByTemplateAndIssueType: 'issue-type',
  deleteByTemplateAndRequestType: 'request-type',
};

export const entryDefects: DefectTable = {
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
  'DT-20-echo-without-request-types': changeElements('create', ({ requestTypeIds: _, ...item }) => item),
  'DT-20-echo-of-another-project': changeBodies('create', ({ defaults }) => ({
    defaults: defaults.map((item) => ({ ...item, projectKey: defaults[0]?.['projectKey'] })),
  })),
  'DT-20-echo-of-last-item-of-project': changeBodies('create', ({ defaults }) => ({
    defaults: [...new Map(defaults.map((item) => [item['projectKey'], item])).values()],
  })),
  'DT-21-cut-at-25-projects': [
    'What a call names beyond its 25th item is not stored.',
    itemsRead('create', (items) => items.slice(0, 25)),
    'the sandbox has fewer projects',
  ],
  ...defectsFor(Object.entries(removalsByType), ([rule, name]) => ({
    [`${rule}-same-number-mixed-up`]: [
      `${endpointTitle(endpoints[name])} also removes the entry of a type of the other kind that has the same number.`,
      takesToo(name, sameNumbers),
    ],
  })),
  'DT-22-other-templates-removed': takesToo('deleteByTemplate', alike('projectId')),
  'DT-22-request-types-stay': keeps('deleteByTemplate', ofRequestTypes),
  'DT-23-key-removes-nothing': keeps('deleteByProject', allByKey),
  'DT-23-request-types-stay': keeps('deleteByProject', ofRequestTypes),
  'DT-23-templates-removed-everywhere': takesToo('deleteByProject', alike('templateId')),
  'DT-24-whole-project-removed': takesToo('deleteByProjectAndTemplate', alike('projectId')),
  'DT-24-whole-template-removed': takesToo('deleteByProjectAndTemplate', alike('templateId')),
  'DT-24-key-removes-nothing': keeps('deleteByProjectAndTemplate', allByKey),
  'DT-24-one-entry-stays': keeps('deleteByProjectAndTemplate', lastOfSeveral),
  'DT-25-other-issue-types-removed': takesToo('deleteByProjectTemplateAndIssueType', alike('templateId', 'projectId')),
  'DT-25-every-project-loses-it': takesToo('deleteByProjectTemplateAndIssueType', alike('templateId', 'issueTypeId')),
  'DT-25-other-templates-lose-it': takesToo('deleteByProjectTemplateAndIssueType', alike('projectId', 'issueTypeId')),
  'DT-26-other-request-types-removed': takesToo(
    'deleteByProjectTemplateAndRequestType',
    alike('templateId', 'projectId'),
  ),
  'DT-26-every-template-loses-it': takesToo('deleteByProjectTemplateAndRequestType', alike('requestTypeId')),
  'DT-27-first-project-only': keeps('deleteByTemplateAndIssueType', ofFurtherProjects),
  'DT-27-other-types-removed': takesToo('deleteByTemplateAndIssueType', alike('templateId')),
  'DT-27-other-templates-lose-it': takesToo('deleteByTemplateAndIssueType', alike('issueTypeId')),
  'DT-28-other-templates-lose-it': takesToo('deleteByTemplateAndRequestType', alike('requestTypeId')),
  'DT-28-last-project-stays': keeps('deleteByTemplateAndRequestType', ({ before }) => before.slice(-1)),
  'DT-28-other-types-removed': takesToo('deleteByTemplateAndRequestType', alike('templateId', 'projectId')),
  ...defectsFor(removals, (name) => ({
    [`DT-29-removed-counts-one-more-at-${titles[name]}`]: [
      `At ${endpointTitle(endpoints[name])}, removed counts one entry more than was removed.`,
      changeParts(name, ({ removed }) => ({ removed: removed + 1 })),
    ],
    [`DT-29-last-removed-not-listed-at-${titles[name]}`]: [
      `At ${endpointTitle(endpoints[name])}, the last removed entry is counted and not listed.`,
      changeParts(name, ({ defaults }) => ({ defaults: defaults.slice(0, -1) })),
    ],
  })),
  'DT-29-one-less-removed-than-said': keeps(removals, lastOfSeveral),
  'DT-29-listed-without-being-removed': changeParts('deleteByProject', ({ removed, defaults }, { state }) => {
    const [left] = state.tables.entries.all();
    if (left === undefined || defaults.length === 0) return {};
    const stays = { ...defaults[0], id: left.id, projectId: left.projectId, templateId: left.templateId };
    return { removed: removed + 1, defaults: [...defaults, stays] };
  }),
  'DT-30-body-ignored': takesToo('deleteSelected', ({ call, left }) =>
    left.filter(({ templateId }) => templateId === Number(call.parameters['templateId'])),
  ),
  'DT-30-project-ignored': takesToo('deleteSelected', alike('templateId', 'issueTypeId')),
  'DT-30-other-templates-lose-them': takesToo('deleteSelected', alike('projectId', 'issueTypeId', 'requestTypeId')),
  'DT-30-first-item-only': itemsRead('deleteSelected', (items) => items.slice(0, 1)),
  'DT-30-request-types-stay': keeps('deleteSelected', ofRequestTypes),
};
