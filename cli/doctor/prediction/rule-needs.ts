import type { DocumentedRuleId } from '../../../contracts/index.js';
import type { ConnectionNeed, TestNeeds } from './test-needs.js';

type Alternatives = readonly [TestNeeds, ...TestNeeds[]];

const regular = (issueTypes = 1) => ({ issueTypes });
const desk = (requestTypes: number, issueTypes = 1) => ({ requestTypes, issueTypes });
const overwriting = (more: object = {}) => ({ templatePostFunction: 'overwrite' as const, ...more });
const keeping = { templatePostFunction: 'keep' as const };
const texts = { fields: ['summary', 'description'] };

/** A template that is a default in a regular project and in a service desk. */
const scene: TestNeeds = { projects: [regular(2), desk(2)], templates: [{}] };

const inProjects = (...projects: NonNullable<TestNeeds['projects']>): TestNeeds => ({ projects, templates: [{}] });
const withTwoTemplates = (...projects: NonNullable<TestNeeds['projects']>): TestNeeds => ({
  projects,
  templates: [{}, {}],
});
const connected = (...connections: readonly ConnectionNeed[]): TestNeeds => ({ connections });
const onePlan: TestNeeds = { testProjects: [{}] };
const twoTestProjects: TestNeeds = { testProjects: [{}, { unlike: true }] };
const withPreconditions: TestNeeds = { testProjects: [{ preconditions: true }] };
const withAdmin: TestNeeds = { admin: true, connections: [{ users: 2 }] };

/**
 * What the least demanding tests of each documented rule need, one list of alternatives a rule: one of them is enough.
 * The specs say what they need as they run; specs/harness/doctor compares this table with such runs.
 */
export const ruleNeeds: Readonly<Record<DocumentedRuleId, Alternatives>> = {
  'DT-01': [inProjects(regular(), regular())],
  'DT-02': [inProjects(desk(2))],
  'DT-03': [inProjects(regular())],
  'DT-04': [withTwoTemplates(regular())],
  'DT-05': [scene, inProjects(desk(2, 2), regular())],
  'DT-06': [scene, inProjects(desk(2, 2), regular())],
  'DT-07': [scene, inProjects(desk(2, 2), regular())],
  'DT-08': [inProjects(regular())],
  'DT-09': [inProjects(regular())],
  'DT-10': [inProjects(regular())],
  'DT-11': [inProjects(regular(), regular())],
  'DT-12': [inProjects(regular(2), regular(2))],
  'DT-13': [inProjects(desk(3))],
  'DT-14': [inProjects(regular(2), desk(1)), inProjects(desk(1, 2))],
  'DT-15': [inProjects(desk(2, 2))],
  'DT-16': [inProjects(regular(2))],
  'DT-17': [inProjects(regular())],
  'DT-18': [inProjects(regular(2), desk(2))],
  'DT-19': [inProjects(regular(2), desk(2))],
  'DT-20': [inProjects(regular(), desk(1))],
  'DT-21': [inProjects(...Array.from({ length: 50 }, () => regular()))],
  'DT-22': [withTwoTemplates(regular(2), desk(2))],
  'DT-23': [inProjects(regular(2), regular())],
  'DT-24': [withTwoTemplates(regular())],
  'DT-25': [inProjects(regular(2))],
  'DT-26': [inProjects(desk(2))],
  'DT-27': [withTwoTemplates(regular(2))],
  'DT-28': [withTwoTemplates(desk(2), desk(1))],
  'DT-29': [inProjects(regular(2), regular())],
  'DT-30': [inProjects(desk(2))],
  'DT-31': [inProjects(regular(2))],
  'DT-32': [inProjects(regular())],
  'DT-33': [inProjects(regular(), regular())],
  'DT-34': [inProjects(regular(), regular(), desk(1))],
  'DT-35': [inProjects(regular())],
  'DT-36': [inProjects(regular())],
  'DT-37': [
    { projects: [overwriting({ issueTypes: 2 })], templates: [texts] },
    { projects: [overwriting({ requestTypes: 2 })], templates: [texts] },
  ],
  'DT-38': [
    { projects: [overwriting()], templates: [texts], templateField: true },
    { projects: [keeping], templates: [texts], templateField: true },
  ],
  'DT-39': [{ projects: [regular()], templates: [texts], templateField: true }],
  'DT-40': [
    { projects: [overwriting()], templates: [texts], templateField: true },
    { projects: [keeping], templates: [texts], templateField: true },
  ],
  'DT-41': [
    { ...scene, basicLogin: true },
    { ...scene, plainUser: {} },
  ],

  'AD-01': [connected({ users: 2 })],
  'AD-02': [connected({ enabled: false })],
  'AD-03': [connected({})],
  'AD-04': [connected({})],
  'AD-05': [connected({})],
  'AD-06': [connected({ users: 2 })],
  'AD-07': [connected({})],
  'AD-08': [connected({})],
  'AD-09': [connected({ users: 26 })],
  'AD-10': [connected({ users: 2 })],
  'AD-11': [connected({ users: 3 })],
  'AD-12': [connected({ users: 3 })],
  'AD-13': [connected({}, { sameUsers: true })],
  'AD-14': [connected({ users: 3 })],
  'AD-15': [connected({})],
  'AD-16': [connected({})],
  'AD-17': [connected({ users: 10 })],
  'AD-18': [connected({ attributes: ['whenCreated'] })],
  'AD-19': [connected({ attributes: ['mail'] })],
  'AD-20': [connected({ users: 2 })],
  'AD-21': [connected({ users: 2 })],
  'AD-22': [withAdmin],
  'AD-23': [connected({})],
  'AD-24': [{ admin: true, plainUser: {} }],
  'AD-25': [{ admin: true, plainUser: {} }],
  'AD-26': [connected({ users: 3, inGroup: true })],
  'AD-27': [connected({})],

  'TM-01': [onePlan],
  'TM-02': [onePlan],
  'TM-03': [onePlan],
  'TM-04': [onePlan],
  'TM-05': [onePlan],
  'TM-06': [onePlan],
  'TM-07': [onePlan],
  'TM-08': [onePlan],
  'TM-09': [onePlan],
  'TM-10': [onePlan],
  'TM-11': [onePlan],
  'TM-12': [withPreconditions],
  'TM-13': [onePlan],
  'TM-14': [withPreconditions],
  'TM-15': [onePlan],
  'TM-16': [onePlan],
  'TM-17': [onePlan],
  'TM-18': [onePlan],
  'TM-19': [twoTestProjects],
  'TM-20': [onePlan],
  'TM-21': [onePlan],
  'TM-22': [onePlan],
  'TM-23': [onePlan],
  'TM-24': [onePlan],
  'TM-25': [onePlan],
  'TM-26': [onePlan],
  'TM-27': [onePlan],
  'TM-28': [onePlan],
  'TM-29': [onePlan],
  'TM-30': [onePlan],
  'TM-31': [{ ...onePlan, plainUser: { mayNotCreate: true } }],
  'TM-32': [onePlan],
  'TM-33': [{ ...onePlan, plainUser: { mayNotCreate: true, sees: true } }],
  'TM-34': [onePlan],
  'TM-35': [onePlan],
  'TM-36': [
    { ...onePlan, basicLogin: true },
    { ...onePlan, plainUser: {} },
  ],
};
