import { counted } from '../../../contracts/counted.js';
import { apis, apiNames, defaultBasePaths } from '../../../contracts/index.js';
import type { Api, BasePaths } from '../../../contracts/index.js';
import {
  answersAt,
  findBasePath,
  refusesAt,
  look,
  knownBasePaths,
  whitelistOf,
} from '../../../provide/external/discovery/discover.js';
import type { Check, CheckFinding, Context } from '../check.js';
import { assumedToHold, missing, ok, warning } from '../check.js';
import { expectationsOf } from '../../../client/settings/settings.js';

export const extensions: Check = {
  name: 'extensions',
  needs: { user: 'no login works' },
  look: async (context) => {
    const findings: CheckFinding[] = [];
    const [answering, refusing] = [new Set<Api>(), new Set<Api>()];
    const basePaths: BasePaths = { ...context.settings.basePaths };
    for (const api of apis) {
      const { finding, path, usable } = await lookFor(api, context);
      const isRefused = usable && path !== undefined && (await refusesAt(api, path, context.looking));
      findings.push(isRefused ? refusal(api, path) : finding);
      if (isRefused) refusing.add(api);
      if (!usable || path === undefined) continue;
      answering.add(api);
      basePaths[api] = path;
    }
    if (answering.has('directory-sync'))
      findings.push(...whitelistFinding(whitelistOf(context.external.sandbox, basePaths)));
    if (answering.has('test-management')) findings.push(await lookForPrevious(context));
    const serviceDesk = await hasServiceDesk(context);
    findings.push(
      serviceDesk
        ? ok(`service desk at ${basePaths['service-desk']}`)
        : warning(
            'no service desk answers',
            'rules about request types need one: install it, or set TRACKER_BASE_PATHS.',
          ),
    );
    return { findings, facts: { answering, refusing, basePaths, serviceDesk } };
  },
};

function refusal(api: Api, path: string): CheckFinding {
  return missing(
    `${apiNames[api]} at ${path} answers 403 to the user`,
    'grant the user what the API asks for, or name a user who may use it.',
  );
}

/** @returns also whether a run with these settings calls it there */
async function lookFor(api: Api, context: Context) {
  const { settings, looking } = context;
  const set = settings.basePathsSet.includes(api);
  const wanted = settings.basePaths[api];
  const others = [...knownBasePaths[api], ...(api === 'test-management' ? [previousPath(settings)] : [])];
  const path = await findBasePath(api, [wanted, ...others], looking);
  if (path === wanted) return { finding: ok(`${apiNames[api]} at ${path}`), path, usable: true };
  const setting = `TRACKER_BASE_PATHS='${JSON.stringify({ [api]: path })}'`;
  if (path === undefined) {
    return {
      finding: missing(
        `${apiNames[api]}: nothing answers at ${wanted}, nor at ${counted(others.length, 'other path')} it has been seen at`,
        `have the extension installed and enabled, or say where it starts: TRACKER_BASE_PATHS='{"${api}": "/rest/…"}'.`,
      ),
      usable: false,
    };
  }
  // A run looks where the doctor does, unless it is told where to look.
  const usable = !set && knownBasePaths[api].includes(path);
  const finding = usable
    ? ok(`${apiNames[api]} at ${path}, not at ${wanted}: a run finds it too; ${setting} spares the search`)
    : missing(`${apiNames[api]} at ${path}, and nothing at ${wanted}`, `set ${setting}.`);
  return { finding, path, usable };
}

function whitelistFinding(property: string | null): CheckFinding[] {
  if (property === null) return [warning('directory sync has no whitelist', 'AD-24 and AD-25 are not available.')];
  return property === DOCUMENTED_WHITELIST ? [] : [assumedToHold(`the whitelist of directory sync is ${property}`)];
}

const DOCUMENTED_WHITELIST = whitelistOf({}, defaultBasePaths);

function previousPath(settings: Context['settings']): string {
  return expectationsOf(settings).assumptions['TM-N01'];
}

/** TM-34 asks for the previous URL pattern too. */
async function lookForPrevious({ settings, looking }: Context): Promise<CheckFinding> {
  const path = previousPath(settings);
  if (await answersAt('test-management', path, looking)) {
    return ok(`Test management at ${path} too, its previous URL pattern`);
  }
  return warning(
    `nothing answers at ${path}, which is assumed to be the previous URL pattern of test management`,
    'say where it is: TRACKER_ASSUMPTIONS=\'{"TM-N01": "/rest/…"}\'. Without it TM-34 fails.',
  );
}

async function hasServiceDesk({ settings, looking }: Context): Promise<boolean> {
  const path = `${settings.basePaths['service-desk']}/servicedesk?limit=1`;
  const { status, headers } = await look(looking, path);
  return status === 200 && (headers['content-type'] ?? '').includes('json');
}
