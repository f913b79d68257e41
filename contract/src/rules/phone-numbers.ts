/**
 * Parses numbers of every country. A number without a country code belongs to the operator's
 * country.
 */
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import {
  parseWrittenPhone,
  phoneProblems,
  type PhoneReader,
  type PhoneReading,
  type WrittenPhone,
} from './phone.ts';

export { isSupportedCountry };

export function phoneReaderFor(country: string): PhoneReader {
  if (!isSupportedCountry(country)) throw new Error(`«${country}» is not a country with numbers`);
  return (written) => read(written, country);
}

function read(written: string, country: CountryCode): PhoneReading {
  const phone = parseWrittenPhone(written);
  if (!phone) return { problem: country === 'BR' ? phoneProblems.malformed : phoneProblems.abroad };
  const number = lacksAreaCode(phone, country)
    ? undefined
    : (readOwn(phone, country) ?? readAbroad(phone, country));
  return number === undefined ? { problem: findProblem(phone, country) } : { number };
}

const LOCAL_NUMBER = /^(9\d{8}|[2-9]\d{7})$/;
const LOCAL_MOBILE = /^9\d{8}$/;

/**
 * Returns true for numbers without an area code: `(00) 98888-7766`, `00 98888-7766` and
 * `+98888-7766`. The library would read them as numbers in Iran.
 */
function lacksAreaCode(
  { digits, prefix, isAreaCodeZero }: WrittenPhone,
  country: CountryCode,
): boolean {
  if (isAreaCodeZero) return true;
  if (country !== 'BR' || prefix === undefined) return false;
  return (prefix === '00' ? LOCAL_NUMBER : LOCAL_MOBILE).test(digits);
}

const readOwn = ({ digits, prefix }: WrittenPhone, country: CountryCode): string | undefined =>
  prefix === undefined ? readIn(digits, country) : undefined;

/**
 * Parses a foreign number. Short numbers, and numbers that begin like a Brazilian one, need a plus.
 * Otherwise they may be a mistyped number of the operator's country. The library would, for
 * example, read 98888-7766 as a number in Iran.
 */
function readAbroad({ digits, prefix }: WrittenPhone, country: CountryCode): string | undefined {
  const isAmbiguous =
    digits.length <= 10 || (country === 'BR' && digits.length === 11 && startsOwn.test(digits));
  return isAmbiguous && prefix === undefined ? undefined : readIn(`+${digits}`);
}

function readIn(digits: string, country?: CountryCode): string | undefined {
  const phone = parsePhoneNumberFromString(digits, {
    extract: false,
    ...(country && { defaultCountry: country }),
  });
  if (!phone?.isValid()) return undefined;
  if (phone.countryCallingCode === '55' && !isBrazilian(phone.nationalNumber)) return undefined;
  return phone.number.slice(1);
}

/**
 * True for a Brazilian number with a valid area code. The library knows lengths but no area codes,
 * so it would accept 98888-7766 with area code 98. Mobile numbers have nine digits after the area
 * code and begin with 9. Fixed numbers have eight.
 */
const isBrazilian = (national: string): boolean => brazilian.test(national);

const AREA_CODES = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';
const brazilian = new RegExp(`^(${AREA_CODES})(9\\d{8}|[2-5]\\d{7})$`);
/** Matches the first digits of a Brazilian number, even if the area code is not in use. */
const startsOwn = new RegExp(`^(?:(?:${AREA_CODES})[2-9]|\\d\\d9)`);
const ninthDigitMissing = new RegExp(`^(${AREA_CODES})[6-9]\\d{7}$`);

function findProblem(phone: WrittenPhone, country: CountryCode): string {
  const { digits } = phone;
  if (country !== 'BR') return phoneProblems.abroad;
  if (lacksAreaCode(phone, country)) return phoneProblems.areaCodeMissing;
  if (/^5555\d{10,11}$/.test(digits)) return phoneProblems.countryCodeTwice;
  const national = digits.replace(/^(55(?=\d{10})|0+)/, '');
  if (LOCAL_NUMBER.test(national)) return phoneProblems.areaCodeMissing;
  if (ninthDigitMissing.test(national)) return phoneProblems.ninthDigitMissing;
  return phoneProblems.withCountryCode;
}
