/**
 * Spreadsheet of the channels with their codes in the programme guides. Also contains the changes
 * since the previous spreadsheet (S-SETEXTRA, Q-EPG).
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { exportStarted } from '../exports.ts';

const access = { profiles, grants: ['extras'] } as const;

/** Maximum number of channels in each list; the totals count all channels. */
export const MAX_LISTED_EPG_CHANNELS = 500;

const channel = z.object({
  name: z.string(),
  /** Code in the guide; empty if the channel has none. */
  code: z.string(),
});
export type EpgChannel = z.output<typeof channel>;

export const exportEpg = endpoint({
  name: 'export-epg',
  method: 'GET',
  path: '/api/export-epg',
  summary: 'Os canais e seus códigos de EPG em planilha (epg.xlsx); a verificação compara com ela.',
  access,
  answer: exportStarted,
  errors: ['no_items_to_export', 'tasks_too_many'],
});

export const verifyEpg = endpoint({
  name: 'verify-epg',
  method: 'GET',
  path: '/api/verify-epg',
  summary: 'O que mudou nos códigos de EPG desde a última planilha.',
  access,
  answer: z.object({
    /** Channels whose name or code differs from the last spreadsheet. */
    MODIFY: z.array(channel),
    /** Channels added after the last spreadsheet. */
    NEWS: z.array(channel),
    modified: z.int(),
    new: z.int(),
    /** Time of the last spreadsheet; null before the first one. */
    exportedAtTimestamp: z.int().nullable(),
  }),
  errors: [],
});
export type EpgVerification = z.output<(typeof verifyEpg)['answer']>;
