/**
 * Creates an admin at the top of a separate tree, without wallets and without named grants, which
 * admins give each other. Source: V-28, V-29, Q-SPECIALID.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { createAdmin as declaration } from '@ramal/contract/resellers/resellers';
import sql from 'sql-template-tag';
import { reachedUrl } from '../foundation/caller.ts';
import { insertEventCte } from '../events/events.ts';
import { combineCtes, type Tx, violatedConstraint } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { HashPasswordFor } from '../access/access.ts';
import { firstGrantsCte } from './grants.ts';
import { isNameTaken, refuseTakenName } from './taken-name.ts';

type Input = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

export async function createAdmin(
  ctx: AppContext,
  hashFor: HashPasswordFor,
  input: Input,
): Promise<Answer> {
  const { actor, body } = input;
  if (await isNameTaken(ctx.db, body.username)) refuseTakenName();
  const passwordHash = await hashFor(actor.id, body.password);
  try {
    return await ctx.db.tx((tx) => createIn(tx, ctx, input, passwordHash));
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_username_key') throw error;
    return refuseTakenName();
  }
}

async function createIn(
  tx: Tx,
  ctx: AppContext,
  input: Input,
  passwordHash: string,
): Promise<Answer> {
  const { actor, body, requestMeta } = input;
  const { username, email: whatsapp = null, emailContact: email = null } = body;
  const made = await tx.first<{ id: number }>(sql`
    insert into accounts (id, username, password_hash, profile, ancestors, whatsapp, email, created_at)
    select next.id, ${username}, ${passwordHash}, 'admin', array[next.id], ${whatsapp}, ${email},
      ${ctx.clock.now()}
    from (select nextval(pg_get_serial_sequence('accounts', 'id')) as id) next
    returning id`);
  const { id } = made!;
  const event = insertEventCte(requestMeta, {
    kind: 'admin-created',
    actorId: actor.id,
    accountId: id,
    after: { username, whatsapp, email },
  });
  await tx.run(combineCtes({ granted: firstGrantsCte(ctx, id), event }));
  return {
    message: 'Conta de administração cadastrada com sucesso',
    id,
    username,
    panelUrl: reachedUrl(requestMeta),
  };
}
