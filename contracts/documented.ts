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

/** A name that is known; never for those of a map. */
export type Named<Name> = string extends Name ? never : number extends Name ? never : Name;

/** Whether an object has no property of a name that is known. */
type IsMap<Value> = [keyof { [Name in keyof Value as Named<Name>]: true }] extends [never] ? true : false;
