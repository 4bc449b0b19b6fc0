import { createApiClient } from '../../../client/api-client.js';
import { justSend } from '../../../client/setup-client.js';
import type { createSetupClient } from '../../../client/setup-client.js';
import type { CallPath, Look } from './cleanup.js';

export function pathCaller(setup: Parameters<typeof createSetupClient>[1]): CallPath {
  return async (method, path) => {
    const scope = method === 'GET' ? 'read' : 'tracker';
    const family = { name: 'data of a test', basePath: '' };
    const row = { family, method, path: path as `/${string}`, scope, section: '', rules: [] } as const;
    const { call } = createApiClient({ call: row }, { ...setup, around: setup.around ?? justSend });
    return (await call()).status;
  };
}

const GONE = [404, 410];

/** Something that a test said to own, by its path. Not every path that DELETE removes answers GET. */
export const lookAtPath: Look<'path'> = async ({ what }, { callPath }) => {
  if (GONE.includes(await callPath('GET', what))) return undefined;
  const undo = async () => {
    const status = await callPath('DELETE', what);
    if (status >= 300 && !GONE.includes(status)) throw new Error(`DELETE answered ${status}`);
    if ((await callPath('GET', what)) < 300) throw new Error('it is still there');
  };
  return { parts: [{ what, where: what, would: 'send DELETE' }], undo };
};
