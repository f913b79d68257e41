/**
 * Text about the line that loses a device to another line. Callers show it only if the account can
 * see the line that loses the device.
 */
export const formerLineText = (username: string): string =>
  `O aparelho era de ${username}, que deixa de receber por ele.`;
