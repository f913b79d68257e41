/**
 * Detection of a line that several households use at the same time. Contains the findings with
 * their evidence, and the actions on them. A finding marks a line as suspect. It blocks the line
 * only if an admin turned on automatic blocking. Unblocking sets a new password. Source:
 * S-SHARED-27 to -49, Q-SUSPECT, Q-UNBLOCK, Q-ADMINIPTV, K-23.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { flag, idParam, text } from './api/fields.ts';
import { iptvReceipt } from './lines/iptv-lines.ts';
import { translated } from './api/translated.ts';

/**
 * Criteria of «Como funciona?» (K-23). The screen explains these values, and the detection job
 * applies them.
 */
export const abuseCriteria = {
  /** Minutes between two runs of the detection. */
  everyMinutes: 2,
  /**
   * Minutes of simultaneous viewing in separate networks. A line above this total is suspect if
   * this viewing also consists of at least `times` moments.
   */
  togetherMinutes: 30,
  /** Number of hours before a detection whose viewings the detection examines. */
  windowHours: 24,
  /**
   * Minimum number of separate moments of simultaneous viewing. A long moment counts once for each
   * started period of `unbrokenMinutes` of simultaneous viewing.
   */
  times: 3,
  /** Minutes without simultaneous viewing after which a new moment begins. */
  momentGapMinutes: 10,
  unbrokenMinutes: 30,
  /**
   * Overlaps that are shorter than this number of minutes are ignored. A phone joins another
   * network before its old connection ends, which causes short overlaps.
   */
  networkSwitchMinutes: 3,
  /**
   * Minutes within which a network must return after another network took its screen. It then
   * counts as waiting.
   */
  returnMinutes: 15,
  /**
   * Minimum number of takeovers between two networks, with at least a third of this number in each
   * direction. The takeovers must be spread over `times` moments, or last longer than
   * `togetherMinutes`.
   */
  takeOvers: 12,
  /**
   * Minimum number of lines on one address for the address to count as one of a carrier. Many
   * customers share such an address (CGNAT).
   */
  carrierLines: 3,
  /** Number of days in which `carrierLines` and `roamingLines` are counted. */
  carrierDays: 7,
  /**
   * Minimum number of addresses of one address block that one mobile player uses one after the
   * other.
   */
  roamingAddresses: 2,
  /**
   * Minimum number of lines with mobile players in `carrierDays` for an address block that belongs
   * to a carrier. `roamingOneIn` must be met too.
   */
  roamingLines: 5,
  /**
   * Minimum share of lines with a mobile player for an address block that belongs to a carrier: one
   * in this number. If lines that also use other address blocks meet both limits, the address block
   * is mobile.
   */
  roamingOneIn: 6,
} as const;

const c = abuseCriteria;

/** Paragraphs of «Como funciona?». */
export const abuseExplained: readonly string[] = [
  `A cada ${c.everyMinutes} minutos o sistema compara os acessos de cada linha nas últimas ${c.windowHours} horas: de quando até quando cada um durou e de que endereço veio.`,
  `A linha fica suspeita quando endereços diferentes assistem ao mesmo tempo por mais de ${c.togetherMinutes} minutos no total, em pelo menos ${c.times} momentos. Cada ${c.unbrokenMinutes} minutos seguidos contam como mais um momento.`,
  `Quando o pacote não permite tantas telas, um acesso derruba o outro. Se quem foi derrubado volta em até ${c.returnMinutes} minutos, esse tempo também conta; e ${c.takeOvers} derrubadas entre dois endereços, nos dois sentidos e em ${c.times} momentos ou por mais de ${c.togetherMinutes} minutos, bastam para a suspeita.`,
  'Aparelhos no mesmo endereço são uma casa só, não importa quantos. Em IPv6, o endereço de uma casa é a rede /64; um acesso IPv4 e um IPv6 não são comparados, porque podem ser da mesma casa.',
  `Sobreposições de menos de ${c.networkSwitchMinutes} minutos não contam: é um celular trocando de rede. Também não conta quem assiste em um lugar e depois em outro, sem nunca ser ao mesmo tempo.`,
  `Endereços de operadora não geram suspeita entre si: os usados por ${c.carrierLines} ou mais linhas em ${c.carrierDays} dias, os reservados para isso (100.64.0.0/10) e aqueles por que um mesmo aparelho passa, um depois do outro, quando são ${c.roamingAddresses} ou mais de um bloco (/16 em IPv4, /32 em IPv6).`,
  `O sistema também aprende os blocos de operadora: aqueles em que, nos últimos ${c.carrierDays} dias, aparelhos de ${c.roamingLines} ou mais linhas passaram assim por ${c.roamingAddresses} endereços, desde que sejam ao menos 1 em cada ${c.roamingOneIn} das linhas comparadas no bloco. Um endereço de operadora e o de uma casa continuam sendo comparados.`,
  `Quando ao menos 1 em cada ${c.roamingOneIn} das linhas de um bloco assim chega nele vinda de outro, é rede móvel: o único celular de uma linha nessa rede não gera suspeita com a casa dela.`,
  'Um aparelho que também foi visto na outra casa é dessa casa, onde quer que esteja: o celular que saiu enquanto a TV ficou ligada não gera suspeita. O aparelho é reconhecido pelo nome com que se apresenta; visto em dois lugares ao mesmo tempo, são dois aparelhos.',
  'A suspeita não bloqueia ninguém, a menos que a administração ligue o bloqueio automático. Uma suspeita descartada não volta pelos mesmos acessos.',
  'O AID identifica cada acesso: é a data e a hora em que o conteúdo foi aberto.',
];

