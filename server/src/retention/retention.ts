/** Jobs that erase old personal data across the modules. */
export { eraseDeletedLines } from './erase-deleted-lines.ts';
export { eraseDeletedResellers } from './erase-deleted-resellers.ts';
export { eraseOldTraces } from './erase-old-traces.ts';
