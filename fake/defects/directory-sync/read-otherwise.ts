import type { EndpointName, Endpoints } from '../../../contracts/index.js';
import type { CallOf } from '../../server/handler.js';
import type { Variant } from '../../spaces/behaviour.js';
import type { State } from '../../state/state.js';
import { changeHandlers } from '../change-handlers.js';

/** A tracker that answers some reads as if it held something else: what `change` makes of a fork of the state. */
export function readOtherwise<const Name extends EndpointName>(
  names: Name | readonly Name[],
  change: (state: State, call: CallOf<Endpoints[Name]>) => void,
): Variant {
  return changeHandlers(names, (call, answer) => {
    const state = call.state.fork();
    change(state, call);
    return answer({ ...call, state });
  });
}
