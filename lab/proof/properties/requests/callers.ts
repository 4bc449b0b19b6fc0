/** Who a request is from, and the header that says so. */
export const callers = {
  admin: basic('admin', 'admin'),
  tess: basic('tess', 'tess'),
  guest: basic('guest', 'guest'),
  'admin by token': 'Bearer admin-token',
  nobody: undefined,
  'a wrong password': basic('admin', 'wrong'),
  'a wrong token': 'Bearer nothing',
  'who may not log in': basic('deleted', 'deleted'),
  'half a login': 'Basic',
  'no user': basic('__proto__', 'constructor'),
} as const;

/** The name of a caller. */
export type CallerName = keyof typeof callers;

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}
