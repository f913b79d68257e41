/**
 * Backups of the installation: encrypted files, the stores that contain them, and their key.
 * Source: S-BACKUP, Q-BACKUPS.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, text, whole } from '../api/fields.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;

/** Names of the stores: one local store and two remote ones. */
const backupStoreNames = ['local', 'remote_1', 'remote_2'] as const;
export type BackupStoreName = (typeof backupStoreNames)[number];

const backupFile = z.object({
  name: z.string(),
  size: z.int(),
  created: z.string(),
  createdTimestamp: z.int(),
  type: z.enum(backupStoreNames),
  /** Release that created the file. Null for files of releases before 0.11.0. */
  version: z.string().nullable(),
  /** False if this release cannot restore the file because a newer release created it. */
  restorable: z.boolean(),
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
    remote1: z.array(backupFile),
    remote2: z.array(backupFile),
    /** Configured stores. `failure` of a store is the reason why it cannot be read. */
    places: z.array(
      z.object({
        type: z.enum(backupStoreNames),
        /**
         * Kind of the store. The operator of the machine configures a folder. Stores of the other
         * kinds are configured on the screen.
         */
        kind: z.enum(['folder', 's3', 'sftp']),
        /** Path of the folder, or address of the store. */
        where: z.string(),
        /** Free space of the disk; null if unknown. */
        freeBytes: z.int().nullable(),
        failure: z.string().nullable(),
        /**
         * Number of days for which files in the store cannot be deleted; 0 means for ever. Null if
         * files can be deleted.
         */
        lockedDays: z.int().nullable(),
        /**
         * Fingerprint of the SFTP server's key, stored when the store was saved. Null for other
         * stores.
         */
        fingerprint: z.string().nullable(),
        /** Last daily verification, which reads a part of the stored files. */
        reading: z
          .object({
            readAtTimestamp: z.int(),
            files: z.int(),
            bytes: z.int(),
            failure: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
    key: z
      .object({
        recipient: z.string(),
        savedAtTimestamp: z.int(),
        provenAtTimestamp: z.int().nullable(),
        /**
         * Text of an age file that contains a code. The owner decrypts the code to prove that the
         * key works. Null after the key is proven.
         */
        challenge: z.string().nullable(),
      })
      .nullable(),
    /**
     * Public key that verifies the signature of the files: `ramal-sign-…`. The owner stores it in
     * the key file. A restore accepts only files with this signature.
     */
    signatureKey: z.string(),
    /** Restore command with the paths of this installation. */
    restoreCommand: z.string(),
    last: z
      .object({
        finishedAtTimestamp: z.int(),
        seconds: z.number(),
        rows: z.int().nullable(),
        /** Error of the last backup. Null if the file and all its remote copies were written. */
        failure: z.string().nullable(),
      })
      .nullable(),
    /** Time of the last successful backup in any store. */
    lastGoodTimestamp: z.int().nullable(),
    /**
     * Last moment whose data is stored remotely. Later changes would be lost with this machine.
     * Null if no data is stored remotely.
     */
    survivesUntilTimestamp: z.int().nullable(),
    pointInTime: z.object({
      /**
       * State of the continuous backup. `on`: it runs. `off`: a remote store or a key is missing.
       * `held`: the panel was restored, and an admin must release it. `restart`: an older version
       * started the running PostgreSQL, so a restart is necessary. `own-database`: the operator
       * runs PostgreSQL, so the panel cannot back it up continuously.
       */
      state: z.enum(['on', 'off', 'held', 'restart', 'own-database']),
      chains: z.array(
        z.object({
          type: z.enum(backupStoreNames),
          /** Earliest moment that can be restored. */
          baseTimestamp: z.int(),
          /**
           * Moment before which all changes are stored remotely. Null before the first changes were
           * sent.
           */
          closedTimestamp: z.int().nullable(),
          /** Error of the last transfer. */
          failure: z.string().nullable(),
          /** Reason why sending changes has stopped until a new base backup exists. */
          broken: z.string().nullable(),
        }),
      ),
      /** Error of the last base backup. */
      baseFailure: z.string().nullable(),
    }),
    /**
     * Last drill if it failed. Otherwise the last drill of the kind of backup that a restore would
     * use. A drill restores the data on a separate server and compares the results of queries.
     */
    drill: z
      .object({
        kind: z.enum(['snapshot', 'point-in-time']),
        finishedAtTimestamp: z.int(),
        /** Duration of the drill in seconds, from the start of the restore to the last result. */
        seconds: z.number(),
        place: z.enum(backupStoreNames),
        questions: z.int(),
        rightAnswers: z.int(),
        failure: z.string().nullable(),
      })
      .nullable(),
    nextDrillTimestamp: z.int(),
    /**
     * Time of the last restore of this installation from a backup. Null if it was never restored.
     */
    restoredAtTimestamp: z.int().nullable(),
  }),
  errors: [],
});

/** Downloads a backup file. Size and date in the request are ignored (Q-BACKUPS). */
export const downloadBackup = endpoint({
  name: 'download-backup',
  method: 'POST',
  path: '/api/download-backup',
  summary: 'O arquivo de um backup, cifrado como está guardado.',
  access: admins,
  body: z.object({
    name: text('Arquivo', 100),
    type: z.enum(backupStoreNames).meta({ title: 'Onde' }),
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

/** Public key in the format of age: `age1…` for X25519, or the longer post-quantum form. */
const recipient = text('Chave pública', 4000).regex(/^age1[a-z0-9]+$/, {
  error: 'Cole a chave pública, como age1ql3z7hjy….',
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

const place = z.object({ type: z.enum(['remote_1', 'remote_2']).meta({ title: 'Onde' }) });

/**
 * Path of a folder in the store, without parent folders. Contains only characters that every store
 * accepts in keys and paths.
 */
const folder = text('Pasta', 200)
  .regex(/^[\w.\-/ ]+$/, {
    error: 'Use letras sem acento, números, ponto, hífen e barra, como ramal/copias.',
  })
  .refine((path) => !path.split('/').includes('..'), { error: 'A pasta não pode subir de nível.' })
  .transform((path) => path.replace(/\/+$/, ''))
  .optional();

/** Text without a line break, because a line break in a header value would add headers. */
const oneLine = (label: string, max: number) =>
  text(label, max).regex(/^[\x21-\x7e]+$/, {
    error: `${label} não tem espaços nem acentos: cole como o serviço mostra.`,
  });

const remoteErrors = [
  'backup_remote_failed',
  'backup_remote_is_folder',
  'code_2fa_missing',
  'code_2fa_wrong',
  'too_many_attempts',
] as const;

export const saveBackupS3 = endpoint({
  name: 'save-backup-s3',
  method: 'POST',
  path: '/api/backup-remotes/:type/s3',
  summary: 'Um bucket para as cópias, aceito depois de escrever, ler de volta e excluir nele.',
  access: admins,
  freshCode: true,
  params: place,
  body: z.object({
    endpoint: text('Endereço', 200)
      .transform((url) => url.replace(/\/+$/, ''))
      .refine((url) => URL.canParse(url) && /^https?:\/\/[^/?#@]+$/.test(url), {
        error: 'Use o endereço do serviço, como https://s3.sa-east-1.amazonaws.com.',
      }),
    region: oneLine('Região', 60).optional(),
    bucket: text('Bucket', 63, 3).regex(/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/, {
      error: 'Um bucket tem letras minúsculas, números, ponto e hífen, como ramal-copias.',
    }),
    folder,
    accessKeyId: oneLine('Chave de acesso', 200),
    secretAccessKey: oneLine('Chave secreta', 200),
    ...freshCode,
  }),
  answer: z.object({ message: z.string() }),
  errors: remoteErrors,
});

export const saveBackupSftp = endpoint({
  name: 'save-backup-sftp',
  method: 'POST',
  path: '/api/backup-remotes/:type/sftp',
  summary:
    'Uma pasta por SFTP para as cópias, aceita depois de escrever, ler de volta e excluir nela.',
  access: admins,
  freshCode: true,
  params: place,
  body: z.object({
    host: text('Servidor', 253).regex(/^[a-zA-Z0-9.:-]+$/, {
      error: 'Use o nome ou o endereço do servidor, como sftp.exemplo.com.',
    }),
    port: whole('Porta', 1, 65_535).optional(),
    username: text('Usuário', 100),
    password: text('Senha', 200).optional(),
    privateKey: text('Chave privada', 20_000).optional(),
    folder,
    /**
     * Fingerprint that the server's key must have. Default: the key that the server presents now.
     */
    fingerprint: text('Impressão digital', 100)
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, {
        error: 'Escreva como SHA256: e mais 43 letras.',
      })
      .optional(),
    ...freshCode,
  }),
  answer: z.object({ message: z.string() }),
  errors: [...remoteErrors, 'invalid_fields'],
});

export const removeBackupRemote = endpoint({
  name: 'remove-backup-remote',
  method: 'DELETE',
  path: '/api/backup-remotes/:type',
  summary: 'Esquece o caminho até um lugar; o que está lá fica.',
  access: admins,
  params: place,
  query: z.object(freshCode),
  freshCode: true,
  answer: z.object({ message: z.string() }),
  errors: ['backup_remote_not_found'],
});
