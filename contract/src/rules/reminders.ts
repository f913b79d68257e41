/**
 * Times, texts and channels of reminders to customers. Server and preview use the same functions.
 */
import { customerName } from './customer-name.ts';
import { fillText, type Moment, moneyText, paymentLines, formatExpiry } from './message.ts';

/** A reminder about a line that expires, or a notice after a renewal. */
export const reminderKinds = ['due', 'renewed'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/**
 * Kinds of all messages that use the channels of reminders. `refused` is sent after a debit of
 * recurring Pix failed. `ended` is sent when the line no longer renews automatically. `win-back` is
 * sent after a line expired or a test ended.
 */
export const messageKinds = [...reminderKinds, 'refused', 'ended', 'win-back'] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Time of a reminder in days relative to the expiry. A negative number is before the expiry. A
 * notice after a renewal has 0.
 */
export interface Threshold {
  readonly kind: ReminderKind;
  readonly days: number;
}

/** Maximum number of days between a reminder and the expiry. */
export const MAX_THRESHOLD_DAYS = 30;
export const MAX_THRESHOLDS = 12;
export const MAX_REMINDER_LENGTH = 1_000;

/** Label of a threshold: «3 dias antes», «No dia», «1 dia depois», «Ao renovar». */
export function thresholdLabel({
  kind,
  days,
}: {
  readonly kind: MessageKind;
  readonly days: number;
}): string {
  if (kind === 'refused') return 'Débito recusado';
  if (kind === 'ended') return 'Parou de renovar sozinho';
  if (kind === 'renewed') return 'Ao renovar';
  if (kind === 'win-back') return 'Reconquista';
  if (days === 0) return 'No dia';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'dia' : 'dias'} ${days < 0 ? 'antes' : 'depois'}`;
}

/** Key of a threshold in URLs: `due-3`, `due0`, `renewed`. */
export const thresholdKey = ({ kind, days }: Threshold): string =>
  kind === 'renewed' ? kind : `${kind}${days}`;

/** Orders thresholds by day. The notice after a renewal is last. */
export const byMoment = (a: Threshold, b: Threshold): number =>
  a.kind === b.kind ? a.days - b.days : a.kind === 'renewed' ? 1 : -1;

/** Placeholders of reminders, in the order of the form. */
export const reminderPlaceholders = {
  nome: 'Nome do cliente, do começo da anotação',
  usuario: 'Usuário da linha',
  vencimento: 'Data do vencimento',
  quando: '«vence amanhã às 21:00», «venceu há 3 dias»',
  valor: 'Quanto o cliente paga por mês',
  link: 'Endereço em que o cliente renova sozinho',
  pix: 'Pix copia e cola de um mês',
} as const;
export type ReminderPlaceholder = keyof typeof reminderPlaceholders;

const ASKING = paymentLines('link');

/** Default texts for accounts without their own. */
export const defaultReminders: readonly (Threshold & { readonly text: string })[] = [
  { kind: 'due', days: -3, text: `Oi, {nome}! Sua assinatura {quando}.${ASKING}` },
  {
    kind: 'due',
    days: -1,
    text: `Oi, {nome}! Passando para lembrar: sua assinatura {quando}.${ASKING}`,
  },
  {
    kind: 'due',
    days: 0,
    text: `Oi, {nome}! Sua assinatura {quando}. Renove para não ficar sem.${ASKING}`,
  },
  {
    kind: 'due',
    days: 2,
    text: `Oi, {nome}! Sua assinatura {quando}. Quer voltar a assistir?${ASKING}`,
  },
  {
    kind: 'renewed',
    days: 0,
    text: 'Oi, {nome}! Renovação confirmada: sua assinatura vale até {vencimento}. Obrigado!',
  },
];

/** Values of the line for the placeholders. */
export interface ReminderFacts {
  readonly username: string;
  readonly note: string;
  readonly expiresAt: Date;
  readonly priceCents: number | null;
  /** Link to the portal; empty if the customer cannot pay there. */
  readonly link: string;
  /** Pix code; undefined before the code is requested. Then the text keeps the placeholder. */
  readonly pix: string | undefined;
}

export function reminderValues(
  { username, note, expiresAt, priceCents, link, pix }: ReminderFacts,
  moment: Moment,
): Record<ReminderPlaceholder, string> {
  const { name } = customerName({ username, note });
  return {
    // Braces are removed from the name, because a name in braces would look like a placeholder.
    nome: name === username ? '' : name.replaceAll(/[{}]/g, ''),
    usuario: username,
    vencimento: dateOf(expiresAt, moment.timeZone),
    quando: formatExpiry(expiresAt, moment),
    valor: priceCents === null ? '' : moneyText(priceCents),
    link,
    pix: pix ?? '{pix}',
  };
}

export const writeReminder = (text: string, facts: ReminderFacts, moment: Moment): string =>
  fillText(text, reminderValues(facts, moment));

/**
 * True if the text contains {pix}. The Pix code is inserted when the message is sent, because a
 * code is valid for only one day.
 */
export const containsPix = (body: string): boolean => body.includes('{pix}');

/**
 * Fills the Pix code. An empty code removes its text line, and the text line before it if that ends
 * with a colon: «Pix copia e cola:».
 */
export const insertPix = (body: string, pix: string): string =>
  pix === ''
    ? body
        .replaceAll(/(?:^[^\n]*:[ ]*\n)?^[^\n]*\{pix\}[^\n]*(?:\n|$)/gm, '')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : body.replaceAll('{pix}', () => pix);

const dateOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short' }).format(at);

/**
 * Channels of reminders. `hand` is first, because it needs no setup. The other channels send
 * automatically, in the order that the account has chosen.
 */
export const reminderChannels = ['hand', 'telegram', 'email', 'whatsapp', 'webhook'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];
export type AutomaticChannel = Exclude<ReminderChannel, 'hand'>;

export const channelLabels: Readonly<Record<ReminderChannel, string>> = {
  hand: 'Cobrar agora',
  telegram: 'Telegram',
  email: 'E-mail',
  whatsapp: 'WhatsApp Cloud API',
  webhook: 'Webhook',
};

export const reminderStates = ['planned', 'queued', 'sent', 'unknown', 'skipped'] as const;
export type ReminderState = (typeof reminderStates)[number];

/** Reasons why a reminder was not sent. */
export const skipReasons = [
  'late',
  'not-sent',
  'no-channel',
  'renewed',
  'moved',
  'off',
  'left-out',
  'stopped',
  'threshold-off',
  'told',
  'win-back',
  'charged',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const skipReasonTexts: Readonly<Record<SkipReason, string>> = {
  late: 'Passou da hora: o painel estava parado',
  'not-sent': 'Ninguém enviou no dia',
  'no-channel': 'Nenhum canal servia',
  renewed: 'Renovou antes',
  moved: 'O vencimento mudou',
  off: 'A linha foi desligada ou saiu da conta',
  'left-out': 'Você deixou este cliente de fora',
  stopped: 'O cliente pediu para não receber',
  'threshold-off': 'O aviso foi desligado',
  told: 'O recibo já tinha sido enviado',
  'win-back': 'Recebeu a Reconquista neste dia',
  charged: 'Já recebeu outra mensagem neste dia',
};

/** A renewal within this number of days after a reminder counts as an effect of the reminder. */
export const CREDITED_RENEWAL_DAYS = 3;
/** Number of past days for which the panel counts renewals that a reminder caused. */
export const CREDITED_RENEWAL_LOOKBACK_DAYS = 30;
