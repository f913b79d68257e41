/** Reads and creates offers. An offer never changes, so the same content always has the same id. */
import type { PlanMonths } from '@ramal/contract/rules/plans';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { ProductChoice } from '../lines/lines.ts';
import { newPublicId } from './public-ids.ts';

export interface OfferContent {
  readonly platform: PlatformKey;
  /** Package of IPTV, or product of P2P. */
  readonly productId: number;
  readonly sells: { readonly months: PlanMonths } | { readonly testHours: number };
}

export interface Offer extends OfferContent {
  readonly id: number;
  readonly publicId: string;
  readonly accountId: number;
}

interface OfferRow {
  readonly id: number;
  readonly publicId: string;
  readonly accountId: number;
  readonly platform: PlatformKey;
  readonly productId: number;
  readonly months: PlanMonths | null;
  readonly testHours: number | null;
}

const columns = sql`o.id, o.public_id, o.account_id, o.platform, o.product_id, o.months, o.test_hours`;

const toOffer = ({ months, testHours, ...row }: OfferRow): Offer => ({
  ...row,
  sells: months === null ? { testHours: testHours! } : { months },
});

/** Product of an offer in the form that the use cases of lines expect. */
export const toProductChoice = ({ platform, productId }: OfferContent): ProductChoice =>
  platforms[platform].sells === 'packages' ? { packageId: productId } : { productId };

/** Returns the offers of a seller with these contents, in their order, and creates missing ones. */
export async function ensureOffers(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  accountId: number,
  contents: readonly OfferContent[],
): Promise<Offer[]> {
  if (contents.length === 0) return [];
  const wanted = contents.map(({ platform, productId, sells }) => ({
    public_id: newPublicId(),
    platform,
    product_id: productId,
    months: 'months' in sells ? sells.months : null,
    test_hours: 'testHours' in sells ? sells.testHours : null,
  }));
  const read = () =>
    db.many<OfferRow>(sql`
      with ${wantedCte(wanted)}
      select ${columns} from wanted w join offers o on o.account_id = ${accountId}
        and o.platform = w.platform and o.product_id = w.product_id
        and o.months is not distinct from w.months
        and o.test_hours is not distinct from w.test_hours
      order by w.place`);
  const existing = await read();
  if (existing.length === contents.length) return existing.map(toOffer);
  await db.tx((tx) =>
    tx.run(sql`
      with ${wantedCte(wanted)}
      insert into offers (public_id, account_id, platform, product_id, months, test_hours, created_at)
      select public_id, ${accountId}, platform, product_id, months, test_hours, ${clock.now()}
      from wanted order by place
      on conflict on constraint offers_once do nothing`),
  );
  return (await read()).map(toOffer);
}

const wantedCte = (wanted: readonly object[]) => sql`
  wanted as (
    select row_number() over () as place, w.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (
      public_id text, platform text, product_id bigint, months smallint, test_hours smallint))`;

export async function findOffer(
  reader: Reader,
  accountId: number,
  publicId: string,
): Promise<Offer | undefined> {
  const row = await reader.first<OfferRow>(
    sql`select ${columns} from offers o where o.public_id = ${publicId} and o.account_id = ${accountId}`,
    'prepared',
  );
  return row && toOffer(row);
}

/** Offer by its internal id, for rows that refer to one. */
export async function getOffer(reader: Reader, id: number): Promise<Offer> {
  const row = await reader.first<OfferRow>(
    sql`select ${columns} from offers o where o.id = ${id}`,
    'prepared',
  );
  return toOffer(row!);
}
