import type { EndpointName } from '../../../contracts/index.js';
import type { Override } from '../../../fixtures/target/fake-host.js';

type Json = Readonly<Record<string, unknown>>;

/** A tracker that shows the rows of Steps tables in another shape. */
export function rowsShownAs(change: (row: Json) => Json): Override {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => (isRow(item) ? change(item) : walk(item)));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
  };
  return answersAs(walk);
}

function isRow(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && 'isGroup' in value && 'cells' in value;
}

/** A tracker that answers in another shape: all endpoints, or one. Undefined stands for an empty body. */
function answersAs(change: (json: unknown) => unknown, only?: EndpointName): Override {
  return (implementation) => ({
    ...implementation,
    rewriteAnswer: (before, call) => {
      const { json, ...answer } = implementation.rewriteAnswer(before, call);
      if (json === undefined) return answer;
      const isMeant = only === undefined || (call.endpoint?.name === only && call.refusal === undefined);
      const changed = isMeant ? change(json) : json;
      return changed === undefined ? answer : { ...answer, json: changed };
    },
  });
}
