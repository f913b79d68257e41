/** Texts of the storefront that several of its pages share. */
import { formatClock, formatReais } from '../format.ts';
import { dayName } from '../ui/day-name.ts';
import type { Method, Offer, Product } from './api.ts';

/** Example: «hoje, 20:32». */
export const formatMoment = (seconds: number, now: Date): string =>
  `${dayName(seconds, now)}, ${formatClock(seconds)}`;

/** Example: «amanhã, às 08:00». */
export const formatMomentAt = (seconds: number, now: Date): string =>
  `${dayName(seconds, now)}, às ${formatClock(seconds)}`;

export const formatPrice = (cents: number): string => formatReais(cents / 100);

export const formatHours = (hours: number): string => (hours === 1 ? '1 hora' : `${hours} horas`);

/** Returns «Pix», «cartão» or «Pix ou cartão». */
export const formatMethods = (methods: readonly Method[]): string =>
  methods.map((method) => (method === 'pix' ? 'Pix' : 'cartão')).join(' ou ');

/** The plan that is chosen first: three months if the page offers them. */
export const firstOffer = ({ offers }: Product): Offer | undefined =>
  offers.find(({ months }) => months === 3) ?? offers[0];

/** Address that opens a conversation with the seller. */
export const whatsappAddress = (number: string, text = ''): string =>
  `https://wa.me/${number}${text && `?text=${encodeURIComponent(text)}`}`;
