import { isDeepStrictEqual } from 'node:util';
import type { Assumptions, TestFixtures } from '../../../fixtures/index.js';
import { firstThatWorks } from '../../support/attempts.js';
import { findOnce } from '../../support/find-once.js';
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

type Given = Pick<TestFixtures, 'defaultTemplatesWith' | 'projects' | 'templates' | 'entries' | 'build' | 'tracker'>;

/** Provides a template. @returns a function that sends the removal of one of its two entries to a place, and tells what that did */
export async function provideProbe(given: Given) {
  const { defaultTemplatesWith, projects, templates, entries, build, tracker } = given;
  const project = await projects.provide({ issueTypes: 2 });
  const template = await templates.provide();
  const [going, staying] = project.issueTypes;
  const body = build.defaults.issueTypes(project, [going]).build();
  const rest = build.defaults.issueTypes(project, [staying]).build();
  return async (place: Place) => {
    const left = await entries.of(template);
    if (left.length > 0) await tracker.setup.deleteByTemplate({ templateId: template.id });
    await entries.assign(template, body);
    await entries.assign(template, rest);
    const before = await entries.of(template);
    const { status } = await defaultTemplatesWith(place).deleteSelected({ templateId: template.id, body });
    const after = await entries.of(template);
    const isIdle = isDeepStrictEqual(after, before);
    const expected = before.filter(({ issueTypeId }) => issueTypeId !== String(going.id));
    return { status, isIdle, isRight: !isIdle && isDeepStrictEqual(after, expected) };
  };
}

/**
 * Finds the removal with a body: at the assumed place, or at another one at which it works (DT-N11). If the assumed place
 * serves something, and no other place works, a removal that is refused or removes too much there is a fault.
 *
 * @returns undefined if it is at none of the places
 */
async function findPlace(assumed: Place, given: Given): Promise<Place | undefined> {
  const remove = await provideProbe(given);
  const { isRight, isIdle, status } = await remove(assumed);
  if (isRight) return assumed;
  const others = removalPlaces.filter((place) => !isDeepStrictEqual(place, assumed));
  const place = await firstThatWorks(others, async (other) => (await remove(other)).isRight);
  const isNowhere = place === undefined && isIdle && [404, 405].includes(status);
  return isNowhere ? undefined : (place ?? assumed);
}

/** `test` with a client whose removal with a body is where that is found; without one the test is skipped. */
export const test = base.extend({
  defaultTemplates: async (
    { defaultTemplates, defaultTemplatesWith, assumptions, projects, templates, build, entries, tracker },
    use,
  ) => {
    if (tracker.answersAsAssumed) return use(defaultTemplates);
    const given = { defaultTemplatesWith, projects, templates, entries, build, tracker };
    const place = await findOnce(tracker, 'DT-N11', () => findPlace(assumptions['DT-N11'], given));
    // Not as unavailable: a tracker without the removal breaks the document.
    base.skip(place === undefined, 'The removal with a body is at none of the places that were tried (DT-N11).');
    await use(place === undefined ? defaultTemplates : defaultTemplatesWith(place));
  },
});
