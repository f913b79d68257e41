/** Creates, edits, checks and deletes line servers. */
import type {
  createLineServer as createDeclaration,
  deleteLineServer as deleteDeclaration,
  editLineServer as editDeclaration,
  LineServer as Shown,
  proveLineServer as proveDeclaration,
} from '@ramal/contract/operations/line-servers';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import { storedForAddress } from '../foundation/stored-secrets.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { type Tx, violatedConstraint } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import {
  deleteGonePlacements,
  findServer,
  type LineServer,
  lockServer,
  requestPendingPushes,
} from './line-servers.sql.ts';
import { showServer } from './list-servers.ts';
import { type ProvenServer, proveServer } from './prove-server.ts';
import { sealAccess, type ServerAccess, unsealAccess } from './server-access.ts';

export async function createServer(
  ctx: AppContext,
  call: Call<typeof createDeclaration>,
): Promise<Shown> {
  const { body, actor } = call;
  const { name, kind, platform } = body;
  const proven = await proveServer(ctx, kind, body);
  const id = await withUniqueName(() =>
    ctx.db.tx(async (tx) => {
      const made = await tx.first<{ id: number }>(sql`
        insert into line_servers (name, kind, platform, id_franchise, sealed_access, host, player_url,
          proven_at, finding, offers, created_by, created_at)
        values (${name}, ${kind}, ${platform}, ${body.idFranchise ?? null},
          ${sealAccess(ctx, proven.access)}, ${hostOf(proven)}, ${body.playerUrl ?? null},
          ${ctx.clock.now()}, ${proven.finding}, ${JSON.stringify(proven.offers)}::jsonb, ${actor.id},
          ${ctx.clock.now()})
        returning id`);
      await recordEvent(tx, call.requestMeta, {
        kind: 'line-server-created',
        ...by(call),
        after: { name, host: hostOf(proven) },
      });
      return made!.id;
    }),
  );
  return showServer(ctx, id);
}

const sentOrStored = <T>(sent: T | null | undefined, column: Sql): Sql =>
  sent === undefined ? column : sql`${sent}`;

/**
 * Edits a server. A new address or key may belong to another server, so the connection is checked
 * before it is stored.
 */
export async function editServer(
  ctx: AppContext,
  call: Call<typeof editDeclaration>,
): Promise<Shown> {
  const { params, body } = call;
  const stored = await getServer(ctx, params.id);
  const isNew = body.url !== undefined || body.key !== undefined;
  const proven = isNew
    ? await proveServer(ctx, stored.kind, accessToProve(ctx, stored, body))
    : undefined;
  await withUniqueName(() =>
    ctx.db.tx(async (tx) => {
      await lockExistingServer(tx, params.id);
      if (body.takesNew) await refuseWithoutProducts(tx, params.id);
      if (proven) await storeProof(tx, ctx, params.id, proven);
      await tx.run(sql`
        update line_servers set name = ${body.name},
          id_franchise = ${sentOrStored(body.idFranchise, sql`id_franchise`)},
          player_url = ${sentOrStored(body.playerUrl, sql`player_url`)}, takes_new = ${body.takesNew},
          rules = ${JSON.stringify(body.rules)}::jsonb
        where id = ${params.id}`);
      await recordEvent(tx, call.requestMeta, {
        kind: 'line-server-edited',
        ...by(call),
        after: {
          name: body.name,
          host: proven ? hostOf(proven) : stored.host,
          takesNew: body.takesNew,
        },
      });
    }),
  );
  return showServer(ctx, params.id);
}

/**
 * Returns the address and key to check. The stored key is used only with the stored address. For a
 * new address, the request must contain the key again.
 */
function accessToProve(
  ctx: AppContext,
  { sealedAccess }: LineServer,
  body: Call<typeof editDeclaration>['body'],
): ServerAccess {
  const stored = unsealAccess(ctx, sealedAccess);
  const url = body.url ?? stored.url;
  const key = body.key ?? storedForAddress(stored, { url }, ['url'])?.key;
  return key === undefined
    ? refuse('invalid_fields', { fields: { key: 'Escreva a chave deste endereço.' } })
    : { url, key };
}

export const checkServer = async (
  ctx: AppContext,
  { params, body }: Call<typeof editDeclaration>,
): Promise<unknown> => accessToProve(ctx, await getServer(ctx, params.id), body);

export async function proveServerAgain(
  ctx: AppContext,
  { params }: Call<typeof proveDeclaration>,
): Promise<Shown> {
  const stored = await getServer(ctx, params.id);
  const proven = await proveServer(ctx, stored.kind, unsealAccess(ctx, stored.sealedAccess));
  await ctx.db.tx(async (tx) => {
    await lockExistingServer(tx, params.id);
    await storeProof(tx, ctx, params.id, proven);
  });
  return showServer(ctx, params.id);
}

export async function deleteServer(
  { db }: AppContext,
  call: Call<typeof deleteDeclaration>,
): Promise<void> {
  const { params } = call;
  await db.tx(async (tx) => {
    const { name, host } = await lockExistingServer(tx, params.id);
    await deleteGonePlacements(tx, sql`sl.server_id = ${params.id}`);
    if (await tx.first(sql`select from server_lines where server_id = ${params.id} limit 1`))
      refuse('line_server_in_use');
    await tx.run(sql`delete from line_servers where id = ${params.id}`);
    await recordEvent(tx, call.requestMeta, {
      kind: 'line-server-deleted',
      ...by(call),
      before: { name, host },
    });
  });
}

/** Stores the proof and pushes all pending and failed lines again. */
async function storeProof(
  tx: Tx,
  ctx: AppContext,
  id: number,
  proven: ProvenServer,
): Promise<void> {
  await tx.run(sql`
    update line_servers set sealed_access = ${sealAccess(ctx, proven.access)}, host = ${hostOf(proven)},
      proven_at = ${ctx.clock.now()}, finding = ${proven.finding},
      offers = ${JSON.stringify(proven.offers)}::jsonb
    where id = ${id}`);
  await requestPendingPushes(tx, id);
}

async function refuseWithoutProducts(tx: Tx, id: number): Promise<void> {
  if (!(await tx.first(sql`select from line_server_products where server_id = ${id} limit 1`)))
    refuse('line_server_without_products');
}

const hostOf = ({ access }: ProvenServer): string => new URL(access.url).host;

export const getServer = async ({ db }: Pick<AppContext, 'db'>, id: number): Promise<LineServer> =>
  (await findServer(db, id)) ?? refuse('line_server_not_found');

const lockExistingServer = async (tx: Tx, id: number): Promise<LineServer> =>
  (await lockServer(tx, id)) ?? refuse('line_server_not_found');

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'line_servers_name_key')
      refuse('line_server_name_taken', { fields: { name: 'Este nome já existe.' } });
    throw error;
  }
}

const by = ({ actor }: Pick<Caller, 'actor'>) => ({ actorId: actor.id, accountId: actor.id });
