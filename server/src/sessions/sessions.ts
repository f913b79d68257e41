/** Sign-in and sign-out, the open sessions, and the caller of each request. */
export { type AccountState, activeAccountSql, toActor as actorOf } from './account-state.ts';
export { actAs } from './act-as.ts';
export { createAuthenticate } from './authenticate.ts';
export { createFirstAdmin, type FirstAdmin } from './sign-in/first-admin.ts';
export { createHumanCheck } from './human-check/human-check.ts';
export { createHardProof } from './human-check/altcha.ts';
export { createVisitorCheck } from './human-check/human-check.ts';
export { liveRoutes } from './live.routes.ts';
export { resetAdmin } from './reset-admin.ts';
export { sessionRoutes } from './sessions.routes.ts';
