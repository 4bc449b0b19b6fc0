import * as z from 'zod';
import { observationSchema, recordedExchangesSchema, testNeedsSchema, unclearSchema } from './finished-test.js';
import { parseJson } from '../find-in-json.js';
import { customRuleIdSchema } from '../rules/custom-rules.js';
import { scopes } from '../rules/rule.js';
import { trackerIdentitySchema } from './run.js';

/**
 * The types of the Playwright annotations of a test.
 *
 * - `rule`: a rule that the test covers: id, text and source, for people
 * - `endpoint`: the title of the endpoint a describe block is about
 * - `custom`: a custom rule or endpoint of the test, as JSON by {@link customSchema}
 * - `event`: what the test found out while it ran, as JSON by `testEventSchema`
 * - `note`: a part of that in words, for readers of Playwright's own reports
 * - `known`: the ticket of a known failure, its owner, and its last day, in words
 * - `kind`: what the failure says, in the words of `failureKinds`
 *
 * An underscore keeps an annotation out of Playwright's own HTML report.
 */
export const annotationTypes = {
  rule: 'rule',
  endpoint: 'endpoint',
  custom: '_custom',
  event: '_event',
  note: 'note',
  known: 'known failure',
  kind: 'failure',
} as const;

export const rerunAttachment = 'run it again';

export const customRuleSchema = z.strictObject({
  id: customRuleIdSchema,
  /** The name of its group. */
  api: z.string(),
  scope: z.enum(scopes),
  section: z.string(),
  text: z.string(),
});

export type CustomRuleReport = z.infer<typeof customRuleSchema>;

export const customEndpointSchema = z.strictObject({
  /** The name of its family. */
  api: z.string(),
  title: z.string(),
  section: z.string(),
  rules: z.array(z.string()),
});

export type CustomEndpointReport = z.infer<typeof customEndpointSchema>;

/** A custom rule that a test covers, or a custom endpoint that it is about. */
export const customSchema = z.union([
  z.strictObject({ rule: customRuleSchema }),
  z.strictObject({ endpoint: customEndpointSchema }),
]);

export type CustomReport = z.infer<typeof customSchema>;

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly().default([]);
const texts = listOf(z.string());

/**
 * What an attempt at a test found out while it ran. The fixtures pass it to the reports as the one annotation `event`.
 * Each part is a list, so that the parts of one event are added to those of another.
 */
export const testEventSchema = z.strictObject({
  observations: listOf(observationSchema),
  unclear: listOf(unclearSchema),
  /** Why the tracker of the run can't provide the data that the test needs. The test is skipped. */
  notAvailable: texts,
  /** What the tracker of the run has nothing of, so that the test has nothing to be about. The test is skipped. */
  doesNotApply: texts,
  /**
   * The part of its rules that the test could not see on the tracker of the run, and why. Its rules are then verified in
   * part, or only the one whose id and a colon the words begin with.
   */
  notSeen: texts,
  /** The id of the one rule that a failed test shows to be broken. The rules that it covers are not failing for it. */
  broken: texts,
  /** Why the tracker can't be used and since when; of tests that met it and of those that were not run because of it. */
  outage: texts,
  /** The refusal of set-up for which the test was not run, after other tests had failed by it. */
  refused: texts,
  /** The set-up calls that were tried again, and the calls under test that were refused because there were too many. */
  retried: texts,
  rateLimited: texts,
  /** The tracker whose certificate was not checked; in the first test of each worker. */
  insecure: texts,
  /** The open questions whose expected answers the test read; only in a run that observes. */
  assumed: texts,
  /** The data that the test asked fixtures for. Two equal needs count as two. */
  needs: listOf(testNeedsSchema),
  exchanges: listOf(recordedExchangesSchema),
  /** The identity that the tracker gives of itself; in the first test of each worker. */
  tracker: listOf(trackerIdentitySchema),
});

export type TestEvent = z.infer<typeof testEventSchema>;

export type Annotations = readonly Readonly<{ type: string; description?: string }>[];

/** How notes about the parts of an event that are texts begin. */
export const noteTitles = {
  notAvailable: 'not available here',
  doesNotApply: 'does not apply here',
  notSeen: 'not seen here',
  broken: 'broken rule',
  outage: 'tracker outage',
  refused: 'set-up refused',
  retried: 'set-up tried again',
  rateLimited: 'rate limited',
  insecure: 'warning',
} as const;

/** The notes about an event, for people. */
export function notesOf({ observations = [], unclear = [], ...event }: Partial<TestEvent>): string[] {
  const titles = Object.entries(noteTitles) as [keyof typeof noteTitles, string][];
  return [
    ...observations.map(({ rule, observed }) => `observed: ${rule}: ${JSON.stringify(observed)}`),
    ...unclear.map(({ rule, reason }) => `not observed: ${rule}: ${reason}`),
    ...titles.flatMap(([part, title]) => (event[part] ?? []).map((text) => `${title}: ${text}`)),
  ];
}

/** Adds parts to the event of a test, with notes. They are written at once, so the event is right whenever the test ends. */
export function addToEvent(
  { annotations }: { readonly annotations: Annotations[number][] },
  parts: Partial<TestEvent>,
): void {
  annotations.push({ type: annotationTypes.event, description: JSON.stringify(parts) });
  annotations.push(...notesOf(parts).map((note) => ({ type: annotationTypes.note, description: note })));
}

function joinEvents<Event extends Partial<TestEvent>>(one: Event, other: Partial<TestEvent>): Event {
  const joined: Record<string, readonly unknown[]> = {};
  for (const [part, more] of Object.entries(other)) joined[part] = [...(one[part as keyof TestEvent] ?? []), ...more];
  return { ...one, ...joined };
}

const nothing = testEventSchema.parse({});

/** The event of an attempt; with empty parts if it has none. @param refuse gets an event that can't be read */
export function readEvent(annotations: Annotations = [], refuse: (json: string) => void = () => undefined): TestEvent {
  const written = annotations.filter(({ type }) => type === annotationTypes.event);
  return written.reduce((event, { description: json = '' }) => {
    const { data } = testEventSchema.safeParse(parseJson(json));
    if (data === undefined) refuse(json);
    return joinEvents(event, data ?? {});
  }, nothing);
}

/** A part of the event of an attempt. Other parts are not read, which would take as long as a call. */
export function readPart<Part extends keyof TestEvent>(annotations: Annotations, part: Part): TestEvent[Part] {
  return readEvent(annotations.filter(({ description = '' }) => description.includes(`"${part}":`)))[part];
}

/** The descriptions of the annotations of a type, each once. */
export function descriptionsIn(annotations: Annotations, wanted: string): string[] {
  return [...new Set(annotations.flatMap(({ type, description = '' }) => (type === wanted ? [description] : [])))];
}
