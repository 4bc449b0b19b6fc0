/** How a path names a connection and a user of it: by what the tracker calls them, or by what people do. */
export const namings = [
  { connection: 'id', user: 'key', words: 'key' },
  { connection: 'name', user: 'username', words: 'name' },
] as const;
