import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent } from 'undici';
import { endpoints, endpointTitle } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import { formatRatio, interleave, ratioOf } from '../interleave.js';
import { ask } from './ask.js';
import type { Answered } from './ask.js';
import { calls, furtherCalls } from './calls.js';
import type { Plan } from './calls.js';
import { loading } from './tracker.js';

const FEW = 1_000;
const ROUNDS = 9;
const CALLS = 15;

const asked = [
  ...(Object.entries(calls) as [EndpointName, Plan][]).map(([name, plan]) => ({ name, plan, about: '' })),
  ...furtherCalls.map(([about, name, plan]) => ({ name, plan, about: ` ${about}` })),
];

/**
 * Every endpoint at 1,000 and at so many users, entries and issues with what belongs to them: what a call costs whose
 * answer stays as it is.
 */
export async function growth(most = 1_000_000): Promise<void> {
  loading();
  const agent = new Agent({ connections: 1, headersTimeout: 0, bodyTimeout: 0 });
  const [few, many] = await Promise.all([serve(FEW), serve(most)]);
  const count = (size: number) => size.toLocaleString('en-US');
  console.log(`Per call at ${count(FEW)} and at ${count(most)} users, entries and issues, ratio of the two`);
  // Once through all of them, so that the first are not measured in a process that is still warming up.
  for (const call of asked) {
    for (const { url } of [few, many]) await median(url, call, agent);
  }
  const grown: string[] = [];
  for (const call of asked) {
    const measures = { few: () => median(few.url, call, agent), many: () => median(many.url, call, agent) };
    const costs = await interleave(measures, ROUNDS);
    const ratio = ratioOf(costs.many, costs.few);
    const title = `${endpointTitle(endpoints[call.name])}${call.about}`;
    if (ratio.median > 2) grown.push(title);
    const [one, other] = [costs.few, costs.many].map(({ median: cost }) => `${cost.toFixed(2)} ms`.padStart(10));
    console.log(`  ${title.padEnd(105)} ${one ?? ''} ${other ?? ''}   ${formatRatio(ratio)}`);
  }
  for (const { stop } of [few, many]) stop();
  await agent.close();
  console.log(
    grown.length === 0
      ? '  No endpoint costs more than twice as much.'
      : `  More than twice as much: ${grown.join('; ')}.`,
  );
}

/** The middle one of several calls, each about something new if the call needs that. */
async function median(url: string, call: (typeof asked)[number], agent: Agent): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < CALLS; round += 1) took.push((await callOnce(url, call, agent)).took);
  return took.sort((left, right) => left - right)[Math.floor(CALLS / 2)] as number;
}

async function callOnce(url: string, { name, plan }: (typeof asked)[number], agent: Agent): Promise<Answered> {
  const prepare = async (needed: EndpointName, asked: object) => (await ask(url, needed, asked, agent)).json;
  return ask(url, name, typeof plan === 'function' ? await plan(prepare) : plan, agent);
}

async function serve(count: number): Promise<{ readonly url: string; stop(): void }> {
  const flags = ['--expose-gc', '--max-old-space-size=12288', '--import', 'tsx'];
  const child = fork(join(import.meta.dirname, 'tracker.ts'), [String(count)], { execArgv: flags });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The fake with ${count} users, entries and issues ended before it listened.`);
  });
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
  ended.catch(() => undefined);
  return {
    url,
    stop: () => {
      child.disconnect();
    },
  };
}
