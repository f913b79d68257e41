/** Processes and databases of the installation, the release in use and its changelog. */
export { startHeartbeat, type NodeHeartbeat } from './send-heartbeat.ts';
export { nodeRoutes } from './nodes.routes.ts';
