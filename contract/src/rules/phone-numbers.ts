/** Reads the numbers of every country; numbers without a country code belong to the operator's own. */
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { phoneDigits, phoneProblems, type PhoneReader, type PhoneReading } from './phone.ts';

export { isSupportedCountry };

export function phoneReaderFor(country: string): PhoneReader {
  if (!isSupportedCountry(country)) throw new Error(`«${country}» is not a country with numbers`);
  return (written) => read(written, country);
}

function read(written: string, country: CountryCode): PhoneReading {
  const digits = phoneDigits(written);
  if (!digits) return { problem: phoneProblems.malformed };
  const number = readOwn(digits, country) ?? readAbroad(digits, country);
  return number === undefined ? { problem: whyNot(digits, country) } : { number };
}

/** A plus or two zeros in front mean that the country code follows. */
const hasCountryCode = /^(\+|00)/;

const readOwn = (digits: string, country: CountryCode): string | undefined =>
  hasCountryCode.test(digits) ? undefined : readIn(digits, country);

/**
 * Up to ten digits, or what looks like a Brazilian mobile, are a mistyped number of the own country rather
 * than one of another: 98888-7766 would be a number in Iran.
 */
function readAbroad(digits: string, country: CountryCode): string | undefined {
  const isOwn = digits.length <= 10 || (country === 'BR' && /^\d\d9\d{8}$/.test(digits));
  if (isOwn && !hasCountryCode.test(digits)) return undefined;
  return readIn(`+${digits.replace(hasCountryCode, '')}`);
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
 * The library's small data knows lengths, not area codes: it would read 98888-7766 as one of area code 98.
 * Mobile numbers have nine digits after the area code and begin with 9, fixed ones eight.
 */
const isBrazilian = (national: string): boolean =>
  new RegExp(`^(${AREA_CODES})(9\\d{8}|[2-5]\\d{7})$`).test(national);

const AREA_CODES = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';

function whyNot(digits: string, country: CountryCode): string {
  if (country !== 'BR') return phoneProblems.withCountryCode('no seu país');
  const national = digits.replace(/^(\+?55(?=\d{10})|0+)/, '');
  if (/^(9\d{8}|[2-9]\d{7})$/.test(national)) return phoneProblems.areaCodeMissing;
  if (new RegExp(`^(${AREA_CODES})[6-9]\\d{7}$`).test(national))
    return phoneProblems.ninthDigitMissing;
  return phoneProblems.withCountryCode('(11) 98888-7766');
}
