/** The parts of an answer that an `expand` parameter asks for. */
export function readExpand(expand: string | undefined): ReadonlySet<string> {
  return new Set((expand ?? '').split(',').map((word) => word.trim()));
}
