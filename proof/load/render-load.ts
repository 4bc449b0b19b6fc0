import { apis } from './hand.js';
import type { Api } from './hand.js';
import type { LoadReport } from './load.js';

/** By how much memory may grow in the second half, as a part of what it was there. */
const FLAT = 0.1;

/** How many requests a journal keeps. */
const JOURNAL = 1_000;

/** How long the fake may take to end, in milliseconds. */
const PROMPT = 2_000;

/** Something that has to be so, and what was seen of it. */
interface Check {
  readonly title: string;
  readonly seen: string;
  /** What is not so; empty where all is well. */
  readonly faults: readonly string[];
}

/** How many faults of a check are told. */
const TOLD = 10;

/** What a run has shown, for a person, and whether all of it is as it has to be. */
export function renderLoad(report: LoadReport): { readonly lines: readonly string[]; readonly passed: boolean } {
  const checks = checksOf(report);
  return {
    passed: checks.every(({ faults }) => faults.length === 0),
    lines: [...renderApis(report), '', ...checks.flatMap(renderCheck)],
  };
}

function checksOf(report: LoadReport): readonly Check[] {
  const { driven, end } = report;
  const { hands, faults, spaces } = driven;
  const answered = hands.reduce((sum, hand) => sum + hand.answered, 0);
  const { ending } = end;
  const code = ending.code ?? ending.signal ?? 'nothing';
  const took = `${(ending.milliseconds / 1_000).toFixed(2)} s`;
  return [
    {
      title: 'no error, and nothing of another space in an answer',
      seen: `${tell(answered)} answers over ${hands.length} connections, each opened once`,
      faults,
    },
    {
      title: 'each space holds what was made in it, and nothing else',
      seen: `${tell(spaces.rows)} rows, and the number of requests in each journal`,
      faults: spaces.faults,
    },
    memoryCheck(report, answered),
    {
      title: 'SIGTERM: what was in flight is answered whole',
      seen: `${end.inFlight} in flight, ${end.answeredLater} that came later were answered too`,
      faults: end.inFlight === 0 ? ['nothing was in flight', ...end.faults] : end.faults,
    },
    {
      title: 'SIGTERM: it ends with 0 within two seconds',
      seen: `with ${code} after ${took}`,
      faults: [
        ...(ending.code === 0 ? [] : ['it has to end with 0']),
        ...(ending.milliseconds <= PROMPT ? [] : ['it took too long']),
        ...(ending.stderr === '' ? [] : [`it wrote to its standard error: ${ending.stderr.slice(0, 1_000)}`]),
      ],
    },
  ];
}

/** Until the journals are full each request takes memory: what a short run shows is not judged. */
function memoryCheck({ driven, memory }: LoadReport, answered: number): Check {
  const title = 'memory is flat in the second half';
  const full = JOURNAL * new Set(driven.hands.map(({ space }) => space)).size;
  if (memory === undefined || answered / 2 < full) {
    return { title, seen: 'not judged, as the journals were not full when it began', faults: [] };
  }
  const { from, to, growth, resident } = memory;
  return {
    title,
    seen: `${megabytes(from)} → ${megabytes(to)} in use, ${percent(growth)} (at most ${megabytes(resident)} resident)`,
    faults: growth > FLAT ? [`it may grow by ${percent(FLAT)}`] : [],
  };
}

function renderCheck({ title, seen, faults }: Check): string[] {
  const more = faults.length > TOLD ? [`    … and ${faults.length - TOLD} more`] : [];
  const told = faults.slice(0, TOLD).map((fault) => `    - ${fault}`);
  return [`${faults.length === 0 ? 'ok    ' : 'NOT SO'}  ${title}: ${seen}`, ...told, ...more];
}

function renderApis({ driven: { hands, milliseconds } }: LoadReport): string[] {
  const rows = (Object.keys(apis) as Api[]).map((api) => {
    const durations = hands.flatMap((hand) => hand.durations[api]).sort((left, right) => left - right);
    const at = (share: number) => `${(durations[Math.floor(share * (durations.length - 1))] ?? 0).toFixed(0)} ms`;
    const rate = (durations.length / milliseconds) * 1_000;
    return [api, tell(durations.length), rate.toFixed(0), at(0.5), at(0.99), at(1)];
  });
  const all = [['API', 'answers', 'a second', 'median', '99 of 100', 'slowest'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function tell(count: number): string {
  return count.toLocaleString('en-US');
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`;
}
