import { randomBytes } from 'node:crypto';
import type { Answer, Service } from './http.js';
import { empty } from './http.js';
import type { User } from './model.js';

const ALLOWED_FAILURES = 5;

interface Login { user: User | null; refused: Answer | null; headers: Record<string, string | string[]> }

export class Logins {
  private readonly sessions = new Map<string, User>();
  private readonly failures = new Map<string, number>();

  constructor(private readonly service: Service, private readonly cookiePath: string) {}

  open(user: User): string {
    const session = randomBytes(16).toString('hex').toUpperCase();
    this.sessions.set(session, user);
    return session;
  }

  close(session: string): void { this.sessions.delete(session); }

  /** The user with that password; null counts as a failed login. */
  check(name: string, password: string): User | 'captcha' | null {
    const failures = this.failures.get(name) ?? 0;
    const user = this.service.world.users.get(name);
    const right = user !== undefined && user.password !== null && user.password === password;
    if (failures >= ALLOWED_FAILURES && (!right || this.service.choices.captchaLasts)) return 'captcha';
    this.failures.set(name, right ? 0 : failures + 1);
    return right ? user : null;
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
      if (found === null || found === 'captcha') {
        if (this.service.choices.clearsCookieOnFailure) this.close(session);
        return { user: null, refused: this.failed(found), headers: {} };
      }
      return this.logged(found, sessionUser === found ? session : null);
    }
    return { user: sessionUser, refused: null, headers: { 'x-ausername': sessionUser?.name ?? 'anonymous' } };
  }

  private logged(user: User, session: string | null): Login {
    return { user, refused: null, headers: { 'x-ausername': user.name, 'x-seraph-loginreason': 'OK', ...(session ? {} : { 'set-cookie': this.cookies(this.open(user)) }) } };
  }

  private failed(found: 'captcha' | null): Answer {
    if (found === 'captcha') {
      return { ...empty(403), headers: { 'x-authentication-denied-reason': `CAPTCHA_CHALLENGE; login-url=${this.service.url}/login.jsp`, 'x-seraph-loginreason': 'AUTHENTICATION_DENIED', 'content-type': 'text/html;charset=UTF-8' }, body: 'Basic Authentication Failure - Reason : AUTHENTICATION_DENIED' };
    }
    return { status: 401, headers: { 'www-authenticate': `OAuth realm="${encodeURIComponent(this.service.url)}"`, 'x-seraph-loginreason': 'AUTHENTICATED_FAILED', 'content-type': 'text/html;charset=UTF-8' }, body: 'Basic Authentication Failure - Reason : AUTHENTICATED_FAILED' };
  }
}
