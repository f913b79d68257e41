/** Starts and ends viewings, which are sessions of players and count as a line's screens. */
export {
  createWatching,
  type Heartbeat,
  type Watching,
  type WatchingPace,
} from './create-watching.ts';
export { endLineViewings } from './end-line-viewings.ts';
export { endStoppedViewing } from './end-stopped-viewing.ts';
export { endStaleViewings } from './end-stale-viewings.ts';
export { viewingAid } from './list-viewings.ts';
export {
  eraseViewingsOfCte,
  lastWatched,
  linesOnline,
  linesWatching,
  onlineByOwner,
  ONLINE_MS,
  titleNow,
  titleOfViewing,
  viewingsNow,
  viewingsThrough,
  type ViewingState,
  viewingState,
} from './online.ts';
export { createRecordRefusal, type RecordRefusal } from './refused-plays.ts';
export { contestedUntil } from './screen-contests.ts';
export { watchingRoutes } from './watching.routes.ts';
