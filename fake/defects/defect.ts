import type { DocumentedRuleId, EndpointName, Endpoints } from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { mapRecord } from '../state/table.js';
import { mergeOverrides, handlerOf } from '../tenants/implementation.js';
import type { Override } from '../tenants/implementation.js';
import type { CallOf } from '../tracker/call.js';
import type { BodyOf, Elements } from './answered.js';
import { defaultTemplateSentences } from './catalogue/default-templates.js';
import { directorySyncSentences } from './catalogue/directory-sync.js';
import { testManagementSentences } from './catalogue/test-management.js';

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

type DefectName = `${DocumentedRuleId}-${string}`;

type DescribedDefect = readonly [breaks: string, override: Override, isolatedOnly?: string | undefined];

/** Defects by their names. The sentences of those that have none here are in `catalogue/`. */
export type DefectTable = Readonly<Record<DefectName, Override | DescribedDefect>>;

/** What each defect breaks whose table does not say it. */
export const sentences: Readonly<Record<string, string>> = {
  ...defaultTemplateSentences,
  ...directorySyncSentences,
  ...testManagementSentences,
};

/** The defects of a table. @throws Error for one without a sentence */
export function defectsIn(table: DefectTable): Defect[] {
  return Object.entries(table).map(([name, row]) => {
    const [api = '', number = ''] = name.split('-', 2);
    const [breaks, override, isolatedOnly] = typeof row === 'function' ? [sentences[name], row] : row;
    if (breaks === undefined) throw new Error(`The defect ${name} has no sentence in fake/defects/catalogue/.`);
    return { name, rule: `${api}-${number}` as DocumentedRuleId, breaks, override, isolatedOnly };
  });
}

export type DescribedDefects = Readonly<Record<DefectName, DescribedDefect>>;

export function defectsFor<Of>(
  list: readonly Of[],
  make: (one: Of) => Readonly<Record<string, DescribedDefect>>,
): DescribedDefects {
  return Object.assign({}, ...list.map(make)) as DescribedDefects;
}

/** Names the defect as `scmInfo` of `GET /serverInfo`, so that a run on it can say that its tracker was defective. */
export function overrideWithDefect({ name, override }: Pick<Defect, 'name' | 'override'>): Override {
  const telling = changeBodies('getServerInfo', (info) => ({ ...info, scmInfo: `defect ${name}` }));
  return mergeOverrides(override, telling);
}

/** The replacement for the right handler of an endpoint. It can call that handler. */
export type Replacement<Name extends EndpointName> = (
  call: CallOf<Endpoints[Name]>,
  answer: (call: CallOf<Endpoints[Name]>) => Answer,
) => Answer;

/** What a replacement that throws did to `call.state` is undone. An endpoint that only reads needs a fork to change it. */
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
      : mapRecord(body as Readonly<Record<string, unknown>>, changed);
  });
}

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
