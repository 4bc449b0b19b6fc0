import type { Builders } from '../../builders/index.js';
import { covers, describeEndpoint, expect } from '../../fixtures/index.js';
import type { Changes, ExpectedChanges, ExpectedEntry } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import type { Call } from './support/calls.js';
import { test } from './support/scene.js';

/** A creation may take any number for a template; nothing else changes anything. */
function possibleChanges({ kind }: Call, { response, added }: Changes<ExpectedEntry>): ExpectedChanges {
  return kind === 'create' && response.ok ? { added } : {};
}

/** Things that a path may name and that do not exist. */
const unknowns = [
  {
    what: 'project id',
    rule: 'DT-N02',
    named: 'projectIdOrKey',
    request: (build: Builders) => ({ projectIdOrKey: build.unusedId() }),
  },
  {
    what: 'project key',
    rule: 'DT-N02',
    named: 'projectIdOrKey',
    request: (build: Builders) => ({ projectIdOrKey: build.unusedKey() }),
  },
  {
    what: 'template',
    rule: 'DT-N03',
    named: 'templateId',
    request: (build: Builders) => ({ templateId: build.unusedId() }),
  },
] as const;

for (const { what, rule, named, request } of unknowns) {
  for (const call of allCalls.filter(({ path }) => path.includes(named))) {
    test.describe(...describeEndpoint(call.name), () => {
      test(
        `answers an unknown ${what} as it is assumed to, and changes nothing`,
        covers(rule),
        async ({ defaultTemplates, scene, entries, build, observe }) => {
          const changes = await entries.changesBy(() =>
            call.send(defaultTemplates, scene, { request: request(build) }),
          );

          observe(rule, changes.response.status);
          expect(changes).toHaveChangedOnly(possibleChanges(call, changes));
        },
      );
    });
  }
}
