import type { Answered } from '@ramal/contract/endpoint';
import type { listPasskeys as declaration } from '@ramal/contract/passkeys';
import { formatDateTime } from '../../foundation/clock.ts';
import type { By } from '../../foundation/actor.ts';
import type { House } from '../../foundation/house.ts';
import { type Passkey, passkeysOf } from './passkeys.sql.ts';
import { relyingPartyOf } from './relying-party.ts';

type Answer = Answered<typeof declaration>;

/** One's own, on every host; those of this one are the ones that open here. */
export async function listPasskeys(house: House, { actor, origin }: By): Promise<Answer> {
  const here = relyingPartyOf(origin)?.id;
  const keys = await passkeysOf(house.db, actor.id);
  return { data: keys.map((key) => onWire(house, key, here)) };
}

export function onWire(
  { clock }: House,
  { id, name, rpId, createdAt, lastUsedAt }: Passkey,
  here: string | undefined,
): Answer['data'][number] {
  return {
    id,
    name,
    host: rpId,
    here: rpId === here,
    created_at: formatDateTime(createdAt, clock.timeZone),
    last_used_at: lastUsedAt && formatDateTime(lastUsedAt, clock.timeZone),
  };
}
