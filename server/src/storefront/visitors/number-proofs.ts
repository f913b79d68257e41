/**
 * Proof of a visitor's number by a code of six digits. The code is derived from the row and the
 * number of its sending, so it is never stored (Q-NUMBERCODE).
 */
import { createHmac } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import {
  CODE_MINUTES,
  CODE_RESEND_SECONDS,
  CODE_TRIES,
  type StorefrontTestAnswer,
} from '@ramal/contract/storefront/tests';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import { constantTimeEqual } from '../../foundation/digest.ts';
import type { Tx } from '../../foundation/database.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { formatPhone } from './format-phone.ts';
import { createKey, markDevice, readKey } from './public-keys.ts';

export interface NumberProof {
  readonly id: number;
  readonly accountId: number;
  readonly phone: string;
  readonly device: StorefrontDevice;
  /** Null for a proof of the former release, which stored the signature instead. */
  readonly deviceMark: Buffer | null;
  readonly formerSignature: string;
  readonly originCode: string | null;
  readonly offerPublicId: string;
  readonly sends: number;
  readonly tries: number;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

const columns: Sql = sql`
  id, account_id, phone, device, device_mark, device_signature as former_signature, origin_code, offer_public_id, sends,
  tries, sent_at, expires_at`;

/** Derives the six digits of a sending. */
export function deriveCode(
  { secrets }: Pick<AppContext, 'secrets'>,
  { id, sends }: Pick<NumberProof, 'id' | 'sends'>,
): string {
  const digest = createHmac('sha256', secrets.key('storefront-code'))
    .update(`${id}.${sends}`)
    .digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

interface NewProof extends Pick<
  NumberProof,
  'accountId' | 'phone' | 'device' | 'originCode' | 'offerPublicId'
> {
  readonly deviceSignature: string;
}

/** Stores a proof and sends its first code. */
export async function startProof(
  ctx: AppContext,
  proof: NewProof,
  franchiseId: number | null,
): Promise<StorefrontTestAnswer> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS);
  const row = await ctx.db.tx(async (tx) => {
    const stored = await tx.first<NumberProof>(sql`
      insert into number_proofs (account_id, phone, device, device_mark, origin_code, offer_public_id,
        created_at, sent_at, expires_at)
      values (${proof.accountId}, ${proof.phone}, ${proof.device}, ${markDevice(ctx, proof.deviceSignature)},
        ${proof.originCode}, ${proof.offerPublicId}, ${now}, ${now}, ${expiresAt})
      returning ${columns}`);
    await sendCode(ctx, tx, stored!, franchiseId);
    return stored!;
  });
  return describeProof(ctx, row);
}

const sendCode = (
  ctx: AppContext,
  tx: Tx,
  { id, accountId, phone, sends }: NumberProof,
  franchiseId: number | null,
): Promise<void> =>
  queueMessage(ctx, tx, { accountId, franchiseId, kind: 'code', phone, proof: { id, sends } });

const describeProof = (ctx: AppContext, proof: NumberProof): StorefrontTestAnswer => ({
  code: {
    request: createKey(ctx, 'c', proof.id, { accountId: proof.accountId }),
    by: 'whatsapp',
    phone: formatPhone(proof.phone),
    triesLeft: CODE_TRIES - proof.tries,
    expiresTimestamp: unixSeconds(proof.expiresAt),
    resendTimestamp: unixSeconds(new Date(proof.sentAt.getTime() + CODE_RESEND_SECONDS * 1_000)),
  },
  test: null,
  refusal: null,
});

/** A visitor may need several codes. As many as tries are enough (Q-CODECAP). */
export const CODES_PER_TEST = CODE_TRIES;

/** Number of codes that the page of a seller sent within a day. */
export async function countCodes({ db, clock }: AppContext, accountId: number): Promise<number> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const row = await db.first<{ sent: number }>(
    sql`
      select coalesce(sum(sends), 0)::int as sent from number_proofs
      where account_id = ${accountId} and created_at > ${since}`,
    'prepared',
  );
  return row!.sent;
}

/** Sends another code. The tries and the time begin again. */
export async function resendCode(
  ctx: AppContext,
  { accountId, franchiseId }: { readonly accountId: number; readonly franchiseId: number | null },
  request: string,
  countCode: (phone: string) => Promise<void>,
): Promise<StorefrontTestAnswer> {
  const { id } = readKey(ctx, 'c', request, { accountId });
  const now = ctx.clock.now();
  const existing = await ctx.db.first<NumberProof>(sql`
    select ${columns} from number_proofs where id = ${id} and account_id = ${accountId} and proved_at is null`);
  if (!existing) return refuse('storefront_code_expired');
  const waitMs = existing.sentAt.getTime() + CODE_RESEND_SECONDS * 1_000 - now.getTime();
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000);
    refuse('storefront_code_early', { values: { seconds }, retryAfterSeconds: seconds });
  }
  await countCode(existing.phone);
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS);
  const row = await ctx.db.tx(async (tx) => {
    const changed = await tx.first<NumberProof>(sql`
      update number_proofs set sends = sends + 1, tries = 0, sent_at = ${now}, expires_at = ${expiresAt}
      where id = ${id} and sends = ${existing.sends} and proved_at is null returning ${columns}`);
    if (changed) await sendCode(ctx, tx, changed, franchiseId);
    return changed;
  });
  return row ? describeProof(ctx, row) : refuse('storefront_code_expired');
}

/** True if the browser that sends the code is the one that requested it. */
const isSameDevice = (
  ctx: AppContext,
  { deviceMark, formerSignature }: NumberProof,
  signature: string,
): boolean =>
  deviceMark ? deviceMark.equals(markDevice(ctx, signature)) : formerSignature === signature;

interface SentCode {
  readonly request: string;
  readonly code: string;
  readonly deviceSignature: string;
}

/**
 * Spends one try and returns the proof if the code is right and comes from the device that
 * requested it. A right code is valid once.
 */
export async function proveNumber(
  ctx: AppContext,
  accountId: number,
  { request, code, deviceSignature }: SentCode,
): Promise<NumberProof> {
  const { id } = readKey(ctx, 'c', request, { accountId });
  const now = ctx.clock.now();
  const proof = await ctx.db.tx((tx) =>
    tx.first<NumberProof>(sql`
      update number_proofs set tries = tries + 1
      where id = ${id} and account_id = ${accountId} and proved_at is null and tries < ${CODE_TRIES}
        and expires_at > ${now}
      returning ${columns}`),
  );
  if (!proof || !isSameDevice(ctx, proof, deviceSignature))
    return refuse('storefront_code_expired');
  if (!constantTimeEqual(code, deriveCode(ctx, proof))) {
    const left = CODE_TRIES - proof.tries;
    if (left === 0) refuse('storefront_code_expired');
    const tries = left === 1 ? 'Falta 1 tentativa.' : `Faltam ${left} tentativas.`;
    refuse('storefront_code_wrong', { values: { left: tries } });
  }
  const isFirst = await ctx.db.tx((tx) =>
    tx.run(sql`update number_proofs set proved_at = ${now} where id = ${id} and proved_at is null`),
  );
  return isFirst > 0 ? proof : refuse('storefront_code_expired');
}
