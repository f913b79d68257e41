/**
 * Generates the OpenAPI 3.1 document from the declarations of the calls. Calls that share a path
 * become a oneOf.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { errors } from '@ramal/contract/api/errors';
import { version } from '@ramal/contract/version';
import type { z } from 'zod';
import { type ApiGroup, errorsByStatus } from './api-groups.ts';
import { describeWebhooks } from './api-webhooks.ts';
import { describeCall } from './api-words.ts';
import { answerSchema, bodySchema, inputSchema, type Json } from './api-schema.ts';

export function describeApi(groups: readonly ApiGroup[], serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { tag, endpoints } of groups)
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const methods = (paths[path] ??= {});
      const method = endpoint.method.toLowerCase();
      methods[method] = methods[method]
        ? merge(methods[method], endpoint)
        : { tags: [tag], ...operation(endpoint) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ramal',
      version,
      description: 'Chamadas do painel Ramal. Como começar: /api/docs.',
      contact: contactAt(serverUrl),
      license: { name: 'Todos os direitos reservados', identifier: 'LicenseRef-Ramal' },
    },
    servers: [{ url: serverUrl, description: 'Este painel' }],
    tags: groups.map(({ tag, description }) => ({ name: tag, description })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'rml_… ou o token de uma sessão' },
      },
      schemas: { Error: errorSchema },
    },
    paths,
    webhooks: describeWebhooks('Webhooks'),
  };
}

/** Contact of the operator. A URL is included only if the installation has a public URL. */
const contactAt = (serverUrl: string): Json => ({
  name: 'Administração deste painel',
  ...(URL.canParse(serverUrl) ? { url: serverUrl } : {}),
});

/** Common body of every error (Q-ERRSHAPE). */
const errorSchema: Json = {
  type: 'object',
  description: 'Toda recusa tem este corpo.',
  properties: {
    message: { type: 'string', description: 'O texto, em português, como se mostra a uma pessoa.' },
    error: { type: 'string', description: 'O mesmo texto.' },
    code: { type: 'string', enum: Object.keys(errors), description: 'Para um programa decidir.' },
    title: { type: 'string', description: 'O título da janela, onde os documentos dão um.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Nome do campo e o texto que vai abaixo dele.',
    },
  },
  required: ['message', 'error', 'code'],
};

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: describeCall(endpoint),
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(endpoint),
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(bodySchema(endpoint)) } }
      : {}),
    ...(endpoint.upload
      ? { requestBody: { required: true, content: aFile(endpoint.upload) } }
      : {}),
    responses: { 200: { description: 'OK', content: answered(endpoint) }, ...failures(endpoint) },
  };
}

/**
 * Merges another action into the description of a path. The bodies and responses of both actions
 * become alternatives.
 */
function merge(into: Json, endpoint: Endpoint): Json {
  const further = operation(endpoint);
  const [before, added] = [
    into.responses as Record<string, Json>,
    further.responses as Record<string, Json>,
  ];
  return {
    ...into,
    operationId: `${String(into.operationId)}_or_${endpoint.name}`,
    summary: `${String(into.summary)} · ${endpoint.summary}`,
    description: `${String(into.description)}\n\n${endpoint.summary} ${describeCall(endpoint)}`,
    requestBody: {
      required: true,
      content: json(oneOf(content(into.requestBody), content(further.requestBody))),
    },
    responses: {
      ...joinFailures(before, added),
      200: {
        description: 'OK',
        content: json(oneOf(content(before[200]), content(added[200]))),
      },
    },
  };
}

function joinFailures(before: Record<string, Json>, added: Record<string, Json>) {
  const joined = { ...before };
  for (const [status, response] of Object.entries(added)) {
    const lines = [before[status], response].flatMap((json) =>
      ((json?.description as string | undefined) ?? '').split(' · '),
    );
    joined[status] = { ...response, description: [...new Set(lines)].filter(Boolean).join(' · ') };
  }
  return joined;
}

const json = (value: unknown): Json => ({ 'application/json': { schema: value } });
const aFile = ({ maxBytes }: NonNullable<Endpoint['upload']>): Json => ({
  'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: maxBytes } },
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary', maxLength: maxBytes } },
      required: ['file'],
    },
  },
});
const answered = (endpoint: Endpoint): Json =>
  endpoint.download
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : json(
        endpoint.keyed ? withPreview(answerSchema(endpoint.answer)) : answerSchema(endpoint.answer),
      );
/** Adds `preview` to the response of a dry run. */
const withPreview = (schema: Json): Json => ({
  ...schema,
  properties: {
    ...(schema.properties as Json),
    preview: { const: true, description: 'Só em uma simulação: nada mudou.' },
  },
});
const content = (part: unknown): Json =>
  (part as { content: Record<string, { schema: Json }> }).content['application/json']!.schema;
/** Combines the responses of several actions. Equal responses are listed once. */
function oneOf(first: Json, second: Json): Json {
  const forms = [...((first.oneOf as Json[] | undefined) ?? [first]), second];
  const distinct = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  return distinct.length === 1 ? distinct[0]! : { oneOf: distinct };
}

function parameters(endpoint: Endpoint): Json[] {
  const list = [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query')];
  if (!endpoint.keyed) return list;
  return [
    ...list,
    {
      name: 'preview',
      in: 'query',
      required: false,
      description:
        'Com 1 a chamada é simulada: a resposta é a que viria, com `preview: true`, e nada muda.',
      schema: { type: 'integer', enum: [0, 1] },
    },
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'UUID ou número do pedido, de 8 a 64 letras, números e sinais sem espaço: o mesmo pedido enviado de novo age uma vez só.',
      schema: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[!-~]+$' },
    },
  ];
}

function fields(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: value,
  }));
}

const failures = (endpoint: Endpoint): Json =>
  Object.fromEntries(
    [...errorsByStatus(endpoint)].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code].text}`).join(' · '),
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
