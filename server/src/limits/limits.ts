/**
 * Limits of resellers: how many lines, trials, screens and credits they may use, and how much
 * remains.
 */
export {
  enforceLimits,
  enforceLineLimit,
  enforcePlatformOpen,
  enforceUsedLimits,
  limitsColumn,
  readAllUsage,
  readRemainingToday,
  readAccountLimits,
  readLowestPrice,
  readOpenPlatforms,
  type WithLimits,
} from './enforce-limits.ts';
export { creditsInWords } from './limit-words.ts';
export { limitRoutes } from './limits.routes.ts';
