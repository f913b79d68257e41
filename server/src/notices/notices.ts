/**
 * Writing what accounts are told under the bell. Modules call it where something happens, in the same
 * transaction; reading and sending is the bell's.
 */
export { blankNotices } from './blank-notices.ts';
export { HAND_OVER_JOB, type NewNotice, notify } from './notify.ts';
export { markNoticesRead, tellNoticesChanged } from './mark-notices-read.ts';
