/**
 * Edits brands on the screen. Admins edit all brands. A franchise edits only the appearance of its
 * own brand (E-29, Q-BRANDS).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  type BrandSettings,
  type createBrand as createDeclaration,
  type deleteBrand as deleteDeclaration,
  type editBrand as editDeclaration,
  type editBrandLook as editLookDeclaration,
  type listBrands as listDeclaration,
  MAX_BRANDS,
} from '@ramal/contract/brands/brand-settings';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  refuseIfChanged,
  type VersionedRow,
  versionColumn,
} from '../foundation/queries/row-version.ts';
import type { BrandRecord } from './brands-file.ts';
import { getBrands } from './find-brand.ts';
import { readStoredBrands, type StoredBrand } from './stored-brands.ts';

type Look = Call<typeof editLookDeclaration>['body'];
type Actor = Caller['actor'];

const isAdmin = ({ profile }: Actor): boolean => profile === 'admin';

export async function listBrands(
  ctx: AppContext,
  { actor }: Call<typeof listDeclaration>,
): Promise<HandlerResult<typeof listDeclaration>> {
  const isSeen = ({ idFranchise: id }: BrandRecord) =>
    isAdmin(actor) || (typeof id === 'number' && id === actor.idFranchise);
  const file = await getBrands(ctx).fileBrands();
  const hidden = hostsOf(file);
  return {
    brands: [
      ...file.filter(isSeen).map((record) => onWire(record, null, new Set())),
      ...(await readStoredBrands(ctx.db))
        .filter(isSeen)
        .map((record) => storedOnWire(record, hidden)),
    ],
    franchises: isAdmin(actor)
      ? await ctx.db.many<{ id: number; username: string }>(sql`
          select distinct on (id_franchise) id_franchise as id, username from accounts
          where ${isFranchise} order by id_franchise, id`)
      : [],
  };
}

const isFranchise = sql`profile = 'franchise' and deleted_at is null and id_franchise is not null`;

const hostsOf = (records: readonly BrandRecord[]): ReadonlySet<string> =>
  new Set(records.flatMap(({ hosts }) => hosts));

const onWire = (
  record: BrandRecord,
  id: number | null,
  hidden: ReadonlySet<string>,
): BrandSettings => ({
  id,
  name: record.name,
  title: record.title ?? '',
  accent: record.accent,
  alwaysLight: record.forceLight,
  hosts: record.hosts,
  idFranchise: record.idFranchise ?? null,
  logo: record.logo,
  favicon: record.favicon,
  background: record.background[0] ?? '',
  receiptText: record.texts.receipt ?? '',
  testText: record.texts.test ?? '',
  chargeText: record.texts.charge ?? '',
  hiddenHosts: record.hosts.filter((host) => hidden.has(host)),
});

const storedOnWire = (record: StoredBrand, hidden: ReadonlySet<string>): BrandSettings => ({
  ...onWire(record, record.id, hidden),
  version: record.version,
});

export async function createBrand(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof createDeclaration>,
): Promise<HandlerResult<typeof createDeclaration>> {
  const brand = await change(ctx, async (tx) => {
    const stored = await tx.first<{ count: number }>(sql`select count(*) from brands`);
    if (stored!.count >= MAX_BRANDS) refuse('brands_too_many', { values: { most: MAX_BRANDS } });
    await checkPictures(tx, body);
    await checkFranchise(tx, body.idFranchise);
    const made = await tx.first<{ id: number }>(sql`
      insert into brands (name, title, accent, force_light, logo, favicon, background, receipt_text,
        test_text, charge_text, changed_at, id_franchise)
      values (${lookValues(ctx, body)}, ${body.idFranchise ?? null}) returning id`);
    await setHosts(ctx, tx, made!.id, body.hosts);
    await recordEvent(tx, requestMeta, {
      kind: 'brand-created',
      actorId: actor.id,
      after: { brand: body.name, hosts: body.hosts },
    });
    return showBrand(ctx, tx, made!.id);
  });
  return { message: 'Marca criada', brand };
}

export async function editBrand(
  ctx: AppContext,
  call: Call<typeof editDeclaration>,
): Promise<HandlerResult<typeof editDeclaration>> {
  const { params, body } = call;
  const brand = await change(ctx, async (tx) => {
    const before = await lockBrand(tx, call.actor, params.id);
    refuseIfChanged(before, body.version);
    await checkFranchise(tx, body.idFranchise, before.idFranchise);
    await setLook(ctx, tx, call, before);
    if (body.idFranchise !== undefined)
      await tx.run(
        sql`update brands set id_franchise = ${body.idFranchise} where id = ${params.id}`,
      );
    await setHosts(ctx, tx, params.id, body.hosts);
    return showBrand(ctx, tx, params.id);
  });
  return { message: 'Marca publicada', brand };
}

export async function editBrandLook(
  ctx: AppContext,
  call: Call<typeof editLookDeclaration>,
): Promise<HandlerResult<typeof editLookDeclaration>> {
  const { actor, params, body } = call;
  const brand = await change(ctx, async (tx) => {
    const before = await lockBrand(tx, actor, params.id);
    refuseIfChanged(before, body.version);
    await setLook(ctx, tx, call, before);
    return showBrand(ctx, tx, params.id);
  });
  return { message: 'Marca publicada', brand };
}

export async function deleteBrand(
  ctx: AppContext,
  { actor, requestMeta, params }: Call<typeof deleteDeclaration>,
): Promise<HandlerResult<typeof deleteDeclaration>> {
  await change(ctx, async (tx) => {
    const { name } = await lockBrand(tx, actor, params.id);
    await tx.run(sql`delete from brands where id = ${params.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'brand-deleted',
      actorId: actor.id,
      before: { brand: name },
    });
  });
  return { message: 'Marca excluída' };
}

/**
 * Runs a change of brands. Changes run one after the other, so that two brands cannot get the same
 * host. This process uses the new brands at once.
 */
