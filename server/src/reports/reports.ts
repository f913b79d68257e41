/** Sales by month, from figures that are counted in the background. */
export { reportRoutes } from './reports.routes.ts';
export { countLineMonths, takeLineMonths } from './take-line-months.ts';
