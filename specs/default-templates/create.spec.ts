import { RawBody } from '../../builders/index.js';
import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor } from '../../fixtures/index.js';
import type { ProvidedProject } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { answered, callOf } from '../support/attempts.js';
import { test, withAllTypes } from './support/scene.js';
import { assigned, assignments, issueTypeEntries, requestTypeEntries, unwantedScreens } from './support/entries.js';

const namings = [
  { named: 'projectId', defaultsOf: ({ defaults }: Builders) => defaults.byId(), issueTypes: 2 },
  { named: 'projectKey', defaultsOf: ({ defaults }: Builders) => defaults.byKey(), issueTypes: 1 },
] as const;

/** Bodies that name a regular project and a service desk, one by its key. */
const mixed = [
  {
    first: 'regular project',
    bodyOf: ({ defaults }: Builders, regular: ProvidedProject, desk: ProvidedProject) =>
      defaults.issueTypes(regular, regular.issueTypes).byKey().requestTypes(desk, desk.requestTypes),
  },
  {
    first: 'service desk',
    bodyOf: ({ defaults }: Builders, regular: ProvidedProject, desk: ProvidedProject) =>
      defaults.requestTypes(desk, desk.requestTypes).byKey().issueTypes(regular, regular.issueTypes),
  },
] as const;

