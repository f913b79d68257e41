/**
 * Serves the built panel. Browsers cache hashed files for a year, and check the page for a new
 * version at each request.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { notFound } from './failures.ts';
import { isPlayerPath } from './player-urls.ts';

const built = path.resolve(import.meta.dirname, '../../../../panel/dist');

/**
 * Hosts in the content security policy that the widget of an external human verification requires.
 */
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

/**
 * Returns true if the URL is a screen of the panel. All screens are served as the same page. Only
 * the path is checked, because a search in the query string may contain a dot.
 */
export function isScreen(method: string, url: string): boolean {
  const [pathname = ''] = url.split('?', 1);
  if ((method !== 'GET' && method !== 'HEAD') || pathname.startsWith('/api/')) return false;
  // These paths must get 404. A player would read a page with status 200 as a playlist or a portal.
  if (isPlayerPath(pathname) || /^\/(?:portal|loja)(?:\/|$)/.test(pathname)) return false;
  return !/\.\w+$/.test(pathname);
}

/**
 * Returns the hashes of the inline scripts of the page. The content security policy allows only
 * scripts with these hashes.
 */
const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );

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
        // Mantine sets style attributes, so the policy allows them. Styles run no code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of the catalogue may come from any host. They run no code and receive no
        // referrer. The portal does not show them (see narrowPortalPolicy).
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
    // The hook below sets this header, and only for requests over https.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // `responseHeaders` sets these headers.
    crossOriginOpenerPolicy: false,
    referrerPolicy: false,
    xContentTypeOptions: false,
    xFrameOptions: false,
    originAgentCluster: false,
  });
  server.addHook('onSend', async (request, reply) => {
    if (/^\/(?:portal|loja)(?:[/?]|$)/.test(request.url)) narrowPortalPolicy(reply);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
  // Compression starts at 4 kB, because a smaller response fits into three packets and would not
  // arrive sooner. Up to 64 kB, one synchronous call compresses the response. For a page of a list,
  // zstd then takes 0.06 ms and brotli 0.15 ms. Compression by a stream takes ten times as long.
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
    // The page is excluded here, because the handler below serves it with the brand of the host.
    globIgnore: ['assets/**', '**/*.html*'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  // Renders the page once, so that a page that cannot be rendered prevents the start.
  await dress(page, 'localhost');
  // All screens are the same page. Other paths receive the usual response 404.
  server.get('/*', async (request, reply) => {
    if (!isScreen(request.method, request.url)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await dress(page, request.host));
  });
}

/**
 * Serves files with hashed names. The build has already compressed them, because the compression
 * plugin compresses only responses of handlers. One route serves all files, because a thousand
 * routes take 5 MB of memory.
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
    // Rejects the path of a folder.
    allowedPath: (name) => !name.endsWith('/'),
    preCompressed: true,
    setHeaders: (reply) =>
      void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
}

/** Restricts the portal's content security policy to pictures of this installation. */
function narrowPortalPolicy(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header(
    'content-security-policy',
    policy.replace(/img-src [^;]+/, "img-src 'self' data: blob:"),
  );
}
