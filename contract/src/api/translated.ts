/**
 * Converts between the legacy names and units on the wire and those of the code, as the declaration
 * of a call defines. `translated` takes an object schema whose keys are the names of the code.
 * `wire` sets the name that the specification gives the field. Decoding returns the names and units
 * of the code, and encoding returns those on the wire.
 */
import { z } from 'zod';
import { insideName, type OnWire, wireName, type WireNameOf } from './wire-names.ts';

export interface WireField<Name extends string, S extends z.ZodType> {
  readonly wireName: Name;
  readonly schema: S;
}

export type Fields = Readonly<Record<string, z.ZodType | WireField<string, z.ZodType>>>;

type SchemaOf<F> = F extends WireField<string, infer S> ? S : F;

type InsideShape<F extends Fields> = {
  -readonly [K in keyof F]: SchemaOf<F[K]> & z.ZodType;
};

type OutsideShape<F extends Fields> = {
  -readonly [
    K in keyof F as F[K] extends WireField<infer Name, z.ZodType>
      ? Name
      : K extends string
        ? WireNameOf<K>
        : K
  ]: SchemaOf<F[K]> & z.ZodType;
};

export type Inside<F extends Fields> = z.output<z.ZodObject<InsideShape<F>>>;

export type TranslatedSchema<F extends Fields> = z.ZodCodec<
  z.ZodObject<OutsideShape<F>>,
  z.ZodCustom<Inside<F>, Inside<F>>
>;

/** Declares a field whose wire name cannot be derived from its name in the code. */
export const wire = <const Name extends string, S extends z.ZodType>(
  wireName: Name,
  schema: S,
): WireField<Name, S> => ({ wireName, schema });

/** Unix seconds on the wire, a Date in the code. */
export const timestamp = z.codec(z.int(), z.custom<Date>(), {
  decode: (seconds) => new Date(seconds * 1000),
  encode: (date) => Math.floor(date.getTime() / 1000),
});

/** Account as `{ "username": "marcelo" }` on the wire, and only the user name in the code. */
export const accountName = z.codec(z.object({ username: z.string() }), z.string(), {
  decode: ({ username }) => username,
  encode: (username) => ({ username }),
});

const anyObject = z.custom<Record<string, unknown>>();

type Names = ReadonlyMap<string, string>;

/** Wire names by the name in the code, for object schemas that already have wire names as keys. */
const wireNamesOf = new WeakMap<z.ZodType, Names>();

export function translated<const F extends Fields>(fields: F): TranslatedSchema<F> {
  const names = new Map<string, string>();
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const [outside, schema] =
      'wireName' in field ? [field.wireName, field.schema] : [wireName(name), field];
    names.set(name, outside);
    shape[outside] = schema;
  }
  const outer = z.object(shape);
  wireNamesOf.set(outer, names);
  const insideNames = new Map([...names].map(([inside, outside]) => [outside, inside]));
  const codec = z.codec(outer, anyObject, {
    decode: (outside) => pick(outside, insideNames),
    encode: (inside) => pick(inside, names),
  });
  return codec as unknown as TranslatedSchema<F>;
}

/** Renames the fields that the object contains. Absent fields stay absent. */
function pick(from: Readonly<Record<string, unknown>>, names: Names): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, other] of names) {
    const value = from[name];
    if (value !== undefined) picked[other] = value;
  }
  return picked;
}

type Shape = Readonly<Record<string, z.ZodType>>;

interface Inner {
  readonly def: {
    readonly innerType?: z.ZodType;
    readonly element?: z.ZodType;
    readonly valueType?: z.ZodType;
    readonly options?: readonly z.ZodType[];
    readonly in?: z.ZodType;
    readonly transform?: (value: unknown, context: undefined) => unknown;
  };
  readonly shape?: Shape;
}

const innerOf = (schema: z.ZodType): Inner => schema as unknown as Inner;

/** Returns the schemas of the parts of a value in its wire form. */
function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  const { def, shape = {} } = innerOf(schema);
  const single = [def.innerType, def.element, def.valueType, def.in];
  return [
    ...single.filter((part) => part !== undefined),
    ...(def.options ?? []),
    ...Object.values(shape),
  ];
}

const codedSchemas = new WeakMap<z.ZodType, boolean>();

/** True if the schema converts units or names of a value, at any depth. */
export function isCoded(schema: z.ZodType): boolean {
  const cached = codedSchemas.get(schema);
  if (cached !== undefined) return cached;
  const result = schema instanceof z.ZodCodec || partsOf(schema).some(isCoded);
  codedSchemas.set(schema, result);
  return result;
}

export const wireNameIn = (schema: z.ZodType, inside: string): string =>
  wireNamesOf.has(schema) ? inside : wireName(inside);

/** Validates a response against its declaration and encodes it for the wire. */
export const encodeAnswer = (schema: z.ZodType, answer: unknown): unknown =>
  renamed(isCoded(schema) ? z.encode(schema, answer) : schema.parse(answer), schema, toWire);

/**
 * Returns a value with wire names: a request before it is sent, or JSON before it is stored. Does
 * not validate the value. An object that `translated` declares loses its undeclared fields.
 */
export const withWireNames = <S extends z.ZodType>(schema: S, input: unknown): OnWire<z.input<S>> =>
  renamed(input, schema, toWire) as OnWire<z.input<S>>;

