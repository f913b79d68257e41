/**
 * Notifies the owner of an endpoint that was switched off, on Telegram and by e-mail if these are
 * known.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { sendEmail, sendTelegram } from '../messaging/messaging.ts';
import {
  type Delivery,
  type DeliveryKind,
  type DeliveryOutcome,
  enqueueDeliveries,
  resendDeliveries,
} from '../outbox/outbox.ts';
import { MINUTE_MS } from '@ramal/contract/rules/durations';

const EMAIL = 'webhook-off-email';
const TELEGRAM = 'webhook-off-telegram';

interface SwitchedOffEndpoint {
  readonly endpointId: number;
  readonly accountId: number;
}

export async function notifyOwner(
  ctx: AppContext,
  tx: Tx,
  { endpointId: subjectId, accountId }: SwitchedOffEndpoint,
): Promise<void> {
  for (const kind of [EMAIL, TELEGRAM]) {
    await enqueueDeliveries(ctx, tx, [{ kind, queue: kind, accountId, subjectId }]);
    // If the endpoint was switched off before, its delivery already exists. It is sent again.
    await resendDeliveries(ctx, tx, sql`kind = ${kind} and subject_id = ${subjectId}`);
  }
}

interface StoppedEndpoint {
  readonly url: string;
  readonly reason: string;
  readonly email: string | null;
  readonly franchiseId: number | null;
}

/** Returns undefined if the endpoint was switched on again or deleted. */
const findStoppedEndpoint = (
  { db }: AppContext,
  { subjectId }: Delivery,
): Promise<StoppedEndpoint | undefined> =>
  db.first<StoppedEndpoint>(sql`
    select e.url, e.off_reason as reason, a.email, a.id_franchise as franchise_id
    from webhook_endpoints e join accounts a on a.id = e.account_id
    where e.id = ${subjectId} and e.off_at is not null`);

const NOTHING: DeliveryOutcome = { state: 'skipped', reason: 'Não há mais o que dizer.' };
const TITLE = 'Um webhook foi desligado';

const messageParagraphs = ({ url, reason }: StoppedEndpoint): string[] => [
  `O endereço ${url} não recebe mais eventos. ${reason}`,
  'Corrija o que houver do outro lado e ligue-o de novo no painel, em Webhooks. O que falhou fica no histórico por 30 dias e pode ser enviado de novo.',
];

async function sendOwnerEmail(
  ctx: AppContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const endpoint = await findStoppedEndpoint(ctx, delivery);
  if (!endpoint) return NOTHING;
  if (!endpoint.email) return { state: 'skipped', reason: 'A conta não tem e-mail.' };
  return sendEmail(
    ctx,
    {
      id: `webhook-off-${delivery.id}`,
      franchiseId: endpoint.franchiseId,
      to: endpoint.email,
      subject: TITLE,
      title: TITLE,
      paragraphs: messageParagraphs(endpoint),
    },
    signal,
  );
}

async function sendOwnerTelegram(
  ctx: AppContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const endpoint = await findStoppedEndpoint(ctx, delivery);
  if (!endpoint) return NOTHING;
  const text = [TITLE, ...messageParagraphs(endpoint)].join('\n\n');
  return sendTelegram(ctx, { accountId: delivery.accountId }, { text }, signal);
}

const pausesMs = [5, 30, 120].map((minutes) => minutes * MINUTE_MS);

export const ownerMessages: readonly DeliveryKind[] = [
  { kind: EMAIL, mayRepeat: false, pausesMs, send: sendOwnerEmail },
  { kind: TELEGRAM, mayRepeat: false, pausesMs, send: sendOwnerTelegram },
];
