import { formatWhenCreated } from '../../contracts/times.js';
import type { IssueRow } from '../state/tables.js';
import { userByName } from '../state/users.js';
import type { View } from './render.js';
import { findIssue, seenIssue } from './rows.js';
import { renderWiki } from './wiki-markup.js';
import type { WikiAttachment } from './wiki-inline.js';

/** A text of an issue as its page shows it: HTML, with links to the files, users and issues that it names. */
export function renderText(view: View, issue: IssueRow, text: string): string {
  const { state, baseUrl } = view;
  let files: ReadonlyMap<string, WikiAttachment> | undefined;
  return renderWiki(text, {
    attachment: (name) => (files ??= attachmentsByName(view, issue)).get(name),
    issue: (key) => {
      const named = /^\d+$/.test(key) ? undefined : seenIssue(view, findIssue(state, key));
      return named && { href: `${baseUrl}/browse/${key}`, words: String(named.issue.fields['summary']) };
    },
    user: (name) => {
      const user = userByName(state, name);
      const href = `${baseUrl}/secure/ViewProfile.jspa?name=${encodeURIComponent(name)}`;
      return user && { href, words: user.displayName };
    },
  });
}

/** Of several files of one name, the newest counts. */
function attachmentsByName({ state, baseUrl, basePaths }: View, { id, key }: IssueRow): Map<string, WikiAttachment> {
  const rows = state.tables.attachments.where('issue', id);
  return new Map(
    rows.map((row) => [
      row.filename,
      {
        id: row.id,
        href: `${baseUrl}${basePaths.secure}/attachment/${row.id}/${row.id}_${encodeURIComponent(row.filename)}`,
        thumbnail: thumbnailOf({ baseUrl, basePaths }, row),
        title: `${row.filename} attached to ${key}`,
        icon: `${baseUrl}/images/icons/link_attachment_7.gif`,
      },
    ]),
  );
}

/** The address of a small picture of a file; undefined for a file that is no picture. */
export function thumbnailOf(
  { baseUrl, basePaths }: Pick<View, 'baseUrl' | 'basePaths'>,
  { id, mimeType }: { readonly id: number; readonly mimeType: string },
): string | undefined {
  if (!/^image\/(png|jpeg|gif)$/.test(mimeType)) return undefined;
  return `${baseUrl}${basePaths.secure}/thumbnail/${id}/_thumb_${id}.png`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A day as a page shows it, for example 26/Nov/26. */
export function renderDay(day: string | number): string {
  const [, month = '', date = '', year = ''] = /^\w+, (\d+) (\w+) (\d+)/.exec(new Date(day).toUTCString()) ?? [];
  return `${month}/${date}/${year.slice(-2)}`;
}

// Seen: the tests of the product's livestamp/time.js for moments that are near; `renderedFields` of servers for others.
/** A moment as a page shows it: how far away it is, and from eight days on as in 26/Nov/26 11:14 PM. */
export function renderMoment({ clock }: Pick<View, 'clock'>, moment: number): string {
  const now = clock.now();
  const age = Math.abs(now - moment);
  const midnight = now - (now % DAY);
  const isPast = moment <= now;
  const told = (amount: number, unit: string) => {
    const words = `${amount} ${unit}${amount === 1 ? '' : 's'}`;
    return isPast ? `${words} ago` : `In ${words}`;
  };
  if (age < MINUTE) return isPast ? 'Just now' : 'In a moment';
  if (age < 50 * MINUTE) return told(Math.floor(age / MINUTE), 'minute');
  if (isPast ? age <= 5 * HOUR : moment < midnight + DAY) return told(Math.round(age / HOUR), 'hour');
  if (isPast ? moment >= midnight - DAY : moment < midnight + 2 * DAY) return told(1, 'day');
  if (age < 7 * DAY) return told(Math.max(2, Math.floor(age / DAY)), 'day');
  if (age < 8 * DAY) return told(1, 'week');
  return renderDay(moment) + formatWhenCreated(new Date(moment)).replace(/^\S+/, '');
}
