/** Whether what others depend on answers: each target is probed in turn, with a history. */
export { hoursOf } from './history.ts';
export { forgetTarget } from './targets.sql.ts';
