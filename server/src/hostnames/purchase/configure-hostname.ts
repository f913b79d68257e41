/**
 * Action «Sincronizar»: continues a purchase at once if its records are not ready. Without this
 * action, the purchase waits for the next run of the job (T-43).
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import { LEASE_MS, RETRY_MS } from './advance-purchase.ts';
import { advanceAtOnce } from './create-hostname.ts';
import { isManagedBy } from '../list-hostnames.ts';
import type { Registrars } from '../registrars/registrars.ts';

export async function configureHostname(
  ctx: AppContext,
  registrars: Registrars,
  { actor }: Caller,
  id: number,
): Promise<{ message: string; status: 0 | 1 }> {
  const hostname = await ctx.db.first<{ name: string; state: 'preparing' | 'active' }>(sql`
    select h.name, h.state from hostnames h
    where h.id = ${id} and h.registrar is not null and h.removed_at is null and ${isManagedBy(actor)}`);
  if (!hostname) return refuse('hostname_not_found');
  if (hostname.state === 'preparing') await continuePurchase(ctx, registrars, hostname.name);
  const after = await ctx.db.first<{ state: string }>(
    sql`select state from hostnames where id = ${id}`,
  );
  const isReady = after?.state === 'active';
  return {
    message: isReady ? 'DNS pronto' : 'Ainda preparando: o painel tenta de novo a cada minuto',
    status: isReady ? 1 : 0,
  };
}

/**
 * Claims the purchase in the same way as the job, so that only one of them sends or creates
 * anything. The claim does not wait for the next run of the purchase.
 */
async function continuePurchase(
  ctx: AppContext,
  registrars: Registrars,
  name: string,
): Promise<void> {
  const now = ctx.clock.now();
  const claimed = await ctx.db.tx((tx) =>
    tx.first<{ id: number }>(sql`
      update hostname_purchases set check_at = ${new Date(now.getTime() + LEASE_MS)}
      where name = ${name} and check_at <= ${new Date(now.getTime() + RETRY_MS)} returning id`),
  );
  if (claimed) await advanceAtOnce(ctx, registrars, claimed.id);
}
