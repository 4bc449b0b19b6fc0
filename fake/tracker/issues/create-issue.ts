import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { TrackerError } from '../../server/tracker-error.js';
import type { IssueRow } from '../../state/state.js';
import type { FieldInput } from '../fields/read-changes.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';
import { readPlace } from './read-place.js';
import { storeIssue } from './store-issue.js';
import type { CreationCall } from './store-issue.js';

/** The fields that say where an issue goes. */
const PLACE: ReadonlySet<string> = new Set(['project', 'issuetype', 'parent']);

/** `POST /issue`: creates an issue or a sub-task. */
export function createIssue(call: CallOf<Endpoints['createIssue']>): Answer {
  return json(renderCreated(call, create(call, call.body)), 201);
}

/** `POST /issue/bulk`: creates as many of the issues as can be created; 400 if none can. */
export function bulkCreateIssues(call: CallOf<Endpoints['bulkCreateIssues']>): Answer {
  const outcomes = call.body.issueUpdates.map((element) => attempt(() => renderCreated(call, create(call, element))));
  if (outcomes.length === 0) throw new TrackerError(400, 'The list of issues to create is empty.');
  const issues = outcomes.flatMap((outcome) => (outcome instanceof TrackerError ? [] : [outcome]));
  const errors = outcomes.flatMap((outcome, failedElementNumber) =>
    outcome instanceof TrackerError
      ? [{ status: outcome.status, elementErrors: outcome.body, failedElementNumber }]
      : [],
  );
  return json({ issues, errors }, issues.length > 0 ? 201 : 400);
}

function create(call: CreationCall, { fields = {}, update }: FieldInput): IssueRow {
  const rest = Object.entries(fields).filter(([id]) => !PLACE.has(id));
  return storeIssue(call, readPlace(call, fields), { fields: Object.fromEntries(rest), update });
}

function renderCreated(view: View, { id, key }: IssueRow) {
  return { id: String(id), key, self: selfUrl(view, 'issue', id) };
}

function attempt<Result>(act: () => Result): Result | TrackerError {
  try {
    return act();
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
}
