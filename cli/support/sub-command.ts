import { Command } from 'commander';

export class SubCommand extends Command {
  /** Adds lines to the end of the help: what its options do not say, its exit codes and examples. */
  notes(lines: readonly string[]): this {
    return this.addHelpText('after', ['', ...lines].join('\n'));
  }
}

export type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type Flags<Name extends string> = Readonly<Partial<Record<Name, boolean>>>;
