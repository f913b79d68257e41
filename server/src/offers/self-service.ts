/** Settings of a seller for the tests that strangers take. */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { type Offer, ensureOffers } from './offers.sql.ts';

export interface TestedProduct {
  readonly platform: PlatformKey;
  /** Package of IPTV, or product of P2P. */
  readonly productId: number;
}

export interface SelfServiceSettings {
  /** Maximum number of tests a day; 0 for none. */
  readonly perDay: number;
  /** Time of day of the installation's time zone, as `08:00`. Equal times mean the whole day. */
  readonly from: string;
  readonly until: string;
  /** Hours of a test. */
  readonly hours: number;
  /** Products that strangers may test. Empty for the first one that allows tests. */
  readonly products: readonly TestedProduct[];
}

/** The same values as the defaults of the table. */
export const defaultSelfService: SelfServiceSettings = {
  perDay: 20,
  from: '08:00',
  until: '23:00',
  hours: 6,
  products: [],
};

export const readSelfServiceSettings = async (
  reader: Reader,
  accountId: number,
): Promise<SelfServiceSettings> =>
  (await reader.first<SelfServiceSettings>(
    sql`
      select per_day, open_from as from, open_until as until, hours, products
      from self_service_settings where account_id = ${accountId}`,
    'prepared',
  )) ?? defaultSelfService;

/** Stores validated settings. The caller records the event, because a form saves more than these. */
export const saveSelfServiceSettings = async (
  tx: Tx,
  accountId: number,
  { perDay, from, until, hours, products }: SelfServiceSettings,
): Promise<void> => {
  await tx.run(sql`
    insert into self_service_settings (account_id, per_day, open_from, open_until, hours, products)
    values (${accountId}, ${perDay}, ${from}, ${until}, ${hours}, ${JSON.stringify(products)}::jsonb)
    on conflict (account_id) do update set per_day = excluded.per_day, open_from = excluded.open_from,
      open_until = excluded.open_until, hours = excluded.hours, products = excluded.products`);
};

/**
 * Returns an offer for each product that strangers may test. Empty if no package allows tests.
 */
export async function readTestOffers(ctx: AppContext, accountId: number): Promise<Offer[]> {
  const { products, hours } = await readSelfServiceSettings(ctx.db, accountId);
  const tested = products.length > 0 ? products : await readFirstProduct(ctx);
  const contents = tested.map((product) => ({ ...product, sells: { testHours: hours } }));
  return ensureOffers(ctx, accountId, contents);
}

async function readFirstProduct({ db }: AppContext): Promise<TestedProduct[]> {
  const first = await db.first<{ productId: number }>(
    sql`select id as product_id from packages where allows_tests order by id limit 1`,
    'prepared',
  );
  return first ? [{ platform: 'iptv', ...first }] : [];
}
