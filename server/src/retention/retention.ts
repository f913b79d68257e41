/** Jobs that erase old personal data across the modules. */
export { eraseDeletedLines, eraseLines } from './erase-deleted-lines.ts';
export { eraseAccounts, eraseDeletedResellers } from './erase-deleted-resellers.ts';
export { eraseOldTraces } from './erase-old-traces.ts';
