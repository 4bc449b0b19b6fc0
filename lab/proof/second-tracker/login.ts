import { randomBytes } from 'node:crypto';
import type { Answer, Service } from './http.js';
import type { User } from './model.js';

interface Login { user: User | null; refused: Answer | null; headers: Record<string, string | string[]> }

export class Logins {
  private readonly sessions = new Map<string, User>();

  constructor(private readonly service: Service, private readonly cookiePath: string) {}

  open(user: User): string {
    const session = randomBytes(16).toString('hex').toUpperCase();
    this.sessions.set(session, user);
    return session;
  }

  close(session: string): void { this.sessions.delete(session); }

  /** The user with that password. */
  check(name: string, password: string): User | null {
    const user = this.service.world.users.get(name);
    return user !== undefined && user.password === password ? user : null;
  }

  cookies(session: string): string[] {
    return [`JSESSIONID=${session}; Path=${this.cookiePath}; HttpOnly`, `atlassian.xsrf.token=B-${session.slice(0, 16)}_lin; Path=${this.cookiePath}`];
  }

  login(authorization: string, cookie: string): Login {
    const session = /(?:^|;\s*)JSESSIONID=([^;]*)/.exec(cookie)?.[1] ?? '';
    const sessionUser = this.sessions.get(session) ?? null;
    const [, scheme = '', credentials = ''] = /^(\w+)\s+(.*)$/.exec(authorization) ?? [];
    if (/^basic$/i.test(scheme)) {
      const decoded = Buffer.from(credentials, 'base64').toString('utf8');
      const colon = decoded.indexOf(':');
      const found = this.check(decoded.slice(0, Math.max(colon, 0)), decoded.slice(colon + 1));
      if (found === null) {
        if (this.service.choices.clearsCookieOnFailure) this.close(session);
        return { user: null, refused: this.failed(), headers: {} };
      }
      return this.logged(found, sessionUser === found ? session : null);
    }
    return { user: sessionUser, refused: null, headers: { 'x-ausername': sessionUser?.name ?? 'anonymous' } };
  }

  private logged(user: User, session: string | null): Login {
    return { user, refused: null, headers: { 'x-ausername': user.name, 'x-seraph-loginreason': 'OK', ...(session ? {} : { 'set-cookie': this.cookies(this.open(user)) }) } };
  }

  private failed(): Answer {
    return { status: 401, headers: { 'www-authenticate': `OAuth realm="${encodeURIComponent(this.service.url)}"`, 'x-seraph-loginreason': 'AUTHENTICATED_FAILED', 'content-type': 'text/html;charset=UTF-8' }, body: 'Basic Authentication Failure - Reason : AUTHENTICATED_FAILED' };
  }
}
