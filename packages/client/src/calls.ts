/* Written by `npm run client` from the contract. */
import type { CallOptions, PreviewMark, Send, SpendingOptions } from './send.ts';

export type ListResellersRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'username'
      | 'id'
      | 'credits'
      | 'days_to_due'
      | 'created_at'
      | 'total_actives'
      | 'tree_actives'
      | 'email'
      | 'email_contact'
      | 'status'
      | 'owner'
      | 'id_franchise'
      | 'deleted_at';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** ID */
    readonly searchID?: string;
    /** Situação */
    readonly status?: 'idle' | 'blocked' | 'deleted';
    /** Dono */
    readonly under?: number;
    /** Níveis */
    readonly levels?: 'all';
  };
};
export type ListResellersAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly email_contact: string | null;
    readonly profile: 'admin' | 'franchise' | 'reseller';
    readonly credits: number | null;
    readonly sale: number | null;
    readonly days_to_due: number | null;
    readonly status: 0 | 1;
    readonly block_admin: 0 | 1;
    readonly network_blocked: 0 | 1;
    readonly blocks: readonly {
      readonly by: 'upline' | 'administration' | 'network';
      readonly username: string | null;
    }[];
    readonly has_2fa: 0 | 1 | null;
    readonly has_authenticator: 0 | 1 | null;
    readonly total_iptv: number;
    readonly total_up2p: number;
    readonly total_actives: number;
    readonly tree_actives: number;
    readonly tree_resellers: number;
    readonly direct_resellers: number;
    readonly owner_id: number | null;
    readonly owner: string | null;
    readonly id_franchise: number | null;
    readonly is_master: 0 | 1;
    readonly is_direct: boolean;
    readonly created_at: string;
    readonly deleted_at: string | null;
    readonly restorable_until: string | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly as_of: string | null;
  readonly franchises: readonly {
    readonly id: number;
    readonly name: string;
  }[];
};
export type CreateResellerRequest = {
  readonly body: {
    /** Usuário */
    readonly username: string;
    /** Senha */
    readonly password: string;
    /** Créditos */
    readonly credits: number;
    /** WhatsApp */
    readonly email?: string;
    /** E-mail */
    readonly email_contact?: string;
    /** Valor de venda */
    readonly sale?: number;
    /** Perfil */
    readonly profile?: 'reseller' | 'franchise';
    /** Franquia */
    readonly id_franchise?: number;
    /** Dias */
    readonly days_until_due?: number;
    /** Senha de registro */
    readonly reg_password?: string;
    /** Código 2FA */
    readonly code_2fa?: string;
  };
};
export type CreateResellerAnswer = {
  readonly message: string;
  readonly id: number;
  readonly username: string;
  readonly panel_url: string;
  readonly credits: number;
  readonly balance: number | null;
};
export type MoveCreditsRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Créditos */
    readonly credits: number;
    /** Valor unitário */
    readonly sale: number;
    /** Motivo */
    readonly reason?: string;
    /** Código 2FA */
    readonly code_2fa?: string;
  };
};
export type MoveCreditsAnswer = {
  readonly message: string;
  readonly data: {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly email_contact: string | null;
    readonly profile: 'admin' | 'franchise' | 'reseller';
    readonly credits: number | null;
    readonly sale: number | null;
    readonly days_to_due: number | null;
    readonly status: 0 | 1;
    readonly block_admin: 0 | 1;
    readonly network_blocked: 0 | 1;
    readonly blocks: readonly {
      readonly by: 'upline' | 'administration' | 'network';
      readonly username: string | null;
    }[];
    readonly has_2fa: 0 | 1 | null;
    readonly has_authenticator: 0 | 1 | null;
    readonly total_iptv: number;
    readonly total_up2p: number;
    readonly total_actives: number;
    readonly tree_actives: number;
    readonly tree_resellers: number;
    readonly direct_resellers: number;
    readonly owner_id: number | null;
    readonly owner: string | null;
    readonly id_franchise: number | null;
    readonly is_master: 0 | 1;
    readonly is_direct: boolean;
    readonly created_at: string;
    readonly deleted_at: string | null;
    readonly restorable_until: string | null;
  };
  readonly balance: number | null;
};
export type EditResellerRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Usuário */
    readonly username: string;
    /** WhatsApp */
    readonly email: string;
    readonly email_contact?: string | null;
    /** Senha */
    readonly password?: string;
    /** Novo dono */
    readonly newMaster?: number;
    /** Senha de registro */
    readonly reg_password?: string;
    /** Código 2FA */
    readonly code_2fa?: string;
  };
};
export type EditResellerAnswer = {
  readonly message: string;
  readonly data: {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly email_contact: string | null;
    readonly profile: 'admin' | 'franchise' | 'reseller';
    readonly credits: number | null;
    readonly sale: number | null;
    readonly days_to_due: number | null;
    readonly status: 0 | 1;
    readonly block_admin: 0 | 1;
    readonly network_blocked: 0 | 1;
    readonly blocks: readonly {
      readonly by: 'upline' | 'administration' | 'network';
      readonly username: string | null;
    }[];
    readonly has_2fa: 0 | 1 | null;
    readonly has_authenticator: 0 | 1 | null;
    readonly total_iptv: number;
    readonly total_up2p: number;
    readonly total_actives: number;
    readonly tree_actives: number;
    readonly tree_resellers: number;
    readonly direct_resellers: number;
    readonly owner_id: number | null;
    readonly owner: string | null;
    readonly id_franchise: number | null;
    readonly is_master: 0 | 1;
    readonly is_direct: boolean;
    readonly created_at: string;
    readonly deleted_at: string | null;
    readonly restorable_until: string | null;
  };
};
export type BlockResellerRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Motivo */
    readonly reason: string;
    /** Bloqueada */
    readonly blocked?: boolean;
  };
};
export type BlockResellerAnswer = EditResellerAnswer;
export type GetTreeLevelRequest = {
  readonly query?: {
    /** Revenda */
    readonly under?: number;
    /** Página */
    readonly page?: number;
  };
};
export type GetTreeLevelAnswer = {
  readonly account: {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly email_contact: string | null;
    readonly profile: 'admin' | 'franchise' | 'reseller';
    readonly credits: number | null;
    readonly sale: number | null;
    readonly days_to_due: number | null;
    readonly status: 0 | 1;
    readonly block_admin: 0 | 1;
    readonly network_blocked: 0 | 1;
    readonly blocks: readonly {
      readonly by: 'upline' | 'administration' | 'network';
      readonly username: string | null;
    }[];
    readonly has_2fa: 0 | 1 | null;
    readonly has_authenticator: 0 | 1 | null;
    readonly total_iptv: number;
    readonly total_up2p: number;
    readonly total_actives: number;
    readonly tree_actives: number;
    readonly tree_resellers: number;
    readonly direct_resellers: number;
    readonly owner_id: number | null;
    readonly owner: string | null;
    readonly id_franchise: number | null;
    readonly is_master: 0 | 1;
    readonly is_direct: boolean;
    readonly created_at: string;
    readonly deleted_at: string | null;
    readonly restorable_until: string | null;
  } | null;
  readonly path: readonly {
    readonly id: number;
    readonly username: string;
    readonly owner_id: number | null;
  }[];
  readonly children: readonly {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly email_contact: string | null;
    readonly profile: 'admin' | 'franchise' | 'reseller';
    readonly credits: number | null;
    readonly sale: number | null;
    readonly days_to_due: number | null;
    readonly status: 0 | 1;
    readonly block_admin: 0 | 1;
    readonly network_blocked: 0 | 1;
    readonly blocks: readonly {
      readonly by: 'upline' | 'administration' | 'network';
      readonly username: string | null;
    }[];
    readonly has_2fa: 0 | 1 | null;
    readonly has_authenticator: 0 | 1 | null;
    readonly total_iptv: number;
    readonly total_up2p: number;
    readonly total_actives: number;
    readonly tree_actives: number;
    readonly tree_resellers: number;
    readonly direct_resellers: number;
    readonly owner_id: number | null;
    readonly owner: string | null;
    readonly id_franchise: number | null;
    readonly is_master: 0 | 1;
    readonly is_direct: boolean;
    readonly created_at: string;
    readonly deleted_at: string | null;
    readonly restorable_until: string | null;
  }[];
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  readonly as_of: string | null;
};
export type SearchResellersRequest = {
  readonly query: {
    /** Busca */
    readonly search: string;
  };
};
export type SearchResellersAnswer = {
  readonly found: readonly {
    readonly id: number;
    readonly username: string;
    readonly email: string | null;
    readonly path: readonly {
      readonly id: number;
      readonly username: string;
      readonly owner_id: number | null;
    }[];
  }[];
  readonly more: boolean;
};
export type ExportResellersRequest = {
  readonly body?: {
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'username'
      | 'id'
      | 'credits'
      | 'days_to_due'
      | 'created_at'
      | 'total_actives'
      | 'tree_actives'
      | 'email'
      | 'email_contact'
      | 'status'
      | 'owner'
      | 'id_franchise'
      | 'deleted_at';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** ID */
    readonly searchID?: string;
    /** Situação */
    readonly status?: 'idle' | 'blocked' | 'deleted';
    /** Dono */
    readonly under?: number;
    /** Níveis */
    readonly levels?: 'all';
  };
};
export type ExportResellersAnswer = {
  readonly message: string;
  readonly url: string;
  readonly file: string;
  readonly task: {
    readonly id: number;
    readonly kind: string;
    readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
    readonly done: number;
    readonly total: number;
    readonly message: string;
    readonly created_at_timestamp: number;
    readonly finished_at_timestamp: number | null;
  };
};
export type GetLimitsRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
};
export type GetLimitsAnswer = {
  readonly id: number;
  readonly username: string;
  readonly own: {
    readonly lines: number | null;
    readonly trials_a_day: number | null;
    readonly credits_a_day: number | null;
    readonly lowest_price: number | null;
    readonly platforms: readonly ('iptv' | 'p2p' | 'new-p2p')[] | null;
  };
  readonly above: {
    readonly lines: number | null;
    readonly trials_a_day: number | null;
    readonly credits_a_day: number | null;
    readonly lowest_price: number | null;
    readonly platforms: readonly ('iptv' | 'p2p' | 'new-p2p')[] | null;
  };
  readonly above_from: {
    readonly lines: string | null;
    readonly trials_a_day: string | null;
    readonly credits_a_day: string | null;
    readonly lowest_price: string | null;
    readonly platforms: string | null;
  };
  readonly effective: {
    readonly lines: number | null;
    readonly trials_a_day: number | null;
    readonly credits_a_day: number | null;
    readonly lowest_price: number | null;
    readonly platforms: readonly ('iptv' | 'p2p' | 'new-p2p')[] | null;
  };
  readonly effective_from: {
    readonly lines: string | null;
    readonly trials_a_day: string | null;
    readonly credits_a_day: string | null;
    readonly lowest_price: string | null;
    readonly platforms: string | null;
  };
  readonly used: {
    readonly lines: number;
    readonly trials_today: number;
    readonly credits_today: number;
  };
  readonly may_set: boolean;
};
export type SetLimitsRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Linhas */
    readonly lines?: null | number;
    /** Testes por dia */
    readonly trials_a_day?: null | number;
    /** Créditos por dia */
    readonly credits_a_day?: null | number;
    /** Menor preço */
    readonly lowest_price?: null | number;
    /** Plataformas */
    readonly platforms?: null | readonly ('iptv' | 'p2p' | 'new-p2p')[];
  };
};
export type SetLimitsAnswer = {
  readonly id: number;
  readonly username: string;
  readonly own: {
    readonly lines: number | null;
    readonly trials_a_day: number | null;
    readonly credits_a_day: number | null;
    readonly lowest_price: number | null;
    readonly platforms: readonly ('iptv' | 'p2p' | 'new-p2p')[] | null;
  };
  readonly above: {
    readonly lines: number | null;
    readonly trials_a_day: number | null;
    readonly credits_a_day: number | null;
    readonly lowest_price: number | null;
    readonly platforms: readonly ('iptv' | 'p2p' | 'new-p2p')[] | null;
  };
  readonly above_from: {
    readonly lines: string | null;
    readonly trials_a_day: string | null;
    readonly credits_a_day: string | null;
    readonly lowest_price: string | null;
    readonly platforms: string | null;
  };
  readonly effective: {
    readonly lines: number | null;
    readonly trials_a_day: number | null;
    readonly credits_a_day: number | null;
    readonly lowest_price: number | null;
    readonly platforms: readonly ('iptv' | 'p2p' | 'new-p2p')[] | null;
  };
  readonly effective_from: {
    readonly lines: string | null;
    readonly trials_a_day: string | null;
    readonly credits_a_day: string | null;
    readonly lowest_price: string | null;
    readonly platforms: string | null;
  };
  readonly used: {
    readonly lines: number;
    readonly trials_today: number;
    readonly credits_today: number;
  };
  readonly may_set: boolean;
  readonly message: string;
};
export type ListMovementsRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?: 'registered' | 'id' | 'amount' | 'billed' | 'from_to' | 'after' | 'reseller';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Rede */
    readonly tree?: string;
    /** Tipo */
    readonly kind?: 'received' | 'given' | 'spent' | 'returned';
    /** De */
    readonly from?: string;
    /** Até */
    readonly until?: string;
  };
};
export type ListMovementsAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly amount: number;
    readonly reason: string;
    readonly reason_label: string;
    readonly kind: 'received' | 'given' | 'spent' | 'returned';
    readonly sale: number | null;
    readonly billed: number | null;
    readonly from_to: string;
    readonly actor: string;
    readonly before: number | null;
    readonly after: number | null;
    readonly line: string | null;
    readonly registered: string;
    readonly reseller: string;
    readonly reseller_id: number;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly id: number;
  readonly username: string;
  readonly is_master: 0 | 1;
  readonly balance: number | null;
  readonly searched_since: string | null;
};
export type ExportMovementsRequest = {
  readonly body: {
    /** ID */
    readonly id: number;
    /** Busca */
    readonly search?: string;
    /** Rede */
    readonly tree?: boolean;
    /** Tipo */
    readonly kind?: 'received' | 'given' | 'spent' | 'returned';
    /** De */
    readonly from?: string;
    /** Até */
    readonly until?: string;
  };
};
export type ExportMovementsAnswer = ExportResellersAnswer;
export type GetExtractRequest = {
  readonly query?: {
    /** Revenda */
    readonly target?: number;
    /** Rede */
    readonly tree?: string;
    /** Mês */
    readonly month?: string;
    /** Via */
    readonly type?:
      | 'Recebido'
      | 'Enviado'
      | 'Consumido'
      | 'Devolvido'
      | 'Devolução recebida'
      | 'Devolução desfeita'
      | 'Restituído';
    /** Busca */
    readonly search?: string;
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Ordem */
    readonly sort?: 'date' | 'amount' | 'reseller' | 'type' | 'value' | 'token';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
  };
};
export type GetExtractAnswer = {
  readonly extracts: readonly {
    readonly date: string;
    readonly amount: number;
    readonly reseller: string;
    readonly reseller_id: number;
    readonly type:
      | 'Recebido'
      | 'Enviado'
      | 'Consumido'
      | 'Devolvido'
      | 'Devolução recebida'
      | 'Devolução desfeita'
      | 'Restituído';
    readonly value: number | null;
    readonly token: string;
  }[];
  readonly totals: readonly {
    readonly type:
      | 'Recebido'
      | 'Enviado'
      | 'Consumido'
      | 'Devolvido'
      | 'Devolução recebida'
      | 'Devolução desfeita'
      | 'Restituído';
    readonly amount: number;
    readonly value: number | null;
  }[];
  readonly months: readonly {
    readonly date: string;
    readonly sums: readonly {
      readonly type:
        | 'Recebido'
        | 'Enviado'
        | 'Consumido'
        | 'Devolvido'
        | 'Devolução recebida'
        | 'Devolução desfeita'
        | 'Restituído';
      readonly amount: number;
      readonly value: number | null;
    }[];
  }[];
  readonly resellers: readonly {
    readonly id: number;
    readonly username: string;
  }[];
  readonly dates: readonly string[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly as_of: string | null;
};
export type ExportExtractRequest = {
  readonly body?: {
    /** Revenda */
    readonly target?: number;
    /** Mês */
    readonly month?: string;
    /** Via */
    readonly type?:
      | 'Recebido'
      | 'Enviado'
      | 'Consumido'
      | 'Devolvido'
      | 'Devolução recebida'
      | 'Devolução desfeita'
      | 'Restituído';
    /** Busca */
    readonly search?: string;
    /** Rede */
    readonly tree?: boolean;
  };
};
export type ExportExtractAnswer = Uint8Array;
export type ListIptvLinesRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'exp_date'
      | 'username'
      | 'created_at'
      | 'password'
      | 'status'
      | 'online'
      | 'reseller'
      | 'nota'
      | 'package_name'
      | 'whatsapp'
      | 'last_watched_timestamp'
      | 'abuse_reasons'
      | 'deleted_at_timestamp'
      | 'restorable_until_timestamp';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Começar em */
    readonly from?: string;
    /** Lugar */
    readonly place?: string;
    /** Status */
    readonly status?: 'online' | 'Ativo' | 'Teste' | 'Desativado';
    /** Assistindo */
    readonly online?: boolean;
    /** Vencimento */
    readonly expiring?: number;
    /** Vencidos */
    readonly expired?: boolean;
    /** Vence */
    readonly due?: '7' | 'expired' | 'today' | 'tomorrow' | 'month' | (string & {});
    /** Pagamento */
    readonly paid?: 'open' | 'paid' | 'received';
    /** Excluídos */
    readonly deleted?: boolean;
    /** Senha de registro */
    readonly reg_password?: string;
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number;
    /** Bloqueados por abuso */
    readonly blocked?: boolean;
  };
};
export type ListIptvLinesAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly id_iptv: number;
    readonly username: string;
    readonly password: string;
    readonly status: 'Ativo' | 'Teste' | 'Desativado';
    readonly is_trial: boolean;
    readonly online: boolean;
    readonly watching: string;
    readonly nota: string;
    readonly exp_date: string;
    readonly exp_date_timestamp: number;
    readonly created_at: string;
    readonly created_at_timestamp: number;
    readonly last_watched_timestamp: number | null;
    readonly expiring: 0 | 1 | 2;
    readonly id_res: number;
    readonly whatsapp: string | null;
    readonly package: number;
    readonly package_name: string;
    readonly bouquets: readonly number[];
    readonly trusted: boolean;
    readonly rollback_min: string | null;
    readonly block_abuse: boolean;
    readonly abuse_reasons: string;
    readonly reseller: {
      readonly username: string;
    };
    readonly contested_until_timestamp?: number;
    readonly charged_at_timestamp?: number;
    readonly price_cents?: number;
    readonly paid?: boolean;
    readonly deleted_at_timestamp?: number;
    readonly restorable_until_timestamp?: number;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly previous_place?: string | null;
  readonly next_place?: string | null;
};
export type CountIptvLinesRequest = {
  readonly query?: {
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number | 'all';
  };
};
export type CountIptvLinesAnswer = {
  readonly all: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly online: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly Ativo: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly Teste: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly Desativado: {
    readonly total: number;
    readonly exact: boolean;
  };
};
export type ExportIptvLinesRequest = {
  readonly body?: {
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'exp_date'
      | 'username'
      | 'created_at'
      | 'password'
      | 'status'
      | 'online'
      | 'reseller'
      | 'nota'
      | 'package_name'
      | 'whatsapp'
      | 'last_watched_timestamp'
      | 'abuse_reasons'
      | 'deleted_at_timestamp'
      | 'restorable_until_timestamp';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Status */
    readonly status?: 'online' | 'Ativo' | 'Teste' | 'Desativado';
    /** Assistindo */
    readonly online?: boolean;
    /** Vencimento */
    readonly expiring?: number;
    /** Vencidos */
    readonly expired?: boolean;
    /** Vence */
    readonly due?: '7' | 'expired' | 'today' | 'tomorrow' | 'month' | (string & {});
    /** Pagamento */
    readonly paid?: 'open' | 'paid' | 'received';
    /** Excluídos */
    readonly deleted?: boolean;
    /** Senha de registro */
    readonly reg_password?: string;
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number | 'all';
    /** Suspeitos */
    readonly suspect?: boolean;
    /** Bloqueados por abuso */
    readonly blocked?: boolean;
    /** Linhas */
    readonly ids?: readonly number[];
  };
};
export type ExportIptvLinesAnswer = ExportResellersAnswer;
export type CreateIptvLineRequest = {
  readonly body: {
    /** Oficial */
    readonly isOficial: boolean;
    /** WhatsApp */
    readonly whatsapp?: string;
    /** Anotações */
    readonly nota: string;
    /** Créditos */
    readonly credits?: number;
    /** Preço */
    readonly price_cents?: number;
    /** Duração do teste */
    readonly test_hours?: number;
    /** Usuário */
    readonly username?: string;
    /** Pacote personalizado */
    readonly isCustomPackage?: boolean;
    /** Pacote */
    readonly package?: number;
    /** Bouquet */
    readonly bouquets?: readonly number[];
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type CreateIptvLineAnswer = {
  readonly M3U8: string;
  readonly short_M3U8: string;
  readonly M3U8_2: string;
  readonly short_M3U8_2: string;
  readonly SSIPTV_M3U8: string;
  readonly short_SSIPTV_M3U8: string;
  readonly DNS_SMARTER: string;
  readonly links_franchise: string;
  readonly links_Stb: string;
  readonly links_WebPlayer: string;
  readonly links_Xcloud?: string;
  readonly links?: string;
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly package_name: string;
  readonly charged: number;
  readonly balance: number | null;
};
export type ExtendIptvLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Créditos */
    readonly credits?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ExtendIptvLineAnswer = {
  readonly id: number;
  readonly id_iptv: number;
  readonly username: string;
  readonly password: string;
  readonly status: 'Ativo' | 'Teste' | 'Desativado';
  readonly is_trial: boolean;
  readonly online: boolean;
  readonly watching: string;
  readonly nota: string;
  readonly exp_date: string;
  readonly exp_date_timestamp: number;
  readonly created_at: string;
  readonly created_at_timestamp: number;
  readonly last_watched_timestamp: number | null;
  readonly expiring: 0 | 1 | 2;
  readonly id_res: number;
  readonly whatsapp: string | null;
  readonly package: number;
  readonly package_name: string;
  readonly bouquets: readonly number[];
  readonly trusted: boolean;
  readonly rollback_min: string | null;
  readonly block_abuse: boolean;
  readonly abuse_reasons: string;
  readonly reseller: {
    readonly username: string;
  };
  readonly contested_until_timestamp?: number;
  readonly charged_at_timestamp?: number;
  readonly price_cents?: number;
  readonly paid?: boolean;
  readonly deleted_at_timestamp?: number;
  readonly restorable_until_timestamp?: number;
  readonly message: string;
  readonly exp_date_formatted: string;
  readonly charged: number;
  readonly balance: number | null;
};
export type PromoteIptvLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Créditos */
    readonly credits?: number;
    /** Pacote personalizado */
    readonly isCustomPackage?: boolean;
    /** Pacote */
    readonly package?: number;
    /** Bouquet */
    readonly bouquets?: readonly number[];
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type PromoteIptvLineAnswer = {
  readonly M3U8: string;
  readonly short_M3U8: string;
  readonly M3U8_2: string;
  readonly short_M3U8_2: string;
  readonly SSIPTV_M3U8: string;
  readonly short_SSIPTV_M3U8: string;
  readonly DNS_SMARTER: string;
  readonly links_franchise: string;
  readonly links_Stb: string;
  readonly links_WebPlayer: string;
  readonly links_Xcloud?: string;
  readonly links?: string;
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly package_name: string;
  readonly message: string;
  readonly charged: number;
  readonly balance: number | null;
};
export type SwitchIptvLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Ligada */
    readonly on?: boolean;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type SwitchIptvLineAnswer = {
  readonly id: number;
  readonly id_iptv: number;
  readonly username: string;
  readonly password: string;
  readonly status: 'Ativo' | 'Teste' | 'Desativado';
  readonly is_trial: boolean;
  readonly online: boolean;
  readonly watching: string;
  readonly nota: string;
  readonly exp_date: string;
  readonly exp_date_timestamp: number;
  readonly created_at: string;
  readonly created_at_timestamp: number;
  readonly last_watched_timestamp: number | null;
  readonly expiring: 0 | 1 | 2;
  readonly id_res: number;
  readonly whatsapp: string | null;
  readonly package: number;
  readonly package_name: string;
  readonly bouquets: readonly number[];
  readonly trusted: boolean;
  readonly rollback_min: string | null;
  readonly block_abuse: boolean;
  readonly abuse_reasons: string;
  readonly reseller: {
    readonly username: string;
  };
  readonly contested_until_timestamp?: number;
  readonly charged_at_timestamp?: number;
  readonly price_cents?: number;
  readonly paid?: boolean;
  readonly deleted_at_timestamp?: number;
  readonly restorable_until_timestamp?: number;
  readonly message: string;
};
export type DeleteIptvLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** ID da linha */
    readonly id_iptv?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type DeleteIptvLineAnswer = {
  readonly message: string;
  readonly id: number;
};
export type EditIptvLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Retroceder vencimento */
    readonly flagVencimento?: boolean;
    /** Vencimento */
    readonly exp_day?: string;
    /** Usuário */
    readonly username?: string;
    /** WhatsApp */
    readonly whatsapp?: string;
    /** Preço */
    readonly price_cents?: number;
    /** Anotações */
    readonly nota?: string;
    /** Pacote */
    readonly package?: number;
    /** Pacote personalizado */
    readonly isCustomPackage?: boolean;
    /** Bouquet */
    readonly bouquets?: readonly number[];
    /** ID da linha */
    readonly id_iptv?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type EditIptvLineAnswer = SwitchIptvLineAnswer;
export type TrustIptvLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type TrustIptvLineAnswer = {
  readonly id: number;
  readonly id_iptv: number;
  readonly username: string;
  readonly password: string;
  readonly status: 'Ativo' | 'Teste' | 'Desativado';
  readonly is_trial: boolean;
  readonly online: boolean;
  readonly watching: string;
  readonly nota: string;
  readonly exp_date: string;
  readonly exp_date_timestamp: number;
  readonly created_at: string;
  readonly created_at_timestamp: number;
  readonly last_watched_timestamp: number | null;
  readonly expiring: 0 | 1 | 2;
  readonly id_res: number;
  readonly whatsapp: string | null;
  readonly package: number;
  readonly package_name: string;
  readonly bouquets: readonly number[];
  readonly trusted: boolean;
  readonly rollback_min: string | null;
  readonly block_abuse: boolean;
  readonly abuse_reasons: string;
  readonly reseller: {
    readonly username: string;
  };
  readonly contested_until_timestamp?: number;
  readonly charged_at_timestamp?: number;
  readonly price_cents?: number;
  readonly paid?: boolean;
  readonly deleted_at_timestamp?: number;
  readonly restorable_until_timestamp?: number;
  readonly message: string;
  readonly exp_date_formatted: string;
};
export type GetIptvLinksRequest = TrustIptvLineRequest;
export type GetIptvLinksAnswer = {
  readonly M3U8: string;
  readonly short_M3U8: string;
  readonly M3U8_2: string;
  readonly short_M3U8_2: string;
  readonly SSIPTV_M3U8: string;
  readonly short_SSIPTV_M3U8: string;
  readonly DNS_SMARTER: string;
  readonly links_franchise: string;
  readonly links_Stb: string;
  readonly links_WebPlayer: string;
  readonly links_Xcloud?: string;
  readonly links?: string;
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly package_name: string;
};
export type EndOfDayIptvLineRequest = TrustIptvLineRequest;
export type EndOfDayIptvLineAnswer = TrustIptvLineAnswer;
export type ListP2pLinesRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'endTime'
      | 'name'
      | 'startTime'
      | 'pass'
      | 'status'
      | 'reseller'
      | 'nota'
      | 'product_name'
      | 'whatsapp'
      | 'deleted_at_timestamp'
      | 'restorable_until_timestamp';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Começar em */
    readonly from?: string;
    /** Lugar */
    readonly place?: string;
    /** Status */
    readonly status?: number;
    /** Vencimento */
    readonly expiring?: number;
    /** Vencidos */
    readonly expired?: boolean;
    /** Vence */
    readonly due?: '7' | 'expired' | 'today' | 'tomorrow' | 'month' | (string & {});
    /** Pagamento */
    readonly paid?: 'open' | 'paid' | 'received';
    /** Excluídos */
    readonly deleted?: boolean;
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ListP2pLinesAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly name: string;
    readonly pass: string;
    readonly status: 0 | 1 | 2;
    readonly is_trial: boolean;
    readonly startTime: string;
    readonly endTime: string;
    readonly startTime_timestamp: number;
    readonly endTime_timestamp: number;
    readonly id_res: number;
    readonly nota: string;
    readonly expiring: 0 | 1 | 2;
    readonly whatsapp: string | null;
    readonly productid: number;
    readonly product_name: string;
    readonly trusted: boolean;
    readonly rollback_min: string | null;
    readonly reseller: {
      readonly username: string;
    };
    readonly charged_at_timestamp?: number;
    readonly price_cents?: number;
    readonly paid?: boolean;
    readonly deleted_at_timestamp?: number;
    readonly restorable_until_timestamp?: number;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly previous_place?: string | null;
  readonly next_place?: string | null;
};
export type CountP2pLinesRequest = {
  readonly query?: {
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number;
  };
};
export type CountP2pLinesAnswer = {
  readonly all: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly Ativo: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly Teste: {
    readonly total: number;
    readonly exact: boolean;
  };
  readonly Desativado: {
    readonly total: number;
    readonly exact: boolean;
  };
};
export type ExportP2pLinesRequest = {
  readonly body?: {
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'endTime'
      | 'name'
      | 'startTime'
      | 'pass'
      | 'status'
      | 'reseller'
      | 'nota'
      | 'product_name'
      | 'whatsapp'
      | 'deleted_at_timestamp'
      | 'restorable_until_timestamp';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Status */
    readonly status?: number;
    /** Vencimento */
    readonly expiring?: number;
    /** Vencidos */
    readonly expired?: boolean;
    /** Vence */
    readonly due?: '7' | 'expired' | 'today' | 'tomorrow' | 'month' | (string & {});
    /** Pagamento */
    readonly paid?: 'open' | 'paid' | 'received';
    /** Excluídos */
    readonly deleted?: boolean;
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number;
    /** Senha de registro */
    readonly reg_password?: string;
    /** Linhas */
    readonly ids?: readonly number[];
  };
};
export type ExportP2pLinesAnswer = ExportResellersAnswer;
export type CreateP2pLineRequest = {
  readonly body: {
    /** Oficial */
    readonly isOficial: boolean;
    /** WhatsApp */
    readonly whatsapp?: string;
    /** Anotações */
    readonly nota: string;
    /** Créditos */
    readonly credits?: number;
    /** Preço */
    readonly price_cents?: number;
    /** Duração do teste */
    readonly test_hours?: number;
    /** Usuário */
    readonly name?: string;
    /** Pacote */
    readonly productid?: number;
    /** Pacote */
    readonly product_id?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type CreateP2pLineAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly adult_password: string;
  readonly links_franchise: string;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly product_name: string;
  readonly charged: number;
  readonly balance: number | null;
};
export type ExtendP2pLineRequest = ExtendIptvLineRequest;
export type ExtendP2pLineAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly status: 0 | 1 | 2;
  readonly is_trial: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly startTime_timestamp: number;
  readonly endTime_timestamp: number;
  readonly id_res: number;
  readonly nota: string;
  readonly expiring: 0 | 1 | 2;
  readonly whatsapp: string | null;
  readonly productid: number;
  readonly product_name: string;
  readonly trusted: boolean;
  readonly rollback_min: string | null;
  readonly reseller: {
    readonly username: string;
  };
  readonly charged_at_timestamp?: number;
  readonly price_cents?: number;
  readonly paid?: boolean;
  readonly deleted_at_timestamp?: number;
  readonly restorable_until_timestamp?: number;
  readonly message: string;
  readonly exp_date_formatted: string;
  readonly charged: number;
  readonly balance: number | null;
};
export type PromoteP2pLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Créditos */
    readonly credits?: number;
    /** Pacote */
    readonly productid?: number;
    /** Pacote */
    readonly product_id?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type PromoteP2pLineAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly adult_password: string;
  readonly links_franchise: string;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly product_name: string;
  readonly message: string;
  readonly charged: number;
  readonly balance: number | null;
};
export type SwitchP2pLineRequest = SwitchIptvLineRequest;
export type SwitchP2pLineAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly status: 0 | 1 | 2;
  readonly is_trial: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly startTime_timestamp: number;
  readonly endTime_timestamp: number;
  readonly id_res: number;
  readonly nota: string;
  readonly expiring: 0 | 1 | 2;
  readonly whatsapp: string | null;
  readonly productid: number;
  readonly product_name: string;
  readonly trusted: boolean;
  readonly rollback_min: string | null;
  readonly reseller: {
    readonly username: string;
  };
  readonly charged_at_timestamp?: number;
  readonly price_cents?: number;
  readonly paid?: boolean;
  readonly deleted_at_timestamp?: number;
  readonly restorable_until_timestamp?: number;
  readonly message: string;
};
export type DeleteP2pLineRequest = TrustIptvLineRequest;
export type DeleteP2pLineAnswer = DeleteIptvLineAnswer;
export type EditP2pLineRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Retroceder vencimento */
    readonly flagVencimento?: boolean;
    /** Vencimento */
    readonly exp_day?: string;
    /** Usuário */
    readonly name?: string;
    /** WhatsApp */
    readonly whatsapp?: string;
    /** Preço */
    readonly price_cents?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type EditP2pLineAnswer = SwitchP2pLineAnswer;
