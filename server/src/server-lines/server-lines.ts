/** Changes lines in the panel when their server rejects them or has other values. */
export { refundRejectedLine } from './return-line.ts';
export { serverLineRoutes } from './server-lines.routes.ts';
