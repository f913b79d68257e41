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
  const texts: string[] = [];
  for (const line of lines.slice(0, MAX_SHOWN))
    texts.push(await describeAccess(conversation, line));
  const more = lines.length > MAX_SHOWN ? ['As outras aparecem na sua conta.'] : [];
  return answer(conversation, [...texts, ...more].join('\n\n'), 'renew', 'person');
}

/** Describes a line whose number is proved. The link opens the customer's account. */
export async function describeAccess(
  { ctx, chat, requestMeta }: Conversation,
  line: Line,
): Promise<string> {
  if (line.blockedForAbuseAt)
    return `Usuário: ${line.username}\nBloqueado. Fale com quem vende para você.`;
  const until = formatDateTime(line.expiresAt, ctx.clock.timeZone);
  const verb = line.expiresAt > ctx.clock.now() ? 'Vale até' : 'Venceu em';
  const links = await ctx.db.tx((tx) =>
    openRenewalLinks(ctx, tx, { accountId: chat.accountId, baseUrl: requestMeta.baseUrl }, [
      { lineId: line.id },
    ]),
  );
  return [
    `Usuário: ${line.username}`,
    `Senha: ${line.password}`,
    `${verb} ${until}`,
    `Sua conta e como instalar: ${links.get(line.id)}`,
  ].join('\n');
}
