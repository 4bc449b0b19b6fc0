import { ScopeError } from '../../fixtures/errors.js';
import { listIn, propertyOf, requirementsOf } from '../../fixtures/guard/requirements.js';
import type { PlannedCall } from '../../fixtures/http/api-client.js';
import type { Exchange } from '../../fixtures/http/exchange.js';

const remedy =
  'Publishing changes nothing but the named plan and its cases: this is an error of tracker-e2e, please report it.';

/** Stops every call that would change something else than one plan and its cases, and with a dry run every change. */
export class PlanScope {
  readonly #issues = new Set<string>();
  readonly #isDryRun: boolean;
  #newPlan: string | undefined;

  constructor(isDryRun: boolean) {
    this.#isDryRun = isDryRun;
  }

  /** The plan, or cases of it, by id and key. */
  allow(...issues: readonly { readonly id: string | number; readonly key: string }[]): void {
    for (const { id, key } of issues) this.#issues.add(String(id)).add(key);
  }

  /** Lets the plan of a release be made in a project. */
  allowPlanIn(project: string): void {
    this.#newPlan = project;
  }

  /** Runs a call. @throws ScopeError if it would reach too far; it is then not sent */
  around(call: PlannedCall, send: () => Promise<Exchange>): Promise<Exchange> {
    if (call.method !== 'GET') this.#check(call);
    return send();
  }

  #check(call: PlannedCall): void {
    if (this.#isDryRun) throw new ScopeError(call, 'the tracker in a dry run', remedy);
    const requirements = requirementsOf(call) ?? [];
    const isKnown =
      requirements.length > 0 && requirements.every(([{ kind }]) => kind === 'issue' || kind === 'new issue');
    const others = requirements.flatMap(([{ kind, named }]) =>
      kind === 'issue' && !this.#issues.has(named) ? [named] : [],
    );
    const made = requirements.flatMap(([{ kind, named }]) => (kind === 'new issue' ? [named] : []));
    const isCase = newIssues(call.json).every(
      (issue) => propertyOf(propertyOf(issue, 'fields'), 'parent') !== undefined,
    );
    const isPlan = made.length === 1 && made[0] === this.#newPlan;
    if (!isKnown || others.length > 0 || (made.length > 0 && !isCase && !isPlan)) {
      throw new ScopeError(call, others.join(', ') || made.join(', ') || 'more than a plan', remedy);
    }
  }
}

function newIssues(json: unknown): readonly unknown[] {
  const many = propertyOf(json, 'issueUpdates');
  return many === undefined ? [json] : listIn(many);
}
