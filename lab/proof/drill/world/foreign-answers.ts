import type { AssumptionOverrides } from '../../../../contracts/index.js';

/**
 * How the tracker of the drill's last part answers open questions: none of them is the
 * harness's default. `npm run profiles` has every alternative of every question; these are what one tracker might do.
 */
export const foreignAnswers: AssumptionOverrides = {
  'DT-N01': { list: 200, create: 201, delete: 202, transitions: 202 },
  'DT-N02': 400,
  'DT-N03': 410,
  'DT-N05': { status: 409, entries: 1 },
  'DT-N06': 'included',
  'DT-N08': 'none',
  'DT-N09': 404,
  'DT-N10': { transitionId: 'transitionId', name: 'screenName', screenId: 'screen' },
  'DT-N11': { method: 'POST', path: '/template/{templateId}/delete' },
  'DT-N13': 'passed over',
  'DT-N14': 'oldest',
  'AD-N02': { connection: 400, user: 410, attribute: 404 },
  'AD-N05': { keep: 'attributes', valuePrefix: 'attribute.' },
  'AD-N06': { maximum: 100, larger: 'refused' },
  'AD-N07': 404,
  'AD-N09': { status: 204, body: null },
  'AD-N11': 'connection, username',
  'AD-N12': 'intersection',
  'AD-N16': { connections: 203, user: 200, list: 203 },
  'TM-N02': 'linhas',
  'TM-N03': 'issue ids',
  'TM-N05': { status: 204, body: 'empty' },
  'TM-N06': 410,
  'TM-N07': 422,
  'TM-N11': {
    testCaseTemplate: ['Em vigor', 'Retirado'],
    testCase: ['Por ensaiar', 'Aprovado', 'Reprovado'],
    testPlan: ['Aberto', 'Em ensaio', 'Fechado'],
  },
  'TM-N12': { add: 'left out', copy: 'left out' },
  'TM-N14': 'the last',
  'TM-N16': true,
  'TM-N18': 'accepted',
  'TM-N19': { add: ['preconditions'], byTemplates: ['preconditions'], byCases: ['description'] },
  'TM-N20': { projects: 'ids', issueIds: 'text', listedIds: 'text', noProjects: 'refused', noIssueIds: 'nothing' },
  'TM-N21': { list: 200, copy: 201, copyLater: 202, add: 201, addLater: 202 },
  'TM-N22': 'otherwise',
  'TM-N23': 'set',
  'TM-N24': { status: 207, others: 'filled' },
  'TM-N25': { files: 'of the step', taken: [] },
};
