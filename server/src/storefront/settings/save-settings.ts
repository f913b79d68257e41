/** Saves the caller's storefront with its tests and prices in one transaction. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import type {
  checkStorefrontSlug as slugDeclaration,
  saveStorefront as declaration,
} from '@ramal/contract/storefront/settings';
import {
  storefrontPlaceholders,
  storefrontTextLabels,
  storefrontTexts,
} from '@ramal/contract/storefront/settings';
import { MAX_FORMER_SLUGS } from '@ramal/contract/storefront/slug';
import { findUnknownPlaceholder, moneyText } from '@ramal/contract/rules/message';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx, violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { ensureOffers, saveSelfServiceSettings } from '../../offers/offers.ts';
import { storePlanPrices } from '../../payments/payments.ts';
import { pageCacheOf } from '../page/page-cache.ts';
import { getStorefront } from './read-settings.ts';
import { formerSince, isSlugFree, readStorefront } from './storefronts.sql.ts';

type SaveCall = Call<typeof declaration>;

export async function saveStorefront(
  ctx: AppContext,
  call: SaveCall,
): Promise<HandlerResult<typeof declaration>> {
  const { actor, body } = call;
  await refuseWrongFields(ctx, call);
  try {
    await ctx.db.tx((tx) => storeSettings(ctx, tx, call));
  } catch (error) {
    if (violatedConstraint(error) === 'storefronts_slug_key') refuseTakenSlug();
    throw error;
  }
  const contents = body.products.flatMap(({ platform, productId, months }) => [
    ...months.map((count) => ({ platform, productId, sells: { months: count } })),
    { platform, productId, sells: { testHours: body.tests.hours } },
  ]);
  await ensureOffers(ctx, actor.id, contents);
  pageCacheOf(ctx).invalidate(actor.id, body.slug);
  return { message: 'Página guardada', ...(await getStorefront(ctx, call)) };
}

const refuseTakenSlug = (): never =>
  refuse('storefront_slug_taken', { fields: { slug: 'Este endereço já é de outra revenda' } });

async function refuseWrongFields(
  ctx: AppContext,
  { actor, body, requestMeta }: SaveCall,
): Promise<void> {
  const { products, plans, maxTestsPerDay } = await getStorefront(ctx, { actor, requestMeta });
  const isSold = ({ platform, productId }: (typeof body.products)[number]) =>
    products.some((row) => row.platform === platform && row.productId === productId);
  const platformsOnce = new Set(body.products.map(({ platform }) => platform));
  const priceOf = (months: number) =>
    body.prices?.find((price) => price.months === months)?.priceCents ??
    plans.find((plan) => plan.months === months)?.priceCents ??
    null;
  const unpriced = body.products.some(({ months }) =>
    months.some((count) => priceOf(count) === null),
  );
  const pricedPlans = new Set(body.prices?.map(({ months }) => months));
  const low = body.prices?.find(({ months, priceCents }) => {
    const least = plans.find((plan) => plan.months === months)?.minPriceCents ?? null;
    return least !== null && priceCents < least;
  });
  const least = low && plans.find((plan) => plan.months === low.months)?.minPriceCents;
  const unknown = storefrontTexts
    .map((name) => ({
      name,
      placeholder: findUnknownPlaceholder(body.texts[name], storefrontPlaceholders),
    }))
    .find(({ placeholder }) => placeholder !== undefined);
  refuseFields({
    ...(body.products.every(isSold) && platformsOnce.size === body.products.length
      ? {}
      : { products: 'Escolha um pacote que exista na lista, um por plataforma.' }),
    ...(unpriced ? { products: 'Há um plano marcado sem preço.' } : {}),
    ...(pricedPlans.size === (body.prices ?? []).length
      ? {}
      : { prices: 'Há um plano com dois preços.' }),
    ...(least ? { prices: `O menor preço permitido é ${moneyText(least)}` } : {}),
    ...(maxTestsPerDay !== null && body.tests.perDay > maxTestsPerDay
      ? { tests: `Seu limite na conta é ${maxTestsPerDay}.` }
      : {}),
    ...(unknown
      ? { texts: `${storefrontTextLabels[unknown.name]}: {${unknown.placeholder}} não existe.` }
      : {}),
  });
}

async function storeSettings(ctx: AppContext, tx: Tx, call: SaveCall): Promise<void> {
  const { actor, body, requestMeta } = call;
  const now = ctx.clock.now();
  await tx.first(sql`select from accounts where id = ${actor.id} for no key update`);
  if (!(await isSlugFree(tx, { slug: body.slug, accountId: actor.id, now }))) refuseTakenSlug();
  const before = await readStorefront(tx, actor.id);
  const logo = body.logo === undefined ? (before?.logo ?? null) : body.logo;
  if (logo !== null && logo !== before?.logo) await refuseUnknownLogo(tx, actor.id, logo);
  if (body.prices && body.prices.length > 0) await storePlanPrices(tx, call, body.prices);
  const { perDay, from, until, hours, provesNumber } = body.tests;
  await saveSelfServiceSettings(tx, actor.id, {
    perDay,
    from,
    until,
    hours,
    products: body.products.map(({ platform, productId }) => ({ platform, productId })),
  });
  await tx.run(sql`
    delete from former_slugs
    where slug = ${body.slug} and (account_id = ${actor.id} or replaced_at <= ${formerSince(now)})`);
  if (before && before.slug !== body.slug)
    await tx.run(sql`
      insert into former_slugs (slug, account_id, replaced_at) values (${before.slug}, ${actor.id}, ${now})
      on conflict (slug) do update set account_id = excluded.account_id, replaced_at = excluded.replaced_at`);
  await tx.run(sql`
    delete from former_slugs where account_id = ${actor.id} and slug not in (
      select slug from former_slugs where account_id = ${actor.id}
      order by replaced_at desc, slug limit ${MAX_FORMER_SLUGS})`);
  await tx.run(
    combineCtes({
      page: upsertPage(actor.id, { ...body, logo }, { provesNumber, now }),
      event: insertEventCte(requestMeta, {
        kind: 'storefront-saved',
        actorId: actor.id,
        ...(before ? { before: { slug: before.slug, isOnline: before.isOnline } } : {}),
        after: { slug: body.slug, isOnline: body.isOnline, testsPerDay: perDay },
      }),
    }),
  );
}

/** Locks the picture, so that it is not deleted before the page uses it. */
async function refuseUnknownLogo(tx: Tx, accountId: number, name: string): Promise<void> {
  const picture = await tx.first(sql`
    select from brand_pictures where name = ${name} and uploaded_by = ${accountId} for key share`);
  if (!picture) refuse('picture_not_found');
}

