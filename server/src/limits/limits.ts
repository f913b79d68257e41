/**
 * Limits of accounts: lines, tests a day, credits a day, the lowest price and the open platforms.
 */
export {
  enforceLimits,
  enforceLineLimit,
  enforcePlatformOpen,
  enforceUsedLimits,
  limitsColumn,
  lowestPriceIn,
  readAllUsage,
  readRemainingToday,
  readAccountLimits,
  readLowestPrice,
  readOpenPlatforms,
  readTrialsADay,
  type WithLimits,
} from './enforce-limits.ts';
export { creditsInWords } from './limit-words.ts';
export { insertFirstLimits } from './set-limits.ts';
export { limitRoutes } from './limits.routes.ts';
