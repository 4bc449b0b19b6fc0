import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { KnownFailure, KnownProblem } from '../../contracts/report/known-failures.js';

/** The name of a test in a file of known failures: its project in brackets if that has a name, its file and its titles. */
export function nameOfTest({ project, file, title }: Pick<FinishedTest, 'project' | 'file' | 'title'>): string {
  return [...(project === '' ? [] : [`[${project}]`]), file, title].join(' › ');
}

/** Whether an entry is about a version of the tracker. */
export function isOfVersion({ versions }: Pick<KnownFailure, 'versions'>, version: string): boolean {
  return versions.some((pattern) => pattern === version || patternOf(pattern).test(version));
}

function patternOf(text: string): RegExp {
  return new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*')}$`,
  );
}

/** What an entry is called in messages: its rule with the part of it, or else its first test. */
export function aboutOf({ rule, part, failures }: KnownFailure): string {
  if (rule === undefined) return failures[0]?.test ?? '';
  return part === undefined ? rule : `${rule} (${part})`;
}

/** What is wrong with an entry, for whichever reason. */
export function problem(entry: KnownFailure, kind: KnownProblem['kind'], text: string): KnownProblem {
  const about = aboutOf(entry);
  return {
    kind,
    about,
    ticket: entry.ticket,
    text: `Known failure ${about}${entry.ticket === '' ? '' : `, ${entry.ticket}`}: ${text}`,
  };
}
