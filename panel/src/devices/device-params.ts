import { deviceSorts } from '@ramal/contract/devices';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const deviceParams = defineListParams({
  filters: { app: z.enum(['smart', 'prime', 'lazer']) },
  sorts: deviceSorts,
  defaultDirection: 'desc',
  dialogs: ['create', 'reset'],
  target: 'device',
  viewParams: ['search', 'app', 'sort', 'dir'],
  aliases: {
    names: { janela: 'dialog', aparelho: 'device' },
    values: { dialog: { gerar: 'create', resetar: 'reset' } },
  },
});
