/** After a device was bound: another customer of the same seller has lost it, which nobody would see otherwise. */
export const takenFrom = (username: string): string =>
  `O aparelho era de ${username}, que deixa de receber por ele.`;
