/** Referrals from customer to customer, and invitations to resellers. */
export { eraseReferralCodesOfLines } from './customers/erase.ts';
export { serveReferralLinks } from './customers/referral-link.ts';
export { advanceReferralsJob } from './customers/rewards.ts';
export { referralRoutes } from './referrals.routes.ts';
