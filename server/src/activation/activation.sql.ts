/** Reads and writes activation codes, and reads the lines that were created from them. */
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import type { LineState } from '../player/player.ts';

/**
 * Fields of a line that its app may see. A caller that finds the line by name must compare the
 * password before it returns these fields.
 */
export interface ActivationLineRow extends LineState {
  readonly username: string;
  readonly isTrial: boolean;
  readonly productId: number | null;
}

const activationLineColumns = sql`l.username, l.password, l.is_on, l.expires_at,
  l.blocked_for_abuse_at, l.is_trial, l.product_id`;

/**
 * Platforms whose lines do not sign in to the built-in player. Their apps read the state of a line
 * here (Q-P2PPLAY).
 */
const platformsWithoutPlayer: readonly PlatformKey[] = platformKeys.filter(
  (key) => !platforms[key].plays,
);

/**
 * Returns the lines with this name. Each platform may have one, and the caller selects the line by
 * its password.
 */
export const readLinesByName = (reader: Reader, name: string): Promise<ActivationLineRow[]> =>
  reader.many<ActivationLineRow>(
    sql`select ${activationLineColumns} from lines l
      where l.platform = any(${platformsWithoutPlayer}) and l.username = ${name} and l.deleted_at is null
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

/** Inserts no row if the code is already in use. */
export const insertCode = ({ code, secretHash, device, askedAt, expiresAt }: NewCode): Sql => sql`
  insert into activation_codes (code, secret_hash, device, asked_at, expires_at)
  values (${code}, ${secretHash}, ${device}, ${askedAt}, ${expiresAt})
  on conflict (code) do nothing`;

export interface CodeState {
  readonly expiresAt: Date;
  readonly lineId: number | null;
}

/**
 * Returns the code with this secret. `line` is undefined if no line was created from it, or if the
 * line was deleted or moved to a platform of the built-in player.
 */
export async function readCodeBySecret(
  reader: Reader,
  secretHash: Buffer,
): Promise<(CodeState & { readonly line: ActivationLineRow | undefined }) | undefined> {
  const row = await reader.first<CodeRow>(
    sql`select c.expires_at as code_expires_at, c.line_id, ${activationLineColumns}
      from activation_codes c left join lines l
        on l.id = c.line_id and l.platform = any(${platformsWithoutPlayer}) and l.deleted_at is null
      where c.secret_hash = ${secretHash}`,
    'prepared',
  );
  if (!row) return undefined;
  const { codeExpiresAt: expiresAt, lineId, ...line } = row;
  return { expiresAt, lineId, line: line.username === null ? undefined : line };
}

type CodeRow = { readonly codeExpiresAt: Date; readonly lineId: number | null } & (
  | ActivationLineRow
  | { readonly username: null }
);

interface TypedCode extends CodeState {
  readonly device: string;
}

/**
 * Locks the code. If two resellers enter the same code, the second waits and then finds the code
 * used.
 */
export const lockCode = (tx: Tx, code: string): Promise<TypedCode | undefined> =>
  tx.first<TypedCode>(
    sql`select expires_at, line_id, device from activation_codes
      where code = ${code} for update`,
    'prepared',
  );

export const redeemCodeCte = (code: string, lineId: number, at: Date): Sql => sql`
  update activation_codes set line_id = ${lineId}, activated_at = ${at} where code = ${code}`;
