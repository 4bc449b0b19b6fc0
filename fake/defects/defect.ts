import type { DocumentedRuleId, EndpointName, Endpoints } from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import { allOf, handlerOf } from '../tenants/implementation.js';
import type { Override } from '../tenants/implementation.js';
import type { CallOf } from '../tracker/call.js';

/** A way in which a tracker breaks one documented rule, as a real product might. */
export interface Defect {
  /** The id of the rule and what goes wrong, for example `DT-02-key-answers-nothing`. */
  readonly name: string;
  /** The rule it breaks. */
  readonly rule: DocumentedRuleId;
  /** The error of the tracker, in a sentence. */
  readonly breaks: string;
  /** The tracker with this error. */
  readonly override: Override;
  /** Why no test can see it on a tracker that others use. */
  readonly isolatedOnly?: string | undefined;
}

/** The name of a defect: the rule that it breaks, and a short title. */
export type DefectName = `${DocumentedRuleId}-${string}`;

/** Declares a defect. */
export function defect(name: DefectName, breaks: string, override: Override, isolatedOnly?: string): Defect {
  const [api = '', number = ''] = name.split('-', 2);
  return { name, rule: `${api}-${number}` as DocumentedRuleId, breaks, override, isolatedOnly };
}

/**
 * The tracker of a defect. It names the defect as `scmInfo` of `GET /serverInfo`, so that a run on it can say that its
 * tracker was defective.
 */
export function overrideWithDefect({ name, override }: Pick<Defect, 'name' | 'override'>): Override {
  const telling = changeBodies('getServerInfo', (info) => ({ ...info, scmInfo: `defect ${name}` }));
  return allOf(override, telling);
}

/** The replacement for the right handler of an endpoint. It can call that handler. */
export type Replacement<Name extends EndpointName> = (
  call: CallOf<Endpoints[Name]>,
  answer: (call: CallOf<Endpoints[Name]>) => Answer,
) => Answer;

/**
 * A tracker that answers some endpoints in another way. If the replacement throws, its changes to `call.state` are
 * undone. An endpoint that only reads needs a fork of the state before the state is changed.
 */
export function changeHandlers<const Name extends EndpointName>(
  names: Name | readonly Name[],
  replacement: Replacement<Name>,
): Override {
  return (implementation) => {
    const changed = [names].flat().map((name) => {
      const answer = handlerOf(implementation, name);
      return [name, (call: CallOf<Endpoints[Name]>) => replacement(call, answer)] as const;
    });
    return { ...implementation, handlers: { ...implementation.handlers, ...Object.fromEntries(changed) } };
  };
}

/**
 * A tracker that answers some endpoints correctly, but with a body that `change` has changed. `Body` is the shape of
 * the right handler's answer.
 */
export function changeBodies<const Name extends EndpointName, Body extends object>(
  names: Name | readonly Name[],
  change: (body: Body, call: CallOf<Endpoints[Name]>) => Body | object | null,
): Override {
  return changeHandlers(names, (call, answer) => {
    const right = answer(call);
    return { ...right, json: change(right.json as Body, call) };
  });
}
