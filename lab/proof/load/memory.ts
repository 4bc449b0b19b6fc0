import { once } from 'node:events';
import { WebSocket } from 'undici';
import type { MessageEvent } from 'undici';

/** The memory of a process at a moment, in bytes. */
export interface Sample {
  /** Milliseconds since the start. */
  readonly at: number;
  /** The memory in use: the heap after a collection, and the bytes outside it. */
  readonly inUse: number;
  /** The resident memory of the process, including memory that is no longer in use. */
  readonly resident: number;
}

/** The trend of the second half of some samples. */
export interface Trend {
  /** The start and the end of the line through the memory in use, in bytes. */
  readonly from: number;
  readonly to: number;
  /** Its growth relative to its start. */
  readonly growth: number;
  /** The largest resident memory, in bytes. */
  readonly resident: number;
}

/** The interval between two samples, in milliseconds. */
const EVERY = 2_000;

/** The watch over the memory of a process. */
export interface MemoryWatch {
  /** Ends the watch. @returns the samples */
  end(): Promise<readonly Sample[]>;
}

/** Samples the memory of a process from now on, through Node's inspector. */
export async function watchMemory(inspector: string): Promise<MemoryWatch> {
  const socket = new WebSocket(inspector);
  await once(socket, 'open');
  const samples: Sample[] = [];
  const started = performance.now();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(async () => {
      await call(socket, 'HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = (await call(socket, 'Runtime.evaluate', { expression })) as { result: { value: string } };
      const { heapUsed, external, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage;
      samples.push({ at: performance.now() - started, inUse: heapUsed + external, resident: rss });
    });
  }, EVERY);
  return {
    end: async () => {
      clearInterval(timer);
      await looking;
      if (socket.readyState === WebSocket.OPEN) {
        socket.close();
        await once(socket, 'close');
      }
      return samples;
    },
  };
}

/** The straight line that is nearest to the second half of the samples; undefined if these are fewer than two. */
export function trendOf(samples: readonly Sample[]): Trend | undefined {
  const middle = ((samples[0]?.at ?? 0) + (samples.at(-1)?.at ?? 0)) / 2;
  const half = samples.filter(({ at }) => at >= middle);
  const [first, last] = [half[0], half.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const meanAt = mean(half.map(({ at }) => at));
  const meanBytes = mean(half.map(({ inUse }) => inUse));
  const slope =
    mean(half.map(({ at, inUse }) => (at - meanAt) * (inUse - meanBytes))) /
    mean(half.map(({ at }) => (at - meanAt) ** 2));
  const from = meanBytes + slope * (first.at - meanAt);
  const to = meanBytes + slope * (last.at - meanAt);
  return { from, to, growth: (to - from) / from, resident: Math.max(...half.map(({ resident }) => resident)) };
}

let calls = 0;

/** Calls a method of the inspector. */
async function call(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
  const id = (calls += 1);
  const answer = new Promise((resolve, reject) => {
    const read = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (message.id !== id) return;
      socket.removeEventListener('message', read);
      socket.removeEventListener('close', reject);
      resolve(message.result);
    };
    socket.addEventListener('message', read);
    socket.addEventListener('close', reject);
  });
  socket.send(JSON.stringify({ id, method, params }));
  return answer;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
