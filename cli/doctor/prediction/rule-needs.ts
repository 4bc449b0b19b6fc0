import type { DocumentedRuleId } from '../../../contracts/index.js';
import type { ConnectionNeed, ProjectNeed, TemplateNeeds, TestNeeds } from '../../../provide/needs.js';

const project = (issueTypes = 1, others: Partial<ProjectNeed> = {}): ProjectNeed => ({ issueTypes, ...others });
const desk = (requestTypes: number, issueTypes = 1) => project(issueTypes, { requestTypes });
const keep = project(1, { templatePostFunction: 'keep' });
const overwrite = project(1, { templatePostFunction: 'overwrite' });

/** A template, of which entries are made in projects. */
const entriesIn = (...projects: ProjectNeed[]): TestNeeds => ({ projects, templates: [{}] });
const twoTemplatesIn = (...projects: ProjectNeed[]): TestNeeds => ({ projects, templates: [{}, {}] });

const texts: TemplateNeeds = { fields: ['summary', 'description'] };
/** An issue with this template in its field. */
const issueIn = (made: ProjectNeed, template: TemplateNeeds): TestNeeds => ({
  projects: [made],
  templates: [template],
  templateField: true,
});

const users = (count: number): TestNeeds => ({ connections: [{ users: count }] });
const changed = (...connections: ConnectionNeed[]): TestNeeds => ({ connections, changesConnection: true });
const mail = { users: 1, attributes: ['mail'] };
const tests: TestNeeds = { testManagementProjects: [{}] };

const rows: readonly (readonly [rules: string, ...needs: TestNeeds[]])[] = [
  ['DT-01 DT-02 DT-03 DT-26 DT-28', entriesIn(desk(2))],
  ['DT-16 DT-21 DT-29 DT-33 DT-35 DT-36', entriesIn(project(), project())],
  ['DT-04', twoTemplatesIn(project(2), desk(2)), entriesIn(project(), project())],
  ['DT-05 DT-06 DT-07 DT-19', entriesIn(project(2), desk(2))],
  ['DT-08 DT-09 DT-10 DT-17 DT-31', entriesIn(project())],
  ['DT-11 DT-12', entriesIn(project(2), project(2))],
  ['DT-13', entriesIn(desk(3))],
  ['DT-14 DT-18', entriesIn(desk(1, 2))],
  ['DT-15 DT-30', entriesIn(project(3), desk(2, 2))],
  ['DT-25 DT-27', entriesIn(project(2))],
  ['DT-20', entriesIn(project(), desk(1))],
  ['DT-22', twoTemplatesIn(project(2), desk(1))],
  ['DT-23', entriesIn(project(), project(2))],
  ['DT-24', twoTemplatesIn(project(2))],
  ['DT-34', entriesIn(project(), project(), desk(1))],
  ['DT-32', { ...entriesIn(project(), project(), project()), disposable: true }],
  [
    'DT-37',
    { projects: [{ ...overwrite, issueTypes: 2 }], templates: [texts] },
    { projects: [{ ...overwrite, requestTypes: 2 }], templates: [texts] },
  ],
  ['DT-38', issueIn(keep, texts), issueIn(overwrite, texts)],
  ['DT-39', issueIn(project(1, { templatePostFunction: 'none' }), texts)],
  ['DT-40', issueIn(keep, { anyOf: ['summary'] }), issueIn(overwrite, { anyOf: ['summary'] })],
  [
    'DT-41',
    { ...entriesIn(project(2), desk(2)), basicLogin: true },
    { ...entriesIn(project(2), desk(2)), plainUser: true },
  ],
  ['AD-01 AD-10', users(2)],
  ['AD-02', { connections: [{ users: 1, enabled: false }] }],
  ['AD-03 AD-04 AD-05 AD-06 AD-07 AD-08 AD-15 AD-16 AD-27', users(1)],
  ['AD-09', users(26)],
  ['AD-11 AD-12', users(3)],
  ['AD-13', { connections: [{ users: 1 }, { users: 1, usersOf: true }] }],
  ['AD-14', users(3), { connections: [{ users: 2 }, { users: 2, usersOf: true }] }],
  ['AD-17', users(7), changed({ users: 4 })],
  ['AD-18', { connections: [{ users: 1, attributes: ['whenCreated'] }] }],
  ['AD-19', changed({ users: 4 }), changed(mail)],
  ['AD-20', changed({ users: 2 }), changed({ ...mail, users: 2 }, { ...mail, users: 2, usersOf: true })],
  ['AD-21', changed({ users: 2 })],
  ['AD-22', { ...changed({ users: 2 }), admin: true }],
  ['AD-23', { ...users(1), plainUser: true }],
  ['AD-24', { ...users(1), whitelistedUser: true, whitelist: true }],
  ['AD-25', { plainUser: true, whitelist: true, admin: true, disposable: true }],
  ['AD-26', { connections: [{ users: 3, inGroup: true }] }],
  ['TM-01 TM-02 TM-03 TM-04 TM-05 TM-06 TM-07 TM-08 TM-09 TM-10 TM-11 TM-13 TM-15 TM-16 TM-17 TM-18', tests],
  ['TM-20 TM-21 TM-22 TM-23 TM-24 TM-25 TM-26 TM-27 TM-28 TM-29 TM-30 TM-32 TM-34 TM-35', tests],
  ['TM-12 TM-14', { testManagementProjects: [{ preconditions: true }] }],
  ['TM-19', { testManagementProjects: [{}, { otherThan: true }] }],
  ['TM-31 TM-33', { testManagementProjects: [{ plainUserCreates: false }], plainUser: true }],
  ['TM-36', { ...tests, basicLogin: true }, { ...tests, plainUser: true }],
];

/** The least that shows a documented rule on a tracker that others use: one of these needs is enough. */
export function ruleNeeds(rule: DocumentedRuleId): readonly TestNeeds[] {
  return rows.flatMap(([rules, ...needs]) => (rules.split(' ').includes(rule) ? needs : []));
}
