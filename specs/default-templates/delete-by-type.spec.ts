import { covers, describeEndpoint, expect, skipAsUnavailable, test } from '../../fixtures/index.js';
import type { ProjectNeeds, ProvidedTemplate, ProvidedType, TestFixtures } from '../../fixtures/index.js';
import { at } from '../support/at.js';
import { NONE_IN_DESKS, provideInDesk } from './support/desk-issue-types.js';
import { provideSameNumber, provideSameNumberApart } from './support/same-number.js';

type Api = TestFixtures['defaultTemplates'];

const forIssueTypes = {
  kind: 'issue type',
  twin: 'request type',
  types: 'issueTypes',
  two: { issueTypes: 2 },
  ofTwins: { type: 'issueType', made: 'ofIssueType' },
} as const;
const forRequestTypes = {
  kind: 'request type',
  twin: 'issue type',
  types: 'requestTypes',
  two: { requestTypes: 2 },
  ofTwins: { type: 'requestType', made: 'ofRequestType' },
} as const;

/** The removals of a template's entries for one type. */
const removals = [
  {
    ...forIssueTypes,
    endpoint: 'deleteByProjectTemplateAndIssueType',
    rule: 'DT-25',
    remove: (api: Api, { id }: ProvidedTemplate, type: ProvidedType, projectIdOrKey: number | string) =>
      api.deleteByProjectTemplateAndIssueType({ projectIdOrKey, templateId: id, issueTypeId: type.id }),
  },
  {
    ...forRequestTypes,
    endpoint: 'deleteByProjectTemplateAndRequestType',
    rule: 'DT-26',
    remove: (api: Api, { id }: ProvidedTemplate, type: ProvidedType, projectIdOrKey: number | string) =>
      api.deleteByProjectTemplateAndRequestType({ projectIdOrKey, templateId: id, requestTypeId: type.id }),
  },
  {
    ...forIssueTypes,
    endpoint: 'deleteByTemplateAndIssueType',
    rule: 'DT-27',
    remove: (api: Api, { id }: ProvidedTemplate, type: ProvidedType) =>
      api.deleteByTemplateAndIssueType({ templateId: id, issueTypeId: type.id }),
  },
  {
    ...forRequestTypes,
    endpoint: 'deleteByTemplateAndRequestType',
    rule: 'DT-28',
    remove: (api: Api, { id }: ProvidedTemplate, type: ProvidedType) =>
      api.deleteByTemplateAndRequestType({ templateId: id, requestTypeId: type.id }),
  },
] as const;
const [inProjectByIssueType, inProjectByRequestType, , byRequestType] = removals;

/** Equal numbers in a service desk, and where no project is named also in two projects. */
const equalNumbers = [
  ...removals.map((removal) => ({ ...removal, where: '', provideTwins: provideSameNumber })),
  ...removals.slice(2).map((removal) => ({
    ...removal,
    where: ' in another project',
    provideTwins: provideSameNumberApart,
  })),
];

for (const { endpoint, rule, twin, ofTwins, where, provideTwins, remove } of equalNumbers) {
  test.describe(...describeEndpoint(endpoint), () => {
    test(
      `keeps the entry of the ${twin} that has the same number${where}`,
      covers(rule),
      async ({ defaultTemplates, projects, templates, entries, build }) => {
        const given = await provideTwins({ projects, templates, entries, build });
        const { desk, template, [ofTwins.type]: type, [ofTwins.made]: made } = given;

        const changes = await entries.changesBy(() => remove(defaultTemplates, template, type, desk.id));

        expect(changes).toHaveChangedOnly({ removed: made });
        expect([...given.ofIssueType, ...given.ofRequestType]).toHaveLength(2);
      },
    );
  });
}

for (const { endpoint, rule, kind, types, two, remove } of [inProjectByIssueType, inProjectByRequestType]) {
  test.describe(...describeEndpoint(endpoint), () => {
    test(
      `removes just the entry of the ${kind}, the project named by key`,
      covers(rule),
      async ({ defaultTemplates, projects, templates, entries, build }) => {
        const project = await projects.provide<ProjectNeeds>(two);
        const template = await templates.provide();
        const [type, kept] = [at(project[types], 0), at(project[types], 1)];
        const made = await entries.provide(template, build.defaults[types](project, [type]).build());
        await entries.assign(template, build.defaults[types](project, [kept]).build());

        const changes = await entries.changesBy(() => remove(defaultTemplates, template, type, project.key));

        expect(changes).toHaveChangedOnly({ removed: made });
        expect(changes.removed).toHaveLength(1);
      },
    );
  });
}

const requestTypeRemovals = [
  { ...inProjectByRequestType, title: 'removes just the entry of the request type, the project named by id' },
  { ...byRequestType, title: "removes the request type, and no other type's entry" },
];

for (const { endpoint, rule, title, remove } of requestTypeRemovals) {
  test.describe(...describeEndpoint(endpoint), () => {
    test(title, covers(rule, 'DT-29'), async ({ defaultTemplates, projects, templates, entries, build }) => {
      const desk = await projects.provide({ issueTypes: 1, requestTypes: 2 });
      const neighbour = await projects.provide({ requestTypes: 1 });
      const template = await templates.provide();
      const other = await templates.provide();
      const [type, kept] = desk.requestTypes;
      const wanted = build.defaults.requestTypes(desk, [type]).build();
      const rest = build.defaults.requestTypes(desk, [kept]).requestTypes(neighbour, neighbour.requestTypes).build();
      await entries.assign(other, wanted);
      const made = await entries.provide(template, wanted);
      await entries.assign(template, rest);
      await provideInDesk(entries, template, build.defaults.issueTypes(desk, desk.issueTypes).build());

      const changes = await entries.changesBy(() => remove(defaultTemplates, template, type, desk.id));

      expect(changes).toHaveChangedOnly({ removed: made });
      expect(changes.response.data.removed).toBe(1);
      expect(changes.response).toHoldEntries(made);
    });
  });
}

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
});
