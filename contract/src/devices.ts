/**
 * Registry of devices: which MAC plays which line in which app. The registry serves the three kinds
 * of app in the specification: Prime, Lazer Play and the numbered smart apps (E-24, E-77, E-78,
 * Q-MACAPPS, Q-SMARTSCOPE). A reseller binds a MAC to a line. The app on the device sends its MAC
 * and receives the access data.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { idParam, regPassword, text, whole } from './api/fields.ts';
import { translated, wire } from './api/translated.ts';
import { mac } from './rules/mac.ts';
import { type NamedApp, namedApps } from './rules/named-apps.ts';
import { pageSchema, pageQuery } from './api/paging.ts';
import { lineStates } from './rules/line-status.ts';

const isNamed = (app: string): app is NamedApp => app in namedApps;

/** Kind of app: `prime`, `lazer`, or the number of a smart app. */
type DeviceApp = string;

export const appLabel = (app: DeviceApp): string => {
  if (isNamed(app)) return namedApps[app];
  return app === '1' ? 'Smart App' : `Smart App ${app}`;
};

const app = z
  .union([z.enum(['prime', 'lazer']), whole('Aplicativo', 1, 999).transform(String)])
  .default('1')
  .meta({ title: 'Aplicativo' });

/**
 * Id of a device, with at least six characters. It identifies the device in addition to its MAC.
 */
const idDevice = text('ID do aparelho', 100, 6);

/** Maximum number of devices of one line. */
export const DEVICES_A_LINE = 10;

/**
 * Number of days for which a bound MAC waits for its device. The first device that calls in this
 * period is bound to the MAC. No other device gets the line.
 */
export const WAITING_DAYS = 7;

export const device = z.object({
  id: z.int(),
  app: z.string(),
  /** Name of the app: «Prime», «Smart App 2». */
  appName: z.string(),
  mac: z.string(),
  /** Id of the device. Empty until a device has called or a reseller has entered an id. */
  idDevice: z.string(),
  iptv: translated({
    id: z.int(),
    username: z.string(),
    note: wire('nota', z.string()),
    state: z.enum(lineStates),
  }),
  reseller: z.object({ username: z.string() }),
  createdFormatted: z.string(),
  createdAtTimestamp: z.int(),
  /**
   * End of the period in which a MAC without an id waits for its device. Null after the device is
   * known.
   */
  waitsUntilTimestamp: z.int().nullable(),
  /** Time of the last request of the app; null before the first request. */
  lastAskedTimestamp: z.int().nullable(),
});
export type Device = z.output<typeof device>;

const bound = z.object({ message: z.string(), device });
/**
 * Response to a binding. `taken_from` is the line that had this MAC before, if the caller can see
 * it.
 */
const boundAnew = bound.extend({ takenFrom: z.string().nullable() });

const activation = (key: NamedApp) =>
  endpoint({
    name: `activate-${key}`,
    method: 'POST',
    path: `/api/activate-${key}`,
    summary: `Ativa uma linha IPTV no aplicativo ${namedApps[key]} do aparelho com este MAC.`,
    access: { profiles },
    body: z.object({
      username: text('Usuário', 100),
      password: text('Senha', 100),
      mac,
      regPassword: regPassword,
    }),
    answer: boundAnew,
    errors: ['line_not_found', 'device_taken', 'devices_too_many', 'too_many_attempts'],
  });

export const activatePrime = activation('prime');
export const activateLazer = activation('lazer');

/**
 * Columns that sort the devices. `created_at` and `mac` sort any number of rows. The other columns
 * reject more than 10,000 rows.
 */
export const deviceSorts = [
  'created_at',
  'username',
  'mac',
  'id_device',
  'app',
  'state',
  'nota',
  'reseller',
] as const;
export type DeviceSort = (typeof deviceSorts)[number];

export const listDevices = endpoint({
  name: 'list-devices',
  method: 'GET',
  path: '/api/users-smart-app',
  summary: 'Aparelhos com aplicativo: os das próprias linhas; para a administração, todos.',
  access: { profiles },
  query: pageQuery(deviceSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    app: z.enum(['smart', 'prime', 'lazer']).optional().meta({ title: 'Aplicativo' }),
    regPassword: regPassword,
  }),
  answer: pageSchema(device),
  errors: ['sort_too_many'],
});

