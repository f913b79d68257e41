import { getBackground, getBrand, getLogo } from '@ramal/contract/brands';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { notFound } from '../foundation/http/failures.ts';
import { brandsOf, bundled } from './find-brand.ts';

/** `http://painel.exemplo.com:8080` → `painel.exemplo.com:8080`. */
const ownHost = (baseUrl: string): string => baseUrl.replace(/^\w+:\/\//, '');

export function brandRoutes(ctx: AppContext): Binding[] {
  const brands = brandsOf(ctx);
  const brandFor = (call: {
    query: { host?: string | undefined };
    requestMeta: { baseUrl: string };
  }) => brands.of(call.query.host ?? ownHost(call.requestMeta.baseUrl));
  return [
    bind(getBrand, brandFor),
    bind(getLogo, async (call) => ({ logo: (await brandFor(call)).logo || bundled.mark })),
    bind(getBackground, async (call) => ({
      image: (await brandFor(call)).background || bundled.background,
    })),
  ];
}

/** Images of brands, public. An SVG that is opened by itself is a document, so it may run no script. */
export function serveBrandImages(server: FastifyInstance, ctx: AppContext): void {
  const brands = brandsOf(ctx);
  server.get<{ Params: { name: string } }>('/brand-files/:name', async (request, reply) => {
    const image = await brands.image(request.params.name);
    if (!image) return notFound(request, reply);
    const etag = `"${image.version}"`;
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=86400')
      .header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(image.type).send(image.bytes);
  });
}
