import type { State } from '../../state/state.js';
import { renderComponentSummary } from '../components.js';
import { readId, readObject } from '../read-values.js';
import type { View } from '../render.js';
import { renderVersion } from '../versions.js';
import { FieldError } from './field.js';
import type { FitContext, ValueKind } from './field.js';

/** Rows of projects, such as components. */
interface ProjectRows<Row> {
  get(id: number): Row | undefined;
  where(index: 'project', projectId: number): readonly Row[];
}

/** A list of rows of the issue's project, each named by id or name; kept by id. */
function rowsKind<Row extends { readonly id: number; readonly name: string }>(
  what: 'Component' | 'Version',
  rowsOf: (tables: State['tables']) => ProjectRows<Row>,
  render: (view: View, row: Row) => unknown,
): ValueKind<readonly string[]> {
  const idOf = (token: string, { state, project }: FitContext): string => {
    const rows = rowsOf(state.tables).where('project', project.id);
    const name = token.startsWith('=') ? token.slice(1) : undefined;
    const isNamed = (row: Row) =>
      name === undefined ? String(row.id) === token : row.name.toLowerCase() === name.toLowerCase();
    const row = rows.find(isNamed);
    if (row !== undefined) return String(row.id);
    throw new FieldError(`${what} ${name === undefined ? `id '${token}'` : `name '${name}'`} is not valid`);
  };
  return {
    schema: { type: 'array', items: what.toLowerCase() },
    unset: [],
    list: true,
    read: (value) => {
      if (!Array.isArray(value)) throw new FieldError('data was not an array');
      const tokens = value.map((element: unknown) => tokenOf(element, what));
      return tokens.length === 0 ? null : tokens;
    },
    fit: (value, context) => [...new Set(value.map((token) => idOf(token, context)))],
    render: (value, view) =>
      value.flatMap((id) => {
        const row = rowsOf(view.state.tables).get(Number(id));
        return row === undefined ? [] : [render(view, row)];
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

export const componentsKind = rowsKind('Component', ({ components }) => components, renderComponentSummary);

/** Versions of the project that an issue names. */
export const versionsKind = rowsKind('Version', ({ versions }) => versions, renderVersion);
