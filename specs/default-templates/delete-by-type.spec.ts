import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { provideInDesk } from './support/desk-issue-types.js';
import { provideSameNumber } from './support/same-number.js';

test.describe(...describeEndpoint('deleteByProjectTemplateAndIssueType'), () => {
  test(
    'removes just the entry of the issue type, the project named by id',
    covers('DT-25', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypesOf: project });
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = project.issueTypes;
      const wanted = build.defaults.issueTypes(project, [type]).build();
      const rest = build.defaults.issueTypes(project, [kept]).issueTypes(neighbour, [type]).build();
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);
      await entries.assign(other, wanted);

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndIssueType({
          projectIdOrKey: project.id,
          templateId: template.id,
          issueTypeId: type.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(1);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    'removes just the entry of the issue type, the project named by key',
    covers('DT-25'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const [type, kept] = project.issueTypes;
      const made = await entries.provide(template, build.defaults.issueTypes(project, [type]).build());
      await entries.assign(template, build.defaults.issueTypes(project, [kept]).build());

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndIssueType({
          projectIdOrKey: project.key,
          templateId: template.id,
          issueTypeId: type.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.removed).toHaveLength(1);
    },
  );

  test(
    'keeps the entry of the request type that has the same number',
    covers('DT-25'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const given = await provideSameNumber({ projects, templates, entries, build });
      const { desk, template, issueType, ofIssueType } = given;

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndIssueType({
          projectIdOrKey: desk.id,
          templateId: template.id,
          issueTypeId: issueType.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: ofIssueType });
    },
  );
});

test.describe(...describeEndpoint('deleteByProjectTemplateAndRequestType'), () => {
  test(
    'removes just the entry of the request type, the project named by id',
    covers('DT-26', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const neighbour = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = desk.requestTypes;
      const wanted = build.defaults.requestTypes(desk, [type]).build();
      const rest = build.defaults.requestTypes(desk, [kept]).requestTypes(neighbour, neighbour.requestTypes).build();
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);
      await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());
      await entries.assign(other, wanted);

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndRequestType({
          projectIdOrKey: desk.id,
          templateId: template.id,
          requestTypeId: type.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(1);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    'removes just the entry of the request type, the project named by key',
    covers('DT-26'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ requestTypes: 2 });
      const template = await templates.provide();
      const [type, kept] = desk.requestTypes;
      const made = await entries.provide(template, build.defaults.requestTypes(desk, [type]).build());
      await entries.assign(template, build.defaults.requestTypes(desk, [kept]).build());

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndRequestType({
          projectIdOrKey: desk.key,
          templateId: template.id,
          requestTypeId: type.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.removed).toHaveLength(1);
    },
  );

  test(
    'keeps the entry of the issue type that has the same number',
    covers('DT-26'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const given = await provideSameNumber({ projects, templates, entries, build });
      const { desk, template, requestType, ofRequestType } = given;

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndRequestType({
          projectIdOrKey: desk.id,
          templateId: template.id,
          requestTypeId: requestType.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: ofRequestType });
    },
  );
});

test.describe(...describeEndpoint('deleteByTemplateAndIssueType'), () => {
  test(
    'removes the issue type in every project that has an entry for it, and answers what it removed',
    covers('DT-27', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const regular = await projects.provide({ issueTypes: 2 });
      const neighbour = await projects.provide({ issueTypesOf: regular });
      const desk = await projects.provide({ issueTypesOf: regular, requestTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = regular.issueTypes;
      const wanted = build.defaults.issueTypes(regular, [type]).issueTypes(neighbour, [type]).build();
      const rest = build.defaults
        .issueTypes(regular, [kept])
        .issueTypes(neighbour, [kept])
        .requestTypes(desk, desk.requestTypes)
        .build();
      const inDesk = await provideInDesk(entries, template, build.defaults.issueTypes(desk, [type]).build());
      const made = [...inDesk, ...(await entries.provide(template, wanted))];
      await entries.assign(template, rest);
      await entries.assign(other, wanted);

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: type.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(made.length);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    "removes no other type's entry and no other template's",
    covers('DT-27'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = project.issueTypes;
      const wanted = build.defaults.issueTypes(project, [type]).build();
      const made = await entries.provide(template, wanted);
      await entries.assign(template, build.defaults.issueTypes(project, [kept]).build());
      await entries.assign(other, wanted);

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: type.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.removed).toHaveLength(1);
    },
  );

  test(
    'keeps the entry of the request type that has the same number',
    covers('DT-27'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 1, sameNumber: true });
      const regular = await projects.provide({ issueTypesOf: desk });
      const template = await templates.provide();
      const ofIssueType = await entries.provide(template, build.defaults.issueTypes(regular, desk.issueTypes).build());
      const ofRequestType = await entries.provide(
        template,
        build.defaults.requestTypes(desk, desk.requestTypes).build(),
      );

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: desk.issueTypes[0].id }),
      );

      expect(changes).toHaveChangedOnly({ removed: ofIssueType });
      expect([...ofIssueType, ...ofRequestType]).toHaveLength(2);
    },
  );
});

test.describe(...describeEndpoint('deleteByTemplateAndRequestType'), () => {
  test(
    "removes the request type, and no other type's entry",
    covers('DT-28', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const neighbour = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = desk.requestTypes;
      const wanted = build.defaults.requestTypes(desk, [type]).build();
      const rest = build.defaults.requestTypes(desk, [kept]).requestTypes(neighbour, neighbour.requestTypes).build();
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);
      await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());
      await entries.assign(other, wanted);

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndRequestType({ templateId: template.id, requestTypeId: type.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(1);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    'keeps the entry of the issue type that has the same number',
    covers('DT-28'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 1, sameNumber: true });
      const regular = await projects.provide({ issueTypesOf: desk });
      const template = await templates.provide();
      const ofIssueType = await entries.provide(template, build.defaults.issueTypes(regular, desk.issueTypes).build());
      const ofRequestType = await entries.provide(
        template,
        build.defaults.requestTypes(desk, desk.requestTypes).build(),
      );

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndRequestType({
          templateId: template.id,
          requestTypeId: desk.requestTypes[0].id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: ofRequestType });
      expect([...ofIssueType, ...ofRequestType]).toHaveLength(2);
    },
  );
});
