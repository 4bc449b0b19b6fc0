import { coversWith, describeEndpoint } from '../../../../fixtures/index.js';
import { popular, watcherEndpoints, watcherRules } from './watchers.js';
import { expect, test as base } from './watcher-test.js';

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
