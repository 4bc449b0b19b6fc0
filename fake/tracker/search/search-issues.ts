import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { Call } from '../../server/call.js';
import type { CallOf } from '../../server/handler.js';
import { issueFields } from '../fields/issue-fields.js';
import { selectFields } from '../issues/field-selection.js';
import { renderIssue } from '../issues/render-issue.js';
import type { View } from '../view.js';
import { findIssues } from './find-issues.js';

/** The largest page of found issues. */
const PAGE_LIMIT = 1_000;

interface Search {
  readonly jql: string;
  readonly strict: boolean;
  readonly startAt: number;
  readonly maxResults: number;
  readonly fields: readonly string[] | undefined;
}

/** `GET /search`: the issues that fulfil a query. */
export function searchIssues(call: CallOf<Endpoints['searchIssues']>): Answer {
  const { jql = '', startAt = 0, maxResults = 50, fields, validateQuery = 'strict' } = call.query;
  return search(call, {
    jql,
    strict: isStrict(validateQuery),
    startAt,
    maxResults,
    fields: fields === undefined ? undefined : [fields],
  });
}

/** `POST /search`: the same for a query too long for a URL. */
export function searchIssuesByPost(call: CallOf<Endpoints['searchIssuesByPost']>): Answer {
  const { jql, startAt, maxResults, fields, validateQuery = 'strict' } = call.body;
  return search(call, { jql, strict: isStrict(validateQuery), startAt, maxResults, fields });
}

function isStrict(validateQuery: string | boolean): boolean {
  return validateQuery === 'strict' || String(validateQuery) === 'true';
}

function search(call: View & Pick<Call, 'caller' | 'clock'>, { jql, strict, fields, ...wish }: Search): Answer {
  const found = findIssues(call, jql, strict);
  const maxResults = Math.min(wish.maxResults, PAGE_LIMIT);
  const page = found.slice(wish.startAt, wish.startAt + maxResults);
  const selected = selectFields(issueFields(call.state), fields, '*navigable');
  return json({
    expand: 'names,schema',
    startAt: wish.startAt,
    maxResults,
    total: found.length,
    issues: page.map((issue) => renderIssue(call, issue, selected)),
  });
}
