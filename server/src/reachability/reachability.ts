/** Whether what others depend on answers: each target is probed in turn, with a history. */
export { hoursOf } from './history.ts';
export { probeJobs } from './probe-jobs.ts';
export { type HealthChange, probeRound, type TargetSource } from './probe-round.ts';
export { forgetTarget } from './targets.sql.ts';
