import type { WorldEntry } from '../../contracts/index.js';
import type { Key } from './key.js';

/** The two kinds of type an entry can be for, named as in the paths of the API. */
export type TypeKind = 'issuetype' | 'requesttype';

/** The kind and id of the type an entry is for. */
export function typeOfEntry(entry: WorldEntry): readonly [kind: TypeKind, typeId: number] {
  return entry.issueTypeId === undefined
    ? ['requesttype', entry.requestTypeId as number]
    : ['issuetype', entry.issueTypeId];
}

/** Two whole numbers below this make one number that no other two make, which is found sooner than a text is. */
const SMALL = 2 ** 26;

/** What the entries of a template in a project have in common. */
export function pairOf(templateId: number, projectId: number): Key {
  return isSmall(templateId) && isSmall(projectId) ? templateId * SMALL + projectId : `${templateId}/${projectId}`;
}

/** What the entries of a template or a project for one type have in common. */
export function withType(id: number, kind: TypeKind, typeId: number): Key {
  const type = typeId * 2 + (kind === 'issuetype' ? 0 : 1);
  return isSmall(id) && isSmall(typeId) && isSmall(type) ? id * SMALL + type : `${id}/${kind}/${typeId}`;
}

function isSmall(id: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < SMALL;
}
