/**
 * Reads and stores the accounts of sellers at providers. Decides whether a seller may receive
 * recurring Pix.
 */
import { addCalendarMonths } from '@ramal/contract/rules/payments/calendar-months';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import { NO_PERMISSION } from './key-refusal.ts';
import type { KeyedProvider } from './port.ts';

export interface ReceiverStatement {
  readonly receiverType: 'company' | 'person' | null;
  readonly receiverDocument: string | null;
  /** yyyy-mm-dd. */
  readonly receiverOpenedOn: string | null;
  readonly offersRecurring: boolean;
}

export interface ProviderAccount {
  readonly keyHint: string;
  readonly isLive: boolean;
  readonly holderName: string;
  readonly holderDocument: string;
  readonly isCompany: boolean;
  readonly isApproved: boolean;
  readonly pixKey: string | null;
  /** Last refusal that concerns the account, as a Portuguese sentence. */
  readonly problem: string | null;
  /** Null while the provider accepts the key. */
  readonly keysRefusedAt: Date | null;
  readonly checkedAt: Date;
  readonly lastNoticeAt: Date | null;
  readonly provenAt: Date | null;
}

export const readReceiver = async (reader: Reader, accountId: number): Promise<ReceiverStatement> =>
  (await reader.first<ReceiverStatement>(sql`
    select receiver_type, receiver_document, to_char(receiver_opened_on, 'YYYY-MM-DD') as receiver_opened_on,
      offers_recurring
    from payment_accounts where account_id = ${accountId}`)) ?? {
    receiverType: null,
    receiverDocument: null,
    receiverOpenedOn: null,
    offersRecurring: false,
  };

/** Returns the account at a provider; undefined without keys. */
export const findProviderAccount = (
  reader: Reader,
  accountId: number,
  provider: KeyedProvider = 'asaas',
): Promise<ProviderAccount | undefined> =>
  reader.first(sql`
    select key_hint, is_live, holder_name, holder_document, is_company, is_approved, pix_key, problem,
      keys_refused_at, checked_at, last_notice_at, proven_at
    from provider_accounts
    where account_id = ${accountId} and provider = ${provider} and sealed_key is not null`);

/** Data about the account that is stored with a new key. */
export interface NewProviderAccount extends Pick<
  ProviderAccount,
  'keyHint' | 'isLive' | 'holderName' | 'holderDocument' | 'isCompany' | 'isApproved' | 'pixKey'
> {
  readonly sealedKey: Buffer;
  /** Null keeps the stored password. */
  readonly sealedNoticePassword: Buffer | null;
}

/**
 * Statement: stores a new key. The problem and the times of the last notice and payment are reset,
 * because they belong to the earlier key.
 */
export const saveProviderAccountCte = (
  accountId: number,
  provider: KeyedProvider,
  account: NewProviderAccount,
  now: Date,
): Sql => sql`
  insert into provider_accounts (account_id, provider, sealed_key, sealed_notice_password, key_hint, is_live,
    collector, holder_name, holder_document, is_company, is_approved, pix_key, checked_at, keys_saved_at)
  values (${accountId}, ${provider}, ${account.sealedKey}, ${account.sealedNoticePassword}, ${account.keyHint},
    ${account.isLive}, ${account.holderDocument}, ${account.holderName}, ${account.holderDocument},
    ${account.isCompany}, ${account.isApproved}, ${account.pixKey}, ${now}, ${now})
  on conflict (account_id, provider) do update set sealed_key = excluded.sealed_key,
    sealed_notice_password = coalesce(excluded.sealed_notice_password, provider_accounts.sealed_notice_password),
    key_hint = excluded.key_hint, is_live = excluded.is_live, collector = excluded.collector,
    holder_name = excluded.holder_name, holder_document = excluded.holder_document,
    is_company = excluded.is_company, is_approved = excluded.is_approved, pix_key = excluded.pix_key,
    problem = null, keys_refused_at = null, checked_at = excluded.checked_at,
    keys_saved_at = excluded.keys_saved_at, last_notice_at = null, proven_at = null`;

/** Months that a company must exist before it may receive recurring Pix. */
const COMPANY_MONTHS = 6;

/** Returns the first day (yyyy-mm-dd) on which a company may receive recurring Pix. */
export const recursFrom = (openedOn: string): string =>
  addCalendarMonths(openedOn, COMPANY_MONTHS, Number(openedOn.slice(8)));

export const PERSON_REASON =
  'Conta de pessoa física não recebe Pix Automático. Seus clientes continuam com o Pix de um toque.';

const brazilian = (day: string): string => day.split('-').toReversed().join('/');

/**
 * Returns the reason why this receiver cannot have recurring Pix; empty if recurring Pix is
 * possible.
 */
export function receiverProblem(
  { receiverType, receiverOpenedOn }: ReceiverStatement,
  today: string,
): string {
  if (receiverType === null) return 'Diga antes se quem recebe é empresa (CNPJ) ou pessoa (CPF).';
  if (receiverType === 'person' || receiverOpenedOn === null) return PERSON_REASON;
  const from = recursFrom(receiverOpenedOn);
  return today >= from
    ? ''
    : `${ageText(receiverOpenedOn, today)}: pode receber a partir de ${brazilian(from)}.`;
}

function ageText(openedOn: string, today: string): string {
  let months = 0;
  while (addCalendarMonths(openedOn, months + 1, Number(openedOn.slice(8))) <= today) months += 1;
  if (months === 0) return 'CNPJ aberto há menos de um mês';
  return `CNPJ aberto há ${months === 1 ? '1 mês' : `${months} meses`}`;
}

/**
 * Returns the reason why this account at Asaas cannot have recurring Pix; empty if recurring Pix is
 * possible.
 */
export function accountProblem(account: ProviderAccount): string {
  if (!account.isCompany) return PERSON_REASON;
  if (!account.isApproved) return 'O Asaas ainda não aprovou a conta ou os documentos.';
  if (account.pixKey === null) return 'A conta ainda não tem chave Pix no Asaas.';
  return account.problem ?? '';
}

/**
 * Returns the reason why recurring Pix cannot be offered; empty if it can be offered
 * (Q-RECURCOMPANY).
 */
export function recurringProblem(
  receiver: ReceiverStatement,
  account: ProviderAccount | undefined,
  today: string,
): string {
  if (!account) return 'Só o Asaas faz Pix Automático aqui: ligue-o primeiro.';
  // The key may lack the permission of the one-off Pix only.
  const problem = account.problem === NO_PERMISSION ? null : account.problem;
  return receiverProblem(receiver, today) || accountProblem({ ...account, problem });
}
