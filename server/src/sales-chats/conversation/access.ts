/** «Meu acesso»: user name, password and expiry of the lines of the proved number. */
import { formatDateTime } from '../../foundation/clock.ts';
import type { Line } from '../../lines/lines.ts';
import { openRenewalLinks } from '../../portal/portal.ts';
import { answer, type Conversation, type ProvedConversation, type Turn } from './conversation.ts';
import { listOwnLines } from './lines.ts';

/** A message with more lines would be too long for buttons below it. */
const MAX_SHOWN = 4;

export const NO_LINE = 'Não achei nenhuma assinatura neste número.';

export async function showAccess(conversation: ProvedConversation): Promise<Turn> {
  const lines = await listOwnLines(conversation);
  if (lines.length === 0) return answer(conversation, NO_LINE, 'subscribe', 'person');
  const texts = await describeAccess(conversation, lines.slice(0, MAX_SHOWN));
  const more = lines.length > MAX_SHOWN ? ['As outras aparecem na sua conta.'] : [];
  return answer(conversation, [...texts, ...more].join('\n\n'), 'renew', 'person');
}

/** Describes lines whose number is proved. Each link opens the customer's account. */
export async function describeAccess(
  { ctx, chat, requestMeta }: Conversation,
  lines: readonly Line[],
): Promise<string[]> {
  const { clock } = ctx;
  const maker = { accountId: chat.accountId, baseUrl: requestMeta.baseUrl };
  const open = lines.filter(({ blockedForAbuseAt }) => !blockedForAbuseAt);
  const links = await ctx.db.tx((tx) =>
    openRenewalLinks(
      ctx,
      tx,
      maker,
      open.map(({ id }) => ({ lineId: id })),
    ),
  );
  return lines.map(({ id, username, password, expiresAt, blockedForAbuseAt }) =>
    blockedForAbuseAt
      ? `Usuário: ${username}\nBloqueado. Fale com quem vende para você.`
      : [
          `Usuário: ${username}`,
          `Senha: ${password}`,
          `${expiresAt > clock.now() ? 'Vale até' : 'Venceu em'} ${formatDateTime(expiresAt, clock.timeZone)}`,
          `Sua conta e como instalar: ${links.get(id)}`,
        ].join('\n'),
  );
}
