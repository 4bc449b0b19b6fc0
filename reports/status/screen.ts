/** Where a status line is shown. */
export interface Output {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Shows a status line below everything else: on a terminal rewritten in place, in a log as a line of its own. */
export class Screen {
  readonly #output: Output;
  readonly #rewrites: boolean;
  #shown = '';
  #endsLine = true;

  /** @param rewrites whether the output is a terminal */
  constructor(output: Output, rewrites: boolean) {
    this.#output = output;
    this.#rewrites = rewrites;
  }

  /** Shows a line in place of the one before. */
  show(line: string): void {
    if (!this.#rewrites) {
      this.write(`${line}\n`);
      return;
    }
    // Elsewhere a text ends with a line that goes on.
    if (!this.#endsLine) return;
    const text = fitting(line, (this.#output.columns ?? 80) - 1);
    if (text === this.#shown) return;
    this.#output.write(`${this.#shown === '' ? '' : CLEAR}${text}`);
    this.#shown = text;
  }

  /** Writes text above the status line, which comes back when it is shown again. */
  write(text: string): void {
    this.clear();
    this.#output.write(text);
    this.#endsLine = text.endsWith('\n');
  }

  /** Takes the status line away. */
  clear(): void {
    if (this.#shown !== '') this.#output.write(CLEAR);
    this.#shown = '';
  }
}

/** Goes to the start of the line and empties it. */
const CLEAR = '\r\u001B[2K';

function fitting(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
