import { inspect } from 'node:util';
import { compileFunction } from 'node:vm';

/**
 * A value as code, which can be run and be printed: data and expressions. A property `...` of an object stands for all
 * properties of another.
 */
export type Code =
  | string
  | number
  | boolean
  | undefined
  | Name
  | readonly Code[]
  | { readonly [property: string]: Code };

/** The values that code can name: fixtures, helpers, and what earlier lines gave. */
export type Scope = Readonly<Record<string, unknown>>;

/** The name of the file that code runs in, as stacks show it. */
export const CODE_FILE = 'code-of-a-sequence';

/** An expression, such as `project.issueTypes[0].id` or a call. */
export class Name {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** A property of the value. */
  at(...of: readonly Code[]): Name {
    const value = this.text.startsWith('await ') ? `(${this.text})` : this.text;
    return new Name(`${value}${of.map(access).join('')}`);
  }

  /** The value, if that need not be waited for. */
  in(scope: Scope): unknown {
    return evaluate(`return ${this.text};`, scope);
  }
}

/** A value by its name, or by another expression. */
export function name(text: string): Name {
  return new Name(text);
}

/** A call that is waited for. */
export function call(called: string, ...args: readonly Code[]): Name {
  return name(`await ${called}(${args.map(print).join(', ')})`);
}

/** A call of a helper that answers at once. */
export function apply(called: string, ...args: readonly Code[]): Name {
  return name(`${called}(${args.map(print).join(', ')})`);
}

/** Runs code, and waits for one call after the other. */
export function run(code: Code, scope: Scope): Promise<unknown> {
  return evaluate(`return (async () => (${print(code)}))();`, scope) as Promise<unknown>;
}

function evaluate(text: string, scope: Scope): unknown {
  const compiled = compileFunction(text, Object.keys(scope), { filename: CODE_FILE });
  return Reflect.apply(compiled, undefined, Object.values(scope));
}

/** Prints code as TypeScript. */
export function print(code: Code): string {
  if (code instanceof Name) return code.text;
  if (Array.isArray(code)) return `[${(code as readonly Code[]).map(print).join(', ')}]`;
  if (typeof code !== 'object') return inspect(code, { maxStringLength: Infinity });
  const properties = Object.entries(code).filter(([, value]) => value !== undefined);
  return `{ ${properties.map(([key, value]) => printProperty(key, value)).join(', ')} }`;
}

function printProperty(key: string, value: Code): string {
  if (key === '...') return `...${print(value)}`;
  if (value instanceof Name && value.text === key) return key;
  return `${isIdentifier(key) ? key : print(key)}: ${print(value)}`;
}

function access(part: Code): string {
  return typeof part === 'string' && isIdentifier(part) ? `.${part}` : `[${print(part)}]`;
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}
