import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listPasskeys as declaration } from '@ramal/contract/passkeys';
import { formatDateTime } from '../../foundation/clock.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Passkey, readPasskeys } from './passkeys.sql.ts';
import { findRelyingParty } from './relying-party.ts';

type Answer = ResponseOf<typeof declaration>;

/**
 * Lists the account's own keys on every host. A key works only on the host on which it was created.
 */
export async function listPasskeys(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
): Promise<Answer> {
  const here = findRelyingParty(requestMeta)?.id;
  const keys = await readPasskeys(ctx.db, actor.id);
  return { data: keys.map((key) => serializePasskey(ctx, key, here)) };
}

export function serializePasskey(
  { clock }: AppContext,
  { id, name, rpId, createdAt, lastUsedAt }: Passkey,
  here: string | undefined,
): Answer['data'][number] {
  return {
    id,
    name,
    host: rpId,
    here: rpId === here,
    createdAt: formatDateTime(createdAt, clock.timeZone),
    lastUsedAt: lastUsedAt && formatDateTime(lastUsedAt, clock.timeZone),
  };
}
