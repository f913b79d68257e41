import type { Balancer, FailedLayer } from '@ramal/contract/operations/balancers';

export const layerLabels: Record<FailedLayer, string> = {
  name: 'O nome não foi encontrado',
  connect: 'Não aceita conexões',
  tls: 'O certificado não é aceito',
  http: 'Não responde ao que se pede',
};

export function reasonInWords({ state, reason }: Balancer): string | undefined {
  if (state === 'aside') return 'Descartado por um administrador';
  if (state === 'leaving') return 'Sai da lista quando a última tela fechar';
  return reason ? layerLabels[reason] : undefined;
}
