/** The business in numbers: figures of customers, receipts and costs, and the rows behind them. */
export { numberRowsExport } from './export-rows.ts';
export { numberRoutes, numberSettingsRoutes } from './numbers.routes.ts';
export { firstRollUp } from './roll-up/first-roll-up.ts';
export { rollUpNumbers, rollUpNumbersJob } from './roll-up/roll-up-numbers.ts';
