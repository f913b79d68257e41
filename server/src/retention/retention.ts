/** Jobs that delete old rows and erase old personal data across the modules. */
export { deleteOldRows, retentionJobs } from './delete-old-rows.ts';
export { eraseDeletedLines, eraseLines } from './erase-deleted-lines.ts';
export { eraseAccounts, eraseDeletedResellers } from './erase-deleted-resellers.ts';
export { maintainPartitions } from './maintain-partitions.ts';
