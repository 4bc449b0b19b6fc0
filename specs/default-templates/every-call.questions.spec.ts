import { malformed, unreadableBodies } from '../../builders/index.js';
import type { Builders, RawBody } from '../../builders/index.js';
import { changesEveryProject, covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Changes, Entry, ExpectedChanges, TestFixtures } from '../../fixtures/index.js';
import { callOf } from '../support/attempts.js';
import { observeRefusals, refusedBodies, tryEach, uselessCredentials } from '../support/refusals.js';
import { allCalls } from './support/calls.js';
import type { Call, CallName } from './support/calls.js';
import { selectedCount } from './support/entries.js';
import { test as removalTest } from './support/removal-places.js';
import { test } from './support/scene.js';

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'succeeds with the status it is assumed to',
      covers('DT-N01'),
      async ({ defaultTemplates, scene, observe }) => {
        const response = await call.send(defaultTemplates, scene);

        expect(response).toSucceed();
        observe('DT-N01', { [call.kind]: response.status });
      },
    );
  });
}

/** A creation may take any number for a template; nothing else changes anything. */
function possibleChanges({ kind }: Call, { response, added }: Changes<Entry>): ExpectedChanges {
  return kind === 'create' && response.ok ? { added } : {};
}

/** Things that a path may name and that do not exist. */
const unknowns = [
  { what: 'project id', rule: 'DT-N02', named: 'projectIdOrKey', value: (build: Builders) => build.unusedId() },
  { what: 'project key', rule: 'DT-N02', named: 'projectIdOrKey', value: (build: Builders) => build.unusedKey() },
  { what: 'template', rule: 'DT-N03', named: 'templateId', value: (build: Builders) => build.unusedId() },
] as const;

for (const { what, rule, named, value } of unknowns) {
  for (const call of allCalls.filter(({ path }) => path.includes(named))) {
    test.describe(...describeEndpoint(call.name), () => {
      test(
        `answers an unknown ${what} as it is assumed to, and changes nothing`,
        covers(rule),
        async ({ defaultTemplates, scene, entries, build, observe }) => {
          const changes = await entries.changesBy(() =>
            call.send(defaultTemplates, scene, { request: { [named]: value(build) } }),
          );

          observe(rule, changes.response.status);
          expect(changes).toHaveChangedOnly(possibleChanges(call, changes));
        },
      );
    });
  }
}

for (const call of allCalls.filter(({ kind }) => kind === 'delete')) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'answers a removal that matches nothing as it is assumed to',
      covers('DT-N09'),
      async ({ defaultTemplates, scene, entries, observe }) => {
        await call.send(defaultTemplates, scene);

        const changes = await entries.changesBy(() => call.send(defaultTemplates, scene));

        observe('DT-N09', changes.response.status);
        expect(changes).toHaveChangedNothing();
        expect(selectedCount(changes.response)).toBe(0);
      },
    );
  });
}

for (const call of allCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'takes a call without valid credentials as it is assumed to',
      covers('DT-N17'),
      async ({ defaultTemplates, scene, entries, badCredentials, observe }) => {
        const answers = await tryEach(
          uselessCredentials,
          ({ caller }) => call.send(defaultTemplates.as(badCredentials[caller]), scene),
          (calls) => entries.changesBy(calls),
        );

        observeRefusals(observe, 'DT-N17', answers);
      },
    );
  });
}

for (const call of allCalls.filter(({ body }) => body !== undefined)) {
  const withClient = call.name === 'deleteSelected' ? removalTest : test;
  test.describe(...describeEndpoint(call.name), () => {
    withClient(
      'takes each body that is none as it is assumed to',
      detailsOfBadBody(call),
      async ({ defaultTemplates, scene, entries, observe }) => {
        const answers = await tryEach(
          bodiesFor(call),
          ({ body }) => call.send(defaultTemplates, scene, { request: { body } }),
          (calls) => entries.changesBy(calls),
        );

        observeReading(observe, answers);
      },
    );
  });
}

/** Records whether bodies are read leniently (DT-N21), or how they are refused. */
function observeReading(observe: TestFixtures['observe'], answers: Awaited<ReturnType<typeof tryEach>>): void {
  const isRefused = answers.every(({ response }) => !response.ok);
  const failed = answers.find(({ response }) => response.status >= 500);
  if (failed !== undefined) observe.orUnclear('DT-N21', undefined, callOf(failed.response));
  else observe('DT-N21', isRefused ? 'refused' : 'read leniently');
  if (isRefused) observeRefusals(observe, 'DT-N17', answers);
}

/** On the path of each of these another call is made by a request without a body. */
const namesakes: readonly CallName[] = ['filterByTemplate', 'deleteSelected'];

function bodiesFor({ name, body }: Call): ReturnType<typeof refusedBodies> {
  const bodies = body === 'bulk' ? malformed.bulkTransitions : malformed.defaults;
  const unreadable = unreadableBodies.filter((bad) => !namesakes.includes(name) || hasText(bad.body));
  return refusedBodies(bodies, unreadable);
}

/** The details of a test of bad bodies: a tracker that took one for a body without project keys would change every project. */
function detailsOfBadBody({ body }: Call): ReturnType<typeof covers> {
  const details = covers('DT-N17', 'DT-N21');
  return body === 'bulk' ? changesEveryProject(details) : details;
}

function hasText({ text }: RawBody): boolean {
  return text !== undefined && text !== '';
}
