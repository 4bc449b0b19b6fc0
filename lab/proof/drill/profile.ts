import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findingOf, parseProfile, ruleIds, withAssumptions } from '../../../contracts/index.js';
import type { AssumedRuleId, AssumptionOverrides, Profile } from '../../../contracts/index.js';
import { openEnvironment } from './environment.js';
import type { Environment } from './environment.js';
import { compareAloud, conclude, print, printEnded, startHarness } from './runs.js';
import type { Drill } from './runs.js';

/**
 * A tracker that answers open questions otherwise: it is observed.
 *
 * @returns whether what was observed is how the tracker answers, and the tracker is as it was
 */
export async function runProfile(drill: Drill): Promise<boolean> {
  print('', `A tracker that answers ${Object.keys(foreignAnswers).length} open questions otherwise:`);
  const environment = await openEnvironment(join(drill.folder, 'profile-environment'), drill.seed, foreignAnswers);
  try {
    const observed = await observe(drill, environment, join(drill.folder, 'profile.json'));
    return conclude('profile', [observed, (await compareAloud(environment)) === 0]);
  } finally {
    await environment.close();
  }
}

async function observe({ folder }: Drill, { settings }: Environment, profile: string): Promise<boolean> {
  const words = ['observe', '--output', profile, '--workers=2'];
  const ending = await startHarness(words, { ...settings, TRACKER_OUTPUT: join(folder, 'observe') }).ended;
  printEnded(ending.code, ending.output);
  if (ending.code !== 0) return false;
  const parsed = parseProfile(JSON.parse(readFileSync(profile, 'utf8')));
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  const answers = withAssumptions(foreignAnswers);
  const ids = ruleIds.filter((id): id is AssumedRuleId => id in answers);
  const wrong = ids.flatMap((id) => problemsOf(id, parsed.profile, answers[id]));
  print(`  of ${ids.length} answers ${wrong.length} were observed wrongly`, ...wrong.map((line) => `    - ${line}`));
  return wrong.length === 0;
}

/**
 * Settings, or properties of one, that can't be observed there: no project of the sandbox is new, and nobody holds one
 * permission alone.
 */
const hidden = new Set(['TM-N04', 'DT-N07', 'AD-N03.permission']);

function problemsOf(id: AssumedRuleId, profile: Profile, answer: unknown): string[] {
  const finding = findingOf(id, profile);
  if (finding.kind === 'conflict') return [`${id}: ${finding.reason}`];
  const given = partsOf(answer);
  const seen = finding.kind === 'not observed' ? {} : partsOf(finding.value);
  const unexplained = Object.keys(given).filter(
    (part) => !(part in seen) && !hidden.has(id) && !hidden.has(`${id}.${part}`),
  );
  if (unexplained.length > 0) return [`${id}: not observed: ${unexplained.join(', ') || 'all'}`];
  const isSame = Object.entries(seen).every(([part, value]) => isDeepStrictEqual(inOrder(value), inOrder(given[part])));
  return isSame ? [] : [`${id}: ${JSON.stringify(seen)} instead of ${JSON.stringify(given)}`];
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isSingle = typeof value !== 'object' || value === null || Array.isArray(value);
  return isSingle ? { '': value } : (value as Readonly<Record<string, unknown>>);
}

/** Lists of words are sets, the first of which leads if it matters. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === 'string') ? [...value].sort() : value.map(inOrder);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inOrder(item)]));
}

/**
 * How the tracker of the drill's last part answers open questions: none of them is the
 * harness's default, and each is what one tracker might do.
 */
const foreignAnswers: AssumptionOverrides = {
  'DT-N01': { list: 200, create: 201, delete: 202, transitions: 202 },
  'DT-N02': 400,
  'DT-N03': 410,
  'DT-N05': { status: 409, entries: 1 },
  'DT-N09': 404,
  'DT-N10': { transitionId: 'transitionId', name: 'screenName', screenId: 'screen' },
  'DT-N11': { method: 'POST', path: '/template/{templateId}/delete' },
  'AD-N02': { connection: 400, user: 410, attribute: 404 },
  'AD-N05': { keep: 'attributes', valuePrefix: 'attribute.' },
  'AD-N06': { maximum: 100, larger: 'refused' },
  'AD-N07': 404,
  'AD-N09': { status: 204, body: null },
  'TM-N02': 'linhas',
  'TM-N03': 'issue ids',
  'TM-N05': { status: 204, body: 'empty' },
  'TM-N06': 410,
  'TM-N11': {
    testCaseTemplate: ['Em vigor', 'Retirado'],
    testCase: ['Por ensaiar', 'Aprovado', 'Reprovado'],
    testPlan: ['Aberto', 'Em ensaio', 'Fechado'],
  },
  'TM-N12': { add: 'left out', copy: 'left out' },
  'TM-N16': true,
  'TM-N18': 'accepted',
  'TM-N20': { projects: 'ids', issueIds: 'text', listedIds: 'text', noProjects: 'refused', noIssueIds: 'nothing' },
  'TM-N21': { list: 200, copy: 201, copyLater: 202, add: 201, addLater: 202 },
  'TM-N24': { status: 207, others: 'filled' },
};
