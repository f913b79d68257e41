/** Player for customers: sign-in, playlists, the guide, live streams and films. */
export {
  archiveProof,
  archiveProofRoutes,
  proveArchivesJob,
} from './archive/proof/prove-archives.ts';
export { hourlyChannelCheck } from './sources/check-channels.ts';
export { sourceCheck } from './sources/check-sources.ts';
export { channelSourceRoutes } from './sources/channel-sources.routes.ts';
export { countLostChannels } from './sources/lost-channels.ts';
export { followSources } from './sources/follow-sources.ts';
export { statuses } from './account.ts';
export { type LineState, toPlayableState as lineStateOf } from './line-state.ts';
export { lineTexts, lineUrls, newShortCode, playerBaseUrl, playlistPath } from './line-urls.ts';
export { createPlayerSignInRateLimit, type SignInAttempt } from './player-sign-in-rate-limit.ts';
export { registerPlayer } from './player.routes.ts';
export { serveWebFiles } from './web-page.routes.ts';
export type { BoxRenewal, FindBoxRenewal } from './stalker/profile.ts';
export { createUnknownDeviceRateLimit } from './stalker/unknown-device-rate-limit.ts';
