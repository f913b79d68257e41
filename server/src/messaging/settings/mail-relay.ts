import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  removeMailRelay as removeDeclaration,
  saveMailRelay as saveDeclaration,
  sendTestEmail as testDeclaration,
} from '@ramal/contract/messaging';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import { storedForAddress } from '../../foundation/stored-secrets.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { endQueue, resumeQueue } from '../../outbox/outbox.ts';
import { emailQueue, findOwnRelay, type MailRelay, sealPassword } from '../email/relay.ts';
import { sendByRelay } from '../email/send-email.ts';
import { readChannels } from './read-channels.ts';

export async function saveMailRelay(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { franchise, host, port, security, username = '', password } = body;
  const before = await findOwnRelay(ctx.db, franchise);
  const sealed = passwordToKeep(ctx, before, { host, port, security, username, password });
  await ctx.db.tx(async (tx) => {
    const row = await tx.first<{ id: number }>(sql`
      insert into mail_relays (franchise_id, host, port, security, username, sealed_password, from_address,
        from_name, dkim_selector)
      values (${franchise}, ${host}, ${port}, ${security}, ${username}, ${sealed}, ${body.fromAddress},
        ${body.fromName}, ${body.dkimSelector ?? ''})
      on conflict (franchise_id) do update set host = excluded.host, port = excluded.port,
        security = excluded.security, username = excluded.username,
        sealed_password = excluded.sealed_password, from_address = excluded.from_address,
        from_name = excluded.from_name, dkim_selector = excluded.dkim_selector,
        version = mail_relays.version + 1, fault = null, fault_at = null
      returning id`);
    // Resumes the queue, because the relay may now accept messages that it rejected with the old
    // settings.
    await resumeQueue(tx, emailQueue(row!));
    await recordEvent(tx, requestMeta, {
      kind: 'mail-relay-set',
      actorId: actor.id,
      after: { franchise, host, port },
    });
  });
  return { message: 'Servidor de e-mail guardado', ...(await readChannels(ctx, franchise)) };
}

export async function checkMailRelay(
  ctx: AppContext,
  { body }: Call<typeof saveDeclaration>,
): Promise<void> {
  const { username = '', password, ...address } = body;
  const before = await findOwnRelay(ctx.db, body.franchise);
  passwordToKeep(ctx, before, { ...address, username, password });
}

/**
 * Returns the password to store. The stored password is never used with another user name, host,
 * port or encryption.
 */
function passwordToKeep(
  ctx: AppContext,
  before: MailRelay | undefined,
  sent: Pick<MailRelay, 'host' | 'port' | 'security' | 'username'> & {
    readonly password: string | undefined;
  },
): Buffer | null {
  if (sent.username === '') return null;
  if (sent.password !== undefined) return sealPassword(ctx, sent.password);
  const usable = storedForAddress(before, sent, ['host', 'port', 'security', 'username']);
  return (
    usable?.sealedPassword ??
    refuse('mail_password_missing', {
      fields: { password: 'Escreva a senha deste usuário.' },
    })
  );
}

export async function removeMailRelay(
  ctx: AppContext,
  { actor, requestMeta, query }: Call<typeof removeDeclaration>,
): Promise<HandlerResult<typeof removeDeclaration>> {
  await ctx.db.tx(async (tx) => {
    const row = await tx.first<{ id: number }>(
      sql`delete from mail_relays where franchise_id = ${query.franchise} returning id`,
    );
    if (!row) refuse('channel_missing');
    await endQueue(ctx, tx, emailQueue(row));
    await recordEvent(tx, requestMeta, {
      kind: 'mail-relay-removed',
      actorId: actor.id,
      after: { franchise: query.franchise },
    });
  });
  return { message: 'Servidor de e-mail retirado', ...(await readChannels(ctx, query.franchise)) };
}

const TEST_TIMEOUT_MS = 25_000;

export async function sendTestEmail(
  ctx: AppContext,
  { body, requestMeta }: Call<typeof testDeclaration>,
): Promise<HandlerResult<typeof testDeclaration>> {
  const relay = (await findOwnRelay(ctx.db, body.franchise)) ?? refuse('channel_missing');
  const outcome = await sendByRelay(
    ctx,
    relay,
    {
      id: `test-${requestMeta.requestId}`,
      franchiseId: body.franchise,
      to: body.to,
      subject: 'Mensagem de teste',
      title: 'O envio de e-mail funciona',
      paragraphs: [
        `Esta mensagem saiu pelo servidor ${relay.host}, como pedido nas configurações.`,
      ],
    },
    AbortSignal.timeout(TEST_TIMEOUT_MS),
  );
  const { state, reason = '', answer = '' } = outcome;
  if (state !== 'sent') {
    refuse('test_message_failed', { values: { reason: answer ? `${reason} ${answer}` : reason } });
  }
  await ctx.db.tx((tx) => resumeQueue(tx, emailQueue(relay)));
  return { message: 'Mensagem de teste enviada', answer };
}
