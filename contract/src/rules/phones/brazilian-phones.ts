/**
 * Rules of Brazilian numbers. They need no data of other countries, so pages that mostly receive
 * Brazilian numbers load only these rules.
 */
import {
  parseWrittenPhone,
  PHONE_DATA_MISSING,
  phoneProblems,
  type PhoneReading,
  type WrittenPhone,
} from '../phone.ts';

const LOCAL_NUMBER = /^(9\d{8}|[2-9]\d{7})$/;
const LOCAL_MOBILE = /^9\d{8}$/;

/**
 * Returns true for numbers without an area code: `(00) 98888-7766`, `00 98888-7766` and
 * `+98888-7766`. The library would read them as numbers in Iran.
 */
export function lacksAreaCode({ digits, prefix, isAreaCodeZero }: WrittenPhone): boolean {
  if (isAreaCodeZero) return true;
  if (prefix === undefined) return false;
  return (prefix === '00' ? LOCAL_NUMBER : LOCAL_MOBILE).test(digits);
}

/**
 * True for a Brazilian number with a valid area code. The library knows lengths but no area codes,
 * so it would accept 98888-7766 with area code 98. Mobile numbers have nine digits after the area
 * code and begin with 9. Fixed numbers have eight.
 */
export const isBrazilian = (national: string): boolean => brazilian.test(national);

const AREA_CODES = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';
const brazilian = new RegExp(`^(${AREA_CODES})(9\\d{8}|[2-5]\\d{7})$`);
const startsOwn = new RegExp(`^(?:(?:${AREA_CODES})[2-9]|\\d\\d9)`);
const ninthDigitMissing = new RegExp(`^(${AREA_CODES})[6-9]\\d{7}$`);

/** True for the first digits of a Brazilian number, even if the area code is not in use. */
export const beginsAsBrazilian = (digits: string): boolean => startsOwn.test(digits);

/**
 * Reads a number as a Brazilian one, with or without the country code. Returns undefined for every
 * other number, which only the data of all countries can read.
 */
export function readBrazilian(phone: WrittenPhone): string | undefined {
  const { digits, prefix } = phone;
  if (lacksAreaCode(phone)) return undefined;
  const national = prefix === undefined ? digits.replace(/^0/, '') : '';
  if (isBrazilian(national)) return `55${national}`;
  const isWhole = digits.startsWith('55') && isBrazilian(digits.slice(2));
  return isWhole ? digits : undefined;
}

/** Portuguese text that shows the right form of a number that is not valid. */
export function findBrazilianProblem(phone: WrittenPhone): string {
  const { digits } = phone;
  if (lacksAreaCode(phone)) return phoneProblems.areaCodeMissing;
  if (/^5555\d{10,11}$/.test(digits)) return phoneProblems.countryCodeTwice;
  const national = digits.replace(/^(55(?=\d{10})|0+)/, '');
  if (LOCAL_NUMBER.test(national)) return phoneProblems.areaCodeMissing;
  if (ninthDigitMissing.test(national)) return phoneProblems.ninthDigitMissing;
  return phoneProblems.withCountryCode;
}

/** Minimum number of digits after a plus from which the data of all countries is consulted. */
const MIN_DIGITS_ABROAD = 7;

/**
 * True if only the data of all countries can read the number. False while a number is typed that
 * can still become a Brazilian one.
 */
function needsAllCountries(phone: WrittenPhone): boolean {
  const { digits, prefix } = phone;
  if (lacksAreaCode(phone) || readBrazilian(phone) !== undefined) return false;
  if (prefix === undefined)
    return digits.length > 11 || (digits.length === 11 && !beginsAsBrazilian(digits));
  return digits.length >= (digits.startsWith('55') ? 12 : MIN_DIGITS_ABROAD);
}

/** True if the text is a number that only the data of all countries can read. */
export function isPerhapsForeign(written: string): boolean {
  const phone = parseWrittenPhone(written);
  return phone !== undefined && needsAllCountries(phone);
}

/** Reads a number in Brazil without the data of other countries. */
export function readInBrazil(written: string): PhoneReading {
  const phone = parseWrittenPhone(written);
  if (!phone) return { problem: phoneProblems.malformed };
  const number = readBrazilian(phone);
  if (number !== undefined) return { number };
  return { problem: needsAllCountries(phone) ? PHONE_DATA_MISSING : findBrazilianProblem(phone) };
}
