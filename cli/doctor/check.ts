import { nearest } from '../../contracts/index.js';
import { SetupError } from '../../fixtures/errors.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import type { Explanation } from '../../fixtures/http/wire-errors.js';
import { asPublic } from '../../fixtures/reporting/secrets.js';
import type { Context, BrokenKind, Facts } from './context.js';

export interface Seen {
  readonly findings: readonly Finding[];
  readonly facts?: Facts;
}

export interface Check {
  /** The subject of the check, as the report names it. */
  readonly name: string;
  /** The facts that the check needs, each with the text of the report if it is unknown. */
  readonly needs?: Readonly<Partial<Record<keyof Facts, string>>>;
  readonly look: (context: Context, facts: Facts) => Promise<Seen | Finding> | Seen | Finding;
}

export interface Finding {
  /**
   * - `ok`: it is as a run needs it
   * - `missing`: it is not as a run needs it, so tests will fail or be skipped
   * - `warning`: a run works with it, but the user should know
   * - `not checked`: something else is missing, so it could not be checked
   */
  readonly state: 'ok' | 'missing' | 'warning' | 'not checked';
  readonly text: string;
  readonly remedy?: string;
}

export function ok(text: string): Finding {
  return { state: 'ok', text };
}

export function missing(text: string, remedy: string): Finding {
  return { state: 'missing', text, remedy };
}

/** Something that is not as a run needs it, as a run itself would explain it. */
export function missingAs({ text, remedy }: Explanation): Finding {
  return missing(text, remedy);
}

export function warning(text: string, remedy: string): Finding {
  return { state: 'warning', text, remedy };
}

export function notChecked(text: string): Finding {
  return { state: 'not checked', text };
}

/** A look at something that the sandbox names: what the tracker has of it, undefined if no test can take it. */
export interface Look<There> {
  readonly finding: Finding;
  readonly there?: There;
}

/**
 * Looks at each thing of a kind that the sandbox names. What a test can't take and is missing counts as broken.
 *
 * @param none the finding if the sandbox names nothing of the kind
 */
export async function lookAtNamed<Named, There>(
  kind: BrokenKind,
  facts: Facts,
  named: readonly Named[],
  none: Finding,
  nameOf: (named: Named) => string,
  lookAt: (named: Named) => Promise<Look<There>>,
): Promise<Seen> {
  if (named.length === 0) return { findings: [none], facts: { [kind]: [] } };
  const looks: (Look<There> & { readonly name: string })[] = [];
  for (const one of named) looks.push({ name: nameOf(one), ...(await lookAt(one)) });
  const broken = looks.filter(({ there, finding }) => there === undefined && finding.state === 'missing');
  return {
    findings: looks.map(({ finding }) => finding),
    facts: {
      [kind]: looks.flatMap(({ there }) => there ?? []),
      broken: { ...facts.broken, ...(broken.length > 0 && { [kind]: broken.map(({ name }) => name) }) },
    },
  };
}

/** A project that the sandbox names, or the finding that the tracker refuses it. */
export async function readProject({ read }: Context, key: string) {
  const { data, refused } = await tryRead(() => read().getProject({ projectIdOrKey: key }));
  const remedy = 'name a project that the user sees, or grant Browse Projects in it.';
  return refused === undefined
    ? { data }
    : { finding: missing(`${key}: the tracker answers ${refused.status}`, remedy) };
}

/** Runs a read. A refusal is a result too; any other error is thrown. */
export async function tryRead<Data>(
  read: () => Promise<Data>,
): Promise<
  { readonly data: Data; readonly refused?: never } | { readonly data?: never; readonly refused: SetupError }
> {
  try {
    return { data: await read() };
  } catch (error) {
    if (error instanceof SetupError) return { refused: error };
    throw error;
  }
}

/** The name of a user for the report. Only one from the settings is public. */
export function nameOfUser({ login, sandbox }: ExternalTracker, name: string): string {
  const named = ['username' in login ? login.username : undefined, sandbox.plainUser?.username];
  return named.some((known) => known?.toLowerCase() === name.toLowerCase()) ? asPublic(name) : name;
}

/** The names that another name may mean, as the end of a sentence: they differ in case, blanks, marks or a few letters. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = names.filter((name) => plain(name) === plain(wanted));
  const alike = same.length > 0 ? same : names.filter((name) => plain(name).includes(plain(wanted)));
  const near = alike.length > 0 ? alike.slice(0, 3) : nearest(wanted, names);
  return near.length === 0 ? '' : `; is it ${near.map((name) => `"${name}"`).join(' or ')}?`;
}
