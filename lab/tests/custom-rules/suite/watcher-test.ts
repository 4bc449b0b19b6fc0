import { expect as playwrightExpect, mergeExpects, mergeTests, test as playwrightTest } from '@playwright/test';
import { expect as trackerExpect, test as trackerTest } from '../../../../fixtures/index.js';
import type { ApiClient } from '../../../../fixtures/index.js';
import { WatcherBuilder, watcherEndpoints } from './watchers.js';

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
export const test = mergeTests(watcherTest, otherTest);

/** The package's matchers and an unrelated one. */
export const expect = mergeExpects(
  trackerExpect,
  playwrightExpect.extend({
    toGreet: (text: string) => ({ pass: text.startsWith('Good'), message: () => `${text} is no greeting.` }),
  }),
);
