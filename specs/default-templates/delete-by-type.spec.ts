import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect, failsFor, usesSandbox } from '../../fixtures/index.js';
import type { ProjectNeeds, TestFixtures } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { test } from './support/scene.js';
import type { EntryFixtures } from './support/scene.js';

type Api = TestFixtures['defaultTemplates'];
type Given = Pick<TestFixtures, 'projects'> & Pick<EntryFixtures, 'provideAmong'> & { readonly build: Builders };

/** A template and the id of a type, in all projects or in one. */
interface Removal {
  readonly templateId: number;
  readonly typeId: number;
}
type RemovalInProject = Removal & { readonly projectIdOrKey: number | string };

/** The two kinds of types, with the removals of one type in a project and of one in all projects. */
const kinds = [
  {
    kind: 'issue type',
    other: 'request type',
    types: 'issueTypes',
    two: { issueTypes: 2 },
    inProject: {
      endpoint: 'deleteByProjectTemplateAndIssueType',
      rule: 'DT-25',
      provide: provideInOneProject,
      remove: (api: Api, { typeId, ...place }: RemovalInProject) =>
        api.deleteByProjectTemplateAndIssueType({ ...place, issueTypeId: typeId }),
    },
    everywhere: {
      endpoint: 'deleteByTemplateAndIssueType',
      rule: 'DT-27',
      title: 'removes the issue type in every project that has an entry for it, and answers what it removed',
      provide: provideInThreeProjects,
      remove: (api: Api, { typeId, templateId }: Removal) =>
        api.deleteByTemplateAndIssueType({ templateId, issueTypeId: typeId }),
    },
  },
  {
    kind: 'request type',
    other: 'issue type',
    types: 'requestTypes',
    two: { requestTypes: 2 },
    inProject: {
      endpoint: 'deleteByProjectTemplateAndRequestType',
      rule: 'DT-26',
      provide: provideInDesks,
      remove: (api: Api, { typeId, ...place }: RemovalInProject) =>
        api.deleteByProjectTemplateAndRequestType({ ...place, requestTypeId: typeId }),
    },
    everywhere: {
      endpoint: 'deleteByTemplateAndRequestType',
      rule: 'DT-28',
      title: "removes the request type, and no other type's entry",
      provide: provideInDesks,
      remove: (api: Api, { typeId, templateId }: Removal) =>
        api.deleteByTemplateAndRequestType({ templateId, requestTypeId: typeId }),
    },
  },
] as const;

