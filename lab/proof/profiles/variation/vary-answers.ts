import type { EndpointName } from '../../../../contracts/index.js';
import type { Answer } from '../../../../fake/server/answer.js';
import type { Override } from '../../../../fake/index.js';
import type { Random } from '../../random.js';
import { drawProperties } from './add-properties.js';
import type { MoreProperties } from './add-properties.js';
import { isMap } from './is-map.js';
import { rewordAll } from './reword.js';
import { inOpenOrder } from './vary-orders.js';
import { drawRefusals } from './vary-refusals.js';

/** A body that a setting describes whole (AD-N09). */
const SETTLED: ReadonlySet<string> = new Set<EndpointName>(['updateUsers']);

/**
 * A tracker that answers the same in another way: objects with properties that no document knows, lists in another order
 * if theirs is open, refusals in other words and shapes, empty lists of transitions left out.
 */
export function varyAnswers(seed: number, random: Random): Override {
  const [more, moreOfRefusals] = [drawProperties(random, true), drawProperties(random, false)];
  const refuse = drawRefusals(random);
  const omitsEmpty = random.int(0, 1) === 1;
  return (implementation) => ({
    ...implementation,
    rewriteAnswer: (before, call) => {
      const answer = refuse(implementation.rewriteAnswer(before, call), call);
      const { endpoint, refusal } = call;
      const walk: Walk = {
        seed,
        omitsEmpty,
        endpoint: endpoint?.name,
        family: endpoint?.family,
        more: refusal === undefined ? more : moreOfRefusals,
      };
      return {
        ...answer,
        ...(answer.json !== undefined && !SETTLED.has(endpoint?.name ?? '') && { json: vary(answer.json, '', walk) }),
      } satisfies Answer;
    },
  });
}

interface Walk {
  readonly seed: number;
  readonly omitsEmpty: boolean;
  readonly endpoint: string | undefined;
  readonly family: unknown;
  readonly more: MoreProperties;
}

/** @param place where the value stands in the body, such as `/defaults/0` */
function vary(value: unknown, place: string, walk: Walk): unknown {
  const { endpoint, family, more, omitsEmpty } = walk;
  if (Array.isArray(value)) {
    const items = inOpenOrder(value, { ...walk, place });
    const isMessages = family === 'default-templates' && place.endsWith('/errorMessages');
    return items.map((item, index) => (isMessages ? rewordAll(item) : vary(item, `${place}/${index}`, walk)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value)
    .filter(
      ([name, part]) => !(omitsEmpty && family === 'default-templates' && name === 'transitions' && isEmpty(part)),
    )
    .map(([name, part]) => [name, vary(part, `${place}/${name.replaceAll('/', '~')}`, walk)] as const);
  const varied = Object.fromEntries(parts);
  return isMap(endpoint, family, place) ? varied : more.of(varied);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
