/** The configuration that arguments of Playwright name; undefined if they name none. */
export function configOf(args: readonly string[]): string | undefined {
  for (const [index, argument] of args.entries()) {
    const [, value] = /^(?:--config=|-c=?)(.+)$/s.exec(argument) ?? [];
    if (value !== undefined) return value;
    if (argument === '--config' || argument === '-c') return args[index + 1];
  }
  return undefined;
}
