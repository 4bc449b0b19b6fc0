import { readFileSync } from 'node:fs';
import { decodeText } from '../../contracts/find-in-json.js';
import { messageOf } from '../../contracts/thrown.js';
import { knownFailuresSchema } from '../documents/known-failures.js';
import type { KnownFailures, KnownFailure, KnownProblem } from '../documents/known-failures.js';
import type { Shard } from '../../contracts/report/run.js';
import { describeIssue } from '../../contracts/nearest.js';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import { refuseProblems } from '../run/expect-end.js';

export interface PlacedFailure extends Omit<KnownFailure, 'failures'> {
  readonly place?: { readonly file: string; readonly line: number };
  readonly failures: readonly PlacedWay[];
}

export type PlacedWay = KnownFailure['failures'][number] & { readonly line?: number };

/** The name of a test in a file of known failures: its project in brackets if that has a name, its file and its titles. */
export function knownNameOf({ project, file, title }: Pick<FinishedTest, 'project' | 'file' | 'title'>): string {
  return [...(project === '' ? [] : [`[${project}]`]), file, title].join(' › ');
}

export function isOfVersion({ versions }: Pick<KnownFailure, 'versions'>, version: string): boolean {
  return versions.some((pattern) => {
    const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(version);
  });
}

export function nameOfEntry({ rule, part, failures, ticket }: PlacedFailure): string {
  const about = rule === undefined ? failures[0]?.test : `${rule}${part === undefined ? '' : ` (${part})`}`;
  return `Known failure ${about ?? ''}${ticket === '' ? '' : `, ${ticket}`}`;
}

/** A problem of an entry. @param way the test of the entry that has the problem; undefined for all tests */
export function problem(entry: PlacedFailure, kind: KnownProblem['kind'], text: string, way?: PlacedWay): KnownProblem {
  const { place, failures } = entry;
  return {
    kind,
    text: `${nameOfEntry(entry)}: ${text}`,
    tests: (way === undefined ? failures : [way]).map(({ test }) => test),
    ...(place !== undefined && { file: place.file, line: way?.line ?? place.line }),
  };
}

export interface KnownList {
  readonly file: string;
  readonly text: string;
  readonly document: KnownFailures;
  readonly failures: readonly PlacedFailure[];
}

export type KnownReading = KnownList | { readonly problems: readonly string[] };

export function readKnown(file: string): KnownReading {
  try {
    return parseKnown(file, decodeText(readFileSync(file)));
  } catch (error) {
    return {
      problems: [
        `The known failures can't be read (${messageOf(error)}): name a file that \`tracker-e2e known --update\` wrote.`,
      ],
    };
  }
}

export function knownOrRefusal(file: string | undefined): KnownList | undefined {
  const known = file === undefined ? undefined : readKnown(file);
  if (known === undefined || 'failures' in known) return known;
  refuseProblems(known.problems);
  return undefined;
}

export function parseKnown(file: string, text: string): KnownReading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const [, place] = /at position (\d+)/.exec(messageOf(error)) ?? [];
    const where = place === undefined ? file : `${file}:${String(lineAt(text, Number(place)))}`;
    return {
      problems: [`${where} is no JSON: ${messageOf(error)}. Correct it there, or take the file from version control.`],
    };
  }
  const parsed = knownFailuresSchema.safeParse(json, { error: describeIssue });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    );
    return {
      problems: problems.map(
        (problem) =>
          `${file} is no known failure: ${problem}. tracker-e2e/schemas/known.schema.json says what is allowed.`,
      ),
    };
  }
  // Entries and their tests stand in the text in their order, and the tests at the end of their entry.
  let offset = 0;
  const failures = parsed.data.failures.map((entry) => {
    const first = text.indexOf(JSON.stringify(entry.failures[0]?.test), offset);
    const start = text.lastIndexOf('{', text.lastIndexOf('"failures"', first));
    const ways = entry.failures.map((way) => {
      offset = Math.max(offset, text.indexOf(JSON.stringify(way.test), offset));
      return { ...way, line: lineAt(text, text.lastIndexOf('{', offset)) };
    });
    return { ...entry, place: { file, line: lineAt(text, start) }, failures: ways };
  });
  return { file, text, document: parsed.data, failures };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function knownOfShards([first]: readonly Pick<Shard, 'known'>[]): KnownList | undefined {
  if (first?.known === undefined) return undefined;
  const known = parseKnown(first.known.file, first.known.text);
  return 'problems' in known ? undefined : known;
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
