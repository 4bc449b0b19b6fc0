/** A mark in all names, keys and URLs of a tenant. No other tenant has it. */
export function markOf(tenant: number): string {
  return `M${String(tenant).padStart(3, '0')}X`;
}

/** The ids of a tenant's projects and templates start here: a thousand are its own. */
export function firstIdOf(tenant: number): number {
  return 100_000 + 1_000 * tenant;
}

/** The parts of a text that belong to other tenants: marks, and ids of projects and templates. */
export function foreignIn(text: string, tenant: number): readonly string[] {
  const [own, first] = [markOf(tenant), firstIdOf(tenant)];
  const marks = text.match(/M\d{3}X/gi) ?? [];
  const ids = [...text.matchAll(/"(?:projectId|templateId)":"?(\d+)/g)].filter(([, id]) => {
    const offset = Number(id) - first;
    return offset < 0 || offset >= 1_000;
  });
  return [...new Set([...marks.filter((mark) => mark.toUpperCase() !== own), ...ids.map(([found]) => found)])];
}
