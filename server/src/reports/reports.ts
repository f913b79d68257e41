/** Sales by month, from sums that are calculated in the background. */
export { reportRoutes } from './reports.routes.ts';
export { countLineMonths, takeLineMonths } from './take-line-months.ts';
