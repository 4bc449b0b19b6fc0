/** Callers whose credentials are of no use, as `callers` names them. */
export const uselessCredentials = [
  { caller: 'anonymous', title: 'a call without credentials' },
  { caller: 'wrongPassword', title: 'a wrong password' },
  { caller: 'unknownUser', title: 'an unknown user' },
] as const;
