import { otherVendorBasePath, whitelistPropertyAt } from '../../../contracts/directory-sync/endpoints.js';
import { apis, defaultBasePaths } from '../../../contracts/index.js';
import type { Api, BasePaths } from '../../../contracts/index.js';
import { UnreachableError } from '../../../client/wire-errors.js';
import type { Credentials } from '../../../client/credentials.js';
import { eachOf } from '../../../client/setup-client.js';
import type { IncomingAnswer, Transport } from '../../../client/transport.js';
import type { SandboxSettings } from '../../../client/settings/sandbox.js';
import type { Settings } from '../../../client/settings/settings.js';

type Asked = Pick<Settings, 'basePaths' | 'basePathsSet'>;

/** The one that is set, or the first known one at which the API answers, or the usual one. Only GET is sent. */
export async function discoverBasePaths(settings: Asked, looking: Looking): Promise<BasePaths> {
  const { basePaths, basePathsSet } = settings;
  const find = async (api: Api) => {
    const found = await findBasePath(api, knownBasePaths[api], looking);
    return [api, found ?? basePaths[api]] as const;
  };
  const unset = apis.filter((api) => !basePathsSet.includes(api));
  return { ...basePaths, ...Object.fromEntries(await eachOf(unset, find)) };
}

export function whitelistOf({ whitelist }: Pick<SandboxSettings, 'whitelist'>, basePaths: BasePaths): string | null {
  return whitelist === undefined ? whitelistPropertyAt(basePaths['directory-sync']) : whitelist;
}

export interface Looking {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly caller: Credentials;
}

/** A path whose answer shows that the API is there (405 if it takes another method), and that reads no data. */
const signs: Readonly<Record<Api, string>> = {
  'default-templates': '/transition',
  'directory-sync': '/connection',
  'test-management': '/steps/status',
};

export async function findBasePath(
  api: Api,
  candidates: readonly string[],
  looking: Looking,
): Promise<string | undefined> {
  for (const path of new Set(candidates)) if (await answersAt(api, path, looking)) return path;
  return undefined;
}

/** Whether an API answers at a base path, even with a refusal. Only GET is sent. */
export async function answersAt(api: Api, path: string, looking: Looking): Promise<boolean> {
  return isThere(await look(looking, `${path}${signs[api]}`));
}

/** Whether an API that answers at a base path refuses the caller. Only GET is sent. */
export async function refusesAt(api: Api, path: string, looking: Looking): Promise<boolean> {
  return (await look(looking, `${path}${signs[api]}`)).status === 403;
}

export async function look(looking: Looking, path: string): Promise<IncomingAnswer> {
  try {
    return await sendGet(looking, path);
  } catch (error) {
    throw UnreachableError.unlessKnown('GET', `${looking.baseUrl}${path}`, error);
  }
}

/** The same, with the transport's own errors. */
export function sendGet({ baseUrl, transport, caller }: Looking, path: string): Promise<IncomingAnswer> {
  const { authorization } = caller;
  const headers = { Accept: 'application/json', ...(authorization !== undefined && { Authorization: authorization }) };
  return transport({ method: 'GET', url: `${baseUrl}${path}`, headers, body: undefined });
}

/** Many servers answer an unknown path with a web page and status 200. */
function isThere({ status, headers }: IncomingAnswer): boolean {
  if (status === 405) return true;
  return (status < 300 || status === 400 || status === 403) && (headers['content-type'] ?? '').includes('json');
}

/** Base paths at which known installations serve the APIs. The documented paths come first. */
export const knownBasePaths: Readonly<Record<Api, readonly string[]>> = {
  'default-templates': [
    defaultBasePaths['default-templates'],
    '/rest/it/1.0/default-template',
    '/rest/api/it/latest/default-template',
    '/rest/it/latest/default-template',
  ],
  'directory-sync': [
    defaultBasePaths['directory-sync'],
    '/rest/adas/1.0/public',
    '/rest/ext/adas/1.0/public',
    '/rest/ad/1.0/public',
    '/rest/ext/ad/latest/public',
    otherVendorBasePath,
  ],
  'test-management': [defaultBasePaths['test-management'], '/rest/tms/latest/api'],
};
