/** Upgrades of the schema with a copy taken before, and the rollback to the former release. */
export { listCopies, type StoredCopy } from './copies.ts';
export { deleteUpgradeCopies } from './delete-copies.ts';
export { findFormerVersion } from './former-version.ts';
export {
  type ChangesSince,
  exchangeCluster,
  exchangeDatabase,
  listChangesSince,
} from './roll-back.ts';
export { type Upgrade, upgradeSchema } from './upgrade-schema.ts';
export {
  type InstalledVersion,
  readVersionFile,
  recordRollback,
  recordVersion,
} from './version-file.ts';
