import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';
import { parseJson } from '../contracts/parse-json.js';
import { pluginPrefix, trackerIdentitySchema } from '../contracts/report/run.js';
import type { RunAbout, RunTelling, TrackerIdentity, RunTarget } from '../contracts/report/run.js';
import { pathInRepository } from './ci/repository-path.js';

/** What a run was, with a sentence for each thing that speaks against its being one run. */
export interface DescribedRun {
  readonly about: RunAbout;
  readonly problems: readonly string[];
}

/** Says what a run was: by its target, and by what the tracker told the workers of it. */
export function describeRun(
  tests: readonly Pick<TestCase, 'results'>[],
  { told }: Pick<RunTarget, 'told'>,
  { shards, configFile }: { readonly shards: number; readonly configFile?: string | undefined },
): DescribedRun {
  const identities = identitiesIn(tests);
  const { label, extensions = {}, profile = null, command } = told ?? {};
  const config = configFile === undefined ? undefined : pathInRepository(configFile);
  return {
    about: {
      tracker: {
        ...identities[0],
        ...(label !== undefined && { label }),
        extensions: { ...given(extensions), ...identities[0]?.extensions },
      },
      harnessVersion: harnessVersion(),
      profile,
      shards: Math.max(shards, 1),
      ...(command !== undefined && { command }),
      ...(config !== undefined && { config }),
    },
    problems:
      identities.length > 1
        ? [
            `The tests did not run on one tracker, but on ${identities.map(nameOf).join(' and on ')}: run all of them again.`,
          ]
        : [],
  };
}

/** The versions that were given, without names of plugins. */
function given(extensions: RunTelling['extensions']): RunTelling['extensions'] {
  return Object.fromEntries(Object.entries(extensions).filter(([, version]) => !version.startsWith(pluginPrefix)));
}

function identitiesIn(tests: readonly Pick<TestCase, 'results'>[]): TrackerIdentity[] {
  const told = tests
    .flatMap(({ results }) => results.flatMap(({ annotations }) => annotations))
    .flatMap(({ type, description }) => (type === annotationTypes.tracker ? [description ?? ''] : []));
  return [...new Set(told)].flatMap((json) => trackerIdentitySchema.safeParse(parseJson(json)).data ?? []);
}

function nameOf({ product, version, build }: TrackerIdentity): string {
  return `${product} ${version}, build ${build}`;
}

function harnessVersion(): string {
  const file = createRequire(import.meta.url).resolve('tracker-e2e/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
