/**
 * Returns the text about the line that lost a device, because the device was bound to another line.
 * Only for a line that the account can see.
 */
export const formerLineText = (username: string): string =>
  `O aparelho era de ${username}, que deixa de receber por ele.`;
