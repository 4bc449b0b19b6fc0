import type { EndpointName } from '../../../contracts/index.js';
import type { AnyHandler } from '../../server/handler.js';
import type { Call } from '../../server/call.js';
import type { Variant } from '../../spaces/behaviour.js';

/** A tracker that answers an endpoint as if another one had been called, unless it refuses the call. */
export function answerLike(name: EndpointName, other: EndpointName, when?: (call: Call) => boolean): Variant {
  return (behaviour) => {
    const { [name]: right, [other]: wrong } = behaviour.handlers as Record<EndpointName, AnyHandler>;
    const handler: AnyHandler = (call) => {
      const answer = right(call);
      return when?.(call) !== false ? wrong(call) : answer;
    };
    return { ...behaviour, handlers: { ...behaviour.handlers, [name]: handler } };
  };
}
