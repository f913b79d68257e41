/** The access condition of the tree, ending sessions, and password hashing. */
export { endSignInsCte, type EndSignInsInput } from './end-sign-ins.ts';
export {
  createPasswordHasher,
  hashPassword,
  type HashPasswordFor,
  randomPassword,
  verifyPassword,
} from './passwords.ts';
export {
  findAccessibleAccount,
  gatherTree,
  idsInTree,
  inTree,
  lockTree,
  shareTree,
} from './tree.ts';
