/**
 * Win-back: messages to customers whose line expired and to people whose test ended without a
 * purchase, and their effect compared with a control group.
 */
export { eraseWinBacksOfLines } from './people/erase.ts';
export { planWinBacksJob } from './planning/plan-win-backs.ts';
export { winBackRoutes } from './win-back.routes.ts';
