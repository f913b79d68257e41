/** Reads the public page of a seller, as its visitors see it. */
import { floorCents } from '@ramal/contract/coupons/coupon-rules';
import type { StorefrontOffer, StorefrontPage } from '@ramal/contract/storefront/page';
import type { StorefrontChannel } from '@ramal/contract/storefront/settings';
import { planLabel, getPlanTerm } from '@ramal/contract/rules/plans';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { addDays, localDay, startOfDay, unixSeconds } from '../../foundation/clock.ts';
import { readLowestPrice, readTrialsADay } from '../../limits/limits.ts';
import { findBot, findNumber } from '../../messaging/messaging.ts';
import {
  ensureOffers,
  nextOpening,
  readAccountPublicId,
  readSelfServiceSettings,
  type SelfServiceSettings,
  trialsTakenToday,
} from '../../offers/offers.ts';
import { readPaymentKind, readPlanPrices } from '../../payments/payments.ts';
import { readOfferedReceiver } from '../../recurring-pix/recurring-pix.ts';
import { actAs } from '../../sessions/sessions.ts';
import { telegramChatUrl, whatsappChatUrl } from '../chat-links.ts';
import {
  findStorefront,
  readStorefront,
  type StoredStorefront,
} from '../settings/storefronts.sql.ts';
import { mayProveNumbers } from '../visitors/code-channel.ts';

export interface ReadPage {
  readonly accountId: number;
  readonly page: StorefrontPage;
  /** Codes of the seller's links, whose visits are counted by their origin. */
  readonly originCodes: ReadonlySet<string>;
}

/** Returns the page of a current or former slug. Undefined for an unknown slug. */
export async function readPage(ctx: AppContext, slug: string): Promise<ReadPage | undefined> {
  const stored = await findStorefront(ctx.db, slug, ctx.clock.now());
  return stored && describePage(ctx, stored, 'link');
}

/**
 * Returns what an account sells by a channel, from its page. Undefined if the account has saved no
 * page. The page is closed if this channel is off.
 */
export async function readPageOfAccount(
  ctx: AppContext,
  accountId: number,
  channel: StorefrontChannel,
): Promise<ReadPage | undefined> {
  const stored = await readStorefront(ctx.db, accountId);
  return stored && describePage(ctx, stored, channel);
}

async function describePage(
  ctx: AppContext,
  stored: StoredStorefront,
  channel: StorefrontChannel,
): Promise<ReadPage> {
  const { accountId } = stored;
  const [actor, seller, codes] = await Promise.all([
    actAs(ctx, accountId),
    ctx.db.first<{ whatsapp: string | null }>(sql`
      select whatsapp from accounts where id = ${accountId} and deleted_at is null`),
    ctx.db.many<{ code: string }>(
      sql`select code from origin_links where account_id = ${accountId} and deleted_at is null`,
    ),
  ]);
  const originCodes = new Set(codes.map(({ code }) => code));
  const isOpen = stored.isOnline && stored.channels[channel] && actor !== undefined;
  const page: StorefrontPage = {
    state: 'closed',
    slug: stored.slug,
    name: stored.name,
    sentence: stored.sentence,
    accent: stored.accent,
    logo: stored.logo ?? null,
    // The user name of the account is a part of its sign-in, so the page shows the chosen name.
    seller: seller ? { name: stored.name, whatsapp: seller.whatsapp } : null,
    products: [],
    tests: { hours: 0, pause: 'off', returnsTimestamp: null, codeBy: null },
    methods: [],
    sandbox: false,
    telegramUrl: null,
    whatsappUrl: null,
    recurring: null,
    coupon: null,
  };
  return {
    accountId,
    originCodes,
    page: isOpen ? { ...page, ...(await readOpenParts(ctx, stored, actor)), state: 'open' } : page,
  };
}

async function readOpenParts(ctx: AppContext, stored: StoredStorefront, actor: Actor) {
  const settings = await readSelfServiceSettings(ctx.db, stored.accountId);
  const [products, kind, cardKind, receiver, chats, wallet] = await Promise.all([
    readProducts(ctx, stored, settings),
    readPaymentKind(ctx, actor.id),
    readPaymentKind(ctx, actor.id, 'card'),
    readOfferedReceiver(ctx, actor.id),
    readChatUrls(ctx, stored, actor),
    ctx.db.first<{ balance: number }>(
      sql`select balance from wallets where account_id = ${actor.id} and kind = 'portal'`,
    ),
  ]);
  const offered = products.flatMap(({ offers }) => offers);
  const least = Math.min(...offered.map(({ months }) => getPlanTerm(months).hundredths));
  const hasMonth = offered.some(({ months }) => months === 1);
  const maySell = kind !== undefined && (wallet?.balance ?? 0) >= least;
  return {
    products,
    tests: await readTests(ctx, stored, actor, settings),
    methods: maySell
      ? (['pix', ...(cardKind === undefined ? [] : ['card'])] as ('pix' | 'card')[])
      : [],
    recurring: maySell && hasMonth && receiver !== undefined ? { receiver } : null,
    sandbox: kind === 'sandbox',
    ...chats,
  };
}

