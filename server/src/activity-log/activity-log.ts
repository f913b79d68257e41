/** The activity log: the events of a month, page by page and as a file. */
export { logRoutes } from './activity-log.routes.ts';
export { plainSentence } from './log-sentence.ts';
export { kindsWithText, eventTitle as titleOf } from './log-words.ts';
export { titleKey } from './log.sql.ts';
