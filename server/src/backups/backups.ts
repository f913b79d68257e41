/** Backups: everything in one encrypted file, kept by days, weeks and months. */
export { backupRoutes } from './backups.routes.ts';
export { drillBackups, drillTask } from './drill.ts';
export { backupTask, makeBackups } from './make-backup.ts';
export { proveRestored } from './prove-restored.ts';
export { UnusableBackup } from './read-snapshot.ts';
export { restoreSnapshot } from './restore-snapshot.ts';
