import { FormData } from 'undici';
import type { WorldInput } from '../../../contracts/index.js';
import { askFor } from './background-user/ask.js';

/** How many issues get a file. */
const FILES = 12;

/** Attaches files to some issues in the name of their users: a document of a world has no files. */
export async function populate(baseUrl: string, { users, issues = [] }: WorldInput): Promise<void> {
  const chosen = issues.filter((_, index) => index % Math.ceil(issues.length / FILES) === 0);
  for (const { key, reporter } of chosen) {
    const login = users.find((user) => user.key === reporter);
    if (login === undefined) throw new Error(`${key} was reported by ${reporter}, who is no user.`);
    const access = { baseUrl, login: { username: login.name, password: login.password } };
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(`%PDF-1.4 ${key} \u0000\u00ff`, 'latin1')]), `relatório ${key}.pdf`);
    await askFor(access, 'POST', `/rest/api/2/issue/${key}/attachments`, form);
  }
}
