/**
 * Formats an event as a sentence: its title, and each change as before → after. Escapes the texts
 * of users. The only tag in the sentence is <b> (Q-HTMLXSS).
 */
import { type Flag, type Grant, type Profile } from '@ramal/contract/api/access';
import { type ErrorCode, errorText, errors } from '@ramal/contract/api/errors';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { statusLabels } from '@ramal/contract/rules/tickets';
import { formatDateTime } from '../foundation/clock.ts';
import { escapeHtml } from '../foundation/safe-html.ts';
import { eventTitle } from './log-words.ts';

export type EventData = Readonly<Record<string, unknown>>;

interface LoggedEvent {
  readonly kind: string;
  readonly before: EventData | null;
  readonly after: EventData | null;
  /** Name of the API key that made the request, if any. */
  readonly apiKey?: string | null;
}

/** Data that a sentence needs in addition to the event. */
export interface LogContext {
  readonly timeZone: string;
  readonly bouquets: ReadonlyMap<number, string>;
  /**
   * User names that the reader may see. Any other name is shown as «Administração» for an admin,
   * and as «outra rede» for other accounts.
   */
  readonly visibleNames: ReadonlySet<string>;
}

/**
 * Formats an event, for example «<b>Linha renovada</b>: vencimento 10/11/2026 14:00 → 10/12/2026
 * 14:00, 1 crédito».
 */
export function sentenceHtml(event: LoggedEvent, context: LogContext): string {
  const details = detailsOf(event, context).map(escapeHtml);
  return afterTitle(`<b>${escapeHtml(titleFor(event))}</b>`, details);
}

/** Formats an event as the same sentence without tags, for a file. */
export function sentenceText(event: LoggedEvent, context: LogContext): string {
  return afterTitle(titleFor(event), detailsOf(event, context));
}

/**
 * Joins the title and the details with a colon. A reason contains a colon itself, so it becomes a
 * separate sentence.
 */
function afterTitle(title: string, details: readonly string[]): string {
  if (details.length === 0) return title;
  const text = details.join(', ');
  return text.startsWith(REASON) ? `${title}. ${capitalised(text)}` : `${title}: ${text}`;
}

const networkTitles: Readonly<Record<string, string>> = {
  'account-blocked': 'Rede bloqueada',
  'account-unblocked': 'Rede desbloqueada',
};

/**
 * Returns the title of an event. The block of a whole network has a title of its own, because the
 * details do not show that it covers a network.
 */
const titleFor = ({ kind, after }: LoggedEvent): string =>
  (after?.['network'] ? networkTitles[kind] : undefined) ?? eventTitle(kind);

const REASON = 'motivo:';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the sentence as plain text, for an event that names no account and no bouquet. */
export const plainSentence = (event: LoggedEvent, timeZone: string): string =>
  sentenceText(event, { ...emptyContext, timeZone });

/** Name that replaces an admin's name if the reader may not see which admin acted. */
export const ADMINISTRATION = 'Administração';

type Format = (value: unknown, context: LogContext) => string;

interface Field {
  readonly label: string;
  readonly format: Format;
}

function detailsOf({ kind, before, after, apiKey }: LoggedEvent, context: LogContext): string[] {
  const details: string[] = [];
  const formatField = (data: EventData | null, name: string, format: Format): string => {
    const value = data?.[name];
    return value === undefined || value === null || value === '' ? '' : format(value, context);
  };
  for (const [name, { label, format }] of fields) {
    // An event contains only some of the fields, so the others are skipped.
    if (!(before && name in before) && !(after && name in after)) continue;
    const [old, now] = [formatField(before, name, format), formatField(after, name, format)];
    if (old === now) continue;
    // Skips the user name of a line that the row already shows next to the sentence.
    if (name === 'username' && kind.startsWith('line-') && !(old && now)) continue;
    const change =
      before && after && name in before && name in after
        ? `${old || '–'} → ${now || '–'}`
        : old || now;
    const fieldLabel = name === 'saleCents' && isPayment(kind) ? 'valor' : label;
    details.push(fieldLabel ? `${fieldLabel} ${change}` : change);
  }
  if (kind.startsWith('credits-')) joinPrice(details);
  if (apiKey) details.push(`pela chave «${words(apiKey, context)}»`);
  return details;
}

