/**
 * Texts with links of apps. A franchise without its own texts gets the general texts, which are
 * stored under franchise 0 (Q-FRANCHSCOPE).
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  AppLinkType,
  getAppLinks as readDeclaration,
  getLinksInfo as infoDeclaration,
  saveAppLinks as saveDeclaration,
} from '@ramal/contract/links';
import sql, { type Sql } from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import { recordEvent } from '../events/events.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { hasText, safeHtml } from '../foundation/safe-html.ts';
import { playerBaseUrl } from '../player/player.ts';
import { defaultTexts } from './default-texts.ts';

const EVERYBODY = 0;

interface Row {
  readonly type: AppLinkType;
  readonly franchiseId: number;
  readonly html: string;
  readonly publishedAt: Date;
}

type AppLinkTexts = ReadonlyMap<AppLinkType, Row>;

const textsFor = (idFranchise: number | null): Sql => sql`
  select distinct on (type) type, franchise_id, html, published_at
  from app_links where franchise_id in (${EVERYBODY}, ${idFranchise ?? EVERYBODY})
  order by type, franchise_id desc`;

/** Column: the texts for a franchise; null without any. */
export const appLinksColumn = (idFranchise: number | null): Sql =>
  sql`(select json_agg(json_build_object('type', type, 'html', html)) from (${textsFor(idFranchise)}) texts)`;

export async function readAppLinks(
  reader: Reader,
  idFranchise: number | null,
): Promise<AppLinkTexts> {
  const rows = await reader.many<Row>(textsFor(idFranchise), 'prepared');
  return new Map(rows.map((row) => [row.type, row]));
}

export async function getAppLinks(
  ctx: AppContext,
  { actor, query, requestMeta }: Call<typeof readDeclaration>,
): Promise<HandlerResult<typeof readDeclaration>> {
  const franchise = query.idFranchise ?? null;
  const idFranchise = actor.profile === 'admin' ? franchise : actor.idFranchise;
  const texts = await readAppLinks(ctx.db, idFranchise);
  const defaults = defaultTexts(playerBaseUrl(ctx, requestMeta, actor.linkHost));
  // If New P2P has no text of its own, the text of P2P is used.
  const fallback = query.type === 3 ? texts.get(2)?.html : undefined;
  return {
    ...onWire(ctx, texts, query.type, idFranchise),
    defaultLinks: fallback ?? defaults[query.type],
    franchises: actor.profile === 'admin' ? [...(await brandsOf(ctx).franchises())] : [],
  };
}

export async function getLinksInfo(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof infoDeclaration>,
): Promise<HandlerResult<typeof infoDeclaration>> {
  const texts = await readAppLinks(ctx.db, actor.idFranchise);
  const defaults = defaultTexts(playerBaseUrl(ctx, requestMeta, actor.linkHost));
  const html = (type: 1 | 2 | 5 | 6 | 7) => texts.get(type)?.html ?? defaults[type];
  const showsXcloud = actor.flags.has('xcloud');
  return {
    1: html(1),
    2: html(2),
    5: html(5),
    6: html(6),
    ...(showsXcloud ? { 7: html(7) } : {}),
    'disable-xcloud': showsXcloud ? 0 : 1,
  };
}

export async function saveAppLinks(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const idFranchise = franchiseOf(actor, body.idFranchise);
  const html = await safeHtml(body.links ?? '');
  const key = sql`type = ${body.type} and franchise_id = ${idFranchise ?? EVERYBODY}`;
  const texts = await ctx.db.tx(async (tx) => {
    await tx.run(
      hasText(html)
        ? sql`insert into app_links (type, franchise_id, html, published_at)
              values (${body.type}, ${idFranchise ?? EVERYBODY}, ${html}, ${ctx.clock.now()})
              on conflict (type, franchise_id)
              do update set html = excluded.html, published_at = excluded.published_at`
        : sql`delete from app_links where ${key}`,
    );
    await recordEvent(tx, requestMeta, {
      kind: 'links-published',
      actorId: actor.id,
      after: { type: body.type, franchise: idFranchise },
    });
    return readAppLinks(tx, idFranchise);
  });
  return {
    ...onWire(ctx, texts, body.type, idFranchise),
    message: 'Links publicados com sucesso!',
  };
}

/**
 * Returns the franchise whose texts are changed. An admin changes the texts of one franchise or of
 * all. A franchise changes only its own texts, whatever id it sends.
 */
function franchiseOf(actor: Actor, sent: number | undefined): number | null {
  if (actor.profile === 'admin') return sent ?? null;
  return actor.idFranchise ?? refuse('forbidden');
}

function onWire(
  { clock }: AppContext,
  texts: AppLinkTexts,
  type: AppLinkType,
  idFranchise: number | null,
) {
  const row = texts.get(type);
  return {
    links: row?.html ?? '',
    type,
    idFranchise,
    inherited: idFranchise !== null && row?.franchiseId !== idFranchise,
    dateFormatted: row ? formatDateTime(row.publishedAt, clock.timeZone) : null,
  };
}
