/** Channels that an account chose for each kind of notice. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getNoticeChoices as getDeclaration,
  saveNoticeChoices as saveDeclaration,
} from '@ramal/contract/notices/notices';
import { noticeKinds, type NoticeKind } from '@ramal/contract/rules/notices';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { findRelay } from '../messaging/messaging.ts';
import { signalNoticesChanged } from './mark-notices-read.ts';
import { sendConfirmation } from './confirm-address.ts';

interface Choices {
  readonly panel: NoticeKind[];
  readonly email: NoticeKind[];
  readonly telegram: NoticeKind[];
  readonly push: NoticeKind[];
  readonly address: string | null;
  readonly addressConfirmed: boolean;
}

/** Reads the choices of an account. Without any, the account's own e-mail address is suggested. */
async function readChoices(reader: Reader, accountId: number): Promise<Choices> {
  const chosen = await reader.first<Choices>(sql`
    select panel, email, telegram, push, address, coalesce(address = confirmed_address, false) as address_confirmed
    from notice_choices where account_id = ${accountId}`);
  if (chosen) return chosen;
  const account = await reader.first<{ email: string | null }>(
    sql`select email from accounts where id = ${accountId}`,
  );
  return {
    panel: [...noticeKinds],
    email: [],
    telegram: [],
    push: [...noticeKinds],
    address: account?.email || null,
    addressConfirmed: false,
  };
}

export async function getNoticeChoices(
  { db }: AppContext,
  { actor }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> {
  const [choices, relay] = await Promise.all([
    readChoices(db, actor.id),
    findRelay(db, actor.idFranchise),
  ]);
  return { ...choices, canEmail: relay !== undefined };
}

export async function saveNoticeChoices(
  ctx: AppContext,
  { actor, requestMeta, body }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { panel, email, telegram, push, address = null } = body;
  if (email.length > 0 && address === null)
    refuse('invalid_fields', { fields: { address: 'Escreva o e-mail que recebe os avisos.' } });
  const saved = await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      insert into notice_choices (account_id, panel, email, telegram, push, address, base_url)
      values (${actor.id}, ${panel}::text[], ${email}::text[], ${telegram}::text[], ${push}::text[],
        ${address}, ${requestMeta.baseUrl})
      on conflict (account_id) do update set panel = excluded.panel, email = excluded.email,
        telegram = excluded.telegram, push = excluded.push, address = excluded.address,
        base_url = excluded.base_url`);
    await sendConfirmation(ctx, tx, actor);
    await signalNoticesChanged(tx, [actor.id]);
    return readChoices(tx, actor.id);
  });
  return { message: 'Escolha guardada', ...saved };
}
