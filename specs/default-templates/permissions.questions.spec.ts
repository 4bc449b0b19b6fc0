import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Changes, Observe, ProvidedUser } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { inProject, permissionsOf, possiblyNeeded } from '../support/attempts.js';
import type { Attempt } from '../support/attempts.js';
import { allCalls } from './support/calls.js';
import { refusedWithEffect } from './support/entries.js';
import { test } from './support/scene.js';
import type { Scene } from './support/scene.js';

/** The name that DT-N07 gives to each kind of call. */
const actions = { list: 'read', create: 'change', delete: 'change', transitions: 'bulk' } as const;

test(
  'lets somebody who administers nothing read, change and call in bulk as it is assumed to',
  covers('DT-N07'),
  async ({ defaultTemplates, trackerApi, users, projects, templates, entries, build, observe }) => {
    const { caller } = await users.providePlain();
    const project = await projects.provide({ issueTypes: 2 });
    const template = await templates.provide();
    const [assigned, unassigned] = [[project.issueTypes[0]], [project.issueTypes[1]]];
    await entries.assign(template, build.defaults.issueTypes(project, assigned).build());
    const held = await permissionsOf(trackerApi.as(caller), project);
    const asPlain = defaultTemplates.as(caller);

    const reading = await entries.changesBy(() => asPlain.listByProject({ projectIdOrKey: project.id }));
    const changing = await entries.changesBy(() =>
      asPlain.create({
        templateId: template.id,
        body: build.defaults.issueTypes(project, unassigned).build(),
      }),
    );
    const bulk = await entries.changesBy(() =>
      asPlain.clearTransitions({ body: build.bulkTransitions.include(project).build() }),
    );

    const attempts = { read: [reading], change: [changing], bulk: [bulk] } as const;
    for (const [kind, [{ response }]] of Object.entries(attempts)) {
      observe.oneOf('DT-N07', kind as keyof typeof attempts, possiblyNeeded([{ held, response }]));
    }
    observeRefusal(observe, [reading, changing, bulk]);
  },
);

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'needs of its caller the permission it is assumed to, and changes nothing without it',
      covers('DT-N07'),
      async ({ defaultTemplates, trackerApi, users, entries, observe, provideScene }) => {
        const people = await Promise.all(inProject.map(() => users.providePlain()));
        // A tracker does not tell users without Browse Projects their other permissions in a project.
        const grants = {
          ...Object.fromEntries(inProject.map((permission, index) => [permission, [at(people, index)]])),
          BROWSE_PROJECTS: people,
        };
        const provide = () => provideScene({ grants });
        const callers = [await users.providePlain(), ...people, await users.provideAdmin()];

        const attempts = await attemptEach(callers, provide, async ({ caller }, scene) => {
          const held = await permissionsOf(trackerApi.as(caller), scene[call.about[0]].project);
          const changes = await entries.changesBy(() => call.send(defaultTemplates.as(caller), scene));
          return { held, changes, response: changes.response };
        });

        observe.oneOf('DT-N07', actions[call.kind], possiblyNeeded(attempts));
        observeRefusal(
          observe,
          attempts.map(({ changes }) => changes),
        );
      },
    );
  });
}

/** Writes down with which status the first of some calls was refused that was refused at all: none of them has an effect. */
function observeRefusal(observe: Observe, calls: readonly Changes[]): void {
  const refused = calls.find(({ response }) => !response.ok);
  if (refused !== undefined) observe('DT-N07', { refusal: refused.response.status });
  expect(refusedWithEffect(calls)).toStrictEqual([]);
}

/**
 * Lets each of some users try a call, one after the other. After one that succeeded the next has a new scene: if
 * everything is removed already there is nothing left that a permission is needed for.
 */
async function attemptEach<Made extends Attempt>(
  users: readonly ProvidedUser[],
  provide: () => Promise<Scene>,
  attempt: (user: ProvidedUser, scene: Scene) => Promise<Made>,
): Promise<Made[]> {
  const attempts: Made[] = [];
  let scene = await provide();
  for (const user of users) {
    const made = await attempt(user, scene);
    attempts.push(made);
    if (made.response.ok) scene = await provide();
  }
  return attempts;
}
