import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { RunKnowledge } from '../../../fixtures/cleanup/leases/run-knowledge.js';

/** The knowledge of a worker of a run. */
function workerOf(run: string): RunKnowledge {
  return new RunKnowledge(test.info().outputPath('leases'), run);
}

/** A tracker that counts how often it is asked. */
function tracker(takes = 0) {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const answer = { number: asked };
    await sleep(takes);
    return answer;
  };
  return { ask, asked: () => asked };
}

test('what one worker has asked, the others of the run know', async () => {
  const { ask, asked } = tracker();
  await workerOf('abcde').once('who', ask);

  expect(await workerOf('abcde').once('who', ask)).toEqual({ number: 1 });
  expect(asked()).toBe(1);
});

test('of workers who want to know it at the same time one asks', async () => {
  const { ask, asked } = tracker(50);

  const answers = await Promise.all([1, 2, 3].map(() => workerOf('abcde').once('who', ask)));

  expect(answers).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
  expect(asked()).toBe(1);
});

test('another question, and the same of another run, are asked', async () => {
  const { ask, asked } = tracker();
  await workerOf('abcde').once('who', ask);

  await workerOf('abcde').once('what', ask);
  await workerOf('other').once('who', ask);

  expect(asked()).toBe(3);
});

test('a failure is nobody’s answer', async () => {
  const { ask } = tracker();
  const failing = workerOf('abcde').once('who', () => Promise.reject(new Error('no answer')));

  await expect(failing).rejects.toThrow('no answer');
  expect(await workerOf('abcde').once('who', ask)).toEqual({ number: 1 });
});

test('what is asked again counts for all', async () => {
  const { ask } = tracker();
  await workerOf('abcde').once('who', ask);
  await workerOf('abcde').again('who', ask);

  expect(await workerOf('abcde').once('who', ask)).toEqual({ number: 2 });
});
