import { expect, test } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import { ask } from '../../../proof/drill/background-user/ask.js';
import type { Access } from '../../../proof/drill/background-user/ask.js';
import { BackgroundUser } from '../../../proof/drill/background-user/background-user.js';
import { judge } from '../../../proof/drill/judge/judge.js';
import type { Difference } from '../../../proof/drill/judge/difference.js';
import type { TrackerState } from '../../../proof/drill/judge/tracker-state.js';
import { populate } from '../../../proof/drill/populate.js';
import { randomOf } from '../../../proof/random.js';
import { CONTEXT_PATH, externalWorld, movedPaths } from '../../../proof/drill/world/external-world.js';

/** A tracker in which the background user has done so many things. */
async function workOn(seed: number, things: number) {
  const { world, backgroundUser: plan } = externalWorld(seed);
  const fake = await startFake({ world, contextPath: CONTEXT_PATH });
  const access: Access = { baseUrl: `${fake.url}${CONTEXT_PATH}`, login: plan.login };
  await populate(access.baseUrl, world);
  const state = (): TrackerState => JSON.parse(JSON.stringify(fake.control.tenant('main').state())) as TrackerState;
  const before = state();
  const backgroundUser = new BackgroundUser(access, movedPaths, plan, randomOf(seed));
  const done = new Set<string>();
  for (let count = 0; count < things; count += 1) done.add(await backgroundUser.work());
  const { book } = backgroundUser;
  const compare = async (): Promise<Difference[]> => {
    const answers = await Promise.all(book.pages.map(({ path }) => ask(access, 'GET', path)));
    const pages = Object.fromEntries(book.pages.map(({ path }, index) => [path, answers[index]?.text]));
    return judge({ before, after: state(), book, pages });
  };
  return { fake, access, plan, done, before, state, book, compare };
}

test('knows of everything that the work has changed', async () => {
  const { fake, done, before, state, compare } = await workOn(3, 150);

  expect(done.size).toBe(10);
  expect(state()).not.toEqual(before);
  expect(await compare()).toEqual([]);
  await fake.close();
});

test('what somebody else does to the background user’s rows shows', async () => {
  const { fake, access, book, compare } = await workOn(4, 40);
  const issue = book.pages.find(({ path }) => path.startsWith('/rest/api/2/issue/'))?.path ?? '';

  await ask(access, 'POST', `${issue}/comment`, { body: 'Not the background user’s doing' });

  const differences = await compare();
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'changed', what: issue }));
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'left behind' }));
  await fake.close();
});

test('a change of pre-existing rows by another user is found', async () => {
  const { fake, access, before, compare } = await workOn(5, 10);
  const [issue] = (before['issues'] ?? []) as unknown as [{ id: number; key: string }];

  await ask(access, 'PUT', `/rest/api/2/issue/${issue.key}`, { fields: { labels: ['changed'] } });

  expect(await compare()).toEqual([
    expect.objectContaining({ kind: 'changed', what: `issues/${issue.id}` }),
    expect.objectContaining({ kind: 'left behind', what: expect.stringMatching(/^histories\//) }),
  ]);
  await fake.close();
});
