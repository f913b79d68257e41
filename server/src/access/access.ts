/** Access conditions for the tree and for platforms. Also ends sign-ins and hashes passwords. */
export { endSignInsCte, type EndSignInsInput } from './end-sign-ins.ts';
export { andOnOpenPlatform, openPlatforms } from './open-platforms.ts';
export {
  createPasswordHasher,
  hashPassword,
  type HashPasswordFor,
  type PasswordQueue,
  randomPassword,
  verifyPassword,
} from './passwords.ts';
export {
  findAccessibleAccount,
  gatherTree,
  idsInTree,
  inTree,
  lockTree,
  lockTreeShared,
} from './tree.ts';
