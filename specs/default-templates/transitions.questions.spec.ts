import type { BulkTransitionsBuilder } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { assignAll, bulkCalls, CREATE, transitionsIn } from './support/stored-screens.js';
import {
  howAlreadySoIsTold,
  howIgnoredIsListed,
  howMissingIsTold,
  howUnknownKeyIsTold,
  screensStoredBy,
  screenWritten,
  transitionProperties,
  winnerFor,
} from './support/open-questions.js';

for (const call of bulkCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'counts and lists entries that were so already as it is assumed to',
      covers('DT-N18'),
      async ({ defaultTemplates, projects, templates, entries, build, observe, tracker }) => {
        const changing = await projects.provide({ issueTypes: 1 });
        const alreadySo = await projects.provide({ issueTypes: 2 });
        await assignAll({ templates, entries, build }, changing, alreadySo);
        // A project of the sandbox may have entries of others too.
        const [some, others] = await Promise.all([
          tracker.setup.listByProject({ projectIdOrKey: changing.key }),
          tracker.setup.listByProject({ projectIdOrKey: alreadySo.key }),
        ]);
        await call.prepare(tracker, build.bulkTransitions.include(changing).build());
        await call.send(defaultTemplates, build.bulkTransitions.include(alreadySo).build());

        const { data } = await call.send(defaultTemplates, build.bulkTransitions.include(changing, alreadySo).build());

        expect(data.updatedProjects).toContain(changing.key);
        expect([some.length, some.length + others.length]).toContain(data.updatedDefaultTemplates);
        observe('DT-N18', howAlreadySoIsTold(data, { changing: some.length, alreadySo }));
      },
    );

    test(
      'treats a key that is both included and ignored as it is assumed to, and lists its project so',
      covers('DT-N06', 'DT-N22'),
      async ({ defaultTemplates, projects, templates, entries, build, observe, tracker }) => {
        const included = await projects.provide();
        const inBoth = await projects.provide();
        const template = await assignAll({ templates, entries, build }, included, inBoth);
        const both = build.bulkTransitions.include(included, inBoth);
        await call.prepare(tracker, both.build());

        const response = await call.send(defaultTemplates, both.ignore(inBoth).build());

        observe('DT-N06', winnerFor(transitionsIn(inBoth, await entries.of(template)), call.does));
        observe.orUnclear('DT-N22', howIgnoredIsListed(response, inBoth), callOf(response));
      },
    );

    const lists = {
      includeProjectKeys: (body: BulkTransitionsBuilder, key: string) => body.include({ key }),
      ignoreProjectKeys: (body: BulkTransitionsBuilder, key: string) => body.ignore({ key }),
    };
    for (const [list, naming] of Object.entries(lists)) {
      test(
        `treats an unknown key in ${list} as it is assumed to`,
        covers('DT-N13'),
        async ({ defaultTemplates, projects, templates, entries, build, observe, tracker }) => {
          const project = await projects.provide();
          const template = await assignAll({ templates, entries, build }, project);
          const known = build.bulkTransitions.include(project);
          await call.prepare(tracker, known.build());

          const response = await call.send(defaultTemplates, naming(known, build.unusedKey()).build());

          const stored = transitionsIn(project, await entries.of(template)).flat();
          observe.orUnclear('DT-N13', howUnknownKeyIsTold(response), callOf(response));
          const isDone = stored.length === Number(call.does === 'written');
          expect(isDone || !response.ok, callOf(response)).toBe(true);
        },
      );
    }
  });
}

test.describe(...describeEndpoint('setTransitions'), () => {
  test(
    'names the properties of a stored screen as it is assumed to',
    covers('DT-N10'),
    async ({ defaultTemplates, projects, templates, entries, build, assumptions, observe }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, project);
      const body = build.bulkTransitions.include(project).build();
      await defaultTemplates.setTransitions({ transitionId: CREATE, body });

      const [element] = transitionsIn(project, await entries.of(template)).flat();

      expect(element).toStrictEqual(expect.any(Object));
      observe('DT-N10', transitionProperties(element as object, project, assumptions['DT-N10']));
    },
  );

  test(
    'writes for another transition of the workflow the screen it is assumed to',
    covers('DT-N12'),
    async ({ defaultTemplates, projects, templates, entries, build, observe, tracker, trackerApi }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, project);
      const body = build.bulkTransitions.include(project).build();
      await tracker.setup.setTransitions({ transitionId: CREATE, body });
      const [initial] = transitionsIn(project, await entries.of(template));
      const issue = await trackerApi.createIssue({ body: build.issue.in(project, project.issueTypes[0]).build() });
      const { data } = await trackerApi.listTransitions({ issueIdOrKey: issue.data.key });

      const set = async ({ id }: { readonly id: string }) => {
        await tracker.setup.clearTransitions({ body });
        return defaultTemplates.setTransitions({ transitionId: id, body });
      };
      const read = async () => transitionsIn(project, await entries.of(template));
      const stored = await screensStoredBy(data.transitions, project, set, read);

      test.skip(stored.length === 0, 'No transition but the initial one has a screen.');
      observe('DT-N12', { known: screenWritten(stored, initial) });
    },
  );

  test(
    'treats a project whose workflow lacks the transition as it is assumed to',
    covers('DT-N12'),
    async ({ defaultTemplates, projects, templates, entries, build, observe }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll({ templates, entries, build }, project);
      const body = build.bulkTransitions.include(project).build();

      const response = await defaultTemplates.setTransitions({ transitionId: build.unusedId(), body });

      expect(transitionsIn(project, await entries.of(template)).flat()).toStrictEqual([]);
      const missing = howMissingIsTold(response, project);
      observe.orUnclear('DT-N12', missing && { missing }, callOf(response));
    },
  );
});
