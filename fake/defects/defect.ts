import type { DocumentedRuleId, EndpointName, Endpoints } from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { mapValues } from '../state/table.js';
import { allOf, handlerOf } from '../tenants/implementation.js';
import type { Override } from '../tenants/implementation.js';
import type { CallOf } from '../tracker/call.js';
import type { BodyOf, Elements } from './answered.js';

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
type DefectName = `${DocumentedRuleId}-${string}`;

/** A defect in a table, without its name. */
type Row = readonly [breaks: string, override: Override, isolatedOnly?: string | undefined];

/** Defects by their names. */
export type DefectTable = Readonly<Record<DefectName, Row>>;

/** The defects of a table. */
export function defectsIn(table: DefectTable): Defect[] {
  return Object.entries(table).map(([name, [breaks, override, isolatedOnly]]) => {
    const [api = '', number = ''] = name.split('-', 2);
    return { name, rule: `${api}-${number}` as DocumentedRuleId, breaks, override, isolatedOnly };
  });
}

/** The defects that `make` gives for each element of a list. */
export function defectsFor<Of>(list: readonly Of[], make: (one: Of) => Readonly<Record<string, Row>>): DefectTable {
  return Object.assign({}, ...list.map(make)) as DefectTable;
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

/** A tracker that answers some of the calls to endpoints in another way. */
export function changeSome<const Name extends EndpointName>(
  names: Name | readonly Name[],
  when: (call: CallOf<Endpoints[Name]>) => boolean,
  replacement: Replacement<Name>,
): Override {
  return changeHandlers(names, (call, answer) => (when(call) ? replacement(call, answer) : answer(call)));
}

/** A tracker that answers some endpoints as if the call had other parts. `change` gives those. */
export function changeCalls<const Name extends EndpointName>(
  names: Name | readonly Name[],
  change: (call: CallOf<Endpoints[Name]>) => Partial<CallOf<Endpoints[Name]>>,
): Override {
  return changeHandlers(names, (call, answer) => answer({ ...call, ...change(call) }));
}

/** A tracker that answers some endpoints as if another body had been sent. */
export function changeRequests<const Name extends EndpointName>(
  names: Name | readonly Name[],
  change: (body: CallOf<Endpoints[Name]>['body'], call: CallOf<Endpoints[Name]>) => CallOf<Endpoints[Name]>['body'],
): Override {
  return changeHandlers(names, (call, answer) => answer({ ...call, body: change(call.body, call) }));
}

/** A tracker that answers some calls as done and changes nothing. */
export function changeNothing<const Name extends EndpointName>(
  names: Name | readonly Name[],
  when: (call: CallOf<Endpoints[Name]>) => boolean = () => true,
): Override {
  return changeHandlers(names, (call, answer) => answer(when(call) ? { ...call, state: call.state.fork() } : call));
}

/** A tracker that answers some endpoints correctly and then does something more. */
export function changeMore<const Name extends EndpointName>(
  names: Name | readonly Name[],
  act: (call: CallOf<Endpoints[Name]>, right: Answer) => void,
): Override {
  return changeHandlers(names, (call, answer) => {
    const right = answer(call);
    act(call, right);
    return right;
  });
}

/** A tracker that answers some endpoints correctly, but with a body that `change` has changed. */
export function changeBodies<const Name extends EndpointName>(
  names: Name | readonly Name[],
  change: (body: BodyOf<Name>, call: CallOf<Endpoints[Name]>) => object | null,
): Override {
  return changeHandlers(names, (call, answer) => {
    const right = answer(call);
    return { ...right, json: change(right.json as BodyOf<Name>, call) };
  });
}

/** The same for a part of the body; the other properties stay as they are. */
export function changeParts<const Name extends EndpointName>(
  names: Name | readonly Name[],
  change: (body: BodyOf<Name>, call: CallOf<Endpoints[Name]>) => object,
): Override {
  return changeBodies(names, (body, call) => ({ ...(body as object), ...change(body, call) }));
}

/** The same for each element of a list, a page or a removal result. */
export function changeElements<const Name extends keyof Elements>(
  names: Name | readonly Name[],
  change: (element: Elements[Name], call: CallOf<Endpoints[Name]>) => object,
): Override {
  return changeBodies(names, (body, call) => {
    const changed = (value: unknown) =>
      Array.isArray(value) ? value.map((one) => change(one as Elements[Name], call)) : value;
    return Array.isArray(body)
      ? (changed(body) as object)
      : mapValues(body as Readonly<Record<string, unknown>>, changed);
  });
}

/** The refusal of a call by a handler; undefined if the handler answers the call. */
export function refusalOf(answer: () => Answer): TrackerError | undefined {
  try {
    answer();
    return undefined;
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
}

/** A refusal as an answer. It keeps the changes of the call, which a thrown refusal would undo. */
export function asAnswer({ status, body, headers }: TrackerError): Answer {
  return { status, json: body, headers };
}
