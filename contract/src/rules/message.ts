/**
 * Message to a customer: a text whose placeholders are filled with values of a line (Q-TEXTS).
 * Receipt, list, palette, board, the end of a renewal and the charging run use `writeMessage`.
 */
import { customerName } from './customer-name.ts';
import { DAY_MS } from './durations.ts';

export const messageKinds = ['receipt', 'test', 'charge'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const MAX_MESSAGE_LENGTH = 1_500;

/** Placeholders with their meaning, in the order of the form. */
export const placeholders = {
  nome: 'Nome do cliente, do começo da anotação',
  usuario: 'Usuário da linha',
  senha: 'Senha da linha',
  vencimento: 'Data e hora do vencimento',
  quando: '«vence amanhã às 21:00», «venceu há 3 dias»',
  link: 'Endereço da lista, encurtado',
  pacote: 'Nome do pacote',
  valor: 'Quanto o cliente paga, onde há preço',
  renovar: 'Endereço em que o cliente renova sozinho, na cobrança',
  validade: 'Duração do teste',
  senha_adulto: 'Senha do conteúdo adulto, no P2P',
  instrucoes: 'Como entrar, onde não há link',
} as const;
export type Placeholder = keyof typeof placeholders;

/**
 * Default texts from the specification. They are used by accounts and brands that have no text of
 * their own (Q-COPYTEXT).
 */
const ACCESS = `Usuário: {usuario}
Senha: {senha}
Vencimento: {vencimento}
Teste válido por {validade}
Senha do conteúdo adulto: {senha_adulto}

Lista M3U8
{link}

Links
{instrucoes}

APROVEITE!`;

/**
 * Returns the last text lines of each default text that requests a payment. A text line whose
 * placeholder has no value is removed later.
 */
export const paymentLines = (link: 'link' | 'renovar'): string =>
  `\n\nValor: {valor}\nRenove aqui: {${link}}`;

export const defaultMessages: Readonly<Record<MessageKind, string>> = {
  receipt: ACCESS,
  test: ACCESS,
  charge: `Oi, {nome}! Sua assinatura {quando}. Quer renovar?${paymentLines('renovar')}`,
};

/** Values of the line for the placeholders. */
export interface MessageLine {
  readonly username: string;
  readonly password: string;
  readonly note: string;
  readonly isTrial: boolean;
  readonly expiresAt: Date;
  /** Expiry in the format of the installation. */
  readonly expiresText: string;
  readonly packageName: string;
  readonly priceCents?: number | undefined;
  /** Link for the renewal. Empty or missing if the customer cannot pay without the seller. */
  readonly renewalLink?: string | undefined;
  readonly testHours?: number | undefined;
  readonly adultPassword?: string | undefined;
  /** Link of the player; empty if the platform has no address. */
  readonly link: string;
  /** Instructions for a line without a link. */
  readonly instructions: string;
}

/** Returns the kind of text that fits the line. The text for an expired line requests a payment. */
export function chooseMessageKind(
  { isTrial, expiresAt }: Pick<MessageLine, 'isTrial' | 'expiresAt'>,
  now: Date,
): MessageKind {
  if (expiresAt <= now) return 'charge';
  return isTrial ? 'test' : 'receipt';
}

export interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

export const writeMessage = (text: string, line: MessageLine, moment: Moment): string =>
  fillText(text, valuesOf(line, moment));

type Values<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Replaces placeholders by their values, and removes text lines with only empty values. Unknown
 * placeholders stay.
 */
export function fillText<Name extends string>(text: string, values: Values<Name>): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => filled(paragraph, values))
    .filter((paragraph) => paragraph !== undefined)
    .join('\n\n')
    .trim();
}

