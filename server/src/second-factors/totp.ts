/** Codes of authenticators by RFC 6238, with one neighbouring step either way. */
import { generateSecret, generateURI, verify } from 'otplib';
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';

const STEP_SECONDS = 30;

export interface NewSecret {
  /** Base32, to be shown once. */
  readonly secret: string;
  /** The stored form. */
  readonly sealed: Buffer;
}

export function newSecret(ctx: AppContext): NewSecret {
  const secret = generateSecret();
  return { secret, sealed: ctx.secrets.encrypt('totp', secret) };
}

/** The text of the QR code: `otpauth://totp/Ramal:revenda?secret=…&issuer=Ramal…` */
export const enrolmentUri = (issuer: string, label: string, secret: string): string =>
  generateURI({ issuer, label, secret });

/** The step a code belongs to, within one of the present; undefined when it belongs to none. */
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

/** True once for each step: of many concurrent attempts with one code, a single one passes. */
export async function takeCode(
  ctx: AppContext,
  { accountId, sealed, code, reader = ctx.db }: TypedTotpCode,
): Promise<boolean> {
  const step = await findTotpStep(ctx, sealed, code);
  return step !== undefined && (await takeStep(reader, accountId, sealed, step));
}

/**
 * The row lock of the update decides between two attempts; the loser sees the step used. A secret
 * that was removed or replaced since it was read updates nothing.
 */
async function takeStep(
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
