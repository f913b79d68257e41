/**
 * Formats an event as a sentence: its title, and each change as before → after. Text from users is
 * escaped here, and <b> is the only tag added (Q-HTMLXSS).
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
export interface LogReading {
  readonly timeZone: string;
  readonly bouquets: ReadonlyMap<number, string>;
  /**
   * User names that the reader may see. Another name becomes «Administração» for an admin and
   * «outra rede» for an account.
   */
  readonly visibleNames: ReadonlySet<string>;
}

/**
 * Returns for example «<b>Linha renovada</b>: vencimento 10/11/2026 14:00 → 10/12/2026 14:00, 1
 * crédito».
 */
export function sentenceHtml(event: LoggedEvent, reading: LogReading): string {
  const details = detailsOf(event, reading).map(escapeHtml);
  return afterTitle(`<b>${escapeHtml(titleFor(event))}</b>`, details);
}

/** Returns the same sentence without tags, for a file. */
export function sentenceText(event: LoggedEvent, reading: LogReading): string {
  return afterTitle(titleFor(event), detailsOf(event, reading));
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
 * Returns the title of an event. A block of a whole network has a special title, because the
 * details do not name the network.
 */
const titleFor = ({ kind, after }: LoggedEvent): string =>
  (after?.['network'] ? networkTitles[kind] : undefined) ?? eventTitle(kind);

const REASON = 'motivo:';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the sentence as plain text, for an event that names no account and no bouquet. */
export const plainSentence = (event: LoggedEvent, timeZone: string): string =>
  sentenceText(event, { ...nothing, timeZone });

/** Name shown for an admin to readers who have no permission to see which admin acted. */
export const ADMINISTRATION = 'Administração';

type Say = (value: unknown, reading: LogReading) => string;

interface Field {
  readonly label: string;
  readonly say: Say;
}

function detailsOf({ kind, before, after, apiKey }: LoggedEvent, reading: LogReading): string[] {
  const details: string[] = [];
  const said = (data: EventData | null, name: string, say: Say): string => {
    const value = data?.[name];
    return value === undefined || value === null || value === '' ? '' : say(value, reading);
  };
  for (const [name, { label, say }] of fields) {
    // An event contains only a few of all the fields.
    if (!(before && name in before) && !(after && name in after)) continue;
    const [old, now] = [said(before, name, say), said(after, name, say)];
    if (old === now) continue;
    // The row already shows the name of the line next to the sentence.
    if (name === 'username' && kind.startsWith('line-') && !(old && now)) continue;
    const sentence =
      before && after && name in before && name in after
        ? `${old || '–'} → ${now || '–'}`
        : old || now;
    const named = name === 'saleCents' && isPayment(kind) ? 'valor' : label;
    details.push(named ? `${named} ${sentence}` : sentence);
  }
  if (kind.startsWith('credits-')) joinPrice(details);
  if (apiKey) details.push(`pela chave «${words(apiKey, reading)}»`);
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
  kind.startsWith('recharge-') || kind === 'credits-bought';

const LONGEST = 120;
/** Maximum length of a reason. The panel's reasons for blocks have one or two whole sentences. */
const LONGEST_REASON = 240;

function shortened(value: unknown, longest: number): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
}

const words: Say = (value) => shortened(value, LONGEST);
const reason: Say = (value) => layerWords[String(value)] ?? shortened(value, LONGEST_REASON);
const date: Say = (value, { timeZone }) => {
  const at = new Date(String(value));
  return Number.isNaN(at.getTime()) ? '' : formatDateTime(at, timeZone);
};
const [upToTwoDigits, twoDigits] = [0, 2].map(
  (minimumFractionDigits) =>
    new Intl.NumberFormat('pt-BR', { minimumFractionDigits, maximumFractionDigits: 2 }),
) as [Intl.NumberFormat, Intl.NumberFormat];
const number = (value: unknown): string => upToTwoDigits.format(Number(value));
const credits: Say = (value) => {
  const amount = number(Number(value) / 100);
  return Number(value) === 0 ? '' : `${amount} ${amount === '1' ? 'crédito' : 'créditos'}`;
};
const money: Say = (value) => `R$ ${twoDigits.format(Number(value) / 100)}`;
const yesNo: Say = (value) => (value === true ? 'sim' : 'não');
const onOff: Say = (value) => (value === true ? 'ligado' : 'desligado');
const hours: Say = (value) => (Number(value) === 1 ? '1 hora' : `${Number(value)} horas`);
const count: Say = (value) => number(value);
/** Words for the origin of an import. Any other value is the first day of a period. */
const origins: Record<string, string> = { file: 'de um arquivo', address: 'do endereço' };
const from: Say = (value) =>
  origins[String(value)] ?? `a partir de ${String(value).split('-').toReversed().join('/')}`;
const among =
  (labels: Readonly<Record<string, string>>): Say =>
  (value) =>
    labels[String(value)] ?? words(value, nothing);
const each =
  (say: Say): Say =>
  (value, reading) =>
    (Array.isArray(value) ? value : [value]).map((part) => say(part, reading)).join(', ');
const bouquet: Say = (value, { bouquets }) => bouquets.get(Number(value)) ?? `nº ${Number(value)}`;
const account: Say = (value, { visibleNames }) =>
  visibleNames.has(String(value)) ? words(value, nothing) : 'outra rede';
const admin: Say = (value, { visibleNames }) =>
  visibleNames.has(String(value)) ? words(value, nothing) : ADMINISTRATION;
const refusal: Say = (value) =>
  String(value) in errors
    ? errorText(value as ErrorCode)
        .replace(/\.$/, '')
        .replace(/^\p{Lu}(?=\p{Ll})/u, (capital) => capital.toLowerCase())
    : '';

const nothing: LogReading = { timeZone: 'UTC', bouquets: new Map(), visibleNames: new Set() };

const profileWords: Record<Profile, string> = {
  admin: 'administração',
  franchise: 'franquia',
  reseller: 'revenda',
};
const flagWords: Record<Flag, string> = {
  tests: 'testes',
  test_iptv: 'testes IPTV',
  iptv: 'IPTV',
  p2p: 'P2P',
  n_p2p: 'novo P2P',
  login: 'entrada no painel',
  xcloud: 'X-CLOUD',
};
const grantWords: Record<Grant, string> = {
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
const endingWords: Record<string, string> = {
  'password-changed': 'por troca de senha',
  blocked: 'por bloqueio',
  reset: 'pelo servidor',
  'signed-out': 'por saída',
  'reseller-deleted': 'pela exclusão da revenda',
  'reseller-restored': 'pela restauração da revenda',
  'clean-trials': 'pela limpeza dos testes',
};

/** Words for the layer at which a probe failed first. */
const layerWords: Record<string, string> = {
  name: 'o nome não leva a um endereço',
  connect: 'sem conexão',
  tls: 'certificado recusado',
  http: 'resposta que não é do player',
};

/** Words for the kinds of tasks. */
const workWords: Record<string, string> = {
  'run-batch': 'trabalho em lote',
  'import-read': 'leitura de lista',
  'import-apply': 'importação de lista',
  'guide-read': 'leitura de guia',
  'check-sources': 'verificação de fontes',
};

/** Words for the channel of a reminder. Empty if the title already names the channel. */
const channelWords: Record<string, string> = {
  'wa.me': '',
  hand: 'cobrar agora',
  telegram: 'Telegram',
  email: 'e-mail',
  whatsapp: 'WhatsApp',
  webhook: 'webhook',
  portal: 'portal',
};

const meansWords: Record<string, string> = {
  code: 'com um código',
  password: 'com a senha',
  passkey: 'com uma chave de acesso',
  administration: 'pela administração',
};

/** Fields in the order of the sentence. Other fields of an event, such as ids, are not shown. */
const fields: readonly (readonly [name: string, field: Field])[] = Object.entries({
  ticket: { label: 'nº', say: (value) => String(Number(value)) },
  tickets: { label: 'tickets', say: count },
  ticketStatus: { label: '', say: among(statusLabels) },
  assignee: { label: '', say: admin },
  username: { label: 'usuário', say: words },
  key: { label: '', say: words },
  name: { label: 'nome', say: words },
  list: {
    label: '',
    say: (value) => (typeof value === 'string' ? `lista ${words(value, nothing)}` : ''),
  },
  ip: { label: 'IP', say: words },
  values: { label: 'está', say: words },
  registrar: { label: '', say: words },
  provider: { label: '', say: words },
  target: { label: 'leva a', say: words },
  carrier: { label: 'em', say: words },
  days: {
    label: '',
    say: (value) => (Number(value) === 1 ? 'falta 1 dia' : `faltam ${Number(value)} dias`),
  },
  cost: { label: 'custa', say: credits },
  isShort: { label: '', say: (value) => (value === true ? 'faltam créditos' : '') },
  brand: { label: '', say: words },
  host: { label: 'endereço', say: words },
  hosts: { label: 'endereços', say: each(words) },
  limitDays: { label: 'dias sem custo', say: count },
  customersLimit: { label: 'clientes por revenda', say: count },
  endsOn: { label: 'isento até', say: words },
  title: { label: '', say: words },
  file: { label: '', say: words },
  work: { label: '', say: (value) => workWords[String(value)] ?? '' },
  addressChanged: { label: '', say: (value) => (value === true ? 'endereço trocado' : '') },
  from: { label: '', say: from },
  profile: { label: 'perfil', say: among(profileWords) },
  expiresAt: { label: 'vencimento', say: date },
  testHours: { label: 'teste de', say: hours },
  hundredths: { label: '', say: credits },
  balance: { label: 'saldo', say: credits },
  saleCents: { label: 'preço por crédito', say: money },
  whatsapp: { label: 'WhatsApp', say: words },
  email: { label: 'e-mail', say: words },
  package: {
    label: 'pacote',
    say: (value) => (typeof value === 'string' ? words(value, nothing) : ''),
  },
  bouquets: { label: 'bouquets', say: each(bouquet) },
  bouquet_ids: { label: 'bouquets', say: each(bouquet) },
  max_connections: { label: 'telas', say: count },
  allows_tests: { label: 'para testes', say: yesNo },
  note: { label: 'anotação', say: words },
  watching: { label: '', say: words },
  removedPasskeys: {
    label: '',
    say: (value) => (Number(value) > 0 ? 'chaves de acesso removidas' : ''),
  },
  passwordChanged: { label: '', say: (value) => (value === true ? 'senha trocada' : '') },
  grants: { label: 'permissões', say: each(among(grantWords)) },
  isMaster: { label: 'pode ter revendas', say: yesNo },
  owner: { label: 'dono', say: account },
  with: { label: 'junto com', say: account },
  network: {
    label: '',
    say: (value, { visibleNames }) =>
      visibleNames.has(String(value)) ? words(value, nothing) : '',
  },
  reason: { label: REASON, say: reason },
  lineServer: { label: 'servidor', say: words },
  takesNew: { label: 'recebe linhas novas', say: yesNo },
  products: { label: 'pacotes e bouquets', say: count },
  isOn: { label: 'ligada', say: yesNo },
  isBlocked: { label: 'bloqueada', say: yesNo },
  automatic: { label: 'automático', say: yesNo },
  because: {
    label: '',
    say: (value) => endingWords[String(value)] ?? refusal(value, nothing),
  },
  seenFrom: { label: 'visto de', say: each(words) },
  screens: { label: 'telas', say: count },
  resellers: { label: 'revendas', say: count },
  lines: { label: 'linhas', say: count },
  credits: { label: 'créditos', say: count },
  trials_a_day: { label: 'testes por dia', say: count },
  credits_a_day: { label: 'créditos por dia', say: count },
  lowest_price: { label: 'menor preço', say: (value) => money(Number(value) * 100, nothing) },
  platform: { label: 'plataforma', say: among(platformWords) },
  platforms: { label: 'plataformas', say: each(among(platformWords)) },
  device: { label: '', say: words },
  count: { label: 'acessos', say: count },
  left: { label: 'códigos restantes', say: count },
  threshold: { label: '', say: words },
  on: { label: '', say: onOff },
  ladder: { label: '', say: each(among(channelWords)) },
  channel: { label: '', say: among(channelWords) },
  leftOut: { label: 'fora', say: yesNo },
  resumed: { label: '', say: (value) => (value === true ? 'voltou a receber' : '') },
  by: { label: '', say: (value) => meansWords[String(value)] ?? '' },
  channels: { label: '', say: words },
  position: { label: 'posição', say: count },
  hidden: { label: 'escondido', say: yesNo },
  hideGone: { label: '', say: (value) => (value === true ? 'escondendo o que saiu da lista' : '') },
  added: { label: 'novos', say: count },
  changed: { label: 'alterados', say: count },
  gone: { label: 'saíram', say: count },
  ...Object.fromEntries(
    Object.entries(flagWords).map(([flag, label]) => [flag, { label, say: onOff }]),
  ),
} satisfies Record<string, Field>);
