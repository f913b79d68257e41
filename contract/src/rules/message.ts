/**
 * What a customer is written: a text with placeholders, filled from a line (Q-TEXTS). Receipt, list,
 * palette, board, the ending of a renewal and the charging run all write by this one function.
 */
import { customerName } from './customer-name.ts';
import { DAY_MS } from './durations.ts';

export const messageKinds = ['receipt', 'test', 'charge'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const LONGEST_MESSAGE = 1_500;

/** What a text may name; each with what it stands for, in the order in which they are offered. */
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

/** Of an account that wrote none, and of a brand that gives none: the documents' words (Q-COPYTEXT). */
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

/** End of each default text that asks for a payment; a line whose value is missing is left out. */
export const paymentLines = (link: 'link' | 'renovar'): string =>
  `\n\nValor: {valor}\nRenove aqui: {${link}}`;

export const defaultMessages: Readonly<Record<MessageKind, string>> = {
  receipt: ACCESS,
  test: ACCESS,
  charge: `Oi, {nome}! Sua assinatura {quando}. Quer renovar?${paymentLines('renovar')}`,
};

/** What is known of the line that a text is about. */
export interface MessageLine {
  readonly username: string;
  readonly password: string;
  readonly note: string;
  readonly isTrial: boolean;
  readonly expiresAt: Date;
  /** As the office writes it. */
  readonly expiresText: string;
  readonly packageName: string;
  readonly priceCents?: number | undefined;
  /** Empty or missing where the customer cannot pay without the seller. */
  readonly renewalLink?: string | undefined;
  readonly testHours?: number | undefined;
  readonly adultPassword?: string | undefined;
  /** Empty where lines are not opened by an address. */
  readonly link: string;
  /** Only where there is no link. */
  readonly instructions: string;
}

/** Which text is meant: who is over is charged, whoever it is. */
export function messageKindOf(
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

/** Puts the values in the place of their names; a name that has no value here stays as it is. */
export function fillText<Name extends string>(text: string, values: Values<Name>): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => filled(paragraph, values))
    .filter((paragraph) => paragraph !== undefined)
    .join('\n\n')
    .trim();
}

const valueOf = (values: Values<string>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** What is empty leaves with its line, and a heading with all that stood below it. */
function filled(paragraph: string, values: Values<string>): string | undefined {
  const lines = paragraph.split('\n');
  const left = lines.filter((line) => {
    const named = placeholdersIn(line).filter((name) => valueOf(values, name) !== undefined);
    return named.length === 0 || named.some((name) => values[name] !== '');
  });
  const isLeftOut =
    left.length < lines.length && left.every((line) => placeholdersIn(line).length === 0);
  return isLeftOut ? undefined : left.map((line) => fill(line, values)).join('\n');
}

/** An empty one takes the comma before it along: «Olá, {nome}!» is «Olá!» to who has no name. */
const fill = (line: string, values: Values<string>): string =>
  line.replaceAll(/(,?[ ]?)\{(\w+)\}/g, (whole, before: string, name: string) => {
    const value = valueOf(values, name);
    if (value === undefined) return whole;
    return value === '' ? '' : before + value;
  });

/** Every name in braces, known or not. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** What stands in braces and is none of ours. */
export const unknownPlaceholder = (
  text: string,
  known: Readonly<Record<string, string>> = placeholders,
): string | undefined =>
  [...text.matchAll(/\{([^{}\n]*)\}/g)]
    .map(([, name]) => name!)
    .find((name) => !Object.hasOwn(known, name));

function valuesOf(line: MessageLine, moment: Moment): Values<Placeholder> {
  const { name } = customerName(line);
  const { testHours: hours } = line;
  return {
    nome: name === line.username ? '' : name,
    usuario: line.username,
    senha: line.password,
    vencimento: line.expiresText,
    quando: whenExpiring(line.expiresAt, moment),
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

/** «R$ 35,00», with a plain space. */
export const moneyText = (cents: number): string =>
  money.format(cents / 100).replaceAll('\u00a0', ' ');

/** «vence hoje às 21:00», «venceu ontem às 21:00», «venceu há 12 dias». */
export function whenExpiring(at: Date, { now, timeZone }: Moment): string {
  const [day, time] = wallClock(at, timeZone);
  const [today] = wallClock(now, timeZone);
  const days = Math.round((day - today) / DAY_MS);
  const verb = at > now ? 'vence' : 'venceu';
  if (days === 0) return `${verb} hoje às ${time}`;
  if (days === 1) return `vence amanhã às ${time}`;
  if (days === -1) return `venceu ontem às ${time}`;
  return days > 0 ? `vence em ${days} dias, às ${time}` : `venceu há ${-days} dias`;
}

/** Its calendar day as a number to reckon with, and `21:00`. */
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