/**
 * Returns a value with the names of the code, from a received request or stored JSON. Does not
 * validate the value.
 */
export const withInsideNames = (schema: z.ZodType, input: unknown): unknown =>
  renamed(input, schema, toInside);

/** Converts the name of a field in one direction. Undefined if the field is dropped. */
type Direction = (name: string, shape: Shape, schema: z.ZodType) => string | undefined;

const toWire: Direction = (name, shape, schema) => {
  const names = wireNamesOf.get(schema);
  if (names) return names.get(name) ?? (fieldOf(shape, name) ? name : undefined);
  return fieldOf(shape, name) ? wireName(name) : name;
};

/** Drops names of the code in a request, because on the wire they are unknown fields. */
const toInside: Direction = (name, shape, schema) => {
  const inside = wireNamesOf.has(schema) ? name : insideName(name);
  if (fieldOf(shape, inside) && wireNameIn(schema, inside) === name) return inside;
  return fieldOf(shape, name) ? undefined : name;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Renaming {
  /** New name of the field. Undefined if the field is dropped. */
  readonly other: string | undefined;
  /** Schema of the field; undefined if it is not declared. */
  readonly part: z.ZodType | undefined;
}

const renamings = new Map<Direction, WeakMap<z.ZodType, Map<string, Renaming>>>([
  [toWire, new WeakMap()],
  [toInside, new WeakMap()],
]);

/**
 * Returns the renaming of a field. The result is cached for each declared name, because a list
 * contains thousands of fields.
 */
function renamingOf(name: string, shape: Shape, schema: z.ZodType, direction: Direction): Renaming {
  const bySchema = renamings.get(direction)!;
  const stored = bySchema.get(schema) ?? new Map<string, Renaming>();
  bySchema.set(schema, stored);
  const existing = stored.get(name);
  if (existing) return existing;
  const other = direction(name, shape, schema);
  const part = other === undefined ? undefined : (fieldOf(shape, name) ?? fieldOf(shape, other));
  const renaming = { other, part };
  // Caches only declared names, because the names in requests are unlimited.
  if (part) stored.set(name, renaming);
  return renaming;
}

/**
 * Renames fields without other changes. Values, unknown fields and values of a wrong type stay as
 * they are.
 */
function renamed(value: unknown, schema: z.ZodType, direction: Direction): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { def, shape } = innerOf(schema);
  if (shape) return isObject(value) ? renamedObject(value, shape, schema, direction) : value;
  const inner = def.innerType ?? def.in;
  if (inner) return renamed(value, inner, direction);
  if (def.element)
    return Array.isArray(value)
      ? value.map((item) => renamed(item, def.element!, direction))
      : value;
  if (def.valueType && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, renamed(item, def.valueType!, direction)]),
    );
  const { options = [] } = def;
  return isObject(value) && options.length > 0
    ? renamed(value, mergedOptions(schema, options), direction)
    : value;
}

function renamedObject(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  schema: z.ZodType,
  direction: Direction,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const { other, part } = renamingOf(name, shape, schema, direction);
    if (other === undefined) continue;
    const content = part && typeof field === 'object' ? renamed(field, part, direction) : field;
    if (other === '__proto__') defineOwn(result, other, content);
    else result[other] = content;
  }
  return result;
}

/**
 * Defines a property, because an assignment to the name `__proto__` would replace the prototype.
 */
const defineOwn = (object: object, name: string, value: unknown): void =>
  void Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });

const merged = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Returns the fields of all alternatives of a union. A field that several alternatives contain has
 * the same name and schema in all of them.
 */
function mergedOptions(union: z.ZodType, options: readonly z.ZodType[]): z.ZodType {
  const cached = merged.get(union);
  if (cached) return cached;
  const schema = z.object(
    Object.assign({}, ...options.map((option) => innerOf(option).shape)) as Shape,
  );
  merged.set(union, schema);
  return schema;
}

/**
 * Returns the schema of a declared field. A plain lookup would also find inherited properties such
 * as `constructor`.
 */
const fieldOf = (shape: Shape, name: string): z.ZodType | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined;

/**
 * Converts a received response to the names and units of the code. Does not validate it, because
 * the server has validated it against the same declaration. A panel that is older than its server
 * can still read the fields that it knows.
 */
export function decodeAnswer(schema: z.ZodType, answer: unknown): unknown {
  if (answer === undefined || answer === null) return answer;
  const { def, shape } = innerOf(schema);
  if (schema instanceof z.ZodCodec)
    return def.transform!(
      wireNamesOf.has(def.in!) ? decodeAnswer(def.in!, answer) : answer,
      undefined,
    );
  const inner = def.innerType ?? def.in;
  if (inner) return decodeAnswer(inner, answer);
  if (Array.isArray(answer))
    return def.element ? answer.map((item) => decodeAnswer(def.element!, item)) : answer;
  if (def.options)
    return isObject(answer) ? decodeAnswer(mergedOptions(schema, def.options), answer) : answer;
  if (!isObject(answer) || !(shape ?? def.valueType)) return answer;
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      const inside = shape ? toInside(name, shape, schema) : name;
      if (inside === undefined) return [];
      const field = shape ? fieldOf(shape, inside) : def.valueType;
      return [[inside, field ? decodeAnswer(field, value) : value]];
    }),
  );
}