export type TrustP2pLineRequest = TrustIptvLineRequest;
export type TrustP2pLineAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly status: 0 | 1 | 2;
  readonly is_trial: boolean;
  readonly startTime: string;
  readonly endTime: string;
  readonly startTime_timestamp: number;
  readonly endTime_timestamp: number;
  readonly id_res: number;
  readonly nota: string;
  readonly expiring: 0 | 1 | 2;
  readonly whatsapp: string | null;
  readonly productid: number;
  readonly product_name: string;
  readonly trusted: boolean;
  readonly rollback_min: string | null;
  readonly reseller: {
    readonly username: string;
  };
  readonly charged_at_timestamp?: number;
  readonly price_cents?: number;
  readonly paid?: boolean;
  readonly deleted_at_timestamp?: number;
  readonly restorable_until_timestamp?: number;
  readonly message: string;
  readonly exp_date_formatted: string;
};
export type GetP2pLinksRequest = TrustIptvLineRequest;
export type GetP2pLinksAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly adult_password: string;
  readonly links_franchise: string;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly product_name: string;
};
export type EndOfDayP2pLineRequest = TrustIptvLineRequest;
export type EndOfDayP2pLineAnswer = TrustP2pLineAnswer;
export type EditP2pNoteRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Anotações */
    readonly nota: string;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type EditP2pNoteAnswer = SwitchP2pLineAnswer;
export type EditP2pProductRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Pacote */
    readonly product_id?: number;
    /** Pacote */
    readonly productid?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type EditP2pProductAnswer = SwitchP2pLineAnswer;