for (const { kind, other, types, two, inProject, everywhere } of kinds) {
  test.describe(...describeEndpoint(inProject.endpoint), () => {
    const { rule, provide, remove } = inProject;

    test(
      `removes just the entry of the ${kind}`,
      covers(rule, 'DT-29'),
      async ({ defaultTemplates, projects, provideAmong, entries, build }) => {
        const { project, type, template, made } = await provide({ projects, provideAmong, build });
        const request = { projectIdOrKey: project.id, templateId: template.id, typeId: type.id };

        const changes = await entries.changesBy(() => remove(defaultTemplates, request));

        expect(changes).toHaveChangedOnly({ removed: made });
        failsFor('DT-29');
        expect(changes.response.data.removed).toBe(1);
        expect(changes.response).toHoldEntries(made);
      },
    );

    test(
      `removes just the entry of the ${kind} by the key of its project, and by its type alone`,
      covers(rule, everywhere.rule),
      async ({ defaultTemplates, projects, provideAmong, entries, build }) => {
        const project = await projects.provide<ProjectNeeds>(two);
        const [type, kept] = [at(project[types], 0), at(project[types], 1)];
        const { template, made } = await provideAmong({
          wanted: build.defaults[types](project, [type]).build(),
          rest: build.defaults[types](project, [kept]).build(),
        });
        const request = { projectIdOrKey: project.key, templateId: template.id, typeId: type.id };

        const changes = await entries.changesBy(() => remove(defaultTemplates, request));

        failsFor(rule);
        expect(changes).toHaveChangedOnly({ removed: made });
        expect(changes.removed).toHaveLength(1);
        failsFor(everywhere.rule);
        const again = await entries.provide(template, build.defaults[types](project, [type]).build());
        const byType = await entries.changesBy(() => everywhere.remove(defaultTemplates, request));
        expect(byType).toHaveChangedOnly({ removed: again });
        expect(byType.removed).toHaveLength(1);
      },
    );

    test(
      `keeps the entry of the ${other} that has the same number`,
      usesSandbox(covers(rule)),
      async ({ defaultTemplates, entries, provideSameNumber }) => {
        const given = await provideSameNumber();
        const { type, made } = given[kind];
        const request = { projectIdOrKey: given.desk.key, templateId: given.template.id, typeId: type.id };

        const changes = await entries.changesBy(() => remove(defaultTemplates, request));

        expect(changes).toHaveChangedOnly({ removed: made });
      },
    );
  });

  test.describe(...describeEndpoint(everywhere.endpoint), () => {
    const { rule, title, provide, remove } = everywhere;

    test(title, covers(rule, 'DT-29'), async ({ defaultTemplates, projects, provideAmong, entries, build }) => {
      const { type, template, made } = await provide({ projects, provideAmong, build });
      const request = { templateId: template.id, typeId: type.id };

      const changes = await entries.changesBy(() => remove(defaultTemplates, request));

      expect(changes).toHaveChangedOnly({ removed: made });
      failsFor('DT-29');
      expect(changes.response.data.removed).toBe(made.length);
      expect(changes.response).toHoldEntries(made);
    });

    for (const where of ['in the same desk', 'in another project'] as const) {
      test(
        `keeps the entry of the ${other} that has the same number ${where}`,
        usesSandbox(covers(rule)),
        async ({ defaultTemplates, entries, provideSameNumber }) => {
          const given = await provideSameNumber(where);
          const { type, made } = given[kind];
          const request = { templateId: given.template.id, typeId: type.id };

          const changes = await entries.changesBy(() => remove(defaultTemplates, request));

          expect(changes).toHaveChangedOnly({ removed: made });
        },
      );
    }
  });
}

/** An entry of an issue type, beside those of another template, another issue type, and another project with the type. */
async function provideInOneProject({ projects, provideAmong, build }: Given) {
  const project = await projects.provide({ issueTypes: 2 });
  const neighbour = await projects.provide({ issueTypesOf: project });
  const [type, kept] = project.issueTypes;
  const wanted = build.defaults.issueTypes(project, [type]).build();
  const rest = build.defaults.issueTypes(project, [kept]).issueTypes(neighbour, [type]).build();
  return { project, type, ...(await provideAmong({ wanted, rest, ofOther: wanted })) };
}

/** Entries of an issue type in three projects, beside those of another issue type, and of another template in a fourth. */
async function provideInThreeProjects({ projects, provideAmong, build }: Given) {
  const project = await projects.provide({ issueTypes: 2 });
  const neighbour = await projects.provide({ issueTypesOf: project });
  const third = await projects.provide({ issueTypesOf: project });
  const [type, kept] = project.issueTypes;
  const wanted = build.defaults
    .issueTypes(project, [type])
    .issueTypes(neighbour, [type])
    .issueTypes(third, [type])
    .build();
  const rest = build.defaults.issueTypes(project, [kept]).issueTypes(neighbour, [kept]).build();
  const fourth = await projects.provide({ issueTypesOf: project });
  const ofOther = build.defaults.issueTypes(project, [type]).issueTypes(fourth, [type]).build();
  return { type, ...(await provideAmong({ wanted, rest, ofOther })) };
}

/** An entry of a request type, beside those of another template, another request type, another desk and an issue type. */
async function provideInDesks({ projects, provideAmong, build }: Given) {
  const project = await projects.provide({ issueTypes: 1, requestTypes: 2 });
  const neighbour = await projects.provide({ requestTypes: 1 });
  const [type, kept] = project.requestTypes;
  const wanted = build.defaults.requestTypes(project, [type]).build();
  const rest = build.defaults.requestTypes(project, [kept]).requestTypes(neighbour, neighbour.requestTypes).build();
  const restInDesk = build.defaults.issueTypes(project, project.issueTypes).build();
  return { project, type, ...(await provideAmong({ wanted, rest, restInDesk, ofOther: wanted })) };
}
