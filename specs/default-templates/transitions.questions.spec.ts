import { isDeepStrictEqual } from 'node:util';
import type { BulkTransitionsBuilder } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { ApiResponse, Assumptions, DataOf, Endpoints, ProvidedProject } from '../../fixtures/index.js';
import { callOf, unlessRefused } from '../support/attempts.js';
import { bulkCalls, CREATE, transitionsIn } from './support/stored-screens.js';
import { test } from './support/scene.js';

for (const call of bulkCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'counts and lists entries that were so already as it is assumed to',
      covers('DT-N18'),
      async ({ defaultTemplates, projects, build, observe, tracker, assignAll }) => {
        const changing = await projects.provide({ issueTypes: 1 });
        const alreadySo = await projects.provide({ issueTypes: 2 });
        await assignAll(changing, alreadySo);
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
        const isSkipped = data.skippedProjects.includes(alreadySo.key);
        observe('DT-N18', {
          entries: data.updatedDefaultTemplates > some.length ? 'counted' : 'left out',
          project: data.updatedProjects.includes(alreadySo.key) ? 'updated' : isSkipped ? 'skipped' : 'left out',
        });
      },
    );

    test(
      'treats a key that is both included and ignored as it is assumed to, and lists its project so',
      covers('DT-N06', 'DT-N22'),
      async ({ defaultTemplates, projects, entries, build, observe, tracker, assignAll }) => {
        const included = await projects.provide();
        const inBoth = await projects.provide();
        const template = await assignAll(included, inBoth);
        const both = build.bulkTransitions.include(included, inBoth);
        await call.prepare(tracker, both.build());

        const response = await call.send(defaultTemplates, both.ignore(inBoth).build());

        const hasScreen = transitionsIn(inBoth, await entries.of(template)).flat().length > 0;
        observe('DT-N06', hasScreen === (call.does === 'written') ? 'included' : 'ignored');
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
        async ({ defaultTemplates, projects, entries, build, observe, tracker, assignAll }) => {
          const project = await projects.provide();
          const template = await assignAll(project);
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
    async ({ defaultTemplates, projects, entries, build, assumptions, observe, assignAll }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll(project);
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
    async ({ defaultTemplates, projects, entries, build, observe, tracker, trackerApi, assignAll, storeScreens }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll(project);
      const body = build.bulkTransitions.include(project).build();
      await storeScreens(project);
      const [initial] = transitionsIn(project, await entries.of(template));
      const issue = await trackerApi.createIssue({ body: build.issue.in(project, project.issueTypes[0]).build() });
      const { data } = await trackerApi.listTransitions({ issueIdOrKey: issue.data.key });

      const stored: unknown[] = [];
      for (const { id: transitionId } of data.transitions) {
        await tracker.setup.clearTransitions({ body });
        const response = await defaultTemplates.setTransitions({ transitionId, body });
        const now = transitionsIn(project, await entries.of(template));
        stored.push(...now.filter(() => hasUpdated(response, project)));
      }

      test.skip(stored.length === 0, 'No transition but the initial one has a screen.');
      const isInitial = stored.every((transitions) => isDeepStrictEqual(transitions, initial));
      observe('DT-N12', { known: isInitial ? 'screen of the initial transition' : 'screen of that transition' });
    },
  );

  test(
    'treats a project whose workflow lacks the transition as it is assumed to',
    covers('DT-N12'),
    async ({ defaultTemplates, projects, entries, build, observe, assignAll }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const template = await assignAll(project);
      const body = build.bulkTransitions.include(project).build();

      const response = await defaultTemplates.setTransitions({ transitionId: build.unusedId(), body });

      expect(transitionsIn(project, await entries.of(template)).flat()).toStrictEqual([]);
      observe.orUnclear('DT-N12', howMissingIsTold(response, project), callOf(response));
    },
  );
});

type BulkResponse = ApiResponse<DataOf<Endpoints['setTransitions']>>;

const hasUpdated = (response: BulkResponse, { key }: ProvidedProject) =>
  response.ok && response.data.updatedProjects.includes(key);

const hasSkipped = (response: BulkResponse, { key }: ProvidedProject) =>
  response.ok && response.data.skippedProjects.includes(key);

/** How a bulk answer lists a project that it ignored; undefined if it did not ignore the project (DT-N22). */
function howIgnoredIsListed(response: BulkResponse, project: ProvidedProject) {
  if (!response.ok || hasUpdated(response, project)) return undefined;
  return hasSkipped(response, project) ? 'skipped' : 'left out';
}

/** How a bulk answer reports a project without the transition; a refusal counts as an error message (DT-N12). */
function howMissingIsTold(response: BulkResponse, project: ProvidedProject) {
  if (response.status >= 500) return undefined;
  return { missing: hasSkipped(response, project) ? 'skipped' : 'error message' } as const;
}

function howUnknownKeyIsTold(response: BulkResponse) {
  const isTold = response.ok && response.data.errorMessages.length > 0;
  return unlessRefused(response, isTold ? 'error message' : 'passed over');
}

type Names = Assumptions['DT-N10'];
type Property = keyof Names;

/** Patterns for names if only the name is known. */
const lookalikes: { readonly [Name in Property]: RegExp } = {
  transitionId: /^id$|transition.*id/i,
  name: /name/i,
  screenId: /screen/i,
};

/**
 * The names that the properties of an element of transitions have, in the terms of DT-N10. If the screen of the
 * project is known, their values decide. Of those with the same value, and if it is not known, the names decide, the
 * assumed names first.
 */
function transitionProperties(element: object, { screens }: Pick<ProvidedProject, 'screens'>, assumed: Names): Names {
  const entries = Object.entries(element);
  const find = (property: Property): string | null => {
    const fitting = entries.filter(([, value]) => screens === undefined || value === screens.initial[property]);
    const names = fitting.map(([name]) => name);
    const name = assumed[property];
    if (name !== null && names.includes(name)) return name;
    const first = screens === undefined ? undefined : names[0];
    return names.find((candidate) => lookalikes[property].test(candidate)) ?? first ?? null;
  };
  return { transitionId: find('transitionId'), name: find('name'), screenId: find('screenId') };
}
