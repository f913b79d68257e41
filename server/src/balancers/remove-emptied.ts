/** Deletes draining balancers that have no viewers left. */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Job } from '../foundation/jobs.ts';
import { type BalancerRow, selectBalancers } from './balancers.sql.ts';
import { removeBalancer } from './write-balancers.ts';

export const balancerOrigin = { ip: null, requestId: 'balancers' } as const;

export const removeEmptied: Job = {
  name: 'remove-emptied-balancers',
  schedule: '* * * * *',
  work: async ({ db, clock }) => {
    const now = clock.now();
    await db.tx(async (tx) => {
      const leaving = await tx.many<BalancerRow>(
        sql`${selectBalancers(now)} where b.leaving_at is not null for update of b`,
      );
      for (const { id, name, ip, watching, cnames } of leaving) {
        if (watching > 0 || cnames > 0) continue;
        await removeBalancer(tx, id);
        await recordEvent(tx, balancerOrigin, {
          kind: 'balancer-deleted',
          actorId: null,
          before: { name, ip },
        });
      }
    });
  },
};
