/**
 * Validates input and returns error texts. The server sends the texts under `fields`, and the
 * panel's forms show the same texts before they send. Source: D1 §5, V-01 to V-07.
 */
import type { z } from 'zod';
import { wireNameIn } from './translated.ts';

export const messages = {
  required: (label: string) => `O campo ${label} é necessário.`,
  incomplete: (label: string) => `O campo ${label} esta incompleto.`,
  malformed: (label: string, example?: string) =>
    `O campo ${label} não esta no formato correto.${example ? ` Escreva como ${example}.` : ''}`,
  emptyList: (label: string) => `É necessário inserir ao menos um(a) ${label}.`,
  tooMany: 'Preencha todos os campos obrigatórios.',
} as const;

/** Schemas of ids. In an optional id, 0 means that the id is absent. */
export const idSchemas = new WeakSet<z.ZodType>();

/**
 * Schemas that reject null. If such a field is absent, the call charges a default cost or toggles a
 * state.
 */
export const nonNullableSchemas = new WeakSet<z.ZodType>();

/**
 * Removes empty text before the validation, because empty text means "not sent" (V-07). In a field
 * that accepts null, empty text becomes null, which removes the stored value. A missing field keeps
 * the stored value. The same applies to objects within `input` that the schema declares.
 */
export function withoutEmptyText(input: unknown, schema: z.ZodType | undefined): unknown {
  if (!isObject(input)) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const field = child(schema, name);
      if (value !== '') return [[name, field ? withoutEmptyText(value, field) : value]];
      return field?.safeParse(null).success ? [[name, null]] : [];
    }),
  );
}

/**
 * Removes values that mean "no value" from optional fields. These are null, empty text that the
 * field rejects, and 0 in an id.
 */
function withoutNoValues(schema: z.ZodType, input: unknown): unknown {
  const shape = shapeOf(schema);
  if (!shape || !isObject(input)) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (!field) return [[name, value]];
      return isNoValue(field, value) ? [] : [[name, withoutNoValues(field, value)]];
    }),
  );
}

const isObject = (input: unknown): input is Record<string, unknown> =>
  input !== null && typeof input === 'object' && !Array.isArray(input);

function isNoValue(field: z.ZodType, value: unknown): boolean {
  const couldBe =
    value === null ||
    value === '' ||
    ((value === 0 || value === '0') && contains(idSchemas, field));
  if (value === null && contains(nonNullableSchemas, field)) return false;
  return couldBe && !field.safeParse(value).success && field.safeParse(undefined).success;
}

function contains(schemas: WeakSet<z.ZodType>, schema: z.ZodType): boolean {
  for (let at: z.ZodType | undefined = schema; at; at = unwrap(at))
    if (schemas.has(at)) return true;
  return false;
}

function objectOf(schema: z.ZodType): z.ZodType | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = unwrap(at))
    if ((at as unknown as Inner).shape) return at;
  return undefined;
}

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> | undefined =>
  (objectOf(schema) as unknown as Inner | undefined)?.shape;

/**
 * Documented error texts of fields. A text is shown if the value is missing, empty, blank or of a
 * wrong type.
 */
export const fieldErrorTexts = new WeakMap<z.ZodType, string>();

export type ParseResult<T> = { ok: true; data: T } | { ok: false; fields: Record<string, string> };

/** Parses `input`. On failure each field gets the first error text that applies to it. */
export function readInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
): ParseResult<z.output<S>> {
  const cleaned = withoutNoValues(schema, withoutEmptyText(input, schema));
  const result = schema.safeParse(cleaned);
  if (result.success) return { ok: true, data: result.data };
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.map(String).join('.') || 'body';
    const value = valueAt(cleaned, issue.path);
    fields[name] ??=
      sentenceFor(schema, issue, value) ??
      describe(issue, {
        label: findLabel(schema, issue.path) ?? (issue.path.length === 0 ? 'Conteúdo' : name),
        example: exampleFor(schema, issue),
        value,
      });
  }
  return { ok: false, fields };
}

/** Parses `input` and returns only its valid fields. Wrong and missing fields are absent. */
export function readValidFields(schema: z.ZodType, input: unknown): Record<string, unknown> {
  if (!isObject(input)) return {};
  return Object.fromEntries(
    Object.entries(shapeOf(schema) ?? {}).flatMap(([name, field]) => {
      const reading = Object.hasOwn(input, name) ? readInput(field, input[name]) : { ok: false };
      return 'data' in reading ? [[name, reading.data]] : [];
    }),
  );
}

