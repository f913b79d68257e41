/** Backups: encrypted files with everything in them, where they are kept, and the key. Source: S-BACKUP, Q-BACKUPS. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, text } from '../api/fields.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;

/** Local, and the two servers elsewhere. */
export const backupPlaces = ['local', 'remote_1', 'remote_2'] as const;
export type BackupPlace = (typeof backupPlaces)[number];

export const backupFile = z.object({
  name: z.string(),
  size: z.int(),
  created: z.string(),
  created_timestamp: z.int(),
  type: z.enum(backupPlaces),
});
export type BackupFile = z.output<typeof backupFile>;

export const viewBackups = endpoint({
  name: 'view-backups',
  method: 'GET',
  path: '/api/view-backups',
  summary: 'Os backups guardados em cada lugar, a chave e como foi o último.',
  access: admins,
  answer: z.object({
    local: z.array(backupFile),
    remote_1: z.array(backupFile),
    remote_2: z.array(backupFile),
    /** The names of the settings that name the two places elsewhere. */
    settings: z.array(z.string()),
    /** The places that are set, with their folder; one that cannot be read says why. */
    places: z.array(
      z.object({
        type: z.enum(backupPlaces),
        where: z.string(),
        /** Of its disk; null before the first backup. */
        free_bytes: z.int().nullable(),
        failure: z.string().nullable(),
      }),
    ),
    key: z
      .object({
        recipient: z.string(),
        saved_at_timestamp: z.int(),
        proven_at_timestamp: z.int().nullable(),
        /** An age file in letters: who has the key reads a word in it. Null once it was proven. */
        challenge: z.string().nullable(),
      })
      .nullable(),
    last: z
      .object({
        finished_at_timestamp: z.int(),
        seconds: z.number(),
        rows: z.int().nullable(),
        /** Null when it went well, the copies elsewhere included. */
        failure: z.string().nullable(),
      })
      .nullable(),
    /** When the last good one was made, which is how much would be lost. */
    last_good_timestamp: z.int().nullable(),
    /** The last drill: the newest copy restored on a server of its own, and asked questions. */
    drill: z
      .object({
        finished_at_timestamp: z.int(),
        /** From the copy to the last answer. */
        seconds: z.number(),
        place: z.enum(backupPlaces),
        questions: z.int(),
        right_answers: z.int(),
        failure: z.string().nullable(),
      })
      .nullable(),
    next_drill_timestamp: z.int(),
  }),
  errors: [],
});

/** The item of the listing as it is; its size and date are not looked at (Q-BACKUPS). */
export const downloadBackup = endpoint({
  name: 'download-backup',
  method: 'POST',
  path: '/api/download-backup',
  summary: 'O arquivo de um backup, cifrado como está guardado.',
  access: admins,
  body: z.object({
    name: text('Arquivo', 100),
    type: z.enum(backupPlaces).meta({ title: 'Onde' }),
  }),
  download: true,
  answer: z.undefined(),
  errors: ['backup_not_found'],
});

export const startBackup = endpoint({
  name: 'start-backup',
  method: 'POST',
  path: '/api/backups',
  summary: 'Faz um backup agora, como trabalho que se acompanha.',
  access: admins,
  answer: z.object({ message: z.string(), task }),
  errors: ['backup_key_missing', 'tasks_too_many'],
});

export const startDrill = endpoint({
  name: 'start-backup-drill',
  method: 'POST',
  path: '/api/backups/drill',
  summary: 'Restaura a cópia mais nova em um servidor à parte e faz perguntas a ela.',
  access: admins,
  answer: z.object({ message: z.string(), task }),
  errors: ['backup_missing', 'tasks_too_many'],
});

/** `age1…` of X25519 or, longer, of the kind that quantum computers do not break. */
const recipient = text('Chave pública', 4000).regex(/^age1[a-z0-9]+$/, {
  error: 'Cole a chave pública, que começa com age1.',
});

export const saveBackupKey = endpoint({
  name: 'save-backup-key',
  method: 'POST',
  path: '/api/backup-key',
  summary: 'Troca a chave dos próximos backups; fica por comprovar.',
  access: admins,
  freshCode: true,
  body: z.object({ recipient, ...freshCode }),
  answer: z.object({ message: z.string(), challenge: z.string() }),
  errors: ['code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});

export const proveBackupKey = endpoint({
  name: 'prove-backup-key',
  method: 'POST',
  path: '/api/backup-key/proof',
  summary: 'Comprova que a outra metade da chave existe, com a palavra que só ela lê.',
  access: admins,
  body: z.object({ word: text('Palavra', 100) }),
  answer: z.object({ message: z.string() }),
  errors: ['backup_key_missing', 'backup_word_wrong'],
});
