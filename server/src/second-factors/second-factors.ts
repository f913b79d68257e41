/** Second factors: authenticator codes, passkeys, recovery codes, and the rule that requires one. */
export { confirmPassword } from './confirm-password.ts';
export { createPasskeyRequest, verifyPasskeyAnswer } from './passkeys/answer.ts';
export { removePasskeys } from './passkeys/remove-passkey.ts';
export { passkeyRoutes } from './passkeys/passkeys.routes.ts';
export { requireRelyingParty } from './passkeys/relying-party.ts';
export {
  hasSecondFactor,
  PENDING_ENROLMENT_MS,
  readSecondFactorRequirement,
  deleteSecondFactor,
  requiredFrom,
} from './second-factor-state.ts';
export { createSecondFactorVerifier, type SecondFactorVerifier } from './second-factor-verifier.ts';
export { secondFactorRoutes } from './second-factors.routes.ts';
export { offerSecondStep, type SecondStepCandidate } from './second-step-offer.ts';
export { createSpendCode } from './spend-code.ts';
export { verifySecondStep } from './verify-second-step.ts';
