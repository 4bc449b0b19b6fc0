import { parseJson } from '../contracts/index.js';
import type { Endpoint } from '../contracts/index.js';
import { messageOf } from '../contracts/thrown.js';
import { ContractError } from './errors.js';
import { curl } from './exchange.js';
import type { Exchange } from './exchange.js';

interface Checked {
  readonly problems: readonly string[];
  readonly data?: unknown;
}

type Contract = Pick<Endpoint, 'response' | 'shape'>;

/** The answer to a call under test, of any status. */
export class ApiResponse<Data = unknown> {
  /** The request and the answer. */
  readonly exchange: Exchange;
  /** The bytes of the body. */
  readonly bytes: Buffer;
  readonly #contract: Contract;
  #checked: Checked | undefined;

  constructor(exchange: Exchange, bytes: Buffer, contract: Contract) {
    this.exchange = exchange;
    this.bytes = bytes;
    this.#contract = contract;
  }

  /** The endpoint's title, for example `GET /template/{templateId}`. */
  get endpoint(): string {
    return this.exchange.endpoint;
  }

  /** The HTTP status. */
  get status(): number {
    return this.exchange.status;
  }

  /** Whether the status says that the call succeeded. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body as JSON, unchecked; undefined if it is no JSON. */
  get json(): unknown {
    return parseJson(this.bytes.toString('utf8'));
  }

  /** The problems of the body by the contract of the endpoint; empty if it fits. */
  get problems(): string[] {
    return [...(this.#checked ??= this.#check()).problems];
  }

  /**
   * The body of a successful call, checked by the contract of the endpoint. If the endpoint has none, it is the JSON
   * value as it is, or undefined.
   *
   * @throws ContractError if the call was refused or the body does not fit
   */
  get data(): Data {
    const { problems, data } = (this.#checked ??= this.#check());
    if (problems.length > 0) throw new ContractError(this.exchange, problems);
    return data as Data;
  }

  #check(): Checked {
    if (!this.ok) return { problems: [`the call was refused with ${this.status}`] };
    const { response, shape } = this.#contract;
    if (response === undefined) return { problems: [], data: this.json };
    let json: unknown;
    try {
      json = JSON.parse(this.bytes.toString('utf8'));
    } catch (error) {
      // A contract that allows no value says nothing of the body.
      if (response.safeParse(undefined).success) return { problems: [] };
      return { problems: [`the body: it is no JSON: ${messageOf(error)}`] };
    }
    const { error, data } = response.safeParse(json);
    return error === undefined ? { problems: [], data } : { problems: ContractError.problemsOf(error, shape) };
  }

  /** A command that repeats the call, without credentials. */
  get curl(): string {
    return curl(this.exchange);
  }
}
