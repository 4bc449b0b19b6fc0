import type { LeaseRefusedError } from '../../../client/errors.js';
import type { SandboxSettings } from '../../../client/settings/sandbox.js';
import type { ExternalTracker } from '../../../client/settings/settings.js';

/** What a worker has of the sandbox of its run, for all its tests: no other worker of the run uses it. */
export interface Share {
  /** Whether it has the projects and the connections of the sandbox. */
  readonly isFull: boolean;
  readonly templates: ReadonlySet<number>;
  /** Why its parts may only be read; undefined if the run has a lease on the sandbox. */
  readonly refusal?: LeaseRefusedError | undefined;
}

/** The property of a project's `metadata` that says that its worker has the projects and connections of the sandbox. */
export const HAS_SANDBOX = 'hasSandbox';

/** The most templates that a test of the suite needs at once. */
const TEMPLATES_AT_ONCE = 2;

/**
 * Into how many shares a sandbox can be divided. The projects and connections are never divided, because only the tracker
 * knows their types and users. The templates are, if tests may create projects, and if every share gets two templates of
 * each kind: with values for the same fields.
 */
export function shareCount({
  templates,
  createProjects,
}: Pick<SandboxSettings, 'templates' | 'createProjects'>): number {
  const kinds = kindsOf(templates);
  if (!createProjects || kinds.length === 0) return 1;
  return Math.max(1, Math.floor(Math.min(...kinds.map(({ length }) => length)) / TEMPLATES_AT_ONCE));
}

/** The share of a worker: a worker that replaces another one has the same. */
export function shareOf(
  sandbox: Pick<SandboxSettings, 'templates' | 'createProjects'>,
  { parallelIndex, isFull }: Pick<Share, 'isFull'> & { readonly parallelIndex: number },
): Omit<Share, 'refusal'> {
  const count = shareCount(sandbox);
  const isOwn = (place: number) => (count === 1 ? isFull : place % count === parallelIndex);
  const templates = kindsOf(sandbox.templates).flatMap((ids) => ids.filter((_id, place) => isOwn(place)));
  return { isFull, templates: new Set(templates) };
}

function kindsOf(templates: SandboxSettings['templates']): number[][] {
  const kinds = new Map<string, number[]>();
  for (const { id, fields } of templates) {
    const kind = Object.keys(fields).sort().join();
    kinds.set(kind, [...(kinds.get(kind) ?? []), id]);
  }
  return [...kinds.values()];
}

/** The project that holds the lease on a sandbox: every run with this sandbox takes the same one. */
export function leaseProjectOf({ projects, tests }: ExternalTracker['sandbox']): string | undefined {
  return [...projects, ...tests.projects].map(({ key }) => key).sort()[0];
}

/** What tells the sandboxes of one run apart. */
export function sandboxName({ url, sandbox }: Pick<ExternalTracker, 'url' | 'sandbox'>): string {
  return `${url} ${leaseProjectOf(sandbox) ?? ''}`;
}
