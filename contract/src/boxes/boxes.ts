/**
 * Registry of boxes: MAG boxes and apps that sign in with a MAC at the box portal. A reseller
 * registers a MAC for a line. The first sign-in stores the serial number of the device. Another
 * device with the same MAC is then reported as `other-device`.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, id, idParam, regPassword, text } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { lineStates } from '../rules/line-status.ts';
import { mac } from '../rules/mac.ts';

/** Maximum number of boxes of one line. */
export const BOXES_A_LINE = 10;

/** Interval in seconds at which a box polls the server. */
export const BOX_POLL_SECONDS = 120;

/**
 * States of a box. `other-device`: another device used its MAC. `expired`: the box is on, but its
 * line cannot play. `never`: the box never signed in.
 */
export const boxStates = ['other-device', 'on', 'expired', 'off', 'never', 'blocked'] as const;
export type BoxState = (typeof boxStates)[number];

export const boxOrderKinds = ['message', 'restart', 'reload', 'channel'] as const;
export type BoxOrderKind = (typeof boxOrderKinds)[number];

const moment = z.int().nullable();

export const boxOrder = z.object({
  id: z.int(),
  kind: z.enum(boxOrderKinds),
  text: z.string(),
  createdTimestamp: z.int(),
  /** Time at which the box received the order. Null while the order waits. */
  deliveredTimestamp: moment,
  confirmedTimestamp: moment,
});
export type BoxOrder = z.output<typeof boxOrder>;

export const box = z.object({
  id: z.int(),
  mac: z.string(),
  /** Empty before the first sign-in. */
  model: z.string(),
  firmware: z.string(),
  /** Note of the seller about the room of the box. */
  room: z.string(),
  /** Last four characters of the stored serial number. Empty if no serial number is stored. */
  serial: z.string(),
  isPinned: z.boolean(),
  iptv: translated({
    id: z.int(),
    username: z.string(),
    note: wire('nota', z.string()),
    state: z.enum(lineStates),
    expDateTimestamp: z.int(),
    /** Maximum number of screens; 0 is unlimited. */
    screens: z.int(),
    screensUsed: z.int(),
  }),
  reseller: z.object({ username: z.string() }),
  state: z.enum(boxStates),
  /** Title that the box plays now. Null if it plays nothing. */
  channel: z.string().nullable(),
  lastSeenTimestamp: moment,
  createdTimestamp: z.int(),
  /** Another device that used the same MAC. Null if no other device used it. */
  otherDevice: z.object({ model: z.string(), seenTimestamp: z.int() }).nullable(),
  lastOrder: boxOrder.nullable(),
});
export type Box = z.output<typeof box>;

const changed = z.object({ message: z.string(), box });

/**
 * Columns that sort the boxes. `attention` lists boxes with another device first, then the boxes
 * with the most recent poll.
 */
export const boxSorts = ['attention', 'mac', 'username', 'last_seen', 'created_at'] as const;
export type BoxSort = (typeof boxSorts)[number];

export const boxFilters = ['on', 'off', 'expired', 'problem'] as const;
export type BoxFilter = (typeof boxFilters)[number];

export const listBoxes = endpoint({
  name: 'list-boxes',
  method: 'GET',
  path: '/api/boxes',
  summary: 'Caixas MAG: as das próprias linhas; para a administração, todas.',
  access: { profiles },
  query: pageQuery(boxSorts).extend({
    filter: z.enum(boxFilters).optional().meta({ title: 'Filtro' }),
    regPassword,
  }),
  answer: pageSchema(box),
  errors: ['sort_too_many'],
});

const waitingBox = z.object({
  id: z.int(),
  mac: z.string(),
  model: z.string(),
  /** Number of requests. */
  asks: z.int(),
  askedTimestamp: z.int(),
  /** Line whose password the box sent. Null if the box sent no correct password. */
  iptv: translated({
    id: z.int(),
    username: z.string(),
    note: wire('nota', z.string()),
  }).nullable(),
  /** True if the line already has a box that this waiting box can replace. */
  hasBox: z.boolean(),
});

export const readBoxOverview = endpoint({
  name: 'read-box-overview',
  method: 'GET',
  path: '/api/boxes/overview',
  summary:
    'Endereço do portal, quantas caixas há em cada estado e as mais novas que pedem uma linha.',
  access: { profiles },
  answer: z.object({
    portalUrl: z.string(),
    counts: z.object({
      all: z.int(),
      on: z.int(),
      off: z.int(),
      expired: z.int(),
      problem: z.int(),
    }),
    waiting: z.array(waitingBox),
    waitingTotal: z.int(),
  }),
  errors: [],
});

