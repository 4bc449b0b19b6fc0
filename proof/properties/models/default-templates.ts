import * as fc from 'fast-check';
import { withAssumptions } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { operation } from './model.js';
import type { Model } from './model.js';
import type { ModelTracker } from './model-tracker.js';

/** The answers of the fake to the open questions of the document. */
const answers = withAssumptions({});

const BASE = '/rest/api/it/1.0/default-template';

type Kind = 'issue' | 'request';

interface ModelEntry {
  readonly project: string;
  readonly template: number;
  readonly kind: Kind;
  readonly type: number;
  readonly screen: number | null;
}

interface Held {
  entries: ModelEntry[];
}

/** The projects that templates can be assigned to: the document's world, as far as the model needs it. */
const projects = [
  { key: 'HELP', id: 11_100, issue: [10_400, 10_401], request: [39, 40], screen: 4 },
  { key: 'DEMO', id: 11_101, issue: [10_001, 10_002], request: [], screen: 4 },
  { key: 'PLAIN', id: 11_103, issue: [10_001, 10_002], request: [], screen: 1 },
] as const;
const everyKey = ['HELP', 'DEMO', 'KEEP', 'QA', 'PLAIN'];
const templates = [7, 1472];

interface Item {
  readonly project: (typeof projects)[number];
  readonly byKey: boolean;
  readonly types: readonly (readonly [Kind, number])[];
}

const template = fc.constantFrom(...templates);
const project = fc.constantFrom(...projects);
const named = fc.record({ project, byKey: fc.boolean() });
const item: fc.Arbitrary<Item> = named.chain(({ project: of, byKey }) => {
  const all = [...of.issue.map((id) => ['issue', id] as const), ...of.request.map((id) => ['request', id] as const)];
  return fc.record({ project: fc.constant(of), byKey: fc.constant(byKey), types: fc.subarray(all, { minLength: 1 }) });
});
const items = fc.array(item, { minLength: 1, maxLength: 3 });
const type = fc.constantFrom<readonly [Kind, number]>(
  ['issue', 10_001],
  ['issue', 10_002],
  ['issue', 10_400],
  ['request', 39],
  ['request', 40],
);
const scope = fc.record({
  includeProjectKeys: fc.option(fc.subarray(everyKey), { nil: undefined }),
  ignoreProjectKeys: fc.option(fc.subarray(everyKey), { nil: undefined }),
});

