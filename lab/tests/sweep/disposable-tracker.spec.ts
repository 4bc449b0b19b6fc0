import { expect } from '@playwright/test';
import type { Entry, WorldProject } from '../../../contracts/index.js';
import type { ProvidedTemplate, Tracker } from '../../../fixtures/index.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { cleanUps, clientOf, entryIn, sweep, test as base, unguarded } from './sweep-test.js';

interface Scene {
  readonly tracker: Tracker;
  readonly template: ProvidedTemplate;
  /** Projects of others, with entries: the first has screens stored in all of them, the second in none. */
  readonly others: readonly [Other, Other];
}

type Other = ReturnType<typeof othersWithEntries>[number];

const body = { includeProjectKeys: [], ignoreProjectKeys: [] };

const test = base.extend<{ scene: Scene }>({
  scene: async ({ shared }, use) => {
    const tracker = await shared.open({ disposable: true }, { isAlone: true });
    const [screened = { key: '' }, plain = { key: '' }] = othersWithEntries(shared);
    const named = { ...body, includeProjectKeys: [screened.key] };
    await unguarded(tracker).setTransitions({ transitionId: 1, body: named });
    const template = await tracker.provisioner.template({});
    const now = othersWithEntries(shared).filter(({ key }) => [screened.key, plain.key].includes(key));
    await use({ tracker, template, others: now as [Other, Other] });
  },
});

function othersWithEntries({ tenant, sandbox }: SharedTracker) {
  const state = tenant.state();
  const [projects, entries] = [state.projects as readonly WorldProject[], state.entries as readonly Entry[]];
  return projects
    .filter(({ key }) => !sandbox.projects.some((project) => project.key === key))
    .map(({ id, key }) => ({ id, key, entries: entries.filter(({ projectId }) => projectId === id) }))
    .filter((project) => project.entries.length > 1);
}

/** The entries of the tracker, in an order that does not depend on their ids. */
function entriesOf({ tenant }: SharedTracker, withIds = true): object[] {
  const rows = (tenant.state().entries as readonly Entry[]).map(({ id, ...row }) => (withIds ? { ...row, id } : row));
  const placeOf = ({ templateId, projectId, issueTypeId, requestTypeId }: Omit<Entry, 'id'>) =>
    [templateId, projectId, issueTypeId, requestTypeId].join();
  return rows.toSorted((left, right) => placeOf(left).localeCompare(placeOf(right)));
}

type Client = ReturnType<typeof clientOf>;

type Call = (client: Client, scene: Scene) => Promise<unknown>;

/** Calls that change entries in projects that their test neither made nor leased, by the words of a sweep about them. */
const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  'write the screens of ': {
    'clears the screens of all projects': (client) => client.clearTransitions({ body }),
    'writes the screens of all projects': (client) => client.setTransitions({ transitionId: 1, body }),
    'names projects of others': (client, { others }) =>
      client.setTransitions({ transitionId: 1, body: { ...body, includeProjectKeys: others.map(({ key }) => key) } }),
  },
  'make ': {
    'removes the entries of such a project': (client, { others: [{ id }] }) =>
      client.deleteByProject({ projectIdOrKey: String(id) }),
    'removes the entries of a template of others': (client, { others: [, { entries }] }) =>
      client.deleteByTemplate({ templateId: entries[0]?.templateId ?? 0 }),
  },
  'remove 1 entry': {
    'adds an entry to such a project': (client, { others: [, { id, entries }], template }) =>
      client.create(entryIn(id, template.id, entries.find((one) => one.issueTypeId)?.issueTypeId)),
  },
};

for (const [would, some] of Object.entries(calls)) {
  for (const [what, send] of Object.entries(some)) {
    for (const [by, clean] of Object.entries(cleanUps)) {
      test(`${by} restores them after a test that ${what}`, async ({ shared, scene }) => {
        const keepsIds = !what.startsWith('removes');
        const before = entriesOf(shared, keepsIds);
        await send(clientOf(scene.tracker), scene);
        expect(entriesOf(shared, keepsIds)).not.toEqual(before);
        expect(JSON.stringify(await sweep(shared))).toContain(`"would":"${would}`);

        await clean(shared, scene.tracker);

        expect(entriesOf(shared, keepsIds)).toEqual(before);
        expect(shared.left()).toEqual([]);
      });
    }
  }
}

test('screens of a single entry can’t be restored, and are named', async ({ shared, scene: { tracker, others } }) => {
  const [{ id, key, entries }] = others;
  const [first] = entries;
  // The new entry of the first place has no screen, and the others have one.
  const setup = unguarded(tracker);
  const { templateId = 0, issueTypeId = '' } = first ?? {};
  await setup.deleteByProjectTemplateAndIssueType({ projectIdOrKey: key, templateId, issueTypeId });
  await setup.create(entryIn(id, templateId, issueTypeId));
  const screensOf = async () => {
    const listed = await setup.listByProject({ projectIdOrKey: key });
    return new Map(listed.map((entry) => [entry.id, JSON.stringify(entry.transitions ?? [])]));
  };
  const before = await screensOf();
  await clientOf(tracker).clearTransitions({ body });

  const thrown: unknown = await tracker.release().catch((error: unknown) => error);
  const { rows } = await sweep(shared, { yes: true });

  const after = await screensOf();
  const [[entry, screens] = [0, ''], ...more] = [...before].filter(([one, had]) => after.get(one) !== had);
  expect(more).toEqual([]);
  const said = `entry ${entry} (template ${templateId}, project ${id}, issue type ${issueTypeId}) had the screens ${screens} and has ${after.get(entry)}`;
  expect(String(thrown)).toContain(`project entries ${key}: its entries are not what they were: ${said}`);
  expect(rows.filter(({ outcome }) => outcome === 'left').map(({ why }) => why)).toEqual([
    expect.stringContaining(said),
  ]);
});
