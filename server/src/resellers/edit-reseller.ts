/**
 * Changes name, contact and password of an account below the caller. A seller cannot edit its own
 * account; an account above it does (Q-MEEDIT). A seller changes its own password on the password
 * screen (Q-PASSCHANGE). A new password ends all sessions of the account. An absent e-mail keeps
 * the stored one. An admin may also move the account below another owner (Q-MASTER). An admin who
 * sets a password or renames another admin must send a code.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { editReseller as declaration } from '@ramal/contract/resellers/resellers';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import { type Reader, type Tx, violatedConstraint, combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { UncheckedCall } from '../foundation/http/missing-code.ts';
import { endSignInsCte, findAccessibleAccount, lockTree } from '../access/access.ts';
import type { AccountGuard } from './account-guard.ts';
import { isNameTaken, refuseTakenName } from './taken-name.ts';
import { findNewMaster, moveReseller } from './tree/move-reseller.ts';
import { serializeReseller } from './serialize-reseller.ts';
import { type Account, lockAccount, readAccount, readReseller } from './resellers.sql.ts';

type Input = Call<typeof declaration>;
type Answer = HandlerResult<typeof declaration>;

export async function editReseller(
  ctx: AppContext,
  guard: AccountGuard,
  input: Input,
): Promise<Answer> {
  const { actor, body, params, requestMeta } = input;
  const isSelf = params.id === actor.id;
  if (isSelf && (actor.profile !== 'admin' || body.password !== undefined)) refuse('forbidden');
  if (body.newMaster !== undefined && actor.profile !== 'admin') refuse('forbidden');
  await findAccessibleAccount(ctx.db, actor, params.id);
  if (await isNameTaken(ctx.db, body.username, params.id)) refuseTakenName();
  await refuseWrongMaster(ctx.db, input);
  if (actor.hasSecondFactor && (await isDelicateEdit(ctx.db, input)))
    await guard.spendCode(actor, body.code2fa, requestMeta);
  const passwordHash =
    body.password === undefined ? undefined : await guard.hashFor(actor.id, body.password);
  try {
    return await ctx.db.tx((tx) => editIn(tx, ctx, input, passwordHash));
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_username_key') throw error;
    return refuseTakenName();
  }
}

/**
 * True if the edit requires a code of the calling admin. With a new password the caller could sign
 * in as that account, and an admin whose name was changed could not sign in (Q-STOLENSESSION).
 */
export async function isDelicateEdit(
  reader: Reader,
  { actor, body, params }: UncheckedCall<typeof declaration>,
): Promise<boolean> {
  if (actor.profile !== 'admin') return false;
  if (body.password !== undefined) return true;
  if (params.id === undefined || params.id === actor.id || body.username === undefined)
    return false;
  const renamedAdmin = await reader.first(
    sql`select from accounts where id = ${params.id} and profile = 'admin' and username <> ${body.username}`,
  );
  return renamedAdmin !== undefined;
}

/** Checks the new owner before a code is consumed. The move checks it again under its lock. */
async function refuseWrongMaster(reader: Reader, { body, params }: Input): Promise<void> {
  if (body.newMaster === undefined) return;
  const account = await readAccount(reader, params.id);
  if (account) await findNewMaster(reader, account, body.newMaster);
}

async function editIn(
  tx: Tx,
  ctx: AppContext,
  input: Input,
  passwordHash: string | undefined,
): Promise<Answer> {
  const { actor, body, params } = input;
  const now = ctx.clock.now();
  if (body.newMaster !== undefined) await lockTree(tx);
  const before = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
  const after: Contact = {
    username: body.username,
    whatsapp: body.email,
    email: body.emailContact === undefined ? before.email : body.emailContact,
  };
  await tx.run(
    combineCtes({
      account: updateAccountCte(before.id, after, passwordHash),
      event: editEventCte(input, before, after),
      ...(passwordHash ? { signIns: endSignInsCte([before.id], 'password-changed', now) } : {}),
    }),
  );
  if (body.newMaster !== undefined) await moveReseller(tx, input, before, body.newMaster);
  const data = serializeReseller(ctx, actor, await readReseller(tx, before.id));
  return { message: 'Revenda alterada com sucesso', data };
}

type Contact = Pick<Account, 'username' | 'whatsapp' | 'email'>;

const updateAccountCte = (
  id: number,
  { username, whatsapp, email }: Contact,
  passwordHash: string | undefined,
): Sql => sql`
  update accounts set username = ${username}, whatsapp = ${whatsapp}, email = ${email},
    password_hash = coalesce(${passwordHash ?? null}, password_hash)
  where id = ${id}`;

/**
 * Records the edit as an event with the changed fields. For a password it contains only that the
 * password changed.
 */
function editEventCte({ actor, body, requestMeta }: Input, before: Account, after: Contact): Sql {
  const changed = (['username', 'whatsapp', 'email'] as const).filter(
    (name) => before[name] !== after[name],
  );
  const contactFields = (contact: Contact) =>
    Object.fromEntries(changed.map((name) => [name, contact[name]]));
  return insertEventCte(requestMeta, {
    kind: 'reseller-edited',
    actorId: actor.id,
    accountId: before.id,
    before: contactFields(before),
    after: {
      ...contactFields(after),
      ...(body.password === undefined ? {} : { passwordChanged: true }),
    },
  });
}
