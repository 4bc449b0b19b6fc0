/** Rows that no Steps table accepts, with their error. */
export interface InvalidRows {
  readonly name: string;
  readonly rows: readonly unknown[];
}

/** Rows that a project with this many Steps columns does not accept, each named by its error. */
export function invalidSteps(columns: number): readonly InvalidRows[] {
  const cells = (count: number) => Array.from({ length: count }, (_, index) => `cell ${index}`);
  const good = { isGroup: false, cells: cells(columns) };
  return [
    { name: 'a group without a cell', rows: [{ isGroup: true, cells: [] }] },
    { name: 'a step with one cell too few', rows: [good, { isGroup: false, cells: cells(columns - 1) }] },
    { name: 'a step with one cell too many', rows: [good, { isGroup: false, cells: cells(columns + 1) }] },
    { name: 'a step without cells', rows: [{ isGroup: false, cells: [] }] },
    { name: 'a row without cells', rows: [{ isGroup: false }] },
    { name: 'a row without isGroup', rows: [{ cells: cells(columns) }] },
    { name: 'isGroup as text', rows: [{ isGroup: 'false', cells: cells(columns) }] },
    { name: 'a cell that is a number', rows: [{ isGroup: false, cells: [7, ...cells(columns - 1)] }] },
    { name: 'a row that is a text', rows: ['a step'] },
  ];
}