export const listLineBoxes = endpoint({
  name: 'list-line-boxes',
  method: 'GET',
  path: '/api/lines/:id/boxes',
  summary: 'As caixas de uma linha, no máximo dez.',
  access: { profiles },
  params: idParam,
  answer: z.array(box),
  errors: ['line_not_found'],
});

const room = text('Cômodo', 60);

export const registerBox = endpoint({
  name: 'register-box',
  method: 'POST',
  path: '/api/boxes',
  summary: 'Cadastra uma caixa: liga o MAC a uma linha IPTV, somando ou trocando a que ela tem.',
  access: { profiles },
  body: z.object({
    mac,
    lineId: id('Linha'),
    mode: z.enum(['add', 'replace']).default('add').meta({ title: 'Modo' }),
    /** True moves a MAC from another line of the same account to this line. */
    move: flag('Mover').default(false),
    room: room.optional(),
    regPassword,
  }),
  answer: changed,
  errors: [
    'line_not_found',
    'box_line_elsewhere',
    'box_on_own_line',
    'box_taken',
    'boxes_too_many',
    'too_many_attempts',
  ],
});

export const editBox = endpoint({
  name: 'edit-box',
  method: 'PUT',
  path: '/api/boxes/:id',
  summary: 'Muda o cômodo de uma caixa.',
  access: { profiles },
  params: idParam,
  body: z.object({ room: room.optional() }),
  answer: changed,
  errors: ['box_not_found'],
});

export const replaceBox = endpoint({
  name: 'replace-box',
  method: 'PUT',
  path: '/api/boxes/:id/mac',
  summary: 'Troca a caixa: outro MAC na mesma linha e no mesmo cômodo.',
  access: { profiles },
  params: idParam,
  body: z.object({ mac }),
  answer: changed,
  errors: ['box_not_found', 'box_on_own_line', 'box_taken', 'too_many_attempts'],
});

export const moveBox = endpoint({
  name: 'move-box',
  method: 'PUT',
  path: '/api/boxes/:id/line',
  summary: 'Muda a caixa para outra linha.',
  access: { profiles },
  params: idParam,
  body: z.object({ lineId: id('Linha') }),
  answer: changed,
  errors: ['box_not_found', 'line_not_found', 'box_line_elsewhere', 'boxes_too_many'],
});

export const acceptBoxDevice = endpoint({
  name: 'accept-box-device',
  method: 'POST',
  path: '/api/boxes/:id/accept',
  summary: 'Aceita o outro aparelho que usa este MAC no lugar do que estava preso a ele.',
  access: { profiles },
  params: idParam,
  answer: changed,
  errors: ['box_not_found', 'box_no_other_device'],
});

export const blockBox = endpoint({
  name: 'block-box',
  method: 'PUT',
  path: '/api/boxes/:id/block',
  summary: 'Bloqueia ou desbloqueia uma caixa, sem mudar a linha.',
  access: { profiles },
  params: idParam,
  body: z.object({ isBlocked: flag('Bloqueada') }),
  answer: changed,
  errors: ['box_not_found'],
});

export const releaseBox = endpoint({
  name: 'release-box',
  method: 'POST',
  path: '/api/boxes/:id/release',
  summary: 'Solta o número de série: a próxima caixa que ligar com este MAC fica com ele.',
  access: { profiles },
  params: idParam,
  answer: changed,
  errors: ['box_not_found'],
});

export const removeBox = endpoint({
  name: 'remove-box',
  method: 'DELETE',
  path: '/api/boxes/:id',
  summary: 'Remove uma caixa: o MAC deixa de abrir a linha.',
  access: { profiles },
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['box_not_found'],
});

export const answerBoxRequest = endpoint({
  name: 'answer-box-request',
  method: 'POST',
  path: '/api/box-requests/:id',
  summary:
    'Responde a uma caixa que pede uma linha com a senha certa: soma, troca a antiga ou recusa.',
  access: { profiles },
  params: idParam,
  body: z.object({
    answer: z.enum(['add', 'replace', 'refuse']).meta({ title: 'Resposta' }),
  }),
  answer: z.object({ message: z.string(), box: box.nullable() }),
  errors: ['box_request_not_found', 'box_line_elsewhere', 'boxes_too_many', 'box_taken'],
});
