import type { CreationResult } from '../../../fixtures/index.js';

/** One type of one project, as text: `ABC issue type 10001`. */
export function assignment(project: { readonly key: string }, kind: 'issue type' | 'request type', id: number): string {
  return `${project.key} ${kind} ${id}`;
}

/** The entries that a creation says it created: a text for each project and type, in alphabetical order. */
export function echoedAssignments({ defaults }: CreationResult): string[] {
  return defaults
    .flatMap(({ projectKey, issueTypeIds, requestTypeIds }) => [
      ...(issueTypeIds ?? []).map((id) => assignment({ key: projectKey }, 'issue type', id)),
      ...(requestTypeIds ?? []).map((id) => assignment({ key: projectKey }, 'request type', id)),
    ])
    .sort();
}
