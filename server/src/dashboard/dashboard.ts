/** Figures of the home screen. A background job counts the totals of each tree. */
export { dashboardRoutes } from './dashboard.routes.ts';
export { counts, linesToCount } from './line-counts.ts';
export { notifyBigDays } from './notify-big-days.ts';
export { countTreesSoon, rollUpTreeTotalsJob } from './roll-up-tree-totals.ts';