/** The default-template API as its document describes it, with the fake's answers to the open questions. */
export const defaultTemplatesModel: Model<Held> = {
  world: documentsWorld,
  start: () => ({
    entries: [
      { project: 'HELP', template: 1472, kind: 'issue', type: 10_400, screen: null },
      { project: 'HELP', template: 1472, kind: 'request', type: 39, screen: null },
    ],
  }),
  operations: [
    operation(fc.record({ template, items }), async (given, held, tracker) => {
      const { status, json } = await tracker.call('POST', `${BASE}/template/${given.template}`, bodyOf(given.items));
      const assigned = given.items.flatMap((one) => one.types.map(([kind, id]) => `${one.project.key} ${kind} ${id}`));
      tracker.agree('what was created', sorted(echoed(json)), sorted(assigned));
      let again = false;
      for (const one of given.items) {
        for (const [kind, id] of one.types) {
          const entry = { project: one.project.key, template: given.template, kind, type: id, screen: null };
          if (held.entries.some((other) => sameButScreen(entry, other))) again = true;
          else held.entries.push(entry);
        }
      }
      tracker.agree('the status', status, again ? answers['DT-N05'].status : answers['DT-N01'].create);
    }),
    operation(fc.record({ template, items }), async (given, _held, tracker) => {
      const body = bodyOf(given.items);
      const wrong = { projectKey: 'DEMO', issueTypeIds: [10_400] };
      const { status } = await tracker.call('POST', `${BASE}/template/${given.template}`, {
        defaults: [...body.defaults, wrong],
      });
      tracker.agree('the status', status, answers['DT-N04'].typeNotInProject);
    }),
    removal(
      fc.record({ template }),
      (given) => `/template/${given.template}`,
      (given, entry) => {
        return entry.template === given.template;
      },
    ),
    removal(
      named,
      (given) => `/project/${nameOf(given)}`,
      (given, entry) => entry.project === given.project.key,
    ),
    removal(
      fc.record({ template, at: named }),
      (given) => `/project/${nameOf(given.at)}/template/${given.template}`,
      (given, entry) => entry.project === given.at.project.key && entry.template === given.template,
    ),
    removal(
      fc.record({ template, type, at: named }),
      (given) => `/project/${nameOf(given.at)}/template/${given.template}/${given.type[0]}type/${given.type[1]}`,
      (given, entry) =>
        entry.project === given.at.project.key && entry.template === given.template && isOfType(entry, given.type),
    ),
    removal(
      fc.record({ template, type }),
      (given) => `/template/${given.template}/${given.type[0]}type/${given.type[1]}`,
      (given, entry) => entry.template === given.template && isOfType(entry, given.type),
    ),
    removal(
      fc.record({ template, items }),
      (given) => `/template/${given.template}`,
      (given, entry) => entry.template === given.template && isSelected(entry, given.items),
      (given) => bodyOf(given.items),
    ),
    operation(fc.record({ template, items }), async (given, held, tracker) => {
      const { json } = await tracker.call('GET', `${BASE}/template/${given.template}`, bodyOf(given.items));
      const selected = held.entries.filter(
        (entry) => entry.template === given.template && isSelected(entry, given.items),
      );
      tracker.agree('the filtered entries', read(json), written(selected));
    }),
    operation(fc.record({ template, at: named }), async (given, held, tracker) => {
      const path = `${BASE}/project/${nameOf(given.at)}/template/${given.template}`;
      const { json } = await tracker.call('GET', path);
      const { key } = given.at.project;
      const both = held.entries.filter((entry) => entry.project === key && entry.template === given.template);
      tracker.agree('the entries of a project and a template', read(json), written(both));
    }),
    operation(fc.record({ scope, set: fc.boolean() }), async (given, held, tracker) => {
      const [method, path] = given.set ? ['POST', '/transition/1'] : ['DELETE', '/transition'];
      const { json } = await tracker.call(method, `${BASE}${path}`, given.scope);
      const { includeProjectKeys: include = [], ignoreProjectKeys: ignore = [] } = given.scope;
      const keys = everyKey.filter((key) => (include.length === 0 || include.includes(key)) && !ignore.includes(key));
      const touched = held.entries.filter((entry) => keys.includes(entry.project));
      const updated = keys.filter((key) => touched.some((entry) => entry.project === key));
      const result = json as Record<'updatedProjects' | 'skippedProjects', string[]> & Record<string, unknown>;
      tracker.agree('the projects updated', sorted(result.updatedProjects), sorted(updated));
      const skipped = keys.filter((key) => !updated.includes(key));
      tracker.agree('the projects skipped', sorted(result.skippedProjects), sorted(skipped));
      tracker.agree('how many were updated', result['updatedDefaultTemplates'], touched.length);
      tracker.agree('the messages', result['errorMessages'], []);
      held.entries = held.entries.map((entry) => {
        if (!keys.includes(entry.project)) return entry;
        const screen = projects.find(({ key }) => key === entry.project)?.screen ?? null;
        return { ...entry, screen: given.set ? screen : null };
      });
    }),
  ],
  compare: async (held, tracker) => {
    for (const id of templates) {
      const { json } = await tracker.look('GET', `${BASE}/template/${id}`);
      tracker.agree(
        `the entries of template ${id}`,
        read(json),
        written(held.entries.filter((one) => one.template === id)),
      );
    }
    for (const { id, key } of projects) {
      const expected = written(held.entries.filter((one) => one.project === key));
      for (const name of [id, key]) {
        const { json } = await tracker.look('GET', `${BASE}/project/${name}`);
        tracker.agree(`the entries of project ${name}`, read(json), expected);
      }
    }
  },
};