async function change<T>(ctx: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await ctx.db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('brands'))`);
    return work(tx);
  });
  getBrands(ctx).invalidate();
  return done;
}

interface LockedBrand extends VersionedRow {
  readonly name: string;
  readonly idFranchise: number | null;
}

/** Locks a brand. Refuses a brand of another franchise as if it did not exist. */
async function lockBrand(tx: Tx, actor: Actor, id: number): Promise<LockedBrand> {
  const row = await tx.first<LockedBrand>(sql`
    select name, id_franchise, ${versionColumn} from brands
    where id = ${id} and (${isAdmin(actor)} or id_franchise = ${actor.idFranchise}) for update`);
  return row ?? refuse('brand_not_found');
}

async function setLook(
  ctx: AppContext,
  tx: Tx,
  { actor, requestMeta, params, body }: Call<typeof editLookDeclaration>,
  before: { readonly name: string },
): Promise<void> {
  await checkPictures(tx, body);
  const look = { ...(await showBrand(ctx, tx, params.id)), ...withoutAbsent(body) };
  await tx.run(sql`
    update brands set (name, title, accent, force_light, logo, favicon, background, receipt_text, test_text,
      charge_text, changed_at) = (${lookValues(ctx, look)}) where id = ${params.id}`);
  await recordEvent(tx, requestMeta, {
    kind: 'brand-edited',
    actorId: actor.id,
    before: { brand: before.name },
    after: { brand: body.name },
  });
}

const withoutAbsent = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as T;

/** SQL values in the order of the columns from `name` to `changed_at`. */
const lookValues = ({ clock }: AppContext, look: Look): Sql => sql`
  ${look.name}, ${look.title ?? ''}, ${look.accent}, ${look.alwaysLight ?? true}, ${look.logo || null}::text,
  ${look.favicon || null}::text, ${look.background || null}::text, ${look.receiptText || null}::text,
  ${look.testText || null}::text, ${look.chargeText || null}::text, ${clock.now()}::timestamptz`;

/**
 * Refuses unknown pictures. The rows are locked, so that no picture is deleted before the brand
 * uses it.
 */
async function checkPictures(tx: Tx, { logo, favicon, background }: Look): Promise<void> {
  const names = [...new Set([logo, favicon, background].filter((name) => name != null))];
  const pictures = await tx.many<{ name: string }>(
    sql`select name from brand_pictures where name = any(${names}) for key share`,
  );
  if (pictures.length < names.length) refuse('picture_not_found');
}

async function checkFranchise(
  tx: Tx,
  idFranchise: number | null | undefined,
  before?: number | null,
): Promise<void> {
  if (idFranchise == null || idFranchise === before) return;
  const franchise = await tx.first<{ id: number }>(
    sql`select id from accounts where ${isFranchise} and id_franchise = ${idFranchise} limit 1`,
  );
  if (!franchise) refuse('franchise_not_found');
}

/**
 * Replaces the hosts of a brand. Refuses a host that another brand has, in the file or on the
 * screen. The brand may keep the hosts that it already has.
 */
async function setHosts(
  ctx: AppContext,
  tx: Tx,
  id: number,
  hosts: readonly string[],
): Promise<void> {
  const gone = await tx.many<{ host: string }>(
    sql`delete from brand_hosts where brand_id = ${id} returning host`,
  );
  const previousHosts = new Set(gone.map(({ host }) => host));
  const added = hosts.filter((host) => !previousHosts.has(host));
  for (const { name, hosts: taken } of await getBrands(ctx).fileBrands()) {
    const host = added.find((addedHost) => taken.includes(addedHost));
    if (host !== undefined) refuse('brand_host_taken', { values: { host, name } });
  }
  const other = await tx.first<{ host: string; name: string }>(sql`
    select h.host, b.name from brand_hosts h join brands b on b.id = h.brand_id
    where h.host = any(${hosts}) limit 1`);
  if (other) refuse('brand_host_taken', { values: { ...other } });
  await tx.run(sql`
    insert into brand_hosts (host, brand_id, position)
    select host, ${id}, position from unnest(${hosts}::text[]) with ordinality as given (host, position)`);
}

/**
 * Returns the brand after a change. Reads its version in the same transaction, because a later read
 * could return the version of another change.
 */
async function showBrand(ctx: AppContext, tx: Tx, id: number): Promise<BrandSettings> {
  const stored = (await readStoredBrands(tx)).find((record) => record.id === id);
  return storedOnWire(stored!, hostsOf(await getBrands(ctx).fileBrands()));
}
