import { expect as playwrightExpect, mergeExpects, mergeTests, test as playwrightTest } from '@playwright/test';
import {
  coversWith,
  describeEndpoint,
  expect as trackerExpect,
  test as trackerTest,
} from '../../../../fixtures/index.js';
import type { ApiClient } from '../../../../fixtures/index.js';
import { popular, WatcherBuilder, watcherEndpoints, watcherRules } from './watchers.js';

interface WatcherFixtures {
  watchers: ApiClient<typeof watcherEndpoints>;
  newWatcher: WatcherBuilder;
}

const watcherTest = trackerTest.extend<WatcherFixtures>({
  watchers: ({ clientFor }, use) => use(clientFor(watcherEndpoints)),
  newWatcher: ({ build }, use) => use(new WatcherBuilder(build.source)),
});

const otherTest = playwrightTest.extend<{ greeting: string; language: string }>({
  language: ['en', { option: true }],
  greeting: ({ language }, use) => use(language === 'en' ? 'Good morning' : 'Guten Morgen'),
});

/** The package's fixtures, the fixtures of watchers, and unrelated fixtures. */
const base = mergeTests(watcherTest, otherTest);

/** The package's matchers and an unrelated one. */
const expect = mergeExpects(
  trackerExpect,
  playwrightExpect.extend({
    toGreet: (text: string) => ({ pass: text.startsWith('Good'), message: () => `${text} is no greeting.` }),
  }),
);

const covers = coversWith(watcherRules);

const test = base.extend<{ issue: { readonly issueIdOrKey: string } }>({
  issue: async ({ projects, build, issues }, use) => {
    const project = await projects.provide({ issueTypes: 1 });
    const [issueType] = project.issueTypes;
    const body = build.issue.in(project, issueType).with(popular).withFields({ description: 'x' }).build();
    const created = await issues.createIssue({ body });
    await use({ issueIdOrKey: created.data.key });
  },
});

test.describe(...describeEndpoint(watcherEndpoints.addWatcher), () => {
  test('adds a watcher once', covers('WA-01'), async ({ watchers, issue, newWatcher, users }, { retry }) => {
    const body = newWatcher.user(await users.providePlain()).build();

    await watchers.addWatcher({ ...issue, body });
    const again = await watchers.addWatcher({ ...issue, body });

    expect(again).toFitContract();
    expect(again.data.watchers).toEqual([body.name]);
    expect(retry, 'the attempt').toBe(process.env['WATCHERS_FLAKY'] === undefined ? 0 : 1);
  });

  test('refuses somebody unknown and adds nobody', covers('WA-03'), async ({ watchers, issue, newWatcher }) => {
    const refused = await watchers.addWatcher({ ...issue, body: newWatcher.build() });

    expect(refused).toBeRefused(404, { withErrorBody: true });
    expect((await watchers.listWatchers(issue)).data.watchers).toEqual([]);
  });
});

test.describe(...describeEndpoint(watcherEndpoints.listWatchers), () => {
  test('is empty for a new issue', covers('WA-02'), async ({ watchers, issue, callers }) => {
    expect((await watchers.listWatchers({ ...issue, query: { startsWith: 'a' } })).data).toEqual({ watchers: [] });
    expect(await watchers.as(callers.anonymous).listWatchers(issue)).toHaveStatus(401);
  });
});

test('greets', { tag: '@QA-12' }, ({ greeting }) => {
  expect(greeting).toGreet();
});
