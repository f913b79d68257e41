/** Ends the quarantine after a restore. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { releaseQuarantine } from '@ramal/contract/operations/quarantine';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { OutsideSources } from './outside-source.ts';
import { endQuarantine } from './restores.sql.ts';

/**
 * Ends the quarantine. Revokes all API keys from before the restore, unless the admin declines,
 * because a key that was revoked after the backup would be valid again.
 */
export const releasePanel = (
  { db, clock }: AppContext,
  { revokeRestoredKeys }: OutsideSources,
  call: Call<typeof releaseQuarantine>,
): Promise<HandlerResult<typeof releaseQuarantine>> =>
  db.tx(async (tx) => {
    const now = clock.now();
    const { actor, requestMeta, body } = call;
    const released = await endQuarantine(tx, { at: now, by: actor.id });
    if (!released) return refuse('not_in_quarantine');
    await recordEvent(tx, requestMeta, {
      kind: 'quarantine-ended',
      actorId: actor.id,
    });
    if (body.revokeKeys) await revokeRestoredKeys(tx, call, { ...released, now });
    return { message: 'Painel liberado com sucesso' };
  });
