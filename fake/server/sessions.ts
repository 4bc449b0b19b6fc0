import { randomUUID } from 'node:crypto';
import type { WorldUser } from '../../contracts/index.js';

export const SESSION_COOKIE = 'JSESSIONID';

/** How long a session lives without a call, in milliseconds: five hours, the default of trackers. */
const IDLE_LIMIT = 5 * 60 * 60 * 1_000;

/** How many sessions a tracker keeps. A client that never sends its cookie back opens one with every call. */
const CAPACITY = 1_000;

/** A random number of 32 hexadecimal digits. */
function randomDigits(): string {
  return randomUUID().replaceAll('-', '');
}

export interface Session {
  /** The value of its cookie. */
  readonly id: string;
  /** Its id in answers; it is of no use for a login. */
  readonly alias: string;
  readonly user: WorldUser;
}

export interface LoginHistory {
  readonly logins: number;
  readonly failed: number;
  readonly failedInARow: number;
}

interface KeptSession extends Session {
  used: number;
}

type KeptHistory = { -readonly [Name in keyof LoginHistory]: LoginHistory[Name] };

const noHistory: LoginHistory = { logins: 0, failed: 0, failedInARow: 0 };

/** The login sessions of one tracker: the last thousand that were used. */
export class Sessions {
  readonly #path: string;
  /** By id, the last used last. */
  readonly #byId = new Map<string, KeptSession>();
  readonly #histories = new Map<string, KeptHistory>();

  /** @param contextPath the context path of the tracker, which is the path of its cookies */
  constructor(contextPath: string) {
    this.#path = contextPath === '' ? '/' : contextPath;
  }

  open(user: WorldUser, now: number): Session {
    const history = this.#historyOf(user);
    history.logins += 1;
    history.failedInARow = 0;
    const session = { id: randomDigits().toUpperCase(), alias: randomDigits().slice(0, 8), user, used: now };
    this.#keep(session);
    return session;
  }

  noteFailure(user: WorldUser): void {
    const history = this.#historyOf(user);
    history.failed += 1;
    history.failedInARow += 1;
  }

  history(user: WorldUser): LoginHistory {
    return this.#histories.get(user.key) ?? noHistory;
  }

  /** The session with this id, unless it was idle for too long; the call counts as a use. */
  use(id: string, now: number): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined) return undefined;
    this.end(session);
    if (now - session.used >= IDLE_LIMIT) return undefined;
    session.used = now;
    this.#keep(session);
    return session;
  }

  has({ id }: Session): boolean {
    return this.#byId.has(id);
  }

  end({ id }: Session): void {
    this.#byId.delete(id);
  }

  /** Ends all sessions, and forgets failed logins. */
  endAll(): void {
    this.#byId.clear();
    for (const history of this.#histories.values()) history.failedInARow = 0;
  }

  reset(): void {
    this.endAll();
    this.#histories.clear();
  }

  #keep(session: KeptSession): void {
    this.#byId.set(session.id, session);
    if (this.#byId.size <= CAPACITY) return;
    const [oldest = ''] = this.#byId.keys();
    this.#byId.delete(oldest);
  }

  #historyOf({ key }: WorldUser): KeptHistory {
    const history = this.#histories.get(key) ?? { ...noHistory };
    this.#histories.set(key, history);
    return history;
  }

  cookiesOf({ id }: Session): string[] {
    return [
      `${SESSION_COOKIE}=${id}; Path=${this.#path}; HttpOnly`,
      `atlassian.xsrf.token=${randomUUID().toUpperCase()}|${randomDigits()}|lin; Path=${this.#path}`,
    ];
  }
}
