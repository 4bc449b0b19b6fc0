import type * as z from 'zod';
import { firstProblems, parseJson } from '../../contracts/index.js';
import type { BasePaths, PathFamily } from '../../contracts/index.js';
import type { Looking } from '../../fixtures/discovery/discover.js';
import { look } from '../../fixtures/discovery/discover.js';
import { HarnessError, messageToPrint } from '../../fixtures/errors.js';
import type { IncomingAnswer } from '../../fixtures/http/transport.js';
import { explainAnswer, problemOf } from '../../fixtures/outage/explain-answer.js';
import { inSentences } from '../../fixtures/http/wire-errors.js';
import { loginsOf } from '../../fixtures/http/credentials.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import { exitCodes } from '../../reports/exit-codes.js';
import { UsageError } from '../support/usage-error.js';

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
    if (answer.status >= 400) {
      this.#refusal = `${said} answered ${answer.status}${messageIn(answer)}`;
      this.notes.add(`${noted} answered ${answer.status}`);
      return undefined;
    }
    const parsed = schema.safeParse(parseJson(answer.body.toString('utf8')));
    if (parsed.success) return parsed.data;
    const [problem = []] = firstProblems(parsed.error, 'the answer');
    const what = `answered something else than expected: ${problem.join(': ')}`;
    this.#refusal = `${said} ${what}`;
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
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const place = `${this.#basePaths[family]}${path}${search === '' ? '' : `?${search}`}`;
    const url = `${this.#looking.baseUrl}${place}`;
    const answer = await this.#look(place);
    const problem = problemOf(answer);
    if (problem === undefined) return { answer, url };
    const [login] = loginsOf(this.#external);
    const asked = { request: { method: 'GET', url }, baseUrl: this.#looking.baseUrl, login };
    throw new UsageError(inSentences(explainAnswer(problem, answer, asked)), exitCodes.trackerUnreachable);
  }

  async #look(place: string): Promise<IncomingAnswer> {
    try {
      return await look(this.#looking, place);
    } catch (cause) {
      if (cause instanceof HarnessError)
        throw new UsageError(messageToPrint(cause), exitCodes.trackerUnreachable, { cause });
      throw cause;
    }
  }
}

function messageIn({ body }: IncomingAnswer): string {
  const json = parseJson(body.toString('utf8')) as { readonly errorMessages?: unknown } | undefined;
  const [message] = Array.isArray(json?.errorMessages) ? (json.errorMessages as unknown[]) : [];
  return typeof message === 'string' ? `: ${message.replace(/\.$/, '')}` : '';
}
