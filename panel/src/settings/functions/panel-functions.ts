/**
 * Texts about the functions for admins: their names, and the effects of their switches
 * (C-SETTINGS).
 */
import { flagActions, flagToggles } from '@ramal/contract/settings';
import {
  type Icon,
  IconCloud,
  IconDeviceTv,
  IconDoorEnter,
  IconTestPipe,
  IconTestPipe2,
  IconTopologyRing,
  IconTopologyStar3,
} from '@tabler/icons-react';
import type { Flag } from '@ramal/contract/api/access';

export type FlagToggle = (typeof flagToggles)[number];

interface FunctionTexts {
  readonly name: string;
  readonly icon: Icon;
  /** Effect while the function is on. */
  readonly on: string;
  /** Effect of turning the function off. The second text states what does not change. */
  readonly off: readonly [effect: string, remains: string];
}

export const functionTexts: Record<Flag, FunctionTexts> = {
  tests: {
    name: 'Testes',
    icon: IconTestPipe,
    on: 'Revendas geram testes em todas as plataformas.',
    off: [
      'Nenhuma revenda gera testes, em nenhuma plataforma.',
      'Os testes que já existem continuam até vencer.',
    ],
  },
  test_iptv: {
    name: 'Testes IPTV',
    icon: IconTestPipe2,
    on: 'Revendas geram testes de IPTV.',
    off: [
      'Nenhuma revenda gera testes de IPTV.',
      'Testes das outras plataformas e os que já existem continuam.',
    ],
  },
  iptv: {
    name: 'IPTV',
    icon: IconDeviceTv,
    on: 'IPTV está no menu e aceita linhas novas.',
    off: [
      'IPTV sai do menu e não aceita linhas novas nem migrações.',
      'As linhas que já existem continuam funcionando.',
    ],
  },
  p2p: {
    name: 'P2P',
    icon: IconTopologyRing,
    on: 'P2P está no menu e aceita linhas novas.',
    off: [
      'P2P sai do menu e não aceita linhas novas nem migrações.',
      'As linhas que já existem continuam funcionando.',
    ],
  },
  n_p2p: {
    name: 'Novo P2P',
    icon: IconTopologyStar3,
    on: 'Novo P2P está aberto a quem tem a permissão.',
    off: [
      'Novo P2P não aceita linhas novas nem migrações, nem de quem tem a permissão.',
      'As linhas que já existem continuam funcionando.',
    ],
  },
  xcloud: {
    name: 'X-CLOUD',
    icon: IconCloud,
    on: 'Recibos e links mostram os dados para o X-CLOUD.',
    off: [
      'O X-CLOUD sai dos recibos e dos tipos de link.',
      'Quem já assiste por ele continua assistindo.',
    ],
  },
  login: {
    name: 'Acesso ao painel',
    icon: IconDoorEnter,
    on: 'Todas as contas entram no painel.',
    off: [
      'Quem não é administrador sai na hora e não entra mais.',
      'As linhas dos clientes continuam funcionando, e você continua entrando.',
    ],
  },
};

/** Functions in the order of the screen. */
export const panelFunctions = flagToggles.map((toggle) => ({
  flag: flagActions[toggle.action],
  toggle,
}));
