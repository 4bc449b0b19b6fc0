/** A call that ends in an error answer. */
export class Refusal extends Error {
  constructor(readonly status: number, readonly messages: string[], readonly errors: Record<string, string> = {}, readonly unknownId = false) {
    super(messages.join(' ') || Object.values(errors).join(' '));
  }
}
export const refuse = (status: number, ...messages: string[]): never => { throw new Refusal(status, messages); };
export const unknownId = (message: string): never => { throw new Refusal(404, [message], {}, true); };
