/**
 * Blocks addresses that guess passwords. Each block is longer than the previous one and applies in
 * every process. Wrong sign-ins to the player and the panel raise the score of an address. Correct
 * sign-ins from the address raise its limit.
 */
export { getBlocklist as blocklistOf } from './blocks.ts';
export { blocklistRoutes } from './blocklist.routes.ts';
export { MAX_ADDRESSES, REMEMBERED_DAYS } from './blocklist-rules.ts';
export { measureBlocklist } from './measure-blocklist.ts';
export { refuseBlockedPlayers, refuseBlockedSignIns } from './refuse-blocked.ts';
export { unblock } from './unblock.ts';
export type { SignInTry } from './refused-tries.ts';
