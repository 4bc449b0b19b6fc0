import { isDeepStrictEqual } from 'node:util';
import type { Assumptions, DefaultsRequest } from '../../../contracts/index.js';
import type { ProvidedTemplate, TestFixtures } from '../../../fixtures/index.js';
import { nth } from '../../support/nth.js';

/** What DT-N11 says. */
type Place = Assumptions['DT-N11'];

/** Where a removal with a body may be served: whatever each of them does, it does it to one template. */
export const removalPlaces: readonly Place[] = [
  { method: 'DELETE', path: '/template/{templateId}' },
  { method: 'POST', path: '/template/{templateId}/delete' },
  { method: 'POST', path: '/template/{templateId}/remove' },
  { method: 'DELETE', path: '/template/{templateId}/defaults' },
  { method: 'PUT', path: '/template/{templateId}/delete' },
  { method: 'PUT', path: '/template/{templateId}' },
];

/** What a removal with a body is tried on: one of two entries of a template is to go. */
export interface Probe {
  readonly template: ProvidedTemplate;
  readonly wanted: DefaultsRequest;
  readonly rest: DefaultsRequest;
  /** The id, as text, of the issue type whose entry is to go. */
  readonly issueTypeId: string;
}

/** Provides what a removal with a body can be tried on. */
export async function provideProbe({
  projects,
  templates,
  build,
}: Pick<TestFixtures, 'projects' | 'templates' | 'build'>): Promise<Probe> {
  const project = await projects.provide({ issueTypes: 2 });
  const template = await templates.provide();
  const [going, staying] = [nth(project.issueTypes, 0), nth(project.issueTypes, 1)];
  return {
    template,
    wanted: build.defaults.issueTypes(project, [going]).build(),
    rest: build.defaults.issueTypes(project, [staying]).build(),
    issueTypeId: String(going.id),
  };
}

/** Whether a client that sends the removal with a body to some place removes by it what it names, and no more. */
export async function isServedAt(
  api: TestFixtures['defaultTemplates'],
  { template, wanted, rest, issueTypeId }: Probe,
  { entries, tracker }: Pick<TestFixtures, 'entries' | 'tracker'>,
): Promise<boolean> {
  const left = await entries.of(template);
  if (left.length > 0) await tracker.setup.deleteByTemplate({ templateId: template.id });
  await entries.provide(template, wanted);
  await entries.provide(template, rest);
  const before = await entries.of(template);
  await api.deleteSelected({ templateId: template.id, body: wanted });
  const expected = before.filter((entry) => entry.issueTypeId !== issueTypeId);
  return isDeepStrictEqual(await entries.of(template), expected);
}
