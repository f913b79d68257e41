/**
 * Serves the page that a TV box opens as its portal at /c/. Boxes have QtWebKit 533, so the page is
 * plain ES5 and needs no build. The page uses the calls of the MAG portal on the same host.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandsOf, drawMark, publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { readRequestUrl } from '../../foundation/http/request-meta.ts';
import { MAX_QR_TEXT_LENGTH, drawQr } from './draw-qr.ts';
import { FULL_HD, PAL, scaleLengths } from './scale-lengths.ts';

const folder = import.meta.dirname;
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** Scripts in the order in which the page runs them. */
export const SCRIPTS = [
  'base.js',
  'device.js',
  'calls.js',
  'blocked.js',
  'channels.js',
  'picture.js',
  'overlays.js',
  'keys.js',
].map((name) => `scripts/${name}`);

/** Style sheets of the page at 1280×720, in the order in which they apply. */
const SHEETS = ['list', 'overlays', 'blocked'].map((name) => `styles/${name}.css`);

const MARK_PIXELS = 120;
const MARK_CACHE_CONTROL = 'public, max-age=3600';

/** Content security policy of the page. A box loads files only from the host of the page. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the files of the page by their names below /c/. */
export function readPageFiles(): Map<string, { type: string; text: string }> {
  const sheet = SHEETS.map(read).join('\n');
  const pal = `${scaleLengths(sheet, PAL)}\n${read('styles/pal.css')}`;
  return new Map([
    ['box.js', { type: 'text/javascript', text: SCRIPTS.map(read).join('\n') }],
    ['box.css', { type: 'text/css', text: sheet }],
    ['box-576.css', { type: 'text/css', text: pal }],
    ['box-1080.css', { type: 'text/css', text: scaleLengths(sheet, FULL_HD) }],
  ]);
}

export function boxPageRoutes(player: FastifyInstance, ctx: AppContext): void {
  const files = readPageFiles();
  const page = withVersions(read('index.html'), files);
  for (const url of ['/c', '/c/', '/c/index.html', '/stalker_portal/c', '/stalker_portal/c/'])
    player.get(url, async (request, reply) => {
      const { name } = await brandsOf(ctx).forHost(request.host);
      return reply
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.replaceAll('{brand}', () => escapeHtml(name)));
    });
  for (const [name, { type, text }] of files) {
    const file = { type: `${type}; charset=utf-8`, text, gzip: gzipSync(text, { level: 9 }) };
    player.get(`/c/${name}`, async (request, reply) => sendFile(request, reply, file));
  }
  pictureRoutes(player, ctx);
}

function pictureRoutes(player: FastifyInstance, ctx: AppContext): void {
  player.get('/c/mark.png', async (request, reply) => {
    const brands = brandsOf(ctx);
    const mark = await drawMark(brands, await brands.forHost(request.host), MARK_PIXELS);
    return reply.header('cache-control', MARK_CACHE_CONTROL).type('image/png').send(mark);
  });
  // The QR code may contain only an address of this installation. Otherwise this host would show a
  // foreign address as its own.
  player.get<{ Querystring: { text?: string } }>('/c/qr.png', async (request, reply) => {
    const { text } = request.query;
    if (typeof text !== 'string' || !(await isOwnAddress(ctx, request, text)))
      return reply.code(404).send();
    return reply.type('image/png').send(await drawQr(text));
  });
}

async function isOwnAddress(
  ctx: AppContext,
  request: FastifyRequest,
  text: string,
): Promise<boolean> {
  if (text.length > MAX_QR_TEXT_LENGTH || !URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return (
    origin === new URL(readRequestUrl(request)).origin ||
    origin === new URL(await publicBaseUrl(ctx, text)).origin
  );
}

interface PageFile {
  readonly type: string;
  readonly text: string;
  readonly gzip: Buffer;
}

/**
 * Sends a file of the page. Its URL contains the hash of its content, so a box reads it again only
 * after a change.
 */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  void reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .type(file.type);
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.text);
  return reply.header('content-encoding', 'gzip').send(file.gzip);
}

function withVersions(page: string, files: Map<string, { text: string }>): string {
  let versioned = page;
  for (const [name, { text }] of files) {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 10);
    versioned = versioned.replaceAll(`"${name}"`, `"${name}?v=${hash}"`);
  }
  return versioned;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character]!);
