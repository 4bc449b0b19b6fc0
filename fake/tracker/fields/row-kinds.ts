import { componentsOf, renderComponentSummary } from '../components.js';
import { readId, readObject } from '../read-values.js';
import type { View } from '../render.js';
import { renderVersion } from '../versions.js';
import { FieldError } from './field.js';
import type { FitContext, ValueKind } from './field.js';

/** Rows of the project, such as its components. */
interface ProjectRows<Row extends { readonly id: number; readonly name: string }> {
  readonly what: string;
  readonly items: string;
  readonly inProject: (view: Pick<View, 'state'>, projectId: number) => readonly Row[];
  readonly get: (view: View, id: number) => Row | undefined;
  readonly render: (view: View, row: Row) => unknown;
}

/** A list of rows of the project, each named by id or name; kept by id. */
function rowsKind<Row extends { readonly id: number; readonly name: string }>(
  rows: ProjectRows<Row>,
): ValueKind<readonly string[]> {
  const idOf = (token: string, { state, project }: FitContext): string => {
    if (!token.startsWith('=')) return token;
    const name = token.slice(1);
    const row = rows.inProject({ state }, project.id).find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (row === undefined) throw new FieldError(`${rows.what} name '${name}' is not valid`);
    return String(row.id);
  };
  const refuseForeign = (id: string, { state, project }: FitContext): string => {
    if (rows.inProject({ state }, project.id).some((row) => String(row.id) === id)) return id;
    throw new FieldError(`${rows.what} id '${id}' is not valid`);
  };
  return {
    schema: { type: 'array', items: rows.items },
    unset: [],
    list: true,
    read: (value) => {
      if (!Array.isArray(value)) throw new FieldError('data was not an array');
      const tokens = value.map((element: unknown) => tokenOf(element, rows.what));
      return tokens.length === 0 ? null : tokens;
    },
    fit: (value, context) => [...new Set(value.map((token) => refuseForeign(idOf(token, context), context)))],
    render: (value, view) =>
      value.flatMap((id) => {
        const row = rows.get(view, Number(id));
        return row === undefined ? [] : [rows.render(view, row)];
      }),
  };
}

/** An id, or a name behind a sign that no id has. */
function tokenOf(element: unknown, what: string): string {
  if (typeof element === 'string') return element;
  const { id, name } = readObject(element) ?? {};
  const number = readId(id);
  if (number !== undefined) return String(number);
  if (typeof name === 'string') return `=${name}`;
  throw new FieldError(`${what} needs an id or a name`);
}

export const componentsKind = rowsKind({
  what: 'Component',
  items: 'component',
  inProject: (view, projectId) => componentsOf(view, projectId),
  get: ({ state }, id) => state.tables.components.get(id),
  render: renderComponentSummary,
});

/** Versions of the project that an issue names. */
export const versionsKind = rowsKind({
  what: 'Version',
  items: 'version',
  inProject: ({ state }, projectId) => state.tables.versions.where('project', projectId),
  get: ({ state }, id) => state.tables.versions.get(id),
  render: renderVersion,
});
