/** Field of the calls to which a customer sends the code of a coupon. */
import { text } from '../api/fields.ts';

/** Code that a customer types in the portal, or that a link contains. */
export const typedCoupon = text('Cupom', 40).meta({ title: 'Cupom', example: 'NATAL20' });
