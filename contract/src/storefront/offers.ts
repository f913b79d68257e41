/**
 * Offers of sellers to strangers, and the tests that strangers take without a person of the seller.
 * The sales page, the chatbot address and the bots follow the same settings and rules.
 */
import { z } from 'zod';

/** Public id of an account, an offer or an address, such as `t6H4pZs1Yw`. */
export const PUBLIC_ID = /^[0-9A-Za-z]{10}$/;

/** Public id in a request. */
export const publicId = (label: string) =>
  z.string().regex(PUBLIC_ID).meta({ title: label, example: 't6H4pZs1Yw' });

/** Refused requests of a day above the cap after which the administration gets a notice. */
export const ABUSE_REFUSALS = 50;