/**
 * Returns the texts of the warning dialog «Atenção». Four or more texts are replaced by a single
 * sentence (V-06).
 */
export function warningLines(fields: Record<string, string>): string[] {
  const lines = Object.values(fields);
  return lines.length >= 4 ? [messages.tooMany] : lines;
}

interface FieldFacts {
  readonly label: string;
  readonly example: string | undefined;
  readonly value: unknown;
}

function describe(issue: z.core.$ZodIssue, { label, example, value }: FieldFacts): string {
  // Uses the field's own text for a missing value, if it has one. Default texts of zod begin with
  // «Invalid».
  if (value === undefined || value === null)
    return issue.message.startsWith('Invalid') || issue.code === 'custom'
      ? messages.required(label)
      : issue.message;
  const hasOwnText = issue.code === 'invalid_format' && !issue.message.startsWith('Invalid');
  if (issue.code === 'custom' || hasOwnText) return issue.message;
  if (issue.code === 'too_small' && issue.origin === 'array') return messages.emptyList(label);
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return value === '' ? messages.required(label) : messages.incomplete(label);
  }
  return messages.malformed(label, example);
}

/**
 * Returns the documented text of the field. Undefined if the field has no such text, or if the text
 * does not apply to the mistake.
 */
function sentenceFor(
  schema: z.ZodType,
  { code, path }: z.core.$ZodIssue,
  value: unknown,
): string | undefined {
  const isBlank =
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  if (!isBlank && (code === 'custom' || code === 'invalid_format')) return undefined;
  let field: z.ZodType | undefined = schema;
  for (const key of path) {
    field = child(field, key);
    for (let at = field; at; at = unwrap(at)) {
      const sentence = fieldErrorTexts.get(at);
      if (sentence !== undefined) return sentence;
    }
  }
  return undefined;
}

const formatExamples: Partial<Record<string, string>> = {
  date: '2026-12-31',
  datetime: '2026-12-31T23:59',
  email: 'nome@exemplo.com',
  uuid: '3f2b8c1e-5d54-4f6c-9a51-0c7d2e9b1a44',
};

/** Returns an example of the correct form. Undefined unless the issue is a wrong form of a text. */
function exampleFor(schema: z.ZodType, issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_format' || issue.format === 'text') return undefined;
  return metaOf(schema, issue.path, 'example') ?? formatExamples[issue.format];
}

/** Fields that authenticate the caller. They contain no data of the act. */
const credentials = new Set(['reg_password', 'code_2fa', 'current_password']);

/**
 * Returns the allowed wire names if the body contains only unknown fields. Otherwise returns
 * undefined. A body with only unknown fields is a mistake of the client, and an edit must not treat
 * it as empty.
 */
export function onlyUnknownFields(schema: z.ZodType, body: unknown): string[] | undefined {
  const object = objectOf(schema);
  const knownFields = Object.keys(shapeOf(schema) ?? {})
    .map((name) => wireNameIn(object!, name))
    .filter((name) => !credentials.has(name));
  const sent = isObject(body) ? Object.keys(body).filter((name) => !credentials.has(name)) : [];
  if (knownFields.length === 0 || sent.length === 0) return undefined;
  return sent.some((name) => knownFields.includes(name)) ? undefined : knownFields;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return value;
}

interface Inner {
  readonly def?: { innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType };
  readonly shape?: Record<string, z.ZodType>;
}

/**
 * Returns the label of the nearest schema along the path. `.meta({ title })` sets the label of a
 * schema.
 */
export const findLabel = (schema: z.ZodType, path: readonly PropertyKey[]): string | undefined =>
  metaOf(schema, path, 'title');

function metaOf(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  name: 'title' | 'example',
): string | undefined {
  let current: z.ZodType | undefined = schema;
  let value = nearestMeta(schema, name);
  for (const key of path) {
    current = child(current, key);
    value = current ? (nearestMeta(current, name) ?? value) : value;
  }
  return value;
}

function child(schema: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = unwrap(at)) {
    const inner = at as unknown as Inner;
    if (inner.shape) return Object.hasOwn(inner.shape, key) ? inner.shape[String(key)] : undefined;
    if (inner.def?.element) return inner.def.element;
  }
  return undefined;
}

function nearestMeta(schema: z.ZodType, name: 'title' | 'example'): string | undefined {
  for (let at: z.ZodType | undefined = schema; at; at = unwrap(at)) {
    const value = at.meta()?.[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function unwrap(schema: z.ZodType): z.ZodType | undefined {
  const { def } = schema as unknown as Inner;
  return def?.innerType ?? def?.in;
}