/**
 * Groups of overlapping viewings. Viewings of the same group have the same colour in the time cell
 * (E-21).
 */
export const abuseGroups = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

const abuseLog = z.object({
  content: z.string(),
  encoding: z.string(),
  aid: z.string(),
  ip: z.string(),
  /** Time at which the viewing was opened: dd/mm/yyyy hh:mm:ss. */
  createdAt: z.string(),
  startedAtTimestamp: z.int(),
  /** End of the viewing. Null while the viewing continues. */
  endedAtTimestamp: z.int().nullable(),
  group: z.enum(abuseGroups),
  /** Id of the viewing, the parameter of get-moment-abuse. */
  onlineId: z.uuid(),
});
export type AbuseLog = z.output<typeof abuseLog>;

export const getAbuseDetail = endpoint({
  name: 'get-abuse-detail',
  method: 'GET',
  path: '/api/abuse-detail/:id',
  summary: 'Por que a linha é suspeita: cada achado em palavras e os acessos que o mostram.',
  access: { profiles },
  params: idParam,
  answer: z.object({
    id: z.int(),
    username: z.string(),
    blockAbuse: z.boolean(),
    abuseReasons: z.string(),
    findings: z.array(
      z.object({
        /**
         * Sentence such as «Dois endereços assistiram ao mesmo tempo por 1 h 12 min, em 4 momentos,
         * …».
         */
        reason: z.string(),
        foundAtTimestamp: z.int(),
        sinceTimestamp: z.int(),
        untilTimestamp: z.int(),
        togetherMinutes: z.int(),
        times: z.int(),
        addresses: z.array(z.string()),
      }),
    ),
    logs: z.array(abuseLog),
  }),
  errors: ['line_not_found'],
});

export const blockForAbuse = endpoint({
  name: 'block-for-abuse',
  method: 'POST',
  path: '/api/block-abuse/:id',
  summary: 'Bloqueia por abuso uma linha IPTV: ela para de tocar em segundos.',
  access: { profiles: ['admin'] },
  params: idParam,
  body: z.object({ reason: text('Motivo', 255).optional() }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['line_not_found', 'line_blocked_already'],
});

export const dismissAbuse = endpoint({
  name: 'dismiss-abuse',
  method: 'POST',
  path: '/api/dismiss-abuse/:id',
  summary: 'Descarta a suspeita: os acessos de até agora não contam mais.',
  access: { profiles: ['admin'] },
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['line_not_found', 'line_blocked_already'],
});

/**
 * GET call that changes data, because the specification requires it (Q-GETMUT). The response is not
 * cached, the panel asks for a confirmation, and nothing prefetches the address.
 */
export const recreateBlocked = endpoint({
  name: 'recreate-blocked',
  method: 'GET',
  path: '/api/recreate-blocked/:id',
  summary: 'Desbloqueia a linha e gera uma senha nova, mostrada uma vez para copiar.',
  access: { profiles },
  params: idParam,
  answer: translated({ ...iptvReceipt, message: z.string() }),
  errors: ['line_not_found', 'line_not_blocked'],
  writes: true,
});

const abuseSettings = z.object({ automatic: z.boolean() });

export const getAbuseSettings = endpoint({
  name: 'get-abuse-settings',
  method: 'GET',
  path: '/api/abuse-settings',
  summary: 'Se uma linha suspeita é bloqueada sozinha.',
  access: { profiles: ['admin'] },
  answer: abuseSettings,
  errors: [],
});

export const setAbuseSettings = endpoint({
  name: 'set-abuse-settings',
  method: 'POST',
  path: '/api/abuse-settings',
  summary: 'Liga ou desliga o bloqueio automático por abuso.',
  access: { profiles: ['admin'] },
  body: z.object({ automatic: flag('Bloqueio automático') }),
  answer: abuseSettings.extend({ message: z.string() }),
  errors: [],
});
