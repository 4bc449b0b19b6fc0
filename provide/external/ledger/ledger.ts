import { appendFileSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OutputError } from '../../../client/errors.js';
import type { Exchange } from '../../../client/exchange.js';
import { isOfGateway } from '../../../client/statuses.js';
import { makeFolder } from '../../../client/settings/output-folder.js';
import { machineId } from '../leases/this-machine.js';
import { identityOf } from './ledger-line.js';
import type { LedgerContext, LedgerItem, LedgerItemOf, LedgerLine } from './ledger-line.js';
import { filesIn, linesIn } from './read-ledgers.js';

/** Only its owner may read a ledger: it holds the values of people in a directory. */
const OWN = 0o600;

/** What a call may make or change. */
export interface Effect extends Pick<LedgerItem, 'kind' | 'what'> {
  /** The item with it. @param before the item as earlier calls have left it; undefined if there is none */
  readonly item: (before: LedgerItem | undefined) => LedgerItem;
}

/**
 * A list on disk of everything that a run makes or changes on a tracker that others use. Each item is written before
 * its call is sent, so that a killed run leaves a list of its remaining data. One JSON object a line, `LedgerLine` in
 * `ledger-line.ts`.
 */
export class Ledger {
  readonly #file: string;
  readonly #context: LedgerContext;
  readonly #open = new Map<string, LedgerItem>();
  /** The calls about an item that may still take effect, and when each was sent or given up. */
  readonly #calls = new Map<string, Map<symbol, string>>();

  /** @throws OutputError */
  constructor(file: string, { run, tracker }: Pick<LedgerContext, 'run' | 'tracker'>) {
    this.#file = file;
    this.#context = { run, tracker, host: hostname(), machine: machineId, pid: process.pid };
    this.#orThrow(WITHOUT_IT, () => makeFolder(dirname(file)));
    ledgers.push(this);
  }

  get run(): string {
    return this.#context.run;
  }

  /** What was written here as pending and not as deleted, the last first. */
  get open(): readonly LedgerItem[] {
    return [...this.#open.values()].reverse();
  }

  /** An item that is open, as it was last written. */
  find<Kind extends LedgerItem['kind']>(kind: Kind, what: string): LedgerItemOf<Kind> | undefined {
    return this.#open.get(identityOf({ kind, what })) as LedgerItemOf<Kind> | undefined;
  }

  /**
   * Writes down what a call may make or change, sends it, and writes down whether it was answered: a tracker may carry out
   * later what was given up, or what a gateway has answered.
   *
   * @throws OutputError: the call is not sent then
   */
  async around(effects: readonly Effect[], send: () => Promise<Exchange>): Promise<Exchange> {
    const call = Symbol('call');
    const write = (mayComeLate: boolean) => {
      for (const effect of effects) {
        const calls = this.#calls.get(identityOf(effect)) ?? new Map<symbol, string>();
        this.#calls.set(identityOf(effect), calls);
        if (mayComeLate) calls.set(call, new Date().toISOString());
        else calls.delete(call);
        const unanswered = [...calls.values()].sort().at(-1);
        this.pending({ ...effect.item(this.find(effect.kind, effect.what)), unanswered } as LedgerItem);
      }
    };
    write(true);
    let isAnswered = false;
    try {
      const exchange = await send();
      isAnswered = !isOfGateway(exchange.status);
      return exchange;
    } finally {
      write(!isAnswered);
    }
  }

  /**
   * Writes down an item before it is made; again, with more of it, if a call changes more of the same thing.
   *
   * @throws OutputError: the call must not be sent then
   */
  pending(item: LedgerItem): void {
    this.#write('pending', item, `${WITHOUT_IT}, so not ${identityOf(item)}`);
    this.#open.set(identityOf(item), item);
  }

  /** Writes down that an item is gone, after a read has shown it. @throws OutputError: a sweep then looks for it in vain */
  deleted(item: LedgerItem): void {
    const identity = identityOf(item);
    this.#write('deleted', item, `${identity} is gone, but the ledger still names it, so a sweep looks for it again`);
    for (const known of [this.#open, this.#calls]) known.delete(identity);
  }

  /** The keys of the issues or projects that the ledgers of all workers of the run name, deleted or not. */
  keysOfRun(kind: 'issue' | 'project'): ReadonlySet<string> {
    const files = filesIn(dirname(this.#file)).filter((file) => basename(file).startsWith(`${this.run}-`));
    const lines = files.flatMap((file) => linesIn(readFileSync(file, 'utf8')));
    return new Set(lines.flatMap((line) => (line?.item.kind === kind ? line.item.what : [])));
  }

  /** A line before it may have been cut off, by a killed process or a full disk, so each begins a line of its own. */
  #write(event: LedgerLine['event'], item: LedgerItem, consequence: string): void {
    const line: LedgerLine = { event, item, at: new Date().toISOString(), ...this.#context };
    this.#orThrow(consequence, () => appendFileSync(this.#file, `\n${JSON.stringify(line)}\n`, { mode: OWN }));
  }

  #orThrow(consequence: string, act: () => void): void {
    try {
      act();
    } catch (cause) {
      throw new OutputError(`The ledger ${this.#file}`, consequence, cause);
    }
  }
}

const WITHOUT_IT = 'nothing is made or changed on the tracker without it';

export function ledgerFolder(outputDir: string): string {
  return join(outputDir, 'ledger');
}

const ledgers: Ledger[] = [];

/** Everything that this process has made or changed on trackers that others use and not undone, as its ledgers say. */
export function openItems(): Pick<LedgerItem, 'kind' | 'what'>[] {
  return ledgers.flatMap(({ open }) => open).map(({ kind, what }) => ({ kind, what }));
}
