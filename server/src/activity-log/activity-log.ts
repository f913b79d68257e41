/** Activity log: the events of a month, in pages and as a file. */
export { logRoutes } from './activity-log.routes.ts';
export { exportEvents } from './export-log.ts';
export { plainSentence } from './log-sentence.ts';
export { findKindsByTitle, eventTitle as titleOf } from './log-words.ts';
export { titleKey } from './log.sql.ts';
