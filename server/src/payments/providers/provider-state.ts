/** Describes the providers of an account for the screen «Recebimento». */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getPaymentProviders as declaration,
  listPaymentNotices as noticesDeclaration,
  PaymentProviderState,
  ProviderName,
} from '@ramal/contract/payments/payment-providers';
import { formatCnpj } from '@ramal/contract/rules/payments/documents';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import { localDay, unixSeconds } from '../../foundation/clock.ts';
import { ensurePaymentAccount, type PaymentAccount } from '../payment-account.ts';
import { buildNoticeUrl } from './keys.ts';
import {
  accountProblem,
  findProviderAccount,
  type ProviderAccount,
  receiverProblem,
  type ReceiverStatement,
} from './provider-account.ts';
import type { ProviderKind } from './port.ts';
import { currentKind } from './provider-of.ts';
import { type Eligibility, readEligibility } from './recurring-account.ts';

type State = HandlerResult<typeof declaration>;
type Proof = PaymentProviderState['proofs'][number];

const seconds = (at: Date | null): number | null => at && unixSeconds(at);

export async function getPaymentProviders(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<State> {
  const account = await ensurePaymentAccount(ctx, actor.id);
  const [eligibility, woovi, counts, baseUrl] = await Promise.all([
    readEligibility(ctx, ctx.db, actor.id),
    findProviderAccount(ctx.db, actor.id, 'woovi'),
    readUses(ctx, actor.id),
    publicBaseUrl(ctx, requestMeta.baseUrl),
  ]);
  const { receiver, problem } = eligibility;
  const asaas = account.sealedAsaasKey ? eligibility.account : undefined;
  const today = localDay(ctx.clock.now(), ctx.clock.timeZone);
  const noticeUrl = buildNoticeUrl(account, baseUrl);
  return {
    providers: [
      ...(account.sealedToken ? [mercadoPagoState(account, noticeUrl)] : []),
      ...(asaas
        ? [asaasState(asaas, eligibility, { today, noticeUrl: `${noticeUrl}/asaas` })]
        : []),
      ...(woovi ? [wooviState(woovi, `${noticeUrl}/woovi`)] : []),
    ],
    uses: usesOf(ctx, account, counts),
    receiver: receiverOnWire(receiver, today),
    recurring: {
      offered: receiver.offersRecurring && problem === '',
      eligible: problem === '',
      reason: problem,
      activeAuthorizations: counts.active,
    },
    testPayments: ctx.config.testPayments,
  };
}

function receiverOnWire(receiver: ReceiverStatement, today: string): State['receiver'] {
  if (receiver.receiverType === null) return null;
  const reason = receiverProblem(receiver, today);
  return {
    type: receiver.receiverType,
    document: receiver.receiverDocument === null ? '' : formatCnpj(receiver.receiverDocument),
    openedOn: receiver.receiverOpenedOn,
    mayRecur: reason === '',
    reason,
  };
}

function mercadoPagoState(account: PaymentAccount, noticeUrl: string): PaymentProviderState {
  const isUsable = account.api !== null;
  return {
    kind: 'mercado-pago',
    status: isUsable ? (account.provenAt ? 'receiving' : 'unproven') : 'refused',
    keyHint: account.publicKey ?? '',
    hasNoticePassword: account.sealedWebhookSecret !== null,
    live: account.isLive,
    noticeUrl,
    lastNoticeTimestamp: seconds(account.lastNoticeAt),
    checkedTimestamp: null,
    proofs: [
      keysProof(account.provenAt, isUsable ? '' : (account.finding ?? '')),
      noticesProof(account.lastNoticeAt),
      { key: 'no-recurring', state: 'info', text: '', detail: '', atTimestamp: null },
    ],
  };
}

const keysProof = (provenAt: Date | null, failure: string): Proof => ({
  key: 'keys',
  state: failure ? 'failed' : provenAt ? 'proven' : 'unknown',
  text: failure,
  detail: '',
  atTimestamp: seconds(provenAt),
});

const noticesProof = (lastNoticeAt: Date | null): Proof => ({
  key: 'notices',
  state: lastNoticeAt ? 'proven' : 'warning',
  text: lastNoticeAt ? '' : 'Nunca chegou aviso',
  detail: '',
  atTimestamp: seconds(lastNoticeAt),
});

function asaasState(
  account: ProviderAccount,
  { receiver, problem }: Eligibility,
  { today, noticeUrl }: { readonly today: string; readonly noticeUrl: string },
): PaymentProviderState {
  return {
    kind: 'asaas',
    status: account.keysRefusedAt
      ? 'refused'
      : problem
        ? 'one-off-only'
        : account.provenAt
          ? 'receiving'
          : 'unproven',
    keyHint: account.keyHint,
    hasNoticePassword: true,
    live: account.isLive,
    noticeUrl,
    lastNoticeTimestamp: seconds(account.lastNoticeAt),
    checkedTimestamp: unixSeconds(account.checkedAt),
    proofs: [
      keysProof(account.provenAt, refusedKeyText(account)),
      noticesProof(account.lastNoticeAt),
      ageProof(receiver, today),
      nameProof(account, receiver),
      accountProof(account),
    ],
  };
}

/**
 * Returns the reason why the provider refuses the key; empty while the key is accepted. Other
 * problems concern the account.
 */
const refusedKeyText = ({ keysRefusedAt, problem }: ProviderAccount): string =>
  keysRefusedAt ? (problem ?? '') : '';

function wooviState(account: ProviderAccount, noticeUrl: string): PaymentProviderState {
  const { problem, keysRefusedAt, provenAt, checkedAt } = account;
  return {
    kind: 'woovi',
    status: keysRefusedAt ? 'refused' : provenAt ? 'receiving' : 'unproven',
    keyHint: account.keyHint,
    hasNoticePassword: false,
    live: account.isLive,
    noticeUrl,
    lastNoticeTimestamp: seconds(account.lastNoticeAt),
    checkedTimestamp: unixSeconds(checkedAt),
    proofs: [
      keysProof(provenAt, refusedKeyText(account)),
      noticesProof(account.lastNoticeAt),
      {
        key: 'account',
        state: problem ? 'warning' : 'proven',
        text: problem ?? '',
        detail: account.holderName,
        atTimestamp: unixSeconds(checkedAt),
      },
      {
        key: 'no-recurring',
        state: 'info',
        text: NO_RECURRING_AT_WOOVI,
        detail: '',
        atTimestamp: null,
      },
    ],
  };
}

const NO_RECURRING_AT_WOOVI =
  'Aqui não faz Pix Automático: exige o endereço completo de cada cliente.';

function ageProof(receiver: ReceiverStatement, today: string): Proof {
  const text = receiverProblem(receiver, today);
  const opened = receiver.receiverOpenedOn;
  return {
    key: 'company-age',
    state: text ? 'warning' : 'proven',
    text,
    detail: opened ? `desde ${opened.slice(5, 7)}/${opened.slice(0, 4)}` : '',
    atTimestamp: null,
  };
}

function nameProof(account: ProviderAccount, receiver: ReceiverStatement): Proof {
  const isSame = account.holderDocument === receiver.receiverDocument;
  return {
    key: 'company-name',
    state: isSame ? 'proven' : 'warning',
    text: isSame ? '' : 'A conta do Asaas não está no CNPJ informado.',
    detail: account.holderName,
    atTimestamp: unixSeconds(account.checkedAt),
  };
}

function accountProof(account: ProviderAccount): Proof {
  const text = account.keysRefusedAt ? '' : accountProblem(account);
  return {
    key: 'account',
    state: account.keysRefusedAt ? 'unknown' : text ? 'warning' : 'proven',
    text,
    detail: '',
    atTimestamp: unixSeconds(account.checkedAt),
  };
}

interface UseCounts {
  readonly pix: number;
  readonly card: number;
  readonly active: number;
}

const readUses = async ({ db, clock }: AppContext, accountId: number): Promise<UseCounts> =>
  (await db.first<UseCounts>(sql`
    select count(*) filter (where method = 'pix' and authorization_id is null) as pix,
      count(*) filter (where method = 'card') as card,
      (select count(*) from pix_authorizations where account_id = ${accountId} and state = 'active') as active
    from charges
    where account_id = ${accountId} and paid_at > ${new Date(clock.now().getTime() - 30 * DAY_MS)}`))!;

const providerOfKind: Readonly<Record<ProviderKind, ProviderName | null>> = {
  sandbox: null,
  payments: 'mercado-pago',
  orders: 'mercado-pago',
  asaas: 'asaas',
  woovi: 'woovi',
};

function usesOf(ctx: AppContext, account: PaymentAccount, counts: UseCounts): State['uses'] {
  const mercadoPago = account.sealedToken && account.api ? (['mercado-pago'] as const) : [];
  const asaas = account.sealedAsaasKey ? (['asaas'] as const) : [];
  const woovi = account.sealedWooviKey ? (['woovi'] as const) : [];
  const pix = currentKind(ctx, account);
  return [
    {
      use: 'pix',
      provider: pix === undefined ? null : providerOfKind[pix],
      choices: [...mercadoPago, ...asaas, ...woovi],
      count: counts.pix,
    },
    {
      use: 'card',
      provider: mercadoPago[0] ?? null,
      choices: [...mercadoPago],
      count: counts.card,
    },
    { use: 'recurring', provider: asaas[0] ?? null, choices: [...asaas], count: counts.active },
  ];
}

const MAX_NOTICES = 100;

export async function listPaymentNotices(
  { db }: AppContext,
  { actor }: Pick<Caller, 'actor'>,
): Promise<HandlerResult<typeof noticesDeclaration>> {
  type Row = Omit<HandlerResult<typeof noticesDeclaration>[number], 'atTimestamp'>;
  const rows = await db.many<Row & { readonly receivedAt: Date }>(sql`
    select provider, event, outcome, received_at from payment_notices
    where account_id = ${actor.id} order by id desc limit ${MAX_NOTICES}`);
  return rows.map(({ receivedAt, ...row }) => ({ ...row, atTimestamp: unixSeconds(receivedAt) }));
}
