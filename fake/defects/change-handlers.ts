import type { EndpointName, Endpoints } from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import type { AnyHandler, CallOf } from '../server/handler.js';
import type { Variant } from '../spaces/behaviour.js';

/** What answers an endpoint in place of the right handler, which it can call. */
export type Replacement<Name extends EndpointName> = (
  call: CallOf<Endpoints[Name]>,
  answer: (call: CallOf<Endpoints[Name]>) => Answer,
) => Answer;

/**
 * A tracker that answers some endpoints in another way. What the replacement does to `call.state` is undone where it
 * throws; an endpoint that only reads has to be given a fork of the state before it is changed.
 */
export function changeHandlers<const Name extends EndpointName>(
  names: Name | readonly Name[],
  replacement: Replacement<Name>,
): Variant {
  return (behaviour) => {
    const changed = [names].flat().map((name) => {
      const answer = behaviour.handlers[name];
      const handler: AnyHandler = (call) => replacement(call as never, answer as never);
      return [name, handler] as const;
    });
    return { ...behaviour, handlers: { ...behaviour.handlers, ...Object.fromEntries(changed) } };
  };
}

/**
 * A tracker that answers some endpoints right and then says something else: what `change` makes of the body. `Body` is
 * the shape in which the right handler answers.
 */
export function changeBodies<const Name extends EndpointName, Body extends object>(
  names: Name | readonly Name[],
  change: (body: Body, call: CallOf<Endpoints[Name]>) => Body | object | null,
): Variant {
  return changeHandlers(names, (call, answer) => {
    const right = answer(call);
    return { ...right, json: change(right.json as Body, call) };
  });
}
