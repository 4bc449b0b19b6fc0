import type {
  ApiResponse,
  DefaultsRequest,
  Entry,
  Issue,
  ProjectNeeds,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedType,
  TestFixtures,
} from '../../fixtures/index.js';
import {
  covers,
  describeEndpoint,
  expect,
  failsFor,
  skipAsInapplicable,
  skipAsUnavailable,
} from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { at } from '../support/values.js';
import { CALLERS_TEXT, fieldKinds, provideClash, refusesField } from './support/field-kinds.js';
import { NONE_IN_DESKS, test, withAllTypes } from './support/scene.js';
import {
  createAndRead,
  expectFilled,
  failsForIfUnfilled,
  fieldsFilledFrom,
  provideFreeTypes,
  requireFilling,
  templateValues,
  typesWithoutDefault,
  valuesIn,
} from './support/template-values.js';

type Api = TestFixtures['defaultTemplates'];
type Caller = Pick<TestFixtures, 'trackerApi' | 'build'>;
interface Filling extends Pick<TestFixtures, 'defaultTemplates' | 'templates' | 'entries' | 'build'> {
  readonly project: ProvidedProject;
  readonly template: ProvidedTemplate;
}

const SUMMARY = { fields: ['summary'] } as const;
const DESK = { issueTypes: 1, requestTypes: 1 } as const;

/** Whose value a field has that both the template and the caller have one for. */
const overwriting = [
  {
    title: "replaces the caller's value of a field if Overwrite is on",
    templatePostFunction: 'overwrite',
    wanted: 'ofTemplate',
  },
  { title: "keeps the caller's value of a field if Overwrite is off", templatePostFunction: 'keep', wanted: 'sent' },
] as const;

/** Projects beside that of an entry. A workflow, which has the post function, may be that of both. */
const neighbours = [
  { place: '', templatePostFunction: 'keep' },
  { place: ', which has the same post function', templatePostFunction: 'overwrite' },
] as const;

const naming = async ({ templates, build, project, template }: Filling) =>
  build.issue.in(project, at(project.issueTypes, 0)).fromTemplate(await templates.field(), template);

const byDefault = async ({ defaultTemplates, entries, build, project, template }: Filling) => {
  const { free } = await provideFreeTypes(defaultTemplates, project, 'issueTypes');
  await entries.assign(template, build.defaults.issueTypes(project, free.slice(0, 1)).build());
  return build.issue.in(project, at(free, 0));
};

/** The calls whose outcome the default template of its type fills in, each with a project that has two such types. */
const creations = [
  {
    endpoint: 'createIssue',
    title: 'fills in the default template of its project and type until that is removed',
    types: 'issueTypes',
    two: { issueTypes: 2 },
    removals: (api: Api, templateId: number, projectIdOrKey: string, issueTypeId: number) => [
      () => api.deleteByTemplateAndIssueType({ templateId, issueTypeId }),
      () => api.deleteByProjectTemplateAndIssueType({ projectIdOrKey, templateId, issueTypeId }),
    ],
    create: async ({ trackerApi, build }: Caller, project: ProvidedProject, type: ProvidedType, by: 'id' | 'name') => {
      const ofProject = by === 'id' ? { id: String(project.id) } : { key: project.key };
      const fields = { project: ofProject, issuetype: { [by]: String(type[by]) } };
      const body = build.issue.in(project, type).withFields(fields).build();
      return (await trackerApi.createIssue({ body })).data.key;
    },
  },
  {
    endpoint: 'createServiceRequest',
    title: 'fills in the default template of its request type until that is removed',
    types: 'requestTypes',
    two: { requestTypes: 2 },
    removals: (api: Api, templateId: number, projectIdOrKey: string, requestTypeId: number) => [
      () => api.deleteByTemplateAndRequestType({ templateId, requestTypeId }),
      () => api.deleteByProjectTemplateAndRequestType({ projectIdOrKey, templateId, requestTypeId }),
    ],
    create: async ({ trackerApi, build }: Caller, desk: ProvidedProject, { id }: ProvidedType) => {
      const serviceDeskId = await serviceDeskOf(desk, trackerApi);
      const requestFieldValues = { summary: build.summary('As the caller wrote it') };
      const body = { serviceDeskId, requestTypeId: id, requestFieldValues };
      return (await trackerApi.createServiceRequest({ body })).data.issueKey;
    },
  },
] as const;

