import { projectPermissions } from '../../../contracts/index.js';
import type { ProjectPermission } from '../../../contracts/index.js';
import { sandboxUsers } from '../../../client/settings/sandbox.js';
import { administrationOf, creationIn } from '../../../provide/external/discovery/complete-sandbox.js';
import { explainMyself } from '../../../provide/external/outage/explain-answer.js';
import { loginsOf, credentialsOf } from '../../../client/credentials.js';
import type { RunLogin } from '../../../client/credentials.js';
import { missing, missingAs, ok, warning, nameOfUser, notChecked, askTracker, tryRead } from '../check.js';
import type { Check, CheckFinding, Context } from '../check.js';
import { counted } from '../../../contracts/counted.js';

export const credentials: Check = {
  name: 'credentials',
  needs: { answers: 'no tracker answers' },
  look: async (context) => {
    const { external } = context;
    const refused = await refusalOf(context, loginsOf(external)[0].id);
    if (refused !== undefined) return refused;
    const user = await context.read().getMyself();
    const [name, key] = [nameOfUser(external, user.name), nameOfUser(external, user.key)];
    const how = 'token' in external.login ? 'TRACKER_TOKEN' : 'HTTP Basic';
    if (!user.active) return missing(`${name} (${key}) is not active`, 'name an active user.');
    const other = 'username' in external.login && external.login.username.toLowerCase() !== user.name.toLowerCase();
    const who = `${name} (key ${key}), by ${how}`;
    return {
      findings: [
        other
          ? warning(
              `${who}, though TRACKER_USERNAME is ${nameOfUser(external, external.login.username)}`,
              'write the name as the tracker has it: something before the tracker may log in as somebody else.',
            )
          : ok(who),
      ],
      facts: { user },
    };
  },
};

export const permissions: Check = {
  name: 'permissions',
  needs: { user: 'no login works' },
  look: async (context, { user }) => {
    const { permissions: held } = await context.read().getMyPermissions();
    const administers = held['ADMINISTER']?.havePermission === true;
    const { projects, tests } = context.external.sandbox;
    const keys = [...new Set([...projects, ...tests.projects].map(({ key }) => key))];
    const inProjects: CheckFinding[] = [];
    const gaps: Record<string, readonly ProjectPermission[]> = {};
    for (const key of keys) {
      const { finding, lacking } = await lookInProject(context, key);
      inProjects.push(finding);
      if (lacking.length > 0) gaps[key] = lacking;
    }
    const pool = projects.some(({ templatePostFunction }) => templatePostFunction === 'none');
    const name = nameOfUser(context.external, user?.name ?? '');
    const global = administers
      ? ok(`${name} administers the tracker`)
      : (pool ? warning : missing)(
          `${name} lacks ADMINISTER: creates no projects, and may not be let into the directory-sync API`,
          'grant the user the global permission Jira Administrators, or name a user who has it.',
        );
    const problems = inProjects.filter(({ state }) => state !== 'ok');
    const fine = inProjects.length - problems.length;
    const all = ok(`${projectPermissions.length} permissions in ${fine} of ${counted(keys.length, 'sandbox project')}`);
    return { findings: [global, ...(fine > 0 ? [all] : []), ...problems], facts: { administers, lacking: gaps } };
  },
};

async function lookInProject(
  context: Context,
  projectKey: string,
): Promise<{ readonly finding: CheckFinding; readonly lacking: readonly ProjectPermission[] }> {
  const { data, refused } = await tryRead(() => context.read().getMyPermissions({ query: { projectKey } }));
  if (refused !== undefined) {
    return { finding: notChecked(`in ${projectKey}: the tracker answers ${refused.status}`), lacking: [] };
  }
  const lacking = projectPermissions.filter((key) => data.permissions[key]?.havePermission !== true);
  if (lacking.length === 0) return { finding: ok(projectKey), lacking };
  const remedy = 'grant them in the permission scheme of the project.';
  return { finding: missing(`in ${projectKey} lacks ${lacking.join(', ')}`, remedy), lacking };
}

export const userChecks: readonly Check[] = sandboxUsers.map((user) => ({
  name: user === 'plainUser' ? 'second user' : 'whitelisted user',
  needs: { user: 'no login works' },
  look: async (context, facts) => {
    const login = context.external.sandbox[user];
    if (login === undefined) {
      const who = user === 'plainUser' ? '' : ', and is on the whitelist of directory sync,';
      const remedy = `name somebody who logs in and administers nothing${who} as ${user} in TRACKER_SANDBOX.`;
      return warning('TRACKER_SANDBOX names none', remedy);
    }
    const { username, password, token } = login;
    const caller = credentialsOf({ username, password });
    const refused = await refusalOf(context, user);
    if (refused !== undefined) return { findings: [refused], facts: { [user]: { logsIn: false, isWrong: true } } };
    const unusable = token === undefined ? undefined : await refusalOf(context, `token of ${user}`);
    const bearer = unusable === undefined ? [] : [unusable];
    const name = nameOfUser(context.external, username);
    const isFirst = username.toLowerCase() === facts.user?.name.toLowerCase();
    const reader = context.read(undefined, caller);
    const held = isFirst ? [] : await administrationOf(reader);
    const wrong = isFirst ? 'is the first user too' : `has ${held.join(', ')}`;
    const isWrong = isFirst || held.length > 0;
    const how = token === undefined ? 'by name and password' : 'by name and password, and by token';
    if (isWrong) {
      const finding = missing(`${name} ${wrong}`, `name another as ${user}.`);
      return { findings: [finding, ...bearer], facts: { [user]: { logsIn: true, isWrong } } };
    }
    const projects = user === 'plainUser' ? (facts.testManagementProjects ?? []) : [];
    const plainUserCreates = await creationIn(
      projects.map(({ key }) => key),
      reader,
    );
    const lacking = projects.length === 0 || Object.values(plainUserCreates).includes(false) ? [] : [NO_REFUSAL];
    const problems = [...lacking, ...bearer];
    return {
      findings: problems.length > 0 ? problems : [ok(`${name} logs in ${how}, and administers nothing`)],
      facts: { [user]: { logsIn: true, isWrong }, ...(user === 'plainUser' && { plainUserCreates }) },
    };
  },
}));

const NO_REFUSAL = missing(
  'plainUser edits issues in none of tests.projects without the right to create some',
  'grant Browse Projects and Edit Issues in one of them, and not Create Issues.',
);

async function refusalOf(context: Context, id: RunLogin['id']): Promise<CheckFinding | undefined> {
  const { url: baseUrl } = context.external;
  const login = loginsOf(context.external).find((one) => one.id === id);
  const asked = login && (await askTracker(context, '/myself', login.caller));
  if (asked?.finding !== undefined) return asked.finding;
  const wrong = asked && explainMyself(asked.answer, { request: { method: 'GET', url: asked.url }, baseUrl, login });
  return wrong && missingAs(wrong);
}
