import { expect } from '@playwright/test';
import type { Entry, WorldProject } from '../../../contracts/index.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { cleanUps, clientOf, entryIn, sweep, test as base, unguarded } from './sweep-test.js';

const body = { includeProjectKeys: [], ignoreProjectKeys: [] };

/** A test that is alone, and two projects of others with entries: one has screens stored in all, the other in none. */
async function openScene(shared: SharedTracker) {
  const tracker = await shared.open({ disposable: true }, { isAlone: true });
  const [screened = '', plain] = othersWithEntries(shared).map(({ key }) => key);
  const named = { ...body, includeProjectKeys: [screened] };
  await unguarded(tracker).setTransitions({ transitionId: 1, body: named });
  const template = await tracker.provisioner.template({});
  const others = othersWithEntries(shared).filter(({ key }) => key === screened || key === plain);
  return { tracker, template, others: others as [Other, Other] };
}

type Other = ReturnType<typeof othersWithEntries>[number];

type Scene = Awaited<ReturnType<typeof openScene>>;

const test = base.extend<{ scene: Scene }>({
  scene: async ({ shared }, use) => use(await openScene(shared)),
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

type Call = (client: ReturnType<typeof clientOf>, scene: Scene) => Promise<unknown>;

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
        expect(entriesOf(shared, keepsIds)).not.toStrictEqual(before);
        expect(JSON.stringify(await sweep(shared))).toContain(`"would":"${would}`);

        await clean(shared, scene.tracker);

        expect(entriesOf(shared, keepsIds)).toStrictEqual(before);
        expect(shared.left()).toStrictEqual([]);
      });
    }
  }
}

test('a call is not sent if entries of others in a project have different screens', async ({ shared, scene }) => {
  const { tracker, others } = scene;
  const [{ id, key, entries }] = others;
  const setup = unguarded(tracker);
  // An entry that is made again has no screen, and the others have one.
  const { templateId = 0, issueTypeId = '' } = entries[0] ?? {};
  await setup.deleteByProjectTemplateAndIssueType({ projectIdOrKey: key, templateId, issueTypeId });
  await setup.create(entryIn(id, templateId, issueTypeId));
  const before = entriesOf(shared);

  await expect(clientOf(tracker).clearTransitions({ body })).rejects.toMatchObject({
    name: 'NotAvailableError',
    message: expect.stringContaining(`Entries of project ${key} have different screens, and no call writes or clears`),
  });
  await tracker.release();

  expect(entriesOf(shared)).toStrictEqual(before);
  expect(shared.left()).toStrictEqual([]);
});
