/** The business in numbers: figures of customers, receipts and costs, and the rows behind them. */
export { FACTS_DAYS } from './facts/store-facts.ts';
export { numberRowsExport } from './export-rows.ts';
export { numberRoutes, numberSettingsRoutes } from './numbers.routes.ts';
export { findLostLines } from './read/lost-lines.ts';
export { firstRollUp, rollUpFromStart } from './roll-up/first-roll-up.ts';
export { sendWeeklySummariesJob } from './send-weekly-summaries.ts';
export { rollUpNumbers, rollUpNumbersJob } from './roll-up/roll-up-numbers.ts';
