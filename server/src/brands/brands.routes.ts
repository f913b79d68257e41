import { getBackground, getBrand, getLogo } from '@ramal/contract/brands';
import {
  chooseBackground as chooseDeclaration,
  deleteBackground as deleteDeclaration,
  listBackgrounds as listDeclaration,
  uploadBackground as uploadDeclaration,
} from '@ramal/contract/backgrounds';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { notFound } from '../foundation/http/failures.ts';
import { PICTURE_TYPE } from '../foundation/files/encode-picture.ts';
import {
  chooseBackground,
  deleteBackground,
  listBackgrounds,
  readBackground,
  uploadBackground,
} from './backgrounds.ts';
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
    bind(listDeclaration, () => listBackgrounds(ctx)),
    bind(uploadDeclaration, (call) => uploadBackground(ctx, call, call.file)),
    bind(chooseDeclaration, (call) => chooseBackground(ctx, call)),
    bind(deleteDeclaration, (call) => deleteBackground(ctx, call)),
  ];
}

/** Images of brands and backgrounds of the sign-in, public. */
export function serveBrandImages(server: FastifyInstance, ctx: AppContext): void {
  const brands = brandsOf(ctx);
  server.get<{ Params: { name: string } }>('/brand-files/:name', async (request, reply) => {
    const image = await brands.image(request.params.name);
    if (!image) return notFound(request, reply);
    const etag = `"${image.version}"`;
    harmless(reply).header('cache-control', 'public, max-age=86400').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(image.type).send(image.bytes);
  });
  server.get<{ Params: { name: string } }>('/backgrounds/:name', async (request, reply) => {
    const bytes = await readBackground(ctx.db, request.params.name);
    if (!bytes) return notFound(request, reply);
    // Its name is never given to another picture.
    harmless(reply).header('cache-control', 'public, max-age=31536000, immutable');
    return reply.type(PICTURE_TYPE).send(bytes);
  });
}

/** An SVG that is opened by itself is a document, so it may run no script. */
const harmless = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff');
