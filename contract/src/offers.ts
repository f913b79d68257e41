/**
 * Offers of sellers to strangers, and the tests that strangers take without a person of the seller.
 * The sales page, the chatbot address and the bots follow the same settings and rules.
 */
import { z } from 'zod';
import { sellers } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { id, whole } from './api/fields.ts';
import { timeInput, timeOfDay } from './api/time-of-day.ts';
import { platformKeys } from './rules/platforms.ts';
import { TEST_HOURS } from './rules/terms.ts';

/** Characters of a public id, such as `t6H4pZs1Yw`. */
export const PUBLIC_ID = /^[0-9A-Za-z]{10}$/;

/** Where a stranger asks for a test. */
export const trialChannels = ['page', 'telegram', 'whatsapp', 'chatbot'] as const;
export type TrialChannel = (typeof trialChannels)[number];

export const MAX_TESTS_A_DAY = 1000;

/** Refused requests of a day above the cap after which the administration gets a notice. */
export const ABUSE_REFUSALS = 50;

/** Reasons for which a stranger gets no test. */
export const trialRefusals = [
  /** The number had a test within TRIAL_DAYS, from any seller of the installation. */
  'number',
  /** The device had a test within TRIAL_DAYS. */
  'device',
  /** The tests of the seller's day are used up, by the own cap or by a limit from above. */
  'cap',
  /** The tests of the day of one chatbot address are used up. */
  'address-cap',
  /** Outside the seller's hours. */
  'hours',
  /** The seller is blocked or deleted. */
  'closed',
  /** A function or limit of the installation forbids this test, or its package is gone. */
  'unavailable',
] as const;
export type TrialRefusal = (typeof trialRefusals)[number];

export const trialRefusalLabels: Readonly<Record<TrialRefusal, string>> = {
  number: 'Número já testou',
  device: 'Aparelho já testou',
  cap: 'Testes do dia acabaram',
  'address-cap': 'Testes do endereço acabaram',
  hours: 'Fora do horário',
  closed: 'Revenda fechada',
  unavailable: 'Teste indisponível',
};

const testHours = whole('Duração').pipe(z.literal(TEST_HOURS)).meta({ title: 'Duração' });

export const selfService = z.object({
  /** Maximum number of tests a day that strangers may take; 0 for none. */
  testsADay: z.int(),
  /** Limit from above for all tests of the account a day; null without a limit. */
  highestTestsADay: z.int().nullable(),
  /** Hours of the day, in the time zone of the installation. Equal times mean the whole day. */
  opensAt: timeOfDay,
  closesAt: timeOfDay,
  platform: z.enum(platformKeys),
  /** Package of IPTV. Null for the first package that allows tests, and on other platforms. */
  packageId: z.int().nullable(),
  /** Product of P2P. Null for the first product, and on IPTV. */
  productId: z.int().nullable(),
  testHours: z.int(),
  /** Tests that strangers took today. */
  today: z.int(),
});
export type SelfService = z.output<typeof selfService>;

export const getSelfService = endpoint({
  name: 'get-self-service',
  method: 'GET',
  path: '/api/self-service',
  summary:
    'Os testes que estranhos pegam sozinhos, na página e no robô: por dia, horário e duração.',
  access: { profiles: sellers },
  answer: selfService,
  errors: [],
});

export const saveSelfService = endpoint({
  name: 'save-self-service',
  method: 'PUT',
  path: '/api/self-service',
  summary: 'Guarda quantos testes por dia estranhos pegam sozinhos, em que horas e de que tipo.',
  access: { profiles: sellers },
  body: z.object({
    testsADay: whole('Testes por dia', 0, MAX_TESTS_A_DAY),
    opensAt: timeInput('Horário das'),
    closesAt: timeInput('até as'),
    testHours,
    platform: z.enum(platformKeys).default('iptv').meta({ title: 'Plataforma' }),
    packageId: id('Pacote').optional(),
    productId: id('Produto').optional(),
  }),
  answer: selfService.extend({ message: z.string() }),
  errors: ['invalid_fields', 'package_unknown', 'platform_off'],
});
