/** Codes of authenticators by RFC 6238. The previous and the next step are accepted too. */
import { generateSecret, generateURI, verify } from 'otplib';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

const STEP_SECONDS = 30;

export interface NewSecret {
  /** Secret in Base32, which is shown once. */
  readonly secret: string;
  /** Encrypted secret that is stored. */
  readonly sealed: Buffer;
}

export function newSecret(ctx: AppContext): NewSecret {
  const secret = generateSecret();
  return { secret, sealed: ctx.secrets.encrypt('totp', secret) };
}

/** Returns the text of the QR code: `otpauth://totp/Ramal:revenda?secret=…&issuer=Ramal…` */
export const enrolmentUri = (issuer: string, label: string, secret: string): string =>
  generateURI({ issuer, label, secret });

/** Returns the step of a code if it is the current step or a neighbour; otherwise undefined. */
export async function findTotpStep(
  ctx: AppContext,
  sealed: Buffer,
  code: string,
): Promise<number | undefined> {
  const result = await verify({
    secret: ctx.secrets.decrypt('totp', sealed),
    token: code,
    epoch: Math.floor(ctx.clock.now().getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

interface TypedTotpCode {
  readonly accountId: number;
  readonly sealed: Buffer;
  readonly code: string;
  readonly reader?: Reader;
}

/**
 * Checks a code and consumes its step. Of several concurrent attempts with one code, only one
 * returns true.
 */
export async function consumeCode(
  ctx: AppContext,
  { accountId, sealed, code, reader = ctx.db }: TypedTotpCode,
): Promise<boolean> {
  const step = await findTotpStep(ctx, sealed, code);
  return step !== undefined && (await consumeStep(reader, accountId, sealed, step));
}

/**
 * Consumes a step. The row lock of the update lets only one of two attempts succeed. If the secret
 * was removed or replaced since it was read, no row is updated.
 */
async function consumeStep(
  reader: Reader,
  accountId: number,
  sealed: Buffer,
  step: number,
): Promise<boolean> {
  const updated = await reader.first(sql`
    update accounts set totp_last_step = ${step}
    where id = ${accountId} and totp_secret = ${sealed} and totp_last_step < ${step} returning id`);
  return updated !== undefined;
}