/** Joins an amount and its price to «10 créditos a R$ 8,50». */
function joinPrice(details: string[]): void {
  const at = details.findIndex((detail) => detail.startsWith('preço por crédito R$'));
  if (at < 1 || details[at]!.includes('→')) return;
  const price = details[at]!.replace('preço por crédito ', '');
  details.splice(at - 1, 2, `${details[at - 1]} a ${price}`);
}

/** True if `saleCents` is the total instead of the price of one credit. */
const isPayment = (kind: string): boolean =>
  kind.startsWith('recharge-') || kind === 'credits-bought' || kind === 'coupon-redeemed';

const MAX_TEXT_LENGTH = 120;
/**
 * Maximum length of a reason. The panel's own reasons for blocks are one or two sentences and fit.
 */
const MAX_REASON_LENGTH = 240;

function shortened(value: unknown, longest: number): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
}

const words: Format = (value) => shortened(value, MAX_TEXT_LENGTH);
const reason: Format = (value) => layerLabels[String(value)] ?? shortened(value, MAX_REASON_LENGTH);
const date: Format = (value, { timeZone }) => {
  const at = new Date(String(value));
  return Number.isNaN(at.getTime()) ? '' : formatDateTime(at, timeZone);
};
const [upToTwoDigits, twoDigits] = [0, 2].map(
  (minimumFractionDigits) =>
    new Intl.NumberFormat('pt-BR', { minimumFractionDigits, maximumFractionDigits: 2 }),
) as [Intl.NumberFormat, Intl.NumberFormat];
const number = (value: unknown): string => upToTwoDigits.format(Number(value));
const credits: Format = (value) => {
  const amount = number(Number(value) / 100);
  return Number(value) === 0 ? '' : `${amount} ${amount === '1' ? 'crédito' : 'créditos'}`;
};
const money: Format = (value) => `R$ ${twoDigits.format(Number(value) / 100)}`;
const yesNo: Format = (value) => (value === true ? 'sim' : 'não');
const onOff: Format = (value) => (value === true ? 'ligado' : 'desligado');
const hours: Format = (value) => (Number(value) === 1 ? '1 hora' : `${Number(value)} horas`);
const count: Format = (value) => number(value);
/**
 * Words for the origin of an import. Other kinds of events store a day in the same field, which is
 * then formatted as a date.
 */
const origins: Record<string, string> = { file: 'de um arquivo', address: 'do endereço' };
const from: Format = (value) =>
  origins[String(value)] ?? `a partir de ${String(value).split('-').toReversed().join('/')}`;
const among =
  (labels: Readonly<Record<string, string>>): Format =>
  (value) =>
    labels[String(value)] ?? words(value, emptyContext);
const each =
  (format: Format): Format =>
  (value, context) =>
    (Array.isArray(value) ? value : [value]).map((part) => format(part, context)).join(', ');
const bouquet: Format = (value, { bouquets }) =>
  bouquets.get(Number(value)) ?? `nº ${Number(value)}`;
const account: Format = (value, { visibleNames }) =>
  visibleNames.has(String(value)) ? words(value, emptyContext) : 'outra rede';
const admin: Format = (value, { visibleNames }) =>
  visibleNames.has(String(value)) ? words(value, emptyContext) : ADMINISTRATION;
const refusal: Format = (value) =>
  String(value) in errors
    ? errorText(value as ErrorCode)
        .replace(/\.$/, '')
        .replace(/^\p{Lu}(?=\p{Ll})/u, (capital) => capital.toLowerCase())
    : '';

const emptyContext: LogContext = { timeZone: 'UTC', bouquets: new Map(), visibleNames: new Set() };

