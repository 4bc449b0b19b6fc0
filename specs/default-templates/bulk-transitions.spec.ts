import type { BulkTransitionsBuilder } from '../../builders/index.js';
import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { callOf } from '../support/call-of.js';
import { howUnknownKeyIsTold, winnerFor } from './support/bulk-answers.js';
import { bulkCalls } from './support/bulk-calls.js';
import { transitionsIn } from './support/stored-screens.js';

for (const call of bulkCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers an empty list of skipped projects if it skipped none',
      covers('DT-35', ...call.rules),
      async ({ defaultTemplates, projects, templates, entries, build }) => {
        const project = await projects.provide();
        const template = await templates.provide();
        await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());

        const response = await call.send(defaultTemplates, build.bulkTransitions.include(project).build());

        expect(response.json).toEqual({
          updatedDefaultTemplates: 1,
          updatedProjects: [project.key],
          skippedProjects: [],
          errorMessages: [],
        });
      },
    );

    test(
      'treats a key that is both included and ignored as it is assumed to',
      covers('DT-N06'),
      async ({ defaultTemplates, projects, templates, entries, build, observe, tracker }) => {
        const included = await projects.provide();
        const inBoth = await projects.provide();
        const template = await templates.provide();
        const everywhere = build.defaults
          .issueTypes(included, included.issueTypes)
          .issueTypes(inBoth, inBoth.issueTypes)
          .build();
        await entries.provide(template, everywhere);
        const both = build.bulkTransitions.include(included, inBoth);
        await call.prepare(tracker, both.build());

        await call.send(defaultTemplates, both.ignore(inBoth).build());

        observe('DT-N06', winnerFor(transitionsIn(inBoth, await entries.of(template)), call.does));
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
          const template = await templates.provide();
          await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());
          const known = build.bulkTransitions.include(project);
          await call.prepare(tracker, known.build());

          const response = await call.send(defaultTemplates, naming(known, build.unusedKey()).build());

          const stored = transitionsIn(project, await entries.of(template)).flat();
          observe('DT-N13', howUnknownKeyIsTold(response));
          expect(stored, callOf(response)).toHaveLength(Number(response.ok === (call.does === 'written')));
        },
      );
    }
  });
}
