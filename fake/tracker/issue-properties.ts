import { parseJson } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { SomeHandlers } from './call.js';
import { selfUrl } from './render.js';
import { issueFor, issueOf } from './rows.js';

/** How many characters the value of a property may have, as JSON, and its key. */
const VALUE_LIMIT = 32_768;
const KEY_LIMIT = 255;

export const issuePropertyHandlers = {
  /** `GET /issue/{issueIdOrKey}/properties`: the keys of what clients keep with an issue. */
  listIssueProperties(call) {
    const { issue } = issueOf(call);
    const keys = Object.keys(issue.properties ?? {});
    return json({
      keys: keys.map((key) => ({ self: selfUrl(call, 'issue', issue.id, 'properties', encodeURIComponent(key)), key })),
    });
  },
  getIssueProperty(call) {
    const { propertyKey: key } = call.parameters;
    const { issue } = issueOf(call);
    return json({ key, value: valueIn(issue.properties, key) });
  },
  /** `PUT /issue/{issueIdOrKey}/properties/{propertyKey}`: keeps any JSON with an issue. */
  setIssueProperty(call) {
    const { propertyKey: key } = call.parameters;
    const { issue } = issueFor(call, 'EDIT_ISSUES');
    if (key.length > KEY_LIMIT)
      throw new TrackerError(400, `The key of a property has at most ${KEY_LIMIT} characters.`);
    if (call.bodyText.length > VALUE_LIMIT) {
      throw new TrackerError(400, `The value of a property has at most ${VALUE_LIMIT} characters.`);
    }
    const { properties = {} } = issue;
    call.state.tables.issues.set({ ...issue, properties: { ...properties, [key]: parseJson(call.bodyText) } });
    return { status: Object.hasOwn(properties, key) ? 200 : 201 };
  },
  /** `DELETE /issue/{issueIdOrKey}/properties/{propertyKey}`: deletes a property. */
  deleteIssueProperty(call) {
    const { propertyKey: key } = call.parameters;
    const { issue } = issueFor(call, 'EDIT_ISSUES');
    valueIn(issue.properties, key);
    const properties = Object.fromEntries(Object.entries(issue.properties ?? {}).filter(([name]) => name !== key));
    call.state.tables.issues.set({ ...issue, properties });
    return noContent;
  },
} satisfies SomeHandlers;

/** @throws TrackerError 404 */
function valueIn(properties: Readonly<Record<string, unknown>> = {}, key: string): unknown {
  if (Object.hasOwn(properties, key)) return properties[key];
  throw new TrackerError(404, `The property ${key} does not exist.`);
}
