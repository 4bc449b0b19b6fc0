import { expect } from '../../fixtures/index.js';
import type { ApiResponse, ProjectNeeds, ProvidedProject, TestFixtures } from '../../fixtures/index.js';

/** A call and its status, for the message of an expectation that is about something else than the answer. */
export function callOf({ exchange: { method, url, status } }: ApiResponse): string {
  return `${method} ${url} answered ${status}`;
}

/** An answer that is none of a server that failed: a crash shows nothing, not even a refusal. */
export function answered<Response extends ApiResponse>(response: Response): Response {
  expect(response.status, callOf(response)).toBeLessThan(500);
  return response;
}

/** What a call did, or that it was refused; undefined if the server failed. */
export function unlessRefused<Done>({ ok, status }: ApiResponse, done: Done): Done | 'refused' | undefined {
  if (ok) return done;
  return status < 500 ? 'refused' : undefined;
}

export async function firstThatWorks<Candidate>(
  candidates: readonly Candidate[],
  works: (candidate: Candidate) => Promise<boolean>,
): Promise<Candidate | undefined> {
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return undefined;
}

/** The permissions a caller holds in a project, or somewhere on the tracker; none if the tracker won't show them. */
export async function permissionsOf(
  trackerApi: TestFixtures['trackerApi'],
  project?: ProvidedProject,
): Promise<ReadonlySet<string>> {
  const response = await trackerApi.getMyPermissions(project && { query: { projectKey: project.key } });
  const all = response.ok ? Object.values(response.data.permissions) : [];
  return new Set(all.filter(({ havePermission }) => havePermission).map(({ key }) => key));
}

export interface Attempt {
  /** The keys of the permissions the caller holds, in the project or somewhere on the tracker. */
  readonly held: ReadonlySet<string>;
  readonly response: ApiResponse;
}

type ProjectPermission = keyof NonNullable<ProjectNeeds['grants']>;
export type PermissionKey = ProjectPermission | 'ADMINISTER' | 'SYSTEM_ADMIN';

export const inProject: readonly ProjectPermission[] = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'DELETE_ISSUES',
  'TRANSITION_ISSUES',
  'ADD_COMMENTS',
  'CREATE_ATTACHMENTS',
  'ADMINISTER_PROJECTS',
];

const candidates: readonly (PermissionKey | null)[] = [null, ...inProject, 'ADMINISTER', 'SYSTEM_ADMIN'];

/** The permissions that explain the outcome of all attempts. Null is among them if a login may be enough. */
export function possiblyNeeded(attempts: readonly Attempt[]): (PermissionKey | null)[] {
  return candidates.filter((permission) =>
    attempts.every(
      ({ held, response: { ok, status } }) => status < 500 && ok === (permission === null || held.has(permission)),
    ),
  );
}
