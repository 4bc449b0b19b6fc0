import type * as z from 'zod';

/**
 * The properties of an answer or a query that its schema names. Answers may have further properties, and some queries
 * further filters, but a type with these would accept every misspelt name. Maps, whose names are data, stay as they
 * are.
 */
export type Documented<Value> = Value extends readonly unknown[]
  ? { [Index in keyof Value]: Documented<Value[Index]> }
  : Value extends object
    ? { [Name in keyof Value as IsMap<Value> extends true ? Name : Named<Name>]: Documented<Value[Name]> }
    : Value;

/** The name of a declared property; never for the keys of a map. */
export type Named<Name> = string extends Name ? never : number extends Name ? never : Name;

/** Whether an object declares no property by name. */
type IsMap<Value> = [keyof { [Name in keyof Value as Named<Name>]: true }] extends [never] ? true : false;

/** A schema of answers whose type has a name, which editors show. */
export type NamedSchema<Answer> = z.ZodType<Answer> & { readonly answer: Answer };

/** Gives the answers of a schema a name; their type has only the properties that documents name. */
export const named = <Answer>(schema: z.ZodType<Answer>) => schema as NamedSchema<Answer>;
