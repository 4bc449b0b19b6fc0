/** How a path names a connection and its user: by the tracker's id and key, or by their names. */
export const namings = [
  { connection: 'id', user: 'key', words: 'key' },
  { connection: 'name', user: 'username', words: 'name' },
] as const;
