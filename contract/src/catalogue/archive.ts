/** Archive (catch-up) of channels for admins: depth, sources, and the proof that it plays. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, idParam, webAddress, whole } from '../api/fields.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;

/** Maximum number of days of an archive. */
export const MAX_ARCHIVE_DAYS = 31;
/** Maximum number of archive sources of one channel. */
export const MAX_ARCHIVE_SOURCES = 5;

/**
 * `none`: no source records. `off`: an admin turned the archive off. `no-guide`: the guide contains
 * no past programme. `shorter`: fewer days than promised play. `live`: the source sends the live
 * stream instead of the past, so the archive is not offered. `failed`: the source did not answer.
 */
export const archiveStates = [
  'none',
  'off',
  'no-guide',
  'unproven',
  'proven',
  'shorter',
  'live',
  'failed',
] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** `template` is an address with placeholders, as in the `catchup-source` of a playlist. */
export const archiveKinds = ['flussonic', 'xtream', 'nimble', 'wowza', 'template'] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

/** Archive of a channel as the list of channels shows it. */
export const archiveSummary = z.object({
  state: z.enum(archiveStates),
  /** Days that players see; 0 if the archive is not offered. */
  days: z.int(),
  /** Days of the deepest source. */
  promisedDays: z.int(),
  /** Days that played in the last proof. Null before the first one. */
  answeredDays: z.int().nullable(),
  provedAtTimestamp: z.int().nullable(),
});

export const archiveChecks = [
  'forms',
  'window-start',
  'before-window',
  'not-live',
  'seeks',
] as const;

const archiveCheck = z.object({
  check: z.enum(archiveChecks),
  result: z.enum(['ok', 'problem', 'skipped']),
  /** Message for the admin. */
  text: z.string(),
  /** Short measured result, such as a duration or a status. */
  detail: z.string(),
});
export type ArchiveCheck = z.output<typeof archiveCheck>;

const archiveSource = z.object({
  id: z.int(),
  kind: z.enum(archiveKinds),
  name: z.string(),
  /** Kind, address form and time zone as text. */
  description: z.string(),
  days: z.int(),
  /** Connections of the source in use; empty if unknown. */
  connections: z.string(),
  /** True if the source comes from the import of a list, which updates it. */
  imported: z.boolean(),
  /** Host of the address, which itself is not returned. */
  host: z.string(),
  /** Time zone of local times in addresses; empty for the installation's. */
  timeZone: z.string(),
});

const channelArchive = z.object({
  id: z.int(),
  number: z.int(),
  name: z.string(),
  icon: z.string(),
  /** Number of programmes in the guide, past and future. */
  programmes: z.int(),
  /** Whole days of past programmes in the guide. */
  guideDaysBack: z.int(),
  days: z.int(),
  /** Days that an admin chose. Null follows the sources; 0 turns the archive off. */
  chosenDays: z.int().nullable(),
  promisedDays: z.int(),
  state: z.enum(archiveStates),
  proof: z
    .object({
      provedAtTimestamp: z.int(),
      /** Oldest moment that played. Null if none did. */
      provenUntilTimestamp: z.int().nullable(),
      promisedDays: z.int(),
      answeredDays: z.int(),
      checks: z.array(archiveCheck),
    })
    .nullable(),
  sources: z.array(archiveSource),
  /** Running proof of this channel. */
  task: task.nullable(),
});
export type ChannelArchive = z.output<typeof channelArchive>;

export const getChannelArchive = endpoint({
  name: 'get-channel-archive',
  method: 'GET',
  path: '/api/catalogue/streams/:id/archive',
  summary: 'O arquivo de um canal: dias, de onde vem e o que foi comprovado.',
  access: admins,
  params: idParam,
  answer: channelArchive,
  errors: ['stream_not_found'],
});

const sourceBody = z.object({
  /** Existing source; absent for a new one. */
  id: id('Fonte').optional(),
  kind: z.enum(archiveKinds).meta({ title: 'Tipo' }),
  /** Address of the channel at the source. An existing source keeps its address if it is absent. */
  address: webAddress('Endereço').optional(),
  days: whole('Dias', 1, MAX_ARCHIVE_DAYS),
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, { error: 'Escolha um fuso que existe, como America/Sao_Paulo.' })
    .optional()
    .meta({ title: 'Fuso' }),
});

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format();
    return true;
  } catch {
    return false;
  }
}

export const editChannelArchive = endpoint({
  name: 'edit-channel-archive',
  method: 'PUT',
  path: '/api/catalogue/streams/:id/archive',
  summary: 'Escolhe quantos dias de arquivo os aplicativos mostram e de onde eles vêm.',
  access: admins,
  params: idParam,
  body: z.object({
    days: whole('Dias de arquivo', 0, MAX_ARCHIVE_DAYS).nullish(),
    sources: z.array(sourceBody).max(MAX_ARCHIVE_SOURCES).optional().meta({ title: 'Fontes' }),
  }),
  answer: channelArchive.extend({ message: z.string() }),
  errors: ['stream_not_found'],
});

export const proveArchives = endpoint({
  name: 'prove-archives',
  method: 'POST',
  path: '/api/catalogue/archive-proofs',
  summary: 'Comprova o arquivo de um canal, ou o de todos os canais que têm arquivo.',
  access: admins,
  body: z.object({ stream: id('Canal').optional() }),
  answer: task,
  errors: ['tasks_too_many', 'stream_not_found'],
});
