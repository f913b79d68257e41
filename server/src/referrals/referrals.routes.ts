import { getPortalReferral } from '@ramal/contract/portal/portal-referral';
import * as invitations from '@ramal/contract/referrals/invitations';
import * as referrals from '@ramal/contract/referrals/referrals';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { addReferral, deliverReferral, refuseReferral } from './customers/act-on-referral.ts';
import { exportReferrals } from './customers/export-referrals.ts';
import { listReferrals } from './customers/list-referrals.ts';
import { createGetPortalReferral } from './customers/portal-referral.ts';
import { getReferralSettings, saveReferralSettings } from './customers/settings.ts';
import { createAcceptInvitation, createGetInvitation } from './invitations/accept-invitation.ts';
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from './invitations/manage-invitations.ts';

export const referralRoutes = (ctx: AppContext): Binding[] => [
  bind(referrals.getReferralSettings, (call) => getReferralSettings(ctx, call)),
  bind(referrals.saveReferralSettings, (call) => saveReferralSettings(ctx, call)),
  bind(referrals.listReferrals, (call) => listReferrals(ctx, call)),
  bind(referrals.exportReferrals, (call) => exportReferrals(ctx, call)),
  bind(referrals.addReferral, (call) => addReferral(ctx, call)),
  bind(referrals.deliverReferral, (call) => deliverReferral(ctx, call)),
  bind(referrals.refuseReferral, (call) => refuseReferral(ctx, call)),
  bind(getPortalReferral, createGetPortalReferral(ctx)),
  bind(invitations.listInvitations, (call) => listInvitations(ctx, call)),
  bind(invitations.createInvitation, (call) => createInvitation(ctx, call)),
  bind(invitations.revokeInvitation, (call) => revokeInvitation(ctx, call)),
  bind(invitations.getInvitation, createGetInvitation(ctx)),
  bind(invitations.acceptInvitation, createAcceptInvitation(ctx)),
];
