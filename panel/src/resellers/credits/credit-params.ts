/** Amount in the address of «Setar Crédito», from which its form begins. */
import { z } from 'zod';
import { defineSearchParams, useDialogSearchParams } from '../../ui/list/search-params.ts';

const params = defineSearchParams({ credits: z.number().positive().max(1_000_000) });

export const useAddressedCredits = (): number | undefined =>
  useDialogSearchParams(params).values.credits;
