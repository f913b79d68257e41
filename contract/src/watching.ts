/** Current viewings: the dialog of online viewers and its action (Q-ONLINE, E-22, E-23). */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { idParam, regPassword, text } from './api/fields.ts';

export const viewing = z.object({
  /** Id of the viewing. The call `end-viewing` uses it. */
  id: z.uuid(),
  user: z.string(),
  ip: z.string(),
  /** Title being watched. */
  content: z.string(),
  /** Format: HLS, MPEG-TS or the film's container. */
  encoding: z.string(),
  /**
   * Readable id with the date and time at which the content was opened. It has a suffix if two
   * viewings began in the same second.
   */
  aid: z.string(),
  userAgent: z.string(),
  startedAtTimestamp: z.int(),
  lastSeenTimestamp: z.int(),
});
export type Viewing = z.output<typeof viewing>;

export const getMomentAbuse = endpoint({
  name: 'get-moment-abuse',
  method: 'POST',
  path: '/api/get-moment-abuse',
  summary: 'Quem assiste agora com este usuário; com online_id, quem assistia naquele momento.',
  access: { profiles },
  body: z.object({
    username: text('Usuário', 20),
    /**
     * Null selects the current viewings. The id of a viewing selects the viewings that overlapped
     * with it in time.
     */
    onlineId: z.uuid().nullish().meta({ title: 'Acesso' }),
    regPassword: regPassword,
  }),
  answer: z.array(viewing),
  errors: ['line_not_found', 'viewing_not_found'],
});

/** Reasons why a stream was refused, with the text for the viewer and the seller. */
export const refusalTexts = {
  unknown: 'Usuário ou senha não conferem.',
  expired: 'A assinatura venceu.',
  disabled: 'A assinatura está desativada.',
  blocked: 'A assinatura está bloqueada.',
  'not-offered': 'Este conteúdo não está no pacote da assinatura.',
  screens: 'As telas da assinatura estão em uso em outro aparelho.',
  ended: 'A exibição foi encerrada.',
  address: 'Este endereço de internet está bloqueado.',
  'no-archive': 'Este canal não tem arquivo.',
  'archive-window': 'Este horário está fora dos dias guardados no arquivo.',
  'archive-live': 'A fonte enviou o ao vivo no lugar do arquivo. Tente outro programa.',
  'archive-failed': 'O arquivo não abriu agora. Tente de novo daqui a pouco.',
} as const;
export type RefusalReason = keyof typeof refusalTexts;

/** Returns the text for a status line of HTTP, which has no encoding for accents. */
export const refusalStatusText = (reason: RefusalReason): string =>
  refusalTexts[reason].normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '');

const refusedPlay = z.object({
  reason: z.enum(Object.keys(refusalTexts) as [RefusalReason, ...RefusalReason[]]),
  text: z.string(),
  userAgent: z.string(),
  refusedAtTimestamp: z.int(),
});
export type RefusedPlay = z.output<typeof refusedPlay>;

export const listRefusedPlays = endpoint({
  name: 'list-refused-plays',
  method: 'POST',
  path: '/api/list-refused-plays',
  summary:
    'Por que o player recusou este usuário nos últimos sete dias, a vez mais recente de cada motivo.',
  access: { profiles },
  body: z.object({ username: text('Usuário', 20), regPassword: regPassword }),
  answer: z.array(refusedPlay),
  errors: ['line_not_found'],
});

/** Number of devices in the answer of `list-line-viewings`. */
export const SHOWN_DEVICES = 6;

export const listLineViewings = endpoint({
  name: 'list-line-viewings',
  method: 'GET',
  path: '/api/lines/:id/viewings',
  summary:
    'Os aparelhos de uma linha: as exibições de agora e, de cada outro aplicativo, a mais recente.',
  access: { profiles },
  params: idParam,
  answer: z.array(viewing.extend({ isRunning: z.boolean() })),
  errors: ['line_not_found'],
});

export const endViewing = endpoint({
  name: 'end-viewing',
  method: 'POST',
  path: '/api/viewings/:id/end',
  summary: 'Encerra uma exibição em andamento; o aparelho para de tocar em segundos.',
  access: { profiles },
  params: z.object({ id: z.uuid().meta({ title: 'ID' }) }),
  answer: z.object({ message: z.string() }),
  errors: ['viewing_not_found'],
});
