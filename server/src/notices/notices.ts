/**
 * Writes notices under the bell. Modules call it in the transaction of the cause; the bell module
 * reads and sends.
 */
export { blankNotices } from './blank-notices.ts';
export { HAND_OVER_JOB, type NewNotice, notify } from './notify.ts';
export {
  markNoticesRead,
  signalNoticesChanged as tellNoticesChanged,
} from './mark-notices-read.ts';
