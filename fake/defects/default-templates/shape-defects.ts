import type { Variant } from '../../spaces/behaviour.js';
import { changeBodies } from '../change-handlers.js';
import { allOf } from '../../spaces/all-of.js';
import { defect } from '../defect.js';
import { lists, removals, removalsOfType } from './entries.js';
import type { AnsweredEntry, AnsweredRemoval } from './entries.js';

type Change = (entry: AnsweredEntry) => AnsweredEntry;

/** A tracker that writes entries otherwise in its lists. */
function listsWrite(change: Change): Variant {
  return changeBodies(lists, (entries: AnsweredEntry[]) => entries.map(change));
}

/** A tracker that writes entries otherwise in its removal results. */
function removalsWrite(change: Change, of: readonly (typeof removals)[number][] = removals): Variant {
  return changeBodies(of, (result: AnsweredRemoval) => ({ ...result, defaults: result.defaults.map(change) }));
}

function without(entry: AnsweredEntry, property: string): AnsweredEntry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== property));
}

const ofRequestTypes =
  (change: Change): Change =>
  (entry) =>
    entry['requestTypeId'] === undefined ? entry : change(entry);

const ofIssueTypes =
  (change: Change): Change =>
  (entry) =>
    entry['issueTypeId'] === undefined ? entry : change(entry);

/** Defects of the shape of entries. */
export const shapeDefects = [
  defect(
    'DT-05',
    'id-as-text',
    'A removal result holds the ids of entries as text.',
    removalsWrite((entry) => ({ ...entry, id: String(entry['id']) })),
  ),
  defect(
    'DT-05',
    'template-id-as-text',
    'A filtered list holds template ids as text.',
    changeBodies('filterByTemplate', (entries: AnsweredEntry[]) =>
      entries.map((entry) => ({ ...entry, templateId: String(entry['templateId']) })),
    ),
  ),
  defect(
    'DT-05',
    'project-as-key',
    'The list of a template names projects by key in place of their id.',
    changeBodies('listByTemplate', (entries: AnsweredEntry[], { state }) =>
      entries.map((entry) => ({
        ...entry,
        projectId: state.tables.projects.get(entry['projectId'] as number)?.key,
      })),
    ),
  ),
  defect(
    'DT-05',
    'service-desk-left-out',
    'The list of a project and a template leaves serviceDesk out.',
    changeBodies('listByProjectAndTemplate', (entries: AnsweredEntry[]) =>
      entries.map((entry) => without(entry, 'serviceDesk')),
    ),
  ),
  defect(
    'DT-05',
    'service-desk-as-text',
    'What a removal of one type answers has serviceDesk as text.',
    removalsWrite((entry) => ({ ...entry, serviceDesk: String(entry['serviceDesk']) }), removalsOfType),
  ),
  defect(
    'DT-06',
    'issue-type-as-number',
    'Entries have their issue type as a number.',
    allOf(
      listsWrite(ofIssueTypes((entry) => ({ ...entry, issueTypeId: Number(entry['issueTypeId']) }))),
      removalsWrite(ofIssueTypes((entry) => ({ ...entry, issueTypeId: Number(entry['issueTypeId']) }))),
    ),
  ),
  defect(
    'DT-06',
    'service-desk-true',
    'Removed entries of issue types say that they are of a service desk.',
    removalsWrite(ofIssueTypes((entry) => ({ ...entry, serviceDesk: true }))),
  ),
  defect(
    'DT-06',
    'empty-request-type',
    'Entries of issue types also have a requestTypeId, which is null.',
    listsWrite(ofIssueTypes((entry) => ({ ...entry, requestTypeId: null }))),
  ),
  defect(
    'DT-07',
    'request-type-as-text',
    'Entries have their request type as text.',
    listsWrite(ofRequestTypes((entry) => ({ ...entry, requestTypeId: String(entry['requestTypeId']) }))),
  ),
  defect(
    'DT-07',
    'service-desk-false',
    'Removed entries of request types say that they are of a regular project.',
    removalsWrite(ofRequestTypes((entry) => ({ ...entry, serviceDesk: false }))),
  ),
  defect(
    'DT-07',
    'issue-type-of-request',
    'Entries of request types also name the issue type behind the request type.',
    changeBodies(lists, (entries: AnsweredEntry[], { state }) =>
      entries.map(
        ofRequestTypes((entry) => {
          const requestType = state.tables.requestTypes.get(entry['requestTypeId'] as number);
          return { ...entry, issueTypeId: String(requestType?.issueTypeId) };
        }),
      ),
    ),
  ),
  defect(
    'DT-08',
    'transitions-as-null',
    'Entries without a stored screen have null as transitions.',
    listsWrite((entry) => ({
      ...entry,
      transitions: (entry['transitions'] as unknown[]).length === 0 ? null : entry['transitions'],
    })),
  ),
  defect(
    'DT-08',
    'transitions-as-object',
    'Lists have the stored screen itself as transitions in place of an array of it.',
    listsWrite((entry) => ({
      ...entry,
      transitions: (entry['transitions'] as unknown[])[0] ?? [],
    })),
  ),
];
