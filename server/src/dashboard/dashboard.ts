/** The figures of the home screen, and the totals of each tree, which are counted in the background. */
export { dashboardRoutes } from './dashboard.routes.ts';
export { counts, linesToCount } from './line-counts.ts';
export { notifyBigDays } from './notify-big-days.ts';
export { countTreesSoon, rollUpTreeTotalsJob } from './roll-up-tree-totals.ts';
