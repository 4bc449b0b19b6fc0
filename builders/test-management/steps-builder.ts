import * as z from 'zod';
import { stepsRowSchema } from '../../contracts/index.js';
import type { StepsRow } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import type { Source } from '../source.js';

/** Cells that are easily damaged in transit: empty, with line breaks, with markup of several kinds, with unicode. */
export const awkwardCells: readonly string[] = [
  '',
  'first line\nsecond line\r\nthird line',
  '*bold* _italic_ {color:red}red{color} [link|https://example.com]',
  '<b onclick="x()">bold</b> &amp; <script>1</script>',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '日本語 – ñandú – 😀 – "quoted" \\ backslash',
  '  leading and trailing  ',
];

const rowsSchema = z.array(stepsRowSchema);

/** Describes the rows of a Steps table: groups and steps in any order (document: Steps field rows). */
export class StepsBuilder extends Builder<StepsRow[]> {
  readonly #source: Source;
  readonly #columns: number;
  readonly #rows: readonly StepsRow[];

  constructor(source: Source, columns = 3, rows: readonly StepsRow[] = []) {
    super(rowsSchema);
    this.#source = source;
    this.#columns = columns;
    this.#rows = rows;
  }

  /** Steps added from here on have a cell for each column of this project. */
  for(project: { readonly columns: readonly string[] }): StepsBuilder {
    return new StepsBuilder(this.#source, project.columns.length, this.#rows);
  }

  /** Adds a group. */
  group(name: string = this.#source.faker.company.buzzNoun()): StepsBuilder {
    return this.#add([{ isGroup: true, cells: [name] }]);
  }

  /** Adds a step; cells that are left out are made up. */
  step(...cells: readonly string[]): StepsBuilder {
    return this.#add([{ isGroup: false, cells: this.#fill(cells) }]);
  }

  /** Adds this many steps with made-up cells. */
  steps(count: number): StepsBuilder {
    return this.#add(Array.from({ length: count }, () => ({ isGroup: false, cells: this.#fill([]) })));
  }

  protected override draft(): unknown {
    return this.#rows;
  }

  #fill(cells: readonly string[]): string[] {
    return Array.from({ length: this.#columns }, (_, index) => cells[index] ?? this.#source.faker.hacker.phrase());
  }

  #add(rows: readonly StepsRow[]): StepsBuilder {
    return new StepsBuilder(this.#source, this.#columns, [...this.#rows, ...rows]);
  }
}
