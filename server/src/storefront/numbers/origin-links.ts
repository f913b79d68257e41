/** Links of a seller with an origin, whose visits, tests and sales are counted apart. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  type createOriginLink as createDeclaration,
  type deleteOriginLink as deleteDeclaration,
  type listOriginLinks as listDeclaration,
  MAX_ORIGIN_LINKS,
} from '@ramal/contract/storefront/numbers';
import { suggestSlug } from '@ramal/contract/storefront/slug';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { pageCacheOf } from '../page/page-cache.ts';
import { readStorefront } from '../settings/storefronts.sql.ts';

interface LinkRow {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly createdAt: Date;
}

const toLink = ({ createdAt, ...row }: LinkRow, page: string) => ({
  ...row,
  url: `${page}?o=${row.code}`,
  createdTimestamp: unixSeconds(createdAt),
});

const pageUrl = async (ctx: AppContext, baseUrl: string, slug: string): Promise<string> =>
  `${await publicBaseUrl(ctx, baseUrl)}/loja/${slug}`;

export async function listOriginLinks(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const page = await readStorefront(ctx.db, actor.id);
  if (!page) return { links: [] };
  const rows = await ctx.db.many<LinkRow>(sql`
    select id, name, code, created_at from origin_links
    where account_id = ${actor.id} and deleted_at is null order by name, id`);
  const url = await pageUrl(ctx, requestMeta.baseUrl, page.slug);
  return { links: rows.map((row) => toLink(row, url)) };
}

export async function createOriginLink(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof createDeclaration>,
): Promise<HandlerResult<typeof createDeclaration>> {
  const page = (await readStorefront(ctx.db, actor.id)) ?? refuse('storefront_not_saved');
  const { name, code = suggestSlug(name) } = body;
  try {
    const row = await ctx.db.tx(async (tx) => {
      await tx.first(sql`select from storefronts where account_id = ${actor.id} for no key update`);
      const links = await tx.first<{ count: number }>(sql`
        select count(*)::int as count from origin_links where account_id = ${actor.id} and deleted_at is null`);
      if (links!.count >= MAX_ORIGIN_LINKS)
        refuse('origin_links_too_many', { values: { most: MAX_ORIGIN_LINKS } });
      await recordEvent(tx, requestMeta, {
        kind: 'origin-link-created',
        actorId: actor.id,
        after: { name, code },
      });
      return tx.first<LinkRow>(sql`
        insert into origin_links (account_id, code, name, created_at)
        values (${actor.id}, ${code}, ${name}, ${ctx.clock.now()}) returning id, name, code, created_at`);
    });
    pageCacheOf(ctx).invalidate(actor.id);
    const url = await pageUrl(ctx, requestMeta.baseUrl, page.slug);
    return { message: 'Link criado', link: toLink(row!, url) };
  } catch (error) {
    if (violatedConstraint(error) === 'origin_links_code_key') refuse('origin_link_taken');
    throw error;
  }
}

export async function deleteOriginLink(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof deleteDeclaration>,
): Promise<HandlerResult<typeof deleteDeclaration>> {
  await ctx.db.tx(async (tx) => {
    const link = await tx.first<{ name: string; code: string }>(sql`
      update origin_links set deleted_at = ${ctx.clock.now()}
      where id = ${params.id} and account_id = ${actor.id} and deleted_at is null returning name, code`);
    if (!link) refuse('origin_link_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'origin-link-deleted',
      actorId: actor.id,
      before: { ...link },
    });
  });
  pageCacheOf(ctx).invalidate(actor.id);
  return { message: 'Link excluído da lista' };
}
