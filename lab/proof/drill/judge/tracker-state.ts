/** Everything a tracker holds, table by table, as its operator sees it. */
export type TrackerState = Readonly<Record<string, readonly TrackerRow[]>>;

/** One row of a table. */
export type TrackerRow = Readonly<Record<string, unknown>>;

/** The name of a row: its table, and what tells it from the others there. */
export function nameOfRow(table: string, row: TrackerRow): string {
  const parts = keys[table] ?? ['id'];
  if (parts.some((part) => row[part] === undefined)) {
    throw new Error(`A row of ${table} has no ${parts.join(' and ')}: ${JSON.stringify(row).slice(0, 200)}`);
  }
  return `${table}/${parts.map((part) => String(row[part])).join('/')}`;
}

/** The properties that identify the rows of a table, for tables without ids. */
const keys: Readonly<Record<string, readonly string[]>> = {
  users: ['key'],
  workflows: ['name'],
  directoryUsers: ['connectionId', 'userKey'],
  syncedUsers: ['connectionId', 'userKey'],
};
