import { copyPlanRequestSchema } from '../../contracts/index.js';
import type { CopyPlanRequest } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import { writtenAs } from '../written-as.js';

const bodySchema = writtenAs(copyPlanRequestSchema);

/**
 * Describes the body of `POST testplan/copy` (document: Copy test plan body). Omitted properties are left out of the
 * body.
 */
export class CopyPlanBuilder extends Builder<CopyPlanRequest> {
  readonly #body: Partial<CopyPlanRequest>;

  constructor(body: Partial<CopyPlanRequest> = {}) {
    super(bodySchema);
    this.#body = body;
  }

  /** Names the plan to copy. */
  of(plan: { readonly key: string }): CopyPlanBuilder {
    return this.#with({ testPlanKey: plan.key });
  }

  /** Names the projects the copies go to, by their keys. */
  to(...projects: readonly { readonly key: string }[]): CopyPlanBuilder {
    return this.#with({ projects: projects.map(({ key }) => key) });
  }

  /** Names the projects the copies go to, by their ids (TM-N20). */
  toIds(...projects: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ projects: projects.map(({ id }) => id) });
  }

  /** Sets the source of the cases. */
  by(copyStrategy: NonNullable<CopyPlanRequest['copyStrategy']>): CopyPlanBuilder {
    return this.#with({ copyStrategy });
  }

  /** Limits the copy to these cases or templates. */
  only(...issues: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ issueIds: issues.map(({ id }) => id) });
  }

  /** The same with their ids as text (TM-N20). */
  onlyAsText(...issues: readonly { readonly id: number }[]): CopyPlanBuilder {
    return this.#with({ issueIds: issues.map(({ id }) => String(id)) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): CopyPlanBuilder {
    return this.#with({ async });
  }

  protected override draft(): unknown {
    return this.#body;
  }

  #with(body: Partial<CopyPlanRequest>): CopyPlanBuilder {
    return new CopyPlanBuilder({ ...this.#body, ...body });
  }
}
