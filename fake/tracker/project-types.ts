import type { Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import type { ProjectRow } from '../state/tables.js';
import type { CallOf } from './call.js';

/** The types of projects: how each is written for people, and its colour. */
const types: Readonly<Record<ProjectRow['type'], readonly [words: string, color: string]>> = {
  business: ['Business', '#1D8832'],
  service_desk: ['Service Desk', '#67AB49'],
  software: ['Software', '#F5A623'],
};

/** The keys of all types of projects. */
export const projectTypes = Object.keys(types) as ProjectRow['type'][];

/** `GET /project/type`: the types of projects. */
export function listProjectTypes(): Answer {
  return json(projectTypes.map(renderProjectType));
}

/** `GET /project/type/{projectTypeKey}`: one of them. */
export function getProjectType(call: CallOf<Endpoints['getProjectType']>): Answer {
  const { projectTypeKey } = call.parameters;
  const type = projectTypes.find((key) => key === projectTypeKey);
  if (type === undefined) throw new TrackerError(404, `There is no project type with the key '${projectTypeKey}'.`);
  return json(renderProjectType(type));
}

function renderProjectType(key: ProjectRow['type']) {
  const [formattedKey, color] = types[key];
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><path fill="${color}" d="M0 0h16v16H0z"/></svg>`;
  return {
    key,
    formattedKey,
    descriptionI18nKey: `jira.project.type.${key}.description`,
    icon: Buffer.from(icon).toString('base64'),
    color,
  };
}
