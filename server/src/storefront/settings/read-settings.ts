/** Settings of the caller's storefront, with everything that their form shows. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  defaultStorefrontTexts,
  type getStorefront as declaration,
  type getStorefrontToday as todayDeclaration,
  type StorefrontSettings,
  storefrontChannels,
} from '@ramal/contract/storefront/settings';
import { suggestSlug } from '@ramal/contract/storefront/slug';
import { DEFAULT_TEST_HOURS, TEST_HOURS } from '@ramal/contract/rules/terms';
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { brandsOf, publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Actor, type Caller, reachedHost } from '../../foundation/caller.ts';
import { localDay, startOfDay } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readOpenPlatforms, readTrialsADay } from '../../limits/limits.ts';
import { findBot, findNumber } from '../../messaging/messaging.ts';
import { readSelfServiceSettings } from '../../offers/offers.ts';
import { readPaymentKind } from '../../payments/payments.ts';
import { readOfferState } from '../../recurring-pix/recurring-pix.ts';
import { mayProveNumbers } from '../visitors/code-channel.ts';
import { readPlanRows } from './plan-rows.ts';
import { isSlugFree, readStorefront, type StoredStorefront } from './storefronts.sql.ts';

type State = HandlerResult<typeof declaration>;

export async function getStorefront(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<State> {
  const { db } = ctx;
  const stored = await readStorefront(db, actor.id);
  const [tests, products, base] = await Promise.all([
    readSelfServiceSettings(db, actor.id),
    listProducts(ctx, actor),
    publicBaseUrl(ctx, requestMeta.baseUrl),
  ]);
  const { perDay, from, until } = tests;
  const hours = TEST_HOURS.find((length) => length === tests.hours) ?? DEFAULT_TEST_HOURS;
  const testFields = { perDay, from, until, hours, provesNumber: stored?.provesNumber ?? true };
  const settings = stored ? { ...toSettings(stored), tests: testFields } : null;
  const [plans, maxTestsPerDay, kind, recurring, wallet, mayProveNumber, today] = await Promise.all(
    [
      readPlanRows(db, actor),
      readTrialsADay(db, actor),
      readPaymentKind(ctx, actor.id),
      readOfferState(ctx, actor.id),
      db.first<{ balance: number }>(
        sql`select balance from wallets where account_id = ${actor.id} and kind = 'portal'`,
      ),
      mayProveNumbers(ctx, actor.idFranchise),
      getStorefrontToday(ctx, { actor }),
    ],
  );
  const first = products[0];
  const priced = plans.filter(({ priceCents }) => priceCents !== null);
  return {
    settings,
    suggested: settings ?? {
      ...(await suggestSettings(ctx, actor, reachedHost(requestMeta))),
      products: first ? [{ ...first, months: priced.map(({ months }) => months) }] : [],
      tests: testFields,
    },
    addressBase: `${base}/loja/`,
    plans,
    products,
    maxTestsPerDay,
    takesPayments: kind !== undefined,
    recurring,
    portalHundredths: wallet?.balance ?? 0,
    mayProveNumber,
    today,
  };
}

const toSettings = ({
  accountId: _account,
  provesNumber: _proves,
  ...settings
}: StoredStorefront): Omit<StorefrontSettings, 'tests'> => settings;

async function suggestSettings(
  ctx: AppContext,
  { id }: Actor,
  host: string,
): Promise<Omit<StorefrontSettings, 'products' | 'tests'>> {
  // The user name of the account is a part of its sign-in, so it is never suggested.
  const { name } = await brandsOf(ctx).forHost(host);
  const slug = suggestSlug(name);
  const isFree = await isSlugFree(ctx.db, { slug, accountId: id, now: ctx.clock.now() });
  return {
    isOnline: true,
    slug: isFree ? slug : suggestSlug(`${name.slice(0, 18)}-${id}`),
    name,
    sentence: 'Canais, filmes e séries na TV que você já tem',
    accent: null,
    logo: null,
    texts: defaultStorefrontTexts,
    channels: { link: true, telegram: true, whatsapp: true },
  };
}

/** Lists the packages and products that the account may offer. */
async function listProducts(
  { db, config }: AppContext,
  actor: Actor,
): Promise<{ platform: PlatformKey; productId: number; label: string }[]> {
  const open = await readOpenPlatforms(db, actor);
  const packages = await db.many<{ productId: number; label: string }>(
    sql`select id as product_id, name as label from packages order by allows_tests desc, id`,
  );
  return platformKeys
    .filter((key) => open.includes(key) && isEnabled(actor, key))
    .flatMap((platform) =>
      platforms[platform].sells === 'packages'
        ? packages.map((row) => ({ platform, ...row }))
        : config.p2pProducts.map(({ id, name }) => ({ platform, productId: id, label: name })),
    );
}

function isEnabled({ flags, grants }: Actor, key: PlatformKey): boolean {
  const { flag, grants: needed } = platforms[key];
  return (!flag || flags.has(flag)) && (needed ?? []).every((grant) => grants.has(grant));
}

export async function getStorefrontToday(
  ctx: AppContext,
  { actor }: Pick<Call<typeof todayDeclaration>, 'actor'>,
): Promise<HandlerResult<typeof todayDeclaration>> {
  const { clock, db } = ctx;
  const midnight = startOfDay(localDay(clock.now(), clock.timeZone), clock.timeZone);
  const [requests, sales, number, bot] = await Promise.all([
    db.many<{ channel: string; tests: number }>(sql`
      select channel, count(*)::int as tests from trial_requests
      where account_id = ${actor.id} and at >= ${midnight} and result = 'taken' group by 1`),
    db.first<{ sales: number }>(sql`
      select count(*)::int as sales from charges
      where account_id = ${actor.id} and purpose = 'sale' and paid_at >= ${midnight}
        and state in ('paid', 'settled')`),
    findNumber(db, actor.idFranchise),
    findBot(db, actor.idFranchise),
  ]);
  const names = {
    link: '',
    telegram: bot ? `@${bot.username}` : '',
    whatsapp: number ? number.displayNumber || number.phoneNumberId : '',
  };
  return {
    tests: requests.reduce((total, { tests }) => total + tests, 0),
    sales: sales!.sales,
    channels: storefrontChannels.map((channel) => ({
      channel,
      isConnected: channel === 'link' || names[channel] !== '',
      name: names[channel],
      testsToday: requests.find((row) => row.channel === channel)?.tests ?? 0,
    })),
  };
}
