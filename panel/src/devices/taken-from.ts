/** After a device was bound: another line that the account sees has lost it, which nobody would notice otherwise. */
export const takenFrom = (username: string): string =>
  `O aparelho era de ${username}, que deixa de receber por ele.`;
