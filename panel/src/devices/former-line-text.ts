/**
 * Text after a device was bound: names another visible line that lost the device by this action.
 */
export const formerLineText = (username: string): string =>
  `O aparelho era de ${username}, que deixa de receber por ele.`;
