/** Referrals from customer to customer, and invitations to resellers. */
export { eraseReferralCodesOfLines } from './customers/erase.ts';
export { serveReferralLinks } from './customers/referral-link.ts';
export { readTerms } from './customers/settings.ts';
export { advanceReferralsJob } from './customers/rewards.ts';
export { referralExport } from './customers/export-referrals.ts';
export { referralRoutes } from './referrals.routes.ts';
