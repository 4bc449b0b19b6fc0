import { randomUUID } from 'node:crypto';
import type { WorldUser } from '../../contracts/index.js';
import type { State } from '../state/state.js';

/** The name of the session cookie. */
export const SESSION_COOKIE = 'JSESSIONID';

/** How long a session lives without a call, in milliseconds: five hours, the default of trackers. */
const IDLE_LIMIT = 5 * 60 * 60 * 1_000;

/** How many sessions a tracker keeps. A client that never sends its cookie back opens one with every call. */
const CAPACITY = 1_000;

/** A login session. */
export interface Session {
  /** The value of its cookie. */
  readonly id: string;
  /** Its id in answers; it is of no use for a login. */
  readonly alias: string;
  /** The user at the time of the login. */
  readonly user: WorldUser;
}

/** The login statistics of a user; times in milliseconds since 1970. */
export interface LoginHistory {
  readonly logins: number;
  readonly failed: number;
  /** Failed logins since the last success. */
  readonly failedInARow: number;
  readonly last?: number;
  /** The login before the last. */
  readonly previous?: number;
  readonly lastFailed?: number;
}

interface KeptSession extends Session {
  readonly used: number;
}

const noHistory: LoginHistory = { logins: 0, failed: 0, failedInARow: 0 };

/** The login sessions of one tracker: the last thousand that were used. */
export class Sessions {
  readonly #path: string;
  /** By id, the least recently used first. */
  readonly #byId = new Map<string, KeptSession>();
  readonly #histories = new Map<string, LoginHistory>();

  /** @param contextPath the context path of the tracker, which is the path of its cookies */
  constructor(contextPath: string) {
    this.#path = contextPath === '' ? '/' : contextPath;
  }

  /** Opens a session for a user who has just logged in. */
  open(user: WorldUser, now: number): Session {
    const id = randomUUID().replaceAll('-', '').toUpperCase();
    const { last, ...history } = this.history(user);
    this.#histories.set(user.key, {
      ...history,
      logins: history.logins + 1,
      failedInARow: 0,
      last: now,
      ...(last !== undefined && { previous: last }),
    });
    const session = { id, alias: randomUUID().slice(0, 8), user, used: now };
    this.#byId.set(id, session);
    const [oldest] = this.#byId.keys();
    if (this.#byId.size > CAPACITY && oldest !== undefined) this.#byId.delete(oldest);
    return session;
  }

  /** Notes a failed login of a user. */
  noteFailure(user: WorldUser, now: number): void {
    const history = this.history(user);
    this.#histories.set(user.key, {
      ...history,
      failed: history.failed + 1,
      failedInARow: history.failedInARow + 1,
      lastFailed: now,
    });
  }

  /** The login statistics of a user. */
  history(user: WorldUser): LoginHistory {
    return this.#histories.get(user.key) ?? noHistory;
  }

  /**
   * The session with this id, with the current data of its user; the call counts as a use. A session has ended if it
   * was idle for too long, or if its user is gone, is inactive or has a new password.
   */
  use(id: string, state: State, now: number): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined) return undefined;
    this.#byId.delete(id);
    const user = state.tables.users.get(session.user.key);
    if (user?.active !== true || user.password !== session.user.password) return undefined;
    if (now - session.used >= IDLE_LIMIT) return undefined;
    const used = { ...session, user, used: now };
    this.#byId.set(id, used);
    return used;
  }

  /** Whether a session is still valid. */
  has({ id }: Session): boolean {
    return this.#byId.has(id);
  }

  /** Ends a session. */
  end({ id }: Session): void {
    this.#byId.delete(id);
  }

  /** Ends all sessions, and forgets failed logins. */
  endAll(): void {
    this.#byId.clear();
    for (const [key, history] of this.#histories) this.#histories.set(key, { ...history, failedInARow: 0 });
  }

  /** Ends all sessions, and forgets all logins. */
  reset(): void {
    this.endAll();
    this.#histories.clear();
  }

  /** The Set-Cookie headers that tell a client its session. */
  cookiesOf({ id }: Session): readonly string[] {
    return [
      `${SESSION_COOKIE}=${id}; Path=${this.#path}; HttpOnly`,
      `atlassian.xsrf.token=${randomUUID().toUpperCase()}|${randomUUID().replaceAll('-', '')}|lin; Path=${this.#path}`,
    ];
  }
}
