/** Callers whose credentials are of no use, as `callers` names them, and what they are refused for. */
export const uselessCredentials = [
  { caller: 'anonymous', title: 'a call without credentials', kind: 'noLogin' },
  { caller: 'wrongPassword', title: 'a wrong password', kind: 'wrongLogin' },
  { caller: 'unknownUser', title: 'an unknown user', kind: 'wrongLogin' },
] as const;
