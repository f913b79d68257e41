/** Reads and changes the operator's registrar. A key is verified before it is stored. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import type {
  getRegistrar as getDeclaration,
  saveRegistrar as saveDeclaration,
} from '@ramal/contract/operations/dns-providers';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import {
  isProviderRejection,
  isProviderUnavailable,
  ProviderError,
} from '../../foundation/provider-error.ts';
import { nameSilo } from './namesilo.ts';
import {
  readRegistrarSettings,
  getRegistrars,
  type RegistrarSettings,
  sealRegistrarKey,
} from './registrars.ts';
import { sandboxRegistrar } from './sandbox.ts';

type State = HandlerResult<typeof getDeclaration>;
type Input = Call<typeof saveDeclaration>;

const BALANCE_EVERY_MS = 60_000;

const shown = (settings: RegistrarSettings): State => ({
  registrar: settings.registrar,
  balance: settings.balanceCents === null ? null : settings.balanceCents / 100,
  balanceAtTimestamp: settings.balanceAt && unixSeconds(settings.balanceAt),
  provenAtTimestamp: settings.provenAt && unixSeconds(settings.provenAt),
  refused: settings.refusedAt !== null,
});

/**
 * Returns the settings with the balance. Reads the balance again if the stored one is old. Returns
 * the stored balance if the registrar does not answer or has rejected the key.
 */
export async function getRegistrar(ctx: AppContext): Promise<State> {
  const settings = await readRegistrarSettings(ctx.db);
  const age = settings.balanceAt ? ctx.clock.now().getTime() - +settings.balanceAt : Infinity;
  if (settings.registrar === 'namesilo' && (settings.refusedAt || age < BALANCE_EVERY_MS))
    return shown(settings);
  try {
    const cents = await (await getRegistrars(ctx).current()).balanceCents();
    const at = ctx.clock.now();
    await ctx.db.tx((tx) =>
      tx.run(sql`update registrar_settings set balance_cents = ${cents}, balance_at = ${at}`),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
  return shown(await readRegistrarSettings(ctx.db));
}

export const checkRegistrar = ({ body }: Pick<Input, 'body'>): void =>
  refuseFields(
    body.registrar !== 'sandbox' && !body.key ? { key: 'Cole a chave para prová-la.' } : {},
  );

export async function saveRegistrar(
  ctx: AppContext,
  call: Input,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { actor, body, requestMeta } = call;
  if (!actor.hasSecondFactor) refuse('second_factor_required');
  const { registrar, key } = body;
  checkRegistrar(call);
  const balance = await prove(ctx, registrar, key);
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const before = await lockSettings(tx);
    if (registrar !== 'sandbox') await checkReady(tx, before);
    const sealed = key && registrar !== 'sandbox' ? sealRegistrarKey(ctx, key) : null;
    // A new key replaces the stored key. The key of an earlier registrar remains stored, because
    // its names are renewed with it.
    await tx.run(sql`
      update registrar_settings set registrar = ${registrar}, sealed_key = coalesce(${sealed}, sealed_key),
        proven_at = case when ${registrar !== 'sandbox'} then ${now}::timestamptz end,
        balance_cents = ${balance}, balance_at = ${now},
        refused_at = case when ${sealed === null} then refused_at end`);
    await recordEvent(tx, requestMeta, {
      kind: 'registrar-set',
      actorId: actor.id,
      before: { registrar: before.registrar },
      after: { registrar },
    });
  });
  return { message: 'Registrador alterado', ...shown(await readRegistrarSettings(ctx.db)) };
}

/**
 * Returns our balance at the registrar. This proves that the key is valid, because the registrar
 * answers only to a valid key.
 */
async function prove(
  ctx: AppContext,
  registrar: State['registrar'],
  key: string | undefined,
): Promise<number> {
  const checkedRegistrar =
    registrar === 'sandbox' || !key
      ? sandboxRegistrar(ctx)
      : nameSilo({ baseUrl: ctx.config.namesiloUrl, key });
  try {
    return await checkedRegistrar.balanceCents();
  } catch (error) {
    if (isProviderRejection(error))
      return refuse('registrar_key_refused', { values: { problem: error.message } });
    if (isProviderUnavailable(error)) return refuse('registrar_silent');
    throw error;
  }
}

const lockSettings = async (tx: Tx) =>
  (await tx.first<{ registrar: string; refusedAt: Date | null }>(
    sql`select registrar, refused_at from registrar_settings for update`,
  ))!;

/**
 * Refuses to change the registrar without a DNS provider, or while an order is unfinished. The
 * outcome of an order can be read only with the key of its registrar. Unfinished orders are ignored
 * after the registrar rejected this key.
 */
async function checkReady(tx: Tx, { refusedAt }: { refusedAt: Date | null }): Promise<void> {
  const dns = await tx.first<{ provider: string }>(
    sql`select provider from dns_settings where proven_at is not null for share`,
  );
  if (!dns || dns.provider === 'sandbox') refuse('dns_provider_first');
  const open = await tx.first(
    sql`select from hostname_purchases where registrar = 'namesilo' and state = 'ordered' limit 1`,
  );
  if (open && !refusedAt) refuse('purchases_open');
}
