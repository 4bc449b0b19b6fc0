/** A page of the tracker as the background user last saw it. */
export interface Page {
  /** The path of the page after the base URL. */
  readonly path: string;
  /** The answer, byte for byte. */
  readonly text: string;
  /** The rows of the tracker's tables that it shows, as `table/id`. */
  readonly rows: readonly string[];
}

/** The last state that the background user saw of every row that was changed or made. */
export interface Book {
  readonly pages: readonly Page[];
  /** Rows that were made or found, and removed again, as `table/id`. */
  readonly removed: readonly string[];
}

/** Keeps a book. */
export class Recorder {
  readonly #pages = new Map<string, Page>();
  readonly #removed = new Set<string>();

  /** Records a page that was just seen. Rows that the page no longer shows count as removed. */
  see(page: Page): void {
    const shown = new Set(page.rows);
    for (const row of this.#pages.get(page.path)?.rows ?? []) if (!shown.has(row)) this.#removed.add(row);
    this.#pages.set(page.path, page);
  }

  /** Writes down that a page is gone with all its rows. */
  strike(path: string): void {
    for (const row of this.#pages.get(path)?.rows ?? []) this.#removed.add(row);
    this.#pages.delete(path);
  }

  /** The book as it stands. */
  get book(): Book {
    return { pages: [...this.#pages.values()], removed: [...this.#removed] };
  }
}
