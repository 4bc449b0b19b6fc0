import { covers, describeEndpoint, expect, skipAsUnavailable, test } from '../../fixtures/index.js';
import type { TestFixtures } from '../../fixtures/index.js';
import { NONE_IN_DESKS, provideInDesk, provideSameNumber, provideSameNumberApart } from './support/desk-issue-types.js';

type Given = Pick<TestFixtures, 'projects' | 'templates' | 'entries' | 'build'>;

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
      await entries.assign(other, wanted);
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);

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
      const { desk, template, issueType, ofIssueType } = await provideSameNumber({
        projects,
        templates,
        entries,
        build,
      });

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndIssueType({
          projectIdOrKey: desk.id,
          templateId: template.id,
          issueTypeId: issueType.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: ofIssueType });
      expect(changes.removed).toHaveLength(1);
    },
  );
});

test.describe(...describeEndpoint('deleteByProjectTemplateAndRequestType'), () => {
  test(
    'removes just the entry of the request type, the project named by id',
    covers('DT-26', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const { desk, template, type, made } = await provideRequestTypes({ projects, templates, entries, build });

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

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByProjectTemplateAndRequestType({
          projectIdOrKey: given.desk.id,
          templateId: given.template.id,
          requestTypeId: given.requestType.id,
        }),
      );

      expect(changes).toHaveChangedOnly({ removed: given.ofRequestType });
      expect(changes.removed).toHaveLength(1);
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
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = regular.issueTypes;
      const wanted = build.defaults.issueTypes(regular, [type]).issueTypes(neighbour, [type]).build();
      await entries.assign(other, wanted);
      const made = await entries.provide(template, wanted);
      await entries.assign(template, build.defaults.issueTypes(regular, [kept]).issueTypes(neighbour, [kept]).build());

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: type.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(made.length);
      expect(changes.response).toHoldEntries(made);
    },
  );

  test(
    'removes the issue type in service desks too, and no request type',
    covers('DT-27'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 1 });
      const template = await templates.provide();
      const [type] = desk.issueTypes;
      const made = await provideInDesk(entries, template, build.defaults.issueTypes(desk, [type]).build());
      skipAsUnavailable(made.length === 0, NONE_IN_DESKS);
      await entries.assign(template, build.defaults.requestTypes(desk, desk.requestTypes).build());

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: type.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.removed).toHaveLength(1);
    },
  );

  for (const { where, provide } of sameNumbers()) {
    test(
      `keeps the entry of the request type that has the same number ${where}`,
      covers('DT-27'),
      async ({ defaultTemplates, projects, templates, entries, build }) => {
        const { template, issueType, ofIssueType } = await provide({ projects, templates, entries, build });

        const changes = await entries.changesBy(() =>
          defaultTemplates.deleteByTemplateAndIssueType({ templateId: template.id, issueTypeId: issueType.id }),
        );

        expect(changes).toHaveChangedOnly({ removed: ofIssueType });
        expect(changes.removed).toHaveLength(1);
      },
    );
  }
});

test.describe(...describeEndpoint('deleteByTemplateAndRequestType'), () => {
  test(
    "removes the request type, and no other type's entry",
    covers('DT-28', 'DT-29'),
    async ({ defaultTemplates, projects, templates, entries, build }) => {
      const { template, type, made } = await provideRequestTypes({ projects, templates, entries, build });

      const changes = await entries.changesBy(() =>
        defaultTemplates.deleteByTemplateAndRequestType({ templateId: template.id, requestTypeId: type.id }),
      );

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(1);
      expect(changes.response).toHoldEntries(made);
    },
  );

  for (const { where, provide } of sameNumbers()) {
    test(
      `keeps the entry of the issue type that has the same number ${where}`,
      covers('DT-28'),
      async ({ defaultTemplates, projects, templates, entries, build }) => {
        const { template, requestType, ofRequestType } = await provide({ projects, templates, entries, build });

        const changes = await entries.changesBy(() =>
          defaultTemplates.deleteByTemplateAndRequestType({ templateId: template.id, requestTypeId: requestType.id }),
        );

        expect(changes).toHaveChangedOnly({ removed: ofRequestType });
        expect(changes.removed).toHaveLength(1);
      },
    );
  }
});

/** The projects in which an issue type and a request type of the same number have an entry. */
function sameNumbers() {
  return [
    { where: 'in the same desk', provide: provideSameNumber },
    { where: 'in another project', provide: provideSameNumberApart },
  ];
}

/** An entry of a request type, beside those of another template, another request type, another desk and an issue type. */
async function provideRequestTypes({ projects, templates, entries, build }: Given) {
  const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
  const neighbour = await projects.provide({ requestTypes: 1 });
  const template = await templates.provide();
  const other = await templates.provide();
  const [type, kept] = desk.requestTypes;
  const wanted = build.defaults.requestTypes(desk, [type]).build();
  await entries.assign(other, wanted);
  const made = await entries.provide(template, wanted);
  const rest = build.defaults.requestTypes(desk, [kept]).requestTypes(neighbour, neighbour.requestTypes).build();
  await entries.assign(template, rest);
  await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());
  return { desk, template, type, made };
}
