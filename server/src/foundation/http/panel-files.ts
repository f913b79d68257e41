/** Serves the built panel: hashed files for a year, the page itself never from a cache. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { notFound } from './failures.ts';

const built = path.resolve(import.meta.dirname, '../../../../panel/dist');

/** Content security policy for the widget of an external human check, where the operator chose one. */
const widgets: Record<Config['captcha'], { scripts: string[]; frames: string[] }> = {
  altcha: { scripts: [], frames: [] },
  off: { scripts: [], frames: [] },
  turnstile: {
    scripts: ['https://challenges.cloudflare.com'],
    frames: ['https://challenges.cloudflare.com'],
  },
  recaptcha: {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
};

/** What players of other systems try: a page with 200 would be read as a playlist or a portal. */
const PLAYER_PATHS =
  /^\/(c|portal|stalker_portal|ministra|playlist|epg|xmltv|player_api|panel_api|timeshift|timeshifts|live|movie|series|streaming|hls)(\/|$)/;

/** A player's file anywhere in a path, or a stream's address: no screen but those of the settings ends like one. */
const PLAYER_FILES =
  /\.(?:php|ts|m3u8?)(?:\/|$)|\/(?:live|movie|series)\/[^/]+\/[^/]+\/\d+$|^\/(?!settings\/)[^/]+\/[^/]+\/\d+$/i;

/** Every screen is the one page. The query string may contain a dot: a search for «joao.silva» is no file. */
export function isScreen(method: string, url: string): boolean {
  const [pathname = ''] = url.split('?', 1);
  if ((method !== 'GET' && method !== 'HEAD') || pathname.startsWith('/api/')) return false;
  if (PLAYER_PATHS.test(pathname) || PLAYER_FILES.test(pathname)) return false;
  return !/\.\w+$/.test(pathname);
}

/** The scripts that stand in the page itself, as a content policy names them: no other can run. */
const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

/** The page as this host shows it. */
export type RenderPage = (page: string, host: string) => Promise<string>;

type PanelConfig = Pick<Config, 'captcha' | 'tutorialVideo' | 'dnsTutorial'>;

const origins = (urls: readonly (string | undefined)[]): string[] =>
  urls.flatMap((url) => (url ? [new URL(url).origin] : []));

export async function servePanel(
  server: FastifyInstance,
  { captcha, tutorialVideo, dnsTutorial }: PanelConfig,
  dress: RenderPage,
): Promise<void> {
  const { scripts, frames } = widgets[captcha];
  const page = existsSync(built) && (await readFile(path.join(built, 'index.html'), 'utf8'));
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(page ? inlineScripts(page) : []), ...scripts],
        frameSrc: ["'self'", ...frames],
        // Mantine sets style attributes; styles run no code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of the catalogue come from any host its lists name; they run no code and get no referrer.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        mediaSrc: ["'self'", 'blob:', ...origins([tutorialVideo, dnsTutorial?.video])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Behind TLS the proxy says so; on a first try over plain http nobody must be locked out.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // These are in the table of all responses.
    crossOriginOpenerPolicy: false,
    referrerPolicy: false,
    xContentTypeOptions: false,
    xFrameOptions: false,
    originAgentCluster: false,
  });
  server.addHook('onSend', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
  // What fits into three packets arrives no sooner when it is smaller. A page of a list takes 0.06 ms at once
  // with zstd and 0.15 with brotli; through a stream it took ten times as long.
  await server.register(compress, {
    threshold: 4096,
    encodings: ['zstd', 'br', 'gzip'],
    syncThreshold: 65_536,
  });
  server.setNotFoundHandler(notFound);
  if (!page) return;
  await serveAssets(server, path.join(built, 'assets'), '/assets/');
  await server.register(fastifyStatic, {
    root: built,
    wildcard: false,
    index: false,
    decorateReply: false,
    // The page is served only by the handler below, which applies the brand.
    globIgnore: ['assets/**', '**/*.html*'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  // A page that cannot be rendered fails at the start.
  await dress(page, 'localhost');
  // Every screen is the one page; calls and players keep their own not-found.
  server.get('/*', async (request, reply) => {
    if (!isScreen(request.method, request.url)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await dress(page, request.host));
  });
}

/**
 * Files with hashed names, which the build compressed (compressing here is for answers). One route serves them
 * all: one each is a thousand routes, which take 5 MB.
 */
export async function serveAssets(
  server: FastifyInstance,
  root: string,
  prefix: string,
): Promise<void> {
  await server.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    index: false,
    // The folder itself is no file.
    allowedPath: (name) => !name.endsWith('/'),
    preCompressed: true,
    setHeaders: (reply) =>
      void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
}