/**
 * Names that sellers know from another panel («Sigma»), with Ramal's own names. The first one that
 * the text has is used.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: ['nome'],
  username: ['usuario'],
  password: ['senha'],
  expires_at: ['vencimento'],
  package: ['pacote'],
  plan_price: ['valor'],
  amount: ['valor'],
  pay_url: ['renovar', 'link'],
  url: ['link'],
};

/** Returns the name under which `fields` contains a placeholder; undefined for an unknown one. */
function ownName(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const names = Object.hasOwn(otherNames, name) ? otherNames[name]! : [];
  return [name, ...names].find((candidate) => Object.hasOwn(fields, candidate));
}

const valueOf = (values: Values<string>, name: string): string | undefined => {
  const field = ownName(values, name);
  return field === undefined ? undefined : values[field];
};

/**
 * Removes text lines whose values are all empty. If only a heading remains, the whole paragraph is
 * removed.
 */
function filled(paragraph: string, values: Values<string>): string | undefined {
  const lines = paragraph.split('\n');
  const left = lines.filter((line) => {
    const named = placeholdersIn(line).filter((name) => valueOf(values, name) !== undefined);
    return named.length === 0 || named.some((name) => valueOf(values, name) !== '');
  });
  const isLeftOut =
    left.length < lines.length && left.every((line) => placeholdersIn(line).length === 0);
  return isLeftOut ? undefined : left.map((line) => fill(line, values)).join('\n');
}

/**
 * Replaces placeholders. For an empty value the comma before it is removed too: «Olá, {nome}!»
 * becomes «Olá!».
 */
const fill = (line: string, values: Values<string>): string =>
  line.replaceAll(/(,?[ ]?)\{(\w+)\}/g, (whole, before: string, name: string) => {
    const value = valueOf(values, name);
    if (value === undefined) return whole;
    return value === '' ? '' : before + value;
  });

/** Returns all names in braces, also unknown ones. */
const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Returns the first name in braces that is not a placeholder. */
export const findUnknownPlaceholder = (
  text: string,
  allowedPlaceholders: Readonly<Record<string, string>> = placeholders,
): string | undefined =>
  [...text.matchAll(/\{([^{}\n]*)\}/g)]
    .map(([, name]) => name!)
    .find((name) => ownName(allowedPlaceholders, name) === undefined);

function valuesOf(line: MessageLine, moment: Moment): Values<Placeholder> {
  const { name } = customerName(line);
  const { testHours: hours } = line;
  return {
    nome: name === line.username ? '' : name,
    usuario: line.username,
    senha: line.password,
    vencimento: line.expiresText,
    quando: formatExpiry(line.expiresAt, moment),
    link: line.link.trim(),
    pacote: line.packageName,
    valor: line.priceCents === undefined ? '' : moneyText(line.priceCents),
    renovar: line.renewalLink ?? '',
    validade:
      line.isTrial && hours !== undefined ? `${hours} ${hours === 1 ? 'hora' : 'horas'}` : '',
    senha_adulto: line.adultPassword ?? '',
    instrucoes: line.link === '' ? line.instructions.trim() : '',
  };
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Formats an amount: «R$ 35,00», with a plain space. */
export const moneyText = (cents: number): string =>
  money.format(cents / 100).replaceAll('\u00a0', ' ');

/** Examples: «vence hoje às 21:00», «venceu ontem às 21:00», «venceu há 12 dias». */
export function formatExpiry(at: Date, { now, timeZone }: Moment): string {
  const [day, time] = wallClock(at, timeZone);
  const [today] = wallClock(now, timeZone);
  const days = Math.round((day - today) / DAY_MS);
  const verb = at > now ? 'vence' : 'venceu';
  if (days === 0) return `${verb} hoje às ${time}`;
  if (days === 1) return `vence amanhã às ${time}`;
  if (days === -1) return `venceu ontem às ${time}`;
  return days > 0 ? `vence em ${days} dias, às ${time}` : `venceu há ${-days} dias`;
}

/** Returns the calendar day as a number for calculations, and the time as `21:00`. */
function wallClock(at: Date, timeZone: string): [day: number, time: string] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const [date = '', time = ''] = format.format(at).split(', ');
  return [Date.parse(`${date}T00:00:00Z`), time];
}
