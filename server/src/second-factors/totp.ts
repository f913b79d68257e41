/** The second factor at sign-in: RFC 6238 as authenticator apps know it, one neighbour step either way. */
import { generateSecret, verify } from 'otplib';
import sql from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';

const STEP_SECONDS = 30;

/** Gives the account a second factor and returns the secret (base32), to be shown once. */
export async function enrolTotp(house: House, tx: Tx, accountId: number): Promise<string> {
  const secret = generateSecret();
  await tx.run(sql`
    update accounts set totp_secret = ${house.secrets.encrypt('totp', secret)}, totp_last_step = 0
    where id = ${accountId}`);
  return secret;
}

/** True once for each step: of many tries with one code, however parallel, a single one passes. */
export async function takeCode(
  house: House,
  accountId: number,
  sealed: Buffer,
  code: string,
): Promise<boolean> {
  const found = await verify({
    secret: house.secrets.decrypt('totp', sealed),
    token: code,
    epoch: Math.floor(house.clock.now().getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  });
  return (
    found.valid && 'timeStep' in found && (await takeStep(house.db, accountId, found.timeStep))
  );
}

/** The row lock of the update decides between two tries; the loser sees the step already taken. */
async function takeStep(reader: Reader, accountId: number, step: number): Promise<boolean> {
  const taken = await reader.first(
    sql`update accounts set totp_last_step = ${step} where id = ${accountId} and totp_last_step < ${step} returning id`,
  );
  return taken !== undefined;
}
