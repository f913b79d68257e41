/** Ends other sessions of the same account: one of them, or all but the current one. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { endOtherSignIns as others, endSignIn as declaration } from '@ramal/contract/sessions';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deviceName } from '../foundation/device.ts';
import type { EndSignInsInput } from '../access/access.ts';

const because: EndSignInsInput = 'ended-by-hand';

export async function endSignIn(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof declaration>,
): Promise<ResponseOf<typeof declaration>> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const ended = await tx.first<{ userAgent: string | null }>(sql`
      update sign_ins set ended_at = ${now}, ended_because = ${because}
      where id = ${params.id} and account_id = ${actor.id} and ended_at is null and expires_at > ${now}
      returning user_agent`);
    if (!ended) refuse('sign_in_not_found');
    const device = deviceName(ended.userAgent ?? '');
    await recordEvent(tx, requestMeta, {
      kind: 'sign-in-ended',
      actorId: actor.id,
      after: { device },
    });
  });
  return { message: 'Acesso encerrado.' };
}

export async function endOtherSignIns(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
): Promise<ResponseOf<typeof others>> {
  const now = ctx.clock.now();
  const count = await ctx.db.tx(async (tx) => {
    // Expired sessions are ended too, because a browser receives notices as long as its session is
    // not marked as ended.
    const rows = await tx.many<{ isOpen: boolean }>(sql`
      update sign_ins set ended_at = ${now}, ended_because = ${because}
      where account_id = ${actor.id} and id <> ${actor.signInId} and ended_at is null
      returning expires_at > ${now} as is_open`);
    const ended = rows.filter(({ isOpen }) => isOpen).length;
    await recordEvent(tx, requestMeta, {
      kind: 'other-sign-ins-ended',
      actorId: actor.id,
      after: { count: ended },
    });
    return ended;
  });
  return { message: wordsFor(count), count };
}

function wordsFor(count: number): string {
  if (count === 0) return 'Não havia outros acessos abertos.';
  return count === 1 ? '1 acesso encerrado.' : `${count} acessos encerrados.`;
}
