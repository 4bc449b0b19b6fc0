import type { FaultSelector } from './fault.js';
import type { SeenRequest } from './seen-request.js';

/** Whether a request is one of those a fault is meant for, however often it strikes. */
export function matches(selector: FaultSelector, request: SeenRequest): boolean {
  const { method, endpoint, path, caller } = selector;
  return (
    allows(method, (one) => one === request.method) &&
    allows(endpoint, (one) => one === request.endpoint) &&
    allows(caller, (one) => one === request.caller) &&
    allows(path, (one) => expressionOf(one).test(request.url.replace(/[?#].*$/, '')))
  );
}

function allows<Value>(wanted: Value | readonly Value[] | undefined, fits: (value: Value) => boolean): boolean {
  if (wanted === undefined) return true;
  return Array.isArray(wanted) ? (wanted as Value[]).some(fits) : fits(wanted as Value);
}

/** A pattern as an expression: `**` is anything, `*` anything within one step of the path. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
