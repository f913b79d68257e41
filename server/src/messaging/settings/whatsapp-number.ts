import { randomBytes } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import type {
  removeWhatsappNumber as removeDeclaration,
  saveWhatsappNumber as saveDeclaration,
  submitWhatsappTemplates as submitDeclaration,
} from '@ramal/contract/messaging';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isProviderRejection, isProviderUnavailable } from '../../foundation/provider-error.ts';
import { storedForAddress } from '../../foundation/stored-secrets.ts';
import { endQueue, resumeQueue } from '../../outbox/outbox.ts';
import { callWhatsapp } from '../whatsapp/cloud-api.ts';
import {
  openAppSecret,
  findOwnNumber,
  sealAppSecret,
  sealToken,
  decryptWhatsappToken,
  type WhatsappNumber,
  whatsappQueue,
} from '../whatsapp/number.ts';
import { submitTemplates } from '../whatsapp/templates.ts';
import { readChannels } from './read-channels.ts';

const phone = z.object({
  display_phone_number: z.string().default(''),
  verified_name: z.string().default(''),
});

/**
 * Waits for a request to Meta. Refuses if Meta returns an error or does not answer. Throws any
 * other error again.
 */
async function proving<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (isProviderRejection(error))
      refuse('whatsapp_refused', { values: { reason: `${error.code} ${error.message}` } });
    if (isProviderUnavailable(error)) refuse('whatsapp_silent');
    throw error;
  }
}

export async function saveWhatsappNumber(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { franchise, phoneNumberId, wabaId } = body;
  const before = await findOwnNumber(ctx.db, franchise);
  const keys = keysToKeep(ctx, before, body);
  const profile = await proving(
    callWhatsapp(ctx, keys.token, `${phoneNumberId}?fields=display_phone_number,verified_name`, {
      result: phone,
    }),
  );
  await ctx.db.tx(async (tx) => {
    const other = await tx.first(sql`
      select from whatsapp_numbers
      where phone_number_id = ${phoneNumberId} and franchise_id <> ${franchise}`);
    if (other) refuse('whatsapp_number_taken');
    const row = await tx.first<{ id: number }>(sql`
      insert into whatsapp_numbers (franchise_id, phone_number_id, waba_id, portfolio_id, display_number,
        verified_name, sealed_token, sealed_app_secret, path_key, cost_cents, daily_limit)
      values (${franchise}, ${phoneNumberId}, ${wabaId}, ${body.portfolioId ?? wabaId},
        ${profile.display_phone_number}, ${profile.verified_name}, ${sealToken(ctx, keys.token)},
        ${sealAppSecret(ctx, keys.appSecret)}, ${randomBytes(18).toString('base64url')},
        ${body.costCents}, ${body.dailyLimit})
      on conflict (franchise_id) do update set phone_number_id = excluded.phone_number_id,
        waba_id = excluded.waba_id, portfolio_id = excluded.portfolio_id,
        display_number = excluded.display_number, verified_name = excluded.verified_name,
        sealed_token = excluded.sealed_token, sealed_app_secret = excluded.sealed_app_secret,
        cost_cents = excluded.cost_cents, daily_limit = excluded.daily_limit, fault = null, fault_at = null
      returning id`);
    // Templates belong to the WhatsApp account, so they are deleted if the account changes. The
    // 24-hour windows belong to the number, so they are deleted if the number changes.
    if (before && before.wabaId !== wabaId)
      await tx.run(sql`delete from whatsapp_templates where number_id = ${row!.id}`);
    if (before && before.phoneNumberId !== phoneNumberId)
      await tx.run(sql`delete from whatsapp_windows where number_id = ${row!.id}`);
    await resumeQueue(tx, whatsappQueue(row!));
    await recordEvent(tx, requestMeta, {
      kind: 'whatsapp-number-set',
      actorId: actor.id,
      after: { franchise, number: profile.display_phone_number },
    });
  });
  return { message: 'Número do WhatsApp guardado', ...(await readChannels(ctx, franchise)) };
}

export const checkWhatsappNumber = async (
  ctx: AppContext,
  { body }: Call<typeof saveDeclaration>,
): Promise<unknown> => keysToKeep(ctx, await findOwnNumber(ctx.db, body.franchise), body);

/**
 * Returns the keys to use. The stored keys are valid only for their number and account. They are
 * therefore used only if both are unchanged.
 */
function keysToKeep(
  ctx: AppContext,
  before: WhatsappNumber | undefined,
  body: Call<typeof saveDeclaration>['body'],
): { token: string; appSecret: string } {
  const { phoneNumberId, wabaId } = body;
  const existing = storedForAddress(before, { phoneNumberId, wabaId }, ['phoneNumberId', 'wabaId']);
  const fields = {
    ...(body.token || existing ? {} : { token: 'Cole o token deste número.' }),
    ...(body.appSecret || existing ? {} : { appSecret: 'Cole a chave secreta do aplicativo.' }),
  };
  refuseFields(fields);
  return {
    token: body.token ?? decryptWhatsappToken(ctx, existing!),
    appSecret: body.appSecret ?? openAppSecret(ctx, existing!),
  };
}

export async function removeWhatsappNumber(
  ctx: AppContext,
  { actor, requestMeta, query }: Call<typeof removeDeclaration>,
): Promise<HandlerResult<typeof removeDeclaration>> {
  const { franchise } = query;
  await ctx.db.tx(async (tx) => {
    const row = await tx.first<{ id: number; display: string }>(sql`
      delete from whatsapp_numbers where franchise_id = ${franchise}
      returning id, display_number as display`);
    if (!row) return refuse('channel_missing');
    await endQueue(ctx, tx, whatsappQueue(row));
    return recordEvent(tx, requestMeta, {
      kind: 'whatsapp-number-removed',
      actorId: actor.id,
      after: { franchise, number: row.display },
    });
  });
  return { message: 'Número do WhatsApp retirado', ...(await readChannels(ctx, franchise)) };
}

export async function submitWhatsappTemplates(
  ctx: AppContext,
  { body }: Call<typeof submitDeclaration>,
): Promise<HandlerResult<typeof submitDeclaration>> {
  const number = (await findOwnNumber(ctx.db, body.franchise)) ?? refuse('channel_missing');
  await proving(submitTemplates(ctx, number));
  return { message: 'Modelos conferidos com a Meta', ...(await readChannels(ctx, body.franchise)) };
}
