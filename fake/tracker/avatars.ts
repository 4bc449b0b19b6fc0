import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { required, TrackerError } from '../server/errors.js';
import { userByName } from '../state/users.js';
import type { SomeHandlers } from './call.js';
import { pictures } from './render.js';
import type { View } from './render.js';
import { browsableProject } from './rows.js';

/** The kinds of thing that have a picture: its only one, and the address that shows it. */
const kinds = { project: [10324, 'projectavatar'], user: [10122, 'useravatar'] } as const;

export const avatarHandlers = {
  /** `GET /project/{projectIdOrKey}/avatars`: the pictures that a project can have. */
  listProjectAvatars(call) {
    browsableProject(call, call.parameters.projectIdOrKey);
    return json({ system: [avatar(call, 'project', true)], custom: [] });
  },
  /** `GET /user/avatars`: the pictures that a user can have. */
  listUserAvatars(call) {
    const { username = '' } = call.query;
    required(userByName(call.state, username), `The user named '${username}' does not exist`);
    return json({ system: [avatar(call, 'user', true)], custom: [] });
  },
  /** `GET /avatar/{type}/system`: the pictures of the tracker itself for a kind of thing. */
  listSystemAvatars(call) {
    const { type } = call.parameters;
    if (type !== 'project' && type !== 'user')
      throw new TrackerError(404, `No avatars with type '${type}' were found.`);
    return json({ system: [avatar(call, type, false)] });
  },
  showUserAvatar: showAvatar,
  showProjectAvatar: showAvatar,
  showTypeAvatar: showAvatar,
} satisfies SomeHandlers;

function avatar(view: View, type: keyof typeof kinds, isSelected: boolean) {
  const [id, page] = kinds[type];
  const urls = pictures((size) => `${view.baseUrl}/secure/${page}?${size}&avatarId=${id}`);
  return { id: String(id), isSystemAvatar: true, isSelected, isDeletable: false, urls, selected: isSelected };
}

/** The picture of everything: a grey square. */
const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="#999"/></svg>';

function showAvatar(): Answer {
  return { status: 200, bytes: [Buffer.from(SQUARE)], headers: { 'Content-Type': 'image/svg+xml;charset=UTF-8' } };
}
