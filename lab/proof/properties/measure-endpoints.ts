import { Agent } from 'undici';
import { Choices, randomOf } from '../random.js';
import { endpointCalls } from './calls.js';
import { mutateRequest } from './mutation.js';
import { startOpenFake } from './open-fake.js';
import type { OpenFake } from './open-fake.js';
import { sendRequest, withLogin } from './request.js';
import type { PlannedRequest } from './request.js';
import { sensibleRequest } from './sensible-request.js';
import { grownWorld, populatedWorld } from './worlds.js';

/** How many rows of each kind others have, in the two fakes that are compared. */
const [FEW, MANY] = [100, 1_000];

/** How many requests each endpoint is sent. */
const REQUESTS = 6;

/** Sends each endpoint the same requests on two fakes, about rows that are not of others, and counts the work of each. */
export async function* measureEndpoints(takeWork: () => Promise<number>) {
  const plain = await startOpenFake(populatedWorld);
  const [few, many] = [await startOpenFake(grownWorld(FEW)), await startOpenFake(grownWorld(MANY))];
  const agent = new Agent();
  const random = randomOf(7);
  const calls = endpointCalls.map((call) => {
    const requests = Array.from({ length: REQUESTS }, () => {
      const known = plain.open();
      const choices = new Choices(Array.from({ length: 30 }, () => random.int(0, 9_999)));
      const request = mutateRequest(sensibleRequest(call, known, choices), []);
      plain.close(known);
      return withLogin('admin', request);
    });
    return { name: call.name, requests };
  });
  // What is made once for all trackers with the same rows is there before work counts.
  for (const fake of [few, many]) for (const { requests } of calls) await sendAll(fake, requests, agent);
  await takeWork();
  for (const { name, requests } of calls) {
    const small = { statuses: await sendAll(few, requests, agent), work: await takeWork() };
    const large = { statuses: await sendAll(many, requests, agent), work: await takeWork() };
    yield { name, small, large };
  }
  await agent.close();
  for (const fake of [plain, few, many]) await fake.stop();
}

/** Sends each request to a tracker of its own. @returns the statuses of the answers */
async function sendAll(fake: OpenFake, requests: readonly PlannedRequest[], agent: Agent): Promise<number[]> {
  const tenants = requests.map((request) => ({ request, tenant: fake.open() }));
  const statuses: number[] = [];
  for (const { request, tenant } of tenants) {
    const { status } = await sendRequest(agent, `${fake.url}${tenant.contextPath}`, request);
    statuses.push(status);
    fake.close(tenant);
  }
  return statuses;
}