export const listDeviceLines = endpoint({
  name: 'list-device-lines',
  method: 'GET',
  path: '/api/users-smart-app/iptv',
  summary: 'Linhas IPTV entre as quais escolher para um aparelho, por página.',
  access: { profiles },
  query: pageQuery(['username'])
    .omit({ sort: true, dir: true })
    .extend({ regPassword: regPassword }),
  answer: pageSchema(
    translated({
      id: z.int(),
      username: z.string(),
      note: wire('nota', z.string()),
      expDate: z.string(),
      state: z.enum(lineStates),
    }),
  ),
  errors: [],
});

export const bindDevice = endpoint({
  name: 'bind-device',
  method: 'POST',
  path: '/api/users-smart-app',
  summary:
    'Gera um usuário de aplicativo: liga o MAC a uma linha IPTV. Ligado a outra linha sua, muda para esta.',
  access: { profiles },
  body: z.object({
    mac,
    idDevice: idDevice.optional(),
    username: text('Usuário', 100),
    app,
    regPassword: regPassword,
  }),
  answer: boundAnew,
  errors: ['line_not_found', 'device_taken', 'devices_too_many', 'too_many_attempts'],
});

export const resetDevice = endpoint({
  name: 'reset-device',
  method: 'POST',
  path: '/api/users-smart-app/reset',
  summary:
    'Reseta o MAC: esquece o ID do aparelho, e o próximo que perguntar com este MAC fica com ele.',
  access: { profiles },
  body: z.object({
    mac,
    idDevice: idDevice.optional(),
    /** User name of the line. If it is sent, the MAC must be bound to this line. */
    username: text('Usuário', 100).optional(),
    app,
    regPassword: regPassword,
  }),
  answer: bound,
  errors: ['device_not_found'],
});

export const unbindDevice = endpoint({
  name: 'unbind-device',
  method: 'DELETE',
  path: '/api/users-smart-app/:id',
  summary: 'Exclui um usuário de aplicativo: o MAC deixa de receber a linha.',
  access: { profiles },
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['device_not_found'],
});

export const listLineDevices = endpoint({
  name: 'list-line-devices',
  method: 'GET',
  path: '/api/lines/:id/devices',
  summary: 'Os aparelhos ligados a uma linha, no máximo dez.',
  access: { profiles },
  params: idParam,
  answer: z.array(device),
  errors: ['line_not_found'],
});

/** Access data for an app. Only the response with the state `active` contains it. */
const playing = z.object({
  username: z.string(),
  password: z.string(),
  /** Server address for apps that sign in with the Xtream protocol. */
  DNS_SMARTER: z.string(),
  M3U8: z.string(),
  short_M3U8: z.string(),
  M3U8_2: z.string(),
  short_M3U8_2: z.string(),
  SSIPTV_M3U8: z.string(),
  short_SSIPTV_M3U8: z.string(),
  /** Name of the package of the line. */
  product: z.string(),
  isTrial: z.boolean(),
});

const expiry = {
  expDateFormatted: z.string(),
  expDateTimestamp: z.int(),
};

/**
 * Returns the line of a device. Apps make this call at each start and whenever playback stops. The
 * first device that calls with a bound MAC becomes the device of this MAC. The server then
 * identifies the device by the `id_device` that it sends or receives.
 *
 * If the MAC has a bound device, a call with another id or without an id gets the state `unknown`.
 * An unbound MAC gets the same response, so the response does not reveal registered MACs.
 *
 * Calls of unknown devices are limited for each address, each MAC and each range of MACs of a
 * manufacturer (429, Retry-After). A device that sends its own id is never limited.
 */
export const requestDeviceLine = endpoint({
  name: 'ask-device',
  method: 'POST',
  path: '/api/device',
  summary:
    'Para aplicativos: com o MAC do aparelho, recebe usuário, senha e endereços da linha ligada a ele.',
  access: 'public',
  fromAnywhere: true,
  body: z.object({ app, mac, idDevice: idDevice.optional() }),
  answer: z.discriminatedUnion('state', [
    z.object({ state: z.literal('unknown'), message: z.string() }),
    z.object({
      state: z.enum(['expired', 'disabled', 'blocked']),
      /** Text for the customer. */
      message: z.string(),
      ...expiry,
      /**
       * Id for a device that called without an id. It is sent once, to the first device. The device
       * stores the id and sends it in later requests.
       */
      idDevice: z.string().optional(),
    }),
    playing.extend({
      state: z.literal('active'),
      message: z.string(),
      ...expiry,
      idDevice: z.string().optional(),
    }),
  ]),
  errors: ['too_many_attempts'],
});