for (const { endpoint, title, types, two, removals, create } of creations) {
  test.describe(...describeEndpoint(endpoint), () => {
    test(
      title,
      covers('DT-37'),
      async ({ defaultTemplates, trackerApi, projects, templates, entries, build, tracker, storeScreens }) => {
        const project = await projects.provide<ProjectNeeds>({ ...two, templatePostFunction: 'overwrite' });
        const template = await templates.provide({ fields: ['summary', 'description'] });
        const { taken, free } = await provideFreeTypes(defaultTemplates, project, types);
        const type = at(free, 0);
        const body = build.defaults[types](project, [type]).build();
        const assign = () => entries.assign(template, body);
        const made = async (by: 'id' | 'name') => {
          const key = await create({ trackerApi, build }, project, type, by);
          return (await trackerApi.getIssue({ issueIdOrKey: key })).data;
        };
        const given = { defaultTemplates, tracker, project, template, body };
        await assign();
        await Promise.all([project].filter(() => taken.length === 0).map((one) => storeScreens(one)));

        const removing = [
          () => defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: project.id, templateId: template.id }),
          () => defaultTemplates.deleteByTemplate({ templateId: template.id }),
          ...removals(defaultTemplates, template.id, project.key, type.id),
          ...removalsIfPossible(given, taken),
        ];
        for (const [index, remove] of removing.entries()) {
          const issue = await made(index % 2 === 0 ? 'name' : 'id');
          expectFilled('DT-37', issue, template);
          const removal = callOf(await remove());
          skipAsUnavailable((await entries.of(template)).length > 0, `${removal} removes no entry.`);
          const filled = fieldsFilledFrom(await made('name'), template);
          expect(filled, `filled in after ${removal}`).not.toContain('description');
          await assign();
        }
      },
    );

    test(
      'fills in the template that is the default now, of two that were it one after the other',
      covers('DT-37'),
      async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
        const project = await projects.provide<ProjectNeeds>({ ...two, templatePostFunction: 'overwrite' });
        const [first, second] = [await templates.provide(SUMMARY), await templates.provide(SUMMARY)];
        const { free } = await provideFreeTypes(defaultTemplates, project, types);
        const type = at(free, 0);
        const assign = (template: ProvidedTemplate) =>
          entries.assign(template, build.defaults[types](project, [type]).build());
        const remove = ({ id: templateId }: ProvidedTemplate) =>
          defaultTemplates.deleteByProjectAndTemplate({ projectIdOrKey: project.id, templateId });
        const expectNext = async (template: ProvidedTemplate) => {
          const issueIdOrKey = await create({ trackerApi, build }, project, type, 'name');
          const { data: issue } = await trackerApi.getIssue({ issueIdOrKey });
          expectFilled('DT-37', issue, template);
        };

        for (const template of [first, second, first]) {
          await assign(template);
          await expectNext(template);
          await remove(template);
        }

        for (const template of [first, second]) await assign(template);
        await remove(second);
        // The second may have taken the place of the first (DT-N20).
        const left = await entries.of(first);
        for (const template of left.map(() => first)) await expectNext(template);
      },
    );

    test(
      'fills in of the default template what the caller left out, and no more, if Overwrite is off',
      covers('DT-40'),
      async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
        const project = await projects.provide<ProjectNeeds>({ ...two, templatePostFunction: 'keep' });
        const template = await templates.provide({ fields: ['summary', 'description'] });
        const { free } = await provideFreeTypes(defaultTemplates, project, types);
        const type = at(free, 0);
        await entries.assign(template, build.defaults[types](project, [type]).build());

        const key = await create({ trackerApi, build }, project, type, 'name');

        const { data: issue } = await trackerApi.getIssue({ issueIdOrKey: key });
        const rest = templateValues(template, ['summary']);
        failsFor('DT-37');
        expect(valuesIn(issue, Object.keys(rest))).toMatchObject(rest);
        failsFor('DT-40');
        expect(fieldsFilledFrom(issue, template)).not.toContain('summary');
      },
    );
  });
}

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'fills in the default template of an issue type of a service desk',
    covers('DT-37'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
      const desk = await projects.provide({ ...DESK, templatePostFunction: 'overwrite' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      const { free } = await provideFreeTypes(defaultTemplates, desk, 'issueTypes');
      const made = await entries.provideIfTaken(template, build.defaults.issueTypes(desk, free.slice(0, 1)).build());
      skipAsUnavailable(made.length === 0, NONE_IN_DESKS);

      const issue = await createAndRead(trackerApi, build.issue.in(desk, at(free, 0)).build());

      expectFilled('DT-37', issue, template);
    },
  );

  test(
    'fills in the default template of a type of sub-tasks',
    covers('DT-37'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 1, templatePostFunction: 'overwrite' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      const ofSubtasks = await withAllTypes(trackerApi, project, true);
      skipAsInapplicable(ofSubtasks.issueTypes.length === 0, `Project ${project.key} has no type of sub-tasks.`);
      const { free } = await provideFreeTypes(defaultTemplates, ofSubtasks, 'issueTypes');
      const type = at(free, 0);
      const body = build.defaults.issueTypes(project, [type]).build();
      const assigned = await defaultTemplates.create({ templateId: template.id, body });
      skipAsUnavailable((await entries.of(template)).length === 0, `${callOf(assigned)} takes no type of sub-tasks.`);
      const parent = await createAndRead(trackerApi, build.issue.in(project, project.issueTypes[0]).build());

      const subtask = build.issue.in(project, type).withFields({ parent: { key: parent.key } });
      const issue = await createAndRead(trackerApi, subtask.build());

      expectFilled('DT-37', issue, template);
    },
  );

  test(
    'fills in nothing of a template that is the default of another type only',
    covers('DT-37'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 3, templatePostFunction: 'overwrite' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      const { free } = await provideFreeTypes(defaultTemplates, project, 'issueTypes', 2);
      await entries.assign(template, build.defaults.issueTypes(project, free.slice(0, 1)).build());
      const body = build.issue.in(project, at(free, 1)).build();

      const issue = await createAndRead(trackerApi, body);

      expect(issue.fields['summary']).toBe(body.fields['summary']);
      expect(fieldsFilledFrom(issue, template)).not.toContain('description');
    },
  );

  for (const { place, templatePostFunction } of neighbours) {
    test(
      `fills in nothing of a template that is the default of its type in another project only${place}`,
      covers('DT-37'),
      async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
        const project = await projects.provide({ issueTypes: 1, templatePostFunction: 'overwrite' });
        const neighbour = await projects.provide({ issueTypesOf: project, templatePostFunction });
        const template = await templates.provide({ fields: ['summary', 'description'] });
        const taken = [
          ...(await defaultTemplates.listByProject({ projectIdOrKey: project.id })).data,
          ...(await defaultTemplates.listByProject({ projectIdOrKey: neighbour.id })).data,
        ];
        const free = typesWithoutDefault(project.issueTypes, taken);
        skipAsUnavailable(free.length === 0, 'The type that both projects have has a default template already.');
        await entries.assign(template, build.defaults.issueTypes(project, free).build());
        const body = build.issue.in(neighbour, at(free, 0)).build();

        const issue = await createAndRead(trackerApi, body);

        expect(issue.fields['summary']).toBe(body.fields['summary']);
        expect(fieldsFilledFrom(issue, template)).not.toContain('description');
      },
    );
  }

  test(
    'fills in nothing of a template that is the default of a request type with the number of its type only',
    covers('DT-37'),
    async ({ trackerApi, projects, templates, entries, build }) => {
      const desk = await projects.provide({ ...DESK, sameNumber: true, templatePostFunction: 'overwrite' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      await entries.assign(template, build.defaults.requestTypes(desk, desk.requestTypes).build());

      const issue = await createAndRead(trackerApi, build.issue.in(desk, desk.issueTypes[0]).build());

      expect(fieldsFilledFrom(issue, template)).not.toContain('description');
    },
  );

  for (const [place, types] of [
    ['', { issueTypes: 1 }],
    [' in a service desk', DESK],
  ] as const) {
    test(
      `fills in nothing if the post function is not installed${place}`,
      covers('DT-39'),
      async ({ trackerApi, projects, templates, build, tracker }) => {
        const project = await projects.provide({ ...types, templatePostFunction: 'none' });
        const template = await templates.provide({ fields: ['summary', 'description'] });
        await requireFilling(template, ['description'], { trackerApi, projects, templates, build, tracker });
        const plain = build.issue
          .in(project, project.issueTypes[0])
          .withFields({ summary: build.summary('As the caller wrote it') });
        const naming = plain.fromTemplate(await templates.field(), template);
        const untouched = await createAndRead(trackerApi, plain.build());

        const issue = await createAndRead(trackerApi, naming.build());

        const fields = Object.keys(template.fields);
        expect(valuesIn(issue, fields)).toStrictEqual(valuesIn(untouched, fields));
        expect(issue.fields['summary']).toBe(build.summary('As the caller wrote it'));
        expect(fieldsFilledFrom(issue, template)).not.toContain('description');
      },
    );

    test(
      `fills in all values of the template it names${place}`,
      covers('DT-38'),
      async ({ trackerApi, projects, templates, build }) => {
        const project = await projects.provide({ ...types, templatePostFunction: 'overwrite' });
        const template = await templates.provide({ fields: ['summary', 'description'] });
        const body = build.issue
          .in(project, project.issueTypes[0])
          .fromTemplate(await templates.field(), template)
          .build();

        const issue = await createAndRead(trackerApi, body);

        expectFilled('DT-38', issue, template);
      },
    );
  }

  test(
    'fills in the template it names, and not another that is the default there',
    covers('DT-38'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
      const project = await projects.provide({ issueTypes: 2, templatePostFunction: 'overwrite' });
      const named = await templates.provide({ fields: ['summary', 'description'] });
      const byDefault = await templates.provide({ fields: ['summary', 'description'] });
      const { free } = await provideFreeTypes(defaultTemplates, project, 'issueTypes');
      await entries.assign(byDefault, build.defaults.issueTypes(project, free.slice(0, 1)).build());
      const body = build.issue
        .in(project, at(free, 0))
        .withFields({ project: { id: String(project.id) }, issuetype: { id: String(at(free, 0).id) } })
        .fromTemplate(await templates.field(), named)
        .build();

      const issue = await createAndRead(trackerApi, body);

      expectFilled('DT-38', issue, named);
    },
  );

  for (const [of, rule, issueOf, needs, outcomes] of [
    ['', 'DT-38', naming, { issueTypes: 1 }, overwriting],
    [' of the default', 'DT-37', byDefault, { issueTypes: 1 }, overwriting],
    [' in a service desk', 'DT-38', naming, DESK, overwriting.slice(0, 1)],
  ] as const) {
    for (const kind of fieldKinds) {
      for (const { title, templatePostFunction, wanted } of outcomes) {
        test(
          `${title}: ${kind.name}${of}`,
          covers('DT-40'),
          async ({ defaultTemplates, trackerApi, projects, templates, entries, build, tracker }) => {
            const project = await projects.provide<ProjectNeeds>({ ...needs, templatePostFunction });
            const { template, field, sent } = await provideClash(kind, project, {
              tracker,
              trackerApi,
              templates,
              build,
            });
            skipAsUnavailable(sent === undefined, `There is no other value of ${field} than the template's.`);
            const fixtures = { trackerApi, projects, templates, build, tracker };
            await requireFilling(template, wanted === 'sent' ? [field] : [], fixtures);
            const given = { ...unknownTo(template), [field]: sent };
            const plain = await issueOf({ defaultTemplates, templates, entries, build, project, template });

            const response = await trackerApi.createIssue({ body: plain.withFields(given).build() });

            const refused = Object.keys(given).filter((id) => refusesField(response, id));
            skipAsUnavailable(refused.length > 0, `A caller can't set ${refused.join(', ')}.`);
            const { data: issue } = await trackerApi.getIssue({ issueIdOrKey: response.data.key });
            const values = { sent, ofTemplate: templateValues(template)[field] };
            failsForIfUnfilled(rule, issue, template, given);
            expect(valuesIn(issue, Object.keys(given))).toMatchObject({ ...given, [field]: values[wanted] });
          },
        );
      }
    }
  }

  test(
    'fills in every value that the caller left out if Overwrite is off',
    covers('DT-38'),
    async ({ trackerApi, projects, templates, build }) => {
      const project = await projects.provide({ issueTypes: 1, templatePostFunction: 'keep' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      const body = build.issue
        .in(project, project.issueTypes[0])
        .withFields({ summary: build.summary('As the caller wrote it') })
        .fromTemplate(await templates.field(), template)
        .build();

      const issue = await createAndRead(trackerApi, body);

      const rest = templateValues(template, ['summary']);
      expect(issue.fields['summary']).toBe(build.summary('As the caller wrote it'));
      expect(Object.keys(rest)).toContain('description');
      expect(valuesIn(issue, Object.keys(rest))).toMatchObject(rest);
    },
  );
});

test.describe(...describeEndpoint('createServiceRequest'), () => {
  test(
    'fills in nothing of a template that is the default of another request type only',
    covers('DT-37'),
    async ({ defaultTemplates, trackerApi, projects, templates, entries, build }) => {
      const desk = await projects.provide({ requestTypes: 2, templatePostFunction: 'overwrite' });
      const template = await templates.provide({ fields: ['summary', 'description'] });
      const { taken, free } = await provideFreeTypes(defaultTemplates, desk, 'requestTypes', 2);
      const serviceDeskId = await serviceDeskOf(desk, trackerApi);
      const summary = build.summary('As the caller wrote it');
      const ask = async () => {
        const { data } = await trackerApi.createServiceRequest({
          body: { serviceDeskId, requestTypeId: at(free, 1).id, requestFieldValues: { summary } },
        });
        return (await trackerApi.getIssue({ issueIdOrKey: data.issueKey })).data;
      };
      const before = await ask();
      await entries.assign(template, build.defaults.requestTypes(desk, free.slice(0, 1)).build());

      const issue = await ask();

      expect(issue.fields['summary']).toBe(untouchedSummary(summary, before, taken));
      expect(issue.fields['description']).toStrictEqual(before.fields['description']);
      expect(fieldsFilledFrom(issue, template)).not.toContain('description');
    },
  );
});

interface OwnDefault extends Pick<TestFixtures, 'defaultTemplates' | 'tracker'> {
  readonly project: ProvidedProject;
  readonly template: ProvidedTemplate;
  readonly body: DefaultsRequest;
}

/** The removal of all entries of a project, if they are the test's, and the one with a body, if its place is known (DT-N11). */
function removalsIfPossible(
  { defaultTemplates, tracker, project, template, body }: OwnDefault,
  taken: readonly Entry[],
): (() => Promise<ApiResponse>)[] {
  const ofProject = () => defaultTemplates.deleteByProject({ projectIdOrKey: project.id });
  const selected = () => defaultTemplates.deleteSelected({ templateId: template.id, body });
  return [...(taken.length === 0 ? [ofProject] : []), ...(tracker.answersAsAssumed ? [selected] : [])];
}

/** A value of the caller's for a field that a template leaves alone. */
const unknownTo = ({ fields }: ProvidedTemplate) => ('description' in fields ? {} : { description: CALLERS_TEXT });

/**
 * The summary of a request that no template of the test's own fills in: what the caller wrote, or in a desk if others
 * have defaults, which may fill it in, the one of a request before.
 */
function untouchedSummary(written: string, before: Issue, defaults: readonly Entry[]): unknown {
  return defaults.length === 0 ? written : before.fields['summary'];
}

async function serviceDeskOf(project: ProvidedProject, trackerApi: TestFixtures['trackerApi']): Promise<string> {
  const { data } = await trackerApi.listServiceDesks({ query: { limit: 1_000 } });
  return at(
    data.values.filter(({ projectKey }) => projectKey === project.key),
    0,
  ).id;
}
