/** Lists what the account sells: each product with the months of the plans and the hours of tests. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listSigmaPackages } from '@ramal/contract/sigma/sigma';
import { getPlanTerm, planLabel, planMonths } from '@ramal/contract/rules/plans';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { TEST_HOURS } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import type { Call } from '../foundation/http/bind.ts';
import { readOpenPlatforms } from '../limits/limits.ts';
import { mayCreateTrials } from '../lines/lines.ts';
import { ensureOffers, type Offer, type OfferContent } from '../offers/offers.ts';
import { readPlanPrices } from '../payments/payments.ts';

interface SoldProduct {
  readonly platform: PlatformKey;
  readonly productId: number;
  readonly name: string;
  readonly connections: number;
  readonly allowsTests: boolean;
}

type Package = HandlerResult<typeof listSigmaPackages>['data'][number];

export async function listPackages(
  ctx: AppContext,
  { actor }: Call<typeof listSigmaPackages>,
): Promise<HandlerResult<typeof listSigmaPackages>> {
  const [products, prices] = await Promise.all([
    readSoldProducts(ctx, actor),
    readPlanPrices(ctx.db, actor.id),
  ]);
  const contents = products.flatMap((product) => contentsOf(actor, product));
  const offers = await ensureOffers(ctx, actor.id, contents);
  const cents = new Map(prices.map((price) => [price.months, price.cents ?? 0]));
  return {
    data: offers.map((offer) => {
      const product = products.find(
        ({ platform, productId }) => platform === offer.platform && productId === offer.productId,
      )!;
      return toPackage(offer, product, cents);
    }),
  };
}

/** Returns the products of the platforms that are open to the account. */
async function readSoldProducts({ db, config }: AppContext, actor: Actor): Promise<SoldProduct[]> {
  const open = (await readOpenPlatforms(db, actor)).filter((key) => {
    const { flag, grants } = platforms[key];
    return actor.flags.has(flag) && grants.every((grant) => actor.grants.has(grant));
  });
  const packages = await db.many<Omit<SoldProduct, 'platform'>>(sql`
    select id as product_id, name, max_connections as connections, allows_tests from packages order by id`);
  const products = config.p2pProducts.map(({ id, name }) => ({
    productId: id,
    name,
    connections: 1,
    allowsTests: true,
  }));
  return open.flatMap((platform) =>
    (platforms[platform].sells === 'packages' ? packages : products).map((product) => ({
      ...product,
      platform,
    })),
  );
}

function contentsOf(
  actor: Actor,
  { platform, productId, allowsTests }: SoldProduct,
): OfferContent[] {
  const isTested = allowsTests && mayCreateTrials(actor, platforms[platform]);
  return [
    ...planMonths.map((months) => ({ platform, productId, sells: { months } })),
    ...(isTested ? TEST_HOURS : []).map((testHours) => ({
      platform,
      productId,
      sells: { testHours },
    })),
  ];
}

function toPackage(
  { publicId, platform, sells }: Offer,
  { name, connections }: SoldProduct,
  cents: ReadonlyMap<number, number>,
): Package {
  const label = platform === 'iptv' ? name : `${platforms[platform].label} ${name}`;
  if ('months' in sells)
    return {
      id: publicId,
      name: `${label} - ${planLabel(sells.months)}`,
      duration: sells.months,
      durationIn: 'MONTHS',
      planPrice: cents.get(sells.months) ?? 0,
      credits: getPlanTerm(sells.months).credits,
      connections,
      isTrial: 'NO',
    };
  return {
    id: publicId,
    name: `${label} - Teste ${sells.testHours} h`,
    duration: sells.testHours,
    durationIn: 'HOURS',
    planPrice: 0,
    credits: 0,
    connections,
    isTrial: 'YES',
  };
}
