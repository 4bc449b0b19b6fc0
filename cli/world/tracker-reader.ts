import type * as z from 'zod';
import { firstProblems, parseJson } from '../../contracts/index.js';
import type { BasePaths, PathFamily, WorldCustomField, WorldInput, WorldScreen } from '../../contracts/index.js';
import type { Looking } from '../../fixtures/discovery/discover.js';
import { look } from '../../fixtures/discovery/discover.js';
import type { IncomingAnswer } from '../../fixtures/http/transport.js';
import { explainAnswer, problemOf } from '../../fixtures/outage/explain-answer.js';
import { inSentences } from '../../fixtures/http/wire-errors.js';
import { loginsOf } from '../../fixtures/http/credentials.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { UsageError } from '../support/usage-error.js';
import type { Settings } from '../../fixtures/index.js';
import type { Anonymizer } from './anonymizer.js';

type Query = Readonly<Record<string, string | number>>;

/** Reads a tracker with GET, and notes what could not be read. */
export class TrackerReader {
  readonly notes = new Set<string>();
  readonly #external: ExternalTracker;
  readonly #looking: Looking;
  readonly #basePaths: BasePaths;
  #refusal = '';

  constructor(external: ExternalTracker, looking: Looking, basePaths: BasePaths) {
    this.#external = external;
    this.#looking = looking;
    this.#basePaths = basePaths;
  }

  /** The answer to a GET; undefined, with a note, if it is refused, missing or of another form. @throws UsageError */
  async read<Schema extends z.ZodType>(
    schema: Schema,
    family: PathFamily,
    path: string,
    query: Query = {},
  ): Promise<z.output<Schema> | undefined> {
    const { answer, url } = await this.#get(family, path, query);
    const said = `GET ${url.split('?')[0] ?? url}`;
    // Notes go into the file, so they tell neither the tracker's address nor the text of a refusal.
    const noted = said.replace(this.#looking.baseUrl, '');
    const parsed = answer.status >= 400 ? undefined : schema.safeParse(parseJson(answer.body.toString('utf8')));
    if (parsed?.success === true) return parsed.data;
    const [problem = []] = parsed === undefined ? [] : firstProblems(parsed.error, 'the answer');
    const [what, detail] =
      parsed === undefined
        ? [`answered ${answer.status}`, messageIn(answer)]
        : [`answered something else than expected: ${problem.join(': ')}`, ''];
    this.#refusal = `${said} ${what}${detail}`;
    this.notes.add(`${noted} ${what}`);
    return undefined;
  }

  /** The answer to a GET that the copy can't do without. @throws UsageError if it can't be read */
  async need<Schema extends z.ZodType>(
    schema: Schema,
    family: PathFamily,
    path: string,
    query: Query = {},
  ): Promise<z.output<Schema>> {
    const read = await this.read(schema, family, path, query);
    if (read !== undefined) return read;
    throw new UsageError(`The tracker can't be copied: ${this.#refusal}.`);
  }

  async #get(family: PathFamily, path: string, query: Query): Promise<{ answer: IncomingAnswer; url: string }> {
    const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const search = new URLSearchParams(asked);
    const place = `${this.#basePaths[family]}${path}${search.size === 0 ? '' : `?${search}`}`;
    const { baseUrl } = this.#looking;
    const url = `${baseUrl}${place}`;
    const answer = await look(this.#looking, place);
    const problem = problemOf(answer);
    if (problem === undefined) return { answer, url };
    const [login] = loginsOf(this.#external);
    const why = explainAnswer(problem, answer, { request: { method: 'GET', url }, baseUrl, login });
    throw new UsageError(inSentences(why), exitCodes.trackerUnreachable);
  }
}

function messageIn({ body }: IncomingAnswer): string {
  const json = parseJson(body.toString('utf8')) as { readonly errorMessages?: unknown } | undefined;
  const [message] = Array.isArray(json?.errorMessages) ? (json.errorMessages as unknown[]) : [];
  return typeof message === 'string' ? `: ${message.replace(/\.$/, '')}` : '';
}

/** The rows of a world in some of its lists. */
export type Rows<Name extends keyof WorldInput> = { readonly [List in Name]: NonNullable<WorldInput[List]> };

export type Catalogue = Pick<
  WorldInput,
  'issueTypes' | 'priorities' | 'statuses' | 'resolutions' | 'issueLinkTypes' | 'testIssueTypes'
> & { readonly customFields: WorldCustomField[] };

export interface CopyContext {
  readonly reader: TrackerReader;
  readonly anonymizer: Anonymizer;
  readonly settings: Settings;
  readonly external: ExternalTracker;
  readonly catalogue: Catalogue;
  readonly screens: Screens;
  /** The key of the user who replaces the reading user. */
  readonly self: string;
  /** The keys of the projects to copy. Default: all that the user may see */
  readonly keys?: readonly string[] | undefined;
  readonly renamesProjects: boolean;
}

/** Screens by their fields: no API gives their ids or names. */
export class Screens {
  readonly #byFields = new Map<string, WorldScreen>();

  get rows(): WorldScreen[] {
    return [...this.#byFields.values()];
  }

  showing(fields: readonly string[]): number {
    const key = [...fields].sort().join();
    const id = this.#byFields.size + 1;
    const screen = this.#byFields.get(key) ?? { id, name: `Screen ${id}`, fields: [...fields] };
    this.#byFields.set(key, screen);
    return screen.id;
  }
}
