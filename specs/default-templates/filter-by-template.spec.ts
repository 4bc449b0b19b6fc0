import { covers, describeEndpoint, expect, failsFor, usesSandbox } from '../../fixtures/index.js';
import { test, typeKinds } from './support/scene.js';

/** The rule of an item that names types of one kind only. */
const ruleOf = { 'request type': 'DT-13', 'issue type': 'DT-14' } as const;

test.describe(...describeEndpoint('filterByTemplate'), () => {
  test(
    'takes an item that names its project by projectId or projectKey',
    covers('DT-11', 'DT-12'),
    async ({ defaultTemplates, projects, build, provideAmong }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypesOf: project });
      const byId = build.defaults.byId().issueTypes(project, project.issueTypes).build();
      const byKey = build.defaults.byKey().issueTypes(project, project.issueTypes).build();
      const rest = build.defaults.issueTypes(neighbour, neighbour.issueTypes).build();
      const { template, made } = await provideAmong({ wanted: byId, rest });

      failsFor('DT-11');
      expect(await defaultTemplates.filterByTemplate({ templateId: template.id, body: byId })).toHoldEntries(made);
      failsFor('DT-12');
      expect(await defaultTemplates.filterByTemplate({ templateId: template.id, body: byKey })).toHoldEntries(made);
    },
  );

  test(
    'gives only the matching request-type entries if only requestTypeIds is given',
    covers('DT-13'),
    async ({ defaultTemplates, projects, build, provideAmong }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 3 });
      const wanted = build.defaults.requestTypes(desk, desk.requestTypes.slice(0, 2)).build();
      const rest = build.defaults.requestTypes(desk, [desk.requestTypes[2]]).build();
      const restInDesk = build.defaults.issueTypes(desk, desk.issueTypes).build();
      const { template, made } = await provideAmong({ wanted, rest, restInDesk });

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(2);
      const every = build.defaults.requestTypes(desk, desk.requestTypes).build();
      const { data } = await defaultTemplates.filterByTemplate({ templateId: template.id, body: every });
      const ids = data.map(({ requestTypeId }) => requestTypeId).toSorted();
      expect(ids).toStrictEqual(desk.requestTypes.map(({ id }) => id).toSorted());
    },
  );

  test(
    'gives only the matching issue-type entries if only issueTypeIds is given',
    covers('DT-14'),
    async ({ defaultTemplates, projects, build, provideAmong }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 1 });
      const [listed, other] = project.issueTypes;
      const wanted = build.defaults.issueTypes(project, [listed]).build();
      const rest = build.defaults.issueTypes(project, [other]).requestTypes(desk, desk.requestTypes).build();
      const { template, made } = await provideAmong({ wanted, rest });

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(1);
    },
  );

  test(
    'gives no request-type entries of a service desk if only issueTypeIds is given',
    covers('DT-14'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 2, requestTypes: 1 });
      const template = await templates.provide();
      const listed = [desk.issueTypes[0]];
      const matching = await entries.provideIfTaken(template, build.defaults.issueTypes(desk, listed).build());
      await entries.assignIfTaken(template, build.defaults.issueTypes(desk, [desk.issueTypes[1]]).build());
      await entries.assign(template, build.defaults.requestTypes(desk, desk.requestTypes).build());

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.issueTypes(desk, listed).build(),
      });

      expect(response).toHoldEntries(matching);
    },
  );

  for (const { kind, types, other } of typeKinds) {
    test(
      `gives no entry of ${other} that has the number of a listed ${kind}`,
      usesSandbox(covers(ruleOf[kind])),
      async ({ defaultTemplates, build, provideSameNumber }) => {
        const given = await provideSameNumber();
        const { type, made } = given[kind];
        const body = build.defaults[types](given.desk, [type]).build();

        const response = await defaultTemplates.filterByTemplate({ templateId: given.template.id, body });

        expect(response).toHoldEntries(made);
      },
    );
  }

  test(
    'gives the entries that match either list if both are given',
    covers('DT-15'),
    async ({ defaultTemplates, provideForBothLists }) => {
      const { templateId, made, byId, byKey } = await provideForBothLists();

      const answers = [
        await defaultTemplates.filterByTemplate({ templateId, body: byId }),
        await defaultTemplates.filterByTemplate({ templateId, body: byKey }),
      ];

      for (const answer of answers) expect(answer).toHoldEntries(made);
    },
  );

  test(
    'gives the union of several items of regular and service-desk projects',
    covers('DT-16'),
    async ({ defaultTemplates, projects, build, provideAmong }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const wanted = build.defaults
        .issueTypes(regular, [regular.issueTypes[0]])
        .byKey()
        .requestTypes(desk, [desk.requestTypes[0]])
        .build();
      const rest = build.defaults
        .issueTypes(regular, [regular.issueTypes[1]])
        .requestTypes(desk, [desk.requestTypes[1]])
        .issueTypes(neighbour, neighbour.issueTypes)
        .build();
      const { template, made } = await provideAmong({ wanted, rest, ofOther: wanted });

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'gives for each item what it names in its own project',
    covers('DT-16'),
    async ({ defaultTemplates, projects, build, provideAmong }) => {
      const first = await projects.provide({ issueTypes: 2 });
      const second = await projects.provide({ issueTypesOf: first });
      const [one, other] = [[first.issueTypes[0]], [first.issueTypes[1]]];
      const wanted = build.defaults.issueTypes(first, one).issueTypes(second, other).build();
      const crossed = build.defaults.issueTypes(first, other).issueTypes(second, one).build();
      const { template, made } = await provideAmong({ wanted, rest: crossed });

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'gives an entry once that several items select',
    covers('DT-16'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 3 });
      const template = await templates.provide();
      const made = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());
      const overlapping = build.defaults
        .issueTypes(project, project.issueTypes.slice(0, 2))
        .byKey()
        .issueTypes(project, project.issueTypes.slice(1))
        .build();

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: overlapping });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(3);
    },
  );
});
