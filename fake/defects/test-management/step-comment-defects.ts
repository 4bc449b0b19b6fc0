import { storeComment } from '../../tracker/comments/store-comment.js';
import { changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { mapSteps, rewriteSteps } from './test-issues.js';

/** A tracker that stores the text of comments on steps otherwise than it was sent. */
function commentsStored(change: (comment: string) => string) {
  return changeHandlers('addStepComment', (call, answer) =>
    answer({ ...call, body: { ...call.body, comment: change(call.body.comment) } }),
  );
}

/** Defects of the comments on steps. */
export const stepCommentDefects = [
  defect(
    'TM-05',
    'comment-not-stored',
    'A comment is answered as added and never stored.',
    changeHandlers('addStepComment', (call, answer) => answer({ ...call, state: call.state.fork() })),
  ),
  defect(
    'TM-05',
    'comment-on-every-step',
    'A comment is added to every step of the table.',
    changeHandlers('addStepComment', (call, answer) => {
      const right = answer(call);
      const { issueId, rowIndex, comment: body } = call.body;
      const comment = { id: call.state.nextId('comment'), author: call.caller?.key ?? '', body, created: 0 };
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) =>
          index === Number(rowIndex) ? step : { ...step, comments: [...(step.comments ?? []), comment] },
        ),
      );
      return right;
    }),
  ),
  defect(
    'TM-05',
    'comment-on-the-issue-too',
    'A comment on a step becomes a comment on the issue as well.',
    changeHandlers('addStepComment', (call, answer) => {
      const right = answer(call);
      storeComment(call, Number(call.body.issueId), call.body.comment);
      return right;
    }),
  ),
  defect(
    'TM-05',
    'line-breaks-lost',
    'A comment keeps its words and loses its line breaks.',
    commentsStored((comment) => comment.replaceAll('\n', ' ')),
  ),
  defect(
    'TM-05',
    'markup-stripped',
    'A comment loses what looks like markup.',
    commentsStored((comment) => comment.replace(/<[^>]*>/g, '')),
  ),
  defect(
    'TM-05',
    'status-reset',
    'A comment sets its step back to the default status.',
    changeHandlers('addStepComment', (call, answer) => {
      const right = answer(call);
      rewriteSteps(call.state, call.body.issueId, (rows) =>
        mapSteps(rows, ({ status, ...step }, index) =>
          index === Number(call.body.rowIndex) || status === undefined ? step : { ...step, status },
        ),
      );
      return right;
    }),
  ),
];
