/** A request as faults know it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query after the context path. */
  readonly url: string;
  /** The endpoint's name in the endpoint table, or null where none fits. */
  readonly endpoint: string | null;
  /** The caller's name, or null. */
  readonly caller: string | null;
}
