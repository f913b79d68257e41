/**
 * Access to the welcome page, nodes, backups, the backup key and the quarantine: only for admins.
 */
import { type Row, admins, each } from './rows.ts';

/** Public key of a pair whose private key no test has. */
const RECIPIENT = 'age1tscykea6z6mh8t0v6q2h4teuk5mylztac3dpryhqzxprreuxnd6szk9gsm';

export const backups: Record<string, Row> = {
  'view-welcome': { outcomes: admins },
  'get-welcome-state': { outcomes: admins },
  'skip-welcome-step': { outcomes: admins, sent: () => ({ body: { step: 'tls' } }) },
  'leave-welcome': { outcomes: admins, sent: () => ({ body: { is_done: false } }) },
  'list-nodes': { outcomes: admins },
  'read-node-log': {
    outcomes: each({ otherwise: 403, admin: 404 }),
    sent: () => ({ query: { id: '00000000-0000-4000-8000-000000000000' } }),
  },
  'view-version': { outcomes: admins },
  'view-rollback': { outcomes: each({ otherwise: 403, admin: 409 }) },
  'list-upgrades': { outcomes: admins },
  'read-changelog': { outcomes: admins },
  'view-backups': { outcomes: admins },
  // The backup file does not exist. backups.test.ts downloads one that exists.
  'download-backup': {
    outcomes: each({ otherwise: 403, admin: 404 }),
    sent: () => ({ body: { name: 'ramal-2026-11-20-140000.tar.zst.age', type: 'local' } }),
  },
  'save-backup-key': {
    outcomes: admins,
    sent: () => ({ body: { recipient: RECIPIENT } }),
  },
  // The previous row stored the public key. Nobody in this test has its private key, so the word is
  // wrong.
  'prove-backup-key': {
    outcomes: each({ otherwise: 403, admin: 422 }),
    sent: () => ({ body: { word: 'adivinhada' } }),
  },
  // No store exists at this address. remotes.test.ts uses stores that exist.
  'save-backup-s3': {
    outcomes: each({ otherwise: 403, admin: 422 }),
    sent: () => ({
      params: { type: 'remote_1' },
      body: {
        endpoint: 'http://127.0.0.1:1',
        bucket: 'copias',
        access_key_id: 'chave',
        secret_access_key: 'segredo',
      },
    }),
  },
  'save-backup-sftp': {
    outcomes: each({ otherwise: 403, admin: 422 }),
    sent: () => ({
      params: { type: 'remote_2' },
      body: { host: '127.0.0.1', port: 1, username: 'ramal', password: 'segredo' },
    }),
  },
  'remove-backup-remote': {
    outcomes: each({ otherwise: 403, admin: 404 }),
    sent: () => ({ params: { type: 'remote_1' } }),
  },
  'start-backup': { outcomes: admins },
  // The previous rows made no backup that a drill could restore.
  'start-backup-drill': { outcomes: each({ otherwise: 403, admin: 409 }) },
  'list-outside': { outcomes: each({ otherwise: 403, admin: 409 }) },
  'settle-outside': {
    outcomes: each({ otherwise: 403, admin: 409 }),
    sent: () => ({ body: { kind: 'hostname', key: 'tv.example', settled: true } }),
  },
  'act-outside': {
    outcomes: each({ otherwise: 403, admin: 409 }),
    sent: () => ({ body: { kind: 'hostname', key: 'tv.example' } }),
  },
  'release-quarantine': {
    outcomes: each({ otherwise: 403, admin: 409 }),
    sent: () => ({ body: {} }),
  },
};
