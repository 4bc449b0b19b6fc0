/** A wish for a space that can't be met; `status` is what the control API answers with. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
