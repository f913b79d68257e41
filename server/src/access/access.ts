/** Who may reach whom, and what an account signs in with: the tree's condition, ending sessions, password hashing. */
export { endSignInsCte, type EndSignInsInput } from './end-sign-ins.ts';
export { hashPassword, randomPassword, verifyPassword } from './passwords.ts';
export { findAccessibleAccount, idsInTree, inTree, lockTree, shareTree } from './tree.ts';
