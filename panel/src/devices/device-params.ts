import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const deviceParams = defineListParams({
  filters: { app: z.enum(['smart', 'prime', 'lazer']) },
  dialogs: ['create', 'reset'],
  target: 'device',
  viewParams: ['search', 'app'],
  aliases: {
    names: { janela: 'dialog', aparelho: 'device' },
    values: { dialog: { gerar: 'create', resetar: 'reset' } },
  },
});
