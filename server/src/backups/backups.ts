/**
 * Backups: encrypted snapshots in single files, retained by days, weeks and months. The embedded
 * PostgreSQL can also be restored to any second.
 */
export { backupRoutes } from './backups.routes.ts';
export { createBasesJob } from './base-job.ts';
export { BackupError, explainBackupError } from './backup-error.ts';
export { drillBackups, drillTask } from './drill.ts';
export { startShipping } from './point-in-time/keep-shipping.ts';
export { listStoredBackups } from './keep-backups.ts';
export { listBackups } from './list-backups.ts';
export { backupTask, makeBackup, makeBackups } from './make-backup.ts';
export { planRecovery, type RecoveryTarget } from './point-in-time/plan-recovery.ts';
export { readBackBackups } from './read-back.ts';
export { refuseWhileInUse, restoreInPlace } from './restore/in-place.ts';
export { writeRestoreMarks } from './restore/write-restore-marks.ts';
export { formatStamp } from './restore/restore-secret.ts';
export { machineIdentity, machineRecipient } from './machine-key.ts';
export { writeSnapshot } from './write-snapshot.ts';
export { SOURCE_FORMS, openRestoreSource } from './restore/open-source.ts';
export { readIdentities } from './restore/read-identities.ts';
export { refuseWhileRunning, restoreToMoment } from './restore/to-moment.ts';
export { type TrustedSigners, installationSigner, readSigners } from './signature.ts';
export { readRemotes, remoteStoreIds } from './stores/remotes.ts';
export type { BackupStore } from './stores/store.ts';
