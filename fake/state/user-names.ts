import type { WorldUser } from '../../contracts/index.js';

/** The texts that a search for a user can begin with: name, display name and address, from each of their words on. */
export function beginningsOf({ name, displayName, emailAddress }: WorldUser): string[] {
  return [name, displayName, emailAddress].flatMap((words) => {
    const text = words.toLowerCase();
    const starts = [0];
    for (let space = text.indexOf(' '); space !== -1; space = text.indexOf(' ', space + 1)) starts.push(space + 1);
    return starts.map((start) => text.slice(start));
  });
}

/** The key to list users by: the display name without case and accents. */
export function listedBy({ displayName }: WorldUser): string {
  return displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