test.describe(...describeEndpoint('create'), () => {
  test(
    'makes one entry for each project and type, and nothing else',
    covers('DT-17'),
    async ({ projects, templates, entries, build, changesByCreating }) => {
      const first = await projects.provide({ issueTypes: 3 });
      const second = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [inFirst, inSecond] = [first.issueTypes.slice(0, 2), second.issueTypes];
      await entries.assign(other, build.defaults.issueTypes(first, [first.issueTypes[2]]).build());
      const body = build.defaults.issueTypes(first, inFirst).issueTypes(second, inSecond).build();

      const changes = await changesByCreating(body, template);

      expect(changes.response).toFitContract();
      expect(changes).toHaveChangedOnly({
        added: [...issueTypeEntries(template, first, inFirst), ...issueTypeEntries(template, second, inSecond)],
      });
    },
  );

  test(
    'makes, shows, selects and removes as many entries as a body names, from one on',
    covers('DT-17', 'DT-16', 'DT-29'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build, provideManyTypes }) => {
      const regular = await provideManyTypes();
      const desk = await withAllTypes(trackerApi, await projects.provide({ issueTypes: 1, requestTypes: 3 }));
      const template = await templates.provide();
      const { id: templateId } = template;
      const removeOfRegular = () =>
        defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: regular.id, templateId });
      const removeAll = () => defaultTemplates.deleteByTemplate({ templateId });
      for (let count = 1; count <= regular.issueTypes.length + desk.requestTypes.length; count += 1) {
        const issueTypes = regular.issueTypes.slice(0, count);
        const requestTypes = desk.requestTypes.slice(0, count - issueTypes.length);
        const ofRegular = build.defaults.issueTypes(regular, issueTypes);
        const body = (requestTypes.length === 0 ? ofRegular : ofRegular.requestTypes(desk, requestTypes)).build();
        const expected = assigned([
          ...issueTypeEntries(template, regular, issueTypes),
          ...requestTypeEntries(template, desk, requestTypes),
        ]);

        await defaultTemplates.create({ templateId, body });

        const listed = assigned((await defaultTemplates.listByTemplate({ templateId })).data);
        failsFor('DT-08');
        expect(unwantedScreens(listed, expected), 'new entries with a stored screen').toStrictEqual([]);
        failsFor('DT-17');
        expect(listed).toStrictEqual(expected);
        failsFor('DT-16');
        expect(assigned((await defaultTemplates.filterByTemplate({ templateId, body })).data)).toStrictEqual(expected);
        failsFor('DT-29');
        const removed = await at([removeOfRegular, removeAll], Math.min(requestTypes.length, 1))();
        expect(assigned(removed.data.defaults)).toStrictEqual(expected);
        expect(removed.data.removed).toBe(count);
      }

      const inDesk = [
        ...(await entries.provide(template, build.defaults.requestTypes(desk, desk.requestTypes).build())),
        ...(await entries.provideIfTaken(template, build.defaults.issueTypes(desk, desk.issueTypes).build())),
      ];
      const removal = await defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: desk.key, templateId });
      failsFor('DT-24');
      expect(await entries.of(template)).toStrictEqual([]);
      failsFor('DT-29');
      expect(removal).toHoldEntries(inDesk);
    },
  );

  for (const { first, bodyOf } of mixed) {
    test(
      `mixes regular and service-desk projects, issue types and request types, the ${first} first`,
      covers('DT-18'),
      async ({ projects, templates, build, changesByCreating }) => {
        const regular = await projects.provide({ issueTypes: 2 });
        const desk = await projects.provide({ requestTypes: 2 });
        const template = await templates.provide();
        const { issueTypes } = regular;
        const { requestTypes } = desk;
        const body = bodyOf(build, regular, desk).build();

        const changes = await changesByCreating(body, template);

        expect(changes).toHaveChangedOnly({
          added: [
            ...issueTypeEntries(template, regular, issueTypes),
            ...requestTypeEntries(template, desk, requestTypes),
          ],
        });
      },
    );
  }

  test(
    'takes request types of a service desk, with issue types in the same item if it has any',
    covers('DT-18', 'DT-20'),
    async ({ projects, templates, entries, build, changesByCreating }) => {
      const desk = await projects.provide({ issueTypes: 2, requestTypes: 1 });
      const template = await templates.provide();
      const [first, second] = desk.issueTypes;
      const inDesk = await entries.provideIfTaken(template, build.defaults.issueTypes(desk, [first]).build());
      const taken = inDesk.map(() => second);
      const requestTypeIds = desk.requestTypes.map(({ id }) => id);
      const [issueTypeIds] = taken.map(({ id }) => [id]);
      const body = build.defaults.item(desk, { requestTypeIds, issueTypeIds }).build();

      const changes = await changesByCreating(body, template);

      expect(changes).toHaveChangedOnly({
        added: [...issueTypeEntries(template, desk, taken), ...requestTypeEntries(template, desk, desk.requestTypes)],
      });
      failsFor('DT-20');
      expect(assignments(changes.response.data)).toHaveLength(taken.length + requestTypeIds.length);
    },
  );

  test(
    'takes one project in several items',
    covers('DT-19'),
    async ({ projects, templates, build, changesByCreating }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 2 });
      const template = await templates.provide();
      const [firstIssueType, secondIssueType] = regular.issueTypes;
      const [firstRequestType, secondRequestType] = desk.requestTypes;
      const body = build.defaults
        .issueTypes(regular, [firstIssueType])
        .requestTypes(desk, [firstRequestType])
        .byKey()
        .issueTypes(regular, [secondIssueType])
        .requestTypes(desk, [secondRequestType])
        .build();

      const changes = await changesByCreating(body, template);

      expect(changes).toHaveChangedOnly({
        added: [
          ...issueTypeEntries(template, regular, regular.issueTypes),
          ...requestTypeEntries(template, desk, desk.requestTypes),
        ],
      });
    },
  );

  for (const { named, defaultsOf, issueTypes } of namings) {
    test(
      `echoes by projectKey what a request by ${named} created`,
      covers('DT-20'),
      async ({ defaultTemplates, projects, templates, build }) => {
        const regular = await projects.provide({ issueTypes });
        const desk = await projects.provide({ requestTypes: 1 });
        const template = await templates.provide();
        const [requestType] = desk.requestTypes;
        const types = regular.issueTypes.slice(0, issueTypes);
        const body = defaultsOf(build).issueTypes(regular, types).requestTypes(desk, [requestType]).build();

        const { data } = await defaultTemplates.create({ templateId: template.id, body });

        const byKey = build.defaults.byKey().issueTypes(regular, types).requestTypes(desk, [requestType]).build();
        expect(assignments(data)).toStrictEqual(assignments(byKey));
      },
    );
  }

  test(
    'assigns one template in many projects in one call, which lists and a removal then have',
    covers('DT-21', 'DT-04', 'DT-16', 'DT-20', 'DT-22', 'DT-29'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build, changesByCreating }) => {
      test.slow();
      const provided = await projects.provideUpTo(51);
      // A dozen of those without entries, with all of their issue types.
      const empty = provided.filter(({ isEmpty }) => isEmpty).slice(0, 12);
      const others = provided.filter((project) => !empty.includes(project));
      const many = [...others, ...(await Promise.all(empty.map((project) => withAllTypes(trackerApi, project))))];
      const template = await templates.provide();
      const body = many
        .reduce((defaults, project) => defaults.issueTypes(project, project.issueTypes), build.defaults)
        .build();

      const changes = await changesByCreating(body, template);

      const added = many.flatMap((project) => issueTypeEntries(template, project, project.issueTypes));
      expect(changes).toHaveChangedOnly({ added });
      failsFor('DT-20');
      expect(assignments(changes.response.data)).toHaveLength(added.length);
      failsFor('DT-04');
      expect(await defaultTemplates.listByTemplate({ templateId: template.id })).toHoldEntries(changes.added);
      failsFor('DT-16');
      expect(await defaultTemplates.filterByTemplate({ templateId: template.id, body })).toHoldEntries(changes.added);
      const removal = await defaultTemplates.deleteByTemplate({ templateId: template.id });
      failsFor('DT-22');
      expect(await defaultTemplates.listByTemplate({ templateId: template.id })).toHoldEntries([]);
      failsFor('DT-29');
      expect(removal).toHoldEntries(changes.added);
      failsFor('DT-21');
      for (const count of [10, 20, 25, 50]) {
        const some = many.slice(0, count);
        const exact = some.reduce(
          (all, project) => all.issueTypes(project, project.issueTypes.slice(0, 1)),
          build.defaults,
        );
        await defaultTemplates.create({ templateId: template.id, body: exact.build() });
        expect(await entries.of(template)).toHaveLength(some.length);
        await defaultTemplates.deleteByTemplate({ templateId: template.id });
      }
    },
  );

  test('does not store transitions that are sent', covers('DT-09'), async ({ projects, changesByCreating }) => {
    const project = await projects.provide();
    const transitions = [{ id: 1, name: 'Create', screenId: 1 }];
    const body = RawBody.json('with transitions', {
      defaults: [{ projectId: project.id, issueTypeIds: [project.issueTypes[0].id], transitions }],
      transitions,
    });

    const changes = await changesByCreating(body);

    expect(changes.added, callOf(changes.response)).toHaveLength(Number(answered(changes.response).ok));
    expect(changes.added.flatMap((entry) => entry.transitions ?? [])).toStrictEqual([]);
  });

  test(
    'does not use an id that is sent, be it free or that of another entry',
    covers('DT-10'),
    async ({ projects, templates, entries, build, changesByCreating }) => {
      const project = await projects.provide({ issueTypes: 3 });
      const template = await templates.provide();
      const [taken, ...free] = project.issueTypes;
      const { id } = at(await entries.provide(template, build.defaults.issueTypes(project, [taken]).build()), 0);
      const ids = [id, build.unusedId()];
      const defaults = ids.map((sent, index) => {
        return { id: sent, projectId: project.id, issueTypeIds: [at(free, index).id] };
      });
      const body = RawBody.json('with ids', { defaults, id: ids[1] });

      const changes = await changesByCreating(body, template);

      expect(changes.added, callOf(changes.response)).toHaveLength(answered(changes.response).ok ? 2 : 0);
      expect([...changes.removed, ...changes.changed]).toStrictEqual([]);
      expect(changes.added.filter((entry) => ids.includes(entry.id))).toStrictEqual([]);
    },
  );

  test(
    'gives every entry an id of its own, which every read repeats',
    covers('DT-10'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const first = await projects.provide({ issueTypes: 2 });
      const second = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const ofTypes = (index: 0 | 1) =>
        build.defaults
          .issueTypes(first, [first.issueTypes[index]])
          .issueTypes(second, [second.issueTypes[index]])
          .build();
      const made = [...(await entries.provide(template, ofTypes(0))), ...(await entries.provide(other, ofTypes(1)))];

      const reads = [
        await defaultTemplates.listByProject({ projectIdOrKey: first.id }),
        await defaultTemplates.listByProject({ projectIdOrKey: second.key }),
        await defaultTemplates.listByProject({ projectIdOrKey: first.key }),
        await defaultTemplates.listByProject({ projectIdOrKey: second.id }),
      ];

      expect(new Set(made.map(({ id }) => id)).size).toBe(4);
      expect(reads.flatMap(({ data }) => data)).toHaveLength(8);
      expect(new Set(reads.flatMap(({ data }) => data.map(({ id }) => id)))).toStrictEqual(
        new Set(made.map(({ id }) => id)),
      );
    },
  );

  test(
    'gives no id or screen a second time after a removal',
    covers('DT-10', 'DT-08', 'DT-17'),
    async ({ defaultTemplates, projects, templates, entries, build, changesByCreating, storeScreens }) => {
      const project = await projects.provide();
      const template = await templates.provide();
      const body = build.defaults.issueTypes(project, project.issueTypes).build();
      const removed = at(await entries.provide(template, body), 0);
      await storeScreens(project);
      await defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: project.id, templateId: template.id });

      const changes = await changesByCreating(body, template);

      failsFor('DT-17');
      expect(changes.added).toHaveLength(1);
      failsFor('DT-10');
      expect(changes.added.map(({ id }) => id)).not.toContain(removed.id);
      failsFor('DT-08');
      expect(changes.added.flatMap(({ transitions }) => transitions ?? [])).toStrictEqual([]);
    },
  );

  test(
    'makes entries without transitions, even if the project has stored screens already',
    covers('DT-08'),
    async ({ projects, templates, entries, build, changesByCreating, storeScreens }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      await entries.assign(template, build.defaults.issueTypes(project, [project.issueTypes[0]]).build());
      await storeScreens(project);
      const body = build.defaults.issueTypes(project, [project.issueTypes[1]]).build();

      const changes = await changesByCreating(body, template);

      expect(changes).toHaveChangedOnly({
        added: issueTypeEntries(template, project, [project.issueTypes[1]]),
      });
      expect(changes.added.flatMap(({ transitions }) => transitions ?? [])).toStrictEqual([]);
    },
  );
});
