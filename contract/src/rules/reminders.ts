/**
 * Reminders to customers: when they go out, what they say and by which channels. Server and preview write
 * them by the same function.
 */
import { customerName } from './customer-name.ts';
import { fillText, type Moment, moneyText, paymentLines, whenExpiring } from './message.ts';

/** About a line that ends, or about one that was just renewed. */
export const reminderKinds = ['due', 'renewed'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Days from the day on which a line ends: below zero before it; 0 for a renewal. */
export interface Threshold {
  readonly kind: ReminderKind;
  readonly days: number;
}

/** How far from the end a reminder may stand. */
export const MOST_THRESHOLD_DAYS = 30;
export const MOST_THRESHOLDS = 12;
export const LONGEST_REMINDER = 1_000;

/** «3 dias antes», «No dia», «1 dia depois», «Ao renovar» */
export function thresholdLabel({ kind, days }: Threshold): string {
  if (kind === 'renewed') return 'Ao renovar';
  if (days === 0) return 'No dia';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'dia' : 'dias'} ${days < 0 ? 'antes' : 'depois'}`;
}

/** `due-3`, `due0`, `renewed`: stands in addresses. */
export const thresholdKey = ({ kind, days }: Threshold): string =>
  kind === 'renewed' ? kind : `${kind}${days}`;

/** By the day, the renewal last. */
export const byMoment = (one: Threshold, other: Threshold): number =>
  one.kind === other.kind ? one.days - other.days : one.kind === 'renewed' ? 1 : -1;

/** What a reminder may name, in the order in which it is offered. */
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

/** Of an account that wrote none. */
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

/** What is known of the line that a reminder is about. */
export interface ReminderFacts {
  readonly username: string;
  readonly note: string;
  readonly expiresAt: Date;
  readonly priceCents: number | null;
  /** Empty where the customer cannot pay by itself. */
  readonly link: string;
  /** `undefined`: not asked for yet, its place is kept. */
  readonly pix: string | undefined;
}

/** The values behind the names of a text. */
export function reminderValues(
  { username, note, expiresAt, priceCents, link, pix }: ReminderFacts,
  moment: Moment,
): Record<ReminderPlaceholder, string> {
  const { name } = customerName({ username, note });
  return {
    // A name in braces would be taken for a place that is still to be filled.
    nome: name === username ? '' : name.replaceAll(/[{}]/g, ''),
    usuario: username,
    vencimento: dateOf(expiresAt, moment.timeZone),
    quando: whenExpiring(expiresAt, moment),
    valor: priceCents === null ? '' : moneyText(priceCents),
    link,
    pix: pix ?? '{pix}',
  };
}

export const writeReminder = (text: string, facts: ReminderFacts, moment: Moment): string =>
  fillText(text, reminderValues(facts, moment));

/** A frozen text waits only for this: a Pix lives for a day. */
export const wantsPix = (body: string): boolean => body.includes('{pix}');

/** Without one its line is left out, and what announces it: «Pix copia e cola:». */
export const withPix = (body: string, pix: string): string =>
  pix === ''
    ? body
        .replaceAll(/(?:^[^\n]*:[ ]*\n)?^[^\n]*\{pix\}[^\n]*(?:\n|$)/gm, '')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : body.replaceAll('{pix}', () => pix);

const dateOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short' }).format(at);

/** By hand first: it needs nobody's approval. The others go out by themselves, in the order of the account. */
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

/** Why a reminder was not sent. */
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
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const skipWords: Readonly<Record<SkipReason, string>> = {
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
};

/** How long after a reminder a renewal counts as brought by it. */
export const BROUGHT_DAYS = 3;
/** How far back it is counted. */
export const BROUGHT_LOOKBACK_DAYS = 30;
