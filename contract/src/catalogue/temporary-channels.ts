/**
 * Temporary channels for the games of a day («Jogos»). The player lists a channel under another
 * name until a set minute. Source: D3 §2 Games, §5; R-08, S-GAMES, V-61 to V-63, Q-XCODE,
 * Q-TEMPCAT, Q-DELBODY.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, minute, text, withError } from '../api/fields.ts';

const access = { profiles, grants: ['games'] } as const;
const message = z.object({ message: z.string() });

/** Maximum time in seconds until all players that refresh their list show a new channel. */
export const LISTED_WITHIN_SECONDS = 60;

/** Maximum number of temporary channels; a day has few games. */
export const MAX_TEMPORARY_CHANNELS = 300;

const temporaryStates = ['waiting', 'listed', 'no-signal'] as const;

const temporaryChannel = z.object({
  id: z.int(),
  /**
   * Channel of the catalogue that the temporary channel shows; null if that channel was deleted.
   */
  streamId: z.int().nullable(),
  origimName: z.string(),
  name: z.string(),
  category: z.string(),
  /** Number of the category; null without a category. */
  idCategory: z.int().nullable(),
  state: z.enum(temporaryStates),
  /** Time of creation in Unix seconds. `endsAt` has the same unit. */
  addedAt: z.int(),
  endsAt: z.int(),
});
export type TemporaryChannel = z.output<typeof temporaryChannel>;

export const listTemporaryChannels = endpoint({
  name: 'list-temporary-channels',
  method: 'GET',
  path: '/api/xcode-channels-list',
  summary: 'Os canais temporários, os mais novos primeiro.',
  access,
  answer: z.object({ channels: z.array(temporaryChannel) }),
  errors: [],
});

/** A whole number above 0, as a number or as text. Every wrong value gets the same error text. */
const positiveNumber = (label: string, sentence: string) =>
  withError(
    z
      .union([
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ])
      .refine((id) => Number.isInteger(id) && id > 0 && id <= 2_000_000_000, {
        error: sentence,
      })
      .meta({ title: label }),
    sentence,
  );

/** Error text if the channel or the category is missing (V-61). */
const CHANNEL_OR_CATEGORY = 'Por favor, selecione um canal ou uma categoria';
const selectedNumber = (label: string) => positiveNumber(label, CHANNEL_OR_CATEGORY);

const channel = {
  streamId: selectedNumber('Canal'),
  /** Minute at which the player stops listing the channel. Default: the end of today. */
  until: minute('Sai às').optional(),
};

export const addTemporaryChannel = endpoint({
  name: 'add-temporary-channel',
  method: 'POST',
  path: '/api/xcode-insert-channel',
  summary: 'Põe um canal temporário no player; sem nome, fica o do canal de origem.',
  access,
  body: z.object({
    ...channel,
    /** Older clients send this field. The server reads the name from the channel. */
    origimName: text('Nome de origem', 200).optional(),
    /** Default: the name of the shown channel (V-62). */
    name: text('Nome no player', 100).optional(),
    /** Number of a temporary category. */
    category: selectedNumber('Categoria'),
  }),
  answer: message.extend({ channel: temporaryChannel }),
  errors: [
    'stream_not_found',
    'category_not_found',
    'temporary_channel_taken',
    'temporary_channel_over',
    'temporary_channels_full',
  ],
});

export const changeTemporaryChannel = endpoint({
  name: 'change-temporary-channel',
  method: 'PUT',
  path: '/api/xcode-insert-channel/:id',
  summary: 'Troca o canal que um canal temporário mostra, ou a hora em que ele sai.',
  access,
  params: idParam,
  body: z.object(channel),
  answer: message.extend({ channel: temporaryChannel }),
  errors: ['stream_not_found', 'temporary_channel_not_found', 'temporary_channel_over'],
});

const named = z.object({ name: text('Nome no player', 100).optional() });

/** The client sends the name in the body or in the query (Q-DELBODY). */
export const removeTemporaryChannel = endpoint({
  name: 'remove-temporary-channel',
  method: 'DELETE',
  path: '/api/xcode-remove-channel',
  summary: 'Tira um canal temporário do player, pelo nome.',
  access,
  query: named,
  body: named,
  answer: message,
  errors: ['temporary_channel_not_found'],
});

export const removeTemporaryChannels = endpoint({
  name: 'remove-temporary-channels',
  method: 'GET',
  path: '/api/xcode-remove-all-channels',
  summary: 'Tira todos os canais temporários do player.',
  access,
  answer: message.extend({ removed: z.int() }),
  errors: [],
  writes: true,
});

export const refreshTemporaryChannels = endpoint({
  name: 'refresh-temporary-channels',
  method: 'GET',
  path: '/api/job-temp-cn',
  summary: 'Tira do player o que acabou e acompanha as origens, sem esperar o próximo minuto.',
  access,
  answer: message.extend({ removed: z.int(), changed: z.int() }),
  errors: [],
  writes: true,
});

const temporaryCategory = z.object({ customId: z.int(), name: z.string() });
export type TemporaryCategory = z.output<typeof temporaryCategory>;

export const listTemporaryCategories = endpoint({
  name: 'list-temporary-categories',
  method: 'GET',
  path: '/api/temp-category',
  summary: 'As categorias dos canais temporários.',
  access,
  answer: z.object({ categories: z.array(temporaryCategory) }),
  errors: [],
});

/** Error text for a wrong number or name of a category (V-63). */
const WELL_TYPED = 'Por favor, digite corretamente os valores';
const categoryName = withError(text('Nome', 60), WELL_TYPED);

export const createTemporaryCategory = endpoint({
  name: 'create-temporary-category',
  method: 'POST',
  path: '/api/temp-category',
  summary: 'Cria uma categoria de canais temporários, com o número dela.',
  access,
  body: z.object({
    customId: positiveNumber('ID', WELL_TYPED),
    name: categoryName,
  }),
  answer: message.extend(temporaryCategory.shape),
  errors: ['temporary_category_taken', 'name_taken'],
});

/** The panel does not use this call (Q-TEMPCAT). */
export const renameTemporaryCategory = endpoint({
  name: 'rename-temporary-category',
  method: 'PUT',
  path: '/api/temp-category/:id',
  summary: 'Dá outro nome a uma categoria de canais temporários.',
  access,
  params: idParam,
  body: z.object({ name: categoryName }),
  answer: message.extend(temporaryCategory.shape),
  errors: ['category_not_found', 'name_taken'],
});
