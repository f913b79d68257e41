/** The Telegram channel and the playlists of the portal: one URL each, for all accounts. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  PortalLinksBody,
  savePortalLinks as savePortalDeclaration,
  saveTelegram as saveTelegramDeclaration,
} from '@ramal/contract/links';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { shortenPortalLink } from './shorten-link.ts';

const lists = ['m3u8', 'ssiptv'] as const;
type List = (typeof lists)[number];
type Name = 'telegram' | List | `${List}_short`;

interface PublishedLink {
  name: Name;
  url: string;
  /** True for a short link that the server created. */
  isAutomatic: boolean;
}

type Links = Partial<Record<Name, string>>;

const readRows = (reader: Reader): Promise<PublishedLink[]> =>
  reader.many<PublishedLink>(
    sql`select p.name, p.url, coalesce(p.url like '%/s/' || s.code, false) as is_automatic
        from published_links p left join short_links s on s.follows || '_short' = p.name`,
    'prepared',
  );

const toLinks = (rows: readonly PublishedLink[]): Links =>
  Object.fromEntries(rows.map(({ name, url }) => [name, url]));

export async function readPublishedLinks(reader: Reader): Promise<Links> {
  return toLinks(await readRows(reader));
}

export async function getTelegram({ db }: AppContext): Promise<{ link: string }> {
  return { link: (await readPublishedLinks(db)).telegram ?? '' };
}

export async function getPortalLinks({ db }: AppContext) {
  return serializePortalLinks(await readRows(db));
}

function serializePortalLinks(rows: readonly PublishedLink[]) {
  const links = toLinks(rows);
  const isAutomatic = (list: List) =>
    rows.some((row) => row.name === `${list}_short` && row.isAutomatic);
  return {
    m3u8: links.m3u8 ?? '',
    ssiptv: links.ssiptv ?? '',
    m3u8Encurtado: links.m3u8_short ?? '',
    ssiptvEncurtado: links.ssiptv_short ?? '',
    automatic: { m3u8: isAutomatic('m3u8'), ssiptv: isAutomatic('ssiptv') },
  };
}

export async function saveTelegram(
  ctx: AppContext,
  call: Call<typeof saveTelegramDeclaration>,
): Promise<HandlerResult<typeof saveTelegramDeclaration>> {
  const { link } = call.body;
  await ctx.db.tx((tx) => publish(ctx, tx, call, { telegram: link }));
  return { link: link ?? '', message: 'Telegram publicado com sucesso!' };
}

export async function savePortalLinks(
  ctx: AppContext,
  call: Caller,
  body: PortalLinksBody,
): Promise<HandlerResult<typeof savePortalDeclaration>> {
  return ctx.db.tx(async (tx) => {
    await tx.run(sql`lock table published_links in share row exclusive mode`);
    const rows = await readRows(tx);
    const changes: Changes = {};
    for (const list of lists) {
      const stored = {
        long: rows.find(({ name }) => name === list)?.url,
        short: rows.find(({ name }) => name === `${list}_short`),
      };
      const sent = { long: body[list], short: body[`${list}Encurtado`] };
      Object.assign(changes, await changeList({ ctx, tx, call, list, stored, sent }));
    }
    await publish(ctx, tx, call, changes);
    return {
      ...serializePortalLinks(await readRows(tx)),
      message: 'Links publicados com sucesso!',
    };
  });
}

/** New URLs by name; null removes the URL. */
type Changes = Partial<Record<Name, string | null>>;

interface ListChange {
  ctx: AppContext;
  tx: Tx;
  call: Caller;
  list: List;
  stored: { long: string | undefined; short: PublishedLink | undefined };
  sent: { long: string | null | undefined; short: string | null | undefined };
}

/**
 * Returns the new addresses of one list. If the form sends an automatic short link again, the short
 * link remains automatic.
 */
async function changeList({ ctx, tx, call, list, stored, sent }: ListChange): Promise<Changes> {
  if (sent.long === undefined && sent.short === undefined) return {};
  const long = sent.long === undefined ? stored.long : (sent.long ?? undefined);
  const isTyped =
    sent.short === undefined
      ? stored.short !== undefined && !stored.short.isAutomatic
      : sent.short !== null && !(stored.short?.isAutomatic && stored.short.url === sent.short);
  const typed = isTyped ? (sent.short ?? stored.short?.url) : undefined;
  const short =
    typed ?? (long === undefined ? null : await shortenPortalLink(ctx, tx, call, { list, long }));
  return { [list]: long ?? null, [`${list}_short`]: long === undefined ? null : short };
}

async function publish(
  { clock }: AppContext,
  tx: Tx,
  { actor, requestMeta }: Caller,
  changes: Changes,
): Promise<void> {
  const names = Object.keys(changes) as Name[];
  const published = names.filter((name) => changes[name] !== null);
  await tx.run(sql`delete from published_links where name = any(${names})`);
  await tx.run(sql`
    insert into published_links (name, url, published_at)
    select name, url, ${clock.now()}
    from unnest(${published}::text[], ${published.map((name) => changes[name]!)}::text[]) as sent (name, url)`);
  await recordEvent(tx, requestMeta, {
    kind: 'links-published',
    actorId: actor.id,
    after: changes,
  });
}