export type GetP2pPackagesAnswer = readonly {
  readonly id: number;
  readonly name: string;
}[];
export type ListNewP2pLinesRequest = ListP2pLinesRequest;
export type ListNewP2pLinesAnswer = ListP2pLinesAnswer;
export type CountNewP2pLinesRequest = CountP2pLinesRequest;
export type CountNewP2pLinesAnswer = CountP2pLinesAnswer;
export type ExportNewP2pLinesRequest = ExportP2pLinesRequest;
export type ExportNewP2pLinesAnswer = ExportResellersAnswer;
export type CreateNewP2pLineRequest = CreateP2pLineRequest;
export type CreateNewP2pLineAnswer = CreateP2pLineAnswer;
export type ExtendNewP2pLineRequest = ExtendIptvLineRequest;
export type ExtendNewP2pLineAnswer = ExtendP2pLineAnswer;
export type PromoteNewP2pLineRequest = PromoteP2pLineRequest;
export type PromoteNewP2pLineAnswer = PromoteP2pLineAnswer;
export type SwitchNewP2pLineRequest = SwitchIptvLineRequest;
export type SwitchNewP2pLineAnswer = SwitchP2pLineAnswer;
export type DeleteNewP2pLineRequest = TrustIptvLineRequest;
export type DeleteNewP2pLineAnswer = DeleteIptvLineAnswer;
export type EditNewP2pLineRequest = EditP2pLineRequest;
export type EditNewP2pLineAnswer = SwitchP2pLineAnswer;
export type TrustNewP2pLineRequest = TrustIptvLineRequest;
export type TrustNewP2pLineAnswer = TrustP2pLineAnswer;
export type GetNewP2pLinksRequest = TrustIptvLineRequest;
export type GetNewP2pLinksAnswer = GetP2pLinksAnswer;
export type EndOfDayNewP2pLineRequest = TrustIptvLineRequest;
export type EndOfDayNewP2pLineAnswer = TrustP2pLineAnswer;
export type EditNewP2pNoteRequest = EditP2pNoteRequest;
export type EditNewP2pNoteAnswer = SwitchP2pLineAnswer;
export type EditNewP2pProductRequest = EditP2pProductRequest;
export type EditNewP2pProductAnswer = SwitchP2pLineAnswer;
export type GetNewP2pPackagesAnswer = GetP2pPackagesAnswer;
export type MigrateIptvToP2pRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Pacote */
    readonly productid?: number;
    /** Pacote */
    readonly product_id?: number;
    /** Anotações */
    readonly nota?: string;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type MigrateIptvToP2pAnswer = {
  readonly id: number;
  readonly name: string;
  readonly pass: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly adult_password: string;
  readonly links_franchise: string;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly product_name: string;
  readonly message: string;
};
export type MigrateIptvToNewP2pRequest = MigrateIptvToP2pRequest;
export type MigrateIptvToNewP2pAnswer = MigrateIptvToP2pAnswer;
export type MigrateP2pToIptvRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Pacote */
    readonly package?: number;
    /** WhatsApp */
    readonly whatsapp?: string;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type MigrateP2pToIptvAnswer = {
  readonly M3U8: string;
  readonly short_M3U8: string;
  readonly M3U8_2: string;
  readonly short_M3U8_2: string;
  readonly SSIPTV_M3U8: string;
  readonly short_SSIPTV_M3U8: string;
  readonly DNS_SMARTER: string;
  readonly links_franchise: string;
  readonly links_Stb: string;
  readonly links_WebPlayer: string;
  readonly links_Xcloud?: string;
  readonly links?: string;
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly exp_date_formatted: string;
  readonly exp_date_timestamp: number;
  readonly is_trial: boolean;
  readonly test_hours?: number;
  readonly whatsapp: string | null;
  readonly price_cents?: number;
  readonly nota: string;
  readonly package_name: string;
  readonly message: string;
};
export type MigrateNewP2pToIptvRequest = MigrateP2pToIptvRequest;
export type MigrateNewP2pToIptvAnswer = MigrateP2pToIptvAnswer;
export type RecreateIptvLineRequest = TrustIptvLineRequest;
export type RecreateIptvLineAnswer = MigrateP2pToIptvAnswer;
export type RecreateP2pLineRequest = TrustIptvLineRequest;
export type RecreateP2pLineAnswer = MigrateIptvToP2pAnswer;
export type SyncP2pLineRequest = TrustIptvLineRequest;
export type SyncP2pLineAnswer = SwitchP2pLineAnswer;
export type RecreateNewP2pLineRequest = TrustIptvLineRequest;
export type RecreateNewP2pLineAnswer = MigrateIptvToP2pAnswer;
export type SyncNewP2pLineRequest = TrustIptvLineRequest;
export type SyncNewP2pLineAnswer = SwitchP2pLineAnswer;
export type UploadLineFileRequest = {
  readonly query?: {
    /** Arquivo */
    readonly name?: string;
  };
  readonly file: Blob | Uint8Array<ArrayBuffer>;
};
export type UploadLineFileAnswer = {
  readonly id: number;
  readonly name: string;
  readonly rows: number;
  readonly first_row: number;
  readonly columns: readonly {
    readonly title: string;
    readonly samples: readonly string[];
  }[];
  readonly guess: {
    readonly has_header: boolean;
    readonly columns: {
      /** Coluna */
      readonly username?: number;
      /** Coluna */
      readonly password?: number;
      /** Coluna */
      readonly due?: number;
      /** Coluna */
      readonly note?: number;
      /** Coluna */
      readonly whatsapp?: number;
      /** Coluna */
      readonly plan?: number;
      /** Coluna */
      readonly url?: number;
    };
  };
  readonly plan: {
    /** Plataforma */
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    /** A primeira linha tem os títulos */
    readonly has_header: unknown;
    /** Colunas */
    readonly columns: {
      /** Coluna */
      readonly username?: number;
      /** Coluna */
      readonly password?: number;
      /** Coluna */
      readonly due?: number;
      /** Coluna */
      readonly note?: number;
      /** Coluna */
      readonly whatsapp?: number;
      /** Coluna */
      readonly plan?: number;
      /** Coluna */
      readonly url?: number;
    };
    /** Pacote */
    readonly package?: number;
    /** Pacote */
    readonly productid?: number;
    /** Vencimento */
    readonly due_date?: string;
    /** Ordem de dia e mês */
    readonly day_order?: 'dmy' | 'mdy';
  } | null;
  readonly result: {
    readonly total: number;
    readonly ok: number;
    readonly refused: number;
    readonly cost: number;
    readonly balance: number;
    readonly balance_after: number;
    readonly first_unpaid: number | null;
    readonly due_order?: 'dmy' | 'mdy' | 'undecided';
    readonly reasons: readonly {
      readonly reason: string;
      readonly count: number;
    }[];
  } | null;
  readonly batch_id: number | null;
  readonly forgotten_at_timestamp: number;
};
export type GetLineFileRequest = GetLimitsRequest;
export type GetLineFileAnswer = UploadLineFileAnswer;
export type ValidateLineFileRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Plataforma */
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    /** A primeira linha tem os títulos */
    readonly has_header: boolean;
    /** Colunas */
    readonly columns: {
      /** Coluna */
      readonly username?: number;
      /** Coluna */
      readonly password?: number;
      /** Coluna */
      readonly due?: number;
      /** Coluna */
      readonly note?: number;
      /** Coluna */
      readonly whatsapp?: number;
      /** Coluna */
      readonly plan?: number;
      /** Coluna */
      readonly url?: number;
    };
    /** Pacote */
    readonly package?: number;
    /** Pacote */
    readonly productid?: number;
    /** Vencimento */
    readonly due_date?: string;
    /** Ordem de dia e mês */
    readonly day_order?: 'dmy' | 'mdy';
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ValidateLineFileAnswer = UploadLineFileAnswer;
export type ListLineFileRowsRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Ordem */
    readonly sort?: 'number' | 'username' | 'result' | 'due' | 'reason' | 'cost';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Situação */
    readonly result?: 'ok' | 'refused';
  };
};
export type ListLineFileRowsAnswer = {
  readonly data: readonly {
    readonly number: number;
    readonly username: string;
    readonly due: string;
    readonly note: string;
    readonly reason: string;
    readonly cost: number;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type ImportLineFileRequest = TrustIptvLineRequest;
export type ImportLineFileAnswer = {
  readonly message: string;
  readonly batch: {
    readonly id: number;
    readonly kind: string;
    readonly title: string;
    readonly total: number;
    readonly done: number;
    readonly refused: number;
    readonly charged: number;
    readonly created_at_timestamp: number;
    readonly task: {
      readonly id: number;
      readonly kind: string;
      readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
      readonly done: number;
      readonly total: number;
      readonly message: string;
      readonly created_at_timestamp: number;
      readonly finished_at_timestamp: number | null;
    };
  };
};
export type DiscardLineFileRequest = GetLimitsRequest;
export type DiscardLineFileAnswer = {
  readonly message: string;
};
export type MigrateIptvListRequest = {
  readonly body: {
    /** Link da lista */
    readonly url: string;
    /** Pacote */
    readonly package?: number;
    /** Vencimento */
    readonly user: {
      readonly username?: string;
      readonly password?: string;
      /** Vencimento */
      readonly exp_date: string;
      /** Anotações */
      readonly nota?: '' | (string & {});
    };
    /** Anotações */
    readonly nota?: '' | (string & {});
    /** Custo */
    readonly credits?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type MigrateIptvListAnswer = CreateIptvLineAnswer;
export type MigrateP2pListRequest = {
  readonly body: {
    /** Usuário */
    readonly name: string;
    /** Senha */
    readonly pass: string;
    /** Pacote */
    readonly productid?: number;
    /** Pacote */
    readonly product_id?: number;
    /** Anotações */
    readonly nota?: '' | (string & {});
    /** Vencimento */
    readonly endTime: string;
    /** Custo */
    readonly credits?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type MigrateP2pListAnswer = CreateP2pLineAnswer;
export type VerifyIptvMigrateRequest = {
  readonly body: {
    /** Link da lista */
    readonly url: string;
    /** Vencimento */
    readonly exp_date?: string;
    /** Pacote */
    readonly package?: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type VerifyIptvMigrateAnswer = {
  readonly exempt: boolean;
  readonly limit_days: number;
  readonly credits: number | null;
  readonly used: boolean;
  readonly limit_reached: boolean;
  readonly host: string;
  readonly username: string;
};
export type RenewLinePasswordRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Manter o link curto */
    readonly keep_short_link?: boolean;
  };
};
export type RenewLinePasswordAnswer = {
  readonly message: string;
  readonly id: number;
  readonly username: string;
  readonly password: string;
};
export type UndoLineEndOfDayRequest = GetLimitsRequest;
export type UndoLineEndOfDayAnswer = {
  readonly message: string;
  readonly id: number;
  readonly exp_date_timestamp: number;
};
export type CountTrialsAnswer = {
  readonly all: number;
  readonly running: number;
  readonly older_than_15_days: number;
  readonly older_than_7_days: number;
};
export type CleanTrialsRequest = {
  readonly body: {
    /** Período */
    readonly range: number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type CleanTrialsAnswer = {
  readonly message: string;
  readonly count: number;
};
export type PreviewBulkLinesRequest = {
  readonly body: {
    /** Plataforma */
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number | 'all';
    /** Busca */
    readonly search?: string;
    /** Status */
    readonly status?: 'online' | 'Ativo' | 'Teste' | 'Desativado';
    /** Assistindo */
    readonly online?: boolean;
    /** Vencimento */
    readonly expiring?: number;
    /** Vencidos */
    readonly expired?: boolean;
    /** Vence */
    readonly due?: '7' | 'expired' | 'today' | 'tomorrow' | 'month' | (string & {});
    /** Pagamento */
    readonly paid?: 'open' | 'paid' | 'received';
    /** Suspeitos */
    readonly suspect?: boolean;
    /** Bloqueados por abuso */
    readonly blocked?: boolean;
    /** Linhas */
    readonly ids?: readonly number[];
    /** Ordem */
    readonly sort?:
      | 'exp_date'
      | 'username'
      | 'created_at'
      | 'password'
      | 'status'
      | 'online'
      | 'reseller'
      | 'nota'
      | 'package_name'
      | 'whatsapp'
      | 'last_watched_timestamp'
      | 'abuse_reasons'
      | 'deleted_at_timestamp'
      | 'restorable_until_timestamp';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Ação */
    readonly act:
      | 'extend'
      | 'switch-on'
      | 'switch-off'
      | 'end-of-day'
      | 'plan'
      | 'delete'
      | 'migrate';
    /** Créditos */
    readonly credits?: number;
    /** Pacote */
    readonly package?: number;
    /** Pacote */
    readonly product_id?: number;
    /** Plataforma de destino */
    readonly to?: 'iptv' | 'p2p' | 'new-p2p';
  };
};
export type PreviewBulkLinesAnswer = {
  readonly total: number;
  readonly doable: number;
  readonly unchanged: number;
  readonly running: number;
  readonly refused: readonly {
    readonly reason: string;
    readonly count: number;
  }[];
  readonly cost_each: number;
  readonly cost: number;
  readonly balance: number | null;
  readonly balance_after: number | null;
  readonly enough_for: number;
  readonly short_of: 'balance' | 'limit' | null;
};
export type StartBulkLinesRequest = {
  readonly body: {
    /** Plataforma */
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    /** Revenda */
    readonly reseller_id?: 'tree' | 'below' | number | 'all';
    /** Busca */
    readonly search?: string;
    /** Status */
    readonly status?: 'online' | 'Ativo' | 'Teste' | 'Desativado';
    /** Assistindo */
    readonly online?: boolean;
    /** Vencimento */
    readonly expiring?: number;
    /** Vencidos */
    readonly expired?: boolean;
    /** Vence */
    readonly due?: '7' | 'expired' | 'today' | 'tomorrow' | 'month' | (string & {});
    /** Pagamento */
    readonly paid?: 'open' | 'paid' | 'received';
    /** Suspeitos */
    readonly suspect?: boolean;
    /** Bloqueados por abuso */
    readonly blocked?: boolean;
    /** Linhas */
    readonly ids?: readonly number[];
    /** Ordem */
    readonly sort?:
      | 'exp_date'
      | 'username'
      | 'created_at'
      | 'password'
      | 'status'
      | 'online'
      | 'reseller'
      | 'nota'
      | 'package_name'
      | 'whatsapp'
      | 'last_watched_timestamp'
      | 'abuse_reasons'
      | 'deleted_at_timestamp'
      | 'restorable_until_timestamp';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Ação */
    readonly act:
      | 'extend'
      | 'switch-on'
      | 'switch-off'
      | 'end-of-day'
      | 'plan'
      | 'delete'
      | 'migrate';
    /** Créditos */
    readonly credits?: number;
    /** Pacote */
    readonly package?: number;
    /** Pacote */
    readonly product_id?: number;
    /** Plataforma de destino */
    readonly to?: 'iptv' | 'p2p' | 'new-p2p';
    /** Linhas */
    readonly total?: number;
    /** Aceita parcial */
    readonly accept_partial?: boolean;
  };
};
export type StartBulkLinesAnswer = ImportLineFileAnswer;
export type GetLineHistoryRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
  };
};
export type GetLineHistoryAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly date: string;
    readonly timestamp: number;
    readonly actor: string;
    readonly title: string;
    readonly details: readonly string[];
    readonly charged: number;
    readonly ip: string | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type FindLinesByWhatsappRequest = {
  readonly query: {
    /** WhatsApp */
    readonly whatsapp: string;
  };
};
export type FindLinesByWhatsappAnswer = readonly {
  readonly id: number;
  readonly platform: 'iptv' | 'p2p' | 'new-p2p';
  readonly username: string;
  readonly status: 'Ativo' | 'Teste' | 'Desativado';
  readonly nota: string;
  readonly exp_date: string;
  readonly expiring: 0 | 1 | 2;
  readonly reseller: {
    readonly username: string;
  };
}[];
export type FindLinesRequest = SearchResellersRequest;
export type FindLinesAnswer = {
  readonly lines: readonly {
    readonly id: number;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly username: string;
    readonly password: string;
    readonly nota: string;
    readonly whatsapp: string | null;
    readonly status: 'Ativo' | 'Teste' | 'Desativado';
    readonly is_trial: boolean;
    readonly exp_date: string;
    readonly exp_date_timestamp: number;
    readonly expiring: 0 | 1 | 2;
    readonly reseller: {
      readonly username: string;
    };
  }[];
  readonly totals: readonly {
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly total: number;
    readonly total_exact: boolean;
  }[];
};
export type GetTrialHistoryRequest = {
  readonly query?: {
    /** WhatsApp */
    readonly whatsapp?: string;
    /** MAC */
    readonly mac?: string;
  };
};
export type GetTrialHistoryAnswer = {
  readonly number: {
    readonly tests: number;
    readonly own: number;
    readonly last_timestamp: number | null;
  };
  readonly device: {
    readonly tests: number;
    readonly own: number;
    readonly last_timestamp: number | null;
  };
  readonly connection: {
    readonly tests: number;
    readonly own: number;
    readonly last_timestamp: number | null;
  };
};
export type SetLinePriceRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    readonly price_cents: number | null;
  };
};
export type SetLinePriceAnswer = {
  readonly message: string;
  readonly id: number;
  readonly price_cents: number | null;
};
export type MarkLinePaidRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Pago */
    readonly paid: boolean;
  };
};
export type MarkLinePaidAnswer = {
  readonly message: string;
  readonly id: number;
  readonly paid: boolean;
};
export type SetLineWhatsappRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** WhatsApp */
    readonly whatsapp: string;
  };
};
export type SetLineWhatsappAnswer = {
  readonly message: string;
  readonly id: number;
  readonly whatsapp: string | null;
};
export type GetMomentAbuseRequest = {
  readonly body: {
    /** Usuário */
    readonly username: string;
    /** Acesso */
    readonly online_id?: string | null;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type GetMomentAbuseAnswer = readonly {
  readonly id: string;
  readonly user: string;
  readonly ip: string;
  readonly content: string;
  readonly encoding: string;
  readonly aid: string;
  readonly user_agent: string;
  readonly started_at_timestamp: number;
  readonly last_seen_timestamp: number;
}[];
export type ListRefusedPlaysRequest = {
  readonly body: {
    /** Usuário */
    readonly username: string;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ListRefusedPlaysAnswer = readonly {
  readonly reason:
    | 'unknown'
    | 'expired'
    | 'disabled'
    | 'blocked'
    | 'not-offered'
    | 'screens'
    | 'ended'
    | 'address';
  readonly text: string;
  readonly user_agent: string;
  readonly refused_at_timestamp: number;
}[];
export type EndViewingRequest = {
  readonly params: {
    /** ID */
    readonly id: string;
  };
};
export type EndViewingAnswer = DiscardLineFileAnswer;
export type GetAbuseDetailRequest = GetLimitsRequest;
export type GetAbuseDetailAnswer = {
  readonly id: number;
  readonly username: string;
  readonly block_abuse: boolean;
  readonly abuse_reasons: string;
  readonly findings: readonly {
    readonly reason: string;
    readonly found_at_timestamp: number;
    readonly since_timestamp: number;
    readonly until_timestamp: number;
    readonly together_minutes: number;
    readonly times: number;
    readonly addresses: readonly string[];
  }[];
  readonly logs: readonly {
    readonly content: string;
    readonly encoding: string;
    readonly aid: string;
    readonly ip: string;
    readonly created_at: string;
    readonly started_at_timestamp: number;
    readonly ended_at_timestamp: number | null;
    readonly group: 'a' | 'b' | 'c' | 'd' | 'e' | 'f';
    readonly online_id: string;
  }[];
};
export type RecreateBlockedRequest = GetLimitsRequest;
export type RecreateBlockedAnswer = MigrateP2pToIptvAnswer;
export type ListLinesToChargeRequest = {
  readonly query?: {
    /** Vence */
    readonly due?: 'expired' | (string & {});
    /** Plataforma */
    readonly platform?: 'iptv' | 'p2p' | 'new-p2p';
  };
};
export type ListLinesToChargeAnswer = {
  readonly total: number;
  readonly lines: readonly {
    readonly id: number;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly username: string;
    readonly nota: string;
    readonly whatsapp: string | null;
    readonly exp_date_timestamp: number;
    readonly charged_at_timestamp: number | null;
  }[];
};
export type ChargeLineRequest = GetLimitsRequest;
export type ChargeLineAnswer = {
  readonly message: string;
  readonly id: number;
  readonly charged_at_timestamp: number;
};
export type ReadLineMessageRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Ocasião */
    readonly occasion: 'charge' | 'renewed';
  };
};
export type ReadLineMessageAnswer = {
  readonly id: number;
  readonly text: string | null;
  readonly reminder_id: number | null;
  readonly renewal_link: string;
  readonly price_cents: number | null;
};
export type GetRemindersAnswer = {
  readonly send_at: string;
  readonly quiet_from: string;
  readonly quiet_until: string;
  readonly thresholds: readonly {
    readonly kind: 'due' | 'renewed';
    readonly days: number;
    readonly is_on: boolean;
    readonly text: string;
    readonly today: number;
  }[];
  readonly channels: readonly {
    readonly channel: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook';
    readonly is_on: boolean;
    readonly daily_cap: number | null;
    readonly cost_cents: number;
    readonly reach: number;
    readonly problem: string | null;
    readonly by: string | null;
  }[];
  readonly most_cents: number;
  readonly most_paid: number;
  readonly to_send: number;
  readonly stopped: number;
  readonly left_out: number;
  readonly takes_payments: boolean;
};
export type SaveReminderThresholdRequest = {
  readonly body: {
    /** Aviso */
    readonly threshold: string;
    /** Texto */
    readonly text?: string;
    /** Ligado */
    readonly is_on?: boolean;
  };
};
export type SaveReminderThresholdAnswer = {
  readonly message: string;
  readonly kind: 'due' | 'renewed';
  readonly days: number;
};
export type RemoveReminderThresholdRequest = {
  readonly query: {
    /** Aviso */
    readonly threshold: string;
  };
};
export type RemoveReminderThresholdAnswer = DiscardLineFileAnswer;
export type SaveReminderHoursRequest = {
  readonly body: {
    /** Sai às */
    readonly send_at: string;
    /** Silêncio das */
    readonly quiet_from: string;
    /** até as */
    readonly quiet_until: string;
  };
};
export type SaveReminderHoursAnswer = DiscardLineFileAnswer;
export type SaveReminderChannelsRequest = {
  readonly body: {
    /** Canais */
    readonly channels: readonly {
      readonly channel: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook';
      /** Ligado */
      readonly is_on: boolean;
      /** Limite por dia */
      readonly daily_cap?: number;
    }[];
    /** Custo máximo */
    readonly most_cents: number;
  };
};
export type SaveReminderChannelsAnswer = {
  readonly message: string;
  readonly channels: readonly {
    readonly channel: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook';
    readonly is_on: boolean;
    readonly daily_cap: number | null;
    readonly cost_cents: number;
    readonly reach: number;
    readonly problem: string | null;
    readonly by: string | null;
  }[];
  readonly most_cents: number;
  readonly most_paid: number;
};
export type ListReminderSamplesRequest = RemoveReminderThresholdRequest;
export type ListReminderSamplesAnswer = {
  readonly lines: readonly {
    readonly id: number;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly username: string;
    readonly nota: string;
    readonly exp_date_timestamp: number;
    readonly price_cents: number | null;
  }[];
  readonly link: string;
  readonly pix: string;
  readonly send_at: string;
};
export type GetBroughtRenewalsAnswer = {
  readonly sent: number;
  readonly renewed: number;
  readonly rows: readonly {
    readonly kind: 'due' | 'renewed';
    readonly days: number;
    readonly text_id: number;
    readonly text: string;
    readonly channel: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook';
    readonly sent: number;
    readonly renewed: number;
  }[];
};
export type ListRemindersRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?: 'planned_at' | 'sent_at';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Situação */
    readonly state?: 'planned' | 'queued' | 'sent' | 'unknown' | 'skipped';
    /** Canal */
    readonly channel?: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook';
    /** Aviso */
    readonly threshold?: string;
  };
};
export type ListRemindersAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly line_id: number;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly username: string;
    readonly nota: string;
    readonly kind: 'due' | 'renewed';
    readonly days: number;
    readonly state: 'planned' | 'queued' | 'sent' | 'unknown' | 'skipped';
    readonly reason: string | null;
    readonly channel: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook' | null;
    readonly planned_at_timestamp: number;
    readonly sent_at_timestamp: number | null;
    readonly delivery: 'sent' | 'delivered' | 'read' | 'failed' | null;
    readonly text: string;
    readonly renewed_at_timestamp: number | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type StartReminderRunAnswer = {
  readonly total: number;
  readonly reminders: readonly {
    readonly id: number;
    readonly line_id: number;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly username: string;
    readonly nota: string;
    readonly kind: 'due' | 'renewed';
    readonly days: number;
    readonly whatsapp: string | null;
    readonly exp_date_timestamp: number;
    readonly charged_at_timestamp: number | null;
    readonly text: string;
  }[];
};
export type GetReminderTextRequest = GetLimitsRequest;
export type GetReminderTextAnswer = {
  readonly id: number;
  readonly text: string;
};
export type SendReminderByHandRequest = GetLimitsRequest;
export type SendReminderByHandAnswer = ChargeLineAnswer;
export type InviteCustomerToTelegramRequest = GetLimitsRequest;
export type InviteCustomerToTelegramAnswer = {
  readonly url: string;
  readonly message: string;
  readonly whatsapp: string | null;
  readonly expires_at: number;
};
export type GetLineRemindersRequest = GetLimitsRequest;
export type GetLineRemindersAnswer = {
  readonly email: string | null;
  readonly left_out: boolean;
  readonly stopped: {
    readonly by: 'telegram' | 'email' | 'whatsapp' | 'portal';
    readonly at: number;
  } | null;
  readonly replies: readonly {
    readonly channel: 'telegram' | 'whatsapp';
    readonly text: string;
    readonly at: number;
  }[];
  readonly telegram: {
    readonly bot: string | null;
    readonly connected: boolean;
  };
  readonly reminders: readonly {
    readonly id: number;
    readonly kind: 'due' | 'renewed';
    readonly days: number;
    readonly state: 'planned' | 'queued' | 'sent' | 'unknown' | 'skipped';
    readonly reason: string | null;
    readonly channel: 'hand' | 'telegram' | 'email' | 'whatsapp' | 'webhook' | null;
    readonly planned_at_timestamp: number;
    readonly sent_at_timestamp: number | null;
  }[];
};
export type SaveLineRemindersRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    readonly email?: string | null;
    /** Fora dos lembretes */
    readonly left_out?: boolean;
    /** Voltou a querer */
    readonly resumed?: boolean;
  };
};
export type SaveLineRemindersAnswer = DeleteIptvLineAnswer;
export type ListDnsActivatorsAnswer = readonly {
  readonly id: number;
  readonly ativador: string;
  readonly dns: string;
  readonly changed_formatted: string | null;
  readonly health: 'up' | 'down' | 'unknown';
  readonly down_since_timestamp: number | null;
}[];
export type EditDnsActivatorRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Endereço DNS */
    readonly dns: string;
  };
};
export type EditDnsActivatorAnswer = {
  readonly message: string;
  readonly id: number;
  readonly ativador: string;
  readonly dns: string;
  readonly changed_formatted: string | null;
  readonly health: 'up' | 'down' | 'unknown';
  readonly down_since_timestamp: number | null;
};
export type ActivatePrimeRequest = {
  readonly body: {
    /** Usuário */
    readonly username: string;
    /** Senha */
    readonly password: string;
    /** MAC */
    readonly mac: string;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ActivatePrimeAnswer = {
  readonly message: string;
  readonly device: {
    readonly id: number;
    readonly app: string;
    readonly app_name: string;
    readonly mac: string;
    readonly id_device: string;
    readonly iptv: {
      readonly id: number;
      readonly username: string;
      readonly nota: string;
      readonly state: 'active' | 'expired' | 'disabled' | 'blocked';
    };
    readonly reseller: {
      readonly username: string;
    };
    readonly created_formatted: string;
    readonly created_at_timestamp: number;
    readonly waits_until_timestamp: number | null;
    readonly last_asked_timestamp: number | null;
  };
  readonly taken_from: string | null;
};
export type ActivateLazerRequest = ActivatePrimeRequest;
export type ActivateLazerAnswer = ActivatePrimeAnswer;
export type ListDevicesRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'created_at'
      | 'username'
      | 'mac'
      | 'id_device'
      | 'app'
      | 'state'
      | 'nota'
      | 'reseller';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Aplicativo */
    readonly app?: 'smart' | 'prime' | 'lazer';
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ListDevicesAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly app: string;
    readonly app_name: string;
    readonly mac: string;
    readonly id_device: string;
    readonly iptv: {
      readonly id: number;
      readonly username: string;
      readonly nota: string;
      readonly state: 'active' | 'expired' | 'disabled' | 'blocked';
    };
    readonly reseller: {
      readonly username: string;
    };
    readonly created_formatted: string;
    readonly created_at_timestamp: number;
    readonly waits_until_timestamp: number | null;
    readonly last_asked_timestamp: number | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type ListDeviceLinesRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ListDeviceLinesAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly username: string;
    readonly nota: string;
    readonly exp_date: string;
    readonly state: 'active' | 'expired' | 'disabled' | 'blocked';
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type BindDeviceRequest = {
  readonly body: {
    /** MAC */
    readonly mac: string;
    /** ID do aparelho */
    readonly id_device?: string;
    /** Usuário */
    readonly username: string;
    /** Aplicativo */
    readonly app?: 'prime' | 'lazer' | number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type BindDeviceAnswer = ActivatePrimeAnswer;
export type ResetDeviceRequest = {
  readonly body: {
    /** MAC */
    readonly mac: string;
    /** ID do aparelho */
    readonly id_device?: string;
    /** Usuário */
    readonly username?: string;
    /** Aplicativo */
    readonly app?: 'prime' | 'lazer' | number;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type ResetDeviceAnswer = {
  readonly message: string;
  readonly device: {
    readonly id: number;
    readonly app: string;
    readonly app_name: string;
    readonly mac: string;
    readonly id_device: string;
    readonly iptv: {
      readonly id: number;
      readonly username: string;
      readonly nota: string;
      readonly state: 'active' | 'expired' | 'disabled' | 'blocked';
    };
    readonly reseller: {
      readonly username: string;
    };
    readonly created_formatted: string;
    readonly created_at_timestamp: number;
    readonly waits_until_timestamp: number | null;
    readonly last_asked_timestamp: number | null;
  };
};
export type UnbindDeviceRequest = GetLimitsRequest;
export type UnbindDeviceAnswer = {
  readonly id: number;
  readonly message: string;
};
export type ListLineDevicesRequest = GetLimitsRequest;
export type ListLineDevicesAnswer = readonly {
  readonly id: number;
  readonly app: string;
  readonly app_name: string;
  readonly mac: string;
  readonly id_device: string;
  readonly iptv: {
    readonly id: number;
    readonly username: string;
    readonly nota: string;
    readonly state: 'active' | 'expired' | 'disabled' | 'blocked';
  };
  readonly reseller: {
    readonly username: string;
  };
  readonly created_formatted: string;
  readonly created_at_timestamp: number;
  readonly waits_until_timestamp: number | null;
  readonly last_asked_timestamp: number | null;
}[];
export type CreateNewP2pLineFromCodeRequest = {
  readonly body?: {
    /** Código */
    readonly code?: string;
    /** Pacote */
    readonly productid?: number;
    /** Anotações */
    readonly nota?: string;
    /** WhatsApp */
    readonly whatsapp?: string;
  };
};
export type CreateNewP2pLineFromCodeAnswer = CreateP2pLineAnswer;
export type GetIptvPackagesRequest = {
  readonly body?: {
    /** Pacote */
    readonly package?: boolean;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type GetIptvPackagesAnswer = readonly {
  readonly id: number;
  readonly name: string;
  readonly max_connections?: number;
  readonly allows_tests?: boolean;
}[];
export type GetAvailableMoviesRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Busca */
    readonly search?: string;
    /** Novidades */
    readonly news?: boolean;
    /** Senha de registro */
    readonly reg_password?: string;
  };
};
export type GetAvailableMoviesAnswer = {
  readonly movies: readonly {
    readonly id: number;
    readonly name: string;
    readonly thumb: string | null;
    readonly genre: string | null;
    readonly year: number | null;
    readonly news: string | null;
  }[];
  readonly series: readonly {
    readonly id: number;
    readonly name: string;
    readonly thumb: string | null;
    readonly genre: string | null;
    readonly year: number | null;
    readonly news: string | null;
    readonly seasons: number;
  }[];
  readonly totals: {
    readonly movies: {
      readonly all: number;
      readonly exact: boolean;
      readonly news: number;
    };
    readonly series: {
      readonly all: number;
      readonly exact: boolean;
      readonly news: number;
    };
  };
  readonly current_page: number;
  readonly per_page: number;
};
export type ListChannelOptionsRequest = {
  readonly query?: {
    /** Busca */
    readonly search?: string;
  };
};
export type ListChannelOptionsAnswer = {
  readonly channels: readonly {
    readonly label: string;
    readonly value: number;
  }[];
};
export type ListTemporaryChannelsAnswer = {
  readonly channels: readonly {
    readonly id: number;
    readonly stream_id: number | null;
    readonly origim_name: string;
    readonly name: string;
    readonly category: string;
    readonly id_category: number | null;
    readonly state: 'waiting' | 'listed' | 'no-signal';
    readonly added_at: number;
    readonly ends_at: number;
  }[];
};
export type AddTemporaryChannelRequest = {
  readonly body: {
    /** Canal */
    readonly stream_id: number;
    /** Sai às */
    readonly until?: string;
    /** Nome de origem */
    readonly origim_name?: string;
    /** Nome no player */
    readonly name?: string;
    /** Categoria */
    readonly category: number;
  };
};
export type AddTemporaryChannelAnswer = {
  readonly message: string;
  readonly channel: {
    readonly id: number;
    readonly stream_id: number | null;
    readonly origim_name: string;
    readonly name: string;
    readonly category: string;
    readonly id_category: number | null;
    readonly state: 'waiting' | 'listed' | 'no-signal';
    readonly added_at: number;
    readonly ends_at: number;
  };
};
export type ChangeTemporaryChannelRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Canal */
    readonly stream_id: number;
    /** Sai às */
    readonly until?: string;
  };
};
export type ChangeTemporaryChannelAnswer = AddTemporaryChannelAnswer;
export type RemoveTemporaryChannelRequest = {
  readonly query?: {
    /** Nome no player */
    readonly name?: string;
  };
  readonly body?: {
    /** Nome no player */
    readonly name?: string;
  };
};
export type RemoveTemporaryChannelAnswer = DiscardLineFileAnswer;
export type RemoveTemporaryChannelsAnswer = {
  readonly message: string;
  readonly removed: number;
};
export type RefreshTemporaryChannelsAnswer = {
  readonly message: string;
  readonly removed: number;
  readonly changed: number;
};
export type ListTemporaryCategoriesAnswer = {
  readonly categories: readonly {
    readonly custom_id: number;
    readonly name: string;
  }[];
};
export type CreateTemporaryCategoryRequest = {
  readonly body: {
    /** ID */
    readonly custom_id: number;
    /** Nome */
    readonly name: string;
  };
};
export type CreateTemporaryCategoryAnswer = {
  readonly message: string;
  readonly custom_id: number;
  readonly name: string;
};
export type RenameTemporaryCategoryRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Nome */
    readonly name: string;
  };
};
export type RenameTemporaryCategoryAnswer = CreateTemporaryCategoryAnswer;
export type ExportEpgAnswer = ExportResellersAnswer;
export type VerifyEpgAnswer = {
  readonly MODIFY: readonly {
    readonly name: string;
    readonly code: string;
  }[];
  readonly NEWS: readonly {
    readonly name: string;
    readonly code: string;
  }[];
  readonly modified: number;
  readonly new: number;
  readonly exported_at_timestamp: number | null;
};
export type ListTicketsRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?:
      | 'created_at'
      | 'title'
      | 'category'
      | 'technology'
      | 'status'
      | 'franchise'
      | 'author'
      | 'last_at';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Status */
    readonly status?: number;
    /** Categoria */
    readonly category?: number;
    /** Data */
    readonly date?: string;
    /** ID Rev */
    readonly idRes?: number;
    /** Canal */
    readonly channel?: string;
  };
};
export type ListTicketsAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly status: 0 | 2 | 3 | 1;
    readonly blocked: 0 | 1;
    readonly category: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
    readonly technology: 0 | 1 | 2 | null;
    readonly title: string;
    readonly content: string;
    readonly data_formatted: string;
    readonly franchise: string;
    readonly id_res: number;
    readonly author: string;
    readonly id_user: number | string | null;
    readonly user: string;
    readonly channels: readonly string[];
    readonly resolution: string;
    readonly created_at: number;
    readonly unread: number;
    readonly assigned: {
      readonly id: number;
      readonly username: string;
    } | null;
    readonly last_message: string;
    readonly last_from: 'author' | 'support' | null;
    readonly last_at: number;
    readonly waits_since: number | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly counts: {
    readonly '0': number;
    readonly '1': number;
    readonly '2': number;
    readonly '3': number;
  };
  readonly unread: {
    readonly '0': number;
    readonly '1': number;
    readonly '2': number;
    readonly '3': number;
  };
  readonly newest_unread: 0 | 2 | 3 | 1 | null;
};
export type ListPortalTicketsRequest = ListTicketsRequest;
export type ListPortalTicketsAnswer = ListTicketsAnswer;
export type CreateTicketRequest = {
  readonly body: {
    /** Título */
    readonly title: string;
    /** Categoria */
    readonly category: number;
    /** Descrição */
    readonly content: string;
    /** Tecnologia */
    readonly tech?: number | null;
    /** Resolução */
    readonly resolution?: 'Todas' | 'SD' | 'HD' | 'HD 2' | 'FHD' | 'FHD 2' | 'UHD';
    readonly idUser?: number | null;
    /** Usuário */
    readonly username?: string;
    /** Canais */
    readonly channels?: readonly string[];
    /** Canais */
    readonly idChannels?: readonly number[];
    /** Tipo */
    readonly systemTypeId?: number;
  };
};
export type CreateTicketAnswer = UnbindDeviceAnswer;
export type GetTicketRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly query?: {
    /** Depois de */
    readonly after?: number;
  };
};
export type GetTicketAnswer = {
  readonly id: number;
  readonly status: 0 | 2 | 3 | 1;
  readonly blocked: 0 | 1;
  readonly category: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly technology: 0 | 1 | 2 | null;
  readonly title: string;
  readonly content: string;
  readonly data_formatted: string;
  readonly franchise: string;
  readonly id_res: number;
  readonly author: string;
  readonly id_user: number | string | null;
  readonly user: string;
  readonly channels: readonly string[];
  readonly resolution: string;
  readonly created_at: number;
  readonly unread: number;
  readonly assigned: {
    readonly id: number;
    readonly username: string;
  } | null;
  readonly system: number;
  readonly chat: readonly {
    readonly id: number;
    readonly id_ticket: number;
    readonly id_res: number;
    readonly mensagem: string;
    readonly data_formatted: string;
    readonly timestamp: number;
    readonly number: number;
    readonly client_id: string | null;
    readonly from: 'author' | 'support';
    readonly author: string;
    readonly mine: boolean;
    readonly pictures: readonly {
      readonly name: string;
      readonly width: number;
      readonly height: number;
      readonly bytes: number;
    }[];
  }[];
  readonly last_number: number;
  readonly removed: readonly number[];
  readonly read_number: number;
  readonly first_answer_at: number | null;
  readonly can_write: boolean;
  readonly why_not: string;
  readonly can_finish: boolean;
  readonly passes_on_to: number;
  readonly can_block: boolean;
  readonly facts: {
    readonly line: {
      readonly username: string;
      readonly nota: string;
      readonly status: 'Ativo' | 'Teste' | 'Desativado' | 'Vencido' | 'Bloqueado';
      readonly expires_at: number;
      readonly package: string;
      readonly screens: number | null;
      readonly last_played_at: number | null;
      readonly last_played: string;
      readonly watching: string | null;
      readonly refused_today: number;
    } | null;
    readonly channels: readonly {
      readonly label: string;
      readonly problem: string;
      readonly checked_at: number | null;
      readonly watching: number;
      readonly tickets: number;
    }[];
  } | null;
};
export type SendTicketMessageRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Mensagem */
    readonly mensagem?: string;
    /** ID do envio */
    readonly client_id?: string;
    /** Imagens */
    readonly pictures?: readonly string[];
  };
};
export type SendTicketMessageAnswer = {
  readonly message: string;
  readonly status: 0 | 2 | 3 | 1;
  readonly sent: {
    readonly id: number;
    readonly id_ticket: number;
    readonly id_res: number;
    readonly mensagem: string;
    readonly data_formatted: string;
    readonly timestamp: number;
    readonly number: number;
    readonly client_id: string | null;
    readonly from: 'author' | 'support';
    readonly author: string;
    readonly mine: boolean;
    readonly pictures: readonly {
      readonly name: string;
      readonly width: number;
      readonly height: number;
      readonly bytes: number;
    }[];
  };
};
export type MarkTicketReadRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Número */
    readonly number: number;
  };
};
export type MarkTicketReadAnswer = {
  readonly id: number;
  readonly number: number;
};
export type FinishTicketRequest = GetLimitsRequest;
export type FinishTicketAnswer = UnbindDeviceAnswer;
export type PassMessageOnRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Sua palavra */
    readonly palavra?: string;
  };
};
export type PassMessageOnAnswer = {
  readonly id: number;
  readonly sent: number;
  readonly message: string;
};
export type CountTicketsAnswer = {
  readonly tickets: number;
  readonly portal: number;
};
export type ListResellerUsersRequest = ListChannelOptionsRequest;
export type ListResellerUsersAnswer = {
  readonly users: readonly {
    readonly label: string;
    readonly value: number;
  }[];
};
export type ReadTicketFactsRequest = {
  readonly query?: {
    /** Usuário */
    readonly line?: number;
    /** Canais */
    readonly channels?: string;
  };
};
export type ReadTicketFactsAnswer = {
  readonly line: {
    readonly username: string;
    readonly nota: string;
    readonly status: 'Ativo' | 'Teste' | 'Desativado' | 'Vencido' | 'Bloqueado';
    readonly expires_at: number;
    readonly package: string;
    readonly screens: number | null;
    readonly last_played_at: number | null;
    readonly last_played: string;
    readonly watching: string | null;
    readonly refused_today: number;
  } | null;
  readonly channels: readonly {
    readonly label: string;
    readonly problem: string;
    readonly checked_at: number | null;
    readonly watching: number;
    readonly tickets: number;
  }[];
};
export type UploadTicketPictureRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly file: Blob | Uint8Array<ArrayBuffer>;
};
export type UploadTicketPictureAnswer = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};
export type GetTicketPictureRequest = {
  readonly params: {
    /** Imagem */
    readonly name: string;
  };
};
export type GetTicketPictureAnswer = ExportExtractAnswer;
export type GetDashboardAnswer = {
  readonly total_watching: number;
  readonly total_resellers: number;
  readonly total_resellers_under: number;
  readonly generate_tests: number;
  readonly credits: number;
  readonly tickets: number;
  readonly new_message: boolean;
  readonly created_users: number;
  readonly next_goal: number;
  readonly users_iptv: number;
  readonly users_p2p: number;
  readonly users_new_p2p: number;
  readonly expiring_iptv: number;
  readonly expiring_p2p: number;
  readonly expiring_new_p2p: number;
  readonly iptv_tests: number;
  readonly p2p_tests: number;
  readonly new_p2p_tests: number;
  readonly imported_users: number;
  readonly migrated_users: number;
  readonly total_new_users: number;
  readonly total_online: number;
  readonly childrens: {
    readonly iptv_actives: number;
    readonly iptv_expired: number;
    readonly p2p_actives: number;
    readonly p2p_expired: number;
    readonly new_p2p_actives: number;
    readonly new_p2p_expired: number;
    readonly total_tests_iptv: number;
    readonly total_tests_p2p: number;
    readonly total_tests_new_p2p: number;
  };
  readonly first_steps?: readonly {
    readonly name:
      | 'catalogue'
      | 'package'
      | 'reseller'
      | 'second-factor'
      | 'test'
      | 'sale'
      | 'whatsapp'
      | 'text';
    readonly done: boolean;
  }[];
  readonly as_of: string;
};
export type DismissFirstStepsAnswer = DiscardLineFileAnswer;
export type GetDueLinesRequest = {
  readonly query?: {
    /** Por dia */
    readonly per_day?: number;
  };
};
export type GetDueLinesAnswer = {
  readonly days: readonly {
    readonly offset: -1 | 0 | 1 | 2 | 3;
    readonly day: string;
    readonly total: number;
    readonly by_platform: readonly {
      readonly platform: 'iptv' | 'p2p' | 'new-p2p';
      readonly total: number;
    }[];
    readonly lines: readonly {
      readonly id: number;
      readonly platform: 'iptv' | 'p2p' | 'new-p2p';
      readonly username: string;
      readonly nota: string;
      readonly whatsapp: string | null;
      readonly time: string;
      readonly exp_date_timestamp: number;
      readonly charged_at_timestamp: number | null;
    }[];
  }[];
  readonly projection: {
    readonly still_due: number;
    readonly still_due_by_platform: readonly {
      readonly platform: 'iptv' | 'p2p' | 'new-p2p';
      readonly total: number;
    }[];
    readonly renewed: number;
    readonly renewed_credits: number;
    readonly renewal_rate: number | null;
    readonly credits_if_all: number;
    readonly credits_likely: number;
    readonly new_lines: number;
    readonly new_lines_likely: number;
  };
  readonly payments: {
    readonly received_cents: number;
    readonly received_by_platform: readonly {
      readonly platform: 'iptv' | 'p2p' | 'new-p2p';
      readonly total: number;
    }[];
    readonly open_cents: number;
    readonly open_by_platform: readonly {
      readonly platform: 'iptv' | 'p2p' | 'new-p2p';
      readonly total: number;
    }[];
  };
  readonly as_of: string;
};
export type GetBonusUsersAnswer = {
  readonly total: number;
};
export type GetLogRequest = {
  readonly query?: {
    /** Mês */
    readonly month?: number;
    /** Ano */
    readonly year?: number;
    /** Tipo */
    readonly log_type?: number;
    /** Acontecimento */
    readonly group?: 'new' | 'test' | 'imported' | 'migrated' | 'renewed';
    /** Revenda */
    readonly reseller?: number;
    /** Filtro */
    readonly search?: string;
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Ordem */
    readonly sort?: 'date' | 'id' | 'source' | 'revenda' | 'usuario' | 'acao' | 'ip';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
  };
};
export type GetLogAnswer = {
  readonly logs: readonly {
    readonly id: number | null;
    readonly source: 0 | 1 | 2 | 4 | 10;
    readonly revenda: string;
    readonly revenda_id: number | null;
    readonly usuario: string;
    readonly autor: string;
    readonly acao: string;
    readonly date: string;
    readonly ip: string;
  }[];
  readonly resellers: readonly {
    readonly id: number;
    readonly username: string;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type ExportLogRequest = {
  readonly body?: {
    /** Mês */
    readonly month?: number;
    /** Ano */
    readonly year?: number;
    /** Tipo */
    readonly log_type?: number;
    /** Acontecimento */
    readonly group?: 'new' | 'test' | 'imported' | 'migrated' | 'renewed';
    /** Revenda */
    readonly reseller?: number;
    /** Filtro */
    readonly search?: string;
  };
};
export type ExportLogAnswer = ExportExtractAnswer;
export type GetReportsAnswer = {
  readonly financeiro: Readonly<Record<string, number>>;
  readonly financeiro_proprio: Readonly<Record<string, number>>;
  readonly novos_usuarios_iptv: readonly {
    readonly mes: string;
    readonly users: number;
  }[];
  readonly novos_usuarios_p2p: readonly {
    readonly mes: string;
    readonly users: number;
  }[];
  readonly novos_usuarios_migrados: readonly {
    readonly mes: string;
    readonly users: number;
  }[];
  readonly novos_usuarios_importados: readonly {
    readonly mes: string;
    readonly users: number;
  }[];
  readonly renovacoes: readonly {
    readonly mes: string;
    readonly users: number;
  }[];
  readonly vencimentos: readonly {
    readonly mes: string;
    readonly users: number;
  }[];
  readonly creditos: readonly {
    readonly mes: string;
    readonly recebidos: number;
    readonly consumidos: number;
    readonly enviados: number;
  }[];
  readonly as_of: string | null;
};
export type ListExpiriesRequest = {
  readonly query: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Busca */
    readonly search?: string;
    /** Ordem */
    readonly sort?: 'expired_at' | 'username' | 'platform' | 'reseller' | 'extended_at';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Mês */
    readonly month: string;
  };
};
export type ListExpiriesAnswer = {
  readonly data: readonly {
    readonly line_id: number;
    readonly platform: 'iptv' | 'p2p' | 'new-p2p';
    readonly username: string;
    readonly reseller: string;
    readonly expired_at_timestamp: number;
    readonly extended_at_timestamp: number | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type ListAnnouncementsRequest = {
  readonly query?: {
    /** Página */
    readonly page?: number;
  };
};
export type ListAnnouncementsAnswer = {
  readonly anuncios: readonly {
    readonly id: number;
    readonly titulo: string;
    readonly mensagem: string;
    readonly type: 1 | 2 | 3 | 5;
    readonly date_formatted: string;
    readonly timestamp: number;
  }[];
  readonly atualizacoes: readonly {
    readonly id: number;
    readonly titulo: string;
    readonly mensagem: string;
    readonly type: 1 | 2 | 3 | 5;
    readonly date_formatted: string;
    readonly timestamp: number;
  }[];
  readonly anunciosPortal: readonly {
    readonly id: number;
    readonly titulo: string;
    readonly mensagem: string;
    readonly type: 1 | 2 | 3 | 5;
    readonly date_formatted: string;
    readonly timestamp: number;
  }[];
  readonly anunciosP2P: readonly {
    readonly id: number;
    readonly titulo: string;
    readonly mensagem: string;
    readonly type: 1 | 2 | 3 | 5;
    readonly date_formatted: string;
    readonly timestamp: number;
  }[];
  readonly anunciosPortalP2P: readonly {
    readonly id: number;
    readonly titulo: string;
    readonly mensagem: string;
    readonly type: 1 | 2 | 3 | 5;
    readonly date_formatted: string;
    readonly timestamp: number;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
};
export type GetAppLinksRequest = {
  readonly query: {
    /** Tipo */
    readonly type: number;
    /** Franquia */
    readonly id_franchise?: number;
  };
};
export type GetAppLinksAnswer = {
  readonly links: string;
  readonly type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  readonly id_franchise: number | null;
  readonly inherited: boolean;
  readonly date_formatted: string | null;
  readonly default_links: string;
  readonly franchises: readonly {
    readonly id: number;
    readonly name: string;
  }[];
};
export type SaveAppLinksRequest = {
  readonly body: {
    readonly links: string | null;
    /** Tipo */
    readonly type: number;
    /** Franquia */
    readonly id_franchise?: number;
  };
};
export type SaveAppLinksAnswer = {
  readonly links: string;
  readonly type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  readonly id_franchise: number | null;
  readonly inherited: boolean;
  readonly date_formatted: string | null;
  readonly message: string;
};
export type GetLinksInfoAnswer = {
  readonly '1': string;
  readonly '2': string;
  readonly '5': string;
  readonly '6': string;
  readonly '7'?: string;
  readonly 'disable-xcloud': 0 | 1;
};
export type GetTelegramAnswer = {
  readonly link: string;
};
export type GetPortalLinksAnswer = {
  readonly m3u8: string;
  readonly ssiptv: string;
  readonly m3u8_encurtado: string;
  readonly ssiptv_encurtado: string;
  readonly automatic: {
    readonly m3u8: boolean;
    readonly ssiptv: boolean;
  };
};
export type ListWebhooksAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly url: string;
    readonly events: readonly (
      | 'line.created'
      | 'line.changed'
      | 'line.renewed'
      | 'line.expiring'
      | 'line.expired'
      | 'line.blocked'
      | 'line.deleted'
      | 'credits.moved'
      | 'credits.low'
      | 'ticket.answered'
      | 'host.failed'
      | 'recharge.approved'
      | 'reminder.due'
    )[];
    readonly expiring_days: number;
    readonly low_credits: number;
    readonly former_until_timestamp: number | null;
    readonly active: boolean;
    readonly off_reason: string;
    readonly failing_since_timestamp: number | null;
    readonly created_at_timestamp: number;
    readonly week: {
      readonly total: number;
      readonly delivered: number;
      readonly average_ms: number | null;
    };
  }[];
};
export type CreateWebhookRequest = {
  readonly body: {
    /** Endereço */
    readonly url: string;
    /** Eventos */
    readonly events: readonly (
      | 'line.created'
      | 'line.changed'
      | 'line.renewed'
      | 'line.expiring'
      | 'line.expired'
      | 'line.blocked'
      | 'line.deleted'
      | 'credits.moved'
      | 'credits.low'
      | 'ticket.answered'
      | 'host.failed'
      | 'recharge.approved'
      | 'reminder.due'
    )[];
    /** Dias antes do vencimento */
    readonly expiring_days?: number;
    /** Poucos créditos */
    readonly low_credits?: number;
  };
};
export type CreateWebhookAnswer = {
  readonly id: number;
  readonly url: string;
  readonly events: readonly (
    | 'line.created'
    | 'line.changed'
    | 'line.renewed'
    | 'line.expiring'
    | 'line.expired'
    | 'line.blocked'
    | 'line.deleted'
    | 'credits.moved'
    | 'credits.low'
    | 'ticket.answered'
    | 'host.failed'
    | 'recharge.approved'
    | 'reminder.due'
  )[];
  readonly expiring_days: number;
  readonly low_credits: number;
  readonly former_until_timestamp: number | null;
  readonly active: boolean;
  readonly off_reason: string;
  readonly failing_since_timestamp: number | null;
  readonly created_at_timestamp: number;
  readonly week: {
    readonly total: number;
    readonly delivered: number;
    readonly average_ms: number | null;
  };
  readonly message: string;
  readonly secret: string;
};
export type EditWebhookRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body: {
    /** Endereço */
    readonly url: string;
    /** Eventos */
    readonly events: readonly (
      | 'line.created'
      | 'line.changed'
      | 'line.renewed'
      | 'line.expiring'
      | 'line.expired'
      | 'line.blocked'
      | 'line.deleted'
      | 'credits.moved'
      | 'credits.low'
      | 'ticket.answered'
      | 'host.failed'
      | 'recharge.approved'
      | 'reminder.due'
    )[];
    /** Dias antes do vencimento */
    readonly expiring_days?: number;
    /** Poucos créditos */
    readonly low_credits?: number;
  };
};
export type EditWebhookAnswer = {
  readonly id: number;
  readonly url: string;
  readonly events: readonly (
    | 'line.created'
    | 'line.changed'
    | 'line.renewed'
    | 'line.expiring'
    | 'line.expired'
    | 'line.blocked'
    | 'line.deleted'
    | 'credits.moved'
    | 'credits.low'
    | 'ticket.answered'
    | 'host.failed'
    | 'recharge.approved'
    | 'reminder.due'
  )[];
  readonly expiring_days: number;
  readonly low_credits: number;
  readonly former_until_timestamp: number | null;
  readonly active: boolean;
  readonly off_reason: string;
  readonly failing_since_timestamp: number | null;
  readonly created_at_timestamp: number;
  readonly week: {
    readonly total: number;
    readonly delivered: number;
    readonly average_ms: number | null;
  };
  readonly message: string;
};
export type RotateWebhookSecretRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly body?: {
    /** Horas do segredo anterior */
    readonly overlap_hours?: number;
  };
};
export type RotateWebhookSecretAnswer = CreateWebhookAnswer;
export type TestWebhookRequest = GetLimitsRequest;
export type TestWebhookAnswer = UnbindDeviceAnswer;
export type DeleteWebhookRequest = GetLimitsRequest;
export type DeleteWebhookAnswer = UnbindDeviceAnswer;
export type ListWebhookMessagesRequest = {
  readonly params: {
    /** ID */
    readonly id: number;
  };
  readonly query?: {
    /** Página */
    readonly page?: number;
    /** Itens por página */
    readonly per_page?: number;
    /** Ordem */
    readonly sort?: 'created_at' | 'type' | 'about' | 'answer' | 'attempts';
    /** Sentido */
    readonly dir?: 'asc' | 'desc';
    /** Situação */
    readonly state?: 'trying' | 'failed';
  };
};
export type ListWebhookMessagesAnswer = {
  readonly data: readonly {
    readonly id: number;
    readonly message_id: string;
    readonly type: string;
    readonly about: string;
    readonly state: 'waiting' | 'trying' | 'delivered' | 'failed' | 'skipped';
    readonly answer: string;
    readonly attempts: number;
    readonly created_at_timestamp: number;
    readonly next_at_timestamp: number | null;
  }[];
  readonly total: number;
  readonly total_exact: boolean;
  readonly current_page: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly trying: number;
  readonly failed: number;
};
export type GetWebhookMessageRequest = GetLimitsRequest;
export type GetWebhookMessageAnswer = {
  readonly id: number;
  readonly message_id: string;
  readonly type: string;
  readonly about: string;
  readonly state: 'waiting' | 'trying' | 'delivered' | 'failed' | 'skipped';
  readonly answer: string;
  readonly attempts: number;
  readonly created_at_timestamp: number;
  readonly next_at_timestamp: number | null;
  readonly body: string;
  readonly tries: readonly {
    readonly at_timestamp: number;
    readonly took_ms: number;
    readonly delivered: boolean;
    readonly answer: string;
    readonly body: string;
  }[];
};
export type ResendWebhookMessageRequest = GetLimitsRequest;
export type ResendWebhookMessageAnswer = UnbindDeviceAnswer;

