/** Settings of a seller for the tests that strangers take. */
import { sellers } from '@ramal/contract/api/access';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { SelfService, saveSelfService as saveDeclaration } from '@ramal/contract/offers';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes, type Reader } from '../foundation/database.ts';
import { checkAccess } from '../foundation/http/call-access.ts';
import type { Call } from '../foundation/http/bind.ts';
import { readTrialsADay } from '../limits/limits.ts';
import { type Offer, ensureOffers } from './offers.sql.ts';
import { trialsTakenToday } from './trial-requests.sql.ts';

export interface SelfServiceSettings {
  readonly testsADay: number;
  /** Minutes after midnight. */
  readonly opensAt: number;
  readonly closesAt: number;
  readonly platform: PlatformKey;
  readonly packageId: number | null;
  readonly productId: number | null;
  readonly testHours: number;
}

/** The same values as the defaults of the table. */
const defaults: SelfServiceSettings = {
  testsADay: 20,
  opensAt: 8 * 60,
  closesAt: 23 * 60,
  platform: 'iptv',
  packageId: null,
  productId: null,
  testHours: 6,
};

export const readSelfServiceSettings = async (
  reader: Reader,
  accountId: number,
): Promise<SelfServiceSettings> =>
  (await reader.first<SelfServiceSettings>(
    sql`
      select tests_a_day, opens_at, closes_at, platform, package_id, product_id, test_hours
      from self_service_settings where account_id = ${accountId}`,
    'prepared',
  )) ?? defaults;

/**
 * Returns the offer of the seller's tests. Undefined if no package or product allows tests. Without
 * a chosen package it is the first one that allows tests.
 */
export async function readTestOffer(
  ctx: AppContext,
  accountId: number,
): Promise<Offer | undefined> {
  const settings = await readSelfServiceSettings(ctx.db, accountId);
  const product = await chooseProduct(ctx, settings);
  if (!product) return undefined;
  const { platform, testHours } = settings;
  const [offer] = await ensureOffers(ctx, accountId, [{ platform, product, sells: { testHours } }]);
  return offer;
}

async function chooseProduct(
  { db, config }: AppContext,
  { platform, packageId, productId }: SelfServiceSettings,
): Promise<Offer['product'] | undefined> {
  if (platforms[platform].sells === 'products') {
    const id = productId ?? config.p2pProducts[0]?.id;
    return id === undefined ? undefined : { productId: id };
  }
  if (packageId !== null) return { packageId };
  const first = await db.first<{ id: number }>(
    sql`select id from packages where allows_tests order by id limit 1`,
    'prepared',
  );
  return first && { packageId: first.id };
}

export async function readSelfService(
  ctx: AppContext,
  { actor }: Pick<Caller, 'actor'>,
): Promise<SelfService> {
  const [settings, highestTestsADay, used] = await Promise.all([
    readSelfServiceSettings(ctx.db, actor.id),
    readTrialsADay(ctx.db, actor),
    ctx.db.first<{ today: number }>(sql`select ${trialsTakenToday(ctx, actor.id)} as today`),
  ]);
  return { ...settings, highestTestsADay, today: used!.today };
}

export async function saveSelfService(
  ctx: AppContext,
  call: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { actor, body, requestMeta } = call;
  await validate(ctx, call);
  const { testsADay, opensAt, closesAt, testHours } = body;
  const isPackage = platforms[body.platform].sells === 'packages';
  const after: SelfServiceSettings = {
    testsADay,
    opensAt,
    closesAt,
    platform: body.platform,
    packageId: (isPackage ? body.packageId : undefined) ?? null,
    productId: (isPackage ? undefined : body.productId) ?? null,
    testHours,
  };
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`select from accounts where id = ${actor.id} for no key update`);
    const before = await readSelfServiceSettings(tx, actor.id);
    await tx.run(
      combineCtes({
        settings: saveCte(actor.id, after),
        event: insertEventCte(requestMeta, {
          kind: 'self-service-saved',
          actorId: actor.id,
          before: { ...before },
          after: { ...after },
        }),
      }),
    );
  });
  return { ...(await readSelfService(ctx, call)), message: 'Testes da página guardados' };
}

const saveCte = (accountId: number, saved: SelfServiceSettings): Sql => sql`
  insert into self_service_settings (account_id, tests_a_day, opens_at, closes_at, platform, package_id,
    product_id, test_hours)
  values (${accountId}, ${saved.testsADay}, ${saved.opensAt}, ${saved.closesAt}, ${saved.platform},
    ${saved.packageId}, ${saved.productId}, ${saved.testHours})
  on conflict (account_id) do update set tests_a_day = excluded.tests_a_day, opens_at = excluded.opens_at,
    closes_at = excluded.closes_at, platform = excluded.platform, package_id = excluded.package_id,
    product_id = excluded.product_id, test_hours = excluded.test_hours`;

/** Refuses a cap above the limit from above, a closed platform and a package without tests. */
async function validate(
  ctx: AppContext,
  { actor, body: { testsADay, platform, packageId, productId } }: Call<typeof saveDeclaration>,
): Promise<void> {
  const { flag, grants, sells } = platforms[platform];
  checkAccess({ access: { profiles: sellers, flag, grants } }, actor);
  const highest = await readTrialsADay(ctx.db, actor);
  if (highest !== null && testsADay > highest)
    refuse('invalid_fields', { fields: { testsADay: `Seu limite na conta é ${highest}.` } });
  const isPackage = sells === 'packages';
  if (isPackage && packageId !== undefined && !(await allowsTests(ctx, packageId)))
    refuse('package_unknown', { fields: { packageId: 'Escolha um que exista na lista.' } });
  const isUnknownProduct = ctx.config.p2pProducts.every(({ id }) => id !== productId);
  if (!isPackage && productId !== undefined && isUnknownProduct)
    refuse('package_unknown', { fields: { productId: 'Escolha um que exista na lista.' } });
}

const allowsTests = async ({ db }: AppContext, packageId: number): Promise<boolean> =>
  (await db.first(sql`select from packages where id = ${packageId} and allows_tests`)) !==
  undefined;
