import { isDeepStrictEqual } from 'node:util';
import type { Assumptions, DefaultsRequest, ProvidedTemplate, TestFixtures } from '../../../fixtures/index.js';
import { firstThatWorks } from '../../support/attempts.js';
import { test as base } from './scene.js';

type Place = Assumptions['DT-N11'];

const ends = ['/delete', '/remove', '/defaults'];

/** Places that may serve the removal with a body. A call to any of them can affect one template only. */
export const removalPlaces: readonly Place[] = [
  { method: 'DELETE', path: '/template/{templateId}' },
  ...(['POST', 'DELETE', 'PUT'] as const).flatMap((method) =>
    ends.map((end) => ({ method, path: `/template/{templateId}${end}` })),
  ),
  { method: 'PUT', path: '/template/{templateId}' },
];

/** The data for a removal with a body, which should remove one of two entries of a template. */
export interface Probe {
  readonly template: ProvidedTemplate;
  readonly wanted: DefaultsRequest;
  readonly rest: DefaultsRequest;
  /** The id, as text, of the issue type whose entry is to go. */
  readonly issueTypeId: string;
}

export async function provideProbe({
  projects,
  templates,
  build,
}: Pick<TestFixtures, 'projects' | 'templates' | 'build'>): Promise<Probe> {
  const project = await projects.provide({ issueTypes: 2 });
  const template = await templates.provide();
  const [going, staying] = project.issueTypes;
  return {
    template,
    wanted: build.defaults.issueTypes(project, [going]).build(),
    rest: build.defaults.issueTypes(project, [staying]).build(),
    issueTypeId: String(going.id),
  };
}

export interface Trial {
  readonly removed: 'what it names' | 'nothing' | 'something else';
  readonly status: number;
}

type ProbeFixtures = Pick<TestFixtures, 'entries' | 'tracker'>;

/** Tries a client that sends the removal with a body to some place. */
async function tryRemoval(
  api: TestFixtures['defaultTemplates'],
  { template, wanted, rest, issueTypeId }: Probe,
  { entries, tracker }: ProbeFixtures,
): Promise<Trial> {
  const left = await entries.of(template);
  if (left.length > 0) await tracker.setup.deleteByTemplate({ templateId: template.id });
  await entries.assign(template, wanted);
  await entries.assign(template, rest);
  const before = await entries.of(template);
  const { status } = await api.deleteSelected({ templateId: template.id, body: wanted });
  const after = await entries.of(template);
  if (isDeepStrictEqual(after, before)) return { removed: 'nothing', status };
  const expected = before.filter((entry) => entry.issueTypeId !== issueTypeId);
  return { removed: isDeepStrictEqual(after, expected) ? 'what it names' : 'something else', status };
}

/** The first place at which a removal with a body removes what it names, and no more. */
export function findRemoval(
  places: readonly Place[],
  at: TestFixtures['defaultTemplatesWith'],
  probe: Probe,
  fixtures: ProbeFixtures,
): Promise<Place | undefined> {
  return firstThatWorks(places, async (place) => {
    const { removed } = await tryRemoval(at(place), probe, fixtures);
    return removed === 'what it names';
  });
}

/**
 * Finds the removal with a body: at the assumed place, or at another one at which it works (DT-N11). If the assumed place
 * serves something, and no other place works, a removal that is refused or removes too much there is a fault.
 *
 * @returns undefined if it is at none of the places
 */
async function findPlace(
  assumed: Place,
  at: TestFixtures['defaultTemplatesWith'],
  probe: Probe,
  fixtures: ProbeFixtures,
): Promise<Place | undefined> {
  const { removed, status } = await tryRemoval(at(assumed), probe, fixtures);
  if (removed === 'what it names') return assumed;
  const others = removalPlaces.filter((place) => !isDeepStrictEqual(place, assumed));
  const place = await findRemoval(others, at, probe, fixtures);
  const isNowhere = place === undefined && removed === 'nothing' && [404, 405].includes(status);
  return isNowhere ? undefined : (place ?? assumed);
}

/** The places by the URL of the tracker, kept because they do not change while tests run. */
const known = new Map<string, Place | undefined>();

/** `test` with a client whose removal with a body is where that is found; without one the test is skipped. */
export const test = base.extend({
  defaultTemplates: async (
    { defaultTemplates, defaultTemplatesWith, assumptions, projects, templates, build, entries, tracker },
    use,
  ) => {
    if (tracker.answersAsAssumed) return use(defaultTemplates);
    if (!known.has(tracker.baseUrl)) {
      const probe = await provideProbe({ projects, templates, build });
      const found = await findPlace(assumptions['DT-N11'], defaultTemplatesWith, probe, { entries, tracker });
      known.set(tracker.baseUrl, found);
    }
    const place = known.get(tracker.baseUrl);
    // Not as unavailable: a tracker without the removal breaks the document.
    base.skip(place === undefined, 'The removal with a body is at none of the places that were tried (DT-N11).');
    await use(place === undefined ? defaultTemplates : defaultTemplatesWith(place));
  },
});
