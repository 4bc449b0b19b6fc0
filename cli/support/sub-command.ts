import { Command } from 'commander';

/** A sub-command of `tracker-e2e`. */
export class SubCommand extends Command {
  /** Adds lines to the end of the help: what its options do not say, its exit codes and examples. */
  notes(lines: readonly string[]): this {
    return this.addHelpText('after', ['', ...lines].join('\n'));
  }
}

/** The options of a sub-command that take a text. */
export type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** The options of a sub-command that take no value. */
export type Flags<Name extends string> = Readonly<Partial<Record<Name, boolean>>>;
