/** Reads the stored settings of storefronts. */
import {
  defaultStorefrontTexts,
  type StorefrontSettings,
} from '@ramal/contract/storefront/settings';
import { FORMER_SLUG_DAYS } from '@ramal/contract/storefront/slug';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';

/** Stored settings without those of the tests, which the module `offers` stores. */
export type StoredStorefront = Omit<StorefrontSettings, 'tests'> & {
  readonly accountId: number;
  readonly provesNumber: boolean;
};

const columns = sql`
  s.account_id, s.is_online, s.slug, s.name, s.sentence, s.accent, s.logo, s.products, s.proves_number, s.texts, s.channels`;

const complete = (row: StoredStorefront): StoredStorefront => ({
  ...row,
  texts: { ...defaultStorefrontTexts, ...row.texts },
});

export async function readStorefront(
  reader: Reader,
  accountId: number,
): Promise<StoredStorefront | undefined> {
  const row = await reader.first<StoredStorefront>(
    sql`select ${columns} from storefronts s where s.account_id = ${accountId}`,
    'prepared',
  );
  return row && complete(row);
}

/** Finds the page of a slug, or the current page of a former slug. */
export async function findStorefront(
  reader: Reader,
  slug: string,
  now: Date,
): Promise<StoredStorefront | undefined> {
  const row = await reader.first<StoredStorefront>(
    sql`
      select ${columns} from storefronts s
      where s.slug = ${slug} or s.account_id = (
        select account_id from former_slugs
        where slug = ${slug} and replaced_at > ${formerSince(now)})
      order by s.slug = ${slug} desc limit 1`,
    'prepared',
  );
  return row && complete(row);
}

/** Former slugs that were replaced before this time are free again. */
export const formerSince = (now: Date): Date => new Date(now.getTime() - FORMER_SLUG_DAYS * DAY_MS);

/** True if no other account uses the slug or has used it within the last days. */
export const isSlugFree = async (
  reader: Reader,
  {
    slug,
    accountId,
    now,
  }: { readonly slug: string; readonly accountId: number; readonly now: Date },
): Promise<boolean> =>
  (await reader.first(sql`
    select from storefronts where slug = ${slug} and account_id <> ${accountId}
    union all
    select from former_slugs
    where slug = ${slug} and account_id <> ${accountId} and replaced_at > ${formerSince(now)}`)) ===
  undefined;