const profileLabels: Record<Profile, string> = {
  admin: 'administração',
  franchise: 'franquia',
  reseller: 'revenda',
};
const flagLabels: Record<Flag, string> = {
  tests: 'testes',
  test_iptv: 'testes IPTV',
  iptv: 'IPTV',
  p2p: 'P2P',
  n_p2p: 'novo P2P',
  login: 'entrada no painel',
  xcloud: 'X-CLOUD',
};
const grantLabels: Record<Grant, string> = {
  'lines.new-p2p': 'novo P2P',
  'lines.migrate-new-p2p': 'migração para o novo P2P',
  games: 'jogos',
  extras: 'extras',
  'dns.fixed': 'DNS fixo',
  'logs.export': 'exportar logs',
  'logs.ids': 'IDs nos logs',
  'logs.dns-premium': 'logs de DNS Premium',
  'extract.export': 'exportar o extrato',
  'api.keys': 'chaves de API',
};
const platformWords = Object.fromEntries(
  Object.values(platforms).map(({ key, label }) => [key, label]),
) as Record<PlatformKey, string>;
const endingLabels: Record<string, string> = {
  'password-changed': 'por troca de senha',
  blocked: 'por bloqueio',
  reset: 'pelo servidor',
  'signed-out': 'por saída',
  'reseller-deleted': 'pela exclusão da revenda',
  'reseller-restored': 'pela restauração da revenda',
  'clean-trials': 'pela limpeza dos testes',
};

/** Words for the layer at which a probe failed first. */
const layerLabels: Record<string, string> = {
  name: 'o nome não leva a um endereço',
  connect: 'sem conexão',
  tls: 'certificado recusado',
  http: 'resposta que não é do player',
};

/** Words for the kinds of tasks. */
const workLabels: Record<string, string> = {
  'run-batch': 'trabalho em lote',
  'import-read': 'leitura de lista',
  'import-apply': 'importação de lista',
  'guide-read': 'leitura de guia',
  'check-sources': 'verificação de fontes',
};

/**
 * Words for the channel of a reminder. The word is empty if the title already names the channel.
 */
const channelLabels: Record<string, string> = {
  'wa.me': '',
  hand: 'cobrar agora',
  telegram: 'Telegram',
  email: 'e-mail',
  whatsapp: 'WhatsApp',
  webhook: 'webhook',
  portal: 'portal',
};

const meansLabels: Record<string, string> = {
  code: 'com um código',
  password: 'com a senha',
  passkey: 'com uma chave de acesso',
  administration: 'pela administração',
};

