import { covers, describeEndpoint, expect, skipAsUnavailable, test } from '../../fixtures/index.js';
import { NONE_IN_DESKS, provideInDesk, provideSameNumber } from './support/desk-issue-types.js';

test.describe(...describeEndpoint('filterByTemplate'), () => {
  test(
    'takes an item that names its project by projectId',
    covers('DT-11'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 1 });
      const neighbour = await projects.provide({ issueTypesOf: project });
      const template = await templates.provide();
      const [wanted, rest] = [
        build.defaults.byId().issueTypes(project, project.issueTypes).build(),
        build.defaults.issueTypes(neighbour, neighbour.issueTypes).build(),
      ];
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(1);
    },
  );

  test(
    'gives for projectKey what it gives for projectId',
    covers('DT-12'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypesOf: project });
      const template = await templates.provide();
      const types = project.issueTypes;
      const made = await entries.provide(template, build.defaults.issueTypes(project, types).build());
      await entries.assign(template, build.defaults.issueTypes(neighbour, neighbour.issueTypes).build());

      const byId = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.byId().issueTypes(project, types).build(),
      });
      const byKey = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.byKey().issueTypes(project, types).build(),
      });

      expect(byId).toHoldEntries(made);
      expect(byKey).toHoldEntries(made);
    },
  );

  test(
    'gives only the matching request-type entries if only requestTypeIds is given',
    covers('DT-13'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 3 });
      const template = await templates.provide();
      const listed = desk.requestTypes.slice(0, 2);
      const matching = await entries.provide(template, build.defaults.requestTypes(desk, listed).build());
      await entries.assign(template, build.defaults.requestTypes(desk, [desk.requestTypes[2]]).build());
      await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.requestTypes(desk, listed).build(),
      });

      expect(response).toHoldEntries(matching);
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'gives only the matching issue-type entries if only issueTypeIds is given',
    covers('DT-14'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const listed = build.defaults.issueTypes(project, [project.issueTypes[0]]).build();
      const matching = await entries.provide(template, listed);
      const rest = build.defaults
        .issueTypes(project, [project.issueTypes[1]])
        .requestTypes(desk, desk.requestTypes)
        .build();
      await entries.assign(template, rest);

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: listed });

      expect(response).toHoldEntries(matching);
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
      const matching = await provideInDesk(entries, template, build.defaults.issueTypes(desk, listed).build());
      skipAsUnavailable(matching.length === 0, NONE_IN_DESKS);
      const rest = build.defaults.issueTypes(desk, [desk.issueTypes[1]]).requestTypes(desk, desk.requestTypes).build();
      await entries.assign(template, rest);

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.issueTypes(desk, listed).build(),
      });

      expect(response).toHoldEntries(matching);
      expect(response.data).toHaveLength(1);
    },
  );

  test(
    'gives no entry of an issue type that has the number of a listed request type',
    covers('DT-13'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const given = await provideSameNumber({ projects, templates, entries, build });
      const { desk, template, requestType, ofRequestType } = given;

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.requestTypes(desk, [requestType]).build(),
      });

      expect(response).toHoldEntries(ofRequestType);
    },
  );

  test(
    'gives no entry of a request type that has the number of a listed issue type',
    covers('DT-14'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const given = await provideSameNumber({ projects, templates, entries, build });
      const { desk, template, issueType, ofIssueType } = given;

      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.issueTypes(desk, [issueType]).build(),
      });

      expect(response).toHoldEntries(ofIssueType);
    },
  );

  test(
    'gives the entries that match either list if both are given',
    covers('DT-15'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 2, requestTypes: 2 });
      const template = await templates.provide();
      const [issueTypes, requestTypes] = [[desk.issueTypes[0]], [desk.requestTypes[0]]];
      const inDesk = await provideInDesk(entries, template, build.defaults.issueTypes(desk, issueTypes).build());
      const matching = [
        ...inDesk,
        ...(await entries.provide(template, build.defaults.requestTypes(desk, requestTypes).build())),
      ];
      await entries.assign(template, build.defaults.requestTypes(desk, [desk.requestTypes[1]]).build());
      await provideInDesk(entries, template, build.defaults.issueTypes(desk, [desk.issueTypes[1]]).build());

      const bothLists = {
        issueTypeIds: issueTypes.map(({ id }) => id),
        requestTypeIds: requestTypes.map(({ id }) => id),
      };
      const response = await defaultTemplates.filterByTemplate({
        templateId: template.id,
        body: build.defaults.item(desk, bothLists).build(),
      });

      expect(response).toHoldEntries(matching);
    },
  );

  test(
    'gives the union of several items of regular and service-desk projects',
    covers('DT-16'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const neighbour = await projects.provide({ issueTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
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
      await entries.assign(other, wanted);
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'gives for each item what it names in its own project',
    covers('DT-16'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const first = await projects.provide({ issueTypes: 2 });
      const second = await projects.provide({ issueTypesOf: first });
      const template = await templates.provide();
      const [one, other] = [[first.issueTypes[0]], [first.issueTypes[1]]];
      const [wanted, crossed] = [
        build.defaults.issueTypes(first, one).issueTypes(second, other).build(),
        build.defaults.issueTypes(first, other).issueTypes(second, one).build(),
      ];
      const made = await entries.provide(template, wanted);
      await entries.assign(template, crossed);

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: wanted });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'gives an entry once that several items select',
    covers('DT-16'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const made = await entries.provide(template, build.defaults.issueTypes(project, project.issueTypes).build());
      const overlapping = build.defaults
        .issueTypes(project, [project.issueTypes[0]])
        .byKey()
        .issueTypes(project, project.issueTypes)
        .build();

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: overlapping });

      expect(response).toHoldEntries(made);
      expect(response.data).toHaveLength(2);
    },
  );

  test(
    'gives nothing if only entries of another template match',
    covers('DT-16'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const ofOther = build.defaults.issueTypes(project, [project.issueTypes[0]]).build();
      await entries.assign(other, ofOther);
      await entries.assign(template, build.defaults.issueTypes(project, [project.issueTypes[1]]).build());

      const response = await defaultTemplates.filterByTemplate({ templateId: template.id, body: ofOther });

      expect(response).toHoldEntries([]);
    },
  );
});
