/** How a clause compares. */
export type Operator = '=' | '!=' | 'in' | 'not in' | '~' | '!~' | 'is' | 'is not' | '<' | '<=' | '>' | '>=';

/** What a clause compares with: a text, a function such as `currentUser()`, or EMPTY. */
export type Operand =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'empty' };

/** One comparison, for example `project = ABC`. */
export interface Clause {
  readonly kind: 'clause';
  readonly field: string;
  readonly operator: Operator;
  /** One operand; any number of them for `in` and `not in`. */
  readonly operands: readonly Operand[];
}

/** What an issue has to fulfil. */
export type Condition =
  | Clause
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition };

/** One field of an ORDER BY. */
export interface OrderTerm {
  readonly field: string;
  readonly descending: boolean;
}

/** A query that is understood. */
export interface JqlQuery {
  /** Null for a query that every issue fulfils. */
  readonly condition: Condition | null;
  readonly order: readonly OrderTerm[];
}
