/** Time of day in requests and responses. */
import { z } from 'zod';

/** Time of day. The wire format is `hh:mm`. The code uses the minutes after midnight. */
export const timeOfDay = z.codec(z.string(), z.int(), {
  decode: (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)),
  encode: (minutes) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'),
});

export const timeInput = (label: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .meta({ title: label, example: '08:30' })
    .transform((value) => timeOfDay.decode(value));
