/** Short links to web addresses, served by the player like those of lines (Q-SHORTENER). */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { shortenLink as declaration } from '@ramal/contract/links';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { newShortCode, playerBaseUrl } from '../player/player.ts';

export async function shortenLink(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const link = await ctx.db.tx((tx) => shorten(ctx, tx, call, call.body.link));
  return { link, message: 'Link encurtado com sucesso!' };
}

/**
 * Returns the short link of a portal list. The code never changes, and the link always redirects to
 * the newest URL (Q-PORTALSHORT).
 */
export async function shortenPortalLink(
  ctx: AppContext,
  tx: Tx,
  { actor, requestMeta }: Caller,
  { list, long }: { list: 'm3u8' | 'ssiptv'; long: string },
): Promise<string> {
  const row = await tx.first<{ code: string }>(sql`
    insert into short_links (code, url, account_id, created_at, follows)
    values (${newShortCode()}, ${long}, ${actor.id}, ${ctx.clock.now()}, ${list})
    on conflict (follows) do update set url = excluded.url returning code`);
  return toShortLink(ctx, { actor, requestMeta }, row!.code);
}

const toShortLink = (
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  code: string,
): string => `${playerBaseUrl(ctx, requestMeta, actor.linkHost)}/s/${code}`;

/** Returns the short link of a URL. The same URL always gets the same code. */
async function shorten(
  ctx: AppContext,
  tx: Tx,
  { actor, requestMeta }: Caller,
  url: string,
): Promise<string> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${url}, 47))`);
  const existing = await tx.first<{ code: string }>(
    sql`select code from short_links where md5(url) = md5(${url}) and url = ${url} and follows is null`,
  );
  const code = existing?.code ?? newShortCode();
  if (!existing) {
    await tx.run(sql`insert into short_links (code, url, account_id, created_at)
      values (${code}, ${url}, ${actor.id}, ${ctx.clock.now()})`);
    await recordEvent(tx, requestMeta, {
      kind: 'link-shortened',
      actorId: actor.id,
      after: { code, url },
    });
  }
  return toShortLink(ctx, { actor, requestMeta }, code);
}