/** An operation that removes some entries and answers them. */
function removal<Given>(
  input: fc.Arbitrary<Given>,
  pathOf: (given: Given) => string,
  isMeant: (given: Given, entry: ModelEntry) => boolean,
  body?: (given: Given) => unknown,
) {
  return operation(input, async (given, held: Held, tracker: ModelTracker) => {
    const { status, json } = await tracker.call('DELETE', `${BASE}${pathOf(given)}`, body?.(given));
    const removed = held.entries.filter((entry) => isMeant(given, entry));
    tracker.agree('the status', status, removed.length === 0 ? answers['DT-N09'] : answers['DT-N01'].delete);
    tracker.agree('how many were removed', (json as { removed: unknown }).removed, removed.length);
    tracker.agree('what was removed', read((json as { defaults: unknown }).defaults), written(removed));
    held.entries = held.entries.filter((entry) => !isMeant(given, entry));
  });
}

function bodyOf(some: readonly Item[]) {
  const defaults = some.map(({ project: { id, key }, byKey, types }) => {
    const ofKind = (wanted: Kind) => types.filter(([kind]) => kind === wanted).map(([, one]) => one);
    const [issueTypeIds, requestTypeIds] = [ofKind('issue'), ofKind('request')];
    return {
      ...(byKey ? { projectKey: key } : { projectId: id }),
      ...(issueTypeIds.length > 0 && { issueTypeIds }),
      ...(requestTypeIds.length > 0 && { requestTypeIds }),
    };
  });
  return { defaults };
}

function isSelected(entry: ModelEntry, some: readonly Item[]): boolean {
  return some.some(({ project: { key }, types }) => key === entry.project && types.some((one) => isOfType(entry, one)));
}

function isOfType(entry: ModelEntry, [kind, id]: readonly [Kind, number]): boolean {
  return entry.kind === kind && entry.type === id;
}

function sameButScreen(left: ModelEntry, right: ModelEntry): boolean {
  return written([{ ...left, screen: null }])[0] === written([{ ...right, screen: null }])[0];
}

function nameOf(at: {
  readonly project: { readonly key: string; readonly id: number };
  readonly byKey: boolean;
}): string {
  return at.byKey ? at.project.key : String(at.project.id);
}

function written(entries: readonly ModelEntry[]): string[] {
  return sorted(entries.map((one) => `${one.project} ${one.template} ${one.kind} ${one.type} ${one.screen ?? '-'}`));
}

interface AnsweredEntry {
  readonly projectId: number;
  readonly templateId: number;
  readonly issueTypeId?: string;
  readonly requestTypeId?: number;
  readonly transitions?: readonly { readonly screenId: number }[];
}

/** Entries as the tracker answers them, in the words of the model. */
function read(json: unknown): string[] {
  const entries = json as readonly AnsweredEntry[];
  return sorted(
    entries.map(({ projectId, templateId, issueTypeId, requestTypeId, transitions = [] }) => {
      const key = projects.find(({ id }) => id === projectId)?.key ?? String(projectId);
      const what = issueTypeId === undefined ? `request ${String(requestTypeId)}` : `issue ${issueTypeId}`;
      return `${key} ${templateId} ${what} ${transitions[0]?.screenId ?? '-'}`;
    }),
  );
}

function echoed(json: unknown): string[] {
  type Echo = Readonly<Record<'issueTypeIds' | 'requestTypeIds', readonly number[] | undefined>> & {
    projectKey: string;
  };
  return (json as { defaults: readonly Echo[] }).defaults.flatMap(
    ({ projectKey, issueTypeIds = [], requestTypeIds = [] }) => [
      ...issueTypeIds.map((id) => `${projectKey} issue ${id}`),
      ...requestTypeIds.map((id) => `${projectKey} request ${id}`),
    ],
  );
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].sort();
}
