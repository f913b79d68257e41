/**
 * Converts the schemas of declarations to JSON Schema, in the single form that new clients should
 * send.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { isCoded, wireNameIn } from '@ramal/contract/api/translated';
import { z } from 'zod';

export type Json = Record<string, unknown>;

export function inputSchema(schema: z.ZodType): Json {
  const printed = print(schema, 'input', () => {});
  eachNode(printed, canonicalForm);
  return printed;
}

/**
 * Changes every node of a printed schema, children before their parents. A schema that is used in
 * several places is printed at each place, so it is also changed at each place.
 */
function eachNode(node: Json, change: (node: Json) => void): void {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], ...rest } = node;
  const lists = [anyOf, oneOf, allOf] as Json[][];
  const single = [rest.items, rest.additionalProperties, rest.propertyNames];
  for (const part of [...Object.values(properties as Json), ...lists.flat(), ...single])
    if (part !== null && typeof part === 'object') eachNode(part as Json, change);
  change(node);
}

/**
 * Returns the schema of a response in its wire format, which is the input side of a translated
 * schema. It contains only declared fields.
 */
export function answerSchema(schema: z.ZodType): Json {
  if (!isCoded(schema)) return print(schema, 'output', () => {});
  return print(schema, 'input', (node) => {
    if (node.properties) node.additionalProperties = false;
  });
}

/** Returns the schema of a call's body, with its action code if several calls share a path. */
export function bodySchema({ body, action, summary }: Endpoint): Json {
  const read = inputSchema(body!);
  if (action === undefined) return read;
  return {
    ...read,
    properties: {
      action: { type: 'integer', const: action, description: summary },
      ...(read.properties as Json),
    },
    required: ['action', ...((read.required as string[] | undefined) ?? [])],
  };
}

function print(schema: z.ZodType, io: 'input' | 'output', change: (node: Json) => void): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      nameFields(jsonSchema as Json, zodSchema as unknown as z.ZodType);
      nameKeys(jsonSchema as Json);
      listExample(jsonSchema as Json);
      change(jsonSchema as Json);
    },
  }) as Json;
  return rest;
}

/** Renames the fields of an object to their names on the wire. */
export function nameFields(node: Json, schema: z.ZodType): void {
  if (schema.type !== 'object') return;
  const toWire = (name: string) => wireNameIn(schema, name);
  node.properties = Object.fromEntries(
    Object.entries((node.properties ?? {}) as Json).map(([name, field]) => [toWire(name), field]),
  );
  if (node.required) node.required = (node.required as string[]).map(toWire);
}

/**
 * Moves `example` into the list `examples`, because OpenAPI 3.1 deprecates `example` in a schema.
 */
function listExample(node: Json): void {
  if (node.example === undefined) return;
  node.examples = [node.example];
  delete node.example;
}

/**
 * Lists the keys of a record as properties if its set of keys is fixed. Generated clients then know
 * the keys.
 */
function nameKeys(node: Json): void {
  const keys = (node.propertyNames as { enum?: readonly string[] } | undefined)?.enum;
  if (!keys) return;
  node.properties = Object.fromEntries(keys.map((key) => [key, node.additionalProperties]));
  delete node.propertyNames;
  node.additionalProperties = false;
}

/**
 * Keeps only the first form of a field. The server also accepts numbers and booleans as text,
 * because older clients send them. A generated client should see «number» and not «number or
 * string».
 */
function canonicalForm(node: Json): void {
  const forms = formsOf(node);
  const [first] = forms ?? [];
  if (!forms || !first || !forms.every(isPlain)) return;
  if (new Set(forms.map(({ type }) => type)).size === 1) return;
  delete node.anyOf;
  Object.assign(node, { ...node, ...first });
}

/**
 * Returns the alternatives of a field: its `anyOf` schemas, or one schema for each name if `type` is
 * a list.
 */
const formsOf = ({ anyOf, type }: Json): readonly Json[] | undefined =>
  Array.isArray(type) ? type.map((name) => ({ type: name })) : (anyOf as Json[] | undefined);

/**
 * Returns true for a form of a number, a boolean or a free text. An enumeration of words is a real
 * alternative, so it returns false.
 */
const isPlain = (form: Json): boolean =>
  form.type === 'number' ||
  form.type === 'integer' ||
  form.type === 'boolean' ||
  (form.type === 'string' && form.const === undefined && !isWords(form.enum));

const isWords = (values: unknown): boolean =>
  Array.isArray(values) && !values.every((value) => ['0', '1', 'true', 'false'].includes(value));
