/** Ends one's own sign-ins elsewhere: a device that was lost, or all but this one. */
import type { Answered } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { endOtherSignIns as others, endSignIn as declaration } from '@ramal/contract/sessions';
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { By } from '../foundation/actor.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { deviceOf } from './device.ts';
import type { Ending } from './end-sign-ins.ts';

const because: Ending = 'ended-by-hand';

export async function endSignIn(
  house: House,
  { actor, params, origin }: Call<typeof declaration>,
): Promise<Answered<typeof declaration>> {
  const now = house.clock.now();
  await house.db.tx(async (tx) => {
    const ended = await tx.first<{ userAgent: string | null }>(sql`
      update sign_ins set ended_at = ${now}, ended_because = ${because}
      where id = ${params.id} and account_id = ${actor.id} and ended_at is null and expires_at > ${now}
      returning user_agent as "userAgent"`);
    if (!ended) refuse('sign_in_not_found');
    const device = deviceOf(ended.userAgent ?? '');
    await tx.run(
      recording(origin, {
        kind: 'sign-in-ended',
        actorId: actor.id,
        accountId: actor.id,
        after: { device },
      }),
    );
  });
  return { message: 'Acesso encerrado.' };
}

export async function endOtherSignIns(
  house: House,
  { actor, origin }: By,
): Promise<Answered<typeof others>> {
  const now = house.clock.now();
  const count = await house.db.tx(async (tx) => {
    const ended = await tx.run(sql`
      update sign_ins set ended_at = ${now}, ended_because = ${because}
      where account_id = ${actor.id} and id <> ${actor.signInId} and ended_at is null
        and expires_at > ${now}`);
    await tx.run(
      recording(origin, {
        kind: 'other-sign-ins-ended',
        actorId: actor.id,
        accountId: actor.id,
        after: { count: ended },
      }),
    );
    return ended;
  });
  return { message: wordsFor(count), count };
}

function wordsFor(count: number): string {
  if (count === 0) return 'Não havia outros acessos abertos.';
  return count === 1 ? '1 acesso encerrado.' : `${count} acessos encerrados.`;
}
