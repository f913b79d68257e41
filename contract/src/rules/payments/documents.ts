/** CPF and CNPJ: the tax numbers of persons and companies in Brazil, with their check digits. */

/**
 * Character code that is subtracted from each character of a CNPJ, as the Receita Federal
 * prescribes. A CNPJ may contain letters.
 */
const ZERO = '0'.charCodeAt(0);

const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (text.charCodeAt(at) - ZERO), 0);

const checkDigit = (text: string, weights: readonly number[]): string => {
  const rest = weighted(text, weights) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};

const cpfWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const cnpjWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Returns the eleven digits of a written CPF; undefined if it is not valid. */
export function readCpf(written: string): string | undefined {
  const digits = written.replace(/[.\-\s]/g, '');
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return undefined;
  const first = checkDigit(digits, cpfWeights);
  const second = checkDigit(digits, [11, ...cpfWeights]);
  return digits.endsWith(first + second) ? digits : undefined;
}

/** Returns the fourteen characters of a written CNPJ, letters included; undefined if not valid. */
export function readCnpj(written: string): string | undefined {
  const text = written.replace(/[./\-\s]/g, '').toUpperCase();
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^(.)\1{13}$/.test(text)) return undefined;
  const first = checkDigit(text, cnpjWeights);
  const second = checkDigit(text, [6, ...cnpjWeights]);
  return text.endsWith(first + second) ? text : undefined;
}

/** Masks a CPF for every reader but the customer who types it: «•••.913.760-••». */
export const maskCpf = (cpf: string): string => `•••.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-••`;

/** Writes a CNPJ with its separators: «12.345.678/0001-95». */
export const formatCnpj = (cnpj: string): string =>
  cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
