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
 * States of an archive. `none`: no source records the channel. `off`: an admin turned the archive
 * off. `no-guide`: the guide contains no past programme. `unproven`: no proof has run. `proven`:
 * all days that players see can be played. `shorter`: fewer days can be played. `live`: the source
 * sends the live stream instead of the past. `failed`: nothing could be played in the last proof.
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

/**
 * Kinds of archive servers. `template` is an address with placeholders, like `catchup-source` in a
 * playlist.
 */
export const archiveKinds = ['flussonic', 'xtream', 'nimble', 'wowza', 'template'] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

/** Archive of a channel as the list of channels shows it. */
export const archiveSummary = z.object({
  state: z.enum(archiveStates),
  /** Days that players see; 0 if the archive is not offered. */
  days: z.int(),
  /** Number of days that the source with the longest archive promises. */
  promisedDays: z.int(),
  /** Number of days that could be played in the last check. Null before the first check. */
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
  /** Number of used and of allowed connections, as text. Empty if unknown. */
  connections: z.string(),
  /** True if the source comes from the import of a list, which updates it. */
  imported: z.boolean(),
  /** Host of the address. The address itself is never returned. */
  host: z.string(),
  /**
   * Time zone of the local times in addresses. If empty, Xtream sources use UTC and others the time
   * zone of the installation.
   */
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
  /**
   * Number of days that an admin selected. Null uses the days of the sources, and 0 turns the
   * archive off.
   */
  chosenDays: z.int().nullable(),
  promisedDays: z.int(),
  state: z.enum(archiveStates),
  proof: z
    .object({
      provedAtTimestamp: z.int(),
      /** Earliest time that could be played. Null if nothing could be played. */
      provenUntilTimestamp: z.int().nullable(),
      promisedDays: z.int(),
      answeredDays: z.int(),
      checks: z.array(archiveCheck),
    })
    .nullable(),
  sources: z.array(archiveSource),
  /** Check of this channel's archive that is running now. */
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
  /** Id of an existing source. Absent for a new source. */
  id: id('Fonte').optional(),
  kind: z.enum(archiveKinds).meta({ title: 'Tipo' }),
  /**
   * Address of the channel at the source. An existing source keeps its address if this field is
   * absent.
   */
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
