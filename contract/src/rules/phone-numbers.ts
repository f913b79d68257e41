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
  beginsAsBrazilian,
  findBrazilianProblem,
  isBrazilian,
  lacksAreaCode,
} from './phones/brazilian-phones.ts';
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
  const isAtHome = country === 'BR';
  if (!phone) return { problem: isAtHome ? phoneProblems.malformed : phoneProblems.abroad };
  const number = lacksAreaCodeIn(phone, country)
    ? undefined
    : (readOwn(phone, country) ?? readAbroad(phone, country));
  if (number !== undefined) return { number };
  return { problem: isAtHome ? findBrazilianProblem(phone) : phoneProblems.abroad };
}

/** Area codes are known only for Brazil. Everywhere, `(00)` is no area code. */
const lacksAreaCodeIn = (phone: WrittenPhone, country: CountryCode): boolean =>
  phone.isAreaCodeZero || (country === 'BR' && lacksAreaCode(phone));

const readOwn = ({ digits, prefix }: WrittenPhone, country: CountryCode): string | undefined =>
  prefix === undefined ? readIn(digits, country) : undefined;

/**
 * Parses a foreign number. Short numbers, and numbers that begin like a Brazilian one, need a plus.
 * Otherwise they may be a mistyped number of the operator's country. The library would, for
 * example, read 98888-7766 as a number in Iran.
 */
function readAbroad({ digits, prefix }: WrittenPhone, country: CountryCode): string | undefined {
  const isAmbiguous =
    digits.length <= 10 || (country === 'BR' && digits.length === 11 && beginsAsBrazilian(digits));
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
