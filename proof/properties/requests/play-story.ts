import { isDeepStrictEqual } from 'node:util';
import type { Dispatcher } from 'undici';
import { endpoints } from '../../../contracts/index.js';
import type { Endpoint, EndpointName } from '../../../contracts/index.js';
import type { Variant } from '../../../fake/index.js';
import type { Space } from '../../../fake/spaces/space.js';
import type { State, TableName } from '../../../fake/state/state.js';
import type { OpenFake } from '../open-fake.js';
import { callers } from './callers.js';
import { Choices } from './choices.js';
import { furnish } from './furnished-world.js';
import { answeringEndpoint, judgeAnswer } from './judge-answer.js';
import { mutateRequest } from './mutate-request.js';
import type { PlannedRequest } from './request.js';
import { sendRequest } from './send.js';
import { sensibleRequest } from './sensible-request.js';
import type { Step } from './step.js';
import { tellStory } from './tell.js';
import type { Told } from './tell.js';

/** Counts answers. */
interface Counting {
  add(status: number, endpoint: EndpointName | undefined): void;
}

/** Every how manyth request is compared by a copy of all rows, beside a fork of the state. */
const WHOLE_COMPARISON = 40;

/** Sends requests in a row to a tracker of their own. @throws Error that tells the story where an answer is wrong */
export async function playStory(
  fake: OpenFake,
  dispatcher: Dispatcher,
  steps: readonly Step[],
  counting: Counting,
  variant?: Variant,
): Promise<void> {
  const space = fake.open(variant);
  space.change(furnish);
  const base = `${fake.url}${space.contextPath}`;
  const story: Told[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const request = requestOf(step, space);
      const whole = index % WHOLE_COMPARISON === WHOLE_COMPARISON - 1;
      const { answer, faults } = await send(space, dispatcher, base, request, counting, whole);
      story.push({ request, caller: step.caller, answer });
      if (faults.length > 0) throw new Error(`${faults.join('\n')}\n\n${tellStory(base, story)}`);
    }
  } finally {
    fake.close(space);
  }
}

/** What a step asks of the tracker as it is now. */
function requestOf({ endpoint, caller, choices, mutations }: Step, space: Space): PlannedRequest {
  const row: Endpoint = endpoints[endpoint];
  const request = mutateRequest(sensibleRequest(endpoint, row, space.state, new Choices(choices)), mutations);
  const login = callers[caller];
  return { ...request, headers: { ...(login !== undefined && { authorization: login }), ...request.headers } };
}

async function send(
  space: Space,
  dispatcher: Dispatcher,
  base: string,
  request: PlannedRequest,
  counting: Counting,
  whole: boolean,
): Promise<{ answer: string; faults: string[] }> {
  const before = space.state.fork();
  const rowsBefore = whole ? before.dump() : undefined;
  let received;
  try {
    received = await sendRequest(dispatcher, base, request);
  } catch (error) {
    return { answer: 'no answer', faults: [`There was no answer: ${(error as Error).message}`] };
  }
  const { status } = received;
  const entry = space.journal.entries().at(-1);
  const endpoint = entry && answeringEndpoint(entry);
  counting.add(status, endpoint);
  const faults = judgeAnswer(request.method, received, endpoint);
  // What a call leaves for later is a change too, and is not to surprise the next request.
  space.finishDeferred();
  const mayChange = status < 300 && (endpoint === undefined || endpoints[endpoint].reach !== 'read');
  if (!mayChange) {
    if (isWrittenTo(space.state, before) && !isDeepStrictEqual(space.state.dump(), before.dump())) {
      faults.push(`The state has changed although the answer is ${status}.`);
    }
    if (rowsBefore !== undefined && !isDeepStrictEqual(space.state.dump(), rowsBefore)) {
      faults.push(`Rows have changed where they are, although the answer is ${status}.`);
    }
  }
  return { answer: String(status), faults };
}

/** Whether any table was written to since a fork was taken. */
function isWrittenTo({ tables }: State, fork: State): boolean {
  return (Object.keys(tables) as TableName[]).some((name) => tables[name].content !== fork.tables[name].content);
}
