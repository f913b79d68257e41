/** Schemas of the declarations as JSON Schema, in the one form a new client should send. */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { isTranslated } from '@ramal/contract/api/translated';
import { z } from 'zod';

export type Json = Record<string, unknown>;

export function inputSchema(of: z.ZodType): Json {
  const printed = print(of, 'input', () => {});
  eachNode(printed, canonicalForm);
  return printed;
}

/** From the leaves up, once all is printed: a schema that stands in many places is printed part by part. */
function eachNode(node: Json, change: (node: Json) => void): void {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], ...rest } = node;
  const lists = [anyOf, oneOf, allOf] as Json[][];
  const single = [rest.items, rest.additionalProperties, rest.propertyNames];
  for (const part of [...Object.values(properties as Json), ...lists.flat(), ...single])
    if (part !== null && typeof part === 'object') eachNode(part as Json, change);
  change(node);
}

/** The wire is the outside of a translated answer; it holds the declared fields and no others. */
export function answerSchema(of: z.ZodType): Json {
  if (!isTranslated(of)) return print(of, 'output', () => {});
  return print(of, 'input', (node) => {
    if (node.properties) node.additionalProperties = false;
  });
}

/** The body of a call with its action code, where several share a path. */
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

function print(of: z.ZodType, io: 'input' | 'output', change: (node: Json) => void): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(of, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      nameKeys(jsonSchema as Json);
      change(jsonSchema as Json);
    },
  }) as Json;
  return rest;
}

/** A record over known words has those words as its properties: generated clients then know them. */
function nameKeys(node: Json): void {
  const keys = (node.propertyNames as { enum?: readonly string[] } | undefined)?.enum;
  if (!keys) return;
  node.properties = Object.fromEntries(keys.map((key) => [key, node.additionalProperties]));
  delete node.propertyNames;
  node.additionalProperties = false;
}

/**
 * Older clients send numbers and switches as text too, and both are read. The document names the first
 * form alone, so that a generated client has a number and not «number or string».
 */
function canonicalForm(node: Json): void {
  const forms = formsOf(node);
  const [first] = forms ?? [];
  if (!forms || !first || !forms.every(isPlain)) return;
  if (new Set(forms.map(({ type }) => type)).size === 1) return;
  delete node.anyOf;
  Object.assign(node, { ...node, ...first });
}

/** Forms that say no more than their type are printed as a list of types. */
const formsOf = ({ anyOf, type }: Json): readonly Json[] | undefined =>
  Array.isArray(type) ? type.map((one) => ({ type: one })) : (anyOf as Json[] | undefined);

/** A number, a switch, or any text of some pattern; words of their own are a choice and stay. */
const isPlain = (form: Json): boolean =>
  form.type === 'number' ||
  form.type === 'integer' ||
  form.type === 'boolean' ||
  (form.type === 'string' && form.const === undefined && !isWords(form.enum));

const isWords = (values: unknown): boolean =>
  Array.isArray(values) && !values.every((value) => ['0', '1', 'true', 'false'].includes(value));
