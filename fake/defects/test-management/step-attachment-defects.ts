import { Buffer } from 'node:buffer';
import type { Upload } from '../../server/upload.js';
import type { StepRow } from '../../test-management/steps/steps-value.js';
import { findIssue } from '../../tracker/issues/find-issue.js';
import { changeBodies, changeHandlers } from '../change-handlers.js';
import { defect } from '../defect.js';
import { mapSteps, rewriteSteps, stepsOf } from './test-issues.js';

/** A tracker that attaches other files to steps than were sent. */
function uploadsRead(change: (uploads: readonly Upload[]) => readonly Upload[]) {
  return changeHandlers('addStepAttachments', (call, answer) => answer({ ...call, uploads: change(call.uploads) }));
}

/** The attachments of a step. */
function attachmentsOf({ attachments = [] }: StepRow): readonly number[] {
  return attachments;
}

/** A file as one that takes all bytes for text keeps it. */
function keptAsText(upload: Upload): Upload {
  const chunks = [Buffer.from(Buffer.concat(upload.chunks).toString('utf8'))];
  return { ...upload, chunks, size: Buffer.concat(chunks).length };
}

/** Defects of the attachments of steps. */
export const stepAttachmentDefects = [
  defect(
    'TM-07',
    'first-file-only',
    'Of several files only the first one is attached.',
    uploadsRead((uploads) => uploads.slice(0, 1)),
  ),
  defect(
    'TM-07',
    'last-file-dropped',
    'Of several files the last one is not attached.',
    uploadsRead((uploads) => (uploads.length > 1 ? uploads.slice(0, -1) : uploads)),
  ),
  defect(
    'TM-07',
    'earlier-files-replaced',
    'The files of a call take the place of those the step has.',
    changeHandlers('addStepAttachments', (call, answer) => {
      const { issueId, rowIndex } = call.query;
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) => (index === Number(rowIndex) ? { ...step, attachments: [] } : step)),
      );
      return answer(call);
    }),
  ),
  defect(
    'TM-07',
    'next-step-too',
    'The step after the one that is named gets the files too.',
    changeHandlers('addStepAttachments', (call, answer) => {
      const right = answer(call);
      const { issueId, rowIndex } = call.query;
      const steps = stepsOf(call.state, issueId).filter((row): row is StepRow => !row.isGroup);
      const named = steps[Number(rowIndex)];
      rewriteSteps(call.state, issueId, (rows) =>
        mapSteps(rows, (step, index) =>
          index === Number(rowIndex) + 1 && named !== undefined
            ? { ...step, attachments: [...attachmentsOf(step), ...attachmentsOf(named)] }
            : step,
        ),
      );
      return right;
    }),
  ),
  defect(
    'TM-07',
    'bytes-kept-as-text',
    'A file is kept as text, which damages bytes that are none.',
    uploadsRead((uploads) => uploads.map(keptAsText)),
  ),
  defect(
    'TM-07',
    'names-kept-as-ascii',
    'The names of files lose every character that is not ASCII.',
    uploadsRead((uploads) =>
      uploads.map((upload) => ({ ...upload, filename: upload.filename.replace(/[^\x20-\x7e]/gu, '_') })),
    ),
  ),
  defect(
    'TM-07',
    'names-kept-encoded',
    'The names of files are kept as they would stand in a URL.',
    uploadsRead((uploads) => uploads.map((upload) => ({ ...upload, filename: encodeURIComponent(upload.filename) }))),
  ),
  defect(
    'TM-07',
    'unknown-to-the-tracker',
    'The tracker does not list the files of steps among the attachments of their issue.',
    changeBodies('getIssue', (body: { readonly fields: Readonly<Record<string, unknown>> }, { state, parameters }) => {
      const issue = findIssue(state, parameters.issueIdOrKey);
      const rows = issue === undefined ? [] : stepsOf(state, issue.id);
      const ofSteps = new Set(rows.flatMap((row) => (row.isGroup ? [] : attachmentsOf(row).map(String))));
      const { attachment } = body.fields;
      if (!Array.isArray(attachment)) return body;
      const left = (attachment as { readonly id: unknown }[]).filter(({ id }) => !ofSteps.has(String(id)));
      return { ...body, fields: { ...body.fields, attachment: left } };
    }),
  ),
];