const lines = (send: Send) => ({
  /** Linhas IPTV: as próprias, as de uma revenda da rede ou as da rede inteira. (lines:read) */
  listIptvLines: (request: ListIptvLinesRequest = {}, options?: CallOptions) =>
    send<ListIptvLinesAnswer>({ method: 'GET', path: '/api/users-iptv' }, request, options),
  /** Quantas linhas há em cada filtro de status. (lines:read) */
  countIptvLines: (request: CountIptvLinesRequest = {}, options?: CallOptions) =>
    send<CountIptvLinesAnswer>({ method: 'GET', path: '/api/users-iptv-counts' }, request, options),
  /** Gera a planilha UsersIPTV.xlsx com os filtros da lista ou só com as linhas marcadas. (lines:write) */
  exportIptvLines: (request: ExportIptvLinesRequest = {}, options?: CallOptions) =>
    send<ExportIptvLinesAnswer>(
      { method: 'POST', path: '/api/export-users-iptv', takesBody: true },
      request,
      options,
    ),
  /** Cria uma linha IPTV oficial, paga com créditos, ou um teste grátis. (lines:write) */
  createIptvLine: (request: CreateIptvLineRequest, options?: SpendingOptions) =>
    send<CreateIptvLineAnswer & PreviewMark>(
      { method: 'POST', path: '/api/users-iptv', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Renova a linha pelo tempo que os créditos valem; paga quem renova. (lines:write) */
  extendIptvLine: (request: ExtendIptvLineRequest, options?: SpendingOptions) =>
    send<ExtendIptvLineAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 1, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Ativa um teste como linha oficial: mesmo usuário e senha, vencimento a partir de agora; custa como uma criação. (lines:write) */
  promoteIptvLine: (request: PromoteIptvLineRequest, options?: SpendingOptions) =>
    send<PromoteIptvLineAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 20, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Liga ou desliga a linha; desligada, ela para de tocar em até 15 segundos. (lines:write) */
  switchIptvLine: (request: SwitchIptvLineRequest, options?: CallOptions) =>
    send<SwitchIptvLineAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 0, takesBody: true },
      request,
      options,
    ),
  /** Deleta a linha; créditos não voltam. (lines:write) */
  deleteIptvLine: (request: DeleteIptvLineRequest, options?: CallOptions) =>
    send<DeleteIptvLineAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 2, takesBody: true },
      request,
      options,
    ),
  /** Edita os dados da linha ou, com flagVencimento 1, retrocede o vencimento em até 3 dias. (lines:write) */
  editIptvLine: (request: EditIptvLineRequest, options?: CallOptions) =>
    send<EditIptvLineAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 3, takesBody: true },
      request,
      options,
    ),
  /** Dá 48 horas de confiança, uma vez por período pago. (lines:write) */
  trustIptvLine: (request: TrustIptvLineRequest, options?: CallOptions) =>
    send<TrustIptvLineAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 7, takesBody: true },
      request,
      options,
    ),
  /** Os dados de acesso e todos os links da linha. (lines:write) */
  getIptvLinks: (request: GetIptvLinksRequest, options?: CallOptions) =>
    send<GetIptvLinksAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 8, takesBody: true },
      request,
      options,
    ),
  /** Leva o horário do vencimento para 23:59 do mesmo dia. (lines:write) */
  endOfDayIptvLine: (request: EndOfDayIptvLineRequest, options?: CallOptions) =>
    send<EndOfDayIptvLineAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 10, takesBody: true },
      request,
      options,
    ),
  /** Linhas P2P: as próprias, as de uma revenda da rede ou as da rede inteira. (lines:read) */
  listP2pLines: (request: ListP2pLinesRequest = {}, options?: CallOptions) =>
    send<ListP2pLinesAnswer>({ method: 'GET', path: '/api/users-p2p' }, request, options),
  /** Quantas linhas há em cada filtro de status. (lines:read) */
  countP2pLines: (request: CountP2pLinesRequest = {}, options?: CallOptions) =>
    send<CountP2pLinesAnswer>({ method: 'GET', path: '/api/users-p2p-counts' }, request, options),
  /** Gera a planilha UsersP2P.xlsx com os filtros da lista ou só com as linhas marcadas. (lines:write) */
  exportP2pLines: (request: ExportP2pLinesRequest = {}, options?: CallOptions) =>
    send<ExportP2pLinesAnswer>(
      { method: 'POST', path: '/api/export-users-p2p', takesBody: true },
      request,
      options,
    ),
  /** Cria uma linha P2P oficial, paga com créditos, ou um teste grátis. (lines:write) */
  createP2pLine: (request: CreateP2pLineRequest, options?: SpendingOptions) =>
    send<CreateP2pLineAnswer & PreviewMark>(
      { method: 'POST', path: '/api/users-p2p', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Renova a linha pelo tempo que os créditos valem; paga quem renova. (lines:write) */
  extendP2pLine: (request: ExtendP2pLineRequest, options?: SpendingOptions) =>
    send<ExtendP2pLineAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 1, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Ativa um teste como linha oficial: mesmo usuário e senha, vencimento a partir de agora; custa como uma criação. (lines:write) */
  promoteP2pLine: (request: PromoteP2pLineRequest, options?: SpendingOptions) =>
    send<PromoteP2pLineAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 20, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Liga ou desliga a linha. (lines:write) */
  switchP2pLine: (request: SwitchP2pLineRequest, options?: CallOptions) =>
    send<SwitchP2pLineAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 0, takesBody: true },
      request,
      options,
    ),
  /** Deleta a linha; créditos não voltam. (lines:write) */
  deleteP2pLine: (request: DeleteP2pLineRequest, options?: CallOptions) =>
    send<DeleteP2pLineAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 2, takesBody: true },
      request,
      options,
    ),
  /** Edita nome e WhatsApp ou, com flagVencimento 1, retrocede o vencimento em até 3 dias. (lines:write) */
  editP2pLine: (request: EditP2pLineRequest, options?: CallOptions) =>
    send<EditP2pLineAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 3, takesBody: true },
      request,
      options,
    ),
  /** Dá 48 horas de confiança, uma vez por período pago. (lines:write) */
  trustP2pLine: (request: TrustP2pLineRequest, options?: CallOptions) =>
    send<TrustP2pLineAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 7, takesBody: true },
      request,
      options,
    ),
  /** Os dados de acesso e os links da linha. (lines:write) */
  getP2pLinks: (request: GetP2pLinksRequest, options?: CallOptions) =>
    send<GetP2pLinksAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 8, takesBody: true },
      request,
      options,
    ),
  /** Leva o horário do vencimento para 23:59 do mesmo dia. (lines:write) */
  endOfDayP2pLine: (request: EndOfDayP2pLineRequest, options?: CallOptions) =>
    send<EndOfDayP2pLineAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 10, takesBody: true },
      request,
      options,
    ),
  /** Edita as anotações da linha. (lines:write) */
  editP2pNote: (request: EditP2pNoteRequest, options?: CallOptions) =>
    send<EditP2pNoteAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 4, takesBody: true },
      request,
      options,
    ),
  /** Troca o pacote da linha. (lines:write) */
  editP2pProduct: (request: EditP2pProductRequest, options?: CallOptions) =>
    send<EditP2pProductAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 5, takesBody: true },
      request,
      options,
    ),
  /** Os pacotes que uma linha P2P pode ter. (lines:read) */
  getP2pPackages: (options?: CallOptions) =>
    send<GetP2pPackagesAnswer>({ method: 'GET', path: '/api/get-p2p-packages' }, {}, options),
  /** Linhas Novo P2P: as próprias, as de uma revenda da rede ou as da rede inteira. (lines:read) */
  listNewP2pLines: (request: ListNewP2pLinesRequest = {}, options?: CallOptions) =>
    send<ListNewP2pLinesAnswer>({ method: 'GET', path: '/api/new-users-p2p' }, request, options),
  /** Quantas linhas há em cada filtro de status. (lines:read) */
  countNewP2pLines: (request: CountNewP2pLinesRequest = {}, options?: CallOptions) =>
    send<CountNewP2pLinesAnswer>(
      { method: 'GET', path: '/api/new-users-p2p-counts' },
      request,
      options,
    ),
  /** Gera a planilha UsersNewP2P.xlsx com os filtros da lista ou só com as linhas marcadas. (lines:write) */
  exportNewP2pLines: (request: ExportNewP2pLinesRequest = {}, options?: CallOptions) =>
    send<ExportNewP2pLinesAnswer>(
      { method: 'POST', path: '/api/export-new-users-p2p', takesBody: true },
      request,
      options,
    ),
  /** Cria uma linha Novo P2P oficial, paga com créditos, ou um teste grátis. (lines:write) */
  createNewP2pLine: (request: CreateNewP2pLineRequest, options?: SpendingOptions) =>
    send<CreateNewP2pLineAnswer & PreviewMark>(
      { method: 'POST', path: '/api/new-users-p2p', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Renova a linha pelo tempo que os créditos valem; paga quem renova. (lines:write) */
  extendNewP2pLine: (request: ExtendNewP2pLineRequest, options?: SpendingOptions) =>
    send<ExtendNewP2pLineAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 1, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Ativa um teste como linha oficial: mesmo usuário e senha, vencimento a partir de agora; custa como uma criação. (lines:write) */
  promoteNewP2pLine: (request: PromoteNewP2pLineRequest, options?: SpendingOptions) =>
    send<PromoteNewP2pLineAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 20, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Liga ou desliga a linha. (lines:write) */
  switchNewP2pLine: (request: SwitchNewP2pLineRequest, options?: CallOptions) =>
    send<SwitchNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 0, takesBody: true },
      request,
      options,
    ),
  /** Deleta a linha; créditos não voltam. (lines:write) */
  deleteNewP2pLine: (request: DeleteNewP2pLineRequest, options?: CallOptions) =>
    send<DeleteNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 2, takesBody: true },
      request,
      options,
    ),
  /** Edita nome e WhatsApp ou, com flagVencimento 1, retrocede o vencimento em até 3 dias. (lines:write) */
  editNewP2pLine: (request: EditNewP2pLineRequest, options?: CallOptions) =>
    send<EditNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 3, takesBody: true },
      request,
      options,
    ),
  /** Dá 48 horas de confiança, uma vez por período pago. (lines:write) */
  trustNewP2pLine: (request: TrustNewP2pLineRequest, options?: CallOptions) =>
    send<TrustNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 7, takesBody: true },
      request,
      options,
    ),
  /** Os dados de acesso e os links da linha. (lines:write) */
  getNewP2pLinks: (request: GetNewP2pLinksRequest, options?: CallOptions) =>
    send<GetNewP2pLinksAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 8, takesBody: true },
      request,
      options,
    ),
  /** Leva o horário do vencimento para 23:59 do mesmo dia. (lines:write) */
  endOfDayNewP2pLine: (request: EndOfDayNewP2pLineRequest, options?: CallOptions) =>
    send<EndOfDayNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 10, takesBody: true },
      request,
      options,
    ),
  /** Edita as anotações da linha. (lines:write) */
  editNewP2pNote: (request: EditNewP2pNoteRequest, options?: CallOptions) =>
    send<EditNewP2pNoteAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 4, takesBody: true },
      request,
      options,
    ),
  /** Troca o pacote da linha. (lines:write) */
  editNewP2pProduct: (request: EditNewP2pProductRequest, options?: CallOptions) =>
    send<EditNewP2pProductAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 5, takesBody: true },
      request,
      options,
    ),
  /** Os pacotes que uma linha Novo P2P pode ter. (lines:read) */
  getNewP2pPackages: (options?: CallOptions) =>
    send<GetNewP2pPackagesAnswer>(
      { method: 'GET', path: '/api/get-new-p2p-packages' },
      {},
      options,
    ),
  /** Leva a linha IPTV para o P2P com o tempo que falta, com usuário e senha novos. (lines:write) */
  migrateIptvToP2p: (request: MigrateIptvToP2pRequest, options?: CallOptions) =>
    send<MigrateIptvToP2pAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 9, takesBody: true },
      request,
      options,
    ),
  /** Leva a linha IPTV para o Novo P2P com o tempo que falta, com usuário e senha novos. (lines:write) */
  migrateIptvToNewP2p: (request: MigrateIptvToNewP2pRequest, options?: CallOptions) =>
    send<MigrateIptvToNewP2pAnswer>(
      { method: 'PUT', path: '/api/users-iptv/:id', action: 11, takesBody: true },
      request,
      options,
    ),
  /** Leva a linha P2P para o IPTV com o tempo que falta, com usuário e senha novos. (lines:write) */
  migrateP2pToIptv: (request: MigrateP2pToIptvRequest, options?: CallOptions) =>
    send<MigrateP2pToIptvAnswer>(
      { method: 'PUT', path: '/api/users-p2p/:id', action: 6, takesBody: true },
      request,
      options,
    ),
  /** Leva a linha Novo P2P para o IPTV com o tempo que falta, com usuário e senha novos. (lines:write) */
  migrateNewP2pToIptv: (request: MigrateNewP2pToIptvRequest, options?: CallOptions) =>
    send<MigrateNewP2pToIptvAnswer>(
      { method: 'PUT', path: '/api/new-users-p2p/:id', action: 6, takesBody: true },
      request,
      options,
    ),
  /** Recria a linha: encerra o que está tocando e mostra os mesmos dados de acesso; o vencimento não muda. (lines:write) */
  recreateIptvLine: (request: RecreateIptvLineRequest, options?: CallOptions) =>
    send<RecreateIptvLineAnswer>(
      { method: 'PUT', path: '/api/recreate-line/:id', takesBody: true },
      request,
      options,
    ),
  /** Recria a linha P2P: mostra os mesmos dados de acesso; o vencimento não muda. (lines:write) */
  recreateP2pLine: (request: RecreateP2pLineRequest, options?: CallOptions) =>
    send<RecreateP2pLineAnswer>(
      { method: 'PUT', path: '/api/recreate-line-p2p/:id', takesBody: true },
      request,
      options,
    ),
  /** Sincroniza a linha P2P: lê de novo o estado dela e o confirma. (lines:write) */
  syncP2pLine: (request: SyncP2pLineRequest, options?: CallOptions) =>
    send<SyncP2pLineAnswer>(
      { method: 'PUT', path: '/api/sinc-line-p2p/:id', takesBody: true },
      request,
      options,
    ),
  /** Recria a linha Novo P2P: mostra os mesmos dados de acesso; o vencimento não muda. (lines:write) */
  recreateNewP2pLine: (request: RecreateNewP2pLineRequest, options?: CallOptions) =>
    send<RecreateNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/recreate-line-new-p2p/:id', takesBody: true },
      request,
      options,
    ),
  /** Sincroniza a linha Novo P2P: lê de novo o estado dela e o confirma. (lines:write) */
  syncNewP2pLine: (request: SyncNewP2pLineRequest, options?: CallOptions) =>
    send<SyncNewP2pLineAnswer>(
      { method: 'PUT', path: '/api/sinc-line-new-p2p/:id', takesBody: true },
      request,
      options,
    ),
  /** Recebe um arquivo CSV ou xlsx de clientes e diz o que há em cada coluna; nada é criado. (lines:write) */
  uploadLineFile: (request: UploadLineFileRequest, options?: CallOptions) =>
    send<UploadLineFileAnswer>({ method: 'POST', path: '/api/line-files' }, request, options),
  /** Um arquivo enviado: colunas, como foi conferido por último e quanto custaria. (lines:read) */
  getLineFile: (request: GetLineFileRequest, options?: CallOptions) =>
    send<GetLineFileAnswer>({ method: 'GET', path: '/api/line-files/:id' }, request, options),
  /** Confere cada linha do arquivo: o que seria importado, o que não e por quê, e o custo. (lines:write) */
  validateLineFile: (request: ValidateLineFileRequest, options?: CallOptions) =>
    send<ValidateLineFileAnswer>(
      { method: 'PUT', path: '/api/line-files/:id/plan', takesBody: true },
      request,
      options,
    ),
  /** O que aconteceria com cada linha do arquivo, como foi conferido por último. (lines:read) */
  listLineFileRows: (request: ListLineFileRowsRequest, options?: CallOptions) =>
    send<ListLineFileRowsAnswer>(
      { method: 'GET', path: '/api/line-files/:id/rows' },
      request,
      options,
    ),
  /** Importa as linhas aprovadas na conferência, uma a uma, em um lote que pode ser seguido. (lines:write) */
  importLineFile: (request: ImportLineFileRequest, options?: SpendingOptions) =>
    send<ImportLineFileAnswer & PreviewMark>(
      { method: 'POST', path: '/api/line-files/:id/import', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Joga fora um arquivo enviado, com tudo o que foi lido dele. (lines:write) */
  discardLineFile: (request: DiscardLineFileRequest, options?: CallOptions) =>
    send<DiscardLineFileAnswer>(
      { method: 'DELETE', path: '/api/line-files/:id' },
      request,
      options,
    ),
  /** Traz um cliente de outra lista IPTV com o mesmo usuário e senha; paga-se pelo tempo até o vencimento. (lines:write) */
  migrateIptvList: (request: MigrateIptvListRequest, options?: SpendingOptions) =>
    send<MigrateIptvListAnswer & PreviewMark>(
      { method: 'POST', path: '/api/iptv-migrator', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Traz um cliente de outro P2P com o mesmo usuário e senha; paga-se pelo tempo até o vencimento. (lines:write) */
  migrateP2pList: (request: MigrateP2pListRequest, options?: SpendingOptions) =>
    send<MigrateP2pListAnswer & PreviewMark>(
      { method: 'POST', path: '/api/p2p-migrator', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Diz se a lista é isenta e quantos créditos custa trazê-la até um vencimento. (lines:write) */
  verifyIptvMigrate: (request: VerifyIptvMigrateRequest, options?: CallOptions) =>
    send<VerifyIptvMigrateAnswer>(
      { method: 'POST', path: '/api/verify-iptv-migrate', takesBody: true },
      request,
      options,
    ),
  /** Gera uma senha nova para a linha; a antiga, o link curto e os links de renovação deixam de valer na hora. (lines:write) */
  renewLinePassword: (request: RenewLinePasswordRequest, options?: CallOptions) =>
    send<RenewLinePasswordAnswer>(
      { method: 'PUT', path: '/api/lines/:id/password', takesBody: true },
      request,
      options,
    ),
  /** Desfaz, em até uma hora, o ajuste do vencimento para 23:59 que a própria conta fez. (lines:write) */
  undoLineEndOfDay: (request: UndoLineEndOfDayRequest, options?: CallOptions) =>
    send<UndoLineEndOfDayAnswer>(
      { method: 'POST', path: '/api/lines/:id/end-of-day/undo' },
      request,
      options,
    ),
  /** Quantos dos próprios testes IPTV cada limpeza levaria agora. (lines:read) */
  countTrials: (options?: CallOptions) =>
    send<CountTrialsAnswer>({ method: 'GET', path: '/api/clean-trials' }, {}, options),
  /** Deleta os próprios testes IPTV: 1 todos, 2 os criados há mais de 15 dias, 3 há mais de 7; em 2 e 3 os que ainda valem ficam. (lines:write) */
  cleanTrials: (request: CleanTrialsRequest, options?: CallOptions) =>
    send<CleanTrialsAnswer>(
      { method: 'POST', path: '/api/clean-trials', takesBody: true },
      request,
      options,
    ),
  /** O que uma ação em lote faria: quantas linhas, quantas não e por quê, e quanto custa. (lines:write) */
  previewBulkLines: (request: PreviewBulkLinesRequest, options?: CallOptions) =>
    send<PreviewBulkLinesAnswer>(
      { method: 'POST', path: '/api/bulk-lines/preview', takesBody: true },
      request,
      options,
    ),
  /** Começa uma ação em lote; cada linha é feita e cobrada uma única vez. (lines:write) */
  startBulkLines: (request: StartBulkLinesRequest, options?: SpendingOptions) =>
    send<StartBulkLinesAnswer & PreviewMark>(
      { method: 'POST', path: '/api/bulk-lines', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Tudo o que aconteceu com a linha: quem fez, quando, o que mudou e o que foi pago. (lines:read) */
  getLineHistory: (request: GetLineHistoryRequest, options?: CallOptions) =>
    send<GetLineHistoryAnswer>({ method: 'GET', path: '/api/lines/:id/history' }, request, options),
  /** Linhas da própria rede que já têm este WhatsApp. (lines:read) */
  findLinesByWhatsapp: (request: FindLinesByWhatsappRequest, options?: CallOptions) =>
    send<FindLinesByWhatsappAnswer>(
      { method: 'GET', path: '/api/lines-by-whatsapp' },
      request,
      options,
    ),
  /** As linhas da rede, de qualquer plataforma, que têm este texto no usuário, na nota ou no WhatsApp. (lines:read) */
  findLines: (request: FindLinesRequest, options?: CallOptions) =>
    send<FindLinesAnswer>({ method: 'GET', path: '/api/find-lines' }, request, options),
  /** Quantos testes este número, aparelho ou conexão já recebeu nos últimos 30 dias. (lines:read) */
  getTrialHistory: (request: GetTrialHistoryRequest = {}, options?: CallOptions) =>
    send<GetTrialHistoryAnswer>({ method: 'GET', path: '/api/trial-history' }, request, options),
  /** Guarda quanto o cliente paga por período, em centavos; sem valor, deixa de ter preço. (lines:write) */
  setLinePrice: (request: SetLinePriceRequest, options?: CallOptions) =>
    send<SetLinePriceAnswer>(
      { method: 'PUT', path: '/api/lines/:id/price', takesBody: true },
      request,
      options,
    ),
  /** Marca o período atual da linha como pago, pelo preço dela, ou em aberto. (lines:write) */
  markLinePaid: (request: MarkLinePaidRequest, options?: CallOptions) =>
    send<MarkLinePaidAnswer>(
      { method: 'PUT', path: '/api/lines/:id/payment', takesBody: true },
      request,
      options,
    ),
  /** Guarda o WhatsApp do cliente na linha. (lines:write) */
  setLineWhatsapp: (request: SetLineWhatsappRequest, options?: CallOptions) =>
    send<SetLineWhatsappAnswer>(
      { method: 'PUT', path: '/api/lines/:id/whatsapp', takesBody: true },
      request,
      options,
    ),
  /** Quem assiste agora com este usuário; com online_id, quem assistia naquele momento. (lines:write) */
  getMomentAbuse: (request: GetMomentAbuseRequest, options?: CallOptions) =>
    send<GetMomentAbuseAnswer>(
      { method: 'POST', path: '/api/get-moment-abuse', takesBody: true },
      request,
      options,
    ),
  /** Por que o player recusou este usuário nos últimos sete dias, a vez mais recente de cada motivo. (lines:write) */
  listRefusedPlays: (request: ListRefusedPlaysRequest, options?: CallOptions) =>
    send<ListRefusedPlaysAnswer>(
      { method: 'POST', path: '/api/list-refused-plays', takesBody: true },
      request,
      options,
    ),
  /** Encerra uma exibição em andamento; o aparelho para de tocar em segundos. (lines:write) */
  endViewing: (request: EndViewingRequest, options?: CallOptions) =>
    send<EndViewingAnswer>({ method: 'POST', path: '/api/viewings/:id/end' }, request, options),
  /** Por que a linha é suspeita: cada achado em palavras e os acessos que o mostram. (lines:read) */
  getAbuseDetail: (request: GetAbuseDetailRequest, options?: CallOptions) =>
    send<GetAbuseDetailAnswer>({ method: 'GET', path: '/api/abuse-detail/:id' }, request, options),
  /** Desbloqueia a linha e gera uma senha nova, mostrada uma vez para copiar. (lines:write) */
  recreateBlocked: (request: RecreateBlockedRequest, options?: CallOptions) =>
    send<RecreateBlockedAnswer>(
      { method: 'GET', path: '/api/recreate-blocked/:id', writes: true },
      request,
      options,
    ),
  /** As próprias linhas oficiais ligadas que venceram, ou que vencem num dia, as mais recentes primeiro, e quando cada cliente foi cobrado neste período. (lines:read) */
  listLinesToCharge: (request: ListLinesToChargeRequest = {}, options?: CallOptions) =>
    send<ListLinesToChargeAnswer>(
      { method: 'GET', path: '/api/lines-to-charge' },
      request,
      options,
    ),
  /** Anota que a conversa de cobrança foi aberta: uma vez por linha e período. (lines:write) */
  chargeLine: (request: ChargeLineRequest, options?: CallOptions) =>
    send<ChargeLineAnswer>(
      { method: 'POST', path: '/api/lines/:id/charge', takesBody: true },
      request,
      options,
    ),
  /** O texto que um cliente recebe numa cobrança ou depois de uma renovação: o do aviso do dia, ou o «Ao renovar» da conta. (lines:write) */
  readLineMessage: (request: ReadLineMessageRequest, options?: CallOptions) =>
    send<ReadLineMessageAnswer>(
      { method: 'POST', path: '/api/lines/:id/message', takesBody: true },
      request,
      options,
    ),
  /** Os avisos da própria conta, seus textos e horários, e por quais canais saem. (lines:read) */
  getReminders: (options?: CallOptions) =>
    send<GetRemindersAnswer>({ method: 'GET', path: '/api/reminders' }, {}, options),
  /** Guarda o texto de um aviso e se está ligado; um aviso novo é acrescentado. Um campo {…} desconhecido é recusado pelo nome. (lines:write) */
  saveReminderThreshold: (request: SaveReminderThresholdRequest, options?: CallOptions) =>
    send<SaveReminderThresholdAnswer>(
      { method: 'PUT', path: '/api/reminders/thresholds', takesBody: true },
      request,
      options,
    ),
  /** Tira um aviso; o que ele já enviou continua no histórico. (lines:write) */
  removeReminderThreshold: (request: RemoveReminderThresholdRequest, options?: CallOptions) =>
    send<RemoveReminderThresholdAnswer>(
      { method: 'DELETE', path: '/api/reminders/thresholds' },
      request,
      options,
    ),
  /** A hora em que os avisos saem sozinhos e as horas de silêncio, no fuso do painel. (lines:write) */
  saveReminderHours: (request: SaveReminderHoursRequest, options?: CallOptions) =>
    send<SaveReminderHoursAnswer>(
      { method: 'PUT', path: '/api/reminders/hours', takesBody: true },
      request,
      options,
    ),
  /** Por onde os avisos saem, na ordem em que são tentados. Leva o custo máximo por dia que a pessoa viu: se for outro, nada muda. (lines:write) */
  saveReminderChannels: (request: SaveReminderChannelsRequest, options?: CallOptions) =>
    send<SaveReminderChannelsAnswer>(
      { method: 'PUT', path: '/api/reminders/channels', takesBody: true },
      request,
      options,
    ),
  /** Clientes da própria conta com que se vê como um aviso chega, os mais próximos dele antes. (lines:read) */
  listReminderSamples: (request: ListReminderSamplesRequest, options?: CallOptions) =>
    send<ListReminderSamplesAnswer>(
      { method: 'GET', path: '/api/reminders/samples' },
      request,
      options,
    ),
  /** Quantos renovaram em até três dias depois do último lembrete, nos últimos trinta dias, por aviso, texto e canal. (lines:read) */
  getBroughtRenewals: (options?: CallOptions) =>
    send<GetBroughtRenewalsAnswer>({ method: 'GET', path: '/api/reminders/brought' }, {}, options),
  /** O histórico dos lembretes da própria conta: o que saiu, o que não saiu e por quê. (lines:read) */
  listReminders: (request: ListRemindersRequest = {}, options?: CallOptions) =>
    send<ListRemindersAnswer>({ method: 'GET', path: '/api/reminders/sent' }, request, options),
  /** Começa «Cobrar agora»: os lembretes de hoje que ainda não saíram, com o texto pronto. Por quinze minutos nenhum deles sai sozinho. (lines:write) */
  startReminderRun: (options?: CallOptions) =>
    send<StartReminderRunAnswer>(
      { method: 'POST', path: '/api/reminders/run', takesBody: true },
      {},
      options,
    ),
  /** O texto de um lembrete com o Pix copia e cola no lugar; sem Pix, a linha dele sai. (lines:write) */
  getReminderText: (request: GetReminderTextRequest, options?: CallOptions) =>
    send<GetReminderTextAnswer>(
      { method: 'POST', path: '/api/reminders/:id/text', takesBody: true },
      request,
      options,
    ),
  /** Anota que a conversa de um lembrete foi aberta: ele não sai por nenhum outro canal. (lines:write) */
  sendReminderByHand: (request: SendReminderByHandRequest, options?: CallOptions) =>
    send<SendReminderByHandAnswer>(
      { method: 'POST', path: '/api/reminders/:id/sent', takesBody: true },
      request,
      options,
    ),
  /** Um link, de um só uso, com que o cliente passa a receber os lembretes pelo Telegram. (lines:write) */
  inviteCustomerToTelegram: (request: InviteCustomerToTelegramRequest, options?: CallOptions) =>
    send<InviteCustomerToTelegramAnswer>(
      { method: 'POST', path: '/api/lines/:id/telegram-invitation', takesBody: true },
      request,
      options,
    ),
  /** Por onde um cliente da própria conta pode ser lembrado, o que ele quis, o que recebeu e o que respondeu. (lines:read) */
  getLineReminders: (request: GetLineRemindersRequest, options?: CallOptions) =>
    send<GetLineRemindersAnswer>(
      { method: 'GET', path: '/api/lines/:id/reminder-choices' },
      request,
      options,
    ),
  /** Guarda o e-mail de um cliente (nulo ou vazio apaga) e se ele fica de fora dos lembretes. Com «resumed», volta a receber quem pediu para parar. (lines:write) */
  saveLineReminders: (request: SaveLineRemindersRequest, options?: CallOptions) =>
    send<SaveLineRemindersAnswer>(
      { method: 'PUT', path: '/api/lines/:id/reminder-choices', takesBody: true },
      request,
      options,
    ),
});
const devices = (send: Send) => ({
  /** O DNS que os aparelhos de cada ativador recebem. (devices:read) */
  listDnsActivators: (options?: CallOptions) =>
    send<ListDnsActivatorsAnswer>({ method: 'GET', path: '/api/dns-activators' }, {}, options),
  /** Troca o DNS de um ativador; vale para todos os aparelhos dele na próxima vez que perguntarem. (devices:write) */
  editDnsActivator: (request: EditDnsActivatorRequest, options?: CallOptions) =>
    send<EditDnsActivatorAnswer>(
      { method: 'PUT', path: '/api/dns-activators/:id', takesBody: true },
      request,
      options,
    ),
  /** Ativa uma linha IPTV no aplicativo Prime do aparelho com este MAC. (devices:write) */
  activatePrime: (request: ActivatePrimeRequest, options?: CallOptions) =>
    send<ActivatePrimeAnswer>(
      { method: 'POST', path: '/api/activate-prime', takesBody: true },
      request,
      options,
    ),
  /** Ativa uma linha IPTV no aplicativo Lazer Play do aparelho com este MAC. (devices:write) */
  activateLazer: (request: ActivateLazerRequest, options?: CallOptions) =>
    send<ActivateLazerAnswer>(
      { method: 'POST', path: '/api/activate-lazer', takesBody: true },
      request,
      options,
    ),
  /** Aparelhos com aplicativo: os das próprias linhas; para a administração, todos. (devices:read) */
  listDevices: (request: ListDevicesRequest = {}, options?: CallOptions) =>
    send<ListDevicesAnswer>({ method: 'GET', path: '/api/users-smart-app' }, request, options),
  /** Linhas IPTV entre as quais escolher para um aparelho, por página. (devices:read) */
  listDeviceLines: (request: ListDeviceLinesRequest = {}, options?: CallOptions) =>
    send<ListDeviceLinesAnswer>(
      { method: 'GET', path: '/api/users-smart-app/iptv' },
      request,
      options,
    ),
  /** Gera um usuário de aplicativo: liga o MAC a uma linha IPTV. Ligado a outra linha sua, muda para esta. (devices:write) */
  bindDevice: (request: BindDeviceRequest, options?: CallOptions) =>
    send<BindDeviceAnswer>(
      { method: 'POST', path: '/api/users-smart-app', takesBody: true },
      request,
      options,
    ),
  /** Reseta o MAC: esquece o ID do aparelho, e o próximo que perguntar com este MAC fica com ele. (devices:write) */
  resetDevice: (request: ResetDeviceRequest, options?: CallOptions) =>
    send<ResetDeviceAnswer>(
      { method: 'POST', path: '/api/users-smart-app/reset', takesBody: true },
      request,
      options,
    ),
  /** Exclui um usuário de aplicativo: o MAC deixa de receber a linha. (devices:write) */
  unbindDevice: (request: UnbindDeviceRequest, options?: CallOptions) =>
    send<UnbindDeviceAnswer>(
      { method: 'DELETE', path: '/api/users-smart-app/:id' },
      request,
      options,
    ),
  /** Os aparelhos ligados a uma linha, no máximo dez. (devices:read) */
  listLineDevices: (request: ListLineDevicesRequest, options?: CallOptions) =>
    send<ListLineDevicesAnswer>(
      { method: 'GET', path: '/api/lines/:id/devices' },
      request,
      options,
    ),
  /** Cria uma linha Novo P2P oficial, de 1 crédito e 30 dias, para o aparelho que mostra este código; cada código serve uma vez. (devices:write) */
  createNewP2pLineFromCode: (
    request: CreateNewP2pLineFromCodeRequest = {},
    options?: SpendingOptions,
  ) =>
    send<CreateNewP2pLineFromCodeAnswer & PreviewMark>(
      { method: 'POST', path: '/api/create-new-user-p2p-code', takesBody: true, spends: true },
      request,
      options,
    ),
});
const resellers = (send: Send) => ({
  /** As revendas diretas de quem pergunta; para a administração, todas. (resellers:read) */
  listResellers: (request: ListResellersRequest = {}, options?: CallOptions) =>
    send<ListResellersAnswer>({ method: 'GET', path: '/api/reg-users' }, request, options),
  /** Cadastra uma revenda abaixo de quem chama, com créditos iniciais do saldo de quem chama. (resellers:write) */
  createReseller: (request: CreateResellerRequest, options?: SpendingOptions) =>
    send<CreateResellerAnswer & PreviewMark>(
      { method: 'POST', path: '/api/reg-users', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Dá créditos a uma revenda direta (positivo) ou retira (negativo). (resellers:write) */
  moveCredits: (request: MoveCreditsRequest, options?: SpendingOptions) =>
    send<MoveCreditsAnswer & PreviewMark>(
      { method: 'PUT', path: '/api/reg-users/:id', action: 0, takesBody: true, spends: true },
      request,
      options,
    ),
  /** Altera usuário, contato e senha de uma revenda da própria rede; a administração, também o dono. (resellers:write) */
  editReseller: (request: EditResellerRequest, options?: CallOptions) =>
    send<EditResellerAnswer>(
      { method: 'PUT', path: '/api/reg-users/:id', action: 1, takesBody: true },
      request,
      options,
    ),
  /** Bloqueia ou desbloqueia uma revenda da própria rede, com o motivo. (resellers:write) */
  blockReseller: (request: BlockResellerRequest, options?: CallOptions) =>
    send<BlockResellerAnswer>(
      { method: 'PUT', path: '/api/reg-users/:id', action: 4, takesBody: true },
      request,
      options,
    ),
  /** Um nível da árvore: quem está logo abaixo, os de maior rede primeiro. (resellers:read) */
  getTreeLevel: (request: GetTreeLevelRequest = {}, options?: CallOptions) =>
    send<GetTreeLevelAnswer>({ method: 'GET', path: '/api/tree-level' }, request, options),
  /** Procura na própria rede inteira, com o caminho até cada revenda. (resellers:read) */
  searchResellers: (request: SearchResellersRequest, options?: CallOptions) =>
    send<SearchResellersAnswer>({ method: 'GET', path: '/api/tree-search' }, request, options),
  /** Gera a planilha Revendas.xlsx com os filtros da lista. (resellers:write) */
  exportResellers: (request: ExportResellersRequest = {}, options?: CallOptions) =>
    send<ExportResellersAnswer>(
      { method: 'POST', path: '/api/export-reseller', takesBody: true },
      request,
      options,
    ),
  /** Os limites de uma revenda da própria rede (ou os próprios), e de quem vêm. (resellers:read) */
  getLimits: (request: GetLimitsRequest, options?: CallOptions) =>
    send<GetLimitsAnswer>({ method: 'GET', path: '/api/reseller-limits/:id' }, request, options),
  /** Limita o que uma revenda abaixo pode fazer; nulo tira o limite. (resellers:write) */
  setLimits: (request: SetLimitsRequest, options?: CallOptions) =>
    send<SetLimitsAnswer>(
      { method: 'PUT', path: '/api/reseller-limits/:id', takesBody: true },
      request,
      options,
    ),
});
const credits = (send: Send) => ({
  /** As movimentações de créditos de uma revenda da própria rede, ou as próprias. (credits:read) */
  listMovements: (request: ListMovementsRequest, options?: CallOptions) =>
    send<ListMovementsAnswer>({ method: 'GET', path: '/api/logs-reseller/:id' }, request, options),
  /** Gera a planilha Movimentacoes.xlsx das movimentações de uma revenda. (credits:write) */
  exportMovements: (request: ExportMovementsRequest, options?: CallOptions) =>
    send<ExportMovementsAnswer>(
      { method: 'POST', path: '/api/export-logs', takesBody: true },
      request,
      options,
    ),
  /** Extrato financeiro por mês, revenda e tipo, da própria rede ou, para a administração, de todos. (credits:read) */
  getExtract: (request: GetExtractRequest = {}, options?: CallOptions) =>
    send<GetExtractAnswer>({ method: 'GET', path: '/api/extract' }, request, options),
  /** O extrato financeiro em CSV (ExtratoFinanceiro.csv). (credits:write) */
  exportExtract: (request: ExportExtractRequest = {}, options?: CallOptions) =>
    send<ExportExtractAnswer>(
      { method: 'POST', path: '/api/export-extract-financial', takesBody: true, answersFile: true },
      request,
      options,
    ),
});
const catalogue = (send: Send) => ({
  /** Pacotes prontos (package 1) ou bouquets (package 0). (catalogue:write) */
  getIptvPackages: (request: GetIptvPackagesRequest = {}, options?: CallOptions) =>
    send<GetIptvPackagesAnswer>(
      { method: 'POST', path: '/api/get-iptv-packages', takesBody: true },
      request,
      options,
    ),
  /** Filmes e séries que os clientes podem ver, os mais novos primeiro, 12 de cada por página; sem os adultos. (catalogue:read) */
  getAvailableMovies: (request: GetAvailableMoviesRequest = {}, options?: CallOptions) =>
    send<GetAvailableMoviesAnswer>(
      { method: 'GET', path: '/api/get-available-movies' },
      request,
      options,
    ),
  /** Os canais do catálogo para escolher: os primeiros cem por nome. (catalogue:read) */
  listChannelOptions: (request: ListChannelOptionsRequest = {}, options?: CallOptions) =>
    send<ListChannelOptionsAnswer>(
      { method: 'GET', path: '/api/xcode-channels' },
      request,
      options,
    ),
  /** Os canais temporários, os mais novos primeiro. (catalogue:read) */
  listTemporaryChannels: (options?: CallOptions) =>
    send<ListTemporaryChannelsAnswer>(
      { method: 'GET', path: '/api/xcode-channels-list' },
      {},
      options,
    ),
  /** Põe um canal temporário no player; sem nome, fica o do canal de origem. (catalogue:write) */
  addTemporaryChannel: (request: AddTemporaryChannelRequest, options?: CallOptions) =>
    send<AddTemporaryChannelAnswer>(
      { method: 'POST', path: '/api/xcode-insert-channel', takesBody: true },
      request,
      options,
    ),
  /** Troca o canal que um canal temporário mostra, ou a hora em que ele sai. (catalogue:write) */
  changeTemporaryChannel: (request: ChangeTemporaryChannelRequest, options?: CallOptions) =>
    send<ChangeTemporaryChannelAnswer>(
      { method: 'PUT', path: '/api/xcode-insert-channel/:id', takesBody: true },
      request,
      options,
    ),
  /** Tira um canal temporário do player, pelo nome. (catalogue:write) */
  removeTemporaryChannel: (request: RemoveTemporaryChannelRequest = {}, options?: CallOptions) =>
    send<RemoveTemporaryChannelAnswer>(
      { method: 'DELETE', path: '/api/xcode-remove-channel', takesBody: true },
      request,
      options,
    ),
  /** Tira todos os canais temporários do player. (catalogue:write) */
  removeTemporaryChannels: (options?: CallOptions) =>
    send<RemoveTemporaryChannelsAnswer>(
      { method: 'GET', path: '/api/xcode-remove-all-channels', writes: true },
      {},
      options,
    ),
  /** Tira do player o que acabou e acompanha as origens, sem esperar o próximo minuto. (catalogue:write) */
  refreshTemporaryChannels: (options?: CallOptions) =>
    send<RefreshTemporaryChannelsAnswer>(
      { method: 'GET', path: '/api/job-temp-cn', writes: true },
      {},
      options,
    ),
  /** As categorias dos canais temporários. (catalogue:read) */
  listTemporaryCategories: (options?: CallOptions) =>
    send<ListTemporaryCategoriesAnswer>({ method: 'GET', path: '/api/temp-category' }, {}, options),
  /** Cria uma categoria de canais temporários, com o número dela. (catalogue:write) */
  createTemporaryCategory: (request: CreateTemporaryCategoryRequest, options?: CallOptions) =>
    send<CreateTemporaryCategoryAnswer>(
      { method: 'POST', path: '/api/temp-category', takesBody: true },
      request,
      options,
    ),
  /** Dá outro nome a uma categoria de canais temporários. (catalogue:write) */
  renameTemporaryCategory: (request: RenameTemporaryCategoryRequest, options?: CallOptions) =>
    send<RenameTemporaryCategoryAnswer>(
      { method: 'PUT', path: '/api/temp-category/:id', takesBody: true },
      request,
      options,
    ),
  /** Os canais e seus códigos de EPG em planilha (epg.xlsx); a verificação compara com ela. (catalogue:read) */
  exportEpg: (options?: CallOptions) =>
    send<ExportEpgAnswer>({ method: 'GET', path: '/api/export-epg' }, {}, options),
  /** O que mudou nos códigos de EPG desde a última planilha. (catalogue:read) */
  verifyEpg: (options?: CallOptions) =>
    send<VerifyEpgAnswer>({ method: 'GET', path: '/api/verify-epg' }, {}, options),
});
const tickets = (send: Send) => ({
  /** Os tickets que a conta pode ver, com a contagem de cada aba. (tickets:read) */
  listTickets: (request: ListTicketsRequest = {}, options?: CallOptions) =>
    send<ListTicketsAnswer>({ method: 'GET', path: '/api/ticket' }, request, options),
  /** Os tickets do portal que a conta pode ver, com a contagem de cada aba. (tickets:read) */
  listPortalTickets: (request: ListPortalTicketsRequest = {}, options?: CallOptions) =>
    send<ListPortalTicketsAnswer>(
      { method: 'GET', path: '/api/ticket-portal-office' },
      request,
      options,
    ),
  /** Abre um ticket (V-42 a V-45). Na tela do portal, systemTypeId é 2. (tickets:write) */
  createTicket: (request: CreateTicketRequest, options?: SpendingOptions) =>
    send<CreateTicketAnswer & PreviewMark>(
      { method: 'POST', path: '/api/ticket', takesBody: true, spends: true },
      request,
      options,
    ),
  /** Um ticket e as mensagens depois da de número «after», em ordem. (tickets:read) */
  getTicket: (request: GetTicketRequest, options?: CallOptions) =>
    send<GetTicketAnswer>({ method: 'GET', path: '/api/ticket/:id' }, request, options),
  /** Escreve no chat de um ticket; com o mesmo client_id, uma vez só. (tickets:write) */
  sendTicketMessage: (request: SendTicketMessageRequest, options?: CallOptions) =>
    send<SendTicketMessageAnswer>(
      { method: 'PUT', path: '/api/ticket/:id', takesBody: true },
      request,
      options,
    ),
  /** Marca as mensagens até este número como lidas pela conta. (tickets:write) */
  markTicketRead: (request: MarkTicketReadRequest, options?: CallOptions) =>
    send<MarkTicketReadAnswer>(
      { method: 'POST', path: '/api/ticket/:id/read', takesBody: true },
      request,
      options,
    ),
  /** Encerra um ticket em andamento (T-27). (tickets:write) */
  finishTicket: (request: FinishTicketRequest, options?: CallOptions) =>
    send<FinishTicketAnswer>(
      { method: 'GET', path: '/api/finishTicket/:id', writes: true },
      request,
      options,
    ),
  /** Repassa uma mensagem da administração a toda a rede da conta, uma vez, com uma palavra dela. (tickets:write) */
  passMessageOn: (request: PassMessageOnRequest, options?: CallOptions) =>
    send<PassMessageOnAnswer>(
      { method: 'POST', path: '/api/pass-message-on/:id', takesBody: true },
      request,
      options,
    ),
  /** Quantos tickets esperam por esta conta: os pendentes, para a administração; os com resposta não lida, para as revendas. (tickets:read) */
  countTickets: (options?: CallOptions) =>
    send<CountTicketsAnswer>({ method: 'GET', path: '/api/ticket-counts' }, {}, options),
  /** Os usuários da própria conta, para escolher um num ticket: os primeiros cinquenta por nome. (tickets:read) */
  listResellerUsers: (request: ListResellerUsersRequest = {}, options?: CallOptions) =>
    send<ListResellerUsersAnswer>(
      { method: 'GET', path: '/api/get-users-resseler' },
      request,
      options,
    ),
  /** O que vai junto com um ticket: como está a linha e se os canais falham agora. (tickets:read) */
  readTicketFacts: (request: ReadTicketFactsRequest = {}, options?: CallOptions) =>
    send<ReadTicketFactsAnswer>({ method: 'GET', path: '/api/ticket-facts' }, request, options),
  /** Envia uma imagem (PNG, JPG, WebP ou GIF, até 5 MB) para uma mensagem deste ticket. (tickets:write) */
  uploadTicketPicture: (request: UploadTicketPictureRequest, options?: CallOptions) =>
    send<UploadTicketPictureAnswer>(
      { method: 'POST', path: '/api/ticket/:id/pictures' },
      request,
      options,
    ),
  /** Uma imagem do chat, para quem vê o ticket. (tickets:read) */
  getTicketPicture: (request: GetTicketPictureRequest, options?: CallOptions) =>
    send<GetTicketPictureAnswer>(
      { method: 'GET', path: '/api/ticket-pictures/:name', answersFile: true },
      request,
      options,
    ),
});
const reports = (send: Send) => ({
  /** Totais próprios e da rede de quem pergunta. (reports:read) */
  getDashboard: (options?: CallOptions) =>
    send<GetDashboardAnswer>({ method: 'GET', path: '/api/dash-reseller' }, {}, options),
  /** Dispensa os primeiros passos de quem chama; o início não os mostra mais. (reports:write) */
  dismissFirstSteps: (options?: CallOptions) =>
    send<DismissFirstStepsAnswer>({ method: 'DELETE', path: '/api/first-steps' }, {}, options),
  /** As próprias linhas oficiais que vencem de ontem a daqui a três dias, e a projeção do mês. (reports:read) */
  getDueLines: (request: GetDueLinesRequest = {}, options?: CallOptions) =>
    send<GetDueLinesAnswer>({ method: 'GET', path: '/api/due-lines' }, request, options),
  /** Quantos usuários contam para o próximo bônus (Q-GOAL). (reports:read) */
  getBonusUsers: (options?: CallOptions) =>
    send<GetBonusUsersAnswer>({ method: 'GET', path: '/api/totalUsersBonus' }, {}, options),
  /** O que aconteceu na própria rede em um mês. (reports:read) */
  getLog: (request: GetLogRequest = {}, options?: CallOptions) =>
    send<GetLogAnswer>({ method: 'GET', path: '/api/log' }, request, options),
  /** Os logs de um mês em CSV (Logs.csv). (reports:write) */
  exportLog: (request: ExportLogRequest = {}, options?: CallOptions) =>
    send<ExportLogAnswer>(
      { method: 'POST', path: '/api/export-logs-all', takesBody: true, answersFile: true },
      request,
      options,
    ),
  /** Os últimos seis meses: vendas, novos usuários, renovações, vencimentos e créditos. (reports:read) */
  getReports: (options?: CallOptions) =>
    send<GetReportsAnswer>({ method: 'GET', path: '/api/get-reports' }, {}, options),
  /** Os vencimentos de um mês dos relatórios, linha por linha. (reports:read) */
  listExpiries: (request: ListExpiriesRequest, options?: CallOptions) =>
    send<ListExpiriesAnswer>({ method: 'GET', path: '/api/expiries' }, request, options),
  /** Mural, atualizações e avisos, os mais novos primeiro; a página é a das atualizações. (reports:read) */
  listAnnouncements: (request: ListAnnouncementsRequest = {}, options?: CallOptions) =>
    send<ListAnnouncementsAnswer>({ method: 'GET', path: '/api/anuncios' }, request, options),
  /** O texto de links de um tipo, em HTML. Administradores escolhem a franquia; os outros leem o da sua. (reports:read) */
  getAppLinks: (request: GetAppLinksRequest, options?: CallOptions) =>
    send<GetAppLinksAnswer>({ method: 'GET', path: '/api/get-links' }, request, options),
  /** Publica um texto de links, para todos ou para uma franquia; vazio, volta a valer o geral. Uma franquia publica só o seu. (reports:write) */
  saveAppLinks: (request: SaveAppLinksRequest, options?: CallOptions) =>
    send<SaveAppLinksAnswer>(
      { method: 'POST', path: '/api/save-links', takesBody: true },
      request,
      options,
    ),
  /** Os textos de links da própria franquia pelo número do tipo; o 7 some com o X-CLOUD. (reports:read) */
  getLinksInfo: (options?: CallOptions) =>
    send<GetLinksInfoAnswer>({ method: 'GET', path: '/api/get-links-info-iptv' }, {}, options),
  /** O link do canal no Telegram; vazio onde não há. (reports:read) */
  getTelegram: (options?: CallOptions) =>
    send<GetTelegramAnswer>({ method: 'GET', path: '/api/get-telegram' }, {}, options),
  /** As listas do portal, vazias onde não há. (reports:read) */
  getPortalLinks: (options?: CallOptions) =>
    send<GetPortalLinksAnswer>({ method: 'GET', path: '/api/get-dns' }, {}, options),
});
const webhooks = (send: Send) => ({
  /** Os endereços desta conta que recebem eventos, com a semana de cada um. (webhooks:read) */
  listWebhooks: (options?: CallOptions) =>
    send<ListWebhooksAnswer>({ method: 'GET', path: '/api/webhooks' }, {}, options),
  /** Adiciona um endereço que recebe eventos. O segredo aparece só nesta resposta. (webhooks:write) */
  createWebhook: (request: CreateWebhookRequest, options?: CallOptions) =>
    send<CreateWebhookAnswer>(
      { method: 'POST', path: '/api/webhooks', takesBody: true },
      request,
      options,
    ),
  /** Muda o endereço e os eventos e o liga de novo. (webhooks:write) */
  editWebhook: (request: EditWebhookRequest, options?: CallOptions) =>
    send<EditWebhookAnswer>(
      { method: 'PUT', path: '/api/webhooks/:id', takesBody: true },
      request,
      options,
    ),
  /** Troca o segredo. O anterior assina junto por 24 horas, ou para agora. (webhooks:write) */
  rotateWebhookSecret: (request: RotateWebhookSecretRequest, options?: CallOptions) =>
    send<RotateWebhookSecretAnswer>(
      { method: 'POST', path: '/api/webhooks/:id/rotate', takesBody: true },
      request,
      options,
    ),
  /** Envia um evento de teste, assinado como os outros. (webhooks:write) */
  testWebhook: (request: TestWebhookRequest, options?: CallOptions) =>
    send<TestWebhookAnswer>({ method: 'POST', path: '/api/webhooks/:id/test' }, request, options),
  /** Tira um endereço, com o seu histórico. (webhooks:write) */
  deleteWebhook: (request: DeleteWebhookRequest, options?: CallOptions) =>
    send<DeleteWebhookAnswer>({ method: 'DELETE', path: '/api/webhooks/:id' }, request, options),
  /** O que foi enviado a um endereço nos últimos 30 dias; sem `sort`, o mais novo primeiro. (webhooks:read) */
  listWebhookMessages: (request: ListWebhookMessagesRequest, options?: CallOptions) =>
    send<ListWebhookMessagesAnswer>(
      { method: 'GET', path: '/api/webhooks/:id/messages' },
      request,
      options,
    ),
  /** Um envio: o que foi enviado, cada tentativa e o que voltou. (webhooks:read) */
  getWebhookMessage: (request: GetWebhookMessageRequest, options?: CallOptions) =>
    send<GetWebhookMessageAnswer>(
      { method: 'GET', path: '/api/webhook-messages/:id' },
      request,
      options,
    ),
  /** Envia de novo, com o mesmo webhook-id. (webhooks:write) */
  resendWebhookMessage: (request: ResendWebhookMessageRequest, options?: CallOptions) =>
    send<ResendWebhookMessageAnswer>(
      { method: 'POST', path: '/api/webhook-messages/:id/resend' },
      request,
      options,
    ),
});

/** The calls by the scope that a key needs for them. */
export interface Calls {
  readonly lines: ReturnType<typeof lines>;
  readonly devices: ReturnType<typeof devices>;
  readonly resellers: ReturnType<typeof resellers>;
  readonly credits: ReturnType<typeof credits>;
  readonly catalogue: ReturnType<typeof catalogue>;
  readonly tickets: ReturnType<typeof tickets>;
  readonly reports: ReturnType<typeof reports>;
  readonly webhooks: ReturnType<typeof webhooks>;
}

export const callsOf = (send: Send): Calls => ({
  lines: lines(send),
  devices: devices(send),
  resellers: resellers(send),
  credits: credits(send),
  catalogue: catalogue(send),
  tickets: tickets(send),
  reports: reports(send),
  webhooks: webhooks(send),
});
