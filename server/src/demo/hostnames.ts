/**
 * Seeds the hostnames of the demo. They belong to the registrar's sandbox. This server neither
 * probes nor resolves them, and no link of the demo contains them.
 */
import { addCollectedHostnames } from '@ramal/contract/operations/hostname-collector';
import { saveRotation } from '@ramal/contract/operations/hostname-rotation';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { hostnameRoutes } from '../hostnames/hostnames.ts';
import { hoursBefore } from './moments.ts';
import { performCall } from './perform-call.ts';

interface DemoHostname {
  readonly name: string;
  readonly owner: string;
  readonly description?: string;
  /** Days until the registration ends. Undefined if the hostname is still being prepared. */
  readonly daysLeft?: number;
  readonly isShared?: true;
  readonly isRemoved?: true;
  readonly renewsItself?: true;
  readonly renewalFailure?: string;
}

const rotation = ['auroraplay.top', 'auroraplus.click'];

const hostnames: readonly DemoHostname[] = [
  ...rotation.map((name, index) => ({ name, owner: 'franquia', daysLeft: 310 - 90 * index })),
  { name: 'lojanorte.top', owner: 'loja-norte', daysLeft: 200, isShared: true, renewsItself: true },
  { name: 'telaboa.click', owner: 'loja-norte', daysLeft: 6, description: 'Clientes antigos' },
  {
    name: 'especialtv.sbs',
    owner: 'especial',
    daysLeft: 12,
    renewalFailure: 'O registrador de teste gastou o saldo do dia.',
  },
  { name: 'novidade.top', owner: 'admin' },
  { name: 'promocao.cfd', owner: 'admin', daysLeft: 45, isRemoved: true },
];

const collected = [
  { host: 'auroraplay.top', franquia: 'Aurora Play', onde: 'Vivo, São Paulo' },
  { host: 'auroraplay.top', franquia: 'Aurora Play', onde: 'Claro, Recife' },
  { host: 'maretv.click', franquia: 'Maré TV', onde: 'Claro, Recife' },
  { host: 'farol.sbs', franquia: 'Farol', onde: 'TIM, Curitiba' },
];

export async function seedHostnames(
  ctx: AppContext,
  people: ReadonlyMap<string, Caller>,
): Promise<void> {
  const admin = people.get('admin')!;
  const franchiseId = people.get('franquia')!.actor.id;
  await ctx.db.tx(async (tx) => {
    for (const hostname of hostnames)
      await insertHostname(ctx, tx, people.get(hostname.owner)!, hostname);
    await insertPurchases(ctx, tx, admin);
  });
  const routes = hostnameRoutes(ctx);
  for (const dns of rotation)
    await performCall(routes, saveRotation, admin, { body: { dns, idRes: franchiseId } });
  await performCall(routes, addCollectedHostnames, admin, { body: collected });
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update collected_hostnames set checked_at = ${hoursBefore(ctx, 1)}, suspected_at = ${hoursBefore(ctx, 31)},
        blocked_at = ${hoursBefore(ctx, 30)}
      where host = 'maretv.click'`),
  );
}

async function insertHostname(
  ctx: AppContext,
  tx: Tx,
  { actor }: Caller,
  { name, daysLeft, ...hostname }: DemoHostname,
): Promise<void> {
  const now = ctx.clock.now();
  const registeredAt = hoursBefore(ctx, 30 * 24);
  const expiresAt = daysLeft === undefined ? null : new Date(now.getTime() + daysLeft * DAY_MS);
  await tx.run(sql`
    insert into hostnames (name, owner_id, description, price_cents, renew_cents, registrar, state, expires_at,
      created_at, removed_at, shared_at, renews_itself, renewal_failure)
    values (${name}, ${actor.id}, ${hostname.description ?? null}, 288, 488, 'sandbox',
      ${expiresAt ? 'active' : 'preparing'}, ${expiresAt}, ${registeredAt},
      ${hostname.isRemoved ? now : null}, ${hostname.isShared ? registeredAt : null},
      ${hostname.renewsItself ?? false}, ${hostname.renewalFailure ?? null})`);
  if (expiresAt)
    await tx.run(sql`
      insert into sandbox_hostnames (name, registered_at, expires_at, records_made_at)
      values (${name}, ${registeredAt}, ${expiresAt}, ${registeredAt})`);
}

/** An admin pays the registrar directly, so these purchases cost no credits. */
async function insertPurchases(ctx: AppContext, tx: Tx, { actor }: Caller): Promise<void> {
  const [reserved, ended] = [hoursBefore(ctx, 3), hoursBefore(ctx, 2)];
  await tx.run(sql`
    insert into hostname_purchases (name, buyer_id, years, price_cents, paid_cents, credits, state, reason,
      created_at, ordered_at, registered_at, ended_at)
    values ('promocao.cfd', ${actor.id}, 1, 450, 450, 0, 'done', null,
        ${reserved}, ${reserved}, ${ended}, ${ended}),
      ('cinema.top', ${actor.id}, 1, 288, null, 0, 'refunded', 'O registrador diz que este nome já tem dono.',
        ${reserved}, null, null, ${ended})`);
}
