/** Sales by month, from sums that are calculated in the background. */
export { reportRoutes } from './reports.routes.ts';
export { countLineMonths, countLineMonthsJob } from './count-line-months.ts';
