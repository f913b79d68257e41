/** Probes balancers, hostnames and other addresses, and stores their history. */
export { readDays, readHours, readAgentResults } from './history.ts';
export { type ProbeAnswer, probeHttp } from './probe.ts';
export { parseAgentKey } from './agents/agent-key.ts';
export { runAgent } from './agents/run-agent.ts';
export { agentRoutes } from './agents/agent.routes.ts';
export { probeJobs } from './probe-jobs.ts';
export { probeRound, type TargetSource } from './probe-round.ts';
export { deleteTargetHistory } from './targets.sql.ts';
export { freshSince } from './agents/votes.ts';
