/** Portuguese sentences of the API reference about a call, derived from its declaration. */
import type { Access } from '@ramal/contract/api/access';
import type { Endpoint } from '@ramal/contract/api/endpoint';

const profileNames = {
  admin: 'administração',
  franchise: 'franquia',
  reseller: 'revenda',
} as const;

/** Returns the profiles, grants and feature flags that a call requires, in Portuguese. */
export function accessWords(access: Access): string {
  if (access === 'public') return 'Pública';
  const names = access.profiles.map((profile) => profileNames[profile]).join(', ');
  const grants = (access.grants ?? []).map((grant) => ` · permissão ${grant}`).join('');
  return `Para ${names}${grants}${access.flag ? ` · função ${access.flag} ligada` : ''}`;
}

/** Returns the description of a call: its access, and the conditions that the summary does not name. */
export function describeCall(endpoint: Endpoint): string {
  const { access, action, alias, freshCode, keyed, reachesOut, writes } = endpoint;
  const sentences = [
    `${accessWords(access)}.`,
    ...(access !== 'public' && access.master ? ['A conta precisa poder ter sub-revendas.'] : []),
    ...(action === undefined ? [] : [`Escolhida com \`action\` ${action} no corpo.`]),
    ...(keyed ? ['Aceita `Idempotency-Key` e a simulação com `preview=1`.'] : []),
    ...(freshCode ? ['Com segundo fator, `code_2fa` leva um código novo.'] : []),
    ...(writes ? ['Altera dados, embora seja um GET.'] : []),
    ...(reachesOut ? ['Recusada enquanto o painel está retido depois de uma restauração.'] : []),
    ...(alias ? [`Atende também em \`${alias}\`.`] : []),
  ];
  return sentences.join(' ');
}
