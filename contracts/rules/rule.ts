export const apis = ['default-templates', 'directory-sync', 'test-management'] as const;

export type Api = (typeof apis)[number];

export const apiNames: Readonly<Record<Api, string>> = {
  'default-templates': 'Default templates',
  'directory-sync': 'Directory sync',
  'test-management': 'Test management',
};

/**
 * The scopes of a test on a tracker that others use too, from narrow to wide:
 *
 * - `read`: nothing is written
 * - `own`: only what the test itself created
 * - `project`: everything of one project, which must be the test's alone
 * - `tracker`: every project, so the tracker must be declared disposable
 */
export const scopes = ['read', 'own', 'project', 'tracker'] as const;

export type Scope = (typeof scopes)[number];

interface RuleBase<Of extends string> {
  /** The API whose document states the rule; of a custom rule the name of its group. */
  readonly api: Of;
  /** The part of the document the rule comes from, for example `Endpoints, rule 2`. */
  readonly section: string;
  readonly text: string;
}

/** A rule the documents state: it holds on every tracker, and a tracker that breaks it fails the run. */
export interface DocumentedRule<Of extends string = Api> extends RuleBase<Of> {
  readonly kind: 'documented';
  readonly scope: Scope;
}

/**
 * A question that the documents leave open. The specs follow the assumption of the same id, and so does the fake if it
 * has a switch. On a real tracker a different answer is recorded, and never fails the run by itself.
 */
export interface AssumedRule extends RuleBase<Api> {
  readonly kind: 'assumed';
}

export type Rule = DocumentedRule | AssumedRule;

export type RuleText = readonly [scope: Scope, section: string, text: string];

export function documentedRules<const Ids extends string, const Of extends string = Api>(
  api: Of,
  rows: Readonly<Record<Ids, RuleText>>,
): Readonly<Record<Ids, DocumentedRule<Of>>> {
  return mapRows(rows, ([scope, section, text]) => ({ kind: 'documented', api, scope, section, text }));
}

export function assumedRules<const Ids extends string>(
  api: Api,
  rows: Readonly<Record<Ids, readonly [section: string, text: string]>>,
): Readonly<Record<Ids, AssumedRule>> {
  return mapRows(rows, ([section, text]) => ({ kind: 'assumed', api, section, text }));
}

function mapRows<Ids extends string, Row, Result>(
  rows: Readonly<Record<Ids, Row>>,
  toRule: (row: Row) => Result,
): Readonly<Record<Ids, Result>> {
  const entries = (Object.entries(rows) as [Ids, Row][]).map(([id, row]) => [id, toRule(row)] as const);
  return Object.fromEntries(entries) as Record<Ids, Result>;
}
