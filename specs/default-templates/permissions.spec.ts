import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { observedPermissions, permissionsIn, refusedWithEffect } from './support/permissions.js';
import { provideScene } from './support/scene.js';

/** What DT-N07 calls each kind of call. */
const actions = { list: 'read', create: 'change', delete: 'change', transitions: 'bulk' } as const;

test(
  'lets somebody who administers nothing read, change and call in bulk as it is assumed to',
  covers('DT-N07'),
  async ({ defaultTemplates, issues, users, projects, templates, entries, build, assumptions, observe }) => {
    const { caller } = await users.providePlain();
    const project = await projects.provide({ issueTypes: 2 });
    const template = await templates.provide();
    const [assigned, unassigned] = [project.issueTypes.slice(0, 1), project.issueTypes.slice(1, 2)];
    await entries.provide(template, build.defaults.issueTypes(project, assigned).build());
    const held = await permissionsIn(project, issues.as(caller));
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

    const attempts = {
      read: [{ held, response: reading.response }],
      change: [{ held, response: changing.response }],
      bulk: [{ held, response: bulk.response }],
    };
    observe('DT-N07', observedPermissions(assumptions['DT-N07'], attempts));
    expect(refusedWithEffect([reading, changing, bulk])).toEqual([]);
  },
);

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'needs of its caller the permission it is assumed to, and changes nothing without it',
      covers('DT-N07'),
      async ({ defaultTemplates, issues, users, projects, templates, entries, build, assumptions, observe }) => {
        const [nobody, reader, lead] = [
          await users.providePlain(),
          await users.providePlain(),
          await users.providePlain(),
        ];
        const grants = { BROWSE_PROJECTS: [reader], ADMINISTER_PROJECTS: [lead], CREATE_ISSUES: [] };
        const scene = await provideScene({ projects, templates, entries, build }, { grants });
        const { project } = scene[call.about[0]];
        const attemptAs = async ({ caller }: typeof nobody) => {
          const held = await permissionsIn(project, issues.as(caller));
          const changes = await entries.changesBy(() => call.send(defaultTemplates.as(caller), scene));
          return { held, changes, response: changes.response };
        };

        const attempts = [await attemptAs(nobody), await attemptAs(reader), await attemptAs(lead)];

        observe('DT-N07', observedPermissions(assumptions['DT-N07'], { [actions[call.kind]]: attempts }));
        expect(refusedWithEffect(attempts.map(({ changes }) => changes))).toEqual([]);
      },
    );
  });
}