/** Returns the links to the seller's chats in the channels that are on. */
async function readChatUrls(
  { db }: AppContext,
  { accountId, channels, name }: StoredStorefront,
  { idFranchise }: Actor,
): Promise<Pick<StorefrontPage, 'telegramUrl' | 'whatsappUrl'>> {
  const [bot, number] = await Promise.all([
    channels.telegram ? findBot(db, idFranchise) : undefined,
    channels.whatsapp ? findNumber(db, idFranchise) : undefined,
  ]);
  if (!bot && !number) return { telegramUrl: null, whatsappUrl: null };
  const publicId = await readAccountPublicId(db, accountId);
  return {
    telegramUrl: bot ? telegramChatUrl(bot, { publicId }) : null,
    whatsappUrl: (number && whatsappChatUrl(number, { publicId, name })) ?? null,
  };
}

async function readProducts(
  ctx: AppContext,
  { accountId, products }: StoredStorefront,
  { hours }: SelfServiceSettings,
): Promise<StorefrontPage['products']> {
  const prices = await readPlanPrices(ctx.db, accountId);
  const lowest = await readLowestPrice(ctx.db, { id: accountId, profile: 'reseller' });
  // The prices may be older than the limit, or saved for the portal (Q-SALEPRICE).
  const allowed = prices.filter(
    ({ months, cents }) =>
      cents !== null &&
      (lowest === null || cents >= floorCents(getPlanTerm(months).hundredths, lowest)),
  );
  const sold = await Promise.all(
    products.map(async ({ platform, productId, months }) => {
      const facts = await describeProduct(ctx, platform, productId);
      // A deleted product is not offered, because its payment could not be delivered.
      if (!facts) return [];
      const priced = allowed.filter((price) => months.includes(price.months));
      const plans = await ensureOffers(
        ctx,
        accountId,
        priced.map((price) => ({ platform, productId, sells: { months: price.months } })),
      );
      const [test] = await ensureOffers(ctx, accountId, [
        { platform, productId, sells: { testHours: hours } },
      ]);
      return [
        {
          platform,
          label: platforms[platform].label,
          description: facts.description,
          hasAddress: platforms[platform].plays,
          offers: priced.map(({ months: count, cents }, place): StorefrontOffer => ({
            id: plans[place]!.publicId,
            months: count,
            label: planLabel(count),
            priceCents: cents!,
            listCents: null,
            bonusDays: 0,
            monthCents: count === 1 ? null : Math.round(cents! / count),
          })),
          testId: facts.allowsTests ? test!.publicId : null,
        },
      ];
    }),
  );
  return sold.flat();
}

/** Returns undefined for a product that no longer exists. */
async function describeProduct(
  { db, config }: AppContext,
  platform: PlatformKey,
  productId: number,
): Promise<{ description: string; allowsTests: boolean } | undefined> {
  if (platforms[platform].sells === 'products') {
    const product = config.p2pProducts.find(({ id }) => id === productId);
    return product && { description: product.name, allowsTests: true };
  }
  const row = await db.first<{ name: string; screens: number; allowsTests: boolean }>(
    sql`select name, max_connections as screens, allows_tests from packages where id = ${productId}`,
  );
  return (
    row && {
      description: `${screensText(row.screens)}, ${row.name}`,
      allowsTests: row.allowsTests,
    }
  );
}

function screensText(screens: number): string {
  if (screens === 0) return 'Telas à vontade';
  return screens === 1 ? '1 tela' : `${screens} telas`;
}

async function readTests(
  ctx: AppContext,
  stored: StoredStorefront,
  actor: Actor,
  settings: SelfServiceSettings,
): Promise<StorefrontPage['tests']> {
  const { hours, perDay } = settings;
  const now = ctx.clock.now();
  const [most, taken, provesNumber] = await Promise.all([
    readTrialsADay(ctx.db, actor),
    ctx.db.first<{ today: number }>(sql`select ${trialsTakenToday(ctx, actor.id)} as today`),
    stored.provesNumber ? mayProveNumbers(ctx, actor.idFranchise) : false,
  ]);
  const codeBy = provesNumber ? ('whatsapp' as const) : null;
  if (perDay === 0 || most === 0 || !actor.flags.has('tests'))
    return { hours, pause: 'off', returnsTimestamp: null, codeBy };
  const opening = nextOpening(ctx, settings, now);
  if (opening > now)
    return { hours, pause: 'outside-hours', returnsTimestamp: unixSeconds(opening), codeBy };
  if (taken!.today < perDay) return { hours, pause: null, returnsTimestamp: null, codeBy };
  const { timeZone } = ctx.clock;
  const tomorrow = startOfDay(addDays(localDay(now, timeZone), 1), timeZone);
  const returns = unixSeconds(nextOpening(ctx, settings, tomorrow));
  return { hours, pause: 'day-full', returnsTimestamp: returns, codeBy };
}
