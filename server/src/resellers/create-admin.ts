/**
 * Makes one more admin: at the top of a tree of its own, without wallets and without named grants,
 * which admins give each other. Source: V-28, V-29, Q-SPECIALID.
 */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { createAdmin as declaration } from '@ramal/contract/resellers';
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import { type Tx, brokenConstraint } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { hashPassword } from '../sessions/passwords.ts';

type Asked = Call<typeof declaration>;
type Answer = Given<typeof declaration>;

export async function createAdmin(house: House, asked: Asked): Promise<Answer> {
  const passwordHash = await hashPassword(asked.body.password);
  try {
    return await house.db.tx((tx) => createIn(tx, house, asked, passwordHash));
  } catch (error) {
    if (brokenConstraint(error) !== 'accounts_username_key') throw error;
    return refuse('account_taken', {
      fields: { username: 'Já existe uma conta com este usuário.' },
    });
  }
}

async function createIn(tx: Tx, house: House, asked: Asked, passwordHash: string): Promise<Answer> {
  const { actor, body, origin } = asked;
  const { username, email: whatsapp = null, email_contact: email = null } = body;
  const made = await tx.first<{ id: number }>(sql`
    insert into accounts (id, username, password_hash, profile, ancestors, whatsapp, email, created_at)
    select next.id, ${username}, ${passwordHash}, 'admin', array[next.id], ${whatsapp}, ${email},
      ${house.clock.now()}
    from (select nextval(pg_get_serial_sequence('accounts', 'id')) as id) next
    returning id`);
  const { id } = made!;
  await tx.run(
    recording(origin, {
      kind: 'admin-created',
      actorId: actor.id,
      accountId: id,
      after: { username, whatsapp, email },
    }),
  );
  return {
    message: 'Conta de administração cadastrada com sucesso',
    id,
    username,
    panel_url: origin.baseUrl,
  };
}
