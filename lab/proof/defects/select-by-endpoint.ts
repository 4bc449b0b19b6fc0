import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../../../contracts/report/annotations.js';
import { recordedExchangesSchema } from '../../../contracts/report/exchange.js';
import { standardImplementation } from '../../../fake/start-fake.js';
import type { Defect } from '../../../fake/index.js';
import { nothingOwn } from '../../../reports/custom-definitions.js';
import { canAffect, knownTest } from '../../../reports/selection/select-tests.js';
import { knownEndpoints } from '../../../reports/selection/find-by-name.js';
import type { KnownEndpoint } from '../../../reports/selection/find-by-name.js';
import { placeOf } from './cells.js';
import { catchingTests } from './judge-defect.js';

const known = knownEndpoints(nothingOwn);

/** How well a selection by endpoint catches the defects that the tests of their rules catch. */
interface EndpointSelection {
  /** The defects that are caught. */
  readonly caught: number;
  /** The caught defects that no selected test catches, each with the endpoints it changes. */
  readonly missed: readonly string[];
  /** How many tests are selected for a defect, on average. */
  readonly tests: number;
}

/**
 * Looks whether `--endpoints`, told of the endpoints that a defect changes, selects a test that catches it.
 *
 * @param testsOf the tests that ran on a tracker with a defect, by its name
 * @param control the tests that ran on a tracker without defects; they show which endpoints each test calls
 */
export function selectByEndpoint(
  defects: readonly Defect[],
  testsOf: ReadonlyMap<string, readonly TestCase[]>,
  control: readonly TestCase[],
): EndpointSelection {
  const calls = new Map(control.map((test) => [placeOf(test), calledBy(test)]));
  const caught = defects.flatMap((defect) => {
    const catching = catchingTests(defect, testsOf.get(defect.name) ?? []);
    const changed = endpointsChangedBy(defect);
    const isSelected = (test: TestCase) =>
      changed.some((endpoint) => canAffect(endpoint, knownTest(test, calls.get(placeOf(test)))));
    const name = `${defect.name} (${changed.map(({ title }) => title).join(', ')})`;
    const tests = control.filter(isSelected).length;
    return catching.length === 0 ? [] : [{ name, isMissed: !catching.some(isSelected), tests }];
  });
  return {
    caught: caught.length,
    missed: caught.flatMap(({ name, isMissed }) => (isMissed ? [name] : [])),
    tests: Math.round(caught.reduce((sum, { tests }) => sum + tests, 0) / Math.max(caught.length, 1)),
  };
}

/** The endpoints that a defect overrides. If it overrides none, the endpoints of its rule. */
function endpointsChangedBy({ rule, override }: Defect): readonly KnownEndpoint[] {
  const { handlers } = override(standardImplementation);
  const changed = known.filter(
    ({ name = '' }) => handlers[name] !== undefined && handlers[name] !== standardImplementation.handlers[name],
  );
  return changed.length > 0 ? changed : known.filter(({ rules }) => rules.includes(rule));
}

function calledBy({ results }: TestCase): readonly string[] | undefined {
  const annotation = results.at(-1)?.annotations.find(({ type }) => type === annotationTypes.exchanges);
  if (annotation?.description === undefined) return undefined;
  return recordedExchangesSchema.parse(JSON.parse(annotation.description)).endpoints;
}
