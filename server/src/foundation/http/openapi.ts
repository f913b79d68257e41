/** The declarations as OpenAPI 3.1: nothing is written twice. Calls that share a path are a oneOf. */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { errors } from '@ramal/contract/api/errors';
import { isTranslated } from '@ramal/contract/api/translated';
import { z } from 'zod';

type Json = Record<string, unknown>;

export function describeApi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const methods = (paths[path] ??= {});
    const method = endpoint.method.toLowerCase();
    methods[method] = methods[method] ? merge(methods[method], endpoint) : operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ramal', version: '1', description: 'Chamadas do painel Ramal.' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  };
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(endpoint),
    ...(endpoint.body ? { requestBody: { content: json(bodySchema(endpoint)) } } : {}),
    ...(endpoint.upload
      ? { requestBody: { required: true, content: aFile(endpoint.upload) } }
      : {}),
    responses: { 200: { description: 'OK', content: answered(endpoint) }, ...failures(endpoint) },
  };
}

/** A further action on the same path joins the first: bodies and answers become alternatives. */
function merge(into: Json, endpoint: Endpoint): Json {
  const further = operation(endpoint);
  return {
    ...into,
    operationId: `${String(into.operationId)}, ${endpoint.name}`,
    summary: `${String(into.summary)} · ${endpoint.summary}`,
    requestBody: { content: json(oneOf(content(into.requestBody), content(further.requestBody))) },
    responses: {
      ...(into.responses as Json),
      ...(further.responses as Json),
      200: {
        description: 'OK',
        content: json(
          oneOf(content((into.responses as Json)[200]), content((further.responses as Json)[200])),
        ),
      },
    },
  };
}

const json = (value: unknown): Json => ({ 'application/json': { schema: value } });
const aFile = ({ maxBytes }: NonNullable<Endpoint['upload']>): Json => ({
  'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: maxBytes } },
});
const answered = (endpoint: Endpoint): Json =>
  endpoint.download
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : json(answerSchema(endpoint.answer));
const content = (part: unknown): Json =>
  (part as { content: Record<string, { schema: Json }> }).content['application/json']!.schema;
const oneOf = (first: Json, second: Json): Json => ({
  oneOf: [...((first.oneOf as Json[]) ?? [first]), second],
});

function bodySchema(endpoint: Endpoint): Json {
  const body = schema(endpoint.body!, 'input');
  if (endpoint.action === undefined) return body;
  return {
    ...body,
    properties: {
      action: { const: endpoint.action, description: endpoint.summary },
      ...(body.properties as Json),
    },
    required: ['action', ...((body.required as string[] | undefined) ?? [])],
  };
}

function parameters(endpoint: Endpoint): Json[] {
  const list = [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query')];
  if (!endpoint.keyed) return list;
  return [
    ...list,
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'UUID feito quando o formulário abre: o mesmo pedido enviado de novo age uma vez só.',
      schema: { type: 'string', format: 'uuid' },
    },
  ];
}

function fields(of: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!of) return [];
  const { properties = {}, required = [] } = schema(of, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function failures(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of endpoint.errors) {
    const { status, text } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${text}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, texts]) => [status, { description: texts.join(' · ') }]),
  );
}

function schema(of: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(of, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

/** The wire is the outside of a translated answer; it holds the declared fields and no others. */
function answerSchema(of: z.ZodType): Json {
  if (!isTranslated(of)) return schema(of, 'output');
  const { $schema: _, ...rest } = z.toJSONSchema(of, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties) jsonSchema.additionalProperties = false;
    },
  }) as Json;
  return rest;
}
