/** What becomes of lines here when their server refuses them or has them otherwise. */
export { returnRefusedLine } from './return-line.ts';
export { serverLineRoutes } from './server-lines.routes.ts';
