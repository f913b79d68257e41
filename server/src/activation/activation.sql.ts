/** Stored activation codes, and the lines made from them. */
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import type { LineState } from '../player/player.ts';

/** The line as its app may see it. Calls that find it by name compare the password first. */
export interface HeldLine extends LineState {
  readonly username: string;
  readonly isTrial: boolean;
  readonly productId: number | null;
}

const heldLine = sql`l.username, l.password, l.is_on, l.expires_at,
  l.blocked_for_abuse_at, l.is_trial, l.product_id`;

/** Lines of these platforms do not sign in to the built-in player, so their apps ask here (Q-P2PPLAY). */
const checkedHere: readonly PlatformKey[] = platformKeys.filter((key) => !platforms[key].plays);

/** Each platform may have a line of that name; the password decides which one is meant. */
export const linesByName = (reader: Reader, name: string): Promise<HeldLine[]> =>
  reader.many<HeldLine>(
    sql`select ${heldLine} from lines l
      where l.platform = any(${checkedHere}) and l.username = ${name} and l.deleted_at is null
      order by l.id desc`,
    'prepared',
  );

interface NewCode {
  readonly code: string;
  readonly secretHash: Buffer;
  readonly device: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
}

/** Writes nothing when the code is already in use. */
export const insertCode = ({ code, secretHash, device, askedAt, expiresAt }: NewCode): Sql => sql`
  insert into activation_codes (code, secret_hash, device, asked_at, expires_at)
  values (${code}, ${secretHash}, ${device}, ${askedAt}, ${expiresAt})
  on conflict (code) do nothing`;

export interface CodeState {
  readonly expiresAt: Date;
  readonly lineId: number | null;
}

/** `line` is set only while its app may see it: not deleted, and not moved to the player's platform. */
export async function codeBySecret(
  reader: Reader,
  secretHash: Buffer,
): Promise<(CodeState & { readonly line: HeldLine | undefined }) | undefined> {
  const row = await reader.first<CodeRow>(
    sql`select c.expires_at as code_expires_at, c.line_id, ${heldLine}
      from activation_codes c left join lines l
        on l.id = c.line_id and l.platform = any(${checkedHere}) and l.deleted_at is null
      where c.secret_hash = ${secretHash}`,
    'prepared',
  );
  if (!row) return undefined;
  const { codeExpiresAt: expiresAt, lineId, ...line } = row;
  return { expiresAt, lineId, line: line.username === null ? undefined : line };
}

type CodeRow = { readonly codeExpiresAt: Date; readonly lineId: number | null } & (
  | HeldLine
  | { readonly username: null }
);

interface TypedCode extends CodeState {
  readonly device: string;
}

/** Locks the code, so that the second of two resellers who typed it waits and finds it used. */
export const lockCode = (tx: Tx, code: string): Promise<TypedCode | undefined> =>
  tx.first<TypedCode>(
    sql`select expires_at, line_id, device from activation_codes
      where code = ${code} for update`,
    'prepared',
  );

/** CTE: marks the code as used by this line. */
export const redeemCodeCte = (code: string, lineId: number, at: Date): Sql => sql`
  update activation_codes set line_id = ${lineId}, activated_at = ${at} where code = ${code}`;