/** Fields in the order of the sentence. Other fields of an event, such as ids, are not shown. */
const fields: readonly (readonly [name: string, field: Field])[] = Object.entries({
  ticket: { label: 'nº', format: (value) => String(Number(value)) },
  tickets: { label: 'tickets', format: count },
  ticketStatus: { label: '', format: among(statusLabels) },
  assignee: { label: '', format: admin },
  username: { label: 'usuário', format: words },
  key: { label: '', format: words },
  name: { label: 'nome', format: words },
  list: {
    label: '',
    format: (value) => (typeof value === 'string' ? `lista ${words(value, emptyContext)}` : ''),
  },
  ip: { label: 'IP', format: words },
  values: { label: 'está', format: words },
  registrar: { label: '', format: words },
  provider: { label: '', format: words },
  target: { label: 'leva a', format: words },
  carrier: { label: 'em', format: words },
  days: {
    label: '',
    format: (value) => (Number(value) === 1 ? 'falta 1 dia' : `faltam ${Number(value)} dias`),
  },
  cost: { label: 'custa', format: credits },
  isShort: { label: '', format: (value) => (value === true ? 'faltam créditos' : '') },
  brand: { label: '', format: words },
  host: { label: 'endereço', format: words },
  hosts: { label: 'endereços', format: each(words) },
  limitDays: { label: 'dias sem custo', format: count },
  customersLimit: { label: 'clientes por revenda', format: count },
  endsOn: { label: 'isento até', format: words },
  title: { label: '', format: words },
  file: { label: '', format: words },
  work: { label: '', format: (value) => workLabels[String(value)] ?? '' },
  addressChanged: { label: '', format: (value) => (value === true ? 'endereço trocado' : '') },
  headersChanged: { label: '', format: (value) => (value === true ? 'cabeçalhos trocados' : '') },
  from: { label: '', format: from },
  profile: { label: 'perfil', format: among(profileLabels) },
  expiresAt: { label: 'vencimento', format: date },
  testHours: { label: 'teste de', format: hours },
  hundredths: { label: '', format: credits },
  bonusHundredths: { label: 'bônus', format: credits },
  coupon: { label: 'cupom', format: words },
  discount: { label: 'desconto', format: words },
  bonusDays: { label: 'dias a mais', format: count },
  balance: { label: 'saldo', format: credits },
  saleCents: { label: 'preço por crédito', format: money },
  whatsapp: { label: 'WhatsApp', format: words },
  email: { label: 'e-mail', format: words },
  package: {
    label: 'pacote',
    format: (value) => (typeof value === 'string' ? words(value, emptyContext) : ''),
  },
  bouquets: { label: 'bouquets', format: each(bouquet) },
  bouquet_ids: { label: 'bouquets', format: each(bouquet) },
  max_connections: { label: 'telas', format: count },
  allows_tests: { label: 'para testes', format: yesNo },
  note: { label: 'anotação', format: words },
  watching: { label: '', format: words },
  removedPasskeys: {
    label: '',
    format: (value) => (Number(value) > 0 ? 'chaves de acesso removidas' : ''),
  },
  passwordChanged: { label: '', format: (value) => (value === true ? 'senha trocada' : '') },
  grants: { label: 'permissões', format: each(among(grantLabels)) },
  isMaster: { label: 'pode ter revendas', format: yesNo },
  owner: { label: 'dono', format: account },
  with: { label: 'junto com', format: account },
  network: {
    label: '',
    format: (value, { visibleNames }) =>
      visibleNames.has(String(value)) ? words(value, emptyContext) : '',
  },
  reason: { label: REASON, format: reason },
  lineServer: { label: 'servidor', format: words },
  takesNew: { label: 'recebe linhas novas', format: yesNo },
  products: { label: 'pacotes e bouquets', format: count },
  isOn: { label: 'ligada', format: yesNo },
  isBlocked: { label: 'bloqueada', format: yesNo },
  automatic: { label: 'automático', format: yesNo },
  because: {
    label: '',
    format: (value) => endingLabels[String(value)] ?? refusal(value, emptyContext),
  },
  seenFrom: { label: 'visto de', format: each(words) },
  screens: { label: 'telas', format: count },
  resellers: { label: 'revendas', format: count },
  lines: { label: 'linhas', format: count },
  credits: { label: 'créditos', format: count },
  trials_a_day: { label: 'testes por dia', format: count },
  credits_a_day: { label: 'créditos por dia', format: count },
  lowest_price: {
    label: 'menor preço',
    format: (value) => money(Number(value) * 100, emptyContext),
  },
  platform: { label: 'plataforma', format: among(platformWords) },
  platforms: { label: 'plataformas', format: each(among(platformWords)) },
  device: { label: '', format: words },
  count: { label: 'acessos', format: count },
  left: { label: 'códigos restantes', format: count },
  threshold: { label: '', format: words },
  on: { label: '', format: onOff },
  ladder: { label: '', format: each(among(channelLabels)) },
  channel: { label: '', format: among(channelLabels) },
  leftOut: { label: 'fora', format: yesNo },
  resumed: { label: '', format: (value) => (value === true ? 'voltou a receber' : '') },
  by: { label: '', format: (value) => meansLabels[String(value)] ?? '' },
  channels: { label: '', format: words },
  position: { label: 'posição', format: count },
  hidden: { label: 'escondido', format: yesNo },
  hideGone: {
    label: '',
    format: (value) => (value === true ? 'escondendo o que saiu da lista' : ''),
  },
  added: { label: 'novos', format: count },
  changed: { label: 'alterados', format: count },
  gone: { label: 'saíram', format: count },
  ...Object.fromEntries(
    Object.entries(flagLabels).map(([flag, label]) => [flag, { label, format: onOff }]),
  ),
} satisfies Record<string, Field>);
