/** The group on Telegram and the portal's playlists: one address each, for everybody. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  savePortalLinks as savePortalDeclaration,
  saveTelegram as saveTelegramDeclaration,
} from '@ramal/contract/links';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { shorten } from './shorten-link.ts';

type Name = 'telegram' | 'm3u8' | 'ssiptv' | 'm3u8_short' | 'ssiptv_short';
type Links = Partial<Record<Name, string | undefined>>;

export async function readPublishedLinks(reader: Reader): Promise<Links> {
  const rows = await reader.many<{ name: Name; url: string }>(
    sql`select name, url from published_links`,
    'prepared',
  );
  return Object.fromEntries(rows.map(({ name, url }) => [name, url])) as Links;
}

export const telegramOf = ({ telegram = '' }: Links) => ({ link: telegram });

export const portalLinksOf = (links: Links) => ({
  m3u8: links.m3u8 ?? '',
  ssiptv: links.ssiptv ?? '',
  m3u8_encurtado: links.m3u8_short ?? '',
  ssiptv_encurtado: links.ssiptv_short ?? '',
});

export async function saveTelegram(
  ctx: AppContext,
  call: Call<typeof saveTelegramDeclaration>,
): Promise<HandlerResult<typeof saveTelegramDeclaration>> {
  const links = { telegram: call.body.link };
  await ctx.db.tx((tx) => publish(ctx, tx, call, links));
  return { ...telegramOf(links), message: 'Telegram publicado com sucesso!' };
}

export async function savePortalLinks(
  ctx: AppContext,
  call: Call<typeof savePortalDeclaration>,
): Promise<HandlerResult<typeof savePortalDeclaration>> {
  const { m3u8, ssiptv, m3u8_encurtado: m3u8Short, ssiptv_encurtado: ssiptvShort } = call.body;
  return ctx.db.tx(async (tx) => {
    const shortOf = async (url: string | undefined, written: string | undefined) =>
      url === undefined ? undefined : (written ?? (await shorten(ctx, tx, call, url)));
    const links = {
      m3u8,
      ssiptv,
      m3u8_short: await shortOf(m3u8, m3u8Short),
      ssiptv_short: await shortOf(ssiptv, ssiptvShort),
    };
    await publish(ctx, tx, call, links);
    return { ...portalLinksOf(links), message: 'Links publicados com sucesso!' };
  });
}

/** Those that are named and empty are taken out. */
async function publish(
  { clock }: AppContext,
  tx: Tx,
  { actor, requestMeta }: Caller,
  links: Links,
): Promise<void> {
  const names = Object.keys(links) as Name[];
  const kept = names.filter((name) => links[name] !== undefined);
  await tx.run(sql`delete from published_links where name = any(${names})`);
  await tx.run(sql`
    insert into published_links (name, url, published_at)
    select name, url, ${clock.now()}
    from unnest(${kept}::text[], ${kept.map((name) => links[name]!)}::text[]) as sent (name, url)`);
  await tx.run(
    insertEventCte(requestMeta, {
      kind: 'links-published',
      actorId: actor.id,
      accountId: actor.id,
      after: links,
    }),
  );
}
