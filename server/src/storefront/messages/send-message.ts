/** Sends the messages of storefronts by the outbox. */
import { CODE_MINUTES } from '@ramal/contract/storefront/tests';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import {
  findNumber,
  getTemplateName,
  sendWhatsapp,
  toParameter,
} from '../../messaging/messaging.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from '../../outbox/outbox.ts';
import { readPage } from '../page/read-page.ts';
import { readStorefront, type StoredStorefront } from '../settings/storefronts.sql.ts';
import { deriveCode } from '../visitors/number-proofs.ts';
import { MESSAGE_KIND } from './queue-message.ts';
import { fillStorefrontText, storefrontUrl } from './write-text.ts';

interface MessageRow {
  readonly id: number;
  readonly kind: 'code' | 'test' | 'paid' | 'return';
  readonly phone: string;
  readonly proofId: number | null;
  readonly sends: number | null;
  readonly createdAt: Date;
  readonly idFranchise: number | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly expiresAt: Date | null;
  readonly note: string | null;
}

const readMessage = ({ db }: AppContext, id: number): Promise<MessageRow | undefined> =>
  db.first(sql`
    select m.id, m.kind, m.phone, m.proof_id, m.sends, m.created_at, a.id_franchise,
      l.username, l.password, l.expires_at, l.note
    from storefront_messages m join accounts a on a.id = m.account_id and a.deleted_at is null
    left join lines l on l.id = m.line_id and l.deleted_at is null where m.id = ${id}`);

/** Retries of a code end before the code expires. */
const PAUSES_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS];

export const storefrontDelivery: DeliveryKind = {
  kind: MESSAGE_KIND,
  mayRepeat: false,
  pausesMs: PAUSES_MS,
  send,
  finished: async (_ctx, tx, { subjectId }, { state }) => {
    await tx.run(sql`
      update storefront_messages set state = ${state === 'sent' || state === 'unknown' ? 'sent' : 'failed'}
      where id = ${subjectId}`);
  },
};

async function send(
  ctx: AppContext,
  { subjectId, accountId, attempt }: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const message = await readMessage(ctx, subjectId);
  const page = await readStorefront(ctx.db, accountId);
  if (!message || !page) return { state: 'skipped', reason: 'A página não existe mais.' };
  const isLate =
    message.kind === 'code' &&
    ctx.clock.now().getTime() > message.createdAt.getTime() + CODE_MINUTES * MINUTE_MS;
  if (isLate) return { state: 'skipped', reason: 'O código venceu.' };
  if (message.kind === 'return' && !(await offersTests(ctx, page.slug)))
    return { state: 'skipped', reason: 'Os testes não voltaram.' };
  const number = await findNumber(ctx.db, message.idFranchise);
  if (!number) return { state: 'failed', reason: 'O número do WhatsApp foi retirado.' };
  const written = await writeMessage(ctx, message, page);
  if (!written) return { state: 'skipped', reason: 'A linha não existe mais.' };
  const { meaning: _meaning, ...outcome } = await sendWhatsapp(
    ctx,
    number,
    { to: message.phone, ...written, ownId: `storefront:${message.id}`, attempt },
    signal,
  );
  return outcome;
}

/** False if the page was closed, or its tests were switched off, after the visitor asked. */
async function offersTests(ctx: AppContext, slug: string): Promise<boolean> {
  const read = await readPage(ctx, slug);
  return read?.page.state === 'open' && read.page.tests.pause !== 'off';
}

async function writeMessage(ctx: AppContext, message: MessageRow, page: StoredStorefront) {
  const link = await storefrontUrl(ctx, page, '');
  const { kind, username, password, expiresAt } = message;
  if (kind === 'code') {
    const code = deriveCode(ctx, { id: message.proofId!, sends: message.sends! });
    const text = `${code} é o seu código para ${page.name}. Vale por ${CODE_MINUTES} minutos.`;
    return { text, template: { name: getTemplateName('code'), parameters: [code] } };
  }
  if (kind === 'return') {
    const text = `Os testes de ${page.name} voltaram: ${link}`;
    const parameters = [toParameter(page.name, 'nossa página'), link];
    return { text, template: { name: getTemplateName('tests-back'), parameters } };
  }
  if (username === null || password === null || expiresAt === null) return undefined;
  const until = formatDateTime(expiresAt, ctx.clock.timeZone);
  const line = { username, password, expiresAt, note: message.note ?? '' };
  const written = kind === 'test' ? page.texts.testReady : page.texts.paid;
  const text = fillStorefrontText(ctx, written, line, link);
  const parameters = [until, username, password, link];
  return { text, template: { name: getTemplateName('access'), parameters } };
}
