import type { BulkTransitionsBuilder } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor, usesSandbox } from '../../fixtures/index.js';
import { inOrder } from '../support/values.js';
import { ANY_SCREEN, bulkCalls, countDistinct, expectSameIds, transitionsIn } from './support/stored-screens.js';
import { test, withAllTypes } from './support/scene.js';

/** The rules of what each call does to the entries in its scope, and of what it answers. */
const effects = { setTransitions: 'DT-31', clearTransitions: 'DT-36' } as const;
const results = { setTransitions: 'DT-35', clearTransitions: 'DT-36' } as const;

/** The bodies whose scope is every project, before they ignore some. */
const scopes = [
  { title: 'includeProjectKeys is missing', all: (body: BulkTransitionsBuilder) => body },
  { title: 'includeProjectKeys is empty', all: (body: BulkTransitionsBuilder) => body.include() },
];

for (const call of bulkCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    // In one worker: on a tracker that others use it makes the projects for all of them.
    test.describe.configure({ mode: 'default' });

    test(
      'changes the stored screens of every entry of the projects in scope, and nothing else',
      covers(effects[call.name]),
      async ({
        defaultTemplates,
        trackerApi,
        projects,
        templates,
        entries,
        build,
        tracker,
        notSeen,
        assignAll,
        provideManyTypes,
      }) => {
        // If the tracker is the test's own, the key of one begins with that of the project in scope, and that of the other with it.
        const first = await projects.provide({ issueTypes: 1 });
        const regular = await provideManyTypes();
        const last = await projects.provide({ issueTypes: 1 });
        const desk = await withAllTypes(trackerApi, await projects.provide({ issueTypes: 1, requestTypes: 3 }));
        const template = await assignAll(first, regular, last, desk);
        const other = await templates.provide();
        // Not of all types: it may take the place of the first (DT-N20).
        const ofOther = build.defaults
          .issueTypes(regular, regular.issueTypes.slice(1))
          .requestTypes(desk, desk.requestTypes.slice(1));
        await entries.assign(other, ofOther.build());
        for (const one of [template, other])
          await entries.assignIfTaken(one, build.defaults.issueTypes(desk, desk.issueTypes).build());
        const body = build.bulkTransitions.include(regular, desk).build();
        await call.prepare(tracker, build.bulkTransitions.include(regular, desk, first, last).build());

        const changes = await entries.changesBy(() => call.send(defaultTemplates, body));

        const all = [...(await entries.of(template)), ...(await entries.of(other))];
        const now = all.filter(({ projectId }) => [regular.id, desk.id].includes(projectId));
        notSeen([regular, desk].some(call.isAnyRight), ANY_SCREEN);
        expectSameIds(changes, effects[call.name]);
        expect(changes).toHaveChangedOnly({ changed: now });
        for (const project of [regular, desk]) {
          const stored = transitionsIn(project, now);
          expect(stored).toStrictEqual(stored.map(() => call.after(project, tracker)));
          expect(countDistinct(stored)).toBe(1);
        }
      },
    );

    test(
      'changes the entries of an issue type and of a request type with the same number',
      usesSandbox(covers(effects[call.name])),
      async ({ defaultTemplates, entries, build, tracker, provideSameNumber }) => {
        const { desk, template } = await provideSameNumber();
        const body = build.bulkTransitions.include(desk).build();
        await call.prepare(tracker, body);

        const changes = await entries.changesBy(() => call.send(defaultTemplates, body));

        const now = await entries.of(template);
        expectSameIds(changes, effects[call.name]);
        expect(changes).toHaveChangedOnly({ changed: now });
      },
    );

    test(
      'is about regular projects and service desks alike if includeProjectKeys is missing',
      covers('DT-32', ...call.rules),
      async ({ defaultTemplates, projects, entries, build, tracker, notSeen, assignAll }) => {
        const regular = await projects.provide({ issueTypes: 1 });
        const desk = await projects.provide({ requestTypes: 1 });
        const empty = await projects.provide();
        const template = await assignAll(regular, desk);
        await call.prepare(tracker, build.bulkTransitions.include(regular, desk).build());

        const { data } = await call.send(defaultTemplates, build.bulkTransitions.build());

        const now = await entries.of(template);
        notSeen([regular, desk].some(call.isAnyRight), ANY_SCREEN);
        expect(transitionsIn(regular, now)).toStrictEqual([call.after(regular, tracker)]);
        expect(transitionsIn(desk, now)).toStrictEqual([call.after(desk, tracker)]);
        failsFor(results[call.name]);
        expect(data.updatedProjects).toStrictEqual(expect.arrayContaining([regular.key, desk.key]));
        failsFor('DT-34');
        expect(data.skippedProjects).toContain(empty.key);
      },
    );

    test(
      'is about all projects if both lists are empty',
      covers('DT-32', 'DT-33', ...call.rules),
      async ({ defaultTemplates, projects, entries, build, tracker, notSeen, assignAll }) => {
        test.slow();
        const many = await projects.provideUpTo(51);
        const empty = await projects.provide();
        const template = await assignAll(...many);
        await call.prepare(tracker, build.bulkTransitions.include(...many).build());

        const { data } = await call.send(defaultTemplates, build.bulkTransitions.include().ignore().build());

        notSeen(many.some(call.isAnyRight), ANY_SCREEN);
        const now = await entries.of(template);
        for (const one of many) expect(transitionsIn(one, now)).toStrictEqual([call.after(one, tracker)]);
        failsFor(results[call.name]);
        expect(data.updatedProjects).toStrictEqual(expect.arrayContaining(many.map(({ key }) => key)));
        failsFor('DT-34');
        expect(data.skippedProjects).toContain(empty.key);
      },
    );

    for (const { title, all } of scopes) {
      test(
        `is about all projects but the ignored ones if ${title}`,
        covers('DT-32', 'DT-33', ...call.rules),
        async ({ defaultTemplates, projects, entries, build, tracker, notSeen, assignAll }) => {
          const ignored = await projects.provide({ issueTypes: 1 });
          // If the tracker is the test's own, its key begins with that of the one, and that of the other with it.
          const inScope = await projects.provide({ issueTypes: 1 });
          const ignoredToo = await projects.provide({ issueTypes: 1 });
          const template = await assignAll(inScope, ignored, ignoredToo);
          await call.prepare(tracker, build.bulkTransitions.include(inScope, ignored, ignoredToo).build());

          const body = all(build.bulkTransitions).ignore(ignored, ignoredToo, ignored).build();
          const { data } = await call.send(defaultTemplates, body);

          const now = await entries.of(template);
          notSeen(call.isAnyRight(inScope), ANY_SCREEN);
          const screens = `screens of ${inScope.key}, which is in scope`;
          expect(transitionsIn(inScope, now), screens).toStrictEqual([call.after(inScope, tracker)]);
          failsFor('DT-33');
          expect(data.updatedProjects).not.toContain(ignored.key);
          for (const one of [ignored, ignoredToo])
            expect(transitionsIn(one, now), `screens of ${one.key}, which is ignored`).toStrictEqual([call.before]);
          failsFor(results[call.name]);
          expect(data.updatedProjects).toContain(inScope.key);
        },
      );
    }

    test(
      'answers the number of entries and the keys of projects that it changed and skipped, without an error message',
      covers('DT-35', 'DT-34', ...call.rules),
      async ({ defaultTemplates, projects, templates, entries, build, tracker, assignAll }) => {
        const regular = await projects.provide({ issueTypes: 2 });
        const desk = await projects.provide({ requestTypes: 1 });
        const empty = await projects.provide();
        const template = await assignAll(regular, desk);
        const other = await templates.provide();
        await entries.assign(other, build.defaults.issueTypes(regular, [regular.issueTypes[0]]).build());
        const body = build.bulkTransitions.include(regular, desk, empty, regular).build();
        await call.prepare(tracker, body);

        const { data } = await call.send(defaultTemplates, body);

        const now = [...(await entries.of(template)), ...(await entries.of(other))];
        failsFor('DT-35');
        expect([regular.key, desk.key, empty.key]).toStrictEqual(expect.arrayContaining(data.skippedProjects));
        failsFor('DT-34');
        expect(data.skippedProjects).toStrictEqual([empty.key]);
        failsFor('DT-35');
        expect(data.updatedDefaultTemplates).toBe(now.length);
        expect(data.updatedProjects.toSorted()).toStrictEqual([regular.key, desk.key].sort());
        expect(data.errorMessages).toStrictEqual([]);
      },
    );

    test(
      'changes many projects, and answers an empty list of skipped projects if it skipped none',
      covers('DT-35', ...call.rules),
      async ({ defaultTemplates, projects, build, tracker, assignAll }) => {
        test.slow();
        const many = await projects.provideUpTo(51);
        await assignAll(...many);
        const body = build.bulkTransitions.include(...many).build();
        await call.prepare(tracker, body);

        const { data, json } = await call.send(defaultTemplates, body);

        expect(json).toMatchObject({
          updatedDefaultTemplates: many.length,
          skippedProjects: [],
          errorMessages: [],
        });
        expect(inOrder(data.updatedProjects)).toStrictEqual(inOrder(many.map(({ key }) => key)));
      },
    );
  });
}
