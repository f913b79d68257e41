/** Binds the calls on the hold after a restore. */
import { refuse } from '@ramal/contract/api/errors';
import {
  releaseQuarantine,
  settleOutside as settling,
} from '@ramal/contract/operations/quarantine';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { settleOutside } from './settled-outside.ts';

export const quarantineRoutes = (ctx: AppContext): Binding[] => [
  bind(settling, (call) => settleOutside(ctx, call, call.body)),
  bind(releaseQuarantine, ({ actor, requestMeta }) =>
    ctx.db.tx(async (tx) => {
      const released = await tx.run(sql`
        update restores set released_at = ${ctx.clock.now()}, released_by = ${actor.id}
        where released_at is null`);
      if (released === 0) return refuse('not_in_quarantine');
      await tx.run(
        insertEventCte(requestMeta, {
          kind: 'quarantine-ended',
          actorId: actor.id,
          accountId: actor.id,
        }),
      );
      return { message: 'Painel liberado com sucesso' };
    }),
  ),
];
