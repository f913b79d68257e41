/** Settings of an account for its figures. An account without a row has the defaults. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getNumberSettings as getDeclaration,
  saveNumberSettings as saveDeclaration,
} from '@ramal/contract/numbers/numbers';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { combineCtes, type Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';

interface Settings {
  readonly masterSeesCustomers: boolean;
  readonly pixFee: number;
  readonly cardFee: number;
  readonly messageCents: number;
  readonly weeklySummary: boolean;
}

const defaults: Settings = {
  masterSeesCustomers: true,
  pixFee: 0,
  cardFee: 0,
  messageCents: 0,
  weeklySummary: false,
};

const readSettings = async (reader: Reader, account: number): Promise<Settings> =>
  (await reader.first<Settings>(sql`
    select master_sees_customers, pix_fee, card_fee, message_cents, weekly_summary from number_settings
    where account_id = ${account}`)) ?? defaults;

export const getNumberSettings = (
  { db }: AppContext,
  { actor }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> => readSettings(db, actor.id);

export async function saveNumberSettings(
  { db }: AppContext,
  { actor, body, requestMeta }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const saved = await db.tx(async (tx) => {
    await tx.run(sql`select from accounts where id = ${actor.id} for no key update`);
    const before = await readSettings(tx, actor.id);
    const after: Settings = {
      masterSeesCustomers: body.masterSeesCustomers ?? before.masterSeesCustomers,
      pixFee: body.pixFee ?? before.pixFee,
      cardFee: body.cardFee ?? before.cardFee,
      messageCents: body.messageCents ?? before.messageCents,
      weeklySummary: body.weeklySummary ?? before.weeklySummary,
    };
    await tx.run(
      combineCtes({
        settings: sql`
          insert into number_settings (account_id, master_sees_customers, pix_fee, card_fee, message_cents,
            weekly_summary)
          values (${actor.id}, ${after.masterSeesCustomers}, ${after.pixFee}, ${after.cardFee}, ${after.messageCents},
            ${after.weeklySummary})
          on conflict (account_id) do update set master_sees_customers = excluded.master_sees_customers,
            pix_fee = excluded.pix_fee, card_fee = excluded.card_fee, message_cents = excluded.message_cents,
            weekly_summary = excluded.weekly_summary`,
        event: insertEventCte(requestMeta, {
          kind: 'number-settings-saved',
          actorId: actor.id,
          before: { ...before },
          after: { ...after },
        }),
      }),
    );
    return after;
  });
  return { message: 'Configuração guardada', ...saved };
}
