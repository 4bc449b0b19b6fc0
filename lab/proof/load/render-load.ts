import { apis } from './virtual-user.js';
import type { Api } from './virtual-user.js';
import type { LoadReport } from './load.js';

/** How much memory may grow in the second half, relative to its start. */
const FLAT = 0.1;

/** How many requests a journal keeps. */
const JOURNAL = 1_000;

/** How long the fake may take to end, in milliseconds. */
const PROMPT = 2_000;

/** A requirement, and the observations about it. */
interface Check {
  readonly title: string;
  readonly seen: string;
  /** The problems; empty if all is well. */
  readonly problems: readonly string[];
}

/** The most problems of a check that are printed. */
const TOLD = 10;

/** The report of a run for a person, and whether everything is as it has to be. */
export function renderLoad(report: LoadReport): { readonly lines: readonly string[]; readonly passed: boolean } {
  const checks = checksOf(report);
  return {
    passed: checks.every(({ problems }) => problems.length === 0),
    lines: [...renderApis(report), '', ...checks.flatMap(renderCheck)],
  };
}

function checksOf(report: LoadReport): readonly Check[] {
  const { driven, end } = report;
  const { virtualUsers, problems, tenants } = driven;
  const answered = virtualUsers.reduce((sum, virtualUser) => sum + virtualUser.answered, 0);
  const { ending } = end;
  const code = ending.code ?? ending.signal ?? 'nothing';
  const took = `${(ending.milliseconds / 1_000).toFixed(2)} s`;
  return [
    {
      title: 'no error, and nothing of another tenant in an answer',
      seen: `${print(answered)} answers over ${virtualUsers.length} connections, each opened once`,
      problems,
    },
    {
      title: 'each tenant holds what was made in it, and nothing else',
      seen: `${print(tenants.rows)} rows, and the number of requests in each journal`,
      problems: tenants.problems,
    },
    memoryCheck(report, answered),
    {
      title: 'SIGTERM: what was in flight is answered whole',
      seen: `${end.inFlight} in flight, ${end.answeredLater} that came later were answered too`,
      problems: end.inFlight === 0 ? ['nothing was in flight', ...end.problems] : end.problems,
    },
    {
      title: 'SIGTERM: it ends with 0 within two seconds',
      seen: `with ${code} after ${took}`,
      problems: [
        ...(ending.code === 0 ? [] : ['it has to end with 0']),
        ...(ending.milliseconds <= PROMPT ? [] : ['it took too long']),
        ...(ending.stderr === '' ? [] : [`it wrote to its standard error: ${ending.stderr.slice(0, 1_000)}`]),
      ],
    },
  ];
}

/** Until the journals are full, each request takes memory. The memory of a short run is not judged. */
function memoryCheck({ driven, memory }: LoadReport, answered: number): Check {
  const title = 'memory is flat in the second half';
  const full = JOURNAL * new Set(driven.virtualUsers.map(({ tenant }) => tenant)).size;
  if (memory === undefined || answered / 2 < full) {
    return { title, seen: 'not judged, as the journals were not full when it began', problems: [] };
  }
  const { from, to, growth, resident } = memory;
  return {
    title,
    seen: `${megabytes(from)} → ${megabytes(to)} in use, ${percent(growth)} (at most ${megabytes(resident)} resident)`,
    problems: growth > FLAT ? [`it may grow by ${percent(FLAT)}`] : [],
  };
}

function renderCheck({ title, seen, problems }: Check): string[] {
  const more = problems.length > TOLD ? [`    … and ${problems.length - TOLD} more`] : [];
  const told = problems.slice(0, TOLD).map((problem) => `    - ${problem}`);
  return [`${problems.length === 0 ? 'ok    ' : 'NOT SO'}  ${title}: ${seen}`, ...told, ...more];
}

function renderApis({ driven: { virtualUsers, milliseconds } }: LoadReport): string[] {
  const rows = (Object.keys(apis) as Api[]).map((api) => {
    const durations = virtualUsers
      .flatMap((virtualUser) => virtualUser.durations[api])
      .sort((left, right) => left - right);
    const at = (share: number) => `${(durations[Math.floor(share * (durations.length - 1))] ?? 0).toFixed(0)} ms`;
    const rate = (durations.length / milliseconds) * 1_000;
    return [api, print(durations.length), rate.toFixed(0), at(0.5), at(0.99), at(1)];
  });
  const all = [['API', 'answers', 'a second', 'median', '99 of 100', 'slowest'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function print(count: number): string {
  return count.toLocaleString('en-US');
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`;
}
