import { worldSchema } from '../../contracts/index.js';
import type { WorldInput } from '../../contracts/index.js';
import { quote } from '../../contracts/curl-command.js';
import { CONTROL_PATH } from '../../fake/control/answer-control.js';
import { MAIN_TENANT } from '../../fake/start-fake.js';
import type { Defect, Fake } from '../../fake/index.js';

interface Served {
  readonly fake: Fake;
  readonly host: string;
  readonly contextPath?: string;
  readonly world: WorldInput;
  readonly asksForToken: boolean;
  readonly defect: Defect | undefined;
}

/** What somebody who has started the fake needs to know, a line each. */
export function greeting({ fake, host, contextPath = '', world, asksForToken, defect }: Served): string[] {
  const url = `${fake.url}${contextPath}`;
  const { title, users, projects } = worldSchema.parse(world);
  const [first, ...others] = users.slice(0, 4);
  const login = first === undefined ? '' : ` -u ${asWord(`${first.name}:${first.password}`)}`;
  const sample = projects[0] === undefined ? 'serverInfo' : `project/${projects[0].key}`;
  const faults = fake.control.tenant(MAIN_TENANT).faults();
  return [
    `${title} is served at ${url}`,
    ...(fake.isLocal ? [] : [`  listens on     ${host}: other machines may reach it`]),
    ...(defect === undefined ? [] : [`  it breaks      ${defect.rule}: ${defect.breaks}`]),
    ...faults.map(
      ({ id, fault }, index) => `  ${index === 0 ? 'goes wrong' : '          '}     ${id}: ${JSON.stringify(fault)}`,
    ),
    ...(first === undefined ? [] : [`  log in as      ${first.name} / ${first.password}`]),
    ...others.map(({ name, password }) => `                 ${name} / ${password}`),
    `  try            curl${login} ${asWord(`${url}/rest/api/2/${sample}`)}`,
    `  console        ${fake.url}/`,
    `  control API    ${fake.url}${CONTROL_PATH}/tenants`,
    ...(asksForToken ? ['                 with its token, in the header Authorization: Bearer'] : []),
    'Stop it with Ctrl+C.',
  ];
}

/** A text as one word of a command, quoted if a shell would read more into it. */
function asWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}
