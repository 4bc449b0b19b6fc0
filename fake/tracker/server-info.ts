import { formatTrackerTime } from '../../contracts/index.js';
import type { Endpoints } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import type { CallOf } from '../server/handler.js';

/** `GET /serverInfo`: what kind of tracker this is. Needs no login. */
export function getServerInfo({ state, baseUrl, clock }: CallOf<Endpoints['getServerInfo']>): Answer {
  const { title, version } = state.settings;
  const versionNumbers = version.split('.').map(Number);
  return json({
    baseUrl,
    version,
    versionNumbers,
    deploymentType: 'Server',
    buildNumber: versionNumbers.reduce((build, part) => build * 100 + part, 0),
    serverTime: formatTrackerTime(clock.now()),
    serverTitle: title,
  });
}
