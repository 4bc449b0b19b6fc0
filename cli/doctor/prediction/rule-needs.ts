import type { DocumentedRuleId, TestNeeds } from '../../../contracts/index.js';

/** The needs of the least demanding tests of documented rules. `npm run -w lab needs` writes them. */
// oxfmt-ignore
const rows: readonly (readonly [rules: string, needs: readonly TestNeeds[]])[] = [
  ['DT-01 DT-11 DT-21 DT-33 DT-34', [{"projects":[{"issueTypes":1},{"issueTypes":1}],"templates":[{}]}]],
  ['DT-02', [{"projects":[{"issueTypes":1,"requestTypes":2}],"templates":[{}]}]],
  ['DT-03', [{"projects":[{"issueTypes":1},{"issueTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":1},{"issueTypes":2,"requestTypes":2}],"templates":[{}]}]],
  ['DT-04', [{"projects":[{"issueTypes":1}],"templates":[{},{}]},{"projects":[{"issueTypes":2},{"issueTypes":2}],"templates":[{}]}]],
  ['DT-05 DT-06 DT-07', [{"projects":[{"issueTypes":1},{"issueTypes":2,"requestTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{}]}]],
  ['DT-08 DT-09 DT-10 DT-17 DT-35', [{"projects":[{"issueTypes":1}],"templates":[{}]}]],
  ['DT-12', [{"projects":[{"issueTypes":2},{"issueTypes":2}],"templates":[{}]}]],
  ['DT-13', [{"projects":[{"issueTypes":1,"requestTypes":3}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]},{"projects":[{"issueTypes":1},{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{},{}]}]],
  ['DT-14', [{"projects":[{"issueTypes":2,"requestTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]}]],
  ['DT-15', [{"projects":[{"issueTypes":2,"requestTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":1},{"issueTypes":1},{"issueTypes":1,"requestTypes":2,"sameNumber":true}],"templates":[{},{}]}]],
  ['DT-16', [{"projects":[{"issueTypes":2}],"templates":[{}]}]],
  ['DT-18', [{"projects":[{"issueTypes":2,"requestTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{}]}]],
  ['DT-19', [{"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{}]}]],
  ['DT-20', [{"projects":[{"issueTypes":1},{"issueTypes":1,"requestTypes":1}],"templates":[{}]}]],
  ['DT-22', [{"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":1}],"templates":[{},{}]}]],
  ['DT-23', [{"projects":[{"issueTypes":1},{"issueTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":1},{"issueTypes":1,"requestTypes":2}],"templates":[{},{}]}]],
  ['DT-24', [{"projects":[{"issueTypes":1}],"templates":[{},{}]}]],
  ['DT-25', [{"projects":[{"issueTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]}]],
  ['DT-26', [{"projects":[{"issueTypes":1,"requestTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]}]],
  ['DT-27', [{"projects":[{"issueTypes":1,"requestTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":2},{"issueTypes":2}],"templates":[{},{}]}]],
  ['DT-28', [{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1},{"issueTypes":1,"requestTypes":2}],"templates":[{},{}]},{"projects":[{"issueTypes":1},{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{},{}]}]],
  ['DT-29', [{"projects":[{"issueTypes":1},{"issueTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":1},{"issueTypes":1,"requestTypes":2}],"templates":[{},{}]},{"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":1}],"templates":[{},{}]},{"projects":[{"issueTypes":1,"requestTypes":1},{"issueTypes":1,"requestTypes":2}],"templates":[{},{}]}]],
  ['DT-30', [{"projects":[{"issueTypes":1,"requestTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":3},{"issueTypes":3}],"templates":[{},{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]}]],
  ['DT-31', [{"projects":[{"issueTypes":2}],"templates":[{}]},{"projects":[{"issueTypes":1},{"issueTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]}]],
  ['DT-32', [{"disposable":true,"projects":[{"issueTypes":1},{"issueTypes":1}],"templates":[{}]}]],
  ['DT-36', [{"projects":[{"issueTypes":1}],"templates":[{}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true}],"templates":[{}]}]],
  ['DT-37', [{"projects":[{"issueTypes":2,"templatePostFunction":"overwrite"}],"templates":[{"fields":["summary","description"]}]},{"projects":[{"issueTypes":1,"requestTypes":2,"templatePostFunction":"overwrite"}],"templates":[{"fields":["summary","description"]}]},{"projects":[{"issueTypes":1,"requestTypes":1,"sameNumber":true,"templatePostFunction":"overwrite"}],"templates":[{"fields":["summary","description"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"},{"issueTypes":1,"templatePostFunction":"overwrite"}],"templates":[{"fields":["summary","description"]}]}]],
  ['DT-38', [{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"fields":["summary","description"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"fields":["summary","description"]}]}]],
  ['DT-39', [{"projects":[{"issueTypes":1}],"templateField":true,"templates":[{"fields":["summary","description"]}]}]],
  ['DT-40', [{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["labels"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["duedate"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["summary"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["assignee"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["priority"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["description"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["environment"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["labels"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["duedate"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["summary"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["assignee"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["priority"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["description"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["environment"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["customfield_10001"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["customfield_10002"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["customfield_10003"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["customfield_10004"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["customfield_10001"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["customfield_10002"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["customfield_10003"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["customfield_10004"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"keep"}],"templateField":true,"templates":[{"anyOf":["customfield_10000","customfield_10005","customfield_10102","customfield_10103"]}]},{"projects":[{"issueTypes":1,"templatePostFunction":"overwrite"}],"templateField":true,"templates":[{"anyOf":["customfield_10000","customfield_10005","customfield_10102","customfield_10103"]}]}]],
  ['DT-41', [{"basicLogin":true,"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{}]},{"plainUsers":[{}],"projects":[{"issueTypes":2},{"issueTypes":1,"requestTypes":2}],"templates":[{}]}]],
  ['AD-01', [{"connections":[{"users":2}]},{"connections":[{"users":1},{"users":1}]}]],
  ['AD-02', [{"connections":[{"users":1,"disabled":true}]}]],
  ['AD-03 AD-04 AD-05 AD-06 AD-07 AD-08 AD-27', [{"connections":[{"users":1}]}]],
  ['AD-09', [{"connections":[{"users":26}]}]],
  ['AD-10', [{"connections":[{"users":2}]}]],
  ['AD-11 AD-12', [{"connections":[{"users":3}]}]],
  ['AD-13', [{"connections":[{"users":1},{"users":1,"sameUsers":true}]},{"connections":[{"users":3},{"users":3,"sameUsers":true,"disabled":true}]}]],
  ['AD-14', [{"connections":[{"users":3}]},{"connections":[{"users":1},{"users":1}]}]],
  ['AD-15 AD-16', [{"connections":[{"users":1}]},{"connections":[{"users":1,"disabled":true}]}]],
  ['AD-17', [{"connections":[{"users":7}]},{"changesConnection":true,"connections":[{"users":4}]}]],
  ['AD-18', [{"connections":[{"users":1,"attributes":["whenCreated"]}]}]],
  ['AD-19', [{"changesConnection":true,"connections":[{"users":4}]},{"changesConnection":true,"connections":[{"users":1,"attributes":["mail"]}]}]],
  ['AD-20', [{"changesConnection":true,"connections":[{"users":2}]},{"changesConnection":true,"connections":[{"users":1,"attributes":["mail"]},{"users":1,"sameUsers":true,"attributes":["mail"]}]}]],
  ['AD-21', [{"changesConnection":true,"connections":[{"users":2}]}]],
  ['AD-22', [{"admin":true,"changesConnection":true,"connections":[{"users":2}]},{"admin":true,"changesConnection":true,"connections":[{"users":1},{"users":1,"sameUsers":true}]}]],
  ['AD-23', [{"connections":[{"users":1}],"plainUsers":[{}]}]],
  ['AD-24', [{"admin":true,"disposable":true,"plainUsers":[{}],"whitelist":true}]],
  ['AD-25', [{"admin":true,"disposable":true,"plainUsers":[{}],"whitelist":true},{"admin":true,"connections":[{"users":3}],"disposable":true,"whitelist":true}]],
  ['AD-26', [{"connections":[{"users":3,"inGroup":true}]}]],
  ['TM-01 TM-02 TM-03 TM-04 TM-05 TM-06 TM-07 TM-08 TM-09 TM-10 TM-11 TM-13 TM-15 TM-16 TM-17 TM-18 TM-20 TM-21 TM-22 TM-23 TM-24 TM-25 TM-26 TM-27 TM-28 TM-29 TM-30 TM-32 TM-34 TM-35', [{"testProjects":[{}]}]],
  ['TM-12 TM-14', [{"testProjects":[{"preconditions":true}]}]],
  ['TM-19', [{"testProjects":[{},{"unlike":true}]}]],
  ['TM-31 TM-33', [{"plainUsers":[{}],"testProjects":[{}]}]],
  ['TM-36', [{"basicLogin":true,"testProjects":[{}]},{"plainUsers":[{}],"testProjects":[{}]}]],
];

/** The needs of each documented rule: one of them is enough. */
export const ruleNeeds = Object.fromEntries(
  rows.flatMap(([rules, needs]) => rules.split(' ').map((rule) => [rule, needs])),
) as Readonly<Record<DocumentedRuleId, readonly TestNeeds[]>>;

/** The most templates that a test asks for at once, on a tracker that others use. `npm run -w lab needs` writes it. */
export const mostTemplates = 2;
