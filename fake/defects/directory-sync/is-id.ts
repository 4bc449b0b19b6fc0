/** Whether a path names its connection by its id. */
export function isId(idOrName: string): boolean {
  return /^\d+$/.test(idOrName);
}
