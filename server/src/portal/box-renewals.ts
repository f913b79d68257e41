/**
 * Renewal link on the screen of a box whose line expired: a QR code, and a short code that a
 * customer types at `/tv`. Boxes ask every few seconds, so a line has one link for a day.
 */
import { randomInt } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { moneyText } from '@ramal/contract/rules/message';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createBoundedCache } from '../foundation/bounded-cache.ts';
import { requestAddress, toNetwork } from '../foundation/http/request-meta.ts';
import { createRateLimiter, tryConsume } from '../foundation/limits/rate-limiter.ts';
import { type Line, lineColumns } from '../lines/lines.ts';
import type { BoxRenewal, FindBoxRenewal } from '../player/player.ts';
import { linkKey, PAYING_MS } from './portal-key.ts';
import { readOffer } from './renewal-prices.ts';

const LIFETIME_MS = DAY_MS;
/** A code that expires within this time is replaced, because a customer needs time to type it. */
const MIN_MS = 2 * HOUR_MS;
/** Time for which a line's link and price are cached. */
const CACHED_MS = MINUTE_MS;
const CACHE_BYTES = 4_000_000;
const RENEWAL_BYTES = 400;

/** Letters and digits that look alike on a television are excluded, and vowels too. */
const ALPHABET = 'BCDFGHJKMNPQRSTVWXYZ23456789';
const CODE_LENGTH = 6;
/** Number of codes that are tried at once. Almost certainly one of them is free. */
const CANDIDATES = 8;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

interface RenewalRow {
  readonly linkId: number;
  readonly code: string;
  readonly expiresAt: Date;
  readonly openedAt: Date | null;
}

/**
 * Creates a function that returns the renewal of a line. Undefined for a test or a deleted line, or
 * if the seller takes no payments or offers no plan.
 */
export function createFindBoxRenewal(ctx: AppContext): FindBoxRenewal {
  const cached = createBoundedCache<BoxRenewal>({
    name: 'box-renewals',
    maxBytes: CACHE_BYTES,
    bytesOf: () => RENEWAL_BYTES,
    ttlMs: CACHED_MS,
    now: () => ctx.clock.now().getTime(),
  });
  return async (lineId, baseUrl) => {
    const key = `${lineId} ${baseUrl}`;
    const existing = cached.get(key);
    if (existing) return existing;
    const renewal = await findRenewal(ctx, lineId, baseUrl);
    if (renewal) cached.set(key, renewal);
    return renewal;
  };
}

async function findRenewal(
  ctx: AppContext,
  lineId: number,
  baseUrl: string,
): Promise<BoxRenewal | undefined> {
  const now = ctx.clock.now();
  const line = await ctx.db.first<Line>(
    sql`select ${lineColumns(now)} from lines l where l.id = ${lineId} and l.deleted_at is null`,
  );
  if (!line || line.isTrial) return undefined;
  const plan = (await readOffer(ctx, line)).find(({ cents }) => cents !== null);
  if (!plan) return undefined;
  const { linkId, code, expiresAt, openedAt } = await ensureLink(ctx, line, now);
  const site = await publicBaseUrl(ctx, baseUrl);
  return {
    url: `${site}/portal#${linkKey(ctx, linkId)}`,
    code: `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`,
    shortUrl: `${new URL(site).host}/tv`,
    priceText: moneyText(plan.cents!),
    expiresAt,
    isOpened: openedAt !== null && now.getTime() - openedAt.getTime() < PAYING_MS,
  };
}

/**
 * Returns the line's link for boxes, and creates it if needed. Of two boxes that ask at the same
 * moment, the second waits.
 */
const ensureLink = ({ db }: AppContext, line: Line, now: Date): Promise<RenewalRow> =>
  db.tx(async (tx) => {
    await tx.first(
      sql`select pg_advisory_xact_lock(hashtextextended('box renewal of line ' || ${line.id}::bigint, 0))`,
    );
    const existing = await tx.first<RenewalRow>(sql`
      select b.link_id, b.code, b.expires_at, b.opened_at from box_renewals b
      join renewal_links r on r.id = b.link_id and r.revoked_at is null
      where b.line_id = ${line.id} and b.expires_at > ${new Date(now.getTime() + MIN_MS)}`);
    if (existing) return existing;
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const created = await tx.first<RenewalRow>(sql`
      with link as (
        insert into renewal_links (line_id, created_by, created_at, expires_at)
        values (${line.id}, ${line.ownerId}, ${now}, ${expiresAt}) returning id
      )
      insert into box_renewals (line_id, link_id, code, expires_at)
      select ${line.id}, link.id, candidate.code, ${expiresAt}
      from link, unnest(${Array.from({ length: CANDIDATES }, newCode)}::text[]) candidate (code)
      where not exists (select from box_renewals used where used.code = candidate.code) limit 1
      on conflict (line_id) do update
        set link_id = excluded.link_id, code = excluded.code, expires_at = excluded.expires_at, opened_at = null
      returning link_id, code, expires_at, opened_at`);
    return created!;
  });

const MAX_CODE_LENGTH = 40;
/** Key of a limit that counts all networks together. */
const EVERYBODY = 'all';

/** Serves the page where a customer types the code of a television, and opens the renewal. */
export function serveTvCodes(server: FastifyInstance, ctx: AppContext): void {
  const tries = createRateLimiter(ctx, 'tv-code');
  const wrong = createRateLimiter(ctx, 'tv-code-wrong');
  server.get<{ Querystring: { codigo?: unknown } }>('/tv', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    const { codigo } = request.query;
    const written = typeof codigo === 'string' ? codigo.slice(0, MAX_CODE_LENGTH) : '';
    if (written === '') return reply.send(codePage(''));
    const guesses = await wrong.get(EVERYBODY);
    const isLimited =
      (guesses !== null && guesses.remainingPoints <= 0) ||
      !(await tryConsume(tries, toNetwork(requestAddress(request))));
    if (isLimited)
      return reply.code(429).send(codePage('Muitas tentativas. Espere uma hora e tente de novo.'));
    const code = written.toUpperCase().replace(/[^A-Z0-9]/g, '');
    const link = await ctx.db.first<{ linkId: number }>(sql`
      select link_id from box_renewals where code = ${code} and expires_at > ${ctx.clock.now()}`);
    if (!link) {
      await tryConsume(wrong, EVERYBODY);
      return reply.code(404).send(codePage('Código não encontrado. Confira na TV.'));
    }
    return reply.redirect(`/portal#${linkKey(ctx, link.linkId)}`, 302);
  });
}

const codePage = (problem: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Código da TV</title></head>
<body style="font:18px sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem">
<h1 style="font-size:1.4rem">Código da TV</h1>
<form action="/tv"><label>Digite o código que aparece na TV<br>
<input name="codigo" maxlength="12" autocomplete="off" autocapitalize="characters" required
style="font:inherit;font-size:1.6rem;width:100%;box-sizing:border-box;margin:.5rem 0"></label>
<p role="alert">${problem}</p>
<button style="font:inherit;padding:.6rem 1.2rem">Continuar</button></form></body></html>`;
