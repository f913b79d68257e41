import {
  type Brand,
  getBackground,
  getBrand,
  getLogo,
  defaultBrand,
} from '@ramal/contract/brands/brands';
import {
  chooseBackground as chooseDeclaration,
  deleteBackground as deleteDeclaration,
  listBackgrounds as listDeclaration,
  uploadBackground as uploadDeclaration,
} from '@ramal/contract/backgrounds';
import {
  createBrand as createDeclaration,
  deleteBrand as deleteBrandDeclaration,
  editBrand as editDeclaration,
  editBrandLook as editLookDeclaration,
  listBrands as listBrandsDeclaration,
  uploadBrandPicture as uploadPictureDeclaration,
} from '@ramal/contract/brands/brand-settings';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { reachedHost, type RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { notFound } from '../foundation/http/failures.ts';
import { PICTURE_TYPE } from '../foundation/files/encode-picture.ts';
import { createSharedRuns } from '../foundation/shared-runs.ts';
import {
  chooseBackground,
  deleteBackground,
  listBackgrounds,
  readBackground,
  uploadBackground,
} from './backgrounds.ts';
import { uploadBrandPicture } from './brand-pictures.ts';
import { createBrand, deleteBrand, editBrand, editBrandLook, listBrands } from './edit-brands.ts';
import { getBrands, bundled } from './find-brand.ts';
import { drawIcon, ICON_SIZES, type IconSize, buildManifest } from './installable.ts';

export function brandRoutes(ctx: AppContext): Binding[] {
  const brands = getBrands(ctx);
  const brandFor = (call: { query: { host?: string | undefined }; requestMeta: RequestMeta }) =>
    brands.forHost(call.query.host ?? reachedHost(call.requestMeta));
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
    bind(listBrandsDeclaration, (call) => listBrands(ctx, call)),
    bind(createDeclaration, (call) => createBrand(ctx, call)),
    bind(editDeclaration, (call) => editBrand(ctx, call)),
    bind(editLookDeclaration, (call) => editBrandLook(ctx, call)),
    bind(deleteBrandDeclaration, (call) => deleteBrand(ctx, call)),
    bind(uploadPictureDeclaration, (call) => uploadBrandPicture(ctx, call)),
  ];
}

/** Serves the images of brands and the backgrounds of the sign-in page without a sign-in. */
export function serveBrandImages(server: FastifyInstance, ctx: AppContext): void {
  const brands = getBrands(ctx);
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
    // A name always refers to the same picture, so browsers may cache it for a year.
    harmless(reply).header('cache-control', 'public, max-age=31536000, immutable');
    return reply.type(PICTURE_TYPE).send(bytes);
  });
}

/**
 * Sets headers that prevent scripts. A browser that opens an SVG as a document would otherwise run
 * its scripts.
 */
const harmless = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");

/**
 * Size of the memory for icons. It is enough for about fifteen brands with photographs, or for
 * hundreds with drawings.
 */
const ICONS_BYTES = 4_000_000;

/**
 * Serves the manifest and the icons that a browser needs to install the panel as an app, without a
 * sign-in.
 */
export function serveInstallable(server: FastifyInstance, ctx: AppContext): void {
  const brands = getBrands(ctx);
  /** Drawn icons by size and image URL. The URL changes with the image. */
  const drawn = createBoundedCache<Buffer>({
    name: 'app-icons',
    maxBytes: ICONS_BYTES,
    bytesOf: ({ length }) => length,
  });
  const drawOnce = createSharedRuns();
  server.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(buildManifest(await brands.forHost(request.host)))),
  );
  server.get<{ Params: { file: string } }>('/app-icon/:file', async (request, reply) => {
    const size = ICON_SIZES.find((iconSize) => `${iconSize}.png` === request.params.file);
    if (size === undefined) return notFound(request, reply);
    const icon = await iconOf(await brands.forHost(request.host), size);
    return harmless(reply)
      .header('cache-control', 'public, max-age=86400')
      .type('image/png')
      .send(icon);
  });

  async function iconOf(brand: Brand, size: IconSize): Promise<Buffer> {
    const key = `${size} ${brand.favicon} ${brand.key}`;
    const cachedIcon = drawn.get(key);
    if (cachedIcon) return cachedIcon;
    try {
      const icon = await drawOnce(key, () => drawIcon(brands, brand, size));
      drawn.set(key, icon);
      return icon;
    } catch (error) {
      ctx.log.warn(
        `the mark of «${brand.name}» cannot be drawn as an icon: ${(error as Error).message}`,
      );
      return drawIcon(brands, defaultBrand, size);
    }
  }
}
