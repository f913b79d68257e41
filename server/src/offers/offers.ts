/** Offers of sellers to strangers, and the tests that strangers take without a person of the seller. */
export {
  type Offer,
  type OfferContent,
  ensureOffers,
  findOffer,
  getOffer,
  toProductChoice,
} from './offers.sql.ts';
export { findAccountByPublicId, newPublicId, readAccountPublicId } from './public-ids.ts';
export {
  defaultSelfService,
  readSelfServiceSettings,
  readTestOffers,
  saveSelfServiceSettings,
  type SelfServiceSettings,
} from './self-service.ts';
export { takeTrial, type TrialOutcome, type TrialReceipt } from './take-trial.ts';
export { addressTrialsToday, type TrialRequest, trialsTakenToday } from './trial-requests.sql.ts';
export { nextOpening, type RefusedTrial } from './trial-rules.ts';
