import { expect, test } from '@playwright/test';
import { flightOf } from '../../../proof/drill/kills/flight.js';
import { killMoments } from '../../../proof/drill/kills/kill-moment.js';
import { killRun } from '../../../proof/drill/kills/kill-run.js';
import { renderKills } from '../../../proof/drill/kills/render-kills.js';

test.describe('the moments of kills', () => {
  test('are spread over the whole run and over all parts of the suite', () => {
    const moments = killMoments(20, 7);

    expect(moments.map(({ at }) => Math.floor(at * 20))).toEqual(Array.from({ length: 20 }, (_, index) => index));
    const slices = moments.map(({ slice }) => slice).sort((one, other) => one - other);
    expect(slices).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('follow from the seed', () => {
    expect(killMoments(20, 7)).toEqual(killMoments(20, 7));
    expect(killMoments(20, 8)).not.toEqual(killMoments(20, 7));
  });
});

test.describe('what a run was at when it was killed', () => {
  const call = (at: number, endpoint: string, duration = 2, caller = 'us') => ({
    at,
    duration,
    endpoint,
    caller,
    method: endpoint.split(' ')[0] as string,
    url: '/',
  });
  const killed = { username: 'us', from: 1_000, to: 2_000 };

  test('is starting before its first call that changes something', () => {
    const journal = [call(900, 'POST /issue'), call(1_500, 'POST /issue', 2, 'them'), call(2_001, 'PUT /update')];

    expect(flightOf(journal, killed)).toEqual({ phase: 'starting', unanswered: [], last: undefined });
    const afterLogin = [...journal, call(1_010, 'GET /myself')];
    expect(flightOf(afterLogin, killed)).toEqual({ phase: 'starting', unanswered: [], last: 'GET /myself' });
  });

  test('names the calls that were on their way', () => {
    const journal = [call(1_900, 'GET /myself'), call(1_998, 'POST /issue', 40), call(1_999, 'PUT /update', 3)];

    expect(flightOf(journal, killed)).toEqual({
      phase: 'testing',
      unanswered: ['POST /issue', 'PUT /update'],
      last: 'PUT /update',
    });
  });

  test('is setting up, cleaning up or ending by its last calls', () => {
    expect(flightOf([call(1_990, 'POST /project')], killed).phase).toBe('setting up');
    const removal = [call(1_980, 'DELETE /issue/{issueIdOrKey}'), call(1_990, 'GET /issue/{issueIdOrKey}')];
    expect(flightOf(removal, killed).phase).toBe('cleaning up');
    expect(flightOf(removal, { ...killed, to: 6_000 }).phase).toBe('ending');
  });
});

test('a table of kills says of each when it was and what came of it', () => {
  const flight = { phase: 'testing' as const, unanswered: ['POST /issue'], last: 'POST /issue' };
  const kill = { slice: '3/20', after: 4_210, flight, left: 2, remaining: 0, found: 3, cleanedUp: 2, passed: true };

  const [heading, clean, dirty] = renderKills([kill, { ...kill, remaining: 1, passed: false }]);

  expect(heading).toMatch(/^kill +slice +after +phase +last call +not answered yet +left +found +cleaned up +verdict$/);
  expect(clean).toMatch(/^1 +3\/20 +4\.21 s +testing +POST \/issue +POST \/issue +2 +3 +2 +clean$/);
  expect(dirty).toMatch(/1 LEFT$/);
});

test.describe('a kill', () => {
  /** A run that begins with its tests at once, and is over after so many milliseconds. */
  function pretendRun(lasts: number) {
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const timer = setTimeout(end, lasts);
    let killed = 0;
    const kill = (): void => {
      killed += 1;
      clearTimeout(timer);
      end();
    };
    const ended = over.then(() => ({ code: 0, output: '' }));
    return {
      ended,
      testing: Promise.resolve(),
      kill,
      get killed() {
        return killed;
      },
    };
  }

  test('comes at its moment', async () => {
    const run = pretendRun(60_000);

    const { from, to } = await killRun(() => run, 0.5, { start: 10, rest: 100 });

    expect(run.killed).toBe(1);
    expect(to).toBeGreaterThanOrEqual(from);
  });

  test('is tried again, earlier, on a run that was over before', async () => {
    const runs = [pretendRun(0), pretendRun(0), pretendRun(60_000)];
    let started = 0;

    await killRun(() => runs[started++] as (typeof runs)[number], 0.9, { start: 10, rest: 400 });

    expect(started).toBe(3);
  });
});
