/** What everything of a space carries, in its names, keys and URLs, and nothing of another. */
export function markOf(space: number): string {
  return `M${String(space).padStart(3, '0')}X`;
}

/** The ids of a space's projects and templates start here: a thousand are its own. */
export function firstIdOf(space: number): number {
  return 100_000 + 1_000 * space;
}

/** What a text has of other spaces: marks, and ids of projects and templates. */
export function foreignIn(text: string, space: number): readonly string[] {
  const [own, first] = [markOf(space), firstIdOf(space)];
  const marks = text.match(/M\d{3}X/gi) ?? [];
  const ids = [...text.matchAll(/"(?:projectId|templateId)":"?(\d+)/g)].filter(([, id]) => {
    const offset = Number(id) - first;
    return offset < 0 || offset >= 1_000;
  });
  return [...new Set([...marks.filter((mark) => mark.toUpperCase() !== own), ...ids.map(([found]) => found)])];
}
