/**
 * Legacy names and units of the wire, translated where a call is declared. `translated` is written like an
 * object schema whose keys are the glossary's words; `wire` adds the name that the specification gives a
 * field outside. Decoding gives the glossary's names and units, encoding gives the wire back.
 */
import { z } from 'zod';

interface WireField<Name extends string, S extends z.ZodType> {
  readonly wireName: Name;
  readonly schema: S;
}

export type Fields = Readonly<Record<string, z.ZodType | WireField<string, z.ZodType>>>;

type SchemaOf<F> = F extends WireField<string, infer S> ? S : F;

type InsideShape<F extends Fields> = {
  -readonly [K in keyof F]: SchemaOf<F[K]> & z.ZodType;
};

type OutsideShape<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends WireField<infer Name, z.ZodType> ? Name : K]: SchemaOf<
    F[K]
  > &
    z.ZodType;
};

export type Inside<F extends Fields> = z.output<z.ZodObject<InsideShape<F>>>;

export type TranslatedSchema<F extends Fields> = z.ZodCodec<
  z.ZodObject<OutsideShape<F>>,
  z.ZodCustom<Inside<F>, Inside<F>>
>;

/** A field that the specification calls otherwise. */
export const wire = <const Name extends string, S extends z.ZodType>(
  wireName: Name,
  schema: S,
): WireField<Name, S> => ({ wireName, schema });

/** Unix seconds outside, a Date inside. */
export const timestamp = z.codec(z.int(), z.custom<Date>(), {
  decode: (seconds) => new Date(seconds * 1000),
  encode: (date) => Math.floor(date.getTime() / 1000),
});

/** An account as its user name: `{ "username": "marcelo" }` outside. */
export const accountName = z.codec(z.object({ username: z.string() }), z.string(), {
  decode: ({ username }) => username,
  encode: (username) => ({ username }),
});

type Names = readonly (readonly [inside: string, outside: string])[];
const namesOf = new WeakMap<z.ZodType, Names>();

const anyObject = z.custom<Record<string, unknown>>();

export function translated<const F extends Fields>(fields: F): TranslatedSchema<F> {
  const names: [string, string][] = [];
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const [outside, schema] = 'wireName' in field ? [field.wireName, field.schema] : [name, field];
    names.push([name, outside]);
    shape[outside] = schema;
  }
  const codec = z.codec(z.object(shape), anyObject, {
    decode: (outside) => pick(outside, names, 1, 0),
    encode: (inside) => pick(inside, names, 0, 1),
  });
  namesOf.set(codec, names);
  return codec as unknown as TranslatedSchema<F>;
}

/** Translates values from the glossary's names to the wire's names; the values stay as they are. */
export const toWireNames = <S extends z.ZodType>(schema: S, values: object): z.input<S> =>
  pick(values as Record<string, unknown>, namesOf.get(schema) ?? [], 0, 1) as z.input<S>;

/** Absent fields stay absent. */
function pick(
  from: Readonly<Record<string, unknown>>,
  names: Names,
  key: 0 | 1,
  as: 0 | 1,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = from[name[key]];
    if (value !== undefined) picked[name[as]] = value;
  }
  return picked;
}

interface Inner {
  readonly def: {
    readonly innerType?: z.ZodType;
    readonly element?: z.ZodType;
    readonly in?: z.ZodType;
    readonly transform?: (value: unknown, context: undefined) => unknown;
  };
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

const innerOf = (schema: z.ZodType): Inner => schema as unknown as Inner;

const translatedOnes = new WeakMap<z.ZodType, boolean>();

/** Whether there is anything to translate in it, at any depth. */
export function isTranslated(schema: z.ZodType): boolean {
  const cachedResult = translatedOnes.get(schema);
  if (cachedResult !== undefined) return cachedResult;
  const { def, shape = {} } = innerOf(schema);
  const inner = [def.innerType, def.element, ...Object.values(shape)];
  const containsTranslation =
    schema instanceof z.ZodCodec ||
    inner.some((innerSchema) => innerSchema && isTranslated(innerSchema));
  translatedOnes.set(schema, containsTranslation);
  return containsTranslation;
}

/** An answer on its way out, checked against its declaration. */
export const encodeAnswer = (schema: z.ZodType, answer: unknown): unknown =>
  isTranslated(schema) ? z.encode(schema, answer) : schema.parse(answer);

/**
 * An answer that came in. The server checked it against the same declaration, so nothing is checked again:
 * a panel that is older than its server still reads what it knows.
 */
export function decodeAnswer(schema: z.ZodType, answer: unknown): unknown {
  if (answer === undefined || answer === null || !isTranslated(schema)) return answer;
  const { def, shape } = innerOf(schema);
  if (def.innerType) return decodeAnswer(def.innerType, answer);
  if (Array.isArray(answer)) return answer.map((element) => decodeAnswer(def.element!, element));
  const names = namesOf.get(schema);
  if (names) return pick(decodeFields(innerOf(def.in!).shape!, answer), names, 1, 0);
  return shape ? decodeFields(shape, answer) : def.transform!(answer, undefined);
}

const decodeFields = (shape: Readonly<Record<string, z.ZodType>>, answer: unknown) =>
  Object.fromEntries(
    Object.entries(answer as object).map(([name, value]) => [
      name,
      shape[name] ? decodeAnswer(shape[name], value) : value,
    ]),
  );
