import type { Builders } from '../../../builders/index.js';
import { expect, failsFor } from '../../../fixtures/index.js';
import type {
  Changes,
  Entry,
  ProvidedProject,
  ProvidedScreen,
  RuleId,
  TestFixtures,
  Tracker,
} from '../../../fixtures/index.js';
import { leavesOf } from '../../support/values.js';

/** The transition id in the document's path, normally of the transition Create. */
export const CREATE = 1;

export const ANY_SCREEN =
  'Which screen is stored: the sandbox does not name those of new projects (newProjectScreens), so any stored screen passes.';

export const NO_EXCLUSION_OF_INCLUDED =
  'A project that is included is not excluded by being ignored, or such a call is refused (DT-N06): what ignoring does ' +
  'shows only if every project is in scope, on a tracker that is declared disposable.';

export function transitionsIn(project: { readonly id: number }, entries: readonly Entry[]): unknown[][] {
  return entries.filter(({ projectId }) => projectId === project.id).map(({ transitions }) => transitions ?? []);
}

/** Expects entries to have their ids after their screens are set or cleared. @param of the rule of that call */
export function expectSameIds({ added, removed }: Changes<Entry>, of: RuleId): void {
  failsFor('DT-10');
  const ids = (some: readonly Entry[]) => some.map(({ id }) => id);
  expect(ids(added), 'ids of the same entries after their screens changed').toStrictEqual(ids(removed));
  failsFor(of);
}

/**
 * The screen of a project's initial transition as an entry is to store it. On a tracker that answers as assumed its
 * properties are known. On any other the values tell it from the screen of another transition, whatever the properties
 * are called (DT-N10). If the harness can't know the screen, anything matches that is there at all.
 */
function initialScreen(
  { screens }: ProvidedProject,
  { assumptions: { 'DT-N10': names }, answersAsAssumed }: Pick<Tracker, 'assumptions' | 'answersAsAssumed'>,
): unknown {
  if (screens === undefined) return expect.anything();
  const { initial, other } = screens;
  if (!answersAsAssumed) return { asymmetricMatch: (stored: unknown) => isStoredScreen(stored, initial, other) };
  const properties = (Object.keys(names) as (keyof typeof names)[]).flatMap((property) => {
    const called = names[property];
    return called === null ? [] : [[called, initial[property]] as const];
  });
  return expect.objectContaining(Object.fromEntries(properties));
}

/** Whether a stored value is the screen: no value of the other screen stands in it, unless this one has the same. */
function isStoredScreen(stored: unknown, initial: ProvidedScreen, other: ProvidedScreen): boolean {
  const values = new Set(leavesOf(stored));
  const own = new Set(Object.values(initial).map(String));
  return values.size > 0 && !Object.values(other).some((value) => !own.has(String(value)) && values.has(String(value)));
}

export function countDistinct(values: readonly unknown[]): number {
  return new Set(values.map((value) => JSON.stringify(value))).size;
}

type Api = TestFixtures['defaultTemplates'];
type BulkBody = ReturnType<Builders['bulkTransitions']['build']>;

/** The calls on the stored screens of many projects, as tests are generated from them. */
export const bulkCalls = [
  {
    name: 'setTransitions',
    /** Further rules that the tests of this call cover. */
    rules: [],
    does: 'written',
    /** Prepares the entries in the scope of a body for the call. */
    prepare: () => Promise.resolve(),
    send: (api: Api, body: BulkBody) => api.setTransitions({ transitionId: CREATE, body }),
    /** The screens in each entry of a project that is in its scope, after it. */
    after: (project: ProvidedProject, tracker: Tracker) => [initialScreen(project, tracker)],
    /** The screens in each entry of a project that is not, after `prepare`. */
    before: [],
    /** Whether the harness can't tell the screen that is to be there after it. */
    isAnyRight: ({ screens }: ProvidedProject) => screens === undefined,
  },
  {
    name: 'clearTransitions',
    rules: ['DT-36'],
    does: 'cleared',
    prepare: ({ setup }: Tracker, body: BulkBody) => setup.setTransitions({ transitionId: CREATE, body }),
    send: (api: Api, body: BulkBody) => api.clearTransitions({ body }),
    after: () => [],
    before: [expect.anything()] as unknown[],
    isAnyRight: () => false,
  },
] as const;
