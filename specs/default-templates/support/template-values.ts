import type { Builders } from '../../../builders/index.js';
import { expect, failsFor, skipAsUnavailable, test } from '../../../fixtures/index.js';
import type {
  DocumentedRuleId,
  Entry,
  Issue,
  ProvidedProject,
  ProvidedTemplate,
  ProvidedType,
  TestFixtures,
} from '../../../fixtures/index.js';

type Values = Readonly<Record<string, unknown>>;

export async function createAndRead(
  trackerApi: TestFixtures['trackerApi'],
  body: ReturnType<Builders['issue']['build']>,
): Promise<Issue> {
  const { data } = await trackerApi.createIssue({ body });
  return (await trackerApi.getIssue({ issueIdOrKey: data.key })).data;
}

export function valuesIn(issue: Issue, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, inOrder(issue.fields[field])]));
}

/** The values a template gives to its issues, lists in alphabetical order, fields the test names left out. */
export function templateValues({ fields }: ProvidedTemplate, but: readonly string[] = []): Values {
  const kept = Object.entries(fields).filter(([field]) => !but.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, inOrder(value)]));
}

export function indexOfSource(issue: Issue, templates: readonly ProvidedTemplate[]): number {
  return templates.findIndex((template) => {
    const wanted = templateValues(template);
    return fits(valuesIn(issue, Object.keys(wanted)), wanted);
  });
}

export function fieldsFilledFrom(issue: Issue, template: ProvidedTemplate): string[] {
  const wanted = templateValues(template);
  return Object.keys(wanted).filter((field) => fits(inOrder(issue.fields[field]), wanted[field]));
}

/** Expects an issue to have all values of a template. If it lacks only the summary, which each caller gives, Overwrite is broken. */
export function expectFilled(rule: 'DT-37' | 'DT-38', issue: Issue, template: ProvidedTemplate): void {
  const [wanted, rest] = [templateValues(template), templateValues(template, ['summary'])];
  failsFor(rule);
  expect(valuesIn(issue, Object.keys(rest))).toMatchObject(rest);
  failsFor(Object.keys(rest).length > 0 ? 'DT-40' : rule);
  expect(valuesIn(issue, Object.keys(wanted))).toMatchObject(wanted);
  failsFor(rule);
}

/** Names a rule as broken if an issue has nothing of a template, though its caller did not give all fields of it. */
export function failsForIfUnfilled(
  rule: DocumentedRuleId,
  issue: Issue,
  template: ProvidedTemplate,
  given: Values,
): void {
  const left = Object.keys(template.fields).filter((id) => !(id in given));
  if (left.length > 0 && fieldsFilledFrom(issue, template).length === 0) failsFor(rule);
}

function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value;
}

/** Whether a value has everything that another has: an answer says more of a priority than a request. */
function fits(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(wanted).every(([key, part]) => fits((value as Values)[key], part));
}

export function typesWithoutDefault(types: readonly ProvidedType[], entries: readonly Entry[]): ProvidedType[] {
  const taken = new Set(entries.flatMap(({ issueTypeId, requestTypeId }) => [Number(issueTypeId), requestTypeId]));
  return types.filter(({ id }) => !taken.has(id));
}

/**
 * Shows that a template has values in fields, as an issue gets them where the post function overwrites: no read shows
 * what a sandbox says of a template, and a test that expects an issue without its values would pass with an empty one.
 */
export async function requireFilling(
  template: ProvidedTemplate,
  fields: readonly string[],
  {
    trackerApi,
    projects,
    templates,
    build,
    tracker,
  }: Pick<TestFixtures, 'trackerApi' | 'projects' | 'templates' | 'build' | 'tracker'>,
): Promise<void> {
  // A template that the fixtures made has what they gave it.
  if (tracker.contents !== undefined || fields.length === 0) return;
  const project = await projects.provide({ issueTypes: 1, templatePostFunction: 'overwrite' });
  const body = build.issue
    .in(project, project.issueTypes[0])
    .fromTemplate(await templates.field(), template)
    .build();
  const filled = fieldsFilledFrom(await createAndRead(trackerApi, body), template);
  const lacking = fields.filter((field) => !filled.includes(field)).join(', ');
  skipAsUnavailable(
    lacking !== '',
    `The sandbox says that template ${String(template.id)} has values for ${lacking}, and an issue of ${project.key} from it has not.`,
  );
}

/** The entries of a project, and its types that no template is the default of; skips the test if there are too few. */
export async function provideFreeTypes(
  api: TestFixtures['defaultTemplates'],
  project: ProvidedProject,
  types: 'issueTypes' | 'requestTypes',
  least: 1 | 2 = 1,
): Promise<{ taken: readonly Entry[]; free: ProvidedType[] }> {
  const { data: taken } = await api.listByProject({ projectIdOrKey: project.id });
  const free = typesWithoutDefault(project[types], taken);
  const kind = types === 'issueTypes' ? 'issue type' : 'request type';
  const [none, fewer] = [`Every ${kind} of the project has`, `The project has fewer than two ${kind}s without`];
  test.skip(free.length < least, least === 1 ? `${none} a default template already.` : `${fewer} a default template.`);
  return { taken, free };
}
