/** Chatbot addresses of a seller: created, listed, edited and revoked by the seller only. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { sellers } from '@ramal/contract/api/access';
import {
  type ChatbotAddress,
  type createChatbotAddress,
  type editChatbotAddress,
  type listChatbotAddresses,
  MAX_CHATBOT_ADDRESSES,
  type revokeChatbotAddress,
} from '@ramal/contract/storefront/chatbot';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import sql, { empty, type Sql } from 'sql-template-tag';
import { publicBaseUrl } from '../brands/brands.ts';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { checkAccess } from '../foundation/http/call-access.ts';
import { productName } from '../lines/lines.ts';
import {
  addressTrialsToday,
  ensureOffers,
  newPublicId,
  type Offer,
  readAccountPublicId,
  readTestOffers,
} from '../offers/offers.ts';

interface AddressRow {
  readonly id: number;
  readonly publicId: string;
  readonly accountPublicId: string;
  readonly platform: PlatformKey;
  readonly productId: number;
  readonly packageName: string | null;
  readonly testHours: number;
  readonly perDay: number;
  readonly today: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const readAddresses = (
  ctx: AppContext,
  reader: Reader,
  accountId: number,
  also: Sql = empty,
): Promise<AddressRow[]> =>
  reader.many(sql`
    select c.id, c.public_id, p.public_id as account_public_id, o.platform, o.product_id, o.test_hours,
      k.name as package_name, c.tests_a_day as per_day, c.created_at, c.last_used_at,
      ${addressTrialsToday(ctx, sql`c.id`)} as today
    from chatbot_addresses c join offers o on o.id = c.offer_id
      join account_public_ids p on p.account_id = c.account_id
      left join packages k on o.platform = 'iptv' and k.id = o.product_id
    where c.account_id = ${accountId} and c.revoked_at is null ${also}
    order by c.id`);

async function toAddress(
  ctx: AppContext,
  { requestMeta }: { readonly requestMeta: RequestMeta },
  row: AddressRow,
): Promise<ChatbotAddress> {
  const { platform, productId } = row;
  const isPackage = platforms[platform].sells === 'packages';
  const base = await publicBaseUrl(ctx, requestMeta.baseUrl);
  return {
    id: row.id,
    url: `${base}/api/chatbot/${row.accountPublicId}/${row.publicId}`,
    platform,
    productName: productName(ctx, {
      packageId: isPackage ? productId : null,
      packageName: isPackage ? (row.packageName ?? 'Pacote excluído') : null,
      bouquetIds: [],
      productId: isPackage ? null : productId,
    }),
    testHours: row.testHours,
    perDay: row.perDay,
    today: row.today,
    createdAtTimestamp: unixSeconds(row.createdAt),
    lastUsedAtTimestamp: row.lastUsedAt && unixSeconds(row.lastUsedAt),
  };
}

export async function listAddresses(
  ctx: AppContext,
  call: Call<typeof listChatbotAddresses>,
): Promise<HandlerResult<typeof listChatbotAddresses>> {
  const rows = await readAddresses(ctx, ctx.db, call.actor.id);
  return { data: await Promise.all(rows.map((row) => toAddress(ctx, call, row))) };
}

export async function createAddress(
  ctx: AppContext,
  call: Call<typeof createChatbotAddress>,
): Promise<HandlerResult<typeof createChatbotAddress>> {
  const { actor, body, requestMeta } = call;
  const offer = await chooseOffer(ctx, call);
  const row = await ctx.db.tx(async (tx) => {
    await tx.run(sql`select from accounts where id = ${actor.id} for no key update`);
    await readAccountPublicId(tx, actor.id);
    if ((await readAddresses(ctx, tx, actor.id)).length >= MAX_CHATBOT_ADDRESSES)
      refuse('chatbot_addresses_too_many', { values: { most: MAX_CHATBOT_ADDRESSES } });
    const created = await tx.first<{ id: number }>(sql`
      insert into chatbot_addresses (public_id, account_id, offer_id, tests_a_day, created_at)
      values (${newPublicId()}, ${actor.id}, ${offer.id}, ${body.perDay}, ${ctx.clock.now()})
      returning id`);
    await recordEvent(tx, requestMeta, {
      kind: 'chatbot-address-created',
      actorId: actor.id,
      after: { address: created!.id, platform: offer.platform, perDay: body.perDay },
    });
    return (await readAddresses(ctx, tx, actor.id, sql`and c.id = ${created!.id}`))[0]!;
  });
  return { ...(await toAddress(ctx, call, row)), message: 'Endereço criado' };
}

/** Returns the offer of the body, or the test of the sales page for what the body leaves out. */
async function chooseOffer(
  ctx: AppContext,
  { actor, body: { platform, productId, testHours } }: Call<typeof createChatbotAddress>,
): Promise<Offer> {
  const offered = await readTestOffers(ctx, actor.id);
  const base = offered.find((offer) => !platform || offer.platform === platform);
  const chosen = {
    platform: platform ?? base?.platform ?? 'iptv',
    productId: productId ?? base?.productId ?? refuseUnknown(),
    sells: { testHours: testHours ?? hoursOf(base) },
  };
  const { flag, grants } = platforms[chosen.platform];
  checkAccess({ access: { profiles: sellers, flag, grants } }, actor);
  if (!(await servesTests(ctx, chosen))) refuseUnknown();
  const [offer] = await ensureOffers(ctx, actor.id, [chosen]);
  return offer!;
}

const DEFAULT_HOURS = 6;

const hoursOf = (offer: Offer | undefined): number =>
  offer && 'testHours' in offer.sells ? offer.sells.testHours : DEFAULT_HOURS;

const servesTests = async (
  { db, config }: AppContext,
  { platform, productId }: Pick<Offer, 'platform' | 'productId'>,
): Promise<boolean> =>
  platforms[platform].sells === 'packages'
    ? (await db.first(sql`select from packages where id = ${productId} and allows_tests`)) !==
      undefined
    : config.p2pProducts.some(({ id }) => id === productId);

const refuseUnknown = (): never =>
  refuse('package_unknown', { fields: { productId: 'Escolha um que exista na lista.' } });

export async function editAddress(
  ctx: AppContext,
  call: Call<typeof editChatbotAddress>,
): Promise<HandlerResult<typeof editChatbotAddress>> {
  const { actor, params, body, requestMeta } = call;
  const row = await ctx.db.tx(async (tx) => {
    const edited = await tx.run(sql`
      update chatbot_addresses set tests_a_day = ${body.perDay}
      where id = ${params.id} and account_id = ${actor.id} and revoked_at is null`);
    if (edited === 0) refuse('chatbot_address_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'chatbot-address-edited',
      actorId: actor.id,
      after: { address: params.id, perDay: body.perDay },
    });
    return (await readAddresses(ctx, tx, actor.id, sql`and c.id = ${params.id}`))[0]!;
  });
  return { ...(await toAddress(ctx, call, row)), message: 'Endereço guardado' };
}

export async function revokeAddress(
  { db, clock }: AppContext,
  { actor, params, requestMeta }: Call<typeof revokeChatbotAddress>,
): Promise<HandlerResult<typeof revokeChatbotAddress>> {
  await db.tx(async (tx) => {
    const revoked = await tx.run(sql`
      update chatbot_addresses set revoked_at = ${clock.now()}
      where id = ${params.id} and account_id = ${actor.id} and revoked_at is null`);
    if (revoked === 0) refuse('chatbot_address_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'chatbot-address-revoked',
      actorId: actor.id,
      before: { address: params.id },
    });
  });
  return { id: params.id, message: 'Endereço revogado' };
}
