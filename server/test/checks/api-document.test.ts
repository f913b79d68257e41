/**
 * The OpenAPI document follows the rules of common linters, and the page explains the first steps.
 */
import { errors } from '@ramal/contract/api/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createTestContext, type TestContext } from '../context.ts';
import { listIptvLines } from '@ramal/contract/lines/iptv-lines';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content?: Record<string, unknown>;
  };
  readonly parameters?: readonly {
    readonly name: string;
    readonly schema: { readonly description?: string };
  }[];
  readonly responses: Record<string, { readonly content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  readonly info: { readonly license: { readonly name: string } };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, unknown> }>;
  };
  readonly paths: Record<string, Record<string, Operation>>;
}

let ctx: TestContext;
let document: Document;
let operations: readonly (Operation & { readonly at: string })[];
beforeAll(async () => {
  ctx = await createTestContext();
  document = (await ctx.server.inject('/api/openapi.json')).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      at: `${method} ${path}`,
    })),
  );
});
afterAll(() => ctx.close());

describe('the document', () => {
  it('the document offers each upload as raw bytes and as multipart', () => {
    const uploads = operations.filter(
      ({ requestBody }) => requestBody?.content?.['application/octet-stream'],
    );
    expect(uploads.length).toBeGreaterThan(4);
    for (const { at, requestBody } of uploads)
      expect([at, requestBody?.content?.['multipart/form-data']]).toEqual([
        at,
        { schema: expect.objectContaining({ required: ['file'] }) },
      ]);
  });

  // The filter `status=Ativo` includes expired lines.
  it('the document describes how each filter treats expired lines', () => {
    const lists = ['get /api/users-iptv', 'get /api/users-p2p', 'get /api/new-users-p2p'];
    const filters = operations
      .filter(({ at }) => lists.includes(at))
      .flatMap(({ at, parameters = [] }) =>
        parameters
          .filter(({ name }) =>
            ['status', 'online', 'expired', 'due', 'paid', 'deleted'].includes(name),
          )
          .map(({ name, schema }) => ({ at, name, text: schema.description ?? '' })),
      );
    expect(filters.length).toBeGreaterThan(12);
    expect(filters.filter(({ text }) => !/vencid/.test(text))).toEqual([]);
    expect(filters.find(({ name }) => name === 'status')?.text).toContain('expired=0');
  });

  it('the document names its licence, its server and its subjects', () => {
    expect(document.info.license.name).not.toBe('');
    expect(document.servers).toHaveLength(1);
    expect(document.tags.every(({ description }) => description.length > 0)).toBe(true);
  });

  it('every operation has an id for URLs, a summary and a known tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[\w~.-]+$/.test(id))).toEqual([]);
    const tagNames = new Set(document.tags.map(({ name }) => name));
    expect(operations.filter(({ summary, tags }) => !summary || !tagNames.has(tags[0]!))).toEqual(
      [],
    );
  });

  it('every operation has typed errors', () => {
    const error = { $ref: '#/components/schemas/Error' };
    for (const { at, responses } of operations) {
      const refused = Object.keys(responses).filter((status) => status >= '400');
      expect([at, refused.some((status) => status < '500')]).toEqual([at, true]);
      for (const status of refused)
        expect([at, status, responses[status]!.content?.['application/json']?.schema]).toEqual([
          at,
          status,
          error,
        ]);
    }
  });

  it('every accepted body is required', () => {
    expect(
      operations.filter(({ requestBody }) => requestBody && requestBody.required !== true),
    ).toEqual([]);
  });

  it('every required field is declared', () => {
    const missing: string[] = [];
    const visit = (node: unknown, at: string) => {
      if (node === null || typeof node !== 'object') return;
      const { required, properties } = node as { required?: unknown; properties?: object };
      if (Array.isArray(required))
        missing.push(
          ...required
            .filter((name) => !(name in (properties ?? {})))
            .map((name) => `${at}/${name}`),
        );
      for (const [key, value] of Object.entries(node)) visit(value, `${at}/${key}`);
    };
    visit(document.paths, '');
    expect(missing).toEqual([]);
  });

  it('each alternative is listed once', () => {
    const alternatives: string[][] = [];
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      const { oneOf } = node as { oneOf?: unknown[] };
      if (Array.isArray(oneOf)) alternatives.push(oneOf.map((form) => JSON.stringify(form)));
      for (const value of Object.values(node)) visit(value);
    };
    visit(document.paths);
    expect(alternatives.length).toBeGreaterThan(0);
    expect(alternatives).toEqual(alternatives.map((texts) => [...new Set(texts)]));
  });

  it('numbers and booleans have one type', () => {
    const texts = JSON.stringify(document.paths);
    expect(texts).not.toMatch(/"anyOf":\[\{"type":"(number|boolean)"[^[\]]*\},\{"type":"string"/);
  });

  it('an error response has the documented schema', async () => {
    const { body } = await call(ctx, listIptvLines, {});
    const { properties } = document.components.schemas.Error!;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(body)));
    expect((properties.code as { enum: string[] }).enum).toEqual(Object.keys(errors));
  });
});

describe('the page', () => {
  it('the page explains the first steps and shows each call with its response under an anchor', async () => {
    const { body: page } = await ctx.server.inject('/api/docs');
    for (const text of [
      '/api/captcha',
      'RAMAL_CAPTCHA_EXEMPT',
      'Retry-After',
      'Idempotency-Key',
      'total_exact',
      'rml_',
      'preview=1',
      'RateLimit-Remaining',
      'webhook-signature',
    ])
      expect(page).toContain(text);
    const anchors = [...page.matchAll(/<section id="([^"]+)" data-call>/g)].map(([, id]) => id!);
    expect(anchors.length).toBeGreaterThan(150);
    for (const id of anchors) expect(page).toContain(`href="#${id}"`);
    const calls = [...page.matchAll(/<section id="([^"]+)" data-call>(.*?)<\/section>/gs)];
    const hasExamples = (text: string) =>
      (text.includes('Exemplo da resposta') || text.includes('A resposta é o arquivo.')) &&
      (text.includes('Exemplo do corpo') || !text.includes('<caption>Corpo</caption>'));
    const lacking = calls.flatMap(([, id, text]) => (hasExamples(text!) ? [] : [id]));
    expect([calls.length, lacking]).toEqual([anchors.length, []]);
  });

  it('the search script of the page is allowed by the content security policy', async () => {
    const { headers } = await ctx.server.inject('/api/docs');
    const policy = String(headers['content-security-policy'] ?? '');
    expect(policy === '' || /script-src[^;]*'self'/.test(policy)).toBe(true);
    const script = await ctx.server.inject('/api/docs.js');
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/javascript'),
    ]);
  });
});
