/** The line of a platform whose apps show a code: it comes with the window that asks for one. */
import { createLineFromCode } from '@ramal/contract/activation';
import { withWireNames } from '@ramal/contract/api/translated';
import { type FromCode, type LineFromCode, platformCall } from '../platforms/platform.ts';
import { toReceipt } from '../receipt/receipt.ts';

export const lineFromCode: FromCode = platformCall(
  createLineFromCode,
  ({ code, packageId, note }: LineFromCode) => ({
    body: withWireNames(createLineFromCode.body, { code, productid: packageId, note }),
  }),
  toReceipt,
);