const upsertPage = (
  accountId: number,
  body: SaveCall['body'],
  { provesNumber, now }: { readonly provesNumber: boolean; readonly now: Date },
) => sql`
  insert into storefronts (account_id, is_online, slug, name, sentence, accent, logo, products, proves_number, texts,
    channels, created_at, saved_at)
  values (${accountId}, ${body.isOnline}, ${body.slug}, ${body.name}, ${body.sentence}, ${body.accent}, ${body.logo},
    ${JSON.stringify(body.products)}::jsonb, ${provesNumber}, ${JSON.stringify(body.texts)}::jsonb,
    ${JSON.stringify(body.channels)}::jsonb, ${now}, ${now})
  on conflict (account_id) do update set is_online = excluded.is_online, slug = excluded.slug,
    name = excluded.name, sentence = excluded.sentence, accent = excluded.accent,
    logo = excluded.logo, products = excluded.products, proves_number = excluded.proves_number, texts = excluded.texts,
    channels = excluded.channels, saved_at = excluded.saved_at`;

export function createCheckSlug(ctx: AppContext) {
  const limiter = createRateLimiter(ctx, 'storefront-slug');
  return async ({
    actor,
    query,
  }: Call<typeof slugDeclaration>): Promise<HandlerResult<typeof slugDeclaration>> => {
    await consume(limiter, String(actor.id));
    const { slug } = query;
    const isFree = await isSlugFree(ctx.db, { slug, accountId: actor.id, now: ctx.clock.now() });
    return { isFree, reason: isFree ? '' : 'Este endereço já é de outra revenda' };
  };
}
