/** Probes balancers, hostnames and other addresses, and stores their history. */
export { readDays, readHours, readAgentResults } from './history.ts';
export { type ProbeAnswer, probeHttp } from './probe.ts';
export { readPlaceKey } from './places/place-key.ts';
export { runAgent } from './places/run-place.ts';
export { placeRoutes } from './places/place.routes.ts';
export { probeJobs } from './probe-jobs.ts';
export { probeRound, type TargetSource } from './probe-round.ts';
export { deleteTargetHistory } from './targets.sql.ts';
export { freshSince } from './places/votes.ts';
