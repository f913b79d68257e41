import type { SettleAct } from '@ramal/contract/operations/line-servers';
import {
  IconArrowBackUp,
  IconArrowBigLeft,
  IconArrowBigRight,
  IconEyeOff,
  type Icon,
  IconTrash,
} from '@tabler/icons-react';

export const actLabels: Record<SettleAct, string> = {
  ours: 'Como no painel',
  theirs: 'Como no servidor',
  remove: 'Excluir no servidor',
  ignore: 'Deixar como está',
  list: 'Voltar à lista',
};

export const actIcons: Record<SettleAct, Icon> = {
  ours: IconArrowBigRight,
  theirs: IconArrowBigLeft,
  remove: IconTrash,
  ignore: IconEyeOff,
  list: IconArrowBackUp,
};

export const actEffects: Record<SettleAct, string> = {
  ours: 'O servidor é escrito de novo **como está no painel**. O que ele tem de diferente se perde.',
  theirs:
    'O painel passa a ter **o que o servidor tem agora**, mesmo que isso dê tempo. Nenhum crédito é debitado.',
  remove: 'A linha é excluída **no servidor** e quem a usa para de assistir. Não dá para desfazer.',
  ignore: 'Sai da lista, e não volta enquanto os dois lados ficarem como estão.',
  list: 'Volta para o que há a resolver.',
};
